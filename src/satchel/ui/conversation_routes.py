"""Between the flow and the conversation pane: what is typed goes one way, what is committed the other."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt

from satchel.domain.contracts import OpenedSession, SessionSummary
from satchel.domain.errors import SatchelError, SessionTrashed
from satchel.domain.runtime import RuntimeRecord
from satchel.ui.messages import gone, not_saved
from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.panes.status_bar import Saved, StatusBar
from satchel.ui.session_flow import SessionFlow
from satchel.ui.widgets.notice import Notice


class ConversationRoutes(QObject):
    """What is shown as sent or saved is so; what others write appears without moving the keyboard."""

    def __init__(
        self, flow: SessionFlow, pane: ConversationPane, status: StatusBar, notice: Notice
    ) -> None:
        super().__init__(pane)
        self._flow = flow
        self._pane = pane
        self._status = status
        self._notice = notice
        flow.older.connect(pane.prepend)
        flow.appended.connect(self._appended)
        flow.append_failed.connect(self._append_failed)
        flow.came.connect(pane.append)
        flow.followed.connect(self._followed)
        flow.interrupted.connect(self._interrupted)
        flow.left.connect(pane.offer_left)
        flow.gone.connect(self._gone)
        flow.changed.connect(self._changed)
        flow.saving.connect(self._saving)
        flow.leaving.connect(pane.flush_draft)
        pane.message_submitted.connect(self._submit)
        pane.draft_changed.connect(flow.writing.note_draft)
        pane.older_wanted.connect(flow.read_older)
        pane.read_up_to.connect(flow.mark_read)
        pane.left_settled.connect(flow.writing.settle_left)
        pane.take_back_requested.connect(self._take_back)
        pane.close_requested.connect(flow.close)
        pane.expired.extend_wanted.connect(self._extend)

    def _submit(self, text: str) -> None:
        self._pane.set_busy(True)
        self._flow.writing.submit(text)

    def _saving(self) -> None:
        self._status.set_saved(Saved.SAVING)

    def _appended(self, record: RuntimeRecord) -> None:
        self._status.set_saved(Saved.SAVED)
        if record.session_id == self._flow.current_id:
            self._pane.set_busy(False)
            self._pane.append(record)

    def _append_failed(self, text: str, error: Exception) -> None:
        self._status.set_saved(Saved.NOT_SAVED)
        self._pane.set_busy(False)
        self._pane.append_failed(text, not_saved(error))

    def _changed(self, summary: SessionSummary) -> None:
        if summary.id == self._flow.current_id:
            self._pane.update_summary(summary)

    def _followed(self, opened: OpenedSession, renumbered: bool) -> None:
        """Anew, but in place: the page shown and the keyboard stay where they are.

        Of a renumbered history nothing shown can be relied on; it is shown from its end.
        """
        if renumbered:
            self._pane.transcript.show_records((), "", own=True)
        self._keep_keyboard(opened)
        self._pane.show_session(opened)

    def _interrupted(self, opened: OpenedSession) -> None:
        self._keep_keyboard(opened)
        self._pane.show_interrupted(opened)

    def _keep_keyboard(self, opened: OpenedSession) -> None:
        """Before the box is locked: else Qt would hand the keyboard on as if by Tab. What is read is nearest."""
        pane = self._pane
        if opened.read_only and pane.composer.isAncestorOf(pane.window().focusWidget()):
            pane.transcript.setFocus(Qt.FocusReason.OtherFocusReason)

    def _gone(self, summary: SessionSummary, why: SatchelError) -> None:
        words = gone(summary.title, why, self._pane.draft())
        may_undo = isinstance(why, SessionTrashed) and summary.own
        self._notice.tell(words, partial(self._bring_back, summary.id) if may_undo else None)

    def _bring_back(self, session_id: str) -> None:
        self._flow.changes.restore(session_id)
        self._flow.open(session_id)

    def _extend(self, days: int | None) -> None:
        if self._flow.current_id is not None:
            self._flow.changes.extend(self._flow.current_id, days)

    def _take_back(self) -> None:
        if self._flow.current_id is not None:
            self._flow.take_over(self._flow.current_id)
