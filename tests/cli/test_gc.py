"""`gc`, and how long sessions live."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import typer

from satchel.config import Paths
from satchel.core import open_core
from satchel.domain.errors import StoreBusy
from satchel.domain.retention import RetentionReport
from satchel.domain.timestamps import from_datetime
from satchel.store.opening import Location
from satchel.system import new_id, now
from tests.cli.running import Cli, Processes, one_sentence
from tests.store.retention_load import fill

OLD = from_datetime(now() - timedelta(days=40))


def age(cli: Cli, *sql: str) -> None:
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        for one in sql:
            core.database.script(one)


def in_the_trash(cli: Cli, *ids: str, reason: str = "user") -> None:
    for id in ids:
        cli.new(id, "--title", f"Title of {id}")
        cli.json("session", "append", id, "hello")
    age(cli, f"UPDATE runtime_sessions SET trashed_at = '{OLD}', trash_reason = '{reason}'")


def places(cli: Cli) -> tuple[list[str], list[str]]:
    return tuple(
        sorted(one["id"] for one in cli.json("session", "list", *words)["sessions"])
        for words in ((), ("--trash",))
    )  # type: ignore[return-value]


def told(document: Any, name: str) -> list[tuple[str, str]]:
    return [(one["what"], one["id"]) for one in document[name]]


def test_old_trash_is_listed_and_then_removed(cli: Cli) -> None:
    in_the_trash(cli, "a", "b")
    document = cli.json("gc", "--dry-run")
    assert told(document, "would_remove") == [("trash", "a"), ("trash", "b")]
    assert all(one["bytes"] > 0 and OLD[:10] in one["reason"] for one in document["would_remove"])
    assert places(cli) == ([], ["a", "b"])
    answer = cli("gc")
    assert answer.status == 0
    assert "Title of a: in the trash since" in answer.out
    assert "Removed for good: 2 things" in answer.out
    assert places(cli) == ([], [])
    assert cli.json("gc") == {"removed": [], "kept": [], "freed": 0, "question": None}
    assert cli("gc").out == "Nothing is past its time.\n"
    assert cli("gc", "--quiet").out == ""


def test_a_session_lives_as_long_as_it_is_told(cli: Cli) -> None:
    cli.new("s1", "--ttl", "2d", "--title", "Halves")
    cli.json("session", "append", "s1", "hello")
    document = cli.json("session", "extend", "s1", "3d")
    assert document["satchel"]["expiresAt"]["value"] > from_datetime(now() + timedelta(days=4))
    past = cli.json("session", "extend", "s1", "never")
    assert past["satchel"]["expiresAt"]["value"] is None
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        core.sessions.set_expiry("s1", OLD)
    for words in (("append", "s1", "more"), ("status", "s1", "archived")):
        answer = cli("session", *words)
        assert (answer.status, one_sentence(answer)) == (1, True)
        assert cli("session", *words, "--json").error["code"] == "SESSION_EXPIRED"
    assert "expires  " in cli("session", "show", "s1").out
    assert "This would go to the trash: 1 session.\n" in cli("gc", "--dry-run").out
    said = cli("gc").out
    assert said.endswith("Moved to the trash: 1 session.\n")  # which is not gone, and frees nothing
    assert places(cli) == ([], ["s1"])
    back = cli.json("session", "restore", "s1")
    assert back["satchel"]["expiresAt"]["value"] > from_datetime(now() + timedelta(days=29))
    assert "is kept until" in cli("session", "extend", "s1", "1w").out
    assert cli.json("session", "append", "s1", "more")["seq"] == 1


@pytest.mark.parametrize("time", ["", "soon", "0d", "-3d", "3"])
def test_what_is_no_time_changes_nothing(cli: Cli, time: str) -> None:
    cli.new()
    assert cli("session", "extend", "--", "s1", time).status == 2


def test_what_is_nowhere_else_stays_until_it_is_exported(cli: Cli, tmp_path: Path) -> None:
    in_the_trash(cli, "a", reason="expired")
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        core.sessions.set_expiry("a", OLD)
    document = cli.json("gc")
    assert [(one["id"], one["why"]) for one in document["kept"]] == [("a", "unsafe")]
    assert "Stays: trash Title of a, because it is nowhere else" in cli("gc").out
    cli.json("bundle", "export", "a", "--redact", "-o", str(tmp_path / "r.sessionbundle"))
    assert cli.json("gc")["removed"] == []
    cli.json("bundle", "export", "a", "-o", str(tmp_path / "a.sessionbundle"))
    assert told(cli.json("gc"), "removed") == [("trash", "a")]
    arrived = cli.json("bundle", "import", str(tmp_path / "a.sessionbundle"), "--include-deleted")
    assert arrived["files"][0]["sessions"][0]["records"] == 1


@pytest.fixture
def exported(cli: Cli, tmp_path: Path) -> Path:
    """A session that time threw away long ago, and the bundle that holds it beside here. Another one lives."""
    file = tmp_path / "all.sessionbundle"
    in_the_trash(cli, "a", reason="expired")
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        core.sessions.set_expiry("a", OLD)
    cli.json("bundle", "export", "a", "-o", str(file))
    cli.new("b", "--title", "Thirds")
    return file


@pytest.mark.parametrize(
    "words",
    [("--all",), ("b", "--format", "xavier"), ("b", "--redact")],
    ids=["all", "xavier", "redacted"],
)
def test_a_bundle_that_is_replaced_keeps_nothing_safe(
    cli: Cli, exported: Path, words: tuple[str, ...]
) -> None:
    """Whoever exports everything each week into the same file leaves out what is in the trash by then."""
    assert told(cli.json("gc", "--dry-run"), "would_remove") == [("trash", "a")]
    cli.json("bundle", "export", *words, "-o", str(exported), "--force")
    assert [(one["id"], one["why"]) for one in cli.json("gc")["kept"]] == [("a", "unsafe")]


def test_a_locked_bundle_that_is_replaced_may_have_been_any(
    cli: Cli, exported: Path, tmp_path: Path
) -> None:
    word = tmp_path / "word"
    word.write_text("one two three four")
    for _ in range(2):
        target = ("-o", str(tmp_path / "b.age"), "--passphrase-file", str(word), "--force")
        assert told(cli.json("gc", "--dry-run"), "would_remove") == [("trash", "a")]
        cli.json("bundle", "export", "b", *target)
    assert cli.json("gc")["removed"] == []


def test_what_is_replaced_and_is_no_bundle_changes_nothing(
    cli: Cli, exported: Path, tmp_path: Path
) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Mei")
    cli.json("bundle", "export", "b", "-o", str(other), "--force")
    assert told(cli.json("gc"), "removed") == [("trash", "a")]


def test_a_clock_that_jumped_is_asked_about(cli: Cli) -> None:
    cli.json("gc")
    in_the_trash(cli, "a")
    age(
        cli,
        "UPDATE settings SET value = json_set(value, '$.at', '2020-01-01T00:00:00.000Z', '$.boot', 'x') "
        "WHERE name = 'clockSeen'",
    )
    answer = cli("gc")
    assert (answer.status, one_sentence(answer)) == (1, True)
    assert "--clock-is-right" in answer.err
    answer = cli("gc", "--json")
    assert answer.error["code"] == "CLOCK_DOUBTED"
    assert told(answer.document, "would_remove") == [("trash", "a")]
    assert answer.document["question"]["expected"].startswith("2020-01-01")
    answer = cli("gc", "--dry-run")
    assert answer.status == 0
    assert "2020-01-01" in answer.out.splitlines()[-1]
    assert places(cli) == ([], ["a"])
    assert told(cli.json("gc", "--clock-is-right"), "removed") == [("trash", "a")]
    assert cli.json("gc")["question"] is None


def test_whoever_asks_decides_one_by_one(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_trash(cli, "a", "b", reason="expired")
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        for id in ("a", "b"):
            core.sessions.set_expiry(id, OLD)
    monkeypatch.setattr("typer.confirm", lambda text, err: "“Title of a” (a)" in text)
    assert cli("gc", "--ask").status == 0
    assert places(cli) == ([], ["b"])
    assert cli("gc", "--ask", "--dry-run").status == 2


def test_whoever_interrupts_the_questions_hears_what_went(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_trash(cli, "a", "b", "c", reason="expired")
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        for id in ("a", "b", "c"):
            core.sessions.set_expiry(id, OLD)
    asked: list[str] = []

    def confirm(text: str, err: bool) -> bool:
        asked.append(text)
        if len(asked) == 2:
            raise typer.Abort
        return True

    monkeypatch.setattr("typer.confirm", confirm)
    answer = cli("gc", "--ask")
    assert (answer.status, one_sentence(answer), len(asked)) == (1, True, 2)
    assert answer.err.startswith("Stopped.")
    assert "Removed for good: 1 thing" in answer.out
    assert places(cli) == ([], ["b", "c"])


def test_where_nothing_may_be_written_nothing_is_done(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SATCHEL_MACHINE_ID", "one")
    in_the_trash(cli, "a")
    monkeypatch.setenv("SATCHEL_MACHINE_ID", "another")
    answer = cli("gc", "--json")
    assert (answer.status, answer.error["code"], answer.out) == (1, "MACHINE_CHANGED", "")
    assert one_sentence(cli("gc"))
    assert told(cli.json("gc", "--dry-run"), "would_remove") == [("trash", "a")]
    assert places(cli) == ([], ["a"])


def test_very_many_that_stay_are_not_all_named(cli: Cli) -> None:
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        fill(Location(core.profile.directory), core.learner.keys[0], 23, trashed=True)
    age(cli, "UPDATE runtime_sessions SET trash_reason = 'expired'")
    lines = cli("gc").out.splitlines()
    assert sum(line.startswith("Stays: ") for line in lines) == 20
    assert lines[-1] == "… and 3 more; --json names them all."
    assert len(cli.json("gc")["kept"]) == 23


def test_a_damaged_database_is_left_alone(cli: Cli) -> None:
    cli.new()
    (file,) = cli.data_dir.glob("profiles/*/satchel.db")
    file.write_bytes(b"no database" * 1000)
    answer = cli("gc")
    assert (answer.status, one_sentence(answer)) == (1, True)


def test_two_at_once(cli: Cli, processes: Processes) -> None:
    in_the_trash(cli, *(f"s-{n}" for n in range(3)))
    import filelock

    (folder,) = cli.data_dir.glob("profiles/*")
    with filelock.FileLock(folder / "retention.lock", thread_local=False, fallback_to_soft=False):
        answer = processes.run("gc", env={**os.environ, **processes.environ()})
        assert (answer.status, one_sentence(answer)) == (1, True)
        assert "already" in answer.err
        assert answer.out == ""  # not that there is nothing to be removed
    assert processes.run("gc", "--quiet").status == 0
    assert places(cli) == ([], [])


def test_what_cannot_begin_says_only_that(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_trash(cli, "a")
    refusal = StoreBusy("Another program holds the sessions and does not let go. Try again later.")

    def busy(*_: object) -> RetentionReport:
        return RetentionReport(dry=False, refusal=refusal)

    monkeypatch.setattr("satchel.retention_desk.run_in", busy)
    answer = cli("gc", "--json")
    assert answer.status == 1
    assert answer.out == ""
    assert json.loads(answer.err)["error"]["code"] == "STORE_BUSY"
