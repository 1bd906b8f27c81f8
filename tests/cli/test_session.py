from __future__ import annotations

import json
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import open_core
from satchel.system import new_id, now
from tests.cli.running import Cli, one_sentence

TITLE = "分数 الكسور 👩‍🏫 é"


def test_the_life_of_a_session(cli: Cli) -> None:
    made = cli.json("session", "new", "--title", TITLE, "--kind", "chat", "--stage", "course:x")
    one = made["id"]
    assert made["satchel"]["title"]["value"] == TITLE
    assert (made["stageId"], made["status"], made["satchel"]["own"]) == ("course:x", "active", True)
    record = cli.json("session", "append", one, "Hallo 你好", "--scene", "sc", "--action", "3")
    assert (record["seq"], record["payload"]) == (0, {"role": "user", "content": "Hallo 你好"})
    assert (record["sceneId"], record["actionIndex"]) == ("sc", 3)
    assert cli.json("session", "rename", one, "  New  title ")["satchel"]["title"]["value"] == (
        "New title"
    )
    assert cli.json("session", "pin", one)["satchel"]["pinned"]["value"] is True
    assert cli.json("session", "pin", one, "--off")["satchel"]["pinned"]["value"] is False
    assert cli.json("session", "status", one, "completed")["status"] == "completed"
    trashed = cli.json("session", "delete", one)["satchel"]
    assert (trashed["trashReason"], trashed["trashedAt"] is not None) == ("user", True)
    assert cli.json("session", "list")["sessions"] == []
    assert [s["id"] for s in cli.json("session", "list", "--trash")["sessions"]] == [one]
    assert cli.json("session", "restore", one)["satchel"]["trashedAt"] is None
    assert cli.json("session", "delete", one, "--forever") == {"deleted": one}
    assert cli("session", "show", one).status == 1


def test_what_people_read(cli: Cli) -> None:
    cli.new("s1", "--title", TITLE)
    assert cli("session", "append", "s1", "two\nlines\x1b[31m").out.startswith("Added as number 0")
    shown = cli("session", "show", "s1").out
    assert TITLE in shown
    assert "    two\n    lines\\x1b[31m\n" in shown
    assert TITLE in cli("session", "list").out
    assert cli("session", "rename", "s1", "x", "--quiet") == cli("session", "pin", "s1", "--quiet")
    assert cli("session", "list", "--quiet").out


@pytest.mark.parametrize(
    "name",
    ["a b", "a/b", "a\nb", "%2F", "-dash", "梅", "🍕", "a'b\"c", "*", "x" * 4096, "chat:a%3Ab"],
)
def test_ids_of_every_kind(cli: Cli, name: str) -> None:
    made = cli.json("session", "new", f"--id={name}")
    assert made["id"] == name
    assert cli.json("session", "append", "--", name, "-x")["sessionId"] == name
    assert cli.json("session", "show", "--", name)["records"][0]["payload"]["content"] == "-x"
    for words in (("list",), ("show", "--", name)):
        assert cli("session", *words).out.isprintable() is False  # only for its line breaks
        assert "\r" not in cli("session", *words).out


def test_a_fleeting_session(cli: Cli) -> None:
    made = cli.json("session", "new", "--ttl", "30d")
    assert made["satchel"]["expiresAt"]["value"] > made["createdAt"]


def test_pages(cli: Cli) -> None:
    cli.new()
    for number in range(5):
        cli.json("session", "append", "s1", str(number))
    page = cli.json("session", "show", "s1", "--limit", "2")
    assert ([one["seq"] for one in page["records"]], page["more"]) == ([3, 4], True)
    page = cli.json("session", "show", "s1", "--limit", "3", "--before", "3")
    assert ([one["seq"] for one in page["records"]], page["more"]) == ([0, 1, 2], False)
    assert cli.json("session", "show", "s1", "--before", "0")["records"] == []
    assert "--before 3" in cli("session", "show", "s1", "--limit", "2").out


def test_filters(cli: Cli) -> None:
    cli.new("a", "--stage", "one")
    cli.new("b", "--stage", "two")
    cli.json("session", "status", "b", "archived")
    listed = {
        words: [s["id"] for s in cli.json("session", "list", *words)["sessions"]]
        for words in (("--stage", "one"), ("--status", "archived"), ("--stage", "none"))
    }
    assert list(listed.values()) == [["a"], ["b"], []]


def test_a_payload_from_anywhere(cli: Cli, tmp_path: Path) -> None:
    cli.new("q", "--kind", "quizAttempt")
    payload = {"phase": "draft", "answers": {"q1": 2**80}, "z": None}
    file = tmp_path / "p.json"
    file.write_text(json.dumps(payload))
    for source in (json.dumps(payload), f"@{file}"):
        assert cli.json("session", "append", "q", "--payload", source)["payload"] == payload


def test_repeating_an_append_is_safe(cli: Cli) -> None:
    cli.new()
    first = cli.json("session", "append", "s1", "hello", "--id", "r1")
    assert cli.json("session", "append", "s1", "hello", "--id", "r1") == first
    cli.json("session", "status", "s1", "completed")
    assert cli.json("session", "append", "s1", "hello", "--id", "r1") == first
    answer = cli("session", "append", "s1", "other", "--id", "r1", "--json")
    assert answer.error["code"] == "RECORD_ID_CONFLICT"
    assert len(cli.json("session", "show", "s1")["records"]) == 1


def test_an_expectation_holds_or_nothing_is_written(cli: Cli) -> None:
    cli.new()
    cli.json("session", "append", "s1", "a", "--expected-last-seq", "none")
    answer = cli("session", "append", "s1", "b", "--expected-last-seq", "none", "--json")
    assert answer.error["details"] == {
        "sessionId": "s1",
        "expectedLastSeq": None,
        "actualLastSeq": 0,
    }
    cli.json("session", "append", "s1", "b", "--expected-last-seq", "0")
    assert len(cli.json("session", "show", "s1")["records"]) == 2


def test_a_session_that_a_window_holds(cli: Cli) -> None:
    cli.new()
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        workspace = core.workspace("w1")
        workspace.open("s1", 10)
        answer = cli("session", "append", "s1", "from outside")
        assert (answer.status, one_sentence(answer)) == (1, True)
        assert cli("session", "status", "s1", "archived").status == 1
        assert cli.json("session", "append", "s1", "take over", "--take-over")["seq"] == 0
        workspace.open("s1", 10)
        workspace.shut()
    assert cli.json("session", "append", "s1", "nobody holds it")["seq"] == 1


def test_a_damaged_row_is_left_out_and_reported(cli: Cli) -> None:
    cli.new("good")
    cli.new("bad")
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        core.database.script("UPDATE runtime_sessions SET created_at = 'once' WHERE id = 'bad'")
    listing = cli.json("session", "list")
    assert [session["id"] for session in listing["sessions"]] == ["good"]
    assert [damage["id"] for damage in listing["damaged"]] == ["bad"]
    assert "1 damaged session" in cli("session", "list").err
    assert cli("session", "show", "bad", "--json").error["code"] == "CORRUPT_ROW"
    answer = cli("doctor")
    assert answer.status == 1
    assert "!!  sessions" in answer.out


def test_a_damaged_record_does_not_hide_the_others(cli: Cli) -> None:
    cli.new()
    for text in ("a", "b", "c"):
        cli.json("session", "append", "s1", text)
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        core.database.script("UPDATE runtime_records SET payload = '{' WHERE seq = 1")
    page = cli.json("session", "show", "s1")
    assert [record["seq"] for record in page["records"]] == [0, 2]
    assert [damage["seq"] for damage in page["damaged"]] == [1]
    assert "damaged" in cli("session", "show", "s1").out
