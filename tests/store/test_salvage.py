"""What becomes of each part of a damaged database, case by case."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from satchel.domain.errors import NewerDatabase
from satchel.domain.salvaged import Salvaged
from satchel.store.opening import Location
from satchel.store.salvage.repair import repair
from satchel.store.salvage.shapes import Shapes
from tests.fakes import FakeClock, FakeIds, record, session
from tests.store.opened import MINE, damage, look, opened

PAGE = 4096


def filled(folder: Path) -> Location:
    with opened(folder) as bench:
        bench.database.script("PRAGMA secure_delete = OFF")  # as most builds of SQLite have it
        for n in range(4):
            bench.sessions.create(session(f"s-{n}", learnerKey=MINE), title=f"Title {n}")
            many = [record(f"r-{i}", f"s-{n}", payload=f"{n}.{i} " * 30) for i in range(60)]
            bench.store.append_records(f"s-{n}", many)
            bench.claims.claim(f"s-{n}", "window")
            bench.marks.save_draft(f"s-{n}", "window", f"draft {n}")
        bench.sessions.trash("s-3")
        bench.sessions.purge("s-3")
        for sql in (
            "INSERT INTO remotes VALUES (1, 'https://school', 'user:mei', 'id', 'cursor', NULL, '{}')",
            "INSERT INTO remote_sessions SELECT 1, key, 1, 59, 'active', 'one', NULL, NULL, NULL "
            "FROM runtime_sessions",
            "INSERT INTO remote_records SELECT 1, key, seq FROM runtime_records",
            "INSERT INTO remote_looks VALUES (1, 's-9', 'changed')",
            "INSERT INTO remote_tombstones VALUES (1, 's-3', 0, 'one')",
            "INSERT INTO sync_marks SELECT key, 1, 0, NULL FROM runtime_sessions",
            "INSERT INTO exports SELECT key, 'b', '2026-01-01T00:00:00Z', 60, 0, 'd' FROM runtime_sessions",
            "INSERT INTO removals VALUES (1, '2026-01-01T00:00:00Z', 'session', 's-8', 'expired', 9)",
            "INSERT INTO token_counts SELECT key, 'built-in', 7 FROM runtime_records",
            "INSERT INTO summaries SELECT 1, session_key, key, 0, created_at, 'They began.' "
            "FROM runtime_records LIMIT 1",
        ):
            bench.database.script(sql)
    return Location(folder)


def lose(location: Location, *texts: bytes, head: bool = True) -> None:
    """Loses every page of a table that holds one of the texts, and the start of the file with its schema."""
    data = bytearray(location.database.read_bytes())
    for start in range(PAGE, len(data), PAGE):
        page = data[start : start + PAGE]
        if page[0] == 0x0D and any(text in page for text in texts):
            data[start : start + PAGE] = bytes(PAGE)
    if head:
        data[:PAGE] = bytes(PAGE)
    location.database.write_bytes(data)


def mend(location: Location) -> Salvaged:
    saved = repair(location, clock=FakeClock(), new_id=FakeIds())
    assert saved is not None
    return saved


def test_no_two_tables_look_alike() -> None:
    shapes = Shapes().by_name.values()
    for one, other in combinations(shapes, 2):
        if len(one.kinds) == len(other.kinds):
            assert any(not a & b for a, b in zip(one.kinds, other.kinds, strict=True))


def test_everything_is_there_where_only_the_start_is_lost(tmp_path: Path) -> None:
    location = filled(tmp_path)
    tables = [name for name in Shapes().by_name if name not in ("runtime_sessions", "settings")]
    before = [look(location, f"SELECT * FROM {table}") for table in tables]
    sessions = look(location, "SELECT key, id, title, satchel, next_seq FROM runtime_sessions")
    lose(location)
    saved = mend(location)
    assert (saved.sessions, saved.records, saved.drafts, saved.gaps) == (3, 180, 3, ())
    assert [look(location, f"SELECT * FROM {table}") for table in tables] == before
    assert (
        look(location, "SELECT key, id, title, satchel, next_seq FROM runtime_sessions") == sessions
    )
    assert look(location, "SELECT DISTINCT lease_token, lease_window FROM runtime_sessions") == [
        (None, None)
    ]
    with opened(tmp_path) as bench:
        assert bench.identity.own_keys() == (MINE,)
        assert all(one.own for one in bench.sessions.listing().sessions)


def test_records_that_lost_their_session_get_one_by_its_id(tmp_path: Path) -> None:
    location = filled(tmp_path)
    lose(location, b"Title 1", head=False)
    saved = mend(location)
    assert set(saved.revived) == {"s-0", "s-1", "s-2"}
    with opened(tmp_path) as bench:
        assert len(bench.store.list_records("s-1")) == 60
        kept = bench.store.get_session("s-1")
        assert (kept.stage_id, kept.learner_key) == ("fractions", MINE)
        assert bench.sessions.summary("s-1").own
    assert look(location, "SELECT DISTINCT detached FROM runtime_sessions") == [(1,)]


def test_a_deleted_session_does_not_come_back_from_a_free_page(tmp_path: Path) -> None:
    """Not even where the map and the list of free pages are both lost."""
    location = filled(tmp_path)
    data = bytearray(location.database.read_bytes())
    assert b"3.59 " in data
    data[: 2 * PAGE] = bytes(2 * PAGE)
    location.database.write_bytes(data)
    mend(location)
    assert look(location, "SELECT id FROM runtime_sessions WHERE id = 's-3'") == []
    kept = look(location, "SELECT id FROM runtime_sessions ORDER BY 1")
    assert kept == [("s-0",), ("s-1",), ("s-2",)]
    assert look(location, "SELECT count(*) FROM runtime_records") == [(180,)]


def test_what_a_gap_means(tmp_path: Path) -> None:
    """Numbered anew with the same keys, read again by open windows, asked of the server from the start."""
    location = filled(tmp_path)
    keys = dict(look(location, "SELECT id, key FROM runtime_records WHERE session_key = 2"))
    lose(location, b"1.30 1.30", head=False)
    saved = mend(location)
    gap = next(one for one in saved.gaps if one.session_id == "s-1")
    assert (1, 30) not in gap.ranges
    assert any(first <= 30 <= last for first, last in gap.ranges)
    rows = look(
        location, "SELECT seq, id, key FROM runtime_records WHERE session_key = 2 ORDER BY 1"
    )
    assert [seq for seq, _, _ in rows] == list(range(60 - gap.count))
    assert all(keys[id] == key for _, id, key in rows)
    assert look(location, "SELECT history_rev, next_seq FROM runtime_sessions WHERE key = 2") == [
        (1, len(rows))
    ]
    assert look(location, "SELECT tail, known FROM remote_sessions WHERE session_key = 2") == [
        (None, 1)
    ]
    assert look(location, "SELECT cursor FROM remotes") == [(None,)]
    assert look(location, "SELECT value FROM settings WHERE name = 'device'") == []
    with opened(tmp_path) as bench:
        bench.store.append_record("s-1", record("new", "s-1"))


def test_keys_that_are_lost_are_those_of_what_was_written_here(tmp_path: Path) -> None:
    location = filled(tmp_path)
    with opened(tmp_path) as bench:
        bench.store.create_session(session("theirs"))
    lose(location, b"learnerKeys")
    mend(location)
    with opened(tmp_path) as bench:
        assert bench.identity.own_keys() == (MINE,)


def test_rows_that_make_no_sense_stay_behind_and_are_told(tmp_path: Path) -> None:
    location = filled(tmp_path)
    damage(
        location, "UPDATE runtime_records SET payload = '{' WHERE id = 'r-7' AND session_key = 1"
    )
    damage(location, "UPDATE runtime_sessions SET created_at = 'never' WHERE key = 2")
    saved = mend(location)
    assert (saved.refused, saved.revived) == (1, ("s-1",))
    assert [(gap.session_id, gap.ranges) for gap in saved.gaps] == [("s-0", ((7, 7),))]
    assert look(location, "SELECT title FROM runtime_sessions WHERE key = 2") == [("Title 1",)]


def test_a_newer_database_is_left_to_a_newer_program(tmp_path: Path) -> None:
    location = filled(tmp_path)
    damage(location, "UPDATE alembic_version SET version_num = '0099'")
    lose(location)
    before = location.database.read_bytes()
    with pytest.raises(NewerDatabase):
        mend(location)
    assert location.database.read_bytes() == before
