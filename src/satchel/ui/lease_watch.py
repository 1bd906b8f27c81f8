"""Tells a window that the session it holds went to another one or is gone, once for each loss.

The announcement's directory and file are watched; a slow timer is the net for what the watch misses, and
for a laptop that slept. A later holder that is announced is believed at once, since a worker may be busy;
everything else the database answers, on the worker. Were the announcement wrong, whoever shows the session
finds out when it reads it again.
"""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal
from shiboken6 import Shiboken

from satchel.domain.contracts import LEASE_LOST, LeaseSource
from satchel.ui.jobs import Jobs

NET_MS = 2_000


class LeaseWatch(QObject):
    """One window's. It watches while a session is held."""

    session_interrupted = Signal(str, str)
    """The session, and why: `LEASE_LOST` or another of those words."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._source: LeaseSource | None = None
        self._places: tuple[str, ...] = ()
        self._held: str | None = None
        self._asking = self._more = False
        self._files = QFileSystemWatcher(self)
        self._files.fileChanged.connect(self._touched)
        self._files.directoryChanged.connect(self._touched)
        self._net = QTimer(self, interval=NET_MS)
        self._net.timeout.connect(self.ask)

    @property
    def held(self) -> str | None:
        """The session that is held, as far as this window knows."""
        return self._held

    @property
    def watching(self) -> bool:
        """Whether directory and file are watched at this moment; if not, only the net is left."""
        return bool(self._places) and set(self._places) <= self._watched()

    def begin(self, source: LeaseSource) -> None:
        self._source = source
        file = source.announcement
        self._places = (str(PurePath(file).parent), file) if file else ()

    def stop(self) -> None:
        """Ends watching at once. Left to the collector, the watcher might be destroyed on another thread."""
        self.hold(None)
        self._source = None
        if Shiboken.isValid(self._files):
            Shiboken.delete(self._files)

    def hold(self, session_id: str | None) -> None:
        """From now on the loss of this session is told; None: the window has let go by itself."""
        before, self._held = self._held, session_id
        if session_id is None:
            self._net.stop()
        elif session_id != before:
            self._net.start()
            self.ask()  # it may have gone before it was watched

    def lose(self, session_id: str, reason: str) -> None:
        """Whoever read the session found that it is lost: told, if it is not yet."""
        if session_id == self._held:
            self._tell(session_id, reason)

    def ask(self) -> None:
        """Looks whether the session is still held; one question at a time."""
        source, session_id = self._source, self._held
        if source is None or session_id is None:
            return
        if source.seems_lost(session_id):
            self._tell(session_id, LEASE_LOST)
            return
        self._watch()
        if self._asking:
            self._more = True
            return
        self._asking = True
        self._jobs.run(
            lambda: (session_id, source.lost(session_id)), self._answered, self._unanswered
        )

    def _touched(self, _path: str) -> None:
        self.ask()

    def _answered(self, answer: tuple[str, str | None]) -> None:
        session_id, reason = answer
        self._asking = False
        if reason is not None:
            self.lose(session_id, reason)
        self._ask_once_more()

    def _unanswered(self, _error: Exception) -> None:
        """Whoever needs the database next says what is wrong with it; the net asks again."""
        self._asking = False
        self._ask_once_more()

    def _ask_once_more(self) -> None:
        """Something changed while the answer was on its way."""
        if self._more:
            self._more = False
            self.ask()

    def _tell(self, session_id: str, reason: str) -> None:
        self.hold(None)  # told once
        self.session_interrupted.emit(session_id, reason)

    def _watch(self) -> None:
        """What was replaced has dropped out of the watch, and what was missing may be there again."""
        for place in self._places:
            if place not in self._watched():
                self._files.addPath(place)

    def _watched(self) -> set[str]:
        return {*self._files.directories(), *self._files.files()}
