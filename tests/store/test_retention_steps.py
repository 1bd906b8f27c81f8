"""How a run goes: dry, in steps, stopped, refused by the disk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from satchel.domain.errors import DiskFull
from satchel.store.health import check
from satchel.store.staging import Staging
from tests.fakes import record
from tests.store.keeping import DAY, Keeping, told, trashed_by_time
from tests.store.opened import Bench, look


@pytest.fixture
def keeping(bench: Bench) -> Keeping:
    return Keeping(bench)


def test_a_dry_run_says_the_same_and_changes_nothing(keeping: Keeping) -> None:
    for number in range(5):
        trashed_by_time(keeping, f"t-{number}", records=2)
        keeping.export(f"t-{number}")
    keeping.new("empty", title="")
    keeping.passes(5 * DAY)
    keeping.run(clock_is_right=True, dry=True)
    before = keeping.bench.database.script("SELECT total_changes()")
    dry = keeping.run(dry=True)
    assert keeping.bench.database.script("SELECT total_changes()") == before
    assert (dry.dry, len(dry.removed)) == (True, 6)
    assert all(one.size > 0 for one in dry.removed if one.what == "trash")
    done = keeping.run()
    assert (done.dry, done.removed) == (False, dry.removed)
    assert len(keeping.lines()) == 6


def test_a_dry_run_tells_of_nothing_twice(keeping: Keeping) -> None:
    """What is in the trash by then is not evicted, and what was empty does not expire."""
    keeping.connect()
    keeping.new("over", records=1)
    keeping.new("empty", title="")
    keeping.new("idle", records=1)
    for id in ("over", "empty"):
        keeping.expires(id, DAY)
    for id in ("over", "idle"):
        keeping.confirm(id)
    keeping.server = replace(keeping.server, evict=lambda removal: True)
    keeping.passes(100 * DAY)
    dry = keeping.run(dry=True, evict=True)
    assert told(dry.removed) == [("empty", "empty"), ("expired", "over"), ("evicted", "idle")]
    assert keeping.run(evict=True).removed == dry.removed


def test_what_the_disk_refuses_to_take_apart_is_told_all_the_same(
    keeping: Keeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping.new(records=1)
    keeping.bench.store.append_records("lesson", [record(f"m-{n}") for n in range(2100)])
    keeping.bench.sessions.trash("lesson")
    keeping.passes(31 * DAY)

    def refuse(_staging: Staging, hidden_id: str) -> None:
        raise DiskFull("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(Staging, "discard", refuse)
        report = keeping.run()
    assert told(report.removed) == keeping.lines() == [("trash", "lesson")]
    assert isinstance(report.refusal, DiskFull)
    keeping.run()
    assert look(keeping.bench.location, "SELECT count(*) FROM runtime_records") == [(0,)]


def test_where_little_room_is_left_the_log_stays_short(keeping: Keeping) -> None:
    """What is removed is written to the log first: it must not take the last room there is."""
    for number in range(12):
        keeping.new(f"t-{number}")
        big = [record(f"{n}", f"t-{number}", payload="x" * 300) for n in range(1_500)]
        keeping.bench.store.append_records(f"t-{number}", big)
        keeping.bench.sessions.trash(f"t-{number}")
    keeping.passes(31 * DAY)
    keeping.bench.database.script("PRAGMA wal_checkpoint(TRUNCATE)")
    keeping.room = 1000
    keeping.timer = iter(range(1000)).__next__
    assert len(keeping.run().removed) == 12
    assert Path(f"{keeping.bench.location.database}-wal").stat().st_size < 2_000_000


def test_a_large_session_goes_out_of_sight_first_and_then_apart(keeping: Keeping) -> None:
    keeping.new(records=1)
    many = [record(f"m-{n}", payload=n) for n in range(4100)]
    keeping.bench.store.append_records("lesson", many)
    keeping.bench.sessions.trash("lesson")
    keeping.passes(31 * DAY)
    seen: list[tuple[int, int]] = []

    def look_on(_seconds: float) -> None:
        (found,) = look(
            keeping.bench.location,
            "SELECT (SELECT count(*) FROM runtime_sessions WHERE hidden = 0), count(*) FROM runtime_records",
        )
        seen.append(found)

    keeping.pause = look_on
    keeping.run()
    assert {shown for shown, _ in seen} == {0}
    assert len({left for _, left in seen}) >= 3
    assert look(keeping.bench.location, "SELECT count(*) FROM runtime_sessions") == [(0,)]
    assert [one for one in check(keeping.bench.database) if not one.ok] == []


def test_a_run_that_is_stopped_goes_on_the_next_time(keeping: Keeping) -> None:
    for number in range(250):
        keeping.new(f"e-{number}", title="")
    keeping.passes(2 * DAY)
    steps: list[None] = []
    keeping.pause = lambda seconds: steps.append(None)
    report = keeping.run(stop=lambda: len(steps) > 0)
    assert report.stopped
    assert len(report.removed) == 100
    assert len(keeping.places()) == 150
    assert len(keeping.run().removed) == 150


def test_a_slow_laptop_does_less_at_once(keeping: Keeping) -> None:
    for number in range(10):
        keeping.new(f"e-{number}", title="")
    keeping.passes(2 * DAY)
    steps: list[float] = []
    keeping.pause = steps.append
    keeping.timer = iter(range(1000)).__next__
    assert len(keeping.run().removed) == 10
    assert len(steps) > 10


def test_space_is_given_back(keeping: Keeping) -> None:
    keeping.new(records=1)
    big = [record(f"b-{n}", payload="x" * 4000) for n in range(1500)]
    keeping.bench.store.append_records("lesson", big)
    keeping.bench.sessions.trash("lesson")
    keeping.passes(31 * DAY)
    report = keeping.run()
    assert report.freed > 4_000_000
    assert keeping.bench.database.script("PRAGMA freelist_count")[0][0] <= 300


def test_damaged_rows_stay(keeping: Keeping) -> None:
    trashed_by_time(keeping)
    keeping.bench.damage("UPDATE runtime_sessions SET satchel = '{'")
    assert keeping.run().removed == ()
    assert keeping.places() == {"lesson": "expired"}
