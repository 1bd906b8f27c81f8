"""`satchel doctor --repair`: saves what can be saved, and never puts an empty database in silence."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import open_core
from satchel.system import new_id, now
from tests.cli.running import Cli, Processes, one_sentence
from tests.cli.test_care import database_of


@pytest.fixture
def session(cli: Cli) -> str:
    """A session of 200 records."""
    cli.new("s1", "--title", "Halves")
    with (
        open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core,
        core.database.transaction(),
    ):
        for n in range(200):
            core.store.append_record(
                "s1",
                {
                    "id": f"r-{n:03}",
                    "sessionId": "s1",
                    "createdAt": "2026-03-02T12:00:00.000Z",
                    "payload": {"role": "user", "content": f"words {n} " * 20},
                },
            )
    return "s1"


def wound(cli: Cli) -> bytes:
    """One page of records is gone, and the start of the file. Answers what is left."""
    file = database_of(cli)
    data = bytearray(file.read_bytes())
    place = data.index(b"r-1002026-") // 4096 * 4096
    data[place : place + 4096] = bytes(4096)
    data[:100] = bytes(100)
    file.write_bytes(data)
    return bytes(data)


def test_a_whole_database_is_left_alone(cli: Cli, session: str) -> None:
    before = database_of(cli).read_bytes()
    document = cli.json("doctor", "--repair")
    assert (document["ok"], document["repair"]) == (True, None)
    assert "Nothing is damaged" in document["checks"][0]["message"]
    assert not list(cli.data_dir.glob("profiles/*/set-aside/*"))
    assert len(database_of(cli).read_bytes()) == len(before)


@pytest.mark.parametrize("opened_before", [False, True])
def test_what_can_be_saved_is_and_the_rest_is_told(
    cli: Cli, session: str, opened_before: bool
) -> None:
    damaged = wound(cli)
    if opened_before:
        answer = cli("session", "list")
        assert "doctor --repair" in answer.err
        assert one_sentence(answer)
    answer = cli("doctor", "--repair")
    assert answer.status == 0, answer
    assert "Missing in “Halves”" in answer.out
    assert "numbered anew" in answer.out
    [aside] = cli.data_dir.glob("profiles/*/set-aside/*.db")
    assert aside.read_bytes() == damaged
    assert str(aside) in answer.out
    records = cli.json("session", "show", "s1", "--limit", "999")["records"]
    assert 150 < len(records) < 200
    assert [one["seq"] for one in records] == list(range(len(records)))
    assert [one["id"] for one in records] == sorted(one["id"] for one in records)
    cli.json("session", "append", "s1", "and on")
    assert cli.json("doctor", "--repair")["repair"] is None


def test_the_report_for_programs(cli: Cli, session: str) -> None:
    wound(cli)
    report = cli.json("doctor", "--repair")["repair"]
    [gap] = report["gaps"]
    missing = sum(last - first + 1 for first, last in gap["missing"])
    assert (gap["session"], report["sessions"]) == ("s1", 1)
    assert report["records"] + missing == 200
    assert (report["complete"], report["lost"], report["revived"]) == (False, [], [])


def test_where_nothing_can_be_saved_the_backups_are_named(cli: Cli, session: str) -> None:
    backup = cli.json("backup")["file"]
    database_of(cli).write_bytes(b"homework\n" * 3000)
    answer = cli("doctor", "--repair")
    assert (answer.status, one_sentence(answer)) == (1, True)
    assert backup in answer.err
    assert "--empty" in answer.err
    assert database_of(cli).read_bytes().startswith(b"homework")
    cli.json("backup", "restore", backup)
    assert len(cli.json("session", "show", "s1", "--limit", "999")["records"]) == 200


def test_an_empty_one_only_when_that_is_said(cli: Cli, session: str) -> None:
    database_of(cli).write_bytes(b"")
    assert cli("session", "list").status == 1  # sets it aside
    assert cli("doctor", "--repair").status == 1
    assert cli("doctor", "--empty").status == 2
    assert cli.json("doctor", "--repair", "--empty")["ok"] is True
    assert cli.json("session", "list")["sessions"] == []
    assert list(cli.data_dir.glob("profiles/*/set-aside/*.db"))


def test_not_while_a_window_is_open(cli: Cli, session: str) -> None:
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        workspace = core.workspace("w1")
        damaged = wound(cli)
        answer = cli("doctor", "--repair")
        assert (answer.status, one_sentence(answer)) == (1, True)
        assert "Close every window" in answer.err
        assert database_of(cli).read_bytes() == damaged
        workspace.shut()


def test_two_at_once(cli: Cli, processes: Processes, session: str) -> None:
    damaged = wound(cli)
    both = [processes.start("doctor", "--repair") for _ in range(2)]
    for one in both:
        said = one.communicate(timeout=50)
        assert one.returncode == 0 or "being mended" in "".join(said)
    assert 0 in [one.returncode for one in both]
    [aside] = cli.data_dir.glob("profiles/*/set-aside/*.db")
    assert aside.read_bytes() == damaged
    assert cli.json("doctor", "--repair")["repair"] is None


@pytest.mark.slow
def test_killed_at_any_moment_the_next_one_does_it(
    cli: Cli, processes: Processes, session: str
) -> None:
    damaged = wound(cli)
    wait, killed = 0.2, 0
    while True:
        run = processes.start("doctor", "--repair")
        try:
            run.communicate(timeout=wait)
            break
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGKILL)
            run.communicate()
            killed += 1
            wait *= 1.4
        files: list[Path] = [*cli.data_dir.glob("profiles/*/set-aside/*.db")]
        files += cli.data_dir.glob("profiles/*/satchel.db")
        assert damaged in [file.read_bytes() for file in files]
    assert killed
    records = cli.json("session", "show", "s1", "--limit", "999")["records"]
    assert 150 < len(records) < 200
    assert cli.json("doctor")["ok"] is True
