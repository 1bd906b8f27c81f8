"""What a person decides about sync: answers, retries, fresh ids. Inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from satchel.domain.contracts import NewId
from satchel.domain.errors import NotFound, SatchelError, SessionNotFound, ValidationFailed
from satchel.domain.remote_errors import ServerBusy
from satchel.domain.syncing import (
    ANOTHER_SERVER,
    ASK_SERVER_CHANGED,
    BELIEVE_GONE,
    SAME_SERVER_RESTORED,
    SEND_AGAIN,
    SyncPhase,
)
from satchel.store.kept import Kept
from satchel.store.settings import Settings
from satchel.store.sync_book import SyncBook
from satchel.sync.reporting import error_document, phase_of_code, remembered

LONGEST_WAIT: Final = 24 * 3600.0
"""Seconds a server may ask to be left alone; a longer time is a mistake, or a clock that is."""

_ERROR: Final = "syncError"


def answer(book: SyncBook, choice: str, *, forget: Callable[[], object]) -> None:
    """Raises `NotFound` where nothing is asked, `ValidationFailed` for what is no answer to it."""
    question = book.remote().question
    if question is None:
        raise NotFound("Sync asks nothing at the moment.")
    about_server = question.get("kind") == ASK_SERVER_CHANGED
    if choice not in (
        (SAME_SERVER_RESTORED, ANOTHER_SERVER) if about_server else (BELIEVE_GONE, SEND_AGAIN)
    ):
        raise ValidationFailed(f"“{choice}” is no answer to what sync asks.")
    book.ask(None)
    if choice == SAME_SERVER_RESTORED:
        server = question.get("server")
        book.set_server(server if isinstance(server, str) else None, None)
        book.note(everything=True)
    elif choice == ANOTHER_SERVER:
        book.make_former()
        forget()
    elif choice == BELIEVE_GONE:
        book.note(believe=True)
    else:
        ids = question.get("ids")
        for id in ids if isinstance(ids, list) else ():
            kept = book.find(str(id))
            if kept is not None:
                book.send_again(kept)
            book.looked(str(id))


def retry(book: SyncBook, session_id: str) -> None:
    book.unpark(_found(book, session_id))


def send_again(book: SyncBook, session_id: str) -> None:
    kept = _found(book, session_id)
    if not kept.state.detached:
        raise NotFound("This session is no local copy of a deleted one. Sync sends it by itself.")
    book.send_again(kept)


def want(book: SyncBook, session_id: str) -> None:
    kept = _found(book, session_id)
    if kept.state.stub:
        book.choices.want(kept.key)


def give_fresh_id(book: SyncBook, session_id: str, new_id: NewId) -> str:
    kept = _found(book, session_id)
    if kept.known:
        raise NotFound("The server has this session under its id. There is nothing to change.")
    fresh = new_id()
    book.forget(kept)
    book.give_id(kept, fresh)
    return fresh


def note_error(settings: Settings, error: SatchelError | None) -> None:
    """What went wrong before the server was met for the first time."""
    if error is not None or settings.get(_ERROR) is not None:
        settings.set(_ERROR, None if error is None else error_document(error))


def error_before_meeting(settings: Settings) -> SatchelError | None:
    return remembered(settings.get(_ERROR))


def phase_of(error: SatchelError) -> SyncPhase:
    return phase_of_code(error.code) or SyncPhase.ERROR


def busy(seconds: float) -> ServerBusy:
    minutes = round(seconds / 60)
    left = f"{minutes:,} minutes" if minutes > 1 else f"{max(1, round(seconds))} seconds"
    return ServerBusy(
        f"The server asked to be left alone. Sync goes on in {left}; setting the server up anew asks it at once.",
        retry_after=seconds,
    )


def later(now: datetime, seconds: float) -> datetime:
    return now + timedelta(seconds=min(seconds, LONGEST_WAIT))


def _found(book: SyncBook, session_id: str) -> Kept:
    kept = book.find(session_id)
    if kept is None:
        raise SessionNotFound(session_id)
    return kept
