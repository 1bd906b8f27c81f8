"""One worker, in order, its outcome on this thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from satchel.domain.errors import DiskFull
from satchel.ui.jobs import Jobs


class Listener(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[object] = []
        self.threads: set[threading.Thread] = set()

    def hear(self, what: object) -> None:
        self.heard.append(what)
        self.threads.add(threading.current_thread())


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.shutdown()


def test_outcomes_come_in_order_on_this_thread(jobs: Jobs, qtbot: QtBot) -> None:
    listener = Listener()
    with qtbot.waitSignal(jobs.idle):
        for number in range(20):
            jobs.run(lambda number=number: number, listener.hear)  # type: ignore[misc]
    assert listener.heard == list(range(20))
    assert listener.threads == {threading.current_thread()}


def test_expected_and_unexpected_errors_are_delivered(
    jobs: Jobs, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    listener = Listener()
    full, bug = DiskFull("full"), ZeroDivisionError("bug")

    def fail_with(error: Exception) -> None:
        raise error

    with qtbot.waitSignal(jobs.idle):
        jobs.run(lambda: fail_with(full), None, listener.hear)
        jobs.run(lambda: fail_with(bug), None, listener.hear)
        jobs.run(lambda: "still there", listener.hear)
    assert listener.heard == [full, bug, "still there"]
    assert [record.exc_info[1] for record in caplog.records if record.exc_info] == [bug]


def test_an_outcome_for_an_object_that_is_gone_is_dropped(jobs: Jobs, qtbot: QtBot) -> None:
    from shiboken6 import Shiboken

    listener, go = Listener(), threading.Event()
    heard = listener.heard
    with qtbot.waitSignal(jobs.idle):
        jobs.run(go.wait, listener.hear)
        Shiboken.delete(listener)
        go.set()
    assert heard == []


def test_shutdown_waits_for_the_work_in_hand() -> None:
    jobs, done = Jobs(), []
    for number in range(50):
        jobs.run(lambda number=number: done.append(number))  # type: ignore[misc]
    jobs.shutdown()
    assert done == list(range(50))
    jobs.shutdown()
