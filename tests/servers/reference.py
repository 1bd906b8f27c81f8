"""A stand-in that answers as OpenMAIC's reference server was recorded to: the base contract, and its own habits.

Record ids may repeat, numbers are doubles, reads sort members by length; there are no batches and no feed.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote_to_bytes

from satchel.domain.errors import SatchelError, ValidationFailed
from satchel.domain.json_value import JsonValue, decode, encode
from satchel.domain.runtime import RUNTIME_DSL_VERSION, JsonObject, RuntimeSession, is_newer
from satchel.domain.timestamps import sort_key
from satchel.domain.validation import (
    check_payload,
    parse_record,
    parse_session,
    parse_status,
    parse_transition,
)
from tests.servers.javascript import as_kept, as_read
from tests.servers.serving import Reply, Request

_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_MAX_BODY = 32 * 1024 * 1024
_ABSENT = object()


class Refused(Exception):
    """An answer that is not a success."""

    def __init__(
        self, status: int, code: str, message: str, details: JsonValue = None, prefix: bool = True
    ) -> None:
        super().__init__(message)
        error: JsonObject = {
            "code": code,
            "message": f"@openmaic/storage: {message}" if prefix else message,
        }
        if details is not None:
            error["details"] = details
        self.reply = Reply(status, encode({"error": error}).encode(), _JSON)


_JSON = {"content-type": "application/json"}


@dataclass
class _Session:
    document: JsonObject
    records: list[JsonValue | bytes] = field(default_factory=list)
    """In the order of their numbers; bytes are what another program left there."""


class ReferenceServer:
    """Its whole state is in memory. `admin` is the operators' token; without one nobody is an operator.

    `open_to_all`: whoever asks may do everything, for a suite that plays several learners.
    """

    def __init__(self, admin: str | None = None, *, open_to_all: bool = False) -> None:
        self._admin = admin
        self._open = open_to_all
        self._sessions: dict[str, _Session] = {}
        self._lock = threading.Lock()

    # --- for tests ---------------------------------------------------------------------------------

    def plant(self, document: JsonObject, *records: JsonValue | bytes) -> None:
        """Puts a session there as another program left it, and records as they are, text included."""
        whole = {"runtimeDslVersion": RUNTIME_DSL_VERSION, **document}
        self._sessions[str(document["id"])] = _Session(whole, list(records))

    def clear(self) -> None:
        self._sessions.clear()

    def ids(self, session_id: str) -> list[JsonValue]:
        """The ids of a session's records, in the order of their numbers."""
        return [one["id"] for one in self._sessions[session_id].records if isinstance(one, dict)]

    def sessions(self) -> dict[str, tuple[JsonObject, list[JsonValue | bytes]]]:
        """All it holds: each session with its records."""
        return {id: (one.document, list(one.records)) for id, one in self._sessions.items()}

    # --- the wire ----------------------------------------------------------------------------------

    def handle(self, request: Request) -> Reply:
        """For `serving`."""
        return self.answer(request, self._bearer(request))

    def answer(self, request: Request, learner: str | None) -> Reply:
        """One request after the other, each all or nothing. `learner` is who asks; None: nobody."""
        try:
            with self._lock:
                return self._routed(request, learner)
        except Refused as refused:
            return refused.reply
        except ValidationFailed as fault:
            return Refused(400, "VALIDATION_FAILED", fault.message, fault.details).reply  # type: ignore[arg-type]
        except SatchelError as fault:
            return Refused(400, "VALIDATION_FAILED", fault.message, prefix=False).reply

    def _bearer(self, request: Request) -> str | None:
        given = request.headers.get("authorization", "")
        return given.removeprefix("Bearer ") or None if given.startswith("Bearer ") else None

    def _routed(self, request: Request, learner: str | None) -> Reply:
        path, _, query = request.target.partition("?")
        parts = _segments(path)
        if parts[:1] != ["runtime"]:
            raise Refused(404, "ROUTE_NOT_FOUND", "route not found", prefix=False)
        if learner is None:
            raise Refused(401, "UNAUTHENTICATED", "authentication required")
        call = self._call(request.method, parts[1:], learner, query, request)
        if call is None:
            raise Refused(404, "ROUTE_NOT_FOUND", "route not found", prefix=False)
        return call()

    def _call(
        self, method: str, parts: list[str], learner: str, query: str, request: Request
    ) -> Callable[[], Reply] | None:
        match method, parts:
            case "POST", ["sessions"]:
                return lambda: self._create(learner, _object(request))
            case "GET", ["sessions", id]:
                return lambda: _found(as_kept(self._own(learner, id).document))
            case "DELETE", ["sessions", id]:
                return lambda: self._delete(learner, id)
            case "PATCH", ["sessions", id, "status"]:
                return lambda: self._status(learner, id, request)
            case "POST", ["sessions", id, "records"]:
                return lambda: self._append(learner, id, _object(request))
            case "GET", ["sessions", id, "records"]:
                return lambda: self._records(learner, id, _scene(query))
            case "GET", ["stages", stage, "learners", key, "sessions"]:
                return lambda: self._partition(learner, stage, key)
            case "POST", ["learners", "merge"]:
                return lambda: self._merge(learner, _object(request))
            case "DELETE", ["stages", stage, "learners", key]:
                return lambda: self._delete_where(learner, stage, key)
            case "DELETE", ["stages", stage]:
                return lambda: self._delete_where(learner, stage, None)
            case "DELETE", []:
                return lambda: self._delete_where(learner, None, None)
        return None

    # --- sessions ----------------------------------------------------------------------------------

    def _create(self, learner: str, body: JsonObject) -> Reply:
        key = body.get("learnerKey")
        if not isinstance(key, str) or not key:
            raise Refused(400, "VALIDATION_FAILED", "learnerKey must be a non-empty string")
        for name in ("id", "stageId"):
            _segment(body.get(name))
        held = self._sessions.get(str(body.get("id")))
        if not self._may(learner, key) or (
            held is not None and not self._may(learner, held.document["learnerKey"])
        ):
            raise _foreign()
        session = parse_session(body)
        if held is not None:
            message = f'session "{session.id}" already exists'
            raise Refused(409, "SESSION_ALREADY_EXISTS", message)
        document = body | {"runtimeDslVersion": RUNTIME_DSL_VERSION}
        self._sessions[session.id] = _Session(document)
        return _found(as_read(document), 201)

    def _partition(self, learner: str, stage: str, key: str) -> Reply:
        if not self._may(learner, key):
            raise _foreign()
        found = [
            (session, one.document)
            for one in self._sessions.values()
            if one.document.get("stageId") == stage
            and one.document.get("learnerKey") == key
            and (session := _sound(one.document)) is not None
        ]
        found.sort(key=lambda pair: (sort_key(pair[0].created_at), pair[0].id.casefold()))
        return _found([as_kept(document) for _, document in found])

    def _status(self, learner: str, id: str, request: Request) -> Reply:
        held = self._own(learner, id)
        _check_version(held)
        body = _object(request)
        transition = parse_status(body.get("status"), body.get("updatedAt"), id)
        if "expectedLastSeq" in body:
            now = held.document["status"]
            if now != "active":
                message = f"session \"{id}\" is no longer active; its current status is '{now}'"
                raise Refused(400, "VALIDATION_FAILED", message)
            _check_tail(id, held, body["expectedLastSeq"])
        held.document["status"] = transition.status
        held.document["updatedAt"] = transition.updated_at
        return Reply(204)

    def _delete(self, learner: str, id: str) -> Reply:
        held = self._sessions.get(id)
        if held is not None and _sound(held.document) is None:
            raise _internal()
        if held is not None:
            self._own(learner, id)
            del self._sessions[id]
        return Reply(204)

    def _delete_where(self, learner: str, stage: str | None, key: str | None) -> Reply:
        if key is not None and not self._may(learner, key) and not self._operates(learner):
            raise _foreign()
        if key is None and not self._operates(learner):
            raise Refused(403, "FORBIDDEN_ADMIN", "admin authorization required")
        self._sessions = {
            id: one
            for id, one in self._sessions.items()
            if (stage is not None and one.document.get("stageId") != stage)
            or (key is not None and one.document.get("learnerKey") != key)
        }
        return Reply(204)

    def _merge(self, learner: str, body: JsonObject) -> Reply:
        keys = [body.get("fromLearnerKey"), body.get("toLearnerKey")]
        if not all(isinstance(key, str) and key for key in keys):
            raise Refused(400, "VALIDATION_FAILED", "learner keys must be non-empty strings")
        for key in keys:
            _segment(key)
            encoded = encode(key)
            if "\\u0000" in encoded:
                raise Refused(400, "VALIDATION_FAILED", "string contains the NUL code point")
        if not self._operates(learner) and set(keys) != {learner}:
            raise _foreign()
        moved = [one for one in self._sessions.values() if one.document["learnerKey"] == keys[0]]
        if keys[0] == keys[1]:
            moved = []
        for one in moved:
            _check_version(one)
        for one in moved:
            one.document["learnerKey"] = keys[1]
        return _found({"moved": len(moved)})

    def _may(self, learner: str, key: JsonValue) -> bool:
        return self._open or key == learner

    def _operates(self, learner: str) -> bool:
        return self._open or (self._admin is not None and learner == self._admin)

    def _own(self, learner: str, id: str) -> _Session:
        if learner == self._admin:
            raise _foreign()
        held = self._sessions.get(_segment(id))
        if held is None or not self._may(learner, held.document.get("learnerKey")):
            raise Refused(404, "SESSION_NOT_FOUND", f'no session "{id}"')
        if _sound(held.document) is None:
            raise _internal()
        return held

    # --- records -----------------------------------------------------------------------------------

    def _append(self, learner: str, id: str, body: JsonObject) -> Reply:
        given = {n: v for n, v in body.items() if n not in ("expectedLastSeq", "sessionTransition")}
        record = parse_record(given, id)
        transition = (
            parse_transition(body["sessionTransition"]) if "sessionTransition" in body else None
        )
        held = self._own(learner, id)
        _check_version(held)
        check_payload(str(held.document["kind"]), record)
        status = held.document["status"]
        if status != "active":
            message = (
                f"cannot append to session \"{id}\" with status '{status}' — "
                "records may only be appended to an active session"
            )
            raise Refused(400, "VALIDATION_FAILED", message)
        if "expectedLastSeq" in body:
            _check_tail(id, held, body["expectedLastSeq"])
        stored = {n: v for n, v in given.items() if n != "seq"} | {"seq": len(held.records)}
        if "actionIndex" in stored:
            stored["actionIndex"] = record.action_index
        held.records.append(as_read(stored))
        if transition is not None:
            held.document["status"] = transition.status
            held.document["updatedAt"] = transition.updated_at
        return _found(as_read(stored), 201)

    def _records(self, learner: str, id: str, scene: str | None) -> Reply:
        texts = [
            one if isinstance(one, bytes) else encode(as_kept(one)).encode()
            for one in self._own(learner, id).records
            if scene is None or (isinstance(one, dict) and one.get("sceneId") == scene)
        ]
        return Reply(200, b"[" + b",".join(texts) + b"]", _JSON)


# --- parts ---------------------------------------------------------------------------------------------


def _segments(path: str) -> list[str]:
    """The parts of a path as a browser's URL parser leaves them, decoded."""
    if _STRAY_PERCENT.search(path):
        raise Refused(400, "VALIDATION_FAILED", "URI malformed", prefix=False)
    kept: list[str] = []
    for part in path.split("/")[1:]:
        plain = part.lower().replace("%2e", ".")
        if plain == "..":
            kept = kept[:-1]
        elif plain != ".":
            kept.append(part)
    try:
        return [unquote_to_bytes(part).decode() for part in kept]
    except UnicodeDecodeError:
        raise Refused(400, "VALIDATION_FAILED", "URI malformed", prefix=False) from None


def _segment(value: JsonValue) -> str:
    if not isinstance(value, str) or not value:
        message = "URL path segment must be a non-empty string"
        raise Refused(400, "VALIDATION_FAILED", message)
    if value in (".", ".."):
        raise Refused(400, "VALIDATION_FAILED", f'URL path segment must not be "{value}"')
    return value


def _object(request: Request) -> JsonObject:
    if len(request.body) > _MAX_BODY:
        message = f"request body exceeds maxBodyBytes ({_MAX_BODY})"
        raise Refused(413, "PAYLOAD_TOO_LARGE", message)
    body = decode(request.body.decode("utf-8", "replace")) if request.body else None
    if not isinstance(body, dict):
        raise Refused(400, "VALIDATION_FAILED", "request body must be a JSON object", prefix=False)
    return body


def _scene(query: str) -> str | None:
    given = [value for name, value in parse_qsl(query, True) if name == "sceneId"]
    return given[0] if given else None


def _sound(document: JsonObject) -> RuntimeSession | None:
    try:
        return parse_session(document, keep_version=True)
    except SatchelError:
        return None


def _check_version(held: _Session) -> None:
    version = str(held.document.get("runtimeDslVersion"))
    if is_newer(version):
        message = (
            f'session "{held.document["id"]}" was written at runtime DSL version "{version}", '
            f"newer than this client's {RUNTIME_DSL_VERSION}"
        )
        raise Refused(409, "FUTURE_VERSION", message)


def _check_tail(id: str, held: _Session, expected: JsonValue) -> None:
    if isinstance(expected, float) and expected.is_integer():
        expected = int(expected)
    if expected is not None and (
        not isinstance(expected, int) or isinstance(expected, bool) or expected < 0
    ):
        raise _internal()
    actual = len(held.records) - 1 if held.records else None
    if expected != actual:
        said = ["null" if seq is None else str(seq) for seq in (expected, actual)]
        details: JsonObject = {
            "sessionId": id,
            "expectedLastSeq": expected,
            "actualLastSeq": actual,
        }
        message = f'session "{id}" last seq changed from {said[0]} to {said[1]}'
        raise Refused(409, "RUNTIME_APPEND_CONFLICT", message, details)


def _foreign() -> Refused:
    message = "authenticated learner may not access the requested learner partition"
    return Refused(403, "FORBIDDEN_LEARNER", message)


def _internal() -> Refused:
    return Refused(500, "INTERNAL_ERROR", "internal server error")


def _found(value: JsonValue, status: int = 200) -> Reply:
    return Reply(status, encode(value).encode(), _JSON)
