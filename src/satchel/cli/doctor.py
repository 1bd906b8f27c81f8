"""`satchel doctor`: whether everything is as it should be."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satchel.cli.doctor_server import look_at_server
from satchel.cli.invocation import invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import counted, table, visible
from satchel.config import Paths
from satchel.domain.errors import DatabaseMissing, NothingToSave, SatchelError, StoreReadOnly
from satchel.files import storage_error
from satchel.system import new_id, now

if TYPE_CHECKING:
    from satchel.core import Core
    from satchel.domain.salvaged import Salvaged
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
        typer.Option(
            "--repair",
            help="Save what can be saved from a damaged database, or from the one set aside last.",
        ),
    ] = False,
    empty: Annotated[
        bool,
        typer.Option("--empty", help="With --repair: begin anew where nothing can be saved."),
    ] = False,
) -> None:
    """Look at the data folder, the database and everything in it."""
    run = invocation(context)
    if empty and not repair:
        raise WrongUsage(
            "--empty goes with --repair: it says what to do where nothing can be saved."
        )
    document: dict[str, object] = {}
    checks: list[Check] = []
    lines: list[str] = []
    if repair:
        saved, sentences = _repair(run.paths, run.options.profile, empty)
        document["repair"] = None if saved is None else saved.document()
        checks = [Check("repair", True, " ".join(sentences))] if sentences else []
        lines = [*map(visible, sentences), ""] if len(sentences) > 1 else []
    checks += examine(run.paths, run.options.profile)
    wrong = [check for check in checks if not check.ok]
    shown = [
        (
            "ok" if c.ok else "!!",
            c.name,
            "See above." if lines and c.name == "repair" else c.message,
        )
        for c in checks
    ]
    run.output.answer(
        {"ok": not wrong, "checks": [asdict(check) for check in checks], **document},
        [*lines, *table(("", "CHECK", ""), shown)],
    )
    if wrong:
        names = ", ".join(check.name for check in wrong)
        raise NotWell(f"The doctor found {counted(len(wrong), 'problem')}: {names}.")


def examine(paths: Paths, profile: str | None) -> list[Check]:
    """Every check, in order; what a failed one makes impossible is left out. Nothing is raised."""
    from satchel.core import profiles_of

    profiles = profiles_of(paths, clock=now, new_id=new_id)
    checks = []
    try:
        checks += [_writable(paths, profiles.refusal), _free_space(paths)]
        chosen = _chosen(profiles, profile, checks)
        _open_and_check(paths, chosen, checks)
        checks.append(_backups(chosen))
    except SatchelError as problem:
        checks.append(Check("database", False, problem.message))
    return checks


def _repair(paths: Paths, profile: str | None, empty: bool) -> tuple[Salvaged | None, list[str]]:
    """What was saved, and the report. An empty database is made only where there is no trace of another."""
    from satchel.mending import mending_of

    try:
        mending = mending_of(paths, profile)
    except StoreReadOnly:  # the checks will say it
        return None, []
    try:
        saved = mending.save()
    except (DatabaseMissing, NothingToSave) as nothing:
        if not empty and mending.has_trace():
            raise type(nothing)(
                f"{nothing.message} To begin anew beside what is kept: “satchel doctor --repair --empty”.",
                details=nothing.details,
            ) from nothing
        aside = mending.begin_empty()
        if aside is None:
            return None, ["The database was missing; an empty one has been made."]
        return None, [f"An empty database has been made. What was there is kept as “{aside}”."]
    if saved is None:
        return None, ["Nothing is damaged, so nothing was done."]
    return saved, saved.sentences()


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


def _open_and_check(paths: Paths, profile: Profile, checks: list[Check]) -> None:
    from satchel.core import open_core
    from satchel.store.health import check

    with open_core(paths, profile=profile.id, clock=now, new_id=new_id) as core:
        for finding in check(core.database):
            checks.append(Check(finding.name, finding.ok, finding.message))
        checks.append(_windows(core, profile))
        checks.append(_leases(core))
        if core.database.refusal is None:  # where nothing may be written nothing is synced
            checks += [Check(*seen) for seen in look_at_server(core)]


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
