"""The watch over the announcement, and the net under it: each loss is told once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from satchel.domain.contracts import LEASE_LOST, LEASE_UNAVAILABLE, SESSION_DELETED
from satchel.domain.errors import StoreUnavailable
from satchel.ui import lease_watch
from satchel.ui.jobs import Jobs
from satchel.ui.lease_watch import LeaseWatch

LONG_MS = 3_600_000
"""A net that never comes: what is told then is told by the watch."""


class Source:
    """Leases that go when told to."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "leases" / "leases.json"
        self.reason: str | None = None
        self.hint = self.broken = False
        self.asked = 0
        self.announce()

    @property
    def announcement(self) -> str:
        return str(self.file)

    def seems_lost(self, session_id: str) -> bool:
        return self.hint

    def lost(self, session_id: str) -> str | None:
        self.asked += 1
        if self.broken:
            raise StoreUnavailable("The stick was pulled out.")
        return self.reason

    def announce(self) -> None:
        """As another window does after a claim."""
        self.file.parent.mkdir(exist_ok=True)
        unfinished = self.file.parent.parent / "unfinished"
        unfinished.write_text("{}")
        unfinished.replace(self.file)


class Told(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.all: list[tuple[str, str]] = []

    def hear(self, session_id: str, reason: str) -> None:
        self.all.append((session_id, reason))


@pytest.fixture
def source(tmp_path: Path) -> Source:
    return Source(tmp_path)


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.shutdown()


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def net(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease_watch, "NET_MS", getattr(request, "param", LONG_MS))


@pytest.fixture
def watch(net: None, jobs: Jobs, source: Source, told: Told, qtbot: QtBot) -> Iterator[LeaseWatch]:
    watch = LeaseWatch(jobs)
    watch.session_interrupted.connect(told.hear)
    watch.begin(source)
    watch.hold("lesson")
    qtbot.waitUntil(lambda: source.asked == 1 and jobs.pending == 0)
    yield watch
    watch.stop()


def settled(qtbot: QtBot, jobs: Jobs, source: Source) -> None:
    """Waits until a change was looked into, and what that may have called for as well."""
    before = source.asked
    source.announce()
    qtbot.waitUntil(lambda: source.asked > before or source.hint)
    qtbot.waitUntil(lambda: jobs.pending == 0)
    qtbot.wait(50)


def test_a_loss_is_told_once_by_the_watch(
    watch: LeaseWatch, source: Source, told: Told, jobs: Jobs, qtbot: QtBot
) -> None:
    assert watch.watching
    settled(qtbot, jobs, source)
    assert told.all == []
    source.reason = LEASE_LOST
    settled(qtbot, jobs, source)
    assert told.all == [("lesson", LEASE_LOST)]
    assert watch.held is None
    for _ in range(3):
        source.announce()
        qtbot.wait(20)
    assert told.all == [("lesson", LEASE_LOST)]
    watch.hold("lesson")  # taken back, and lost once more
    qtbot.waitUntil(lambda: len(told.all) == 2)


def test_a_later_holder_that_is_announced_is_told_while_the_worker_is_busy(
    watch: LeaseWatch, source: Source, told: Told, jobs: Jobs, qtbot: QtBot
) -> None:
    source.hint, source.reason = True, LEASE_LOST
    settled(qtbot, jobs, source)
    watch.ask()
    assert told.all == [("lesson", LEASE_LOST)]
    assert source.asked == 1


def test_what_was_let_go_is_not_told(
    watch: LeaseWatch, source: Source, told: Told, jobs: Jobs, qtbot: QtBot
) -> None:
    source.reason = LEASE_LOST
    watch.ask()
    watch.hold(None)  # before the answer is there
    qtbot.waitUntil(lambda: jobs.pending == 0)
    source.announce()
    qtbot.wait(50)
    assert told.all == []


def test_another_session_is_not_told_of_the_first(
    watch: LeaseWatch, source: Source, told: Told, jobs: Jobs, qtbot: QtBot
) -> None:
    source.reason = LEASE_LOST
    watch.ask()
    watch.hold("another")
    source.reason = None
    qtbot.waitUntil(lambda: jobs.pending == 0)
    assert ("lesson", LEASE_LOST) not in told.all


def test_directory_and_file_may_vanish_and_return(
    watch: LeaseWatch, source: Source, told: Told, jobs: Jobs, qtbot: QtBot
) -> None:
    before = source.asked
    shutil.rmtree(source.file.parent)
    qtbot.waitUntil(lambda: source.asked > before and jobs.pending == 0)
    assert told.all == []  # a missing file is no loss
    qtbot.waitUntil(lambda: not watch.watching)
    source.announce()
    watch.ask()  # as the net does
    qtbot.waitUntil(lambda: watch.watching)
    source.reason = SESSION_DELETED
    settled(qtbot, jobs, source)
    assert told.all == [("lesson", SESSION_DELETED)]


@pytest.mark.parametrize("net", [50], indirect=True)
def test_the_net_finds_what_the_watch_misses(
    watch: LeaseWatch, source: Source, told: Told, qtbot: QtBot
) -> None:
    source.reason = LEASE_LOST  # and nothing is announced
    qtbot.waitUntil(lambda: told.all == [("lesson", LEASE_LOST)])


@pytest.mark.parametrize("net", [50], indirect=True)
def test_a_database_that_cannot_be_asked_is_asked_again(
    watch: LeaseWatch, source: Source, told: Told, qtbot: QtBot
) -> None:
    source.broken = True
    before = source.asked
    qtbot.waitUntil(lambda: source.asked > before + 2)
    assert told.all == []
    source.broken, source.reason = False, LEASE_UNAVAILABLE
    qtbot.waitUntil(lambda: told.all == [("lesson", LEASE_UNAVAILABLE)])


def test_without_an_announcement_nothing_is_watched(jobs: Jobs, qtbot: QtBot, told: Told) -> None:
    class Silent(Source):
        def __init__(self) -> None:
            self.reason, self.hint, self.broken, self.asked = LEASE_LOST, False, False, 0

        @property
        def announcement(self) -> str:
            return ""

    watch = LeaseWatch(jobs)
    watch.session_interrupted.connect(told.hear)
    watch.begin(Silent())
    watch.hold("lesson")
    assert not watch.watching
    qtbot.waitUntil(lambda: told.all == [("lesson", LEASE_LOST)])
    watch.stop()
