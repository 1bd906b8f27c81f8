"""`satchel open`: shows what is named in the running application, or in a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from satchel.cli.invocation import invocation
from satchel.domain.errors import UnreadableInput, shorten
from satchel.domain.panes import is_link, parse_workspace_href


def open_targets(
    context: typer.Context,
    targets: Annotated[list[str], typer.Argument(metavar="TARGET…", help="Links to sessions.")],
) -> int:
    """Show what links point to, in the running application if there is one."""
    run = invocation(context)
    for target in targets:
        _check(target)
    return run.launcher.windows(run.paths, run.options.profile, False, tuple(targets))


def _check(target: str) -> None:
    """Raises `UnreadableInput` if a window could only say that this is nothing to open."""
    if not is_link(target) and _is_file(target):
        raise UnreadableInput(
            f"“{shorten(target)}” is a file. “satchel bundle import FILE” takes in what it holds."
        )
    parse_workspace_href(target)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # no name of a file at all
        return False
