from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from satchel.resources import resource
from tests.cli.running import Cli, one_sentence

SAMPLE = str(resource("samples", "fractions-7b.json"))
CHAT: dict[str, Any] = {
    "id": "c1",
    "kind": "chat",
    "stageId": "course:x",
    "learnerKey": "local:sam",
    "status": "active",
    "createdAt": "2026-11-30T09:00:00.000Z",
    "updatedAt": "2026-11-30T09:00:00.000Z",
    "runtimeDslVersion": "0.0.7",
    "colour": "green",
}


def said(number: int, text: str, session: str = "c1") -> dict[str, Any]:
    return {
        "id": f"r{number}",
        "sessionId": session,
        "seq": number,
        "createdAt": "2026-11-30T09:00:00.000Z",
        "payload": {"role": "user", "content": text},
    }


@pytest.fixture
def dump(tmp_path: Path) -> Any:
    def write(*parts: object) -> str:
        file = tmp_path / f"dump-{len(list(tmp_path.iterdir()))}.json"
        file.write_text(json.dumps(parts))
        return str(file)

    return write


def outcomes(document: Any) -> list[str]:
    return [session["outcome"] for file in document["files"] for session in file["sessions"]]


def test_history_becomes_my_own(cli: Cli) -> None:
    document = cli.json("bundle", "import", SAMPLE, "--mine")
    (file,) = document["files"]
    assert (file["file"], file["format"], file["error"]) == (SAMPLE, "openmaic-runtime", None)
    assert outcomes(document) == ["created"] * 5
    assert sum(session["records"] for session in file["sessions"]) == 21
    listed = cli.json("session", "list")["sessions"]
    assert {(one["learnerKey"], one["satchel"]["own"]) for one in listed} == {("local:mei", True)}
    chat = next(one["id"] for one in listed if one["kind"] == "chat")
    assert cli.json("session", "append", chat, "and on it goes")["seq"] > 0


def test_a_second_time_changes_nothing(cli: Cli) -> None:
    cli.json("bundle", "import", SAMPLE, "--mine")
    before = cli.stored()
    assert outcomes(cli.json("bundle", "import", SAMPLE, SAMPLE)) == ["unchanged"] * 10
    assert "unchanged" in cli("bundle", "import", SAMPLE).out
    assert cli.stored() == before


def test_it_comes_out_as_it_went_in(cli: Cli, dump: Any) -> None:
    records = [said(0, "a") | {"mood": {"x": 2**70}}, said(1, "b")]
    cli.json("bundle", "import", dump(*reversed(records), CHAT))
    page = cli.json("session", "show", "c1")
    page["session"].pop("satchel")
    assert page == {"session": CHAT, "records": records, "more": False}


def test_others_work_stays_theirs(cli: Cli, dump: Any) -> None:
    cli.json("bundle", "import", dump(CHAT, said(0, "a")))
    assert cli.json("session", "list")["sessions"][0]["satchel"]["own"] is False
    assert "(others)" in cli("session", "list").out
    answer = cli("session", "append", "c1", "mine now?", "--json")
    assert (answer.status, answer.error["code"]) == (1, "SESSION_READ_ONLY")
    cli.json("bundle", "import", dump(CHAT, said(0, "a")), "--mine")
    cli.json("session", "append", "c1", "mine now")


def test_trying_it_changes_nothing(cli: Cli, dump: Any) -> None:
    cli.json("bundle", "import", dump(CHAT))
    before = cli.stored()
    document = cli.json("bundle", "import", SAMPLE, dump(CHAT), "--dry-run", "--mine")
    assert outcomes(document) == ["created"] * 5 + ["unchanged"]
    assert "nothing was changed" in cli("bundle", "import", SAMPLE, "--dry-run").out
    assert cli.stored() == before


def test_a_shorter_copy_of_what_is_here_is_unchanged(cli: Cli, dump: Any) -> None:
    cli.json("bundle", "import", dump(CHAT, said(0, "a"), said(1, "b")))
    assert outcomes(cli.json("bundle", "import", dump(CHAT, said(0, "a")))) == ["unchanged"]


def test_another_history_under_the_same_id_comes_beside_the_one_that_is_here(
    cli: Cli, dump: Any
) -> None:
    cli.json("bundle", "import", dump(CHAT, said(0, "a")))
    before = cli.json("session", "show", "c1")
    file = dump(CHAT, said(0, "b"), {**CHAT, "id": "c2"}, said(0, "x", "c2"))
    first, second = cli.json("bundle", "import", file)["files"][0]["sessions"]
    assert (first["outcome"], second["outcome"]) == ("forked", "created")
    assert cli.json("session", "show", "c1") == before
    beside = cli.json("session", "show", first["newId"])
    assert [one["id"] for one in beside["records"]] == [said(0, "b")["id"]]
    assert beside["session"]["satchel"]["lineage"] == {"root": "c1", "parent": "c1"}
    assert outcomes(cli.json("bundle", "import", file)) == ["unchanged", "unchanged"]


def test_damage_is_reported_with_its_place(cli: Cli, dump: Any) -> None:
    file = dump(CHAT, said(0, "a"), said(0, "lost", "elsewhere"), {**CHAT, "id": "c2", "status": 7})
    answer = cli("bundle", "import", file, "--json")
    assert (answer.status, "2 parts were left out" in answer.err) == (0, True)
    assert {
        (one["id"], one["outcome"], one.get("error", {}).get("place"))
        for one in answer.document["files"][0]["sessions"]
    } == {("c1", "created", None), ("elsewhere", "damaged", "/2"), ("c2", "damaged", "/3")}
    for_people = cli("bundle", "import", file)
    assert "/3" in for_people.out
    assert (for_people.status, for_people.err.count("\n")) == (0, 1)


def test_a_file_of_damaged_parts_alone_is_a_failure(cli: Cli, dump: Any) -> None:
    answer = cli("bundle", "import", dump(said(0, "lost", "elsewhere")))
    assert answer.status == 1
    assert one_sentence(answer)


def test_a_file_that_cannot_be_read_does_not_stop_the_others(cli: Cli, dump: Any) -> None:
    answer = cli("bundle", "import", "/nowhere", dump(CHAT), "--json")
    first, second = answer.document["files"]
    assert (answer.status, first["error"]["code"], first["sessions"]) == (1, "UNREADABLE", [])
    assert [one["outcome"] for one in second["sessions"]] == ["created"]


def test_what_was_deleted_here_does_not_come_back_unasked(cli: Cli, dump: Any) -> None:
    file = dump(CHAT, said(0, "a"))
    cli.json("bundle", "import", file, "--mine")
    for words in ((), ("--forever",)):
        cli.json("session", "delete", "c1", *words)
        assert outcomes(cli.json("bundle", "import", file)) == ["deleted"]
        assert "--include-deleted" in cli("bundle", "import", file).out
        assert cli.json("session", "list")["sessions"] == []
        trial = ("bundle", "import", file, "--include-deleted")
        assert outcomes(cli.json(*trial, "--dry-run")) == ["restored"]
        assert cli.json("session", "list")["sessions"] == []
        assert outcomes(cli.json(*trial)) == ["restored"]
        assert len(cli.json("session", "show", "c1")["records"]) == 1
