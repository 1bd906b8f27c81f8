"""The commands put together, and `satchel` on its own: a window."""

from __future__ import annotations

from typing import Annotated

import typer

from satchel import __version__
from satchel.cli import (
    backup,
    bundle,
    context,
    demo,
    doctor,
    facts,
    gc,
    lease,
    opening,
    profile,
    remote,
    session,
    sync,
)
from satchel.cli.invocation import invocation

application = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Satchel keeps a learner's sessions. Without a command it opens a window.",
    epilog="The options above, but for --new-process and --version, may stand anywhere in the line.",
)
application.add_typer(profile.commands, name="profile")
application.add_typer(session.commands, name="session")
application.add_typer(bundle.commands, name="bundle")
application.add_typer(lease.commands, name="lease")
application.add_typer(remote.commands, name="remote")
application.add_typer(sync.commands, name="sync")
session.commands.command("facts")(facts.facts)
application.command("context")(context.context)
application.command("backup")(backup.backup)
application.command("doctor")(doctor.doctor)
application.command("gc")(gc.gc)
application.command("demo")(demo.demo)
application.command("open")(opening.open_targets)


@application.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    new_process: Annotated[
        bool, typer.Option("--new-process", help="A window in a process of its own.")
    ] = False,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
    data_dir: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Where everything is kept; else SATCHEL_DATA_DIR says."),
    ] = None,
    profile: Annotated[
        str | None, typer.Option(metavar="P", help="Whose work: a profile's name or id.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document, for programs.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only answers and errors.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show where an error came from.")] = False,
) -> int | None:
    # The last five are only declared here, for --help: `options.take_options` has taken them already.
    run = invocation(context)
    if version:
        run.output.answer({"version": __version__}, [f"satchel {__version__}"])
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return None
    return run.launcher.windows(run.paths, run.options.profile, new_process)
