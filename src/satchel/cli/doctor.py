"""`satchel doctor`: whether everything is as it should be."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satchel.cli.invocation import invocation
from satchel.cli.output import counted, table
from satchel.config import Paths
from satchel.domain.errors import SatchelError, StoreReadOnly
from satchel.files import storage_error
from satchel.system import new_id, now

if TYPE_CHECKING:
    from satchel.core import Core
    from satchel.profiles import Profile, Profiles

FREE_SPACE = "free space"
SCARCE_BYTES = 100 * 1024 * 1024
OLD_BACKUP = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at. `message` is a sentence for a person, also where all is well."""

    name: str
    ok: bool
    message: str


class NotWell(SatchelError):
    """The doctor found something."""

    code = "NOT_WELL"


def doctor(
    context: typer.Context,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Where a profile's database is missing, begin an empty one."),
    ] = False,
) -> None:
    """Look at the data folder, the database and everything in it."""
    run = invocation(context)
    checks = examine(run.paths, run.options.profile, repair=repair)
    wrong = [check for check in checks if not check.ok]
    run.output.answer(
        {"ok": not wrong, "checks": [asdict(check) for check in checks]},
        table(("", "CHECK", ""), [("ok" if c.ok else "!!", c.name, c.message) for c in checks]),
    )
    if wrong:
        names = ", ".join(check.name for check in wrong)
        raise NotWell(f"The doctor found {counted(len(wrong), 'problem')}: {names}.")


def examine(paths: Paths, profile: str | None, *, repair: bool) -> list[Check]:
    """Every check, in order; what a failed one makes impossible is left out. Nothing is raised."""
    from satchel.core import profiles_of

    profiles = profiles_of(paths, clock=now, new_id=new_id)
    checks = []
    try:
        checks += [_writable(paths, profiles.refusal), _free_space(paths)]
        chosen = _chosen(profiles, profile, checks)
        if repair and profiles.refusal is None:
            _begin_anew(chosen, checks)
        _open_and_check(paths, chosen, checks)
        checks.append(_backups(chosen))
    except SatchelError as problem:
        checks.append(Check("database", False, problem.message))
    return checks


def _writable(paths: Paths, refusal: StoreReadOnly | None) -> Check:
    name = "data folder"
    if refusal is not None:
        return Check(name, False, refusal.message)
    try:
        paths.make()
        with tempfile.TemporaryFile(dir=paths.data_dir) as file:
            file.write(b"x" * 4096)
            file.flush()
    except SatchelError as problem:
        return Check(name, False, problem.message)
    except OSError as problem:
        return Check(name, False, storage_error(problem, paths.data_dir).message)
    return Check(name, True, f"“{paths.data_dir}” can be written.")


def _free_space(paths: Paths) -> Check:
    try:
        free = shutil.disk_usage(paths.data_dir).free
    except OSError as problem:
        return Check(FREE_SPACE, False, storage_error(problem, paths.data_dir).message)
    shown = f"{free / 1024**3:.1f} GiB" if free >= 1024**3 else f"{free // 1024**2} MiB"
    if free < SCARCE_BYTES:
        return Check(
            "free space",
            False,
            f"Only {shown} are free. Make some room, or writing will fail soon.",
        )
    return Check(FREE_SPACE, True, f"{shown} are free.")


def _chosen(profiles: Profiles, profile: str | None, checks: list[Check]) -> Profile:
    chosen = profiles.ensure_current() if profile is None else profiles.find(profile)
    message = (
        " ".join(profiles.notices)
        or f"{counted(len(profiles.list()), 'profile')}; this is “{chosen.name}”."
    )
    checks.append(Check("profiles", not profiles.notices, message))
    return chosen


def _begin_anew(profile: Profile, checks: list[Check]) -> None:
    """An empty database, but only where there is none: what is there is never replaced."""
    from satchel.store.opening import Location, create

    location = Location(profile.directory)
    if not location.database.exists():
        create(location)
        checks.append(
            Check("repair", True, "The database was missing; an empty one has been made.")
        )


def _open_and_check(paths: Paths, profile: Profile, checks: list[Check]) -> None:
    from satchel.core import open_core
    from satchel.store.health import check

    with open_core(paths, profile=profile.id, clock=now, new_id=new_id) as core:
        for finding in check(core.database):
            checks.append(Check(finding.name, finding.ok, finding.message))
        checks.append(_windows(core, profile))
        checks.append(_leases(core))


def _windows(core: Core, profile: Profile) -> Check:
    locks = (profile.directory / "windows").glob("*.lock")
    living = sum(core.locks.alive(lock.stem) for lock in locks)
    return Check("windows", True, f"{counted(living, 'window')} open on this profile.")


def _leases(core: Core) -> Check:
    """A lease whose window is gone is no fault: it stands in nobody's way, and the next start forgets it."""
    name = "leases"
    leases = core.claims.leases()
    dead = sum(not alive for _, alive in leases)
    left = f", {dead} left by windows that are gone" if dead else ""
    held = f"{counted(len(leases), 'session')} held{left}."
    if core.database.read_only or core.claims.announced():
        return Check(name, True, held)
    if core.claims.announce():
        return Check(name, True, f"{held} The file that tells windows so was wrong and is mended.")
    return Check(
        name,
        False,
        f"“{core.profile.directory / 'leases'}” cannot be written, so windows notice late who holds a session. "
        "Allow it; nothing that is saved is in danger.",
    )


def _backups(profile: Profile) -> Check:
    newest = max((file.stat().st_mtime for file in _files(profile.backups_dir)), default=None)
    if newest is None:
        return Check("backups", True, "There is no backup yet; “satchel backup” makes one.")
    age = timedelta(seconds=max(0.0, now().timestamp() - newest))
    hint = " Time for a new one: “satchel backup”." if age > OLD_BACKUP else ""
    return Check("backups", True, f"The newest backup is {counted(age.days, 'day')} old.{hint}")


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.glob("*.db") if file.is_file()] if folder.is_dir() else []
