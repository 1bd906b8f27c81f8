"""Sync of one profile, for all its windows: one run at a time, and what is known of its state.

Nothing here waits. The service is built, and asked, on workers of its own: none of them saves messages.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event, Lock
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from satchel.domain.errors import SatchelError
from satchel.domain.syncing import SyncPhase, SyncProgress, SyncService, SyncStatus
from satchel.ui.jobs import Jobs
from satchel.ui.sync_news import SyncNews

LATER_MS = 500
RARELY_MS = 5000
"""Without a server; one may be set up by the command line."""
SAY_SECONDS = 0.05
"""Progress is told so often at most."""

Outcome = TypeVar("Outcome")


class SyncWorkers:
    """Three workers, begun when they are first needed: what reads waits neither for a server nor for a keyring."""

    def __init__(self, parent: QObject) -> None:
        self._parent = parent
        self._made: dict[str, Jobs] = {}

    @property
    def reads(self) -> Jobs:
        """The database alone."""
        return self._worker("sync-state")

    @property
    def talks(self) -> Jobs:
        """A keyring, or a server that is tested."""
        return self._worker("sync-talk")

    @property
    def runs(self) -> Jobs:
        return self._worker("sync")

    def shutdown(self, seconds: float) -> None:
        """Waits for what is under way, so long altogether; what hangs then dies with the program, whole."""
        end = time.monotonic() + seconds
        for jobs in self._made.values():
            jobs.shutdown(max(0.0, end - time.monotonic()))
        self._made.clear()

    def _worker(self, name: str) -> Jobs:
        if name not in self._made:
            self._made[name] = Jobs(self._parent, name)
        return self._made[name]


class SyncRuns(QObject):
    """Tells its news to every window of the profile."""

    told = Signal(object)
    """`SyncNews`, whenever anything about it is known anew."""
    ended = Signal(object)
    """A run is over: the `SyncStatus` it left."""
    failed = Signal(object)

    def __init__(
        self, make: Callable[[], SyncService], workers: SyncWorkers, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._service = _Once(make)
        self._workers = workers
        self._news = SyncNews()
        self._stop = Event()
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self.refresh)
        self._ran = self._running = self._again = self._asked = self._wished = self._closed = False

    @property
    def news(self) -> SyncNews:
        return self._news

    @property
    def running(self) -> bool:
        """Whether a run of this program is under way."""
        return self._running

    # --- wishes ----------------------------------------------------------------------------------

    def refresh(self, _done: object = None) -> None:
        """Reads the state anew, from the database alone. Several wishes at once become one or two reads."""
        if self._closed:
            return
        if self._asked:
            self._wished = True
            return
        self._asked = True
        service = self._service
        self._workers.reads.run(lambda: _read(service()), self._have_read, self._not_read)

    def run(self) -> None:
        """Begins a run; asked for while one is under way, another one follows it."""
        if self._closed or self._running:
            self._again = not self._closed
            return
        self._running, self._again, self._ran = True, False, True
        self._stop = Event()
        service, stop, say = self._service, self._stop, self._say()
        self._workers.runs.run(
            lambda: service().run(say, stop=stop.is_set), self._have_run, self._not_run
        )
        self._tell(replace(self._news, stage="plan"))

    def cancel(self) -> None:
        """Ends the run under way between two of its steps. What was done by then stays."""
        self._again = False
        self._stop.set()

    def ask(
        self,
        work: Callable[[SyncService], Outcome],
        on_done: Callable[[Outcome], None],
        on_error: Callable[[Exception], None],
        *,
        talks: bool = False,
    ) -> bool:
        """Does something with the service: away from all else where it `talks` to a server or a keyring.

        False: it is closed, and nobody will answer.
        """
        if self._closed:
            return False
        service = self._service
        jobs = self._workers.talks if talks else self._workers.reads
        jobs.run(lambda: work(service()), on_done, on_error)
        return True

    def note_metered(self, metered: bool) -> None:
        if metered != self._news.metered:
            self._tell(replace(self._news, metered=metered))

    def note_settled(self, sessions: frozenset[str]) -> None:
        """Local copies that ask for nothing any more."""
        if sessions != self._news.settled:
            self._tell(replace(self._news, settled=sessions))

    def refresh_later(self) -> None:
        """As `refresh`, in a moment: an import commits hundreds of times a second."""
        if not self._later.isActive():
            self._later.start(LATER_MS if self._news.configured else RARELY_MS)

    def close(self) -> None:
        """The profile is closed here: nothing begins any more, and what is under way ends."""
        if not self._closed:
            self.cancel()
            self._later.stop()
            self._closed = True
            if self._ran and (service := self._service.made) is not None:
                self._workers.runs.run(service.close)  # the worker whose connection it has

    # --- on the worker ---------------------------------------------------------------------------

    def _say(self) -> Callable[[SyncProgress], None]:
        """Tells of progress, not oftener than anyone sees."""
        jobs, heard, before = self._workers.runs, self._progressed, 0.0

        def say(progress: SyncProgress) -> None:
            nonlocal before
            if (now := time.monotonic()) - before >= SAY_SECONDS:
                before = now
                jobs.say(heard, progress)

        return say

    # --- back on this thread ---------------------------------------------------------------------

    def _progressed(self, progress: SyncProgress) -> None:
        if self._running:
            status = replace(
                self._news.status,
                done=progress.done,
                total=progress.total,
                pushed=progress.pushed,
                pulled=progress.pulled,
            )
            self._tell(replace(self._news, status=status, stage=progress.stage))

    def _have_read(self, news: SyncNews) -> None:
        self._asked = False
        status, before = news.status, self._news.status
        if self._running:  # how far it is, the run itself has told
            status = replace(status, done=before.done, total=before.total)
        self._tell(
            replace(self._news, status=status, settings=news.settings, kept=news.kept),
        )
        if self._wished:
            self._wished = False
            self.refresh()

    def _not_read(self, error: Exception) -> None:
        self._asked = self._wished = False
        self.failed.emit(error)

    def _have_run(self, status: SyncStatus) -> None:
        self._running = False
        self._tell(replace(self._news, status=status, stage=""))
        self.ended.emit(status)
        self.refresh()
        if self._again:
            self.run()

    def _not_run(self, error: Exception) -> None:
        """A run tells what goes wrong in its status; what it raises all the same is told like that."""
        known = error if isinstance(error, SatchelError) else None
        self._have_run(replace(self._news.status, phase=SyncPhase.ERROR, error=known))
        if known is None:
            self.failed.emit(error)

    def _tell(self, news: SyncNews) -> None:
        self._news = news
        if not self._closed:
            self.told.emit(news)


class _Once:
    """Builds the service on the first worker that needs it."""

    def __init__(self, make: Callable[[], SyncService]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: SyncService | None = None

    @property
    def made(self) -> SyncService | None:
        return self._made

    def __call__(self) -> SyncService:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


def _read(service: SyncService) -> SyncNews:
    settings = service.settings()
    kept = None if settings is None else service.token_place()
    return SyncNews(service.status(), settings, kept)
