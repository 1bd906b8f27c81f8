"""Keeps what is typed and not sent, a moment after the last key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from satchel.domain.contracts import Workspace
from satchel.ui.jobs import Jobs

DRAFT_MS = 300


class Drafts(QObject):
    """One window's: the text of one session at a time waits here for a pause in typing."""

    failed = Signal(object)

    def __init__(
        self, jobs: Jobs, workspace: Callable[[], Workspace | None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._workspace = workspace
        self._waiting: tuple[str, str] | None = None
        self._pause = QTimer(self, singleShot=True, interval=DRAFT_MS)
        self._pause.timeout.connect(self.flush)

    def note(self, session_id: str, text: str) -> None:
        self._waiting = (session_id, text)
        self._pause.start()

    def flush(self) -> None:
        """Saves what waits, without waiting for the pause."""
        self._pause.stop()
        workspace = self._workspace()
        if self._waiting is None or workspace is None:
            return
        session_id, text = self._waiting
        self._waiting = None
        self._jobs.run(lambda: workspace.save_draft(session_id, text), None, self._not_saved)

    def settle_left(self, session_id: str, text: str) -> None:
        """What another window left was taken into this one's draft, or turned down."""
        workspace = self._workspace()
        if workspace is not None:
            self.flush()
            self._jobs.run(lambda: workspace.settle_left(session_id, text), None, self._not_saved)

    def drop(self) -> None:
        """Forgets what waits: its session is gone."""
        self._pause.stop()
        self._waiting = None

    def _not_saved(self, error: Exception) -> None:
        self.failed.emit(error)
