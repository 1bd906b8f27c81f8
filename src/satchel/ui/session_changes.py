"""What a person does to a session beside writing in it: its title, its place, its time, the archive, the trash."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from satchel.domain.contracts import SessionSummary, Workspace
from satchel.ui.jobs import Jobs


class SessionChanges(QObject):
    """Each change is one job of the worker; what came of it is told."""

    changed = Signal(object)
    """A session's summary, as it is now."""
    trashed = Signal(object)
    """As `changed`, of one that went to the trash."""
    failed = Signal(object)
    leaving = Signal(str)
    """A session is about to go to the trash: who shows it lets go of it first."""
    settled = Signal(str)
    """A session may be writable now, or not any more: who shows it opens it anew."""

    def __init__(
        self, jobs: Jobs, workspace: Callable[[], Workspace | None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._workspace = workspace
        self._trash: list[str] = []

    @property
    def can_undo(self) -> bool:
        """Whether something was put into the trash in this window, and is not out of it again."""
        return bool(self._trash)

    def rename(self, session_id: str, title: str) -> None:
        self._change(lambda workspace: workspace.rename(session_id, title))

    def pin(self, session_id: str, pinned: bool) -> None:
        self._change(lambda workspace: workspace.pin(session_id, pinned))

    def extend(self, session_id: str, days: int | None) -> None:
        """Gives a session so many days more; None: for ever."""
        self._change(lambda workspace: workspace.extend(session_id, days))

    def set_status(self, session_id: str, status: str) -> None:
        self._change(lambda workspace: workspace.set_status(session_id, status))
        self.settled.emit(session_id)

    def trash(self, session_id: str) -> None:
        self.leaving.emit(session_id)
        self._trash.append(session_id)
        self._change(lambda workspace: workspace.trash(session_id), self._trashed)

    def undo_trash(self) -> None:
        """Takes the session that was trashed last out of the trash."""
        if self._trash:
            self.restore(self._trash[-1])

    def restore(self, session_id: str) -> None:
        self._trash = [one for one in self._trash if one != session_id]
        self._change(lambda workspace: workspace.restore(session_id))
        self.settled.emit(session_id)

    # --- outcomes --------------------------------------------------------------------------------

    def _change(
        self,
        change: Callable[[Workspace], SessionSummary],
        on_done: Callable[[SessionSummary], None] | None = None,
    ) -> None:
        if (workspace := self._workspace()) is not None:
            self._jobs.run(lambda: change(workspace), on_done or self._changed, self._failed)

    def _changed(self, summary: SessionSummary) -> None:
        self.changed.emit(summary)

    def _trashed(self, summary: SessionSummary) -> None:
        self.trashed.emit(summary)

    def _failed(self, error: Exception) -> None:
        self.failed.emit(error)
