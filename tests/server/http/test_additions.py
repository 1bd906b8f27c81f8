"""Satchel's additions to the base contract, over the wire."""

from __future__ import annotations

from typing import Any

from tests.fakes import LATER, record, session
from tests.server.http.documents import CHAT, append, appended, at, created
from tests.server.process import Client, segment


def _title(text: str, rev: int) -> dict[str, Any]:
    return {"title": {"value": text, "rev": rev, "device": "d"}}


def test_a_server_says_what_it_can(learner: Client) -> None:
    told = learner("GET", "/runtime/capabilities").json
    assert told["server"] == "satchel"
    assert told["serverId"]
    assert told["limits"]["bodyBytes"] == 32 * 1024 * 1024
    assert told["token"]["learnerKey"] == learner.token
    assert {"batch", "changes", "incarnation", "satchel", "lease", "bundles"} <= set(
        told["features"]
    )


def test_the_feed_tells_what_changed_since_a_cursor(learner: Client) -> None:
    one, two = f"{learner.token}-1", f"{learner.token}-2"
    created(learner, one)
    created(learner, two)
    first = learner("GET", "/runtime/changes").json
    assert [change["sessionId"] for change in first["changes"]] == [one, two]
    cursor = segment(first["cursor"])
    assert learner("GET", f"/runtime/changes?cursor={cursor}").json["changes"] == []
    appended(learner, one, "r")
    learner("DELETE", at(two))
    since = learner("GET", f"/runtime/changes?cursor={cursor}").json
    assert [(change["sessionId"], change.get("deleted", False)) for change in since["changes"]] == [
        (one, False),
        (two, True),
    ]
    page = learner("GET", "/runtime/changes?limit=1").json
    assert (len(page["changes"]), page["more"]) == (1, True)
    assert learner("GET", "/runtime/changes?cursor=nonsense").json["reset"] is True
    for wrong in ("none", "0", "-1", "1.5", "", "9999999999"):
        assert learner("GET", f"/runtime/changes?limit={wrong}").code == "VALIDATION_FAILED"


def test_a_session_made_again_under_its_id_takes_nothing_stale(learner: Client) -> None:
    name = f"{learner.token}-s"
    before = created(learner, name)["incarnation"]
    assert learner("GET", at(name)).json["incarnation"] == before
    learner("DELETE", at(name))
    after = created(learner, name)["incarnation"]
    assert after != before
    assert append(learner, name, "r", expectedIncarnation=before).code == "SESSION_REPLACED"
    change = {"status": "archived", "updatedAt": LATER, "expectedIncarnation": before}
    assert learner("PATCH", at(name, "status"), change).code == "SESSION_REPLACED"
    put = {"satchel": _title("x", 1), "expectedIncarnation": before}
    assert learner("PUT", at(name, "satchel"), put).code == "SESSION_REPLACED"
    stale = f"{at(name)}?expectedIncarnation={before}"
    assert learner("DELETE", stale).code == "SESSION_REPLACED"
    assert append(learner, name, "r", expectedIncarnation=after).status == 201
    wrong = f"{at(name)}?expectedIncarnation={after}&expectedLastSeq=null"
    assert learner("DELETE", wrong).code == "RUNTIME_APPEND_CONFLICT"
    assert learner("DELETE", wrong.replace("null", "0")).status == 204


def test_a_deleted_id_is_remembered_for_who_asks(learner: Client) -> None:
    name = f"{learner.token}-s"
    created(learner, name)
    learner("DELETE", at(name))
    careful = session(name, learnerKey=learner.token, satchel={"ifNeverDeleted": True})
    assert learner("POST", "/runtime/sessions", careful).code == "SESSION_DELETED"
    assert created(learner, name)["id"] == name


def test_a_batch_is_all_or_nothing_and_may_be_repeated(learner: Client) -> None:
    name = f"{learner.token}-s"
    created(learner, name)
    batch = {"records": [record(f"r{n}", name) for n in range(500)], "expectedLastSeq": None}
    first = learner("POST", at(name, "records:batch"), batch)
    assert [one["seq"] for one in first.json["records"]] == list(range(500))
    assert learner("POST", at(name, "records:batch"), batch).json == first.json
    mixed = {"records": [record("r0", name), record("new", name)]}
    refused = learner("POST", at(name, "records:batch"), mixed)
    assert (refused.status, refused.code) == (409, "RUNTIME_APPEND_CONFLICT")
    assert refused.json["error"]["details"]["actualLastSeq"] == 499  # the tail, not where "r0" is
    assert append(learner, name, "r0", payload="other").code == "RECORD_ID_CONFLICT"
    assert append(learner, name, "r0").json["seq"] == 0
    many = {"records": [record(f"m{n}", name) for n in range(501)]}
    assert learner("POST", at(name, "records:batch"), many).code == "VALIDATION_FAILED"
    assert len(learner("GET", at(name, "records")).json) == 500
    assert [one["seq"] for one in learner("GET", f"{at(name, 'records')}?after=497").json] == [
        498,
        499,
    ]


def test_a_session_comes_with_its_records_where_that_is_asked(learner: Client) -> None:
    name = f"{learner.token}-s"
    created(learner, name)
    appended(learner, name, "r")
    assert "records" not in learner("GET", at(name)).json
    assert [one["id"] for one in learner("GET", f"{at(name)}?include=records").json["records"]] == [
        "r"
    ]


def test_of_a_title_the_higher_revision_stands(learner: Client) -> None:
    name = f"{learner.token}-s"
    created(learner, name, satchel=_title("first", 1))
    put = learner("PUT", at(name, "satchel"), {"satchel": _title("third", 3)})
    assert put.json["title"]["value"] == "third"
    late = learner("PUT", at(name, "satchel"), {"satchel": _title("second", 2)})
    assert late.json["title"]["value"] == "third"
    assert learner("GET", at(name)).json["satchel"]["title"]["value"] == "third"


def test_a_lease_is_held_by_one_and_let_go(learner: Client) -> None:
    name = f"{learner.token}-s"
    created(learner, name)
    path = at(name, "lease")
    assert learner("GET", path).code == "LEASE_NOT_FOUND"
    held = learner("PUT", path, {"holder": "one", "seconds": 60}).json
    assert learner("PUT", path, {"holder": "two", "seconds": 60}).code == "LEASE_HELD"
    shown = learner("GET", path).json
    assert shown["holder"] == "one"
    assert not shown.get("token")
    again = {"holder": "one", "seconds": 90, "token": held["token"]}
    assert learner("PUT", path, again).status == 200
    taken = learner("PUT", path, {"holder": "two", "seconds": 60, "takeOver": True})
    assert taken.json["epoch"] > held["epoch"]
    assert learner("DELETE", f"{path}?token={held['token']}").code == "LEASE_LOST"
    assert learner("DELETE", f"{path}?token={taken.json['token']}").status == 204
    for wrong in ({}, {"holder": "", "seconds": 1}, {"holder": "x", "seconds": 0}, {"holder": "x"}):
        assert learner("PUT", path, wrong).code == "VALIDATION_FAILED"


def test_an_agents_conversation_is_found_again_by_its_id(learner: Client, other: Client) -> None:
    made = learner("POST", "/api/agent/sessions", {})
    assert made.status == 201
    name = made.json["sessionId"]
    appended(learner, name, "r", payload=CHAT)
    found = learner("GET", f"/api/agent/sessions/{name}").json
    assert (found["sessionId"], found["session"]["kind"]) == (name, "chat")
    assert found["records"][0]["payload"] == CHAT
    assert learner("GET", f"/api/agent/sessions/{name}x").code == "SESSION_NOT_FOUND"
    assert other("GET", f"/api/agent/sessions/{name}").code == "SESSION_NOT_FOUND"
    created(learner, f"{learner.token}-lesson")
    reply = learner("GET", f"/api/agent/sessions/{segment(f'{learner.token}-lesson')}")
    assert reply.code == "SESSION_NOT_FOUND"


def test_xaviers_calls_take_their_own_header(learner: Client) -> None:
    bare = Client(learner.url)
    headers = {"X-Xavier-Token": str(learner.token)}
    made = bare("POST", "/v1/sessions", {"title": "Fractions"}, headers=headers)
    assert made.status == 201
    name = made.json["session_id"]
    appended(learner, name, "r", payload=CHAT)
    bundle = bare("GET", f"/v1/sessions/export?id={segment(name)}", headers=headers).json
    assert bundle["session_id"] == name
    assert [one["content"] for one in bundle["documents"]] == [CHAT["content"]]
    assert learner("POST", "/v1/sessions", {"title": "x"}).code == "UNAUTHENTICATED"
    assert bare("POST", "/v1/sessions", {"title": 7}, headers=headers).code == "VALIDATION_FAILED"
    assert bare("GET", "/v1/sessions/export", headers=headers).code == "VALIDATION_FAILED"


def test_what_stands_beside_a_satchel_object_is_not_kept_in_it(learner: Client) -> None:
    name = f"{learner.token}-e"
    stamp = created(learner, name)["incarnation"]
    given = {"title": {"value": "Halves", "rev": 1, "device": "d"}, "newer": [1]}
    reply = learner("PUT", at(name, "satchel"), given | {"expectedIncarnation": stamp})
    assert reply.status == 200
    assert (reply.json["newer"], "expectedIncarnation" in reply.json) == ([1], False)


def test_a_conversation_is_begun_with_no_body_or_with_json(learner: Client) -> None:
    for body in (None, b"{}", b"[]"):
        assert learner("POST", "/api/agent/sessions", body=body).status == 201
    assert learner("POST", "/api/agent/sessions", body=b"{{").code == "VALIDATION_FAILED"


def test_members_of_newer_programs_are_kept_and_merged_as_fields_are(learner: Client) -> None:
    name = f"{learner.token}-n"
    created(learner, name)

    def put(**members: object) -> dict[str, object]:
        found: dict[str, object] = learner("PUT", at(name, "satchel"), {"satchel": members}).json
        return found

    blue, red = ({"value": colour, "rev": 2, "device": "d"} for colour in ("blue", "red"))
    put(title={"value": "T", "rev": 1, "device": "d"}, colour=blue, first=1)
    assert put(colour=red | {"rev": 1}, second=[2])["colour"] == blue
    stands = put(colour=red | {"rev": 3}, first="other")
    assert (stands["colour"], stands["first"], stands["second"]) == (red | {"rev": 3}, 1, [2])
    assert learner("GET", at(name)).json["satchel"] == stands
