"""`satchel backup`: a copy of everything in a profile, and back again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satchel.cli.invocation import invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import visible
from satchel.files import free_name
from satchel.system import now

if TYPE_CHECKING:
    from satchel.core import Core


RESTORE = "restore"


def backup(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE] | restore FILE",
            help="Where the copy goes, by default into the profile's folder; or which one to put back.",
        ),
    ] = None,
) -> None:
    """Copy a profile's database to FILE, or put such a copy back."""
    words = words or []
    if words[:1] == [RESTORE]:
        if len(words) != 2:
            raise WrongUsage("satchel backup restore takes one FILE: the backup to put back.")
        _restore(context, words[1])
    elif len(words) > 1:
        raise WrongUsage(
            "satchel backup takes one FILE at most. Put quotation marks around its name."
        )
    else:
        _back_up(context, words[0] if words else None)


def make_backup(core: Core, target: Path | None) -> Path:
    """Copies the profile's database to `target`, or to a fresh name in its folder of backups; answers where.

    Raises `UnreadableInput` if something is there already, and kinds of `StoreUnavailable`, such as why
    nothing may be written in the profile's folder.
    """
    from satchel.store.health import back_up
    from satchel.store.opening import Location, stamp

    if target is None:
        if (
            core.database.refusal is not None
        ):  # the folder of backups is one of those not written in
            raise core.database.refusal
        target = free_name(Location(core.profile.directory).backups, f"satchel-{stamp(now)}", ".db")
    back_up(core.database, target)
    return target


def _back_up(context: typer.Context, file: str | None) -> None:
    run = invocation(context)
    if file == "":
        raise WrongUsage("The name of the backup is empty.")
    with run.core() as core:
        target = make_backup(core, None if file is None else Path(file).absolute())
    size = target.stat().st_size
    run.output.done(
        {"file": str(target), "bytes": size},
        f"Copied everything to {visible(str(target))} ({size:,} bytes).",
    )


def _restore(context: typer.Context, file: str) -> None:
    from satchel.mending import mending_of

    run = invocation(context)
    # Not through the core: the database that is to be replaced may be damaged or missing.
    mending = mending_of(run.paths, run.options.profile)
    aside = mending.restore(Path(file).absolute())
    kept = "" if aside is None else f" What was there before lies in {visible(str(aside))}."
    run.output.done(
        {"restored": str(Path(file).absolute()), "setAside": None if aside is None else str(aside)},
        f"“{visible(mending.profile.name)}” is as it was in the backup.{kept}",
    )
