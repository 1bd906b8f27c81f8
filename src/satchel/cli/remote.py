"""`satchel remote …`: the server a profile talks to, and the token it is asked with."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from satchel.cli.invocation import Invocation, invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import moment, visible
from satchel.cli.payload import read_token
from satchel.cli.sync import CLOCK_TOLD_SECONDS
from satchel.domain.errors import NotFound
from satchel.domain.remote_errors import KeyringUnavailable
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import RemoteFindings, RemoteSettings, TokenPlace
from satchel.domain.web_address import host_of

_DIALECTS: Final = ("auto", "satchel", "openmaic", "openmaic-shared")
_PLACES: Final = {
    TokenPlace.KEYRING: "The token is kept in this system's keyring.",
    TokenPlace.FILE: "The token is kept in a file of this profile, readable by whoever uses this account.",
    TokenPlace.THIS_RUN: "The token is not kept: it is asked for again with the next run.",
}
_WITHOUT_KEYRING: Final = (
    "Here that is --keep-in-file, or no token now and “satchel sync --token-file FILE” each time."
)

commands = typer.Typer(help="The server: where it is, and whose token it is asked with.")


@commands.command("set")
def set_remote(
    context: typer.Context,
    url: Annotated[str, typer.Argument(metavar="URL", help="Its address, such as https://…")],
    token_file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A file that holds the token; - for standard input."),
    ] = None,
    learner: Annotated[
        str | None, typer.Option(metavar="KEY", help="The learner key the token speaks for.")
    ] = None,
    dialect: Annotated[
        str, typer.Option(metavar="D", help=f"What it speaks: {', '.join(_DIALECTS)}.")
    ] = "auto",
    ca_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="The school's own certificate authority.")
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="The proxy on the way; empty: none. Else as the system says."
        ),
    ] = None,
    allow_plain: Annotated[
        bool,
        typer.Option("--allow-plain", help="Send the token to this host without encryption."),
    ] = False,
    keep_in_file: Annotated[
        bool,
        typer.Option(
            "--keep-in-file",
            help="Keep the token in a file, where this system has no keyring that works.",
        ),
    ] = False,
    off: Annotated[bool, typer.Option("--off", help="Set it up, and do not sync yet.")] = False,
    on_metered: Annotated[
        bool, typer.Option("--on-metered", help="Also on a connection paid by volume.")
    ] = False,
    every: Annotated[
        int, typer.Option(metavar="MINUTES", min=1, max=1440, help="How often windows sync.")
    ] = 15,
) -> None:
    """Set up the server of this profile."""
    run = invocation(context)
    if dialect not in _DIALECTS:
        raise WrongUsage(f"--dialect takes one of: {', '.join(_DIALECTS)}.")
    if ca_file is not None and not Path(ca_file).is_file():
        raise NotFound(f"There is no file “{visible(ca_file)}”. Name the school's PEM file.")
    settings = RemoteSettings(
        address=url,
        learner_key=learner,
        dialect=dialect,
        allow_plain=allow_plain,
        ca_file=None if ca_file is None else str(Path(ca_file).absolute()),
        proxy=proxy,
        enabled=not off,
        on_metered=on_metered,
        every_minutes=every,
    )
    token = _token(run, token_file)
    with run.core() as core:
        service = core.sync()
        keep = TokenPlace.FILE if keep_in_file else TokenPlace.KEYRING
        try:
            place = service.configure(settings, token=token, keep=keep)
        except KeyringUnavailable as error:
            raise KeyringUnavailable(f"{error.message} {_WITHOUT_KEYRING}") from None
        kept = service.settings() or settings
    if token is not None and place is TokenPlace.FILE:
        run.output.notice(_PLACES[place])
    told = [_PLACES[place]] if token is not None and place is not TokenPlace.FILE else []
    run.output.done(
        {**_settings_document(kept), "tokenKept": place.value},
        f"The server of this profile is {visible(kept.address)}.",
        *told,
        "“satchel remote test” asks it what it is; “satchel sync” begins.",
    )


@commands.command("show")
def show(context: typer.Context) -> None:
    """Show which server is set up. The token is never shown."""
    run = invocation(context)
    with run.core() as core:
        settings = core.sync().settings()
    if settings is None:
        run.output.answer({"address": None}, ["No server is set up."])
        return
    whose = settings.learner_key or "this profile's own key"
    run.output.answer(
        _settings_document(settings),
        [
            f"Address:      {visible(settings.address)}",
            f"Speaks:       {settings.dialect}",
            f"Learner key:  {visible(whose)}",
            f"Proxy:        {_proxy_in_words(settings)}",
            f"Sync:         {'on' if settings.enabled else 'off'}, every {settings.every_minutes} minutes",
        ],
    )


@commands.command("clear")
def clear(context: typer.Context) -> None:
    """Forget the server and its token. Sessions stay here."""
    run = invocation(context)
    with run.core() as core:
        service = core.sync()
        if service.settings() is None:
            raise NotFound("No server is set up.")
        service.clear()
    run.output.done({"address": None}, "The server is forgotten; everything stays on this laptop.")


@commands.command("test")
def try_remote(
    context: typer.Context,
    token_file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Try this token instead; - for standard input."),
    ] = None,
) -> None:
    """Ask the server what it is, and whose token it was asked with. Nothing is changed."""
    run = invocation(context)
    with run.core() as core:
        service = core.sync()
        settings = service.settings()
        if settings is None:
            raise NotFound("No server is set up. “satchel remote set URL” sets one up.")
        found = service.test(settings, token=_token(run, token_file, ask=False))
    if found.fault is not None:
        raise found.fault
    run.output.answer(_findings_document(found), _findings(found))


def _token(run: Invocation, source: str | None, *, ask: bool = True) -> str | None:
    """The token in a file, from standard input, or typed where somebody can; None where there is none."""
    if source is None:
        asking = ask and run.stdin is not None and run.stdin.isatty() and sys.stderr.isatty()
        typed = getpass.getpass("Token (empty to keep the one there is): ") if asking else ""
        return typed.strip() or None
    return read_token(source, run.stdin)


def _settings_document(settings: RemoteSettings) -> JsonObject:
    return {
        "address": settings.address,
        "learnerKey": settings.learner_key,
        "dialect": settings.dialect,
        "allowPlain": settings.allow_plain,
        "caFile": settings.ca_file,
        "proxy": settings.proxy and host_of(settings.proxy),
        "enabled": settings.enabled,
        "onMetered": settings.on_metered,
        "everyMinutes": settings.every_minutes,
    }


def _proxy_in_words(settings: RemoteSettings) -> str:
    """Never its password."""
    if settings.proxy is None:
        return "as the system says"
    return visible(host_of(settings.proxy)) if settings.proxy else "none"


def _findings_document(found: RemoteFindings) -> JsonObject:
    return {
        "address": found.address,
        "reachable": found.reachable,
        "kind": found.kind,
        "version": found.version,
        "serverId": found.server_id,
        "learnerKey": found.learner_key,
        "tokenExpires": found.token_expires,
        "clockOff": found.clock_off,
    }


def _findings(found: RemoteFindings) -> list[str]:
    names = {
        "satchel": f"a Satchel server, version {visible(found.version)}",
        "openmaic": "an OpenMAIC runtime server",
        "openmaic-shared": "OpenMAIC, with one token for everybody",
    }
    lines = [f"{visible(found.address)} is {names.get(found.kind, 'a runtime server')}."]
    if found.learner_key is not None:
        lines.append(f"The token speaks for {visible(found.learner_key)}.")
    if found.token_expires is not None:
        lines.append(f"It is good until {moment(found.token_expires)}.")
    if abs(found.clock_off) >= CLOCK_TOLD_SECONDS:
        minutes = abs(found.clock_off) // 60
        direction = "ahead of" if found.clock_off > 0 else "behind"
        lines.append(f"This laptop's clock is {minutes:,} minutes {direction} the server's.")
    return lines
