"""From which message on the session shown is not on the server yet: asked on a worker, marked in the conversation."""

from __future__ import annotations

from PySide6.QtCore import QObject

from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.session_flow import SessionFlow
from satchel.ui.sync_flow import SyncFlow
from satchel.ui.sync_news import SyncNews


class UnsentMarks(QObject):
    """One question at a time, and one more where something happened meanwhile: none pile up."""

    def __init__(self, sync: SyncFlow, flow: SessionFlow, pane: ConversationPane) -> None:
        super().__init__(pane)
        self._sync, self._flow, self._pane = sync, flow, pane
        self._asked = self._wished = False
        self._stood: object = None
        """How far a run was when it was asked last: it tells of every step, and most bring nothing here."""
        sync.told.connect(self._told)
        for happened in (flow.opened, flow.followed, flow.appended):
            happened.connect(self._ask)

    def _told(self, news: SyncNews) -> None:
        status = news.status
        before = self._stood
        self._stood = (status.pushed, status.waiting, status.unsent) if news.running else None
        if not news.configured:
            self._pane.set_unsent_from(None)
        elif self._stood is None or self._stood != before:
            self._ask()

    def _ask(self, *_what: object) -> None:
        session_id = self._flow.current_id
        if session_id is None or not self._sync.news.configured:
            return
        self._wished = self._asked
        if not self._asked:
            self._asked = self._sync.ask_unsent(session_id, self._answered, self._not_answered)

    def _answered(self, answer: tuple[str, int | None]) -> None:
        session_id, seq = answer
        if session_id == self._flow.current_id and self._sync.news.configured:
            self._pane.set_unsent_from(seq)
        self._go_on()

    def _not_answered(self, _error: Exception) -> None:
        """Whatever keeps it from being read is told where it matters."""
        self._go_on()

    def _go_on(self) -> None:
        wished, self._asked, self._wished = self._wished, False, False
        if wished:
            self._ask()
