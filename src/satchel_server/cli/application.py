"""The commands put together."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from satchel import __version__
from satchel_server.cli import database, serve, token
from satchel_server.cli.context import run_of

application = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="The runtime server: a school's sessions on PostgreSQL, or on SQLite where nothing is set up.",
    epilog="--json, --quiet and --debug may stand anywhere in the line.",
)
application.command("serve")(serve.serve)
application.add_typer(token.commands, name="token")
application.command("migrate")(database.migrate)
application.command("restored")(database.restored)
application.command("join")(database.join)


@application.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        run_of(context).output.answer({"version": __version__}, [f"satchel-server {__version__}"])
        raise typer.Exit
    if context.invoked_subcommand is None:
        sys.stdout.write(f"{context.get_help()}\n")
