"""Retention as windows ask for it: once a day, one at a time, and where something may be written."""

from __future__ import annotations

import threading
from datetime import timedelta
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import open_core
from satchel.domain.errors import StoreBusy, StoreUnavailable, ValidationFailed
from satchel.domain.retention import RetentionSettings, RetentionWish
from satchel.retention_desk import RetentionDesk
from satchel.store.opening import Location
from satchel.system import new_id, now
from tests.fakes import FakeClock
from tests.store.retention_load import fill, waits_while

DAY = timedelta(days=1)


def never() -> bool:
    return False


def desk_of(paths: Paths, clock: FakeClock) -> RetentionDesk:
    """On a laptop that is off whenever nobody looks."""
    return RetentionDesk(paths, None, clock=clock, since_boot=lambda: None)


@pytest.fixture
def paths(data_dir: Path, clock: FakeClock) -> Paths:
    """A profile with a session that was empty for two days."""
    paths = Paths(data_dir)
    with open_core(paths, clock=clock, new_id=new_id) as core:
        core.workspace("w").new_session(kind="chat", stage_id="workspace", title="")
        core.database.script(
            "UPDATE runtime_sessions SET created_at = '2026-02-20T00:00:00Z', created_instant = ''"
        )
    return paths


def test_once_a_day(paths: Paths, clock: FakeClock) -> None:
    desk = desk_of(paths, clock)
    report = desk.run_daily(never)
    assert report is not None
    assert [one.what for one in report.removed] == ["empty"]
    for _ in range(3):
        clock.now += DAY / 2
        assert desk.run_daily(never) is None
        clock.now += DAY / 2
        report = desk.run_daily(never)
        assert report is not None
        assert report.question is None  # it was seen half a day ago
    clock.now -= DAY / 2  # set back: not to be waited for a day longer
    assert desk.run_daily(never) is not None


def test_one_that_was_stopped_is_begun_again(paths: Paths, clock: FakeClock) -> None:
    desk = desk_of(paths, clock)
    report = desk.run_daily(lambda: True)
    assert report is not None
    assert report.stopped
    assert desk.run_daily(never) is not None


def test_the_question_waits_until_it_is_answered(paths: Paths, clock: FakeClock) -> None:
    desk = desk_of(paths, clock)
    with open_core(paths, clock=clock, new_id=new_id) as core:
        core.settings.set("clockSeen", {"at": "2020-01-01T00:00:00Z"})
    report = desk.run_daily(never)
    assert report is not None
    assert report.asks
    question = desk.clock_question()
    assert question is not None
    assert question.expected.startswith("2020")
    desk.clock_is_right()
    assert desk.clock_question() is None
    done = desk.run_daily(never)
    assert done is not None
    assert [one.what for one in done.removed] == ["empty"]


def test_what_is_chosen_is_kept(paths: Paths) -> None:
    desk = RetentionDesk(paths, None)
    chosen = RetentionSettings(3, 60, (("chat", 30),), evict_when_scarce=True)
    desk.configure(chosen)
    assert desk.settings() == chosen
    for wrong in (RetentionSettings(trash_days=-1), RetentionSettings(lives=(("chat", 0),))):
        with pytest.raises(ValidationFailed):
            desk.configure(wrong)
    assert desk.settings() == chosen


def test_where_nothing_may_be_written_nothing_is_done(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    (paths.data_dir / ".stfolder").mkdir()
    real = Paths.find(str(paths.data_dir), {})
    report = RetentionDesk(real, None).run(RetentionWish(clock_is_right=True), never)
    assert report.refusal is not None
    assert "Syncthing" in report.refusal.message
    assert report.removed == ()
    assert RetentionDesk(real, None).run_daily(never) is None
    looked = RetentionDesk(real, None).run(RetentionWish(dry=True, clock_is_right=True), never)
    assert (looked.refusal, [one.what for one in looked.removed]) == (None, ["empty"])


def test_a_lock_that_cannot_be_taken_is_told(paths: Paths) -> None:
    (database,) = paths.profiles_dir.glob("*/satchel.db")
    (database.parent / "retention.lock").mkdir()
    report = RetentionDesk(paths, None).run(RetentionWish(clock_is_right=True), never)
    assert report.refusal is not None
    assert report.removed == ()


def test_what_goes_wrong_is_not_raised_at_a_window(paths: Paths) -> None:
    (database,) = paths.profiles_dir.glob("*/satchel.db")
    database.write_bytes(b"no database" * 1000)
    assert RetentionDesk(paths, None).run_daily(never) is None


def test_a_second_run_leaves(paths: Paths, clock: FakeClock) -> None:
    with open_core(paths, clock=clock, new_id=new_id) as core:
        profile, learner = core.profile, core.learner.keys[0]
    fill(Location(profile.directory), learner, 300, trashed=True)
    began, go_on = threading.Event(), threading.Event()
    first: list[StoreUnavailable | None] = []

    def stop() -> bool:
        began.set()
        go_on.wait(30)
        return False

    wish = RetentionWish(clock_is_right=True)
    desk = RetentionDesk(paths, None)
    run = threading.Thread(target=lambda: first.append(desk.run(wish, stop).refusal))
    run.start()
    assert began.wait(30)
    second = desk.run(wish, never)
    looked = desk.run(RetentionWish(dry=True, clock_is_right=True), never)
    go_on.set()
    run.join()
    assert (looked.refusal, len(looked.removed)) == (None, 301)  # looking waits for nobody
    assert (first, second.removed) == ([None], ())
    assert isinstance(second.refusal, StoreBusy)
    assert "already" in second.refusal.message


@pytest.mark.parametrize("trashed", [False, True])
def test_who_writes_meanwhile_hardly_waits(data_dir: Path, trashed: bool) -> None:
    """The long form is `python -m tests.store.retention_load 100000`; here the machine may be busy with much else."""
    paths = Paths(data_dir)
    with open_core(paths, clock=now, new_id=new_id) as core:
        profile, learner = core.profile, core.learner.keys[0]
    fill(Location(profile.directory), learner, 1_000, trashed=trashed)
    report, waits = waits_while(paths, RetentionDesk(paths, None))
    assert len(report.removed) == 1_000
    assert len(waits) > 10
    assert sorted(waits)[len(waits) // 2] < 0.1
