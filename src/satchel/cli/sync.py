"""`satchel sync …`: bringing this laptop and its server together, and what stands in the way."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Final

import typer

from satchel.cli.interrupts import interrupts
from satchel.cli.invocation import Invocation, invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import counted, moment, visible
from satchel.cli.payload import read_token
from satchel.domain.errors import NotFound, SatchelError
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import (
    KEEP_APART,
    MEND_FRESH_ID,
    MEND_RETRY,
    Parked,
    SyncPhase,
    SyncProgress,
    SyncStatus,
    TokenPlace,
)

if TYPE_CHECKING:
    from satchel.domain.syncing import SyncService

CLOCK_TOLD_SECONDS: Final = 300
_LOOK_SECONDS: Final = 0.2

commands = typer.Typer(
    help="Sync: what this laptop and the server have becomes the same.",
    invoke_without_command=True,
)

Id = Annotated[str, typer.Argument(metavar="ID", help="A session's id.")]


class NotSynced(SatchelError):
    """A run that did not do what it was asked for, and no error of its own to say why."""

    code = "NOT_SYNCED"


class Interrupted(SatchelError):
    """Somebody stopped a run before its end. `--watch` has no other end."""

    code = "INTERRUPTED"


@commands.callback()
def sync(
    context: typer.Context,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on, at the interval that is set, until interrupted.")
    ] = False,
    token_file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The token, where none is kept; - for standard input."),
    ] = None,
) -> None:
    """Bring this laptop and its server together, once."""
    if context.invoked_subcommand is not None:
        if watch or token_file is not None:
            raise WrongUsage("--watch and --token-file go with “satchel sync” alone.")
        return
    run = invocation(context)
    with run.core() as core, interrupts() as interrupted:
        service = core.sync()
        settings = service.settings()
        if settings is None:
            raise NotFound("No server is set up. “satchel remote set URL” sets one up.")
        if token_file is not None:
            token = read_token(token_file, run.stdin)
            service.configure(settings, token=token, keep=TokenPlace.THIS_RUN)
        status = _run(run, service, interrupted)
        while watch and not interrupted():
            run.output.say(_sentence(status))
            _wait(settings.every_minutes * 60, interrupted)
            if not interrupted():
                status = _run(run, service, interrupted)
        if not watch:
            _check(status, stopped=interrupted())
    run.output.answer(_document(status), _lines(status))


@commands.command("status")
def show_status(context: typer.Context) -> None:
    """Show how things stand, without asking the server."""
    run = invocation(context)
    with run.core() as core:
        found = core.sync().status()
    run.output.answer(_document(found), _lines(found))


@commands.command("retry")
def retry(context: typer.Context, session_id: Id) -> None:
    """Let the next run try again what the server refused in one session."""
    run = invocation(context)
    with run.core() as core:
        service = core.sync()
        service.retry(session_id)
        status = service.status()
    run.output.done(
        _document(status),
        f"{visible(session_id)} is tried again with the next run: “satchel sync” is one.",
    )


@commands.command("fresh-id")
def fresh_id(context: typer.Context, session_id: Id) -> None:
    """Send a session whose id is taken on the server under a new one."""
    run = invocation(context)
    with run.core() as core:
        given = core.sync().fresh_id(session_id)
    run.output.done({"id": given}, f"{visible(session_id)} is {visible(given)} from now on.")


@commands.command("send-again")
def send_again(context: typer.Context, session_id: Id) -> None:
    """Send a session that was deleted on the server there again."""
    run = invocation(context)
    with run.core() as core:
        service = core.sync()
        service.send_again(session_id)
        status = service.status()
    run.output.done(_document(status), f"{visible(session_id)} is sent with the next run.")


@commands.command("answer")
def answer(
    context: typer.Context,
    choice: Annotated[
        str, typer.Argument(metavar="CHOICE", help="One of those “satchel sync status” names.")
    ],
) -> None:
    """Answer what only a person can decide."""
    run = invocation(context)
    with run.core() as core:
        service = core.sync()
        question = service.status().question
        if question is None:
            raise NotFound("There is no question to answer.")
        if choice not in question.choices:
            raise WrongUsage(f"Answer with one of: {', '.join(question.choices)}.")
        service.answer(choice)
        status = service.status()
    said = "Understood. “satchel sync” goes on."
    if choice == KEEP_APART:
        said = "Understood. That token is put away; its owner signs in in a profile of their own."
    run.output.done(_document(status), said)


def _run(run: Invocation, service: SyncService, interrupted: Callable[[], bool]) -> SyncStatus:
    def progress(so_far: SyncProgress) -> None:
        run.output.progress(so_far.done, so_far.total, f"({so_far.stage})")

    try:
        return service.run(progress, stop=interrupted)
    finally:
        run.output.end_progress()


def _check(status: SyncStatus, *, stopped: bool) -> None:
    """Raises what kept a run from its end."""
    if stopped:
        raise Interrupted(
            f"Stopped. {status.pushed:,} sent and {status.pulled:,} received so far; the next run goes on from there."
        )
    if status.error is not None:
        raise status.error
    if status.question is not None:
        raise NotSynced(_asking(status))


def _wait(seconds: float, interrupted: Callable[[], bool]) -> None:
    until = time.monotonic() + seconds
    while not interrupted() and time.monotonic() < until:
        time.sleep(_LOOK_SECONDS)


def _document(status: SyncStatus) -> JsonObject:
    question = status.question
    error = status.error
    return {
        "state": status.phase.value,
        "pushed": status.pushed,
        "pulled": status.pulled,
        "waiting": status.waiting,
        "parked": [_parked_document(one) for one in status.parked],
        "lastSuccess": status.last_success,
        "error": None if error is None else {"code": error.code, "message": error.message},
        "copies": list(status.copies),
        "moved": status.moved,
        "question": None
        if question is None
        else {
            "kind": question.kind,
            "message": question.message,
            "choices": list(question.choices),
            "count": question.count,
            "learner": question.learner or None,
        },
        "clockOff": status.clock_off,
        "notes": list(status.notes),
    }


def _parked_document(one: Parked) -> JsonObject:
    return {
        "session": one.session_id,
        "record": one.record_id,
        "code": one.code,
        "message": one.message,
        "mend": one.mend,
    }


def _lines(status: SyncStatus) -> list[str]:
    lines = [_sentence(status)]
    if status.phase is not SyncPhase.NO_SERVER:
        lines.append(f"Last time everything went well: {moment(status.last_success)}.")
    if status.error is not None:
        lines.append(visible(status.error.message))
    if status.question is not None:
        lines.append(_asking(status))
    if abs(status.clock_off) >= CLOCK_TOLD_SECONDS:
        lines.append(_clock(status.clock_off))
    lines += [_refused(one) for one in status.parked]
    lines += [
        f"Deleted on the server and kept here alone: {visible(one)}. “satchel sync send-again” sends it again."
        for one in status.copies
    ]
    return lines + [visible(note) for note in status.notes]


def _sentence(status: SyncStatus) -> str:
    waiting = counted(status.waiting, "change")
    match status.phase:
        case SyncPhase.NO_SERVER:
            return "No server is set up; everything is kept on this laptop alone."
        case SyncPhase.OFF:
            return f"Sync is switched off; {waiting} would be sent."
        case SyncPhase.IDLE:
            moved = ""
            if status.pushed or status.pulled:
                moved = f" {counted(status.pushed, 'record')} sent, {status.pulled:,} received."
            return f"{_all_of_it(status)} is on the server.{moved}"
        case SyncPhase.RUNNING:
            return f"A run is under way; {waiting} to go."
        case SyncPhase.OFFLINE:
            return f"The server cannot be reached; {waiting} wait here and are safe."
        case SyncPhase.SIGN_IN:
            return f"The server wants a token; {waiting} wait here and are safe."
        case SyncPhase.ASKING:
            return f"A question must be answered first; {waiting} wait here and are safe."
        case SyncPhase.ERROR | SyncPhase.WAITING:
            return (
                f"{waiting} to send; {status.pushed:,} sent and {status.pulled:,} received so far."
            )


def _all_of_it(status: SyncStatus) -> str:
    left = status.moved + len({one.session_id for one in status.parked}.union(status.copies))
    return f"Everything but {counted(left, 'session')}" if left else "Everything"


def _refused(one: Parked) -> str:
    named = f"Refused: {visible(one.title or one.session_id)}: "
    if one.mend == MEND_FRESH_ID:
        return (
            f"{named}its id is taken on the server. “satchel sync fresh-id {visible(one.session_id)}” sends it "
            "under another."
        )
    again = f" “satchel sync retry {visible(one.session_id)}” tries it again."
    return f"{named}{visible(one.message)}{again if one.mend == MEND_RETRY else ''}"


def _asking(status: SyncStatus) -> str:
    question = status.question
    assert question is not None
    return f"{visible(question.message)} Answer with “satchel sync answer {' | '.join(question.choices)}”."


def _clock(seconds: int) -> str:
    direction = "ahead of" if seconds > 0 else "behind"
    return (
        f"This laptop's clock is {counted(abs(seconds) // 60, 'minute')} {direction} the server's. Order and "
        "contents are right all the same; set the clock so that times are, too."
    )
