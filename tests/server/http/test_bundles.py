"""SessionBundles out of a server and into one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from satchel.bundles.reader import BundleSession, open_bundle
from satchel.domain.runtime import JsonObject
from satchel_server.routes.bundles import _Leaving
from tests.fakes import record
from tests.server.http.documents import append, appended, at, created
from tests.server.process import Client


def _bundle(learner: Client, name: str) -> bytes:
    reply = learner("GET", at(name, "bundle"))
    assert reply.status == 200, reply
    assert reply.headers["content-type"] == "application/vnd.satchel.sessionbundle+zip"
    return reply.body


def _take(learner: Client, bundle: bytes) -> dict[str, Any]:
    reply = learner("POST", "/runtime/bundles", body=bundle)
    assert reply.status == 200, reply
    found: dict[str, Any] = reply.json["sessions"][0]
    return found


def _ids(learner: Client, name: str) -> list[str]:
    return [one["id"] for one in learner("GET", at(name, "records")).json]


def _filled(learner: Client, name: str, count: int, **members: Any) -> None:
    created(learner, name, **members)
    for start in range(0, count, 500):
        some = [record(f"r{n}", name) for n in range(start, min(start + 500, count))]
        assert learner("POST", at(name, "records:batch"), {"records": some}).status == 200


def test_a_session_goes_out_whole_and_comes_back_the_same(learner: Client, tmp_path: Path) -> None:
    name = f"{learner.token}-s"
    title: JsonObject = {"title": {"value": "Thirds / 三分之一", "rev": 4, "device": "d"}}
    _filled(learner, name, 1203, satchel=title)
    change = {"status": "completed", "updatedAt": "2026-03-02T13:00:00Z"}
    assert learner("PATCH", at(name, "status"), change).status == 204
    before = learner("GET", f"{at(name)}?include=records").json
    (tmp_path / "s.sessionbundle").write_bytes(data := _bundle(learner, name))
    with open_bundle(tmp_path / "s.sessionbundle") as bundle:
        found = next(bundle.sessions())
        assert isinstance(found, BundleSession)
        assert "incarnation" not in found.document
        assert (found.title, len(list(found.records()))) == ("Thirds / 三分之一", 1203)
    assert _take(learner, data)["outcome"] == "unchanged"
    learner("DELETE", at(name))
    assert _take(learner, data) | {"title": ""} == {
        "id": name,
        "title": "",
        "outcome": "created",
        "records": 1203,
    }
    after = learner("GET", f"{at(name)}?include=records").json
    assert after.pop("incarnation") != before.pop("incarnation")
    assert after == before


def test_a_longer_history_extends_and_a_shorter_one_changes_nothing(learner: Client) -> None:
    name = f"{learner.token}-s"
    _filled(learner, name, 3)
    short = _bundle(learner, name)
    appended(learner, name, "more")
    longer = _bundle(learner, name)
    assert _take(learner, short)["outcome"] == "unchanged"
    learner("DELETE", at(name))
    assert _take(learner, short)["outcome"] == "created"
    assert _take(learner, longer)["outcome"] == "extended"
    assert _ids(learner, name) == ["r0", "r1", "r2", "more"]


def test_a_completed_history_is_continued_too_and_stays_completed(learner: Client) -> None:
    """What a file brings was written while the session was active."""
    name = f"{learner.token}-s"
    completed = {"status": "completed", "updatedAt": "2026-03-02T13:00:00Z"}
    active = completed | {"status": "active"}
    _filled(learner, name, 3)
    assert learner("PATCH", at(name, "status"), completed).status == 204
    short = _bundle(learner, name)
    assert learner("PATCH", at(name, "status"), active).status == 204
    appended(learner, name, "more")
    assert learner("PATCH", at(name, "status"), completed).status == 204
    longer = _bundle(learner, name)
    learner("DELETE", at(name))
    assert _take(learner, short)["outcome"] == "created"
    assert _take(learner, longer)["outcome"] == "extended"
    assert _ids(learner, name) == ["r0", "r1", "r2", "more"]
    assert learner("GET", at(name)).json["status"] == "completed"
    assert append(learner, name, "later").code == "VALIDATION_FAILED"


def test_a_file_on_its_way_out_is_gone_also_where_nobody_reads_it() -> None:
    unread, begun = _Leaving(), _Leaving()
    for one in (unread, begun):
        one.path.write_bytes(b"x" * 10)
    folders = [unread.path.parent, begun.path.parent]
    pieces = iter(begun)
    assert next(pieces) == b"x" * 10
    del unread, begun, one
    assert [folder.exists() for folder in folders] == [False, True]
    assert list(pieces) == []
    assert not folders[1].exists()


def test_a_parted_history_comes_in_beside_the_one_that_is_here_and_only_once(
    learner: Client,
) -> None:
    name = f"{learner.token}-s"
    _filled(learner, name, 2)
    appended(learner, name, "theirs")
    theirs = _bundle(learner, name)
    learner("DELETE", at(name))
    _filled(learner, name, 2)
    appended(learner, name, "ours")
    first = _take(learner, theirs)
    assert first["outcome"] == "forked"
    assert _ids(learner, first["newId"]) == ["r0", "r1", "theirs"]
    assert _ids(learner, name) == ["r0", "r1", "ours"]
    again = _take(learner, theirs)
    assert (again["outcome"], again["newId"]) == ("unchanged", first["newId"])
    lineage = learner("GET", at(first["newId"])).json["satchel"]["lineage"]
    assert lineage["parent"] == name


def test_of_anothers_nothing_comes_in(learner: Client, other: Client) -> None:
    name = f"{learner.token}-s"
    _filled(learner, name, 1)
    bundle = _bundle(learner, name)
    reply = other("POST", "/runtime/bundles", body=bundle)
    assert (reply.status, reply.code) == (403, "FORBIDDEN_LEARNER")
    assert other("GET", "/runtime/changes").json["changes"] == []
    assert append(learner, name, "r1").status == 201


def test_what_is_no_bundle_or_a_damaged_one_is_refused_in_words(learner: Client) -> None:
    name = f"{learner.token}-s"
    _filled(learner, name, 5)
    good = _bundle(learner, name)
    for wrong in (b"", b"{}", b"PK\x03\x04", good[:60]):
        reply = learner("POST", "/runtime/bundles", body=wrong)
        assert (reply.status, reply.code) == (400, "VALIDATION_FAILED")
    learner("DELETE", at(name))
    cut = learner("POST", "/runtime/bundles", body=good[: len(good) - 200])
    assert cut.status in (200, 400)
    assert cut.status == 400 or cut.json["notes"]
