"""`satchel-server serve`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from satchel_server.cli.context import DatabaseOption, run_of
from satchel_server.config import Wishes, config_from, secrets_of


def serve(
    context: typer.Context,
    host: Annotated[
        str | None, typer.Option(metavar="H", help="Where to listen; 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(metavar="P", help="4747; 0 takes any that is free.")
    ] = None,
    database: DatabaseOption = None,
    certificate: Annotated[
        str | None, typer.Option(metavar="FILE", help="PEM file, for TLS.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="FILE", help="The certificate's key.")] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="A proxy in front of the server ends TLS.")
    ] = False,
    insecure_learner_tokens: Annotated[
        bool,
        typer.Option(
            "--insecure-learner-tokens",
            help="A learner's key is their token. For trying things out on this computer.",
        ),
    ] = False,
) -> None:
    """Serve the runtime API until interrupted."""
    from satchel_server import serving  # what serves costs more than the other commands
    from satchel_server.logs import begin_log

    output = run_of(context).output
    wishes = Wishes(database, host, port, certificate, key, behind_proxy, insecure_learner_tokens)
    config = config_from(os.environ, wishes)
    log = begin_log(secrets_of(config, os.environ))

    def say(url: str, port: int) -> None:
        output.done({"url": url, "port": port}, f"Serving at {url} until interrupted (Ctrl-C).")

    serving.serve(config, log, say)
