"""What a window does with files: asks the desk of its profile on the worker for transfers, reports by signals.

That worker is not the one that saves: an import of a million messages must not hold up one that is being sent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, TypeAlias

from PySide6.QtCore import QMimeData, QObject, Signal

from satchel.domain.arrivals import ArrivalReport, FileReport, ImportWish
from satchel.domain.contracts import SessionSummary
from satchel.domain.errors import SatchelError
from satchel.domain.transfers import (
    CANCELLED,
    Inspected,
    Progress,
    SendWish,
    SentReport,
    TransferDesk,
)
from satchel.ui.drag_out import DragOut
from satchel.ui.jobs import Jobs

SAY_SECONDS = 0.05
"""Progress is told so often at most."""

Desks: TypeAlias = Callable[[str], TransferDesk]
"""The desk of a profile, by its id."""


@dataclass(frozen=True, slots=True)
class Looked:
    """The files that were meant, each as it was looked at, and whether there were more than are taken at once."""

    files: tuple[Inspected, ...]
    left_out: bool


@dataclass(frozen=True, slots=True)
class Brought:
    """What an import came to. Files that were not begun have no report."""

    reports: tuple[FileReport, ...]
    stopped: bool = False
    error: Exception | None = None
    """What ended it before its time: a disk that is full, say."""


@dataclass(frozen=True, slots=True)
class Step:
    """How far one file is."""

    at: int
    done: int
    total: int | None


class TransferFlow(QObject):
    """One for each window. One thing at a time; what is asked for later waits."""

    looked = Signal(object)
    arrived = Signal(int, object)
    """A session of a file, by the file's place: an `ArrivalReport`."""
    stepped = Signal(object)
    brought = Signal(object)
    sent = Signal(object)
    proposed = Signal(str)
    stopped = Signal()
    failed = Signal(object)

    def __init__(self, jobs: Jobs, desks: Desks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._desks = desks
        self._desk: TransferDesk | None = None
        self._stop = Event()
        self._dragged = DragOut(jobs, self)

    def begin(self, profile: str) -> None:
        """From now on it is about this profile."""
        self._desk = self._desks(profile)

    def cancel(self) -> None:
        """Ends what is under way, whole; what was complete by then stays."""
        self._stop.set()

    def end(self) -> None:
        """The window goes."""
        self.cancel()
        self._dragged.end()

    def dragged(self, session: SessionSummary) -> QMimeData | None:
        """What a session carries that is dragged out of the window."""
        return None if self._desk is None else self._dragged.data_of(self._desk, session)

    def look(self, paths: Sequence[str], passphrase: str | None = None) -> None:
        """Says what files, and the files in folders, would bring."""
        if (desk := self._desk) is not None:
            stop = self._fresh()
            self._jobs.run(
                lambda: _look(desk, paths, passphrase, stop), self._looked, self._not_done
            )

    def bring(
        self, files: Sequence[Inspected], wish: ImportWish, passphrase: str | None = None
    ) -> None:
        if (desk := self._desk) is not None:
            stop = self._fresh()
            whole = ImportWish(True, wish.mine, wish.include_deleted, passphrase)
            work = _Import(desk, tuple(files), whole, stop, self._say(self._arrived), self._steps)
            self._jobs.run(work.run, self._brought, self._not_done)

    def propose(self, folder: str, title: str, *, locked: bool) -> None:
        if (desk := self._desk) is not None:
            self._jobs.run(
                lambda: desk.propose(folder, title, locked=locked),
                self._proposed,
                self._not_done,
            )

    def send(self, ids: Sequence[str], target: str, wish: SendWish) -> None:
        if (desk := self._desk) is not None:
            stop, step = self._fresh(), self._steps(0)
            self._jobs.run(
                lambda: desk.send(ids, target, wish, stop.is_set, step), self._sent, self._not_done
            )

    # --- on the worker -----------------------------------------------------------------------------

    def _say(self, heard: Callable[[Any], None]) -> Callable[[object], None]:
        jobs = self._jobs
        return lambda news: jobs.say(heard, news)

    def _steps(self, at: int) -> Progress:
        """Tells of progress, not oftener than anyone sees. The last step of a file is of no interest."""
        say, before = self._say(self._stepped), 0.0

        def step(done: int, total: int | None) -> None:
            nonlocal before
            if (now := time.monotonic()) - before >= SAY_SECONDS:
                before = now
                say(Step(at, done, total))

        return step

    # --- back on this thread -----------------------------------------------------------------------

    def _fresh(self) -> Event:
        self._stop = Event()
        return self._stop

    def _looked(self, looked: Looked) -> None:
        self.looked.emit(looked)

    def _arrived(self, news: tuple[int, ArrivalReport]) -> None:
        self.arrived.emit(*news)

    def _stepped(self, step: Step) -> None:
        self.stepped.emit(step)

    def _brought(self, brought: Brought) -> None:
        self.brought.emit(brought)

    def _proposed(self, path: str) -> None:
        self.proposed.emit(path)

    def _sent(self, report: SentReport) -> None:
        self.sent.emit(report)

    def _not_done(self, error: Exception) -> None:
        if isinstance(error, SatchelError) and error.code == CANCELLED:
            self.stopped.emit()
        else:
            self.failed.emit(error)


@dataclass(frozen=True, slots=True)
class _Import:
    """The files one after the other. Whatever ends it, what has arrived by then is told."""

    desk: TransferDesk
    files: tuple[Inspected, ...]
    wish: ImportWish
    stop: Event
    say: Callable[[object], None]
    steps: Callable[[int], Progress]

    def run(self) -> Brought:
        reports: list[FileReport] = []
        for at, file in enumerate(self.files):
            here: list[ArrivalReport] = []

            def arrived(
                report: ArrivalReport, at: int = at, here: list[ArrivalReport] = here
            ) -> None:
                here.append(report)
                self.say((at, report))

            try:
                report = self.desk.bring(file, self.wish, self.stop.is_set, self.steps(at), arrived)
            except SatchelError as error:
                reports.append(FileReport(file.file, None, tuple(here)))
                stopped = error.code == CANCELLED
                return Brought(tuple(reports), stopped, None if stopped else error)
            reports.append(report)
        return Brought(tuple(reports))


def _look(desk: TransferDesk, paths: Sequence[str], passphrase: str | None, stop: Event) -> Looked:
    found = desk.files_in(paths)
    files = tuple(desk.inspect(file, passphrase, stop.is_set) for file in found.files)
    return Looked(files, found.left_out)
