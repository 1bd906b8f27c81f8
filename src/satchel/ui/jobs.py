"""Work behind the window: one thread for the database, in order, its outcome back on the GUI thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import Shiboken

from satchel.domain.errors import SatchelError

_log = logging.getLogger(__name__)

Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class _Job:
    work: Callable[[], Any]
    on_done: Callable[[Any], None] | None
    on_error: Callable[[Exception], None] | None


class Jobs(QObject):
    """Runs plain functions on one worker thread, first come, first served.

    The order is a promise: a message, the draft after it and the list after both reach the database
    as they were asked for. Outcomes go to bound methods; if the object behind one is gone, the work
    is still done and its outcome is dropped.
    """

    idle = Signal()
    """Everything asked for so far is done and delivered."""

    _finished = Signal(object, object, object)
    _said = Signal(object, object)

    def __init__(self, parent: QObject | None = None, name: str = "database") -> None:
        super().__init__(parent)
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._pending = 0
        self._closed = False
        # The receiver is a bound method of an object of this thread: Qt carries the call across.
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._said.connect(self._pass_on, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._serve, name=f"satchel-{name}", daemon=True)
        self._thread.start()

    @property
    def pending(self) -> int:
        """How many jobs are asked for and not yet delivered."""
        return self._pending

    def run(
        self,
        work: Callable[[], Outcome],
        on_done: Callable[[Outcome], None] | None = None,
        on_error: Callable[[Exception], None] | None = None,
    ) -> None:
        """Does `work` on the worker; then calls `on_done` or `on_error` on this thread.

        After `shutdown` nothing is taken any more.
        """
        if self._closed:
            _log.warning("A job came after the end and was left out.")
            return
        self._pending += 1
        self._queue.put(_Job(work, on_done, on_error))

    def say(self, heard: Callable[[Any], None], news: object) -> None:
        """From within a job: `heard` is called with `news` on the GUI thread, before the job's outcome is there."""
        self._said.emit(heard, news)

    def shutdown(self, seconds: float | None = None) -> None:
        """Waits until the work in hand is done, then ends the thread. Outcomes are dropped.

        With `seconds` it waits no longer than that: only for work that may be broken off anywhere.
        """
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        self._thread.join(seconds)

    def _serve(self) -> None:
        while (job := self._queue.get()) is not None:
            result: Any = None
            error: Exception | None = None
            try:
                result = job.work()
            except SatchelError as expected:
                error = expected
            except Exception as unexpected:  # noqa: BLE001 - the worker must outlive any one job
                _log.exception("A job ended with an unexpected error.")
                error = unexpected
            if not self._closed:  # else nobody waits for it, and the owner may be gone
                self._finished.emit(job, result, error)

    def _pass_on(self, heard: Callable[[Any], None], news: object) -> None:
        if not self._closed and _alive(heard):
            heard(news)

    def _deliver(self, job: _Job, result: object, error: Exception | None) -> None:
        self._pending -= 1
        try:
            if not self._closed:
                _call(job, result, error)
        finally:
            if self._pending == 0 and not self._closed:
                self.idle.emit()


def _call(job: _Job, result: object, error: Exception | None) -> None:
    if error is None:
        if job.on_done is not None and _alive(job.on_done):
            job.on_done(result)
    elif job.on_error is not None and _alive(job.on_error):
        job.on_error(error)


def _alive(target: Callable[..., None]) -> bool:
    """Whether the Qt object a bound method belongs to is still there."""
    owner = getattr(target, "__self__", None)
    return not isinstance(owner, QObject) or Shiboken.isValid(owner)
