"""`satchel open`: shows what is named in the running application, or in a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from satchel.cli.invocation import invocation
from satchel.domain.panes import is_link, parse_workspace_href


def open_targets(
    context: typer.Context,
    targets: Annotated[
        list[str],
        typer.Argument(metavar="TARGET…", help="Links to sessions, or files to import."),
    ],
) -> int:
    """Show what links point to, or what files would bring, in the running application if there is one."""
    run = invocation(context)
    files = tuple(str(Path(target).absolute()) for target in targets if _is_file(target))
    links = tuple(target for target in targets if not _is_file(target))
    for link in links:
        parse_workspace_href(link)
    return run.launcher.windows(run.paths, run.options.profile, False, links, files)


def _is_file(target: str) -> bool:
    """Whether it names a file or a folder. What looks like a link is one, whatever there may be on the disk."""
    try:
        return not is_link(target) and Path(target).exists()
    except (OSError, ValueError):  # no name of a file at all
        return False
