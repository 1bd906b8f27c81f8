"""`RuntimeStore` on SQL: OpenMAIC's public contract over the tables, and the fence of leases beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from satchel.domain.contracts import Clock, Damage
from satchel.domain.errors import (
    AppendConflict,
    CorruptRow,
    FutureVersion,
    LeaseLost,
    ReadOnlySession,
    RecordIdConflict,
    SatchelError,
    SessionAlreadyExists,
    SessionExpired,
    SessionNotActive,
    SessionNotFound,
    SessionTrashed,
    shorten,
)
from satchel.domain.expiry import is_over
from satchel.domain.json_value import same
from satchel.domain.runtime import (
    ACTIVE,
    RUNTIME_DSL_VERSION,
    UNSET,
    ExpectedSeq,
    JsonObject,
    NewRecord,
    RuntimeRecord,
    RuntimeSession,
    SessionTransition,
    Unset,
    content_of,
    is_newer,
)
from satchel.domain.satchel_object import check as check_satchel
from satchel.domain.satchel_object import fresh
from satchel.domain.timestamps import latest, sort_key
from satchel.domain.validation import (
    check_key,
    check_payload,
    parse_expected_seq,
    parse_record,
    parse_session,
    parse_status,
)
from satchel.store.faults import ConstraintBroken
from satchel.store.rows import SessionState, read_session, record_columns, session_columns
from satchel.store.sql import Database, Prepared
from satchel.store.statements import Statements

_BEYOND_EVERY_SEQ = 2**62
_PAGE_BYTES = 1024 * 1024
"""Of payload, after which a page of a stream ends before its number of records: one may take 31 MiB."""


class SqlRuntimeStore:
    """The contract of `domain.contracts.RuntimeStore`, which tells what each call raises."""

    def __init__(self, database: Database, *, clock: Clock | None = None) -> None:
        """With a `clock`, sessions whose time is over are only read; what arrives from elsewhere knows no time."""
        self._database = database
        self._clock = clock
        self._sql = Statements(database)

    # --- sessions ----------------------------------------------------------------------------------

    def create_session(self, document: JsonObject) -> RuntimeSession:
        session = parse_session(document)
        given = document.get("satchel")
        satchel = fresh(session.id, "", 0, "") if given is None else check_satchel(given)
        self.insert_session(session, satchel)
        return session

    def insert_session(
        self, session: RuntimeSession, satchel: JsonObject, records: Sequence[NewRecord] = ()
    ) -> None:
        """Stores a validated session as it is, version included, with its first records.

        Raises `SessionAlreadyExists`, and `RecordIdConflict` if two records have one id.
        """
        with self._database.transaction():
            try:
                columns = session_columns(session, satchel, session.created_at)
                self._database.count(self._sql.insert_session, **columns)
            except ConstraintBroken:
                raise SessionAlreadyExists(session.id) from None
            if records:
                self._insert_behind(self.state(session.id), records)

    def insert_hidden(self, session: RuntimeSession, hidden_id: str, owner: str) -> int:
        """Stores a session nobody sees yet, under a name of its own; answers its key. See `staging`."""
        satchel = fresh(hidden_id, "", 0, "")
        columns = session_columns(replace(session, id=hidden_id), satchel, session.created_at)
        self._database.count(
            self._sql.insert_session, **{**columns, "hidden": 1, "lease_window": owner}
        )
        return int(self._database.run(self._sql.session, id=hidden_id)[0][0])

    def get_session(self, session_id: str) -> RuntimeSession:
        return self.state(session_id).session

    def state(self, session_id: str) -> SessionState:
        """Everything stored of one session but its records. Raises `SessionNotFound`, `CorruptRow`."""
        return self._shown(session_id, self._sql.session)

    def locked_state(self, session_id: str) -> SessionState:
        """The same, and until the transaction around it ends nobody else changes it."""
        return self._shown(session_id, self._sql.session_locked)

    def family(self, session_id: str, lineage_root: str) -> list[SessionState]:
        """Sessions of one lineage, and whichever has the id, the trash included; damaged rows left out."""
        with self._database.lenient_text():
            rows = self._database.run(self._sql.family, id=session_id, root=lineage_root)
        return [state for row in rows if isinstance(state := read_session(row), SessionState)]

    def list_sessions(self, stage_id: str, learner_key: str) -> list[RuntimeSession]:
        check_key("stageId", stage_id)
        check_key("learnerKey", learner_key)
        with self._database.lenient_text():
            rows = self._database.run(
                self._sql.partition, stage_id=stage_id, learner_key=learner_key
            )
        return [
            state.session for row in rows if isinstance(state := read_session(row), SessionState)
        ]

    def set_status(
        self,
        session_id: str,
        status: str,
        updated_at: str,
        *,
        expected_last_seq: ExpectedSeq = UNSET,
    ) -> None:
        with self._database.transaction():
            state = self.locked_state(session_id)
            _check_version(session_id, state.session.runtime_dsl_version)
            transition = parse_status(status, updated_at, session_id)
            if not isinstance(expected_last_seq, Unset):
                if state.session.status != ACTIVE:
                    raise SessionNotActive(
                        f'session "{shorten(session_id)}" is no longer active; '
                        f"its current status is '{state.session.status}'"
                    )
                _check_tail(session_id, parse_expected_seq(expected_last_seq), state.last_seq)
            self._check_time(session_id, state.expires_at)
            self._transit(state.key, transition)

    # --- records -----------------------------------------------------------------------------------

    def append_record(
        self,
        session_id: str,
        document: JsonObject,
        *,
        expected_last_seq: ExpectedSeq = UNSET,
        session_transition: SessionTransition | None = None,
        lease_token: str | None = None,
        drop_draft_of: str | None = None,
    ) -> RuntimeRecord:
        """As the contract says; with `lease_token`, only while the session's lease is still that one.

        `drop_draft_of` names the window whose draft this record was; it goes in the same transaction.
        Raises also `LeaseLost`, `SessionTrashed`, `SessionExpired`.
        """
        record = parse_record(document, session_id)
        expected = parse_expected_seq(expected_last_seq)
        if session_transition is not None:
            parse_status(session_transition.status, session_transition.updated_at, session_id)
        try:
            with self._database.transaction():
                session_key, seq = self._take_seq(session_id, record, expected, lease_token)
                columns = record_columns(session_key, seq, record)
                key = self._database.run(self._sql.insert_record_returning, **columns)[0][0]
                if session_transition is not None:
                    self._transit(session_key, session_transition)
                if drop_draft_of is not None:
                    self._database.run(
                        self._sql.drop_draft, session_key=session_key, window=drop_draft_of
                    )
        except (
            ConstraintBroken,
            AppendConflict,
            SessionNotActive,
            SessionTrashed,
            SessionExpired,
            LeaseLost,
        ) as refusal:
            return self._stored_already(session_id, record, refusal)
        return record.stored(session_id, key, seq)

    def append_records(self, session_id: str, documents: Iterable[JsonObject]) -> list[int]:
        """Appends what arrives in bulk in one transaction, all or none; answers their `seq`.

        Raises what `append_record` raises; here a record id that is stored already is always
        `RecordIdConflict`.
        """
        records = [parse_record(document, session_id) for document in documents]
        with self._database.transaction():
            state = self.locked_state(session_id)
            self._check_appendable(state, records)
            return self._insert_behind(state, records)

    def list_records(
        self,
        session_id: str,
        *,
        scene_id: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> list[RuntimeRecord]:
        found = self._database.run(self._sql.session_key, id=session_id)
        if not found:
            raise SessionNotFound(session_id)
        values: dict[str, Any] = {"session_key": found[0][0]}
        if scene_id is not None:
            values["scene_id"] = scene_id
        newest_first = before is not None or limit is not None
        if newest_first:
            values["before"] = _BEYOND_EVERY_SEQ if before is None else _bindable(before)
            values["limit"] = _BEYOND_EVERY_SEQ if limit is None else _bindable(limit)
        statement = self._sql.records[scene_id is not None, newest_first]
        make = partial(RuntimeRecord, session_id)
        try:
            records = self._database.run_into(make, statement, **values)
        except CorruptRow:  # one text that is not UTF-8 must not hide the others
            with self._database.lenient_text():
                records = self._database.run_into(make, statement, **values)
        if newest_first:
            records.reverse()
        return records

    def stream_records(self, session_id: str, page: int) -> Iterator[RuntimeRecord]:
        """Every record in `seq` order, at most `page` at a time: memory does not grow with the history.

        What is appended meanwhile comes too; whoever needs the history of one moment counts.
        """
        last = -1
        while records := self._page_after(session_id, last, page):
            yield from records
            last = records[-1].seq

    def record(self, session_id: str, record_id: str) -> RuntimeRecord | None:
        """One record by its id, or None."""
        rows = self._database.run(self._sql.record_by_id, session_id=session_id, id=record_id)
        return RuntimeRecord(session_id, *rows[0]) if rows else None

    # --- deleting and moving -----------------------------------------------------------------------

    def delete_session(self, session_id: str) -> None:
        with self._database.transaction():
            self._database.run(self._sql.delete_session, id=check_key("id", session_id))

    def delete_learner(self, stage_id: str, learner_key: str) -> None:
        check_key("stageId", stage_id)
        check_key("learnerKey", learner_key)
        with self._database.transaction():
            self._database.run(self._sql.delete_learner, stage_id=stage_id, learner_key=learner_key)

    def delete_stage(self, stage_id: str) -> None:
        with self._database.transaction():
            self._database.run(self._sql.delete_stage, stage_id=check_key("stageId", stage_id))

    def delete_all(self) -> None:
        with self._database.transaction():
            self._database.run(self._sql.delete_all)

    def merge_learners(self, from_key: str, to_key: str) -> int:
        check_key("fromLearnerKey", from_key)
        check_key("toLearnerKey", to_key)
        if from_key == to_key:
            return 0
        with self._database.transaction():
            for session_id, version in self._database.run(
                self._sql.versions_of, learner_key=from_key
            ):
                _check_version(session_id, version)
            return self._database.count(self._sql.rekey, from_key=from_key, to_key=to_key)

    # --- parts -------------------------------------------------------------------------------------

    def _shown(self, session_id: str, statement: Prepared) -> SessionState:
        with self._database.lenient_text():
            rows = self._database.run(statement, id=session_id)
        state = read_session(rows[0]) if rows else None
        if isinstance(state, Damage):
            raise CorruptRow("session", session_id, state.reason)
        if state is None or state.hidden:
            raise SessionNotFound(session_id)
        return state

    def _page_after(self, session_id: str, last: int, page: int) -> list[RuntimeRecord]:
        found = self._database.run(self._sql.session_key, id=session_id)
        if not found:
            return []
        make = partial(RuntimeRecord, session_id)
        values = {"session_key": found[0][0], "after": last, "limit": page}
        read = partial(
            self._database.run_some, make, _text_size, _PAGE_BYTES, self._sql.records_after
        )
        try:
            return read(**values)
        except CorruptRow:  # one text that is not UTF-8 must not hide the others
            with self._database.lenient_text():
                return read(**values)

    def _take_seq(
        self, session_id: str, record: NewRecord, expected: ExpectedSeq, lease_token: str | None
    ) -> tuple[int, int]:
        """The session's key and the `seq` now taken, or the reason why not, checked in the wire's order."""
        statement = self._sql.next_seq if lease_token is None else self._sql.next_seq_fenced
        rows = self._database.run(
            statement,
            session_id=session_id,
            token=lease_token,
            record_at=record.created_at,
            record_instant=sort_key(record.created_at),
        )
        if not rows:
            self._check_appendable(self.state(session_id), [record])
            raise LeaseLost(session_id)
        key, next_seq, kind, version, expires_at = rows[0]
        _check_version(session_id, version)
        check_payload(kind, record)
        if expires_at is not None:  # nothing is asked of the clock where no time is set
            self._check_time(session_id, expires_at)
        _check_tail(session_id, expected, next_seq - 2 if next_seq > 1 else None)
        return key, next_seq - 1

    def _check_time(self, session_id: str, expires_at: str | None) -> None:
        if self._clock is not None and is_over(expires_at, self._clock):
            raise SessionExpired(session_id)

    def _check_appendable(self, state: SessionState, records: Sequence[NewRecord]) -> None:
        session = state.session
        _check_version(session.id, session.runtime_dsl_version)
        for record in records:
            check_payload(session.kind, record)
        if state.trashed_at is not None:
            raise SessionTrashed(session.id)
        if state.stub:
            raise ReadOnlySession(
                "What is in this session is not on this laptop. It comes again with the next sync."
            )
        if session.status != ACTIVE:
            raise SessionNotActive(
                f"cannot append to session \"{shorten(session.id)}\" with status '{session.status}' — "
                "records may only be appended to an active session"
            )

    def _insert_behind(self, state: SessionState, records: Sequence[NewRecord]) -> list[int]:
        """Inserts validated records behind the session's last, inside the caller's transaction."""
        if not records:
            return []
        taken = range(state.next_seq, state.next_seq + len(records))
        rows = [
            record_columns(state.key, seq, record)
            for seq, record in zip(taken, records, strict=True)
        ]
        try:
            with (
                self._database.transaction()
            ):  # of its own: what follows a refusal must be able to look
                self._database.run_many(self._sql.insert_record, rows)
        except ConstraintBroken:
            raise self._conflicting(state.session.id, records) from None
        newest = latest([record.created_at for record in records])
        self._database.run(
            self._sql.advance,
            of=state.key,
            taken=len(records),
            record_at=newest,
            record_instant=sort_key(newest),
        )
        return list(taken)

    def _stored_already(
        self, session_id: str, record: NewRecord, refusal: SatchelError
    ) -> RuntimeRecord:
        """The stored record of the same id and content: an append may be repeated. Else raises `refusal`."""
        stored = self.record(session_id, record.id)
        if stored is None and isinstance(refusal, ConstraintBroken):
            raise CorruptRow("session", session_id, "its records are not numbered as it says")
        if stored is None:
            raise refusal
        if not same(content_of(stored.to_wire()), record.content()):
            raise RecordIdConflict(session_id, record.id) from None
        return stored

    def _conflicting(self, session_id: str, records: Sequence[NewRecord]) -> RecordIdConflict:
        seen: set[str] = set()
        for record in records:
            if record.id in seen or self.record(session_id, record.id) is not None:
                return RecordIdConflict(session_id, record.id)
            seen.add(record.id)
        return RecordIdConflict(session_id, records[0].id)

    def _transit(self, session_key: int, transition: SessionTransition) -> None:
        self._database.run(
            self._sql.set_status,
            of=session_key,
            status=transition.status,
            updated_at=transition.updated_at,
        )


def _text_size(records: list[RuntimeRecord]) -> int:
    """Characters of payload; a damaged row can hold anything."""
    try:
        return sum([len(record.payload_text) for record in records])
    except TypeError:
        return len(records)


def _bindable(number: int) -> int:
    """A page argument kept inside what a database can hold."""
    return max(0, min(number, _BEYOND_EVERY_SEQ))


def _check_version(session_id: str, version: object) -> None:
    if not isinstance(version, str):
        raise CorruptRow("session", session_id, "runtime_dsl_version is not a text")
    if is_newer(version):
        raise FutureVersion(session_id, version, RUNTIME_DSL_VERSION)


def _check_tail(session_id: str, expected: ExpectedSeq, actual: int | None) -> None:
    if not isinstance(expected, Unset) and expected != actual:
        raise AppendConflict(session_id, expected, actual)
