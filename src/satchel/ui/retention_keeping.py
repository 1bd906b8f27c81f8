"""Retention of every profile that has a window here: the quiet daily run, and the question about the clock."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from satchel.domain.retention import (
    ClockQuestion,
    RetentionReport,
    RetentionService,
    RetentionSettings,
    RetentionWish,
)
from satchel.ui.jobs import Jobs

HOUR_MS = 3_600_000
SHUTDOWN_SECONDS = 5.0
"""A run asks between its steps whether to stop, and may be broken off anywhere."""

Desks: TypeAlias = Callable[[str], RetentionService]
"""The retention of a profile, by its id."""
Outcome = TypeVar("Outcome")


class RetentionKeeping(QObject):
    """One for the application. It has a worker for runs, which may take minutes, and uses another for the rest."""

    asked = Signal(str, object)
    """A profile, and the `ClockQuestion` that waits for an answer there; None: none does any more."""

    def __init__(
        self, desks: Desks, errands: Jobs, parent: QObject | None = None, every_ms: int = HOUR_MS
    ) -> None:
        super().__init__(parent)
        self._desks, self._errands = desks, errands
        self._runs = Jobs(self, "retention")
        self._stop = Event()
        self._profiles: set[str] = set()
        self._timer = QTimer(self, interval=every_ms)
        self._timer.timeout.connect(self._look)

    def begin(self, profile: str) -> None:
        """A profile is open here, and may be written: it is looked through once a day."""
        if profile not in self._profiles:
            self._profiles.add(profile)
            self._timer.start()
            self._run(profile)

    def drop(self, *profiles: str) -> None:
        self._profiles -= set(profiles)

    def shutdown(self) -> None:
        self._timer.stop()
        self._stop.set()
        self._runs.shutdown(SHUTDOWN_SECONDS)

    def ask(
        self,
        profile: str,
        work: Callable[[RetentionService], Outcome],
        on_done: Callable[[Outcome], None],
        on_error: Callable[[Exception], None],
        *,
        runs: bool = False,
    ) -> None:
        """Does something with the retention of a profile; what `runs` waits for other runs."""
        jobs = self._runs if runs else self._errands
        jobs.run(lambda: work(self._desks(profile)), on_done, on_error)

    def stopped(self) -> bool:
        return self._stop.is_set()

    def clock_is_right(self, profile: str) -> None:
        """Somebody looked at the clock and says so."""
        done = partial(self._answered, profile)
        self._errands.run(lambda: self._desks(profile).clock_is_right(), done, self._not_done)

    def _look(self) -> None:
        for profile in self._profiles:
            self._run(profile)

    def _run(self, profile: str) -> None:
        desk = self._desks(profile)
        self._runs.run(
            lambda: (desk.run_daily(self._stop.is_set), desk.clock_question()),
            partial(self._ran, profile),
            self._not_done,
        )

    def _ran(
        self, profile: str, outcome: tuple[RetentionReport | None, ClockQuestion | None]
    ) -> None:
        self.asked.emit(profile, outcome[1])

    def _answered(self, profile: str, _nothing: object) -> None:
        self.asked.emit(profile, None)
        self._run(profile)

    def _not_done(self, _error: Exception) -> None:
        """Whoever needs the database says what is wrong with it; old things can wait."""


class RetentionFlow(QObject):
    """What one window does with it."""

    read = Signal(object)
    """`RetentionSettings`."""
    looked = Signal(object)
    """A `RetentionReport` of what would go."""
    failed = Signal(object)
    asked = Signal(object)
    """A `ClockQuestion`, or None."""

    def __init__(self, keeping: RetentionKeeping, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeping = keeping
        self._profile = ""
        keeping.asked.connect(self._asked)

    def begin(self, profile: str) -> None:
        self._profile = profile

    def read_settings(self) -> None:
        self._ask(lambda desk: desk.settings(), self._read)

    def keep(self, settings: RetentionSettings) -> None:
        """What is refused is said, and what holds is read again."""
        self._ask(lambda desk: desk.configure(settings), self._kept)

    def look(self) -> None:
        """What would go now, if it were done now."""
        wish, stopped = RetentionWish(dry=True), self._keeping.stopped
        self._ask(lambda desk: desk.run(wish, stopped), self._looked, runs=True)

    def clock_is_right(self) -> None:
        if self._profile:
            self._keeping.clock_is_right(self._profile)

    def _ask(
        self,
        work: Callable[[RetentionService], Outcome],
        done: Callable[[Outcome], None],
        *,
        runs: bool = False,
    ) -> None:
        if self._profile:
            self._keeping.ask(self._profile, work, done, self._failed, runs=runs)

    def _read(self, settings: RetentionSettings) -> None:
        self.read.emit(settings)

    def _kept(self, _nothing: object) -> None:
        self.read_settings()

    def _looked(self, report: RetentionReport) -> None:
        self.looked.emit(report)

    def _failed(self, error: Exception) -> None:
        self.failed.emit(error)
        self._ask(lambda desk: desk.settings(), self._read)

    def _asked(self, profile: str, question: ClockQuestion | None) -> None:
        if profile == self._profile:
            self.asked.emit(question)
