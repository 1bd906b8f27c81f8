"""What each action of `actions.py` does: one method an action, of the same name."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from satchel.domain.runtime import ACTIVE, ARCHIVED, COMPLETED
from satchel.ui.links import Links
from satchel.ui.panes.deck import Deck
from satchel.ui.panes.rail import Rail
from satchel.ui.session_flow import SessionFlow
from satchel.ui.side_pages import SidePages
from satchel.ui.theme_source import STEP, ThemeSource


class Commands(QObject):
    """Turns actions into wishes to the flow and the panes."""

    another_wanted = Signal()
    quit_wanted = Signal()
    import_wanted = Signal()
    sync_wanted = Signal()
    memory_wanted = Signal()
    export_wanted = Signal(object)
    """Sessions, as a list of `SessionSummary`."""

    def __init__(
        self,
        window: QMainWindow,
        flow: SessionFlow,
        rail: Rail,
        deck: Deck,
        links: Links,
        pages: SidePages,
        look: ThemeSource,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._flow = flow
        self._rail = rail
        self._deck = deck
        self._pages = pages
        self._links = links
        self._look = look

    @property
    def target(self) -> str | None:
        """The session that rename, trash and the like are about."""
        return self._rail.view.current_session() or self._flow.current_id

    @property
    def appearance(self) -> str:
        return self._look.appearance

    # --- File, Edit ------------------------------------------------------------------------------

    def new_session(self) -> None:
        self._flow.new_session()

    def new_window(self) -> None:
        self.another_wanted.emit()

    def close_session(self) -> None:
        self._flow.close()

    def close_window(self) -> None:
        self._window.close()

    def quit(self) -> None:
        self.quit_wanted.emit()

    def import_sessions(self) -> None:
        self.import_wanted.emit()

    def sync_now(self) -> None:
        self.sync_wanted.emit()

    def export_all(self) -> None:
        self.export_wanted.emit(list(self._flow.summaries))

    def copy_link(self) -> None:
        self._links.copy()

    def open_link(self) -> None:
        self._links.ask()

    def undo(self) -> None:
        self._rail.undo_strip.dismiss()
        self._flow.changes.undo_trash()

    def find(self) -> None:
        self._deck.show_rail()
        self._rail.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._rail.search.selectAll()

    # --- View ------------------------------------------------------------------------------------

    def rail(self) -> None:
        self._deck.toggle_rail()
        if self._rail.isVisibleTo(self._window):
            self._rail.view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._deck.focus_page()

    def course(self) -> None:
        self._deck.toggle_course()

    def larger(self) -> None:
        self._look.set_scale(self._look.scale + STEP)

    def smaller(self) -> None:
        self._look.set_scale(self._look.scale - STEP)

    def normal(self) -> None:
        self._look.set_scale(1.0)

    def next_pane(self) -> None:
        focused: QWidget | None = self._window.focusWidget()
        if focused is not None and self._rail.isAncestorOf(focused):
            self._deck.focus_page()
        else:
            self._deck.show_rail()
            self._rail.view.setFocus(Qt.FocusReason.TabFocusReason)
            self._rail.view.ensure_current()

    def system_look(self) -> None:
        self._look.set_appearance("system")

    def light(self) -> None:
        self._look.set_appearance("light")

    def dark(self) -> None:
        self._look.set_appearance("dark")

    def contrast(self) -> None:
        self._look.set_appearance("contrast-dark")

    # --- Session ---------------------------------------------------------------------------------

    def open(self) -> None:
        if self.target is not None:
            self._flow.open(self.target)

    def rename(self) -> None:
        if self.target is not None:
            self._deck.show_rail()
            self._rail.view.show_current(self.target)
            self._rail.view.rename_current()

    def pin(self) -> None:
        summary = self._flow.summary(self.target or "")
        if summary is not None:
            self._flow.changes.pin(summary.id, not summary.pinned)

    def done(self) -> None:
        self._set_status(COMPLETED)

    def archive(self) -> None:
        self._set_status(ARCHIVED)

    def reopen(self) -> None:
        self._set_status(ACTIVE)

    def memory(self) -> None:
        self.memory_wanted.emit()

    def pack(self) -> None:
        self._pages.open("pack")

    def export(self) -> None:
        summary = self._flow.summary(self.target or "")
        if summary is not None:
            self.export_wanted.emit([summary])

    def trash(self) -> None:
        if self.target is not None:
            self._flow.changes.trash(self.target)

    def restore(self) -> None:
        if self.target is not None:
            self._flow.changes.restore(self.target)

    # --- Settings, Help --------------------------------------------------------------------------

    def settings(self) -> None:
        self._pages.open("settings")

    def back(self) -> None:
        self._pages.close()

    def log(self) -> None:
        self._pages.open("log")

    def report(self) -> None:
        self._pages.copy_report()

    def about(self) -> None:
        from satchel.ui.dialogs.about import About

        About(self._look.current, self._window).open()

    def _set_status(self, status: str) -> None:
        if self.target is not None:
            self._flow.changes.set_status(self.target, status)
