"""Tells when something was committed: by a window, another process or the command line.

A beacon file is touched after every commit and watched; asking the database every 250 ms is the net for
what the watch misses. Asking is the worker's: nothing here reads the disk on the GUI thread.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal
from shiboken6 import Shiboken

from satchel.domain.contracts import ChangeSource
from satchel.ui.jobs import Jobs

NET_MS = 250
REST_MS = 50
"""The least time between two signals: a bulk import commits hundreds of times a second."""


class ChangeWatch(QObject):
    """`changed` comes at once after a commit, and not more often than a window can follow."""

    changed = Signal()

    def __init__(self, jobs: Jobs, source: ChangeSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._source = source
        self._seen: object = None
        self._asking = False
        self._more = False
        self._beacon = source.beacon
        self._files = QFileSystemWatcher(self)
        self._files.fileChanged.connect(self._touched)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._rested)
        self._net = QTimer(self, interval=NET_MS)
        self._net.timeout.connect(self._ask)
        self._net.start()
        self._ask()

    @property
    def watching(self) -> bool:
        """Whether the beacon is watched at this moment; if not, only the net is left."""
        return bool(self._files.files())

    def stop(self) -> None:
        """Ends watching at once. Left to the collector, the watcher might be destroyed on another thread."""
        self._net.stop()
        self._rest.stop()
        Shiboken.delete(self._files)

    def _touched(self, _path: str) -> None:
        if self._rest.isActive():
            self._more = True
        else:
            self._rest.start()
            self.changed.emit()

    def _rested(self) -> None:
        if self._more:
            self._more = False
            self._touched(self._beacon)

    def _ask(self) -> None:
        """One question at a time: a worker busy for a minute is not left with 240 of them."""
        if not self._asking:
            self._asking = True
            source, beacon = self._source, self._beacon
            self._jobs.run(
                lambda: (source.revision(), bool(beacon) and Path(beacon).exists()),
                self._answered,
                self._unanswered,
            )

    def _answered(self, answer: tuple[object, bool]) -> None:
        revision, there = answer
        self._asking = False
        if not self._net.isActive():
            return  # stopped meanwhile
        if there and not self.watching:  # a file that was replaced has dropped out of the watch
            self._files.addPath(self._beacon)
        if revision != self._seen:
            first, self._seen = self._seen is None, revision
            if not first:
                self._touched(self._beacon)

    def _unanswered(self, _error: Exception) -> None:
        """Whoever needs the database next says what is wrong with it; the net only waits."""
        self._asking = False
