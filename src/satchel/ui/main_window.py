"""One window's frame: on the screen before what fills it is loaded. It passes on; the parts do the rest."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow

from satchel.ui.panes.state_page import StatePage
from satchel.ui.theme import Theme

if TYPE_CHECKING:
    from satchel.domain.contracts import Workspace
    from satchel.domain.errors import StoreReadOnly
    from satchel.domain.panes import WorkspacePanes
    from satchel.domain.salvaged import Salvaged
    from satchel.ui.panes.deck import Layout
    from satchel.ui.session_flow import SessionFlow
    from satchel.ui.window_parts import WindowParts

FIRST_SIZE = QSize(1180, 720)
MENDABLE = ("DATABASE_DAMAGED", "DATABASE_MISSING")
"""Codes of trouble out of which something may be saved."""

Building: TypeAlias = "Generator[None, None, WindowParts]"
"""Builds what fills a window, a step at a time."""


class MainWindow(QMainWindow):
    """Can be shown at once, in its opening state; `ready` fires when the sessions are there."""

    painted = Signal()
    """The opening state is on the screen."""
    filled = Signal()
    """What fills it is there, and empty."""
    ready = Signal()
    failed = Signal(object)
    """The sessions could not be opened; the window says why."""
    retry_wanted = Signal()
    mending_wanted = Signal(str)
    """What to do about a damaged database, in the state page's words."""
    another_wanted = Signal()
    profile_wanted = Signal(str)
    """A window on another profile, by its id."""
    quit_wanted = Signal()
    machine_answered = Signal(str)
    """What was said about a data folder from another laptop: “moved” or “new”."""
    skip_wanted = Signal()
    """Whoever waits for the last changes to be sent does not want to wait."""
    closing = Signal()

    def __init__(self, theme: Theme, build: Callable[[MainWindow, StatePage], Building]) -> None:
        super().__init__()
        self.setObjectName("main_window")
        self.setWindowTitle("Satchel")
        self._state = StatePage(theme)
        self._building = build(self, self._state)
        self._parts: WindowParts | None = None
        self._link = ""
        self._files: tuple[str, ...] = ()
        self.may_close: Callable[[], bool] = lambda: True
        """Asked before the window closes; it may be closed again later."""
        self._state.retry_wanted.connect(self.retry_wanted)
        self._state.mending_wanted.connect(self.mending_wanted)
        self._state.painted.connect(self.painted, Qt.ConnectionType.QueuedConnection)
        self.setCentralWidget(self._state)
        self.resize(FIRST_SIZE)

    # --- what fills it ---------------------------------------------------------------------------

    @property
    def parts(self) -> WindowParts:
        """All there is in the window. It is built now if it is not yet there."""
        while self._parts is None:
            self._step()
        return self._parts

    @property
    def built(self) -> bool:
        return self._parts is not None

    def build(self, _loaded: object = None) -> None:
        """Builds what fills the window, in turns with whatever else there is to do."""
        if self._parts is None:
            self._step()
            QTimer.singleShot(0, self, self.build)

    def _step(self) -> None:
        try:
            next(self._building)
        except StopIteration as end:
            parts: WindowParts = end.value
            self._parts = parts
            parts.ready.connect(self.ready)
            parts.another_wanted.connect(self.another_wanted)
            parts.profile_wanted.connect(self.profile_wanted)
            parts.quit_wanted.connect(self.quit_wanted)
            parts.machine_answered.connect(self.machine_answered)
            parts.leaving.skip_wanted.connect(self.skip_wanted)
            self.filled.emit()
            if self._link:
                parts.follow_link(self._link)
            if self._files:
                parts.transfers.bring_in(self._files)

    # --- from outside ----------------------------------------------------------------------------

    @property
    def flow(self) -> SessionFlow:
        return self.parts.flow

    @property
    def panes(self) -> Layout:
        """Which parts are wanted, and how wide."""
        return self.parts.panes

    @property
    def at_home(self) -> bool:
        """Whether nothing is open here."""
        return self.parts.at_home

    def attach(self, workspace: Workspace, panes: WorkspacePanes) -> None:
        """The core is loaded: reads the sessions and shows what the window showed at its last end."""
        self.parts.attach(workspace, panes)

    def detach(self) -> None:
        """The core is about to be closed, and another one attached."""
        self.parts.detach()

    def show_refusal(self, refusal: StoreReadOnly | None) -> None:
        """Says for as long as it is so why nothing can be saved; None: everything can."""
        self.parts.show_refusal(refusal)

    def ask_again(self) -> None:
        """What was said about the laptop could not be done."""
        self.parts.ask_again()

    def follow_link(self, link: str) -> None:
        """Shows what a link points to, as soon as the sessions are there."""
        if self._parts is None:
            self._link = link
        else:
            self._parts.follow_link(link)

    def bring_in(self, files: tuple[str, ...]) -> None:
        """Shows what files would bring, as soon as the sessions are there."""
        if self._parts is None:
            self._files += files
        else:
            self._parts.transfers.bring_in(files)

    def come_forward(self) -> None:
        """To the front and with the keyboard, as far as the desktop lets a program do that."""
        if self.isMinimized():
            self.showNormal()
        self.raise_()
        self.activateWindow()

    def show_opening(self) -> None:
        self._state.show_opening()
        self.parts.show_state()

    def show_mending(self, how: str) -> None:
        self._state.show_mending(how)
        self.parts.show_state()

    def show_mended(self, saved: Salvaged | None) -> None:
        """As soon as the sessions are there, what became of them is said beside them."""
        once = Qt.ConnectionType.SingleShotConnection
        self.ready.connect(lambda: self.parts.tell_mended(saved), once)

    def show_trouble(self, error: Exception, backup: str | None = None) -> None:
        """The core cannot be opened: says why and what to do, in place of everything else.

        `backup` says when the newest backup was made.
        """
        from satchel.ui.messages import words_for

        self._state.show_trouble(words_for(error))
        code = getattr(error, "code", "")
        if code in (*MENDABLE, "NOTHING_TO_SAVE"):
            self._state.offer_mending(save=code in MENDABLE, backup=backup)
        self.parts.show_state()
        self.failed.emit(error)

    def show_leaving(self) -> None:
        """The window closes in a moment; its last changes are sent first."""
        self.parts.leaving.begin()

    def tell(self, error: Exception) -> None:
        """Says in the window what did not work; everything else goes on."""
        self.parts.tell(error)

    # --- Qt --------------------------------------------------------------------------------------

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802
        """Tab and Backtab show where the keyboard is; the mouse does not."""
        moved = super().focusNextPrevChild(forward)
        if self._parts is not None:
            self._parts.ring.follow(self.focusWidget())
        return moved

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        if self._parts is not None:
            self._parts.flush_draft()
            self._parts.transfers.end()
        self.closing.emit()
        super().closeEvent(event)
