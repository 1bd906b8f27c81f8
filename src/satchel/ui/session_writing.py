"""What is typed in one window: kept as a draft, sent, and forgotten only when it is committed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from satchel.domain.contracts import OpenedSession, Workspace
from satchel.ui.drafts import Drafts
from satchel.ui.jobs import Jobs
from satchel.ui.outbox import Outbox


class SessionWriting(QObject):
    """Everything is about the session that `shown` answers."""

    appended = Signal(object)
    """A `RuntimeRecord` that is committed; the session shown may be another one by then."""
    not_appended = Signal(str, str, object)
    """A session's id, the text, and why it was not saved. The text is that session's draft since `submit`."""
    saving = Signal()
    failed = Signal(object)

    def __init__(
        self,
        jobs: Jobs,
        workspace: Callable[[], Workspace | None],
        shown: Callable[[], OpenedSession | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace, self._shown = workspace, shown
        self._drafts = Drafts(jobs, workspace, self)
        self._drafts.failed.connect(self.failed)
        self._outbox = Outbox(jobs, self)
        self._outbox.appended.connect(self.appended)
        self._outbox.failed.connect(self.not_appended)
        self._outbox.saving.connect(self.saving)

    def submit(self, text: str) -> None:
        """Appends a message to the session shown. Until it is committed its text is kept as a draft."""
        workspace, shown = self._workspace(), self._shown()
        if workspace is not None and shown is not None:
            self.note_draft(text)
            self.flush_draft()
            self._outbox.send(workspace, shown.summary.id, text)

    def note_draft(self, text: str) -> None:
        """Keeps what is typed; an emptied box does not forget a message that is still on its way."""
        known, shown = bool(text) or self._outbox.empty, self._shown()
        if known and shown is not None and shown.read_only is None:
            self._drafts.note(shown.summary.id, text)

    def settle_left(self, text: str) -> None:
        """What another window left for the session shown was taken, or turned down."""
        if (shown := self._shown()) is not None:
            self._drafts.settle_left(shown.summary.id, text)

    def flush_draft(self) -> None:
        """Saves what is typed now, without waiting for the pause."""
        self._drafts.flush()

    def drop_draft(self) -> None:
        """What was typed last is nobody's any more."""
        self._drafts.drop()
