"""When sync runs by itself, and when it leaves the network alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from satchel.domain.errors import SatchelError
from satchel.domain.remote_errors import ServerBusy
from satchel.domain.syncing import SyncPhase, SyncProgress, SyncStatus
from satchel.ui.network_state import NetworkState
from satchel.ui.sync_news import SyncNews
from satchel.ui.sync_runs import SyncRuns, SyncWorkers
from satchel.ui.sync_triggers import Pace, SyncTriggers
from tests.ui.sync_fakes import SCHOOL, FakeNetwork, FakeSync

NEVER = 10_000.0
SOON = 0.01


@dataclass
class Sync:
    """Runs and triggers over a fake service."""

    service: FakeSync
    workers: SyncWorkers
    runs: SyncRuns
    network: FakeNetwork
    owner: QObject

    def begin(self, pace: Pace, random: float = 0.5) -> SyncTriggers:
        triggers = SyncTriggers(self.runs, self.network, pace, lambda: random)
        self.runs.refresh()
        return triggers

    def write(self, changes: int) -> None:
        state = self.service.state
        self.service.state = replace(
            state, phase=SyncPhase.WAITING, waiting=state.waiting + changes
        )
        self.runs.refresh()


@pytest.fixture
def sync(qtbot: QtBot) -> Iterator[Sync]:
    owner = QObject()
    service, workers = FakeSync(), SyncWorkers(owner)
    service.server, service.state = SCHOOL, SyncStatus(SyncPhase.IDLE)
    runs = SyncRuns(lambda: service, workers, owner)
    yield Sync(service, workers, runs, FakeNetwork(), owner)
    service.gate.set()
    service.locked.set()
    runs.close()
    workers.shutdown(20.0)
    Shiboken.delete(owner)  # here, not by the collector on whichever thread it runs


def pace(**seconds: float) -> Pace:
    """Nothing happens by itself but what is named."""
    quiet = Pace(NEVER, NEVER, NEVER, NEVER, NEVER, minute=NEVER, jitter=0.0)
    return replace(quiet, **seconds)


def settled(sync: Sync, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sync.runs.told):
        sync.runs.refresh()


def test_a_profile_that_is_opened_runs_soon(sync: Sync, qtbot: QtBot) -> None:
    sync.begin(pace(at_start=SOON))
    qtbot.waitUntil(lambda: sync.service.runs == 1)


def test_a_while_after_a_write_everything_goes_in_one_run(sync: Sync, qtbot: QtBot) -> None:
    sync.begin(pace(after_write=0.15))
    settled(sync, qtbot)
    for _ in range(3):
        sync.write(1)
        settled(sync, qtbot)
    assert sync.service.runs == 0
    qtbot.waitUntil(lambda: sync.runs.news.status.phase is SyncPhase.IDLE)
    assert sync.service.runs == 1


def test_who_never_stops_writing_is_not_kept_waiting(sync: Sync, qtbot: QtBot) -> None:
    sync.begin(pace(after_write=NEVER, at_most=0.05))
    settled(sync, qtbot)
    sync.write(1)
    settled(sync, qtbot)
    sync.write(1)
    qtbot.waitUntil(lambda: sync.service.runs == 1)


def test_the_timer_goes_on_and_on(sync: Sync, qtbot: QtBot) -> None:
    sync.service.server = replace(SCHOOL, every_minutes=1)
    sync.begin(pace(at_start=SOON, minute=SOON))
    qtbot.waitUntil(lambda: sync.service.runs >= 3)


@pytest.mark.parametrize(("random", "share"), [(0.0, 0.8), (0.5, 1.0), (1.0, 1.2)])
def test_every_wait_is_a_little_off(sync: Sync, qtbot: QtBot, random: float, share: float) -> None:
    triggers = sync.begin(pace(at_start=100.0, jitter=0.2), random)
    settled(sync, qtbot)
    assert triggers._next.interval() == round(100_000 * share)


def test_the_network_comes_back(sync: Sync, qtbot: QtBot) -> None:
    sync.begin(pace(after_network=SOON))
    settled(sync, qtbot)
    assert sync.network.watched == 1
    sync.network.back.emit()
    qtbot.waitUntil(lambda: sync.service.runs == 1)


@pytest.mark.parametrize(
    "phase", [SyncPhase.NO_SERVER, SyncPhase.OFF, SyncPhase.SIGN_IN, SyncPhase.ASKING]
)
def test_nothing_runs_while_it_must_not(sync: Sync, qtbot: QtBot, phase: SyncPhase) -> None:
    if phase is SyncPhase.NO_SERVER:
        sync.service.server = None
    sync.service.state = SyncStatus(phase, waiting=3)
    triggers = sync.begin(pace(at_start=0.0, after_write=0.0, after_network=0.0))
    settled(sync, qtbot)
    sync.network.back.emit()
    settled(sync, qtbot)
    assert not any(one.isActive() for one in (triggers._next, triggers._quiet))
    assert sync.service.runs == 0
    assert sync.network.watched == (phase is not SyncPhase.NO_SERVER)


def test_a_metered_network_is_left_alone_until_it_is_not(sync: Sync, qtbot: QtBot) -> None:
    sync.network.metered = True
    sync.begin(pace(at_start=SOON))
    qtbot.waitUntil(lambda: sync.runs.news.metered)
    settled(sync, qtbot)
    assert (sync.runs.news.held_back, sync.service.runs) == (True, 0)
    sync.network.become_metered(False)
    qtbot.waitUntil(lambda: sync.service.runs == 1)


def test_a_metered_network_may_be_allowed(sync: Sync, qtbot: QtBot) -> None:
    sync.network.metered = True
    sync.service.server = replace(SCHOOL, on_metered=True)
    sync.begin(pace(at_start=SOON))
    qtbot.waitUntil(lambda: sync.service.runs == 1)


@pytest.mark.parametrize(
    ("misses", "error", "seconds"),
    [
        (1, None, 60.0),
        (2, None, 120.0),
        (3, None, 240.0),
        (9, None, 900.0),
        (1, ServerBusy("Not now.", retry_after=3600.0), 3600.0),
    ],
)
def test_a_server_that_is_not_there_is_asked_less_and_less(
    sync: Sync, qtbot: QtBot, misses: int, error: SatchelError | None, seconds: float
) -> None:
    sync.service.after = SyncStatus(SyncPhase.OFFLINE, waiting=1, error=error)
    triggers = sync.begin(replace(Pace(), jitter=0.0, at_start=NEVER))
    settled(sync, qtbot)
    for _ in range(misses):
        with qtbot.waitSignal(sync.runs.ended):
            sync.runs.run()
    assert triggers._next.interval() == round(1000 * seconds)


def test_a_run_that_is_asked_for_during_a_run_follows_it(sync: Sync, qtbot: QtBot) -> None:
    sync.service.gate.clear()
    sync.runs.run()
    qtbot.waitUntil(lambda: sync.service.runs == 1)
    for _ in range(3):
        sync.runs.run()
    sync.service.gate.set()
    qtbot.waitUntil(lambda: sync.service.runs == 2 and not sync.runs.running)


def test_how_far_a_run_is_is_told_and_it_can_be_stopped(sync: Sync, qtbot: QtBot) -> None:
    sync.service.gate.clear()
    sync.service.steps = (SyncProgress("push", 3, 12),)
    heard: list[SyncNews] = []
    sync.runs.told.connect(heard.append)
    sync.runs.run()
    qtbot.waitUntil(lambda: any(one.status.total == 12 for one in heard))
    assert (heard[-1].running, heard[-1].stage, heard[-1].status.done) == (True, "push", 3)
    settled(sync, qtbot)  # reading the state meanwhile waits for nothing, and forgets nothing
    assert (sync.runs.news.status.done, sync.runs.news.status.total) == (3, 12)
    with qtbot.waitSignal(sync.runs.ended):
        sync.runs.cancel()
    assert sync.service.stopped
    assert not sync.runs.news.running


def test_what_a_run_raises_is_told_as_its_state(sync: Sync, qtbot: QtBot) -> None:
    def broken() -> FakeSync:
        raise ServerBusy("Not now.")

    runs = SyncRuns(broken, sync.workers, sync.owner)
    with qtbot.waitSignal(runs.ended) as ended:
        runs.run()
    [status] = ended.args or [None]
    assert isinstance(status, SyncStatus)
    assert (status.phase, status.error is not None) == (SyncPhase.ERROR, True)


def test_reading_testing_and_running_are_three_workers(sync: Sync, qtbot: QtBot) -> None:
    sync.service.gate.clear()
    sync.service.locked.clear()
    tested: list[object] = []
    sync.runs.run()
    sync.runs.ask(
        lambda service: service.test(SCHOOL, token=None), tested.append, tested.append, talks=True
    )
    qtbot.waitUntil(lambda: sync.service.asked("test") != [])
    settled(sync, qtbot)
    assert tested == []
    assert sync.service.threads == {"satchel-sync", "satchel-sync-state"}


def test_the_end_waits_no_longer_than_it_is_told(sync: Sync, qtbot: QtBot) -> None:
    sync.service.locked.clear()  # as a keyring nobody unlocks
    sync.runs.ask(lambda service: service.test(SCHOOL, token=None), print, print, talks=True)
    qtbot.waitUntil(lambda: sync.service.asked("test") != [])
    sync.runs.close()
    sync.workers.shutdown(0.05)
    sync.runs.run()
    assert sync.service.runs == 0


def test_what_the_system_says_about_the_network_is_asked_for_late(qtbot: QtBot) -> None:
    network = NetworkState()
    assert not network.metered
    network.watch()
    network.watch()
    assert isinstance(network.metered, bool)
