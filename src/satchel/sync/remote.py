"""A server over the wire as sync works with it: Satchel's own, or one that knows the base contract only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satchel.domain.contracts import Clock
from satchel.domain.errors import SessionNotFound, ValidationFailed
from satchel.domain.json_value import JsonValue, encode
from satchel.domain.remote_errors import Forbidden, RouteNotFound
from satchel.domain.runtime import UNSET, ExpectedSeq, JsonObject, RuntimeSession, Unset
from satchel.domain.satchel_object import FIELDS
from satchel.domain.satchel_object import check as check_satchel
from satchel.net import Wire
from satchel.sync.answers import Asked
from satchel.sync.calls import SESSIONS, Calls, session_path, stage_path
from satchel.sync.dialects import AUTO, OPENMAIC_SHARED, SATCHEL, Credential
from satchel.sync.held import (
    held_changes,
    held_listing,
    held_records,
    held_session,
    held_whole,
    held_with,
    seq_of,
)
from satchel.sync.remote_protocol import (
    Capabilities,
    Changes,
    Held,
    HeldListing,
    HeldSession,
    ServerLease,
)

_MAX_BATCH: Final = 500
_MAX_BODY: Final = 32 * 1024 * 1024
_ROOM: Final = 8192
"""Bytes of a body beside its records: ids, the guard, punctuation."""


class HttpRemote:
    """`remote_protocol.Remote` over HTTP, which tells what each call raises. Also `remote_protocol.Leases`.

    `ours` is what is known from before of whether this is Satchel's server; None: it is asked when needed.
    """

    def __init__(
        self, wire: Wire, credential: Credential, clock: Clock, *, ours: bool | None = None
    ) -> None:
        self._calls = Calls(wire, clock)
        self._credential = credential
        self._ours = ours if credential.dialect == AUTO else credential.dialect == SATCHEL
        self._learner_key = credential.learner_key
        self._max_batch = _MAX_BATCH
        self._max_body = _MAX_BODY

    def close(self) -> None:
        self._calls.close()

    @property
    def learner_key(self) -> str | None:
        return self._learner_key

    @property
    def max_batch(self) -> int:
        return self._max_batch if self._is_ours() else 1

    @property
    def clock_off(self) -> int | None:
        return self._calls.clock_off

    # --- reading -----------------------------------------------------------------------------------

    def capabilities(self) -> Capabilities | None:
        if self._credential.dialect not in (AUTO, SATCHEL):
            return None
        asked = Asked()
        try:
            answer = self._calls.get("/runtime/capabilities", asked)
        except RouteNotFound:
            if self._credential.dialect == SATCHEL:
                raise
            self._ours = False
            return None
        found = self._calls.document(answer, asked, _capabilities)
        self._ours = True
        self._max_batch, self._max_body = found.max_batch, found.max_body_bytes
        self._learner_key = found.learner_key or self._learner_key
        return found

    def changes(self, cursor: str | None, limit: int) -> Changes:
        asked = Asked()
        query = [("limit", str(limit))]
        if cursor is not None:
            query.append(("cursor", cursor))
        answer = self._calls.get("/runtime/changes", asked, query)
        return self._calls.document(answer, asked, lambda value: _going_on(value, cursor))

    def listing(self, stage_id: str) -> HeldListing:
        asked = Asked()
        path = stage_path(stage_id, self._own_key()) + "/sessions"
        return self._calls.read(self._calls.get(path, asked), asked, held_listing)

    def get(self, session_id: str) -> Held | None:
        asked = Asked(session_id)
        try:
            if self._is_ours():
                answer = self._calls.get(session_path(session_id), asked, [("include", "records")])
                return self._calls.read(answer, asked, lambda body: _whole_of(body, session_id))
            return self._get_in_two(session_id, asked)
        except SessionNotFound:
            return None

    def _get_in_two(self, session_id: str, asked: Asked) -> Held:
        there = self._session(session_id, asked)
        try:
            answer = self._calls.get(session_path(session_id, "/records"), asked)
        except SessionNotFound:  # to this call it means “none”, or the session went meanwhile
            return held_with(self._session(session_id, asked), ())
        return self._calls.read(
            answer, asked, lambda body: held_with(there, held_records(body, session_id))
        )

    def _session(self, session_id: str, asked: Asked) -> HeldSession:
        answer = self._calls.get(session_path(session_id), asked)
        return self._calls.document(
            answer, asked, lambda value: _named(held_session(value), session_id)
        )

    # --- writing -----------------------------------------------------------------------------------

    def create(
        self, session: RuntimeSession, satchel: JsonObject, *, if_never_deleted: bool
    ) -> HeldSession:
        asked = Asked(session.id, writes=True)
        ours = self._is_ours()
        carried = satchel | {"ifNeverDeleted": True} if ours and if_never_deleted else satchel
        body = session.to_wire() | {"satchel": carried}
        answer = self._calls.write("POST", SESSIONS, asked, body)
        return self._calls.document(
            answer, asked, lambda value: _named(held_session(value), session.id)
        )

    def fitting(self, records: Sequence[JsonObject]) -> int:
        size = _ROOM
        for count, record in enumerate(records[: self.max_batch]):
            size += len(encode(record).encode()) + 1
            if size > self._max_body and count > 0:
                return count
        return min(len(records), self.max_batch)

    def append(
        self,
        session_id: str,
        records: Sequence[JsonObject],
        *,
        expected_last_seq: int | None,
        incarnation: str | None = None,
    ) -> tuple[int, ...]:
        if not records:
            return ()
        guard: JsonObject = {"expectedLastSeq": expected_last_seq}
        if incarnation is not None:
            guard["expectedIncarnation"] = incarnation
        ids = [record.get("id") for record in records]
        asked = Asked(session_id, str(ids[0]) if len(ids) == 1 else "", writes=True)
        path = session_path(session_id, "/records")
        if len(records) == 1:
            answer = self._calls.write("POST", path, asked, {**records[0], **guard})
            return self._calls.document(answer, asked, lambda value: _numbers([value], ids))
        batch: list[JsonValue] = list(records)
        answer = self._calls.write("POST", f"{path}:batch", asked, {"records": batch, **guard})
        return self._calls.document(answer, asked, lambda value: _numbers(_listed(value), ids))

    def set_status(
        self,
        session_id: str,
        status: str,
        updated_at: str,
        *,
        incarnation: str | None = None,
        expected_last_seq: ExpectedSeq = UNSET,
    ) -> None:
        body: JsonObject = {"status": status, "updatedAt": updated_at}
        if incarnation is not None:
            body["expectedIncarnation"] = incarnation
        if not isinstance(expected_last_seq, Unset):
            body["expectedLastSeq"] = expected_last_seq
        path = session_path(session_id, "/status")
        self._calls.write("PATCH", path, Asked(session_id, writes=True), body)

    def put_satchel(
        self, session_id: str, satchel: JsonObject, *, incarnation: str | None
    ) -> JsonObject:
        asked = Asked(session_id, writes=True)
        body: JsonObject = {"satchel": satchel}
        if incarnation is not None:
            body["expectedIncarnation"] = incarnation
        answer = self._calls.write("PUT", session_path(session_id, "/satchel"), asked, body)
        return self._calls.document(answer, asked, lambda value: _standing(value, satchel))

    def delete(
        self, session_id: str, *, incarnation: str | None = None, tail: ExpectedSeq = UNSET
    ) -> None:
        query: list[tuple[str, str]] = []
        if self._is_ours():
            if incarnation is not None:
                query.append(("expectedIncarnation", incarnation))
            if not isinstance(tail, Unset):
                query.append(("expectedLastSeq", "null" if tail is None else str(tail)))
        asked = Asked(session_id, writes=True)
        self._calls.write("DELETE", session_path(session_id), asked, query=query)

    def merge_learner(self, from_key: str, from_token: str) -> int:
        if self._credential.dialect == OPENMAIC_SHARED:
            raise Forbidden(
                "This server does not let sessions pass from one learner to another. Those sent already stay "
                "under their old key, which this profile goes on owning."
            )
        asked = Asked(writes=True)
        body: JsonObject = {"fromLearnerKey": from_key, "toLearnerKey": self._own_key()}
        answer = self._calls.write("POST", "/runtime/learners/merge", asked, body, proof=from_token)
        return self._calls.document(
            answer, asked, lambda value: seq_of(_object(value).get("moved"))
        )

    # --- leases ------------------------------------------------------------------------------------

    def take(
        self, session_id: str, holder: str, seconds: int, *, token: str | None, take_over: bool
    ) -> ServerLease:
        asked = Asked(session_id, writes=True)
        body: JsonObject = {"holder": holder, "seconds": seconds, "takeOver": take_over}
        if token is not None:
            body["token"] = token
        answer = self._calls.write("PUT", session_path(session_id, "/lease"), asked, body)
        return self._calls.document(answer, asked, _lease)

    def look(self, session_id: str) -> ServerLease | None:
        asked = Asked(session_id)
        try:
            answer = self._calls.get(session_path(session_id, "/lease"), asked)
        except RouteNotFound:  # also a 404 that says LEASE_NOT_FOUND
            return None
        return self._calls.document(answer, asked, _lease)

    def give_back(self, session_id: str, token: str) -> None:
        path = session_path(session_id, "/lease")
        self._calls.write("DELETE", path, Asked(session_id, writes=True), query=[("token", token)])

    # --- parts -------------------------------------------------------------------------------------

    def _is_ours(self) -> bool:
        if self._ours is None:
            self.capabilities()
        return self._ours is True

    def _own_key(self) -> str:
        if self._learner_key is None and self._is_ours():
            self.capabilities()
        if self._learner_key is None:
            raise ValidationFailed(
                "Nobody said whose sessions these are. Enter the learner's key in the settings of the server."
            )
        return self._learner_key


def _whole_of(body: bytes, session_id: str) -> Held:
    held = held_whole(body, session_id)
    _named(held.there, session_id)
    return held


def _named(there: HeldSession, session_id: str) -> HeldSession:
    """Raises `ValidationFailed` if the answer is about another session than was asked for."""
    if there.id != session_id:
        raise ValidationFailed("The answer is about another session.")
    return there


def _going_on(value: JsonValue, cursor: str | None) -> Changes:
    """A page of the feed. Raises `ValidationFailed` also if asking for the next one would never end."""
    page = held_changes(value)
    if page.more and page.cursor == cursor:
        raise ValidationFailed("There is more in the feed, but it does not go on.")
    return page


def _object(value: JsonValue) -> JsonObject:
    if not isinstance(value, dict):
        raise ValidationFailed("The answer must be a JSON object.")
    return value


def _standing(value: JsonValue, offered: JsonObject) -> JsonObject:
    """What stands after an offer, which must have every field of it."""
    standing = check_satchel(value)
    if any(name in offered and name not in standing for name in FIELDS):
        raise ValidationFailed("The answer lacks a field that was sent.")
    return standing


def _listed(value: JsonValue) -> list[JsonValue]:
    records = _object(value).get("records")
    if not isinstance(records, list):
        raise ValidationFailed("The answer must list the records.")
    return records


def _numbers(records: Sequence[JsonValue], ids: Sequence[JsonValue]) -> tuple[int, ...]:
    """The numbers of the records, which must be those that were sent."""
    found = [_object(record) for record in records]
    if [record.get("id") for record in found] != list(ids):
        raise ValidationFailed("The answer is about other records.")
    return tuple(seq_of(record.get("seq")) for record in found)


def _capabilities(value: JsonValue) -> Capabilities:
    said = _object(value)
    limits, token = said.get("limits"), said.get("token")
    server_id, version, features = said.get("serverId"), said.get("version"), said.get("features")
    limits = limits if isinstance(limits, dict) else {}
    token = token if isinstance(token, dict) else {}
    if not isinstance(server_id, str) or not isinstance(version, str) or not server_id:
        raise ValidationFailed("A server must say its serverId and its version.")
    key, expires = token.get("learnerKey"), token.get("expiresAt")
    return Capabilities(
        server_id=server_id,
        version=version,
        features=frozenset(one for one in features if isinstance(one, str))
        if isinstance(features, list)
        else frozenset(),
        max_batch=min(max(_whole(limits.get("batchRecords"), _MAX_BATCH), 1), _MAX_BATCH),
        max_body_bytes=_whole(limits.get("bodyBytes"), _MAX_BODY),
        learner_key=key if isinstance(key, str) else None,
        token_expires_at=expires if isinstance(expires, str) else None,
        operator=token.get("operator") is True,
    )


def _whole(value: JsonValue, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def _lease(value: JsonValue) -> ServerLease:
    said = _object(value)
    holder, token, expires = said.get("holder"), said.get("token"), said.get("expiresAt")
    if not isinstance(holder, str) or not isinstance(expires, str):
        raise ValidationFailed("A lease must say its holder and when it expires.")
    return ServerLease(holder, token if isinstance(token, str) else None, expires)
