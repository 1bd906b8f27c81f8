"""`doctor` and `backup`."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from satchel.cli import doctor
from satchel.config import Paths
from satchel.core import open_core
from satchel.system import new_id, now
from tests.cli.running import Cli, one_sentence


def checks(cli: Cli, *words: str) -> dict[str, bool]:
    document = cli("--json", "doctor", *words).document
    return {check["name"]: check["ok"] for check in document["checks"]}


def database_of(cli: Cli) -> Path:
    (found,) = cli.data_dir.glob("profiles/*/satchel.db")
    return found


def test_all_is_well_from_the_first_start(cli: Cli) -> None:
    document = cli.json("doctor")
    assert document["ok"] is True
    names = [check["name"] for check in document["checks"]]
    assert names[:3] == ["data folder", "free space", "profiles"]
    assert {"integrity", "numbering", "sessions", "records", "backups"} <= set(names)
    assert cli("doctor").out.count("ok  ") == len(names)


def test_a_gap_in_the_numbers_is_found(cli: Cli) -> None:
    cli.new()
    for text in ("a", "b", "c"):
        cli.json("session", "append", "s1", text)
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        core.database.script("DELETE FROM runtime_records WHERE seq = 1")
    answer = cli("doctor", "--json")
    assert (answer.status, answer.error["code"]) == (1, "NOT_WELL")
    assert checks(cli)["numbering"] is False


def test_little_room_is_said(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SCARCE_BYTES", 2**62)
    assert checks(cli)["free space"] is False


def test_a_damaged_database_is_never_replaced_silently(cli: Cli, tmp_path: Path) -> None:
    cli.new()
    cli.json("session", "append", "s1", "hello")
    backup = str(tmp_path / "copy.db")
    cli.json("backup", backup)
    database_of(cli).write_bytes(b"this is no database any more" * 200)
    answer = cli("session", "list")
    assert (answer.status, one_sentence(answer)) == (1, True)
    assert "set aside" in answer.err
    for _ in range(2):
        answer = cli("session", "list", "--json")
        assert answer.error["code"] == "DATABASE_MISSING"
    assert checks(cli)["database"] is False
    cli.json("backup", "restore", backup)
    assert len(cli.json("session", "show", "s1")["records"]) == 1


def test_an_empty_database_only_when_asked_for(cli: Cli) -> None:
    cli.new()
    database_of(cli).unlink()
    assert cli("session", "list").status == 1
    assert cli.json("doctor", "--repair")["ok"] is True
    assert cli.json("session", "list")["sessions"] == []


def test_repair_leaves_what_is_there_alone(cli: Cli) -> None:
    cli.new()
    cli.json("doctor", "--repair")
    assert len(cli.json("session", "list")["sessions"]) == 1


def test_a_copy_and_back(cli: Cli, tmp_path: Path) -> None:
    cli.new("before")
    target = tmp_path / "分 copy.db"
    document = cli.json("backup", str(target))
    assert document == {"file": str(target), "bytes": target.stat().st_size}
    cli.new("after")
    answer = cli("backup", str(target))
    assert (answer.status, one_sentence(answer)) == (1, True)
    aside = cli.json("backup", "restore", str(target))["setAside"]
    assert Path(aside).exists()
    assert [s["id"] for s in cli.json("session", "list")["sessions"]] == ["before"]
    assert cli.json("doctor")["ok"] is True


def test_without_a_name_it_lies_with_the_profile(cli: Cli) -> None:
    cli.new()
    files = {cli.json("backup")["file"] for _ in range(3)}
    assert len(files) == 3
    assert "0 days" in cli("doctor").out
    for file in files:
        old = now().timestamp() - timedelta(days=50).total_seconds()
        os.utime(file, (old, old))
    assert "Time for a new one" in cli("doctor").out


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"x" * 5000])
def test_what_is_no_backup_changes_nothing(cli: Cli, tmp_path: Path, content: bytes) -> None:
    cli.new()
    before = cli.stored()
    file = tmp_path / "no.db"
    file.write_bytes(content)
    answer = cli("backup", "restore", str(file))
    assert (answer.status, one_sentence(answer)) == (1, True)
    assert cli.stored() == before


def test_not_while_a_window_is_open(cli: Cli, tmp_path: Path) -> None:
    cli.new()
    copy = str(tmp_path / "copy.db")
    cli.json("backup", copy)
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        workspace = core.workspace("w1")
        assert "1 window open" in cli("doctor").out
        answer = cli("backup", "restore", copy)
        assert (answer.status, one_sentence(answer)) == (1, True)
        workspace.shut()
    cli.json("backup", "restore", copy)
