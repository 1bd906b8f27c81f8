"""Looking a database over, copying it, putting a copy or an empty one in its place."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from satchel.domain.errors import NewerDatabase, UnreadableInput
from satchel.store.health import back_up, check, restore, start_empty
from satchel.store.opening import Location
from tests.fakes import FakeClock, record, session
from tests.store.opened import MINE, Bench, damage, look, opened
from tests.store.processes import killed_writer


def findings(bench: Bench) -> dict[str, bool]:
    return {found.name: found.ok for found in check(bench.database)}


def filled(folder: Path, count: int = 5) -> Location:
    with opened(folder) as bench:
        bench.sessions.create(session(learnerKey=MINE), title="Halves")
        for n in range(count):
            bench.store.append_record("lesson", record(f"r-{n}", payload=n))
        bench.marks.save_draft("lesson", "window", "half a thought")
    return Location(folder)


def count(location: Location) -> int:
    with opened(location.folder) as bench:
        assert all(findings(bench).values())
        return len(bench.store.list_records("lesson"))


def test_a_sound_database_has_no_findings(bench: Bench) -> None:
    assert set(findings(bench).values()) == {True}
    bench.store.create_session(session())
    bench.store.append_record("lesson", record(note=1, sceneId=""))
    assert set(findings(bench).values()) == {True}


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("UPDATE runtime_records SET seq = 9 WHERE id = 'r-2'", {"numbering"}),
        ("DELETE FROM runtime_records WHERE id = 'r-1'", {"numbering"}),
        ("UPDATE runtime_sessions SET next_seq = 7", {"numbering"}),
        ("UPDATE runtime_records SET session_key = 99 WHERE id = 'r-2'", {"references"}),
        ("UPDATE runtime_sessions SET updated_at = 'never'", {"sessions"}),
        ("UPDATE runtime_sessions SET satchel = CAST(X'7bff' AS TEXT)", {"sessions"}),
        ("UPDATE runtime_records SET payload = '{'", {"records"}),
        ("UPDATE runtime_records SET created_at = CAST(X'ff' AS TEXT)", {"records"}),
        ("UPDATE runtime_records SET envelope = '[1]'", {"records"}),
        ("UPDATE drafts SET text = CAST(X'61ff62' AS TEXT)", {"drafts"}),
    ],
)
def test_each_damage_is_found(tmp_path: Path, sql: str, names: set[str]) -> None:
    location = filled(tmp_path / "profile", 3)
    damage(location, sql)
    with opened(location.folder) as bench:
        wrong = {found.name: found.message for found in check(bench.database) if not found.ok}
    assert names <= set(wrong)
    assert all(message.isprintable() for message in wrong.values())


def test_a_backup_is_one_whole_file_taken_while_others_write(tmp_path: Path) -> None:
    target = tmp_path / "stick" / "backup.db"
    with opened(tmp_path / "profile") as bench, opened(tmp_path / "profile") as other:
        bench.store.create_session(session())
        other.store.append_record("lesson", record())
        back_up(bench.database, target)
        other.store.append_record("lesson", record("r-1"))
    assert [path.name for path in target.parent.iterdir()] == ["backup.db"]
    with closing(sqlite3.connect(target)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("SELECT count(*) FROM runtime_records").fetchone() == (1,)
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_backup_never_replaces_a_file(bench: Bench, tmp_path: Path) -> None:
    target = tmp_path / "diary.txt"
    target.write_text("dear diary")
    with pytest.raises(UnreadableInput, match="left as it is"):
        back_up(bench.database, target)
    assert target.read_text() == "dear diary"


def test_a_restored_backup_takes_the_place_and_what_was_there_is_kept(tmp_path: Path) -> None:
    location = filled(tmp_path / "profile", 3)
    with opened(location.folder) as bench:
        before = bench.identity.device(), bench.identity.own_keys()
        bench.claims.claim("lesson", "window")
        back_up(bench.database, tmp_path / "backup.db")
        bench.store.append_record("lesson", record("later"))
    aside = restore(location, tmp_path / "backup.db", clock=FakeClock())
    assert count(location) == 3
    assert look(location, "SELECT lease_token, lease_window FROM runtime_sessions") == [
        (None, None)
    ]
    with opened(location.folder) as bench:
        assert bench.identity.own_keys() == before[1]
        assert bench.sessions.summary("lesson").own
    assert aside is not None
    with closing(sqlite3.connect(aside)) as kept:
        assert kept.execute("SELECT count(*) FROM runtime_records").fetchone() == (4,)


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(5000)])
def test_a_file_that_is_no_backup_changes_nothing(tmp_path: Path, content: bytes) -> None:
    location = filled(tmp_path / "profile", 3)
    (tmp_path / "other.db").write_bytes(content)
    with pytest.raises(UnreadableInput, match="Nothing was changed"):
        restore(location, tmp_path / "other.db", clock=FakeClock())
    assert (tmp_path / "other.db").read_bytes() == content
    assert count(location) == 3
    assert not location.set_aside.exists()


def test_a_damaged_or_newer_backup_changes_nothing(tmp_path: Path) -> None:
    location, other = filled(tmp_path / "profile", 3), filled(tmp_path / "other", 60)
    whole = other.database.read_bytes()
    other.database.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UnreadableInput):
        restore(location, other.database, clock=FakeClock())
    other.database.write_bytes(whole)
    damage(other, "UPDATE alembic_version SET version_num = '0099'")
    with pytest.raises(NewerDatabase):
        restore(location, other.database, clock=FakeClock())
    assert count(location) == 3


def test_a_backup_with_a_log_beside_it_is_restored_with_the_log(tmp_path: Path) -> None:
    left = killed_writer(tmp_path / "left")
    location = filled(tmp_path / "profile", 3)
    restore(location, left.database, clock=FakeClock())
    assert count(location) == 50
    assert Path(f"{left.database}-wal").exists()


def test_an_empty_database_sets_aside_what_was_there_with_its_log(tmp_path: Path) -> None:
    location = killed_writer(tmp_path / "left")
    aside = start_empty(location, clock=FakeClock())
    with opened(location.folder) as bench:
        assert bench.sessions.listing().sessions == ()
    assert aside is not None
    with closing(sqlite3.connect(aside)) as kept:
        assert kept.execute("SELECT count(*) FROM runtime_records").fetchone() == (50,)


def test_a_log_without_its_database_is_not_mixed_into_a_new_one(tmp_path: Path) -> None:
    location = killed_writer(tmp_path / "left")
    location.database.unlink()
    start_empty(location, clock=FakeClock())
    with opened(location.folder) as bench:
        assert bench.sessions.listing().sessions == ()
        assert bench.database.script("PRAGMA integrity_check") == [("ok",)]
    assert list(location.set_aside.glob("*-wal"))
