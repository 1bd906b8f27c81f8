"""Records: appended one by one or in batches, exactly once; and read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from satchel.domain.errors import (
    AppendConflict,
    CorruptRow,
    RecordIdConflict,
    SatchelError,
    SessionNotActive,
    ValidationFailed,
    shorten,
)
from satchel.domain.json_value import same
from satchel.domain.runtime import (
    UNSET,
    ExpectedSeq,
    JsonObject,
    NewRecord,
    RuntimeRecord,
    SessionTransition,
    Unset,
    content_of,
)
from satchel.domain.timestamps import latest, sort_key
from satchel.domain.validation import (
    check_payload,
    parse_expected_seq,
    parse_record,
    parse_records,
    parse_transition,
)
from satchel.store.faults import ConstraintBroken
from satchel.store.rows import record_columns
from satchel_server.callers import Caller
from satchel_server.work import (
    CONTROLS,
    EXPECTED_INCARNATION,
    EXPECTED_LAST_SEQ,
    SESSION_TRANSITION,
    Ticket,
    Work,
    check_tail,
    check_version,
    learner_of,
    object_of,
    parse_incarnation,
    without,
)

MOST_RECORDS: Final = 500
"""In one batch."""

_CONTROLS: Final = frozenset(CONTROLS)
_ALL: Final = 2**62
_PAGE_CHARACTERS: Final = 1024 * 1024


class _Wish:
    """What is to be appended, to which session, and what must hold."""

    def __init__(
        self,
        learner: str,
        session_id: str,
        body: JsonObject,
        records: Sequence[NewRecord],
        *,
        closed_too: bool = False,
    ) -> None:
        """Raises `ValidationFailed` where a member beside the records is malformed."""
        self.closed_too = closed_too
        self.learner = learner
        self.session_id = session_id
        self.records = records
        self.incarnation = parse_incarnation(body.get(EXPECTED_INCARNATION, UNSET))
        self.expected: ExpectedSeq = parse_expected_seq(body.get(EXPECTED_LAST_SEQ, UNSET))
        self.transition: SessionTransition | None = None
        if SESSION_TRANSITION in body:
            self.transition = parse_transition(body[SESSION_TRANSITION])


class Appends(Work):
    def append(self, caller: Caller, session_id: str, body: object) -> RuntimeRecord:
        """Appends one record, as `POST …/records` has it. The same id and content again answers the stored one.

        Raises, in this order, `ValidationFailed` and `PayloadTooLarge` for the envelope, `SessionNotFound`,
        `SessionReplaced`, `FutureVersion`, `ValidationFailed` for the payload, `SessionNotActive`, `AppendConflict`;
        and `RecordIdConflict`.
        """
        learner = learner_of(caller)
        document = object_of(body, "A record")
        record = parse_record(_alone(document), session_id)
        return self._append(_Wish(learner, session_id, document, [record]))[0]

    def append_batch(
        self, caller: Caller, session_id: str, body: object, *, closed_too: bool = False
    ) -> list[RuntimeRecord]:
        """Appends up to `MOST_RECORDS`, all or none; answers them as stored.

        Where all are stored with the same content they are answered whatever the tail; where some are, it is
        an `AppendConflict`. With `closed_too` the session need not be active: what a file brings was written while
        it was. Raises what `append` raises.
        """
        learner = learner_of(caller)
        document = object_of(body, "A batch")
        given = document.get("records")
        if not isinstance(given, list) or not 1 <= len(given) <= MOST_RECORDS:
            raise ValidationFailed(
                f"`records` must be a list of 1 to {MOST_RECORDS} records. Split what is longer."
            )
        documents = [_alone(object_of(one, "A record")) for one in given]
        records = parse_records(documents, session_id, None)
        wish = _Wish(learner, session_id, document, records, closed_too=closed_too)
        seen: set[str] = set()
        for record in records:
            if record.id in seen:
                raise RecordIdConflict(session_id, record.id)
            seen.add(record.id)
        return self._append(wish)

    def list_records(
        self,
        caller: Caller,
        session_id: str,
        *,
        scene_id: str | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> list[RuntimeRecord]:
        """In `seq` order: all, one scene's, those with a number above `after`. Raises `SessionNotFound`."""
        learner = learner_of(caller)
        return self._read(
            lambda: self._records(
                session_id, self._key(learner, session_id), scene_id, after, limit
            )
        )

    def stream_records(
        self, caller: Caller, session_id: str, page: int = MOST_RECORDS
    ) -> Iterator[RuntimeRecord]:
        """Every record in `seq` order, at most `page` at a time: memory does not grow with the history.

        Raises `SessionNotFound`. What is appended meanwhile comes too.
        """
        learner = learner_of(caller)
        key = self._read(lambda: self._key(learner, session_id))
        last = -1
        while records := self._read(partial(self._page, session_id, key, last, page)):
            yield from records
            last = records[-1].seq

    def session_with_records(
        self, caller: Caller, session_id: str
    ) -> tuple[JsonObject, list[RuntimeRecord]]:
        """Both as they were at one moment. Raises `SessionNotFound`, `CorruptRow`."""
        learner = learner_of(caller)

        def work() -> tuple[JsonObject, list[RuntimeRecord]]:
            with self._database.snapshot():
                found = self._find(self._sql.session, learner, session_id)
                records = self._records(session_id, found.state.key, None, None, None)
            return found.to_wire(self._identity.last_known), records

        return self._read(work)

    # --- parts -------------------------------------------------------------------------------------

    def _append(self, wish: _Wish) -> list[RuntimeRecord]:
        def work(_doubtful: bool) -> tuple[list[RuntimeRecord], list[Ticket]]:
            ticket = self._ticket(wish.learner)
            key, first, incarnation = self._take(wish)
            found = self._insert(wish, key, first)
            if wish.transition is not None:
                self._database.count(
                    self._sql.set_status,
                    of=key,
                    status=wish.transition.status,
                    updated_at=wish.transition.updated_at,
                )
            self._note(ticket, wish.session_id, incarnation)
            return found, [ticket]

        try:
            return self._write(work, repeatable=True)
        except (ConstraintBroken, AppendConflict, SessionNotActive) as refusal:
            return self._stored_already(wish, refusal)

    def _take(self, wish: _Wish) -> tuple[int, int, str | None]:
        """The session's key, the first number now taken and the stamp, or the reason why not."""
        count = len(wish.records)
        newest = latest([record.created_at for record in wish.records])
        rows = self._database.run(
            self._sql.take_seq_of_any if wish.closed_too else self._sql.take_seq,
            id=wish.session_id,
            learner=wish.learner,
            taken=count,
            record_at=newest,
            record_instant=sort_key(newest),
        )
        if not rows:
            raise self._why_not(wish)
        key, next_seq, kind, version, incarnation = rows[0]
        self._check_incarnation(wish.session_id, wish.incarnation, incarnation)
        check_version(wish.session_id, version)
        for record in wish.records:
            check_payload(kind, record)
        check_tail(wish.session_id, wish.expected, next_seq - count)
        return key, next_seq - count, incarnation

    def _why_not(self, wish: _Wish) -> SatchelError:
        """Why nothing can be appended to a session that is not there or not active."""
        found = self._find(self._sql.session, wish.learner, wish.session_id)
        session = found.state.session
        self._check_incarnation(session.id, wish.incarnation, found.incarnation)
        check_version(session.id, session.runtime_dsl_version)
        for record in wish.records:
            check_payload(session.kind, record)
        return SessionNotActive(
            f"cannot append to session \"{shorten(session.id)}\" with status '{session.status}' — "
            "records may only be appended to an active session"
        )

    def _insert(self, wish: _Wish, key: int, first: int) -> list[RuntimeRecord]:
        rows = [record_columns(key, seq, record) for seq, record in enumerate(wish.records, first)]
        if len(rows) == 1:
            self._database.count(self._sql.insert_record, **rows[0])
        else:
            self._database.run_many(self._sql.insert_record, rows)
        return [
            record.stored(wish.session_id, 0, seq)  # nothing here hangs on the local key
            for seq, record in enumerate(wish.records, first)
        ]

    def _stored_already(self, wish: _Wish, refusal: SatchelError) -> list[RuntimeRecord]:
        """The stored records if they are all there with the same content: an append may be repeated."""
        found, next_seq = self._read(lambda: self._lookup(wish))
        there = [record for record in found if record is not None]
        for record, present in zip(wish.records, found, strict=True):
            if present is not None and not same(content_of(present.to_wire()), record.content()):
                raise RecordIdConflict(wish.session_id, record.id) from None
        if len(there) == len(found):
            return there
        if there:
            expected = None if isinstance(wish.expected, Unset) else wish.expected
            raise AppendConflict(wish.session_id, expected, next_seq - 1) from None
        if isinstance(refusal, ConstraintBroken):
            raise CorruptRow("session", wish.session_id, "its records are not numbered as it says")
        raise refusal

    def _lookup(self, wish: _Wish) -> tuple[list[RuntimeRecord | None], int]:
        """Of each record what is stored under its id, and the number the session's next one gets."""
        found: list[RuntimeRecord | None] = []
        with self._database.snapshot():
            tails = self._database.run(self._sql.next_seq, id=wish.session_id, learner=wish.learner)
            for record in wish.records:
                rows = self._database.run(
                    self._sql.record,
                    id=wish.session_id,
                    learner=wish.learner,
                    record_id=record.id,
                )
                found.append(RuntimeRecord(wish.session_id, *rows[0]) if rows else None)
        return found, int(tails[0][0]) if tails else 0

    def _records(
        self,
        session_id: str,
        key: int,
        scene_id: str | None,
        after: int | None,
        limit: int | None,
    ) -> list[RuntimeRecord]:
        values: dict[str, Any] = {
            "of": key,
            "after": -1 if after is None else max(-1, min(after, _ALL)),
            "limit": _ALL if limit is None else max(0, min(limit, _ALL)),
        }
        statement = self._sql.records
        if scene_id is not None:
            statement, values["scene_id"] = self._sql.scene, scene_id
        with self._database.lenient_text():
            return self._database.run_into(partial(RuntimeRecord, session_id), statement, **values)

    def _page(self, session_id: str, key: int, last: int, page: int) -> list[RuntimeRecord]:
        with self._database.lenient_text():
            return self._database.run_some(
                partial(RuntimeRecord, session_id),
                _characters,
                _PAGE_CHARACTERS,
                self._sql.records,
                of=key,
                after=last,
                limit=page,
            )


def _alone(document: JsonObject) -> JsonObject:
    """A record without what stands beside it."""
    return without(document, *CONTROLS) if not _CONTROLS.isdisjoint(document) else document


def _characters(records: list[RuntimeRecord]) -> int:
    return sum(len(record.payload_text) for record in records)
