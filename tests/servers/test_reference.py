"""Replays, where it is at hand, the recording of OpenMAIC's reference server against its stand-in, byte for byte.

Of a refusal status and code count, and details where it had some; of a success every member in its order.
"""

from __future__ import annotations

import http.client
import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from satchel.domain.runtime import JsonObject
from tests.servers.reference import ReferenceServer
from tests.servers.serving import serving

_BESIDE = Path(__file__).parents[3] / "shared/data/openmaic/transcript.jsonl"
_RECORDING = Path(os.environ.get("SATCHEL_RECORDING") or _BESIDE)

_KINDS = {"quiz": "quizAttempt", "own": "hasOwnProperty", "future": "chat"}
_PLANTED = {"strict": ("quiz", "own", "rec", "cas", "tr", "st", "dom", "deep", "future", "fine")}
_STAGES = {"future": "stage-f", "fine": "stage-cor"}
_NOT_HERE = {
    "session.create.500.incompressible-huge-id": "a limit of its database",
    "session.list.200": "sessions whose making is not recorded",
    "session.list.200.raw-colon": "the same",
    "session.list.200.ties-by-localeCompare": "the same",
    "payload.nest.list": "deeper than the decoder of this test goes",
    "future.merge.409": "a session that was taken away again before the next exchange",
    "auth.404.unknown-top-route-needs-no-credential": "asked of another address",
}


def _planted(id: str, **members: Any) -> JsonObject:
    began = "2026-01-01T00:00:00.000Z"
    return {
        "id": id,
        "kind": _KINDS.get(id, "playback"),
        "stageId": _STAGES.get(id, "stage-1"),
        "learnerKey": "anon:device-1",
        "status": "active",
        "createdAt": began,
        "updatedAt": began,
        "runtimeDslVersion": "99.0.0" if id == "future" else "0.1.0",
    } | members


def _comparable(status: int, text: str) -> tuple[object, ...]:
    if status < 400:
        return status, json.loads(text, object_pairs_hook=lambda pairs: pairs) if text else None
    if not text:
        return status, None
    error = json.loads(text)["error"]
    details = error.get("details")
    if isinstance(details, list):  # its own wording of each fault
        details = sorted(fault["path"] for fault in details)
    return status, error["code"], details


def _sent(connection: http.client.HTTPConnection, request: dict[str, Any]) -> tuple[int, str]:
    body = request["body"]
    data = body["latin1"].encode("latin-1") if isinstance(body, dict) else (body or "").encode()
    connection.putrequest(request["method"], request["path"], skip_accept_encoding=True)
    for name, value in request["headers"]:
        connection.putheader(name, value.encode("latin-1"))
    connection.putheader("content-length", str(len(data)))
    connection.endheaders(data)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def _replayable(exchange: dict[str, Any]) -> bool:
    request = exchange["request"]
    body = request.get("body")
    described = isinstance(body, str) and body[:1] == "<"
    return "path" in request and not described and exchange["name"] not in _NOT_HERE


def _server(which: str) -> ReferenceServer:
    server = ReferenceServer("lab-admin" if which == "permissive" else None)
    if which == "permissive":
        for id in ("m-1", "m-3"):
            record: JsonObject = {"id": "mr-0", "seq": 0, "payload": {"position": 42}}
            record |= {"createdAt": "2026-01-01T00:01:00.000Z", "sessionId": id}
            server.plant(_planted(id), record)
        return server
    for id in _PLANTED["strict"]:
        server.plant(_planted(id))
    payload: JsonObject = {"role": "user", "content": "x"}
    stored: JsonObject = {
        "id": "f-0",
        "seq": 0,
        "payload": payload,
        "createdAt": "2026-01-01T00:01:00.000Z",
    }
    server.plant(_planted("future"), stored | {"sessionId": "future"})
    server.plant(_planted("corrupt", stageId="stage-cor", status="broken"))
    return server


if _RECORDING.is_file():

    @pytest.mark.parametrize("which", ["strict", "permissive"])
    def test_the_stand_in_answers_as_the_recorded_server_did(which: str) -> None:
        exchanges = [json.loads(line) for line in _RECORDING.read_text().split("\n") if line]
        differing = []
        replayed = 0
        with serving(_server(which).handle) as served:
            connection = http.client.HTTPConnection(urlsplit(served.address).netloc)
            for exchange in exchanges:
                if exchange["server"] != which or not _replayable(exchange):
                    continue
                replayed += 1
                seen = _comparable(*_sent(connection, exchange["request"]))
                response = exchange["response"]
                recorded = _comparable(response["status"], response["body"] or "")
                if seen != recorded and (*seen[:2], None) != recorded:
                    differing.append((exchange["name"], seen, recorded))
            connection.close()
        assert not differing, "\n".join(map(str, differing))
        assert replayed > 10
