"""`satchel lease …`: which window may write to which session."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from satchel.cli.interrupts import interrupts
from satchel.cli.invocation import invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import moment, table, visible
from satchel.domain.errors import LeaseLost, SessionTrashed, StoreReadOnly, StoreUnavailable
from satchel.domain.lease import Lease
from satchel.domain.runtime import JsonObject
from satchel.system import new_id

if TYPE_CHECKING:
    from satchel.core import Core

LOOK_SECONDS: Final = 0.05
LOOKS_PER_QUESTION: Final = 20
"""So many looks at the announcement, one `stat` each, and then the database is asked: it alone is never behind."""

commands = typer.Typer(help="Leases: one window at a time may write to a session.")

Id = Annotated[str, typer.Argument(metavar="ID", help="A session's id.")]


@commands.command("list")
def list_leases(context: typer.Context) -> None:
    """Show which sessions are held, by whom, and whether those windows still live."""
    run = invocation(context)
    with run.core() as core:
        found = core.claims.leases()
    rows = [
        (
            lease.session_id,
            lease.holder.window,
            lease.holder.host,
            str(lease.holder.pid),
            str(lease.epoch),
            moment(lease.claimed_at),
            "yes" if alive else "no",
        )
        for lease, alive in found
    ]
    headings = ("SESSION", "WINDOW", "HOST", "PROCESS", "EPOCH", "SINCE", "ALIVE")
    nothing = ["No session is held by a window."]
    run.output.answer(
        {"leases": [_document(lease, alive) for lease, alive in found]},
        table(headings, rows) if rows else nothing,
    )


@commands.command("claim")
def claim(
    context: typer.Context,
    session_id: Id,
    hold: Annotated[
        bool, typer.Option("--hold", help="Keep it until interrupted, or until it is lost.")
    ] = False,
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Also if a window has the session open.")
    ] = False,
) -> None:
    """Hold a session, so that no window writes to it unasked."""
    run = invocation(context)
    if not hold:
        raise WrongUsage(
            "A lease lasts no longer than the program that holds it. Add --hold, and interrupt it to let go."
        )
    with run.core() as core, _living(core) as window, interrupts() as interrupted:
        lease = core.claims.claim(session_id, window, take_over=take_over)
        run.output.done(
            _document(lease, True), f"Holding {visible(session_id)} until interrupted (Ctrl-C)."
        )
        run.output.flush()
        try:
            _keep(core, lease, interrupted)
        finally:
            core.claims.release(lease)
    run.output.say(f"Let go of {visible(session_id)}.")


@commands.command("release")
def release(
    context: typer.Context,
    session_id: Id,
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Also if the window that holds it still lives.")
    ] = False,
) -> None:
    """End whatever lease a session has."""
    run = invocation(context)
    with run.core() as core:
        ended = core.claims.end(session_id, take_over=take_over)
    told = "is free now" if ended is not None else "was held by nobody"
    run.output.done(
        {"released": None if ended is None else ended.to_document()},
        f"The session {visible(session_id)} {told}.",
    )


def _document(lease: Lease, alive: bool) -> JsonObject:
    return {
        "session": lease.session_id,
        "window": lease.holder.window,
        "host": lease.holder.host,
        "pid": lease.holder.pid,
        "epoch": lease.epoch,
        "alive": alive,
    }


def _keep(core: Core, lease: Lease, interrupted: Callable[[], bool]) -> None:
    """Returns when interrupted. Raises `LeaseLost`, `SessionTrashed`, `SessionNotFound` when it is lost."""
    looks = 0
    while not interrupted():
        looks += 1
        valid = core.claims.holds if looks % LOOKS_PER_QUESTION == 0 else core.claims.is_valid
        if not valid(lease):
            if core.store.state(lease.session_id).trashed_at is not None:
                raise SessionTrashed(lease.session_id)
            raise LeaseLost(lease.session_id)
        time.sleep(LOOK_SECONDS)


@contextmanager
def _living(core: Core) -> Iterator[str]:
    """A window's id that counts as alive while the block lasts."""
    if core.database.read_only:
        raise StoreReadOnly("Nothing can be held here: the sessions can only be read.")
    window = new_id()
    lock = core.locks.hold(window)
    if lock is None:
        raise StoreUnavailable(
            f"“{core.profile.directory / 'windows'}” cannot be written, so nothing can be held. Allow it first."
        )
    try:
        yield window
    finally:
        core.locks.let_go(window, lock)
