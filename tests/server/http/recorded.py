"""The exchanges recorded from the reference server: read, sent again, and compared with what comes back.

`DIFFERENT` is the list of what our server answers otherwise, each with its reason.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from satchel.domain.json_value import same
from tests.server.process import Client, Reply

_BESIDE = Path(__file__).parents[4] / "shared/data/openmaic/transcript.jsonl"
FILE: Final = Path(os.environ.get("SATCHEL_RECORDING") or _BESIDE)

LAB_OPERATOR: Final = "lab-admin"
LEARNER: Final = "anon:device-1"

BEGAN: Final = "2026-01-01T00:00:00.000Z"
LATER: Final = "2026-01-01T00:01:00.000Z"
_MIB: Final = 1024 * 1024


@dataclass(frozen=True)
class Otherwise:
    status: int
    code: str | None
    reason: str


_ID_TWICE = "the same record id and content again answers the stored record"
_DEEP = "nesting ends at 512 levels: Python's decoders give up near 1,000, one such record would hide a list"
_SEQ = "a malformed expectedLastSeq is the client's mistake and said to be"

DIFFERENT: Final = {
    "session.create.201.invalid-utf8-replaced": Otherwise(
        400, "VALIDATION_FAILED", "text that is not UTF-8 is refused, not silently replaced"
    ),
    "session.create.403.id-owned-by-other-learner": Otherwise(
        409, "SESSION_ALREADY_EXISTS", "403 here and 409 for one's own would reveal whose an id is"
    ),
    "session.create.500.incompressible-huge-id": Otherwise(
        400, "VALIDATION_FAILED", "ids end at 4,096 bytes, said in words"
    ),
    "record.append.201.duplicate-record-id": Otherwise(201, None, _ID_TWICE),
    "record.list.200.shows-duplicate": Otherwise(200, None, _ID_TWICE),
    "cas.append.500.expected-negative": Otherwise(400, "VALIDATION_FAILED", _SEQ),
    "cas.append.500.expected-string": Otherwise(400, "VALIDATION_FAILED", _SEQ),
    "cas.append.500.expected-fraction": Otherwise(400, "VALIDATION_FAILED", _SEQ),
    "status.patch.500.expected-negative-active-session": Otherwise(400, "VALIDATION_FAILED", _SEQ),
    "payload.nest.arr-1000": Otherwise(400, "VALIDATION_FAILED", _DEEP),
    "payload.nest.arr-2000": Otherwise(400, "VALIDATION_FAILED", _DEEP),
    "payload.nest.arr-3000": Otherwise(400, "VALIDATION_FAILED", _DEEP),
    "payload.nest.arr-5000": Otherwise(400, "VALIDATION_FAILED", _DEEP),
    "payload.nest.obj-1000": Otherwise(400, "VALIDATION_FAILED", _DEEP),
    "payload.nest.obj-2000": Otherwise(400, "VALIDATION_FAILED", _DEEP),
    "payload.nest.obj-5000": Otherwise(400, "VALIDATION_FAILED", _DEEP),
    "payload.nest.list": Otherwise(200, None, _DEEP),
    "body.201.exactly-32MiB": Otherwise(
        413,
        "PAYLOAD_TOO_LARGE",
        "the body passes, the record does not: one encoded record is at most 31 MiB",
    ),
    "session.list.200": Otherwise(
        200, None, "the session made of invalid UTF-8 is not there; ties are in the order of bytes"
    ),
    "session.list.200.raw-colon": Otherwise(200, None, "the same"),
    "session.list.200.timestamps-ordered-by-instant": Otherwise(
        200, None, "two are of one instant, and ties are in the order of bytes"
    ),
    "status.patch.400.expected-negative-completed-session": Otherwise(
        400, "VALIDATION_FAILED", _SEQ
    ),
    "session.delete.404.foreign": Otherwise(
        204, None, "what is absent is deleted already, and what is another's looks absent"
    ),
    "session.list.200.ties-by-localeCompare": Otherwise(
        200, None, "ties are in the order of bytes, which every database has, not in a locale's"
    ),
    "corrupt.delete.500": Otherwise(204, None, "a damaged session can be deleted by its owner"),
}
"""By the name of the exchange: what ours answers, and why."""

NOT_HERE: Final = frozenset(
    {"sess-u8", *(f"d-arr-{levels}" for levels in (1000, 2000, 3000))}
    | {f"d-obj-{levels}" for levels in (1000, 2000)}
)
"""What the reference server kept and ours refused, and so is not in ours' lists."""

SAID: Final = (
    "already exists",
    "cannot append to session",
    "records may only be appended to an active session",
    " is no longer active",
    "its current status is",
)
"""Parts of messages that clients match; where the reference server says one, so must ours."""


def exchanges() -> Iterator[dict[str, Any]]:
    with FILE.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


# --- what was there before ----------------------------------------------------------------------------


def prepare_ties(learner: Client, ids: list[str]) -> None:
    for name in ids:
        create(learner, name, "stage-tie")


def prepare(learner: Client) -> None:
    """The sessions that records are appended to, and the two that are not as they should be."""
    for name in ("rec", "cas", "tr", "st", "dom", "deep", "big"):
        create(learner, name, "stage-1")
    create(learner, "quiz", "stage-1", "quizAttempt")
    create(learner, "own", "stage-1", "hasOwnProperty")
    create(learner, "future", "stage-f", "chat")
    append(learner, "future", "f-0", {"role": "user", "content": "x"})
    create(learner, "corrupt", "stage-cor")
    create(learner, "fine", "stage-cor")


def prepare_merge(learner: Client, operator: Client) -> None:
    """Everything gone, and then what the merge of the recording found."""
    assert operator("DELETE", "/runtime").status == 204
    for name in ("m-1", "m-3"):
        create(learner, name, "stage-1")
    append(learner, "m-1", "mr-0", {"position": 42})


def create(learner: Client, name: str, stage: str, kind: str = "playback") -> None:
    document = {
        "id": name,
        "kind": kind,
        "stageId": stage,
        "learnerKey": learner.token,
        "status": "active",
        "createdAt": BEGAN,
        "updatedAt": BEGAN,
    }
    reply = learner("POST", "/runtime/sessions", document)
    assert reply.status == 201, reply


def append(learner: Client, session: str, name: str, payload: object) -> None:
    record = {"id": name, "sessionId": session, "createdAt": LATER, "payload": payload}
    assert learner("POST", f"/runtime/sessions/{session}/records", record).status == 201


# --- sending again ------------------------------------------------------------------------------------


def send(url: str, exchange: dict[str, Any]) -> Reply:
    request = exchange["request"]
    if "raw" in request:
        return _send_raw(url, request["raw"].encode())
    client = Client(url)
    try:
        headers = dict(request["headers"])
        return client(request["method"], request["path"], body=_body(exchange), headers=headers)
    finally:
        client.close()


def _body(exchange: dict[str, Any]) -> bytes | None:
    body = exchange["request"].get("body")
    if isinstance(body, dict):
        return str(body["latin1"]).encode("latin-1")
    if not isinstance(body, str):
        return None
    if not body.startswith("<"):
        return body.encode()
    return _described(exchange["name"])


def _described(name: str) -> bytes:
    """A body the recording only describes."""
    made: dict[str, Callable[[], bytes]] = {
        "session.create.201.long-id-4000": lambda: _session("x" * 4000),
        "session.create.500.incompressible-huge-id": lambda: _session(
            "".join(chr(0x4E00 + number) for number in range(4000))
        ),
        "body.413.one-over-32MiB": lambda: _large(32 * _MIB + 1),
        "body.201.exactly-32MiB": lambda: _large(32 * _MIB),
        "body.413.before-session-lookup": lambda: _large(33 * _MIB),
        "body.401.beats-413": lambda: _large(33 * _MIB),
    }
    if name in made:
        return made[name]()
    kind, _, levels = name.removeprefix("payload.nest.").partition("-")
    payload = "[" * int(levels) + "]" * int(levels)
    if kind == "obj":
        payload = '{"a":' * int(levels) + "1" + "}" * int(levels)
    return (
        f'{{"id":"d-{kind}-{levels}","sessionId":"deep","createdAt":"2026-01-01T00:01:00Z",'
        f'"payload":{payload}}}'
    ).encode()


def _session(name: str) -> bytes:
    document = {"id": name, "kind": "playback", "stageId": "stage-1", "learnerKey": LEARNER}
    return json.dumps(
        document | {"status": "active", "createdAt": BEGAN, "updatedAt": BEGAN}
    ).encode()


def _large(size: int) -> bytes:
    head = b'{"id":"b-0","sessionId":"big","createdAt":"2026-01-01T00:01:00Z","payload":"'
    return head + b"x" * (size - len(head) - 2) + b'"}'


def _send_raw(url: str, text: bytes) -> Reply:
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname, parts.port or 0), timeout=30) as connection:
        connection.sendall(text)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    answer = answer.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    found = dict(line.lower().split(": ", 1) for line in lines)
    return Reply(
        int(first.split(" ")[1]), found, _unchunked(body) if "chunked" in head.decode() else body
    )


def _unchunked(body: bytes) -> bytes:
    found = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        found, body = found + rest[:length], rest[length + 2 :]
    return found


# --- comparing ----------------------------------------------------------------------------------------


def difference(exchange: dict[str, Any], reply: Reply) -> str | None:
    """How our answer is not what it should be; None where it is."""
    name = exchange["name"]
    status, body = _recorded(exchange["response"])
    if name in DIFFERENT:
        expected = DIFFERENT[name]
        if (reply.status, reply.code) != (expected.status, expected.code):
            return (
                f"{reply.status} {reply.code}, and the table says {expected.status} {expected.code}"
            )
        return None
    if reply.status != status:
        return f"{reply.status} {reply.body[:200]!r} for {status}"
    if status >= 400:
        return _other_error(reply, body) if body else None
    if not body:
        return None if not reply.body else f"{reply.body!r} for nothing"
    if same(_comparable(reply.json), _comparable(json.loads(body))):
        return None
    return f"{reply.body[:500]!r} for {body[:500]!r}"


def _other_members(reply: Reply, body: str) -> str | None:
    """Of lists that differ, all the same: each member that both have is alike, whatever its place."""
    ours = {one["id"]: _comparable(one) for one in reply.json}
    theirs = {one["id"]: _comparable(one) for one in json.loads(body)}
    missing = set(theirs) - set(ours) - NOT_HERE
    if missing or set(ours) - set(theirs):
        return f"{sorted(missing)} are missing, or there are others"
    unlike = [id for id in ours if not same(_unnumbered(ours[id]), _unnumbered(theirs[id]))]
    return f"{unlike} are not alike" if unlike else None


def _unnumbered(record: Any) -> Any:
    return {name: value for name, value in record.items() if name != "seq"}


def _recorded(response: dict[str, Any]) -> tuple[int, str | None]:
    if "raw" not in response:
        return response["status"], response.get("body")
    raw = response["raw"].removeprefix("HTTP/1.1 100 Continue\r\n\r\n")
    head, _, body = raw.partition("\r\n\r\n")
    text = _unchunked(body.encode()) if "chunked" in head else body.encode()
    return int(head.split(" ")[1]), text.decode()


def _other_error(reply: Reply, body: str) -> str | None:
    ours, theirs = reply.json["error"], json.loads(body)["error"]
    if ours["code"] != theirs["code"]:
        return f"{ours['code']} for {theirs['code']}"
    if theirs["code"] == "RUNTIME_APPEND_CONFLICT" and ours["details"] != theirs["details"]:
        return f"{ours['details']} for {theirs['details']}"
    missing = [part for part in SAID if part in theirs["message"] and part not in ours["message"]]
    return f"“{ours['message']}” does not say {missing}" if missing else None


def _comparable(answer: Any) -> Any:
    """Without what ours adds, and without the numbers that a repeat, which is a second record there, shifts."""
    if isinstance(answer, list):
        return [_comparable(one) for one in answer]
    if isinstance(answer, dict):
        kept = {
            name: value for name, value in answer.items() if name not in ("incarnation", "satchel")
        }
        if kept.get("sessionId") == "rec":
            kept.pop("seq", None)
        return kept
    return answer
