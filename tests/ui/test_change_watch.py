"""The watch over the beacon, and the net under it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from satchel.domain.errors import StoreUnavailable
from satchel.ui.change_watch import NET_MS, ChangeWatch
from satchel.ui.jobs import Jobs


class Source:
    """A database that changes when told to."""

    def __init__(self, beacon: Path) -> None:
        self._beacon = beacon
        self.number = 0
        self.asked = 0
        self.broken = False

    @property
    def beacon(self) -> str:
        return str(self._beacon)

    def revision(self) -> object:
        self.asked += 1
        if self.broken:
            raise StoreUnavailable("The stick was pulled out.")
        return self.number

    def touch(self) -> None:
        self._beacon.touch()

    def remove(self) -> None:
        self._beacon.unlink()


class Counter(QObject):
    """Counts on the GUI thread."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def hear(self) -> None:
        self.count += 1


@pytest.fixture
def source(tmp_path: Path) -> Source:
    source = Source(tmp_path / "changed")
    source.touch()
    return source


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.shutdown()


@pytest.fixture
def watch(jobs: Jobs, source: Source, qtbot: QtBot) -> Iterator[ChangeWatch]:
    watch = ChangeWatch(jobs, source)
    qtbot.waitUntil(lambda: watch.watching)
    yield watch
    watch.stop()


def test_a_touch_is_told_without_waiting_for_the_net(
    watch: ChangeWatch, source: Source, qtbot: QtBot
) -> None:
    asked = source.asked
    with qtbot.waitSignal(watch.changed, timeout=NET_MS - 50):
        source.touch()
    assert source.asked - asked <= 1


def test_what_the_watch_misses_the_net_catches(
    watch: ChangeWatch, source: Source, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(watch.changed):
        source.number += 1


def test_nothing_is_told_while_nothing_changes(
    watch: ChangeWatch, source: Source, qtbot: QtBot
) -> None:
    asked = source.asked
    with qtbot.assertNotEmitted(watch.changed):
        qtbot.waitUntil(lambda: source.asked >= asked + 3)


def test_a_storm_of_commits_is_a_few_signals_and_the_last_is_told(
    watch: ChangeWatch, source: Source, qtbot: QtBot
) -> None:
    counter = Counter()
    watch.changed.connect(counter.hear)
    for _ in range(300):
        source.touch()
        qtbot.wait(1)
    told = counter.count
    assert 2 <= told <= 30
    with qtbot.waitSignal(watch.changed):
        source.touch()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_beacon_that_vanished_or_was_replaced_is_watched_again(
    watch: ChangeWatch, source: Source, qtbot: QtBot, replaced: bool
) -> None:
    if replaced:
        other = Path(source.beacon).with_name("other")
        other.touch()
        other.replace(source.beacon)
    else:
        source.remove()
        qtbot.waitUntil(lambda: not watch.watching)
        with qtbot.waitSignal(watch.changed):  # the net still holds
            source.number += 1
        source.touch()
    qtbot.waitUntil(lambda: watch.watching)
    counter = Counter()
    watch.changed.connect(counter.hear)
    source.touch()
    qtbot.waitUntil(lambda: counter.count > 0)


def test_no_beacon_at_all(jobs: Jobs, tmp_path: Path, qtbot: QtBot) -> None:
    source = Source(tmp_path / "nowhere" / "changed")
    watch = ChangeWatch(jobs, source)
    qtbot.waitUntil(lambda: source.asked >= 2)
    with qtbot.waitSignal(watch.changed):
        source.number += 1
    watch.stop()


def test_a_database_that_cannot_be_asked_is_asked_again(
    watch: ChangeWatch, source: Source, qtbot: QtBot
) -> None:
    source.broken = True
    asked = source.asked
    qtbot.waitUntil(lambda: source.asked >= asked + 2)
    source.broken = False
    with qtbot.waitSignal(watch.changed):
        source.number += 1


def test_a_busy_worker_is_asked_once(
    watch: ChangeWatch, source: Source, jobs: Jobs, qtbot: QtBot
) -> None:
    import threading

    go = threading.Event()
    jobs.run(go.wait)
    asked = source.asked
    qtbot.wait(4 * NET_MS)
    assert jobs.pending <= 2
    go.set()
    qtbot.waitUntil(lambda: source.asked > asked)
