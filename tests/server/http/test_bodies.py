"""What goes in: JSON as it is, counted while it comes."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.fakes import nested, record, session
from tests.server.http.documents import append, appended, at, created
from tests.server.process import Client, ServerProcess

MIB = 1024 * 1024


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b'{"id":',
        b'{"id":NaN}',
        b"\xef\xbb\xbf{}",
        b'{"id":"\xff"}',
        b"\x00",
        b"{}{}",
        b"[" * 100_000,
    ],
)
def test_what_is_no_json_object_is_refused_in_words(learner: Client, body: bytes) -> None:
    for path in ("/runtime/sessions", at("s", "records"), "/runtime/learners/merge"):
        reply = learner("POST", path, body=body)
        assert (reply.status, reply.code) == (400, "VALIDATION_FAILED")
        assert len(reply.json["error"]["message"]) > 20


def test_the_type_that_is_said_does_not_matter_and_of_members_the_last_wins(
    learner: Client,
) -> None:
    name = f"{learner.token}-b"
    text = json.dumps(session("first", learnerKey=learner.token))
    body = (text[:-1] + f', "id": "{name}"}}').encode()
    reply = learner("POST", "/runtime/sessions", body=body, headers={"Content-Type": "text/csv"})
    assert (reply.status, reply.json["id"]) == (201, name)


def test_members_order_numbers_and_nothing_come_back_as_they_went_in(learner: Client) -> None:
    name = f"{learner.token}-o"
    created(learner, name)
    payload = '{"zz":1,"b":9007199254740993,"10":1e21,"a":null,"é":[1.50,-7,123456789012345678901234567890]}'
    text = json.dumps(record("r", name)).replace('{"position": 3}', payload)
    reply = learner("POST", at(name, "records"), body=text.encode())
    assert reply.status == 201
    listed = learner("GET", at(name, "records")).body.decode()
    for answer in (reply.body.decode(), listed):
        assert '"payload":{"zz":1,"b":9007199254740993,"10":1e21,"a":null,"é":[1.5,-7,' in answer
        assert "123456789012345678901234567890" in answer
    assert append(learner, name, "r2", payload=None).json["payload"] is None
    assert [one["payload"] for one in json.loads(learner("GET", at(name, "records")).body)][
        1
    ] is None


def test_nesting_ends_at_512_levels(learner: Client) -> None:
    name = f"{learner.token}-n"
    created(learner, name)
    assert append(learner, name, "r1", payload=nested(512)).status == 201
    assert append(learner, name, "r2", payload=nested(513)).code == "VALIDATION_FAILED"
    assert len(learner("GET", at(name, "records")).json) == 1


def _batch(name: str, size: int) -> bytes:
    """Two records in exactly `size` bytes."""
    parts = [json.dumps(record(id, name, payload="")) for id in ("r1", "r2")]
    text = '{"records":[' + ",".join(parts) + "]}"
    missing = size - len(text)
    half = missing // 2
    parts = [
        json.dumps(record("r1", name, payload="x" * half)),
        json.dumps(record("r2", name, payload="y" * (missing - half))),
    ]
    return ('{"records":[' + ",".join(parts) + "]}").encode()


def _chunks(body: bytes) -> Iterator[bytes]:
    for start in range(0, len(body), 512 * 1024):
        yield body[start : start + 512 * 1024]


@pytest.mark.parametrize("chunked", [False, True])
def test_exactly_32_mib_pass_and_one_byte_more_does_not(
    sqlite_server: ServerProcess, fresh_key: Iterator[str], chunked: bool
) -> None:
    learner = sqlite_server.client(next(fresh_key))
    name = f"{learner.token}-l"
    created(learner, name)
    for size, status in ((32 * MIB + 1, 413), (32 * MIB, 200)):
        body = _batch(name, size)
        assert len(body) == size
        reply = learner("POST", at(name, "records:batch"), body=_chunks(body) if chunked else body)
        assert reply.status == status
        assert reply.code == ("PAYLOAD_TOO_LARGE" if status == 413 else None)
    learner.close()


def test_too_much_is_said_before_the_session_is_looked_for(sqlite_server: ServerProcess) -> None:
    learner = sqlite_server.client("anon:somebody")
    body = b'{"id":"' + b"x" * (33 * MIB)
    assert learner("POST", at("absent", "records"), body=body).code == "PAYLOAD_TOO_LARGE"


def test_a_malformed_expectation_is_the_clients_mistake(learner: Client) -> None:
    name = f"{learner.token}-e"
    created(learner, name)
    wrong: list[int | str | float | bool | list[int]] = [-1, "1", 1.5, True, [1]]
    for expected in wrong:
        reply = append(learner, name, "r", expectedLastSeq=expected)  # type: ignore[arg-type]
        assert (reply.status, reply.code) == (400, "VALIDATION_FAILED")
        change = {
            "status": "completed",
            "updatedAt": "2026-03-02T12:00:00Z",
            "expectedLastSeq": expected,
        }
        assert learner("PATCH", at(name, "status"), change).code == "VALIDATION_FAILED"
    for text in ("-1", "one", "1.5", "", "NULL"):
        assert learner("DELETE", f"{at(name)}?expectedLastSeq={text}").code == "VALIDATION_FAILED"
    assert appended(learner, name, "r", expectedLastSeq=None)["seq"] == 0
    assert append(learner, name, "r2", expectedLastSeq=0.0).status == 201


def test_scenes_are_asked_for_as_forms_spell_them(learner: Client) -> None:
    name = f"{learner.token}-q"
    created(learner, name)
    scenes = ["scene-1", "scene/2 é", "", "a+b"]
    for number, scene in enumerate(scenes):
        appended(learner, name, f"r{number}", sceneId=scene)
    appended(learner, name, "none")

    def found(query: str) -> list[str]:
        return [one["id"] for one in learner("GET", at(name, "records") + query).json]

    assert found("?sceneId=scene-1") == ["r0"]
    assert found("?sceneId=scene%2F2+%C3%A9") == ["r1"]
    assert found("?sceneId=") == ["r2"]
    assert found("?sceneId=a%2Bb") == ["r3"]
    assert found("?sceneId=a+b") == []
    assert found("?sceneId=scene-1&sceneId=nowhere") == ["r0"]
    assert len(found("?unknown=1")) == 5
    assert append(learner, name, "r9", sceneId=None).code == "VALIDATION_FAILED"
