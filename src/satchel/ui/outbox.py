"""Messages on their way to the database, in the order they were sent."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QObject, QTimer, Signal

from satchel.domain.contracts import Workspace
from satchel.domain.runtime import RuntimeRecord
from satchel.ui.jobs import Jobs

SLOW_MS = 400
"""Saving is only spoken of when it takes longer than a blink."""


class Outbox(QObject):
    """Outcomes arrive in the order of the messages; that is what the queue relies on."""

    appended = Signal(object)
    failed = Signal(str, str, object)
    """Session, text and why."""
    saving = Signal()

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._waiting: deque[tuple[str, str]] = deque()
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self.saving)

    @property
    def empty(self) -> bool:
        return not self._waiting

    def send(self, workspace: Workspace, session_id: str, text: str) -> None:
        self._waiting.append((session_id, text))
        self._slow.start()
        self._jobs.run(
            lambda: workspace.append(session_id, {"role": "user", "content": text}),
            self._appended,
            self._failed,
        )

    def _appended(self, record: RuntimeRecord) -> None:
        self._waiting.popleft()
        self._slow.stop()
        self.appended.emit(record)

    def _failed(self, error: Exception) -> None:
        session_id, text = self._waiting.popleft()
        self._slow.stop()
        self.failed.emit(session_id, text, error)
