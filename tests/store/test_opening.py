"""Making and opening a database: whole or not at all, and nothing is ever replaced in silence."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from satchel.domain.errors import (
    DatabaseDamaged,
    DatabaseMissing,
    NewerDatabase,
    SatchelError,
    StoreUnavailable,
)
from satchel.store.opening import Location, create, open_database
from satchel.store.runtime_store import SqlRuntimeStore
from tests.fakes import FakeClock, record, session
from tests.store.opened import damage, look, opened
from tests.store.processes import killed_writer, run_ordinary


def filled(folder: Path, count: int = 60) -> Location:
    """A closed database with one session of `count` records."""
    with opened(folder) as bench:
        bench.store.create_session(session())
        for n in range(count):
            bench.store.append_record("lesson", record(f"r-{n}", payload="x" * 500))
    return Location(folder)


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def set_aside(location: Location) -> list[Path]:
    return sorted(location.set_aside.glob("*.db"))


# --- making ----------------------------------------------------------------------------------------


def test_a_new_database_is_whole_and_alone(tmp_path: Path) -> None:
    location = Location(tmp_path / "a" / "b")
    create(location)
    assert sorted(path.name for path in location.folder.iterdir()) == ["changed", "satchel.db"]
    with opened(location.folder) as bench:
        script = bench.database.script
        assert script("PRAGMA integrity_check") == [("ok",)]
        assert script("PRAGMA journal_mode") == [("wal",)]
        assert script("PRAGMA synchronous") == [(2,)]
        assert script("PRAGMA foreign_keys") == [(1,)]
        assert script("PRAGMA auto_vacuum") == [(2,)]


def test_a_database_that_is_there_is_never_replaced(tmp_path: Path) -> None:
    location = filled(tmp_path)
    before = files(tmp_path)
    with pytest.raises(StoreUnavailable):
        create(location)
    assert files(tmp_path) == before


def test_what_a_kill_left_half_made_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "satchel.db.new-1").write_bytes(b"SQLite format 3\0 and no more")
    create(Location(tmp_path))
    with opened(tmp_path) as bench:
        assert bench.sessions.listing().sessions == ()


def test_a_folder_below_a_file_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match="not a folder"):
        create(Location(tmp_path / "file" / "profile"))


# --- what cannot be opened ---------------------------------------------------------------------------


def test_a_missing_database_is_told_and_not_made(tmp_path: Path) -> None:
    for location in (Location(tmp_path), Location(tmp_path / "nowhere")):
        with pytest.raises(DatabaseMissing, match="doctor --repair"):
            open_database(location, clock=FakeClock())
        assert not location.database.exists()
    assert list(tmp_path.iterdir()) == []


DAMAGES = {
    "empty": b"",
    "short": b"SQLite",
    "text": b"Dear diary, today we learned about halves.\n" * 200,
    "header only": b"SQLite format 3\0",
    "header and noughts": b"SQLite format 3\0" + bytes(8000),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_file_that_is_no_database_is_set_aside(tmp_path: Path, name: str) -> None:
    location = Location(tmp_path)
    location.database.write_bytes(DAMAGES[name])
    with pytest.raises(DatabaseDamaged) as told:
        open_database(location, clock=FakeClock())
    assert not location.database.exists()
    (kept,) = set_aside(location)
    assert kept.read_bytes() == DAMAGES[name]
    assert str(kept) in told.value.message
    assert "satchel backup restore" in told.value.message
    with pytest.raises(DatabaseMissing) as again:
        open_database(location, clock=FakeClock())
    assert str(kept) in again.value.message


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.95])
def test_a_truncated_database_is_set_aside_as_it_is(tmp_path: Path, share: float) -> None:
    location = filled(tmp_path)
    whole = location.database.read_bytes()
    cut = whole[: int(len(whole) * share)]
    location.database.write_bytes(cut)
    with pytest.raises(DatabaseDamaged):
        open_database(location, clock=FakeClock())
    assert [path.read_bytes() for path in set_aside(location)] == [cut]


def test_a_damaged_page_is_told_at_once_or_when_it_is_read(tmp_path: Path) -> None:
    location = filled(tmp_path)
    content = bytearray(location.database.read_bytes())
    content[-20480:] = b"\xff" * 20480
    location.database.write_bytes(content)

    def read_all() -> None:
        with closing(open_database(location, clock=FakeClock())) as database:
            SqlRuntimeStore(database).list_records("lesson")

    with pytest.raises(DatabaseDamaged) as told:
        read_all()
    assert told.value.message.isprintable()
    kept = location.database if location.database.exists() else set_aside(location)[0]
    assert kept.read_bytes() == content


def test_two_damaged_databases_of_one_second_are_both_kept(tmp_path: Path) -> None:
    location = Location(tmp_path)
    for content in (b"first", b"second"):
        location.database.write_bytes(content)
        with pytest.raises(DatabaseDamaged):
            open_database(location, clock=FakeClock())
    assert sorted(path.read_bytes() for path in set_aside(location)) == [b"first", b"second"]


def test_a_database_of_another_program_is_kept_whole(tmp_path: Path) -> None:
    location = Location(tmp_path)
    with closing(sqlite3.connect(location.database)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.execute("INSERT INTO recipes VALUES ('soup')")
        other.commit()
    before = location.database.read_bytes()
    with pytest.raises(DatabaseDamaged):
        open_database(location, clock=FakeClock())
    assert [path.read_bytes() for path in set_aside(location)] == [before]


@pytest.mark.parametrize("rows", [[], ["0001", "0001x"]])
def test_a_database_that_does_not_say_its_version_is_not_opened(
    tmp_path: Path, rows: list[str]
) -> None:
    location = filled(tmp_path, 1)
    damage(location, "DELETE FROM alembic_version")
    for row in rows:
        damage(location, "INSERT INTO alembic_version VALUES (?)", row)
    with pytest.raises(SatchelError):
        open_database(location, clock=FakeClock())
    assert len(set_aside(location)) + location.database.exists() == 1


def test_a_folder_in_place_of_the_database_is_told(tmp_path: Path) -> None:
    Location(tmp_path).database.mkdir()
    with pytest.raises(StoreUnavailable):
        open_database(Location(tmp_path), clock=FakeClock())
    assert Location(tmp_path).database.is_dir()


# --- newer, read-only, left open -----------------------------------------------------------------------


def test_a_newer_database_is_left_as_it_is_and_the_remedy_is_told(tmp_path: Path) -> None:
    location = filled(tmp_path)
    damage(location, "UPDATE alembic_version SET version_num = '0099'")
    before = files(tmp_path)
    with pytest.raises(NewerDatabase, match="Update Satchel"):
        open_database(location, clock=FakeClock())
    assert files(tmp_path) == before


def test_a_newer_database_with_a_log_left_by_a_kill_is_left_as_it_is(tmp_path: Path) -> None:
    location = killed_writer(tmp_path, "UPDATE alembic_version SET version_num = '0099'")
    before = files(tmp_path)
    assert before["satchel.db-wal"]
    with pytest.raises(NewerDatabase):
        open_database(location, clock=FakeClock())
    after = files(tmp_path)
    assert {name: after.get(name) for name in ("satchel.db", "satchel.db-wal")} == {
        name: before[name] for name in ("satchel.db", "satchel.db-wal")
    }


def test_what_a_killed_writer_had_committed_is_there_at_the_next_start(tmp_path: Path) -> None:
    location = killed_writer(tmp_path)
    assert Path(f"{location.database}-wal").stat().st_size > 0
    with opened(tmp_path) as bench:
        assert len(bench.store.list_records("lesson")) == 50
        assert bench.database.script("PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize("log", [False, True])
def test_a_read_only_folder_can_be_read_and_refuses_writes_in_a_sentence(
    open_folder: Path, log: bool
) -> None:
    folder = open_folder / "profile"
    location = killed_writer(folder) if log else filled(folder, 50)
    before = files(folder)
    answer = run_ordinary("read_only_folder", folder)
    assert answer.get("records") == 50, answer
    assert answer["listed"] == 1
    assert answer["read_only"] is True
    assert answer["refused"] == "STORE_READ_ONLY"
    assert str(folder) in str(answer["message"])
    assert files(folder) == before
    assert look(location, "SELECT count(*) FROM runtime_records") == [(50,)]


def test_an_older_database_in_a_read_only_folder_is_told(open_folder: Path) -> None:
    folder = open_folder / "profile"
    location = filled(folder, 1)
    damage(location, "UPDATE alembic_version SET version_num = '0099'")
    before = files(folder)
    answer = run_ordinary("read_only_folder", folder)
    assert answer["refused"] == "NEWER_DATABASE"
    assert files(folder) == before


def test_a_folder_that_may_not_be_written_takes_no_new_database(open_folder: Path) -> None:
    folder = open_folder / "profile"
    folder.mkdir()
    answer = run_ordinary("make", folder)
    assert answer.get("refused") == "STORE_READ_ONLY", answer
    assert list(folder.iterdir()) == []


def test_a_folder_that_may_not_be_entered_is_told(open_folder: Path) -> None:
    closed = open_folder / "closed"
    filled(closed / "profile", 1)
    closed.chmod(0o700 if os.geteuid() == 0 else 0)
    try:
        for what in ("make", "read_only_folder"):
            assert run_ordinary(what, closed / "profile")["refused"] == "STORE_READ_ONLY"
    finally:
        closed.chmod(0o700)


def test_the_file_windows_watch_is_made_again_where_it_is_missing(tmp_path: Path) -> None:
    location = filled(tmp_path, 1)
    location.beacon.unlink()
    with opened(tmp_path):
        assert location.beacon.exists()


def test_every_commit_touches_the_file_windows_watch_and_never_replaces_it(tmp_path: Path) -> None:
    with opened(tmp_path) as bench:
        before = bench.location.beacon.stat()
        bench.store.create_session(session())
        after = bench.location.beacon.stat()
        assert (after.st_ino, after.st_mtime_ns > before.st_mtime_ns) == (before.st_ino, True)
        bench.location.beacon.unlink()
        bench.store.append_record("lesson", record())
