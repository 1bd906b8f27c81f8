"""Sessions one at a time: created, read, changed, deleted."""

from __future__ import annotations

from typing import Final

from satchel.domain.errors import (
    SatchelError,
    SessionAlreadyExists,
    SessionDeleted,
    SessionNotActive,
    ValidationFailed,
    shorten,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import (
    ACTIVE,
    CHAT,
    UNSET,
    WORKSPACE_STAGE,
    JsonObject,
    NewRecord,
    RuntimeSession,
    Unset,
    is_newer,
)
from satchel.domain.satchel_object import check as check_satchel
from satchel.domain.satchel_object import fresh, merged, merged_unknown
from satchel.domain.timestamps import from_datetime, latest
from satchel.domain.validation import (
    check_key,
    parse_expected_seq,
    parse_records,
    parse_session,
    parse_status,
)
from satchel.store.faults import ConstraintBroken
from satchel.store.rows import record_columns, satchel_columns, session_columns
from satchel_server.callers import Caller
from satchel_server.faults import ForbiddenLearner
from satchel_server.tables import DELETED
from satchel_server.work import (
    EXPECTED_INCARNATION,
    EXPECTED_LAST_SEQ,
    Stored,
    Ticket,
    Work,
    check_tail,
    check_version,
    is_default,
    learner_of,
    object_of,
    parse_incarnation,
    stored,
    without,
)

IF_NEVER_DELETED: Final = "ifNeverDeleted"


class Sessions(Work):
    def create_session(self, caller: Caller, document: object) -> JsonObject:
        """The stored session, with the stamp of this creation.

        Raises `ValidationFailed`, `ForbiddenLearner`, `SessionAlreadyExists`, also where another learner has
        the id, and `SessionDeleted` where `satchel.ifNeverDeleted` asks for that.
        """
        given, satchel, never_deleted = _parted(object_of(document, "A session"))
        session = parse_session(given)
        return self._create(caller, session, satchel, never_deleted, [])

    def import_session(
        self, caller: Caller, document: object, records: list[JsonObject]
    ) -> JsonObject:
        """A session of a file, its version and status kept, with its first records.

        Raises what `create_session` and `append` raise for them, and `FutureVersion`.
        """
        given, satchel, _ = _parted(object_of(document, "A session"))
        session = parse_session(given, keep_version=True)
        if is_newer(session.runtime_dsl_version):
            check_version(session.id, session.runtime_dsl_version)
        first = parse_records(records, session.id, session.kind)
        return self._create(caller, session, satchel, False, first)

    def create_agent_session(self, caller: Caller, title: str = "") -> JsonObject:
        """A chat of the caller on the workspace's stage, under a fresh opaque id."""
        session_id, now = self._new_id(), from_datetime(self._clock())
        session = RuntimeSession(
            session_id, CHAT, WORKSPACE_STAGE, learner_of(caller), ACTIVE, now, now
        )
        device = self._identity.last_known
        satchel = fresh(session_id, title, 1, device) if title else None
        return self._create(caller, session, satchel, False, [])

    def get_session(self, caller: Caller, session_id: str) -> JsonObject:
        """Raises `SessionNotFound`, `CorruptRow`."""
        learner = learner_of(caller)
        found = self._read(lambda: self._find(self._sql.session, learner, session_id))
        return found.to_wire(self._identity.last_known)

    def list_partition(self, caller: Caller, stage_id: str, learner_key: str) -> list[JsonObject]:
        """By the instant of `createdAt`, then by id. Damaged rows are left out.

        Raises `ValidationFailed`, `ForbiddenLearner`.
        """
        check_key("stageId", stage_id)
        check_key("learnerKey", learner_key)
        if not caller.owns(learner_key):
            raise ForbiddenLearner
        partition = self._read(lambda: self._partition(stage_id, learner_key))
        return [found.to_wire(self._identity.last_known) for found in partition]

    def set_status(self, caller: Caller, session_id: str, body: object) -> None:
        """As `PATCH …/status` has it. A `body` that is an error is raised, once the session was found.

        Raises `SessionNotFound`, `SessionReplaced`, `FutureVersion`, `ValidationFailed`, `AppendConflict`.
        """
        learner = learner_of(caller)

        def work(doubtful: bool) -> tuple[None, list[Ticket]]:
            ticket = self._ticket(learner)
            found = self._find(self._sql.session_locked, learner, session_id)
            if isinstance(body, SatchelError):
                raise body
            self._set_status(found, object_of(body, "A change of status"), doubtful)
            self._note(ticket, session_id, found.incarnation)
            return None, [ticket]

        self._write(work, repeatable=True)

    def put_satchel(
        self,
        caller: Caller,
        session_id: str,
        body: object,
        *,
        expected_incarnation: object = UNSET,
    ) -> JsonObject:
        """Field by field the higher `(rev, device)`; answers what stands there then.

        Raises `ValidationFailed`, `SessionNotFound`, `SessionReplaced`, `FutureVersion`.
        """
        learner = learner_of(caller)
        arriving = check_satchel(body)
        incarnation = parse_incarnation(expected_incarnation)

        def work(_doubtful: bool) -> tuple[JsonObject, list[Ticket]]:
            ticket = self._ticket(learner)
            found = self._find(self._sql.session_locked, learner, session_id)
            self._check_incarnation(session_id, incarnation, found.incarnation)
            check_version(session_id, found.state.session.runtime_dsl_version)
            here = found.state.satchel
            stands = merged(here, arriving)
            if is_default(
                found.state
            ):  # the first to say anything brings the lineage, and its own order
                stands = {**arriving, **stands}
                stands |= {
                    name: arriving[name] for name in ("lineage", "provenance") if name in arriving
                }
            stands |= merged_unknown(stands, arriving)
            if stands != here:
                columns = satchel_columns(stands, session_id)
                self._database.count(self._sql.set_satchel, of=found.state.key, **columns)
                self._note(ticket, session_id, found.incarnation)
            return stands, [ticket]

        return self._write(work, repeatable=True)

    def delete_session(
        self,
        caller: Caller,
        session_id: str,
        *,
        expected_incarnation: object = UNSET,
        expected_last_seq: object = UNSET,
    ) -> None:
        """Deletes it with its records; an absent one is no error. Raises `SessionReplaced`, `AppendConflict`."""
        learner = learner_of(caller)
        check_key("id", session_id)
        incarnation = parse_incarnation(expected_incarnation)
        tail = parse_expected_seq(expected_last_seq)
        meant: list[str | None] = []

        def work(doubtful: bool) -> tuple[None, list[Ticket]]:
            ticket = self._ticket(learner)
            rows = self._database.run(self._sql.marks_locked, id=session_id, learner=learner)
            if not rows:
                return None, [ticket]
            key, actual, next_seq = rows[0]
            self._check_incarnation(session_id, incarnation, actual)
            if doubtful and meant and meant[0] != actual:
                return None, [ticket]  # it went as asked; another one came since
            meant[:] = [actual]
            check_tail(session_id, tail, next_seq)
            self._database.count(self._sql.delete_session, of=key)
            self._note(ticket, session_id, actual, DELETED)
            return None, [ticket]

        self._write(work, repeatable=True)

    # --- parts -------------------------------------------------------------------------------------

    def _create(
        self,
        caller: Caller,
        session: RuntimeSession,
        satchel: JsonObject | None,
        never_deleted: bool,
        records: list[NewRecord],
    ) -> JsonObject:
        learner = learner_of(caller)
        if session.learner_key != learner:
            raise ForbiddenLearner
        incarnation = f"{self._identity.last_known}.{self._randomness(12)}"
        satchel = satchel or fresh(session.id, "", 0, "")
        newest = latest([session.created_at, *(record.created_at for record in records)])
        columns = session_columns(session, satchel, newest) | {
            "incarnation": incarnation,
            "next_seq": len(records),
        }

        def work(doubtful: bool) -> tuple[JsonObject, list[Ticket]]:
            ticket = self._ticket(learner)
            there = self._database.run(self._sql.taken, id=session.id)
            if there and not (doubtful and there[0][0] == incarnation):
                raise SessionAlreadyExists(session.id)
            if not there:
                if never_deleted and self._is_gone(learner, session.id):
                    raise SessionDeleted(session.id)
                self._database.count(self._sql.insert_session, **columns)
                self._insert_first(learner, session.id, records)
                self._note(ticket, session.id, incarnation)
            found = self._find(self._sql.session, learner, session.id)
            return found.to_wire(self._identity.last_known), [ticket]

        try:
            return self._write(work, repeatable=True)
        except ConstraintBroken:  # another learner was quicker, in a transaction of their own
            raise SessionAlreadyExists(session.id) from None

    def _is_gone(self, learner: str, session_id: str) -> bool:
        return bool(self._database.run(self._sql.gone, learner=learner, id=session_id))

    def _insert_first(self, learner: str, session_id: str, records: list[NewRecord]) -> None:
        if not records:
            return
        if len({record.id for record in records}) < len(records):
            raise ValidationFailed("The file holds two records of one id in the same session.")
        key = self._key(learner, session_id)
        rows = [record_columns(key, seq, record) for seq, record in enumerate(records)]
        self._database.run_many(self._sql.insert_record, rows)

    def _partition(self, stage_id: str, learner_key: str) -> list[Stored]:
        with self._database.lenient_text():
            rows = self._database.run(self._sql.partition, stage_id=stage_id, learner=learner_key)
        return [found for row in rows if isinstance(found := stored(row), Stored)]

    def _set_status(self, found: Stored, body: JsonObject, doubtful: bool) -> None:
        session = found.state.session
        incarnation = parse_incarnation(body.get(EXPECTED_INCARNATION, UNSET))
        self._check_incarnation(session.id, incarnation, found.incarnation)
        check_version(session.id, session.runtime_dsl_version)
        wanted = parse_status(body.get("status"), body.get("updatedAt"), session.id)
        if doubtful and (session.status, session.updated_at) == (wanted.status, wanted.updated_at):
            return  # it came about the first time
        given: JsonValue | Unset = body.get(EXPECTED_LAST_SEQ, UNSET)
        if not isinstance(given, Unset):
            if session.status != ACTIVE:
                raise SessionNotActive(
                    f'session "{shorten(session.id)}" is no longer active; '
                    f"its current status is '{session.status}'"
                )
            check_tail(session.id, parse_expected_seq(given), found.state.next_seq)
        self._database.count(
            self._sql.set_status,
            of=found.state.key,
            status=wanted.status,
            updated_at=wanted.updated_at,
        )


def _parted(document: JsonObject) -> tuple[JsonObject, JsonObject | None, bool]:
    """The session alone, its `satchel` object, and whether it may only be created if it never was deleted.

    A stamp in the document is that of another creation, and does not count.
    """
    own = without(document, "satchel", "incarnation")
    if "satchel" not in document:
        return own, None, False
    satchel = object_of(document["satchel"], "The `satchel` member")
    never_deleted = satchel.get(IF_NEVER_DELETED, False)
    if not isinstance(never_deleted, bool):
        raise ValidationFailed(f"`satchel.{IF_NEVER_DELETED}` must be true or false.")
    rest = without(satchel, IF_NEVER_DELETED)
    return own, check_satchel(rest) if rest else None, never_deleted
