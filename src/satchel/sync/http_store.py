"""`RuntimeStore` over the wire: the base contract alone, for any server that speaks it."""

from __future__ import annotations

from satchel.domain.contracts import Clock
from satchel.domain.errors import SessionNotFound, ValidationFailed
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import (
    UNSET,
    ExpectedSeq,
    JsonObject,
    NewRecord,
    RuntimeRecord,
    RuntimeSession,
    SessionTransition,
    Unset,
)
from satchel.domain.validation import parse_record
from satchel.net import Wire
from satchel.sync.answers import Asked
from satchel.sync.calls import SESSIONS, Calls, session_path, stage_path
from satchel.sync.held import held_listing, held_records, held_session, seq_of
from satchel.sync.remote_protocol import HeldRecord


class HttpRuntimeStore:
    """The contract of `domain.contracts.RuntimeStore`; every call may also raise a `RemoteError`.

    A record's `key` is its `seq`: what is not stored here has no other.
    """

    def __init__(self, wire: Wire, clock: Clock) -> None:
        self._calls = Calls(wire, clock)

    def close(self) -> None:
        self._calls.close()

    # --- sessions ----------------------------------------------------------------------------------

    def create_session(self, document: JsonObject) -> RuntimeSession:
        asked = Asked(_id_in(document), writes=True)
        answer = self._calls.write("POST", SESSIONS, asked, document)
        return self._calls.document(answer, asked, _session)

    def get_session(self, session_id: str) -> RuntimeSession:
        asked = Asked(session_id)
        answer = self._calls.get(_there(session_id), asked)
        return self._calls.document(answer, asked, _session)

    def list_sessions(self, stage_id: str, learner_key: str) -> list[RuntimeSession]:
        asked = Asked()
        answer = self._calls.get(stage_path(stage_id, learner_key) + "/sessions", asked)
        found = self._calls.read(answer, asked, held_listing)
        return [there.session for there in found.sessions]

    def set_status(
        self,
        session_id: str,
        status: str,
        updated_at: str,
        *,
        expected_last_seq: ExpectedSeq = UNSET,
    ) -> None:
        body: JsonObject = {"status": status, "updatedAt": updated_at}
        if not isinstance(expected_last_seq, Unset):
            body["expectedLastSeq"] = expected_last_seq
        path = _there(session_id, "/status")
        self._calls.write("PATCH", path, Asked(session_id, writes=True), body)

    # --- records -----------------------------------------------------------------------------------

    def append_record(
        self,
        session_id: str,
        document: JsonObject,
        *,
        expected_last_seq: ExpectedSeq = UNSET,
        session_transition: SessionTransition | None = None,
    ) -> RuntimeRecord:
        if not isinstance(document, dict):
            raise ValidationFailed("A record must be a JSON object.")
        body = dict(document)
        if not isinstance(expected_last_seq, Unset):
            body["expectedLastSeq"] = expected_last_seq
        if session_transition is not None:
            body["sessionTransition"] = {
                "status": session_transition.status,
                "updatedAt": session_transition.updated_at,
            }
        asked = Asked(session_id, _id_in(document), writes=True)
        answer = self._calls.write("POST", _there(session_id, "/records"), asked, body)
        return self._calls.document(answer, asked, lambda value: _record(value, session_id))

    def list_records(
        self,
        session_id: str,
        *,
        scene_id: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> list[RuntimeRecord]:
        """The base contract knows no pages: all are read, and what is flagged is left out."""
        asked = Asked(session_id)
        query = [] if scene_id is None else [("sceneId", _asked_for(scene_id))]
        answer = self._calls.get(_there(session_id, "/records"), asked, query)
        found = self._calls.read(answer, asked, lambda body: held_records(body, session_id, ()))
        records = [_stored(one.seq, one.record, session_id) for one in found if _is_good(one)]
        if before is not None:
            records = [record for record in records if record.seq < before]
        if limit is not None:
            records = records[max(0, len(records) - max(0, limit)) :]
        return records

    # --- deleting and moving -----------------------------------------------------------------------

    def delete_session(self, session_id: str) -> None:
        self._calls.write("DELETE", session_path(session_id), Asked(session_id, writes=True))

    def merge_learners(self, from_key: str, to_key: str) -> int:
        asked = Asked(writes=True)
        body: JsonObject = {"fromLearnerKey": from_key, "toLearnerKey": to_key}
        answer = self._calls.write("POST", "/runtime/learners/merge", asked, body)
        return self._calls.document(answer, asked, _moved)

    def delete_learner(self, stage_id: str, learner_key: str) -> None:
        self._calls.write("DELETE", stage_path(stage_id, learner_key), Asked(writes=True))

    def delete_stage(self, stage_id: str) -> None:
        self._calls.write("DELETE", stage_path(stage_id), Asked(writes=True))

    def delete_all(self) -> None:
        self._calls.write("DELETE", "/runtime", Asked(writes=True))


def _there(session_id: str, rest: str = "") -> str:
    """The path of a session. What no path can name is not there: raises `SessionNotFound`."""
    try:
        return session_path(session_id, rest)
    except ValidationFailed:
        raise SessionNotFound(session_id) from None


def _asked_for(scene_id: str) -> str:
    try:
        scene_id.encode()
    except UnicodeEncodeError:
        raise ValidationFailed("sceneId holds half a character (an unpaired surrogate).") from None
    return scene_id


def _session(value: JsonValue) -> RuntimeSession:
    return held_session(value).session


def _record(value: JsonValue, session_id: str) -> RuntimeRecord:
    seq = seq_of(value.get("seq") if isinstance(value, dict) else None)
    return _stored(seq, parse_record(value, session_id), session_id)


def _stored(seq: int, record: NewRecord | None, session_id: str) -> RuntimeRecord:
    assert record is not None
    return RuntimeRecord(
        session_id,
        seq,
        record.id,
        seq,
        record.scene_id,
        record.action_index,
        record.sub_anchor,
        record.created_at,
        record.payload_text,
        record.envelope_text,
    )


def _is_good(one: HeldRecord) -> bool:
    return one.fault is None


def _moved(value: JsonValue) -> int:
    if not isinstance(value, dict):
        raise ValidationFailed("The answer must say how many sessions moved.")
    return seq_of(value.get("moved"))


def _id_in(document: object) -> str:
    id = document.get("id") if isinstance(document, dict) else None
    return id if isinstance(id, str) else ""
