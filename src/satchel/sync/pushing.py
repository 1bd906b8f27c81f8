"""The stages `push` and `confirm` of one session: what is here alone is sent, and what the server took is noted.

Between any two requests or transactions anything may happen here, and the run may be killed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from satchel.domain.errors import (
    AppendConflict,
    FutureVersion,
    PayloadTooLarge,
    SatchelError,
    SessionNotActive,
    ValidationFailed,
)
from satchel.domain.json_value import encode
from satchel.domain.runtime import ACTIVE, JsonObject, RuntimeRecord
from satchel.domain.satchel_object import is_newer_than
from satchel.domain.syncing import MEND_NOTHING, MEND_RETRY
from satchel.store.database import SqliteDatabase
from satchel.store.kept import Kept
from satchel.store.sync_book import SyncBook
from satchel.sync.remote_protocol import Remote

_AT_ONCE: Final = 500
"""Records looked at for one request, at most."""


class Pusher:
    """`sent` counts records the server took."""

    def __init__(
        self, database: SqliteDatabase, book: SyncBook, remote: Remote, *, ours: bool
    ) -> None:
        self._database = database
        self._book = book
        self._remote = remote
        self._ours = ours
        self.sent = 0
        self.wrote = False
        """Whether the server was changed at all."""

    def push(self, sid: str) -> Iterator[str]:
        """Raises what the remote's calls raise; a refusal that will not change by itself is parked instead."""
        try:
            if (kept := self._sendable(sid)) and not kept.known:
                self._create(kept)
                yield "created"
            yield from self._append(sid)
            if (kept := self._met(sid)) and kept.state.session.status != kept.base:
                self._set_status(kept)
                yield "status"
            if self._ours and (kept := self._met(sid)) and kept.tells_more():
                self._put_satchel(kept)
                yield "satchel"
        except SessionNotActive:
            raise
        except (ValidationFailed, PayloadTooLarge, FutureVersion) as refusal:
            self.park(sid, None, refusal)

    def park(
        self, sid: str, record_id: str | None, refusal: SatchelError, mend: str | None = None
    ) -> None:
        """Sets aside what the server refused. The session waits, everything else goes on."""
        with self._database.transaction():
            kept = self._book.glance(sid)
            if kept is not None:
                never = isinstance(refusal, FutureVersion)
                kept.parked = {
                    "record": record_id,
                    "code": refusal.code,
                    "message": refusal.message,
                    "mend": mend or (MEND_NOTHING if never else MEND_RETRY),
                }
                self._book.write(kept)

    def _sendable(self, sid: str) -> Kept | None:
        """The session, if it may be sent: what was filled from elsewhere is pulled first."""
        kept = self._book.glance(sid)
        if kept is None or kept.state.stub or kept.state.detached or kept.parked is not None:
            return None
        if kept.learner_key != self._book.learner_key or (kept.wanted and kept.known):
            return None
        return kept

    def _met(self, sid: str) -> Kept | None:
        """The same, if it is known to be there: one that came in meanwhile under that id has to be read first."""
        kept = self._sendable(sid)
        return kept if kept is not None and kept.known else None

    # --- requests, each with what it confirms ------------------------------------------------------

    def _create(self, kept: Kept) -> None:
        session = kept.state.session
        begun = session.with_status(ACTIVE, session.updated_at)
        self.wrote = True
        there = self._remote.create(begun, kept.state.satchel, if_never_deleted=not kept.revive)
        with self._database.transaction():
            now = self._book.glance(kept.id)
            if now is not None and now.key == kept.key:
                now.known, now.base, now.stamp = True, ACTIVE, there.incarnation
                now.agreed, now.revive = kept.spelt, False
                self._book.write(now)

    def _append(self, sid: str) -> Iterator[str]:
        since, history_rev, most = 0, -1, _AT_ONCE
        while kept := self._met(sid):
            if kept.state.history_rev != history_rev:  # numbers are others now: begin anew
                since, history_rev = 0, kept.state.history_rev
            records = self._book.unsent(kept.key, sid, since, min(most, self._remote.max_batch))
            if not records:
                return
            try:
                sent = self._send(kept, records)
            except SessionNotActive:
                raise
            except (PayloadTooLarge, ValidationFailed) as refusal:
                if len(records) > 1:
                    most = len(records) // 2  # which of them is it?
                    continue
                self.park(sid, records[0].id, refusal)
                return
            since = records[sent - 1].seq + 1
            yield "pushed"

    def _send(self, kept: Kept, records: list[RuntimeRecord]) -> int:
        documents = [_on_the_wire(record) for record in records]
        fitting = max(1, self._remote.fitting(documents))
        self.wrote = True
        numbers = self._remote.append(
            kept.id,
            documents[:fitting],
            expected_last_seq=kept.tail,
            incarnation=kept.stamp,
        )
        first = 0 if kept.tail is None else kept.tail + 1
        if numbers != tuple(range(first, first + fitting)):
            # They were there before, or that is no answer to this: reading back tells.
            raise AppendConflict(kept.id, kept.tail, numbers[-1])
        with self._database.transaction():
            self._book.confirm([record.key for record in records[:fitting]], numbers)
            now = self._book.glance(kept.id)
            if now is not None and now.key == kept.key:
                now.tail = numbers[-1]
                self._book.write(now)
        self.sent += fitting
        return fitting

    def _set_status(self, kept: Kept) -> None:
        session = kept.state.session
        self.wrote = True
        self._remote.set_status(kept.id, session.status, session.updated_at, incarnation=kept.stamp)
        with self._database.transaction():
            now = self._book.glance(kept.id)
            if now is not None and now.key == kept.key:
                now.base = session.status
                self._book.write(now)

    def _put_satchel(self, kept: Kept) -> None:
        self.wrote = True
        stands = self._remote.put_satchel(kept.id, kept.state.satchel, incarnation=kept.stamp)
        newer = is_newer_than(kept.state.satchel, stands)
        with self._database.transaction():
            now = self._book.glance(kept.id)
            if now is not None and now.key == kept.key:
                now.agreed = encode(stands) if newer else kept.spelt
                self._book.write(now)


def _on_the_wire(record: RuntimeRecord) -> JsonObject:
    """A record's number is the server's to give."""
    return {name: value for name, value in record.to_wire().items() if name != "seq"}
