"""A learner with a valid token tries every route on another learner's data, and learns nothing.

What is another's must answer, byte for byte, as what is absent does.
"""

from __future__ import annotations

from typing import Any

import pytest

from satchel_server.operations import Operation, Takes
from satchel_server.routes import OPERATIONS
from tests.fakes import LATER, record
from tests.server.http.documents import CHAT, append, appended, at, created
from tests.server.process import Client, Reply, segment

_OF_ONE_SESSION = [one for one in OPERATIONS if "{sessionId}" in one.path]
_PASSING = ("date", "x-request-id")


def _body(operation: Operation, name: str) -> dict[str, Any]:
    expected = {"expectedIncarnation": "guess", "expectedLastSeq": 7}
    bodies: dict[str, dict[str, Any]] = {
        "appendRecord": record("r", name, payload=CHAT),
        "appendRecords": {"records": [record("r", name, payload=CHAT)], **expected},
        "setStatus": {"status": "archived", "updatedAt": LATER},
        "putSatchel": {"satchel": {"title": {"value": "x", "rev": 9, "device": "d"}}},
        "putLease": {"holder": "me", "seconds": 60, "takeOver": True},
    }
    return bodies[operation.id]


def _ask(client: Client, operation: Operation, name: str, query: str = "") -> Reply:
    path = operation.path.replace("{sessionId}", segment(name)) + query
    document = _body(operation, name) if operation.takes is Takes.JSON else None
    headers = {"X-Xavier-Token": client.token or ""}
    return client(operation.method, path, document, headers=headers)


def _seen(reply: Reply, name: str) -> tuple[int, bytes, dict[str, str]]:
    """What a client can tell of an answer, but for the id it asked with itself."""
    headers = {key: value for key, value in reply.headers.items() if key not in _PASSING}
    return reply.status, reply.body.replace(name.encode(), b"ID"), headers


@pytest.mark.parametrize("query", ["", "?include=records", "?expectedLastSeq=0", "?token=x"])
@pytest.mark.parametrize("operation", _OF_ONE_SESSION, ids=lambda one: one.id)
def test_anothers_session_answers_as_an_absent_one(
    learner: Client, other: Client, operation: Operation, query: str
) -> None:
    theirs, absent = f"{learner.token}-secret", f"{learner.token}-absent"
    created(learner, theirs, kind="chat")
    appended(learner, theirs, "r", payload=CHAT)
    learner("PUT", at(theirs, "lease"), {"holder": "me", "seconds": 600})
    before = learner("GET", f"{at(theirs)}?include=records").json
    first = _ask(other, operation, theirs, query)
    assert first.status in (204, 400, 404)
    assert _seen(first, theirs) == _seen(_ask(other, operation, absent, query), absent)
    assert learner("GET", f"{at(theirs)}?include=records").json == before


def test_wrong_bodies_tell_nothing_either(learner: Client, other: Client) -> None:
    theirs, absent = f"{learner.token}-secret", f"{learner.token}-absent"
    created(learner, theirs, kind="chat", status="completed")
    wrong: list[dict[str, Any]] = [
        {},
        {"id": "r"},
        {"status": "?"},
        {"records": []},
        {"seconds": -1},
    ]
    for document in wrong:
        for operation in _OF_ONE_SESSION:
            path = operation.path
            seen = [
                _seen(
                    other(operation.method, path.replace("{sessionId}", segment(one)), document),
                    one,
                )
                for one in (theirs, absent)
            ]
            assert seen[0] == seen[1], operation.id
    assert learner("GET", at(theirs)).status == 200


def test_a_damaged_or_newer_session_of_anothers_is_absent_too(
    learner: Client, other: Client, server: Any
) -> None:
    from tests.server.http.tampering import execute

    damaged, newer = f"{learner.token}-damaged", f"{learner.token}-newer"
    for name in (damaged, newer):
        created(learner, name)
    assert (
        execute(server, f"UPDATE runtime_sessions SET created_at = 'x' WHERE id = '{damaged}'") == 1
    )
    update = "UPDATE runtime_sessions SET runtime_dsl_version = '99.0.0'"
    assert execute(server, f"{update} WHERE id = '{newer}'") == 1
    for name in (damaged, newer):
        absent = name.replace("-", "_")
        for operation in _OF_ONE_SESSION:
            found = [_seen(_ask(other, operation, one), one) for one in (name, absent)]
            assert found[0] == found[1], operation.id
    assert learner("GET", at(newer)).status == 200
    assert append(learner, newer, "r").code == "FUTURE_VERSION"
    assert learner("GET", at(damaged)).code == "INTERNAL_ERROR"


def test_partitions_merges_and_exports_of_others_are_refused_alike(
    learner: Client, other: Client
) -> None:
    created(learner, f"{learner.token}-s", stageId="t")
    for method, path in (
        ("GET", "/runtime/stages/t/learners/{}/sessions"),
        ("DELETE", "/runtime/stages/t/learners/{}"),
    ):
        seen = [
            _seen(other(method, path.format(segment(key))), key)
            for key in (str(learner.token), "anon:nobody")
        ]
        assert seen[0] == seen[1]
        assert seen[0][0] == 403
    for key in (learner.token, "anon:nobody"):
        merge = {"fromLearnerKey": key, "toLearnerKey": other.token}
        assert other("POST", "/runtime/learners/merge", merge).code == "FORBIDDEN_LEARNER"
    xavier = {"X-Xavier-Token": str(other.token)}
    seen = [
        _seen(other("GET", f"/v1/sessions/export?id={segment(name)}", headers=xavier), name)
        for name in (f"{learner.token}-s", f"{learner.token}-x")
    ]
    assert seen[0] == seen[1]
    assert other("GET", "/runtime/changes").json["changes"] == []


def test_an_id_that_another_holds_is_taken_and_no_more_is_said(
    learner: Client, other: Client
) -> None:
    name = f"{learner.token}-taken"
    created(learner, name)
    from tests.fakes import session

    by_other = other("POST", "/runtime/sessions", session(name, learnerKey=other.token))
    by_owner = learner("POST", "/runtime/sessions", session(name, learnerKey=learner.token))
    assert by_other.code == "SESSION_ALREADY_EXISTS"
    assert _seen(by_other, name) == _seen(by_owner, name)
    foreign = other("POST", "/runtime/sessions", session("x", learnerKey=learner.token))
    assert foreign.code == "FORBIDDEN_LEARNER"
