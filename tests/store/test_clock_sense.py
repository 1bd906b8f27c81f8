"""A clock that jumped: nothing is removed until somebody says that it is right."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from satchel.domain.json_value import JsonValue
from satchel.store.clock_sense import note_confirmed
from tests.fakes import NOON
from tests.store.keeping import DAY, Keeping, told
from tests.store.opened import Bench

HOUR = timedelta(hours=1)


@pytest.fixture
def keeping(bench: Bench) -> Keeping:
    """A session that is due in ten days, and a run that has seen the clock."""
    found = Keeping(bench)
    found.run()
    found.new(title="")
    return found


@pytest.mark.parametrize("days", [2, 400, 30_000])
def test_a_clock_that_ran_ahead_removes_nothing(keeping: Keeping, days: int) -> None:
    keeping.jumps(days * DAY)
    for _ in range(2):
        report = keeping.run()
        assert report.question is not None
        assert not report.question.backwards
        assert (report.dry, report.asks, told(report.removed)) == (
            True,
            True,
            [("empty", "lesson")],
        )
        assert keeping.sense().question() is not None
        assert keeping.places() == {"lesson": None}
    assert told(keeping.run(clock_is_right=True).removed) == [("empty", "lesson")]
    assert keeping.sense().question() is None
    assert keeping.run().question is None


def test_a_clock_that_was_set_back_removes_nothing(keeping: Keeping) -> None:
    keeping.passes(2 * DAY)
    keeping.jumps(-30 * DAY)
    report = keeping.run()
    assert report.question is not None
    assert report.question.backwards


def test_a_clock_that_is_put_right_is_believed_without_a_word(keeping: Keeping) -> None:
    keeping.passes(2 * DAY)
    keeping.jumps(3650 * DAY)
    assert keeping.run().question is not None
    keeping.jumps(-3650 * DAY)
    report = keeping.run()
    assert (report.question, told(report.removed)) == (None, [("empty", "lesson")])
    assert keeping.sense().question() is None


@pytest.mark.parametrize("time", [-23 * HOUR, 23 * HOUR])
def test_less_than_a_day_is_no_jump(keeping: Keeping, time: timedelta) -> None:
    keeping.jumps(time)
    assert keeping.run().question is None


def test_a_laptop_that_slept_for_weeks_is_not_asked(keeping: Keeping) -> None:
    keeping.passes(21 * DAY)
    assert told(keeping.run().removed) == [("empty", "lesson")]


def test_one_that_was_off_is_asked_unless_a_server_knows_the_time(keeping: Keeping) -> None:
    keeping.boots += 1
    keeping.up = timedelta(0)
    keeping.jumps(21 * DAY)
    assert keeping.run().question is not None
    note_confirmed(keeping.bench.settings, keeping.bench.clock.now)
    report = keeping.run()
    assert (report.question, told(report.removed)) == (None, [("empty", "lesson")])


def test_the_first_run_believes_but_not_what_lies_in_the_past(bench: Bench) -> None:
    keeping = Keeping(bench)
    keeping.new("a")
    keeping.passes(40 * DAY)
    bench.marks.note_opened("a")
    keeping.jumps(-40 * DAY)
    report = keeping.run()
    assert report.question is not None
    assert report.question.expected.startswith("2026-04-11")
    assert keeping.run(clock_is_right=True).question is None
    assert keeping.run().question is None


def test_times_of_other_clocks_are_no_evidence(bench: Bench) -> None:
    keeping = Keeping(bench)
    keeping.new("a", records=1, createdAt="2099-01-01T00:00:00Z")
    assert keeping.run().question is None


def test_backups_of_the_future_are_evidence(bench: Bench) -> None:
    bench.location.backups.mkdir()
    (bench.location.backups / "satchel-20300101T000000.db").touch()
    report = Keeping(bench).run()
    assert report.question is not None
    assert report.question.expected == "2030-01-01T00:00:00.000Z"


def test_what_is_stored_wrongly_counts_as_not_seen(keeping: Keeping) -> None:
    wrongs: list[JsonValue] = [3, {"at": "soon"}, {"at": NOON, "boot": "0", "seconds": "x"}]
    for wrong in wrongs:
        keeping.bench.settings.set("clockSeen", wrong)
        assert keeping.run(dry=True).question is None
    keeping.bench.clock.now = datetime.max.replace(tzinfo=keeping.bench.clock.now.tzinfo) - DAY
    keeping.bench.settings.set("clockQuestion", ["no question"])
    assert keeping.sense().question() is None
    assert keeping.run().question is not None
