"""Between the flow and where sessions are listed and opened: the rail, the start page, links, the conversation."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtWidgets import QWidget

from satchel.domain.contracts import HeldElsewhere, Listing, OpenedSession, SessionSummary
from satchel.ui.links import Links
from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.panes.deck import Deck
from satchel.ui.panes.home_page import HomePage
from satchel.ui.panes.rail import Rail
from satchel.ui.panes.status_bar import StatusBar
from satchel.ui.session_flow import SessionFlow
from satchel.ui.theme_source import ThemeSource
from satchel.ui.transfer_flow import TransferFlow


class SessionRoutes(QObject):
    """What is wished for goes to the flow; what came of it goes where it is seen."""

    changed = Signal()
    """Another session is shown or current, or one is another than it was."""

    def __init__(
        self,
        window: QWidget,
        look: ThemeSource,
        flow: SessionFlow,
        deck: Deck,
        rail: Rail,
        home: HomePage,
        pane: ConversationPane,
        status: StatusBar,
    ) -> None:
        super().__init__(window)
        self._window, self._look, self._flow, self._deck = window, look, flow, deck
        self._rail, self._home, self._pane, self._status = rail, home, pane, status
        self._new_here = ""
        flow.listed.connect(self._listed)
        flow.opened.connect(self._opened)
        flow.closed.connect(self._closed)
        flow.trashed.connect(self._trashed)
        flow.followed.connect(self.changed)
        flow.interrupted.connect(self.changed)
        flow.held.connect(self._ask_about)
        rail.open_wanted.connect(self.open)
        rail.new_wanted.connect(flow.new_session)
        rail.rename_wanted.connect(flow.changes.rename)
        rail.trash_wanted.connect(flow.changes.trash)
        rail.undo_wanted.connect(flow.changes.undo_trash)
        rail.current_changed.connect(self.changed)
        home.new_wanted.connect(flow.new_session)
        home.open_wanted.connect(self.open)

    def connect_links(self, links: Links) -> None:
        self._pane.anchor_activated.connect(links.follow_anchor)
        links.session_wanted.connect(self._open_by_link)

    def connect_files(self, files: TransferFlow) -> None:
        """Rows of the rail can be dragged out as files."""

        def dragged(session_id: str) -> QMimeData | None:
            summary = self._flow.summary(session_id)
            return None if summary is None else files.dragged(summary)

        self._rail.view.drag_data = dragged

    def open(self, session_id: str) -> None:
        if not self._is_shown(session_id):
            self._flow.open(session_id)

    def show_imported(self, session_id: str) -> None:
        """The first of what came in becomes the current row, as soon as it is listed."""
        self._new_here = session_id
        self._show_new()
        self._flow.refresh()

    # --- what the flow tells ---------------------------------------------------------------------

    def _listed(self, listing: Listing) -> None:
        self._rail.set_listing(listing, self._flow.groups)
        self._home.set_recent(self._flow.recent)
        self._status.set_any_kept(bool(listing.sessions))
        self._show_new()
        self.changed.emit()

    def _show_new(self) -> None:
        if self._new_here and self._flow.summary(self._new_here) is not None:
            self._rail.view.show_current(self._new_here)
            self._new_here = ""

    def _opened(self, opened: OpenedSession) -> None:
        self._pane.show_session(opened)
        self._deck.show_page("conversation")
        self._rail.set_open(opened.summary.id)
        self._pane.focus_composer()
        self.changed.emit()

    def _closed(self) -> None:
        self._pane.clear()
        self._deck.show_page("home")
        self._home.take_focus()
        self._rail.set_open(None)
        self.changed.emit()

    def _trashed(self, summary: SessionSummary) -> None:
        self._rail.offer_undo(summary.title)
        self._deck.show_rail()  # the way back must be seen
        self.changed.emit()

    def _ask_about(self, held: HeldElsewhere) -> None:
        from satchel.ui.dialogs.held import HeldDialog

        self._rail.set_open(self._flow.current_id)
        dialog = HeldDialog(self._look.current, held, self._window)
        dialog.take_over_wanted.connect(self._flow.take_over)
        dialog.read_wanted.connect(self._flow.open_to_read)
        dialog.open()

    # --- parts -----------------------------------------------------------------------------------

    def _open_by_link(self, session_id: str) -> None:
        if not self._is_shown(session_id):
            self._flow.open_to_read(session_id, by_link=True)

    def _is_shown(self, session_id: str) -> bool:
        """Brings the session forward if it is the one shown."""
        if session_id != self._flow.current_id:
            return False
        self._deck.show_page("conversation")
        self._pane.focus_composer()
        return True
