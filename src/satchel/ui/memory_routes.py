"""Between what is remembered and the parts that show it: the panel in the conversation, and the page of the pack."""

from __future__ import annotations

from PySide6.QtCore import QObject

from satchel.domain.contracts import READ_ONLY_OTHERS, READ_ONLY_STORE, OpenedSession
from satchel.domain.errors import ValidationFailed
from satchel.domain.facts import Fact, FactChange
from satchel.ui.memory_flow import MemoryFlow
from satchel.ui.messages import words_for
from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.panes.pack_page import PackPage
from satchel.ui.session_flow import SessionFlow

_FIXED = (READ_ONLY_OTHERS, READ_ONLY_STORE)
"""Where what is remembered cannot be changed either."""


class MemoryRoutes(QObject):
    """The panel reads while it is open only; what it shows is about the session shown."""

    def __init__(
        self, memory: MemoryFlow, flow: SessionFlow, pane: ConversationPane, page: PackPage
    ) -> None:
        super().__init__(pane)
        self._memory, self._flow = memory, flow
        self._pane, self._panel, self._page = pane, pane.memory, page
        self._panel.change_wanted.connect(self._change)
        self._panel.close_wanted.connect(self.toggle)
        page.pack_wanted.connect(self._pack)
        memory.told.connect(self._told)
        memory.pinned.connect(self._panel.pinned)
        memory.refused.connect(self._refused)
        memory.packed.connect(page.show_pack)
        memory.not_packed.connect(page.show_trouble)
        flow.opened.connect(self._opened)
        flow.closed.connect(self._panel.hide)
        for signal in (flow.changed, flow.appended, flow.came):
            signal.connect(self._read)
        flow.followed.connect(self._followed)

    @property
    def open(self) -> bool:
        return self._panel.isVisibleTo(self._pane)

    def toggle(self) -> None:
        """Shows what is remembered in the session shown, or goes back to the words."""
        if self.open:
            self._panel.hide()
            self._pane.focus_composer()
        elif self._flow.current is not None:
            self._panel.begin(writable=self._writable())
            self._panel.show()
            self._read()
            self._panel.take_focus()

    def _opened(self, _opened: OpenedSession) -> None:
        self._panel.begin(writable=self._writable())
        self._read()

    def _writable(self) -> bool:
        current = self._flow.current
        return current is not None and current.read_only not in _FIXED

    def _followed(self, _opened: OpenedSession, _renumbered: bool) -> None:
        self._read()

    def _read(self, _news: object = None) -> None:
        if self.open and self._flow.current_id is not None:
            self._memory.read(self._flow.current_id)

    def _change(self, change: FactChange) -> None:
        if self._flow.current_id is not None:
            self._memory.change(self._flow.current_id, change)

    def _told(self, session_id: str, facts: tuple[Fact, ...]) -> None:
        current = self._flow.current
        if current is not None and session_id == current.summary.id:
            self._panel.set_facts(facts, writable=self._writable())

    def _refused(self, error: Exception) -> None:
        if isinstance(error, ValidationFailed):
            self._panel.refuse(
                self.tr("This cannot be remembered: it is too long, or there is too much already.")
            )
        else:
            self._panel.refuse(words_for(error).sentence)

    def _pack(self, budget: int, tier: str) -> None:
        if self._flow.current_id is not None:
            self._memory.pack(self._flow.current_id, budget, tier)
