"""A session dragged out of the rail: a file that is only written when somebody wants to have it."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from PySide6.QtCore import QMimeData, QObject, QUrl

from satchel.domain.contracts import SessionSummary
from satchel.domain.errors import SatchelError
from satchel.domain.transfers import SendWish, TransferDesk
from satchel.ui.jobs import Jobs

URLS = "text/uri-list"
PATIENCE = 30.0
"""Seconds that whoever takes the file waits for it."""

_log = logging.getLogger(__name__)


class SessionFile(QMimeData):
    """Says that there is a file, and has it written when it is asked which."""

    def __init__(self, write: Callable[[], str]) -> None:
        super().__init__()
        self._write = write
        self._path: str | None = None

    def formats(self) -> list[str]:
        return [URLS]

    def hasFormat(self, mimetype: str) -> bool:  # noqa: N802
        return mimetype == URLS

    def retrieveData(self, mimetype: str, preferredType: Any) -> Any:  # noqa: N802, N803
        if mimetype != URLS:
            return None
        if self._path is None:
            self._path = self._write()
        return [QUrl.fromLocalFile(self._path)] if self._path else []


class DragOut(QObject):
    """Writes on the worker for transfers; only who takes the file waits for it.

    The files are temporary: where they are dropped, a copy is made. They go with the window.
    """

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def data_of(self, desk: TransferDesk, session: SessionSummary) -> SessionFile:
        """What a drag of this session carries."""
        return SessionFile(lambda: self._written(desk, session))

    def end(self) -> None:
        """Removes what was written. Idempotent."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _written(self, desk: TransferDesk, session: SessionSummary) -> str:
        """The path of the file; empty if there is none, or not in time."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(
                prefix="satchel-", ignore_cleanup_errors=True
            )
        folder = tempfile.mkdtemp(dir=self._folder.name)
        done, late = Event(), Event()

        def write() -> None:
            try:
                path = desk.propose(folder, session.title, locked=False)
                fleeting = SendWish(lasting=False)
                desk.send([session.id], path, fleeting, late.is_set, lambda _done, _all: None)
            except SatchelError as error:
                _log.warning("A session could not be dragged out: %s", error.message)
            finally:
                done.set()

        self._jobs.run(write)
        if not done.wait(PATIENCE):
            late.set()
            return ""
        return next((str(path) for path in Path(folder).iterdir()), "")
