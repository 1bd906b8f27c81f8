"""Giving up records that are safe on the server: a stub remains, which is pulled again when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from satchel.store.database import SqliteDatabase
from satchel.store.kept import Kept
from satchel.store.sync_book import SyncBook
from satchel.sync.remote_protocol import Remote

EVICTED: Final = "evicted"
NOT_CONFIRMED: Final = "not-confirmed"
"""Something of it is here alone, or it is no session whose records could be given up."""
NOT_THERE: Final = "not-there"
"""The server was asked, and does not show every record."""


def evict(
    database: SqliteDatabase,
    book: SyncBook,
    remote: Remote,
    session_id: str,
    *,
    ours: bool,
    also: Callable[[SqliteDatabase], object] = lambda _database: None,
) -> str:
    """Gives the records up only if the server, asked in this very step, shows each of them.

    What is to be done `also` is done in the same transaction. Raises a `RemoteError` where the server cannot be
    asked; nothing is given up then.
    """
    before = book.find(session_id)
    if before is None or not _is_confirmed(before, ours):
        return NOT_CONFIRMED
    held = remote.get(session_id)
    there = {one.id for one in held.records if one.record is not None} if held else set()
    with database.transaction():
        now = book.find(session_id)
        if now is None or now.key != before.key or not _is_confirmed(now, ours):
            return NOT_CONFIRMED
        if not all(one.id in there for one in now.records):
            return NOT_THERE
        book.evict(now)
        also(database)
    return EVICTED


def _is_confirmed(kept: Kept, ours: bool) -> bool:
    """By the bookkeeping: a hint that spares the server most questions."""
    state = kept.state
    if not kept.records or not kept.known or kept.wanted or state.stub or state.detached:
        return False
    if state.trashed_at is not None or state.lease_token is not None:
        return False
    return (
        not kept.unsent() and state.session.status == kept.base and not (ours and kept.tells_more())
    )
