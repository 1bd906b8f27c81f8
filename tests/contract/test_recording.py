"""Replays, where it is at hand, what the reference server was recorded to answer, as far as a store decides it.

The rules the recording shows are all in this suite in our own words; this only looks for one we forgot. It is
collected where `SATCHEL_RECORDING` names the file, or `../shared/data/openmaic/transcript.jsonl` lies beside the
checkout.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from satchel.domain.contracts import RuntimeStore
from satchel.domain.errors import SatchelError, SessionAlreadyExists, UnreadableInput
from satchel.domain.json_value import JsonValue, decode, same
from satchel.domain.runtime import UNSET, JsonObject
from satchel.domain.validation import parse_transition
from tests.fakes import session

_BESIDE = Path(__file__).parents[3] / "shared/data/openmaic/transcript.jsonl"
_RECORDING = Path(os.environ.get("SATCHEL_RECORDING") or _BESIDE)

# What was there before the recorded exchanges, or is what our store, by its own rules, answers otherwise.
_KINDS = {"quiz": "quizAttempt", "own": "hasOwnProperty"}
_THERE = ("quiz", "own", "rec", "cas", "tr", "st", "dom", "deep", "big")
_LEARNER = "anon:device-1"
_OTHERWISE = {
    "record.append.201.duplicate-record-id": "the stored record is answered",
    "cas.append.500.expected-negative": "a refusal in words",
    "cas.append.500.expected-string": "a refusal in words",
    "cas.append.500.expected-fraction": "a refusal in words",
    "status.patch.500.expected-negative-active-session": "a refusal in words",
    "session.create.201.invalid-utf8-replaced": "text that is not UTF-8 is refused",
    "record.list.200.shows-duplicate": "there is one",
    "session.list.200": "holds what was made by requests left out here",
    "session.list.200.raw-colon": "the same",
    "session.list.200.ties-by-localeCompare": "by bytes, and of sessions whose making is not recorded",
}
_CODES = {
    400: ("VALIDATION_FAILED", "UNREADABLE"),
    413: ("PAYLOAD_TOO_LARGE",),
    500: ("VALIDATION_FAILED",),
}


def _parts(path: str) -> list[str]:
    return [unquote(part) for part in urlsplit(path).path.split("/")[2:]]


def _scene(path: str) -> str | None:
    query = [part.split("=", 1) for part in urlsplit(path).query.split("&") if "=" in part]
    found = [value for name, value in query if name == "sceneId"]
    return unquote(found[0].replace("+", " ")) if found else None


def _document(body: Any) -> Any:
    return decode(body or "null")


def _append(store: RuntimeStore, id: str, document: Any) -> JsonValue:
    given = dict(document)
    expected = given.pop("expectedLastSeq", UNSET)
    transition = (
        parse_transition(given.pop("sessionTransition")) if "sessionTransition" in given else None
    )
    found = store.append_record(
        id, given, expected_last_seq=expected, session_transition=transition
    )
    return found.to_wire()


def _patch(store: RuntimeStore, id: str, body: Any) -> None:
    expected = body.get("expectedLastSeq", UNSET)
    store.set_status(id, body.get("status"), body.get("updatedAt"), expected_last_seq=expected)


def _call(store: RuntimeStore, request: dict[str, Any]) -> Callable[[], object] | None:
    """The store's part of a request; None where it has none."""
    path, body = request["path"], request.get("body")
    match request["method"], _parts(path):
        case "POST", ["sessions"]:
            return lambda: store.create_session(_document(body)).to_wire()
        case "GET", ["sessions", id]:
            return lambda: store.get_session(id).to_wire()
        case "DELETE", ["sessions", id]:
            return lambda: store.delete_session(id)
        case "PATCH", ["sessions", id, "status"]:
            return lambda: _patch(store, id, _document(body))
        case "POST", ["sessions", id, "records"]:
            return lambda: _append(store, id, _document(body))
        case "GET", ["sessions", id, "records"]:
            scene = _scene(path)
            return lambda: [one.to_wire() for one in store.list_records(id, scene_id=scene)]
        case "GET", ["stages", stage, "learners", learner, "sessions"]:
            return lambda: [one.to_wire() for one in store.list_sessions(stage, learner)]
        case "POST", ["learners", "merge"]:
            given = _document(body)
            return lambda: {
                "moved": store.merge_learners(
                    given.get("fromLearnerKey"), given.get("toLearnerKey")
                )
            }
    return None


def _applies(exchange: dict[str, Any]) -> bool:
    """Whether a store alone decides it: no credentials, no operators, no bodies the recording only describes."""
    name, status = exchange["name"], exchange["response"]["status"]
    body = exchange["request"].get("body")
    if (
        status in (401, 403)
        or "foreign" in name
        or name.startswith(("auth.", "route.", "body.", "future.", "corrupt."))
    ):
        return False
    if name.startswith(("merge.", "payload.nest.", "admin.", "stage.", "all.", "learner.")):
        return False
    return name not in _OTHERWISE and (body is None or (isinstance(body, str) and body[:1] != "<"))


def _comparable(answer: object) -> object:
    """Without the numbers, which a repeat that is answered as stored shifts; they have tests of their own."""
    if isinstance(answer, list):
        found = [_comparable(one) for one in answer]
        return sorted(found, key=lambda one: json.dumps(one, sort_keys=True))
    if isinstance(answer, dict) and "payload" in answer:
        return {name: value for name, value in answer.items() if name != "seq"}
    return answer


def _prepare(store: RuntimeStore, exchange: dict[str, Any]) -> None:
    """Makes the sessions that were there before the recording began."""
    parts = _parts(exchange["request"]["path"])
    if len(parts) > 2 and parts[0] == "sessions" and parts[1] in _THERE:
        members: JsonObject = {"kind": _KINDS.get(parts[1], "playback"), "learnerKey": _LEARNER}
        began: JsonValue = "2026-01-01T00:00:00.000Z"
        members |= {"stageId": "stage-1", "createdAt": began, "updatedAt": began}
        try:
            store.create_session(session(parts[1], **members))
        except SessionAlreadyExists:
            return


if _RECORDING.is_file():

    def test_the_store_answers_as_the_recorded_server_did(store: RuntimeStore) -> None:
        lines = _RECORDING.read_text(encoding="utf-8").rstrip("\n").split("\n")
        checked = 0
        deleted = False
        differing = []
        for exchange in map(json.loads, lines):
            request, response = exchange["request"], exchange["response"]
            if "method" not in request or not _applies(exchange):
                continue
            deleted = deleted or request["method"] == "DELETE"
            if not deleted:
                _prepare(store, exchange)
            if (reason := _difference(store, request, response)) is not None:
                differing.append(f"{exchange['name']}: {reason}")
            checked += 1
        assert differing == []
        assert checked > 120

    def _difference(
        store: RuntimeStore, request: dict[str, Any], response: dict[str, Any]
    ) -> str | None:
        status = response["status"]
        expected = json.loads(response["body"]) if response.get("body") else None
        call = None
        try:
            call = _call(store, request)
            if call is None:
                return None
            answer = call()
        except UnreadableInput as refused:
            return None if status == 400 else f"refused: {refused}"
        except SatchelError as refused:
            codes = _CODES.get(status) or (expected["error"]["code"] if expected else "",)
            return None if refused.code in codes else f"{refused.code} for {status}: {refused}"
        if status >= 400:
            return f"answered {answer!r} for {status}"
        if status == 204:
            return None
        if same(_comparable(answer), _comparable(expected)):
            return None
        return f"{answer!r} is not {expected!r}"
