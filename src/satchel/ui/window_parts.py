"""What fills a window: assembles the panes and routes between them and the flow. It decides nothing itself."""

from __future__ import annotations

from collections.abc import Generator

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFrame, QMainWindow, QVBoxLayout, QWidget

from satchel.domain.contracts import (
    Learner,
    Workspace,
)
from satchel.domain.errors import StoreReadOnly
from satchel.domain.panes import WorkspacePanes, layout
from satchel.domain.salvaged import Salvaged
from satchel.ui.actions import ACTIONS, Actions, Situation
from satchel.ui.commands import Commands
from satchel.ui.conversation_routes import ConversationRoutes
from satchel.ui.jobs import Jobs
from satchel.ui.laptop_flow import LaptopFlow
from satchel.ui.links import Links
from satchel.ui.memory_flow import MemoryFlow
from satchel.ui.memory_routes import MemoryRoutes
from satchel.ui.messages import mended, words_for
from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.panes.course_pane import CoursePane
from satchel.ui.panes.deck import Deck, Layout
from satchel.ui.panes.home_page import HomePage
from satchel.ui.panes.rail import Rail
from satchel.ui.panes.state_page import StatePage
from satchel.ui.panes.status_bar import StatusBar
from satchel.ui.preferences import Preferences
from satchel.ui.retention_keeping import RetentionFlow
from satchel.ui.session_flow import SessionFlow
from satchel.ui.session_routes import SessionRoutes
from satchel.ui.side_pages import SidePages
from satchel.ui.sync_flow import SyncFlow
from satchel.ui.sync_routes import SyncRoutes
from satchel.ui.theme import Theme
from satchel.ui.theme_source import ThemeSource
from satchel.ui.transfer_flow import TransferFlow
from satchel.ui.transfers import Transfers
from satchel.ui.widgets.clock_banner import ClockBanner
from satchel.ui.widgets.drop_sheet import DropSheet
from satchel.ui.widgets.focus_ring import FocusRing
from satchel.ui.widgets.leaving_strip import LeavingStrip
from satchel.ui.widgets.notice import Notice
from satchel.ui.widgets.read_only_banner import ReadOnlyBanner
from satchel.ui.widgets.window_corners import WindowCorners


class WindowParts(QObject):
    """All of a window but its frame, which is on the screen before this is even imported."""

    ready = Signal()
    another_wanted = Signal()
    profile_wanted = Signal(str)
    quit_wanted = Signal()
    machine_answered = Signal(str)

    def __init__(
        self, window: QMainWindow, state: StatePage, jobs: Jobs, look: ThemeSource
    ) -> None:
        super().__init__(window)
        self._window = window
        self._look = look
        self.flow = SessionFlow(jobs, window)
        self._recall = MemoryFlow(jobs, window)
        self._state = state

    def build(
        self,
        laptop: LaptopFlow,
        files: TransferFlow,
        sync: SyncFlow,
        keeping: RetentionFlow,
        preferences: Preferences,
    ) -> Generator[None, None, WindowParts]:
        """Builds all the rest, a step at a time: between two of them the window can answer."""
        window, look, theme = self._window, self._look, self._look.current
        self._home = HomePage(theme)
        yield
        self._conversation = ConversationPane(theme)
        yield
        self._rail = Rail(theme)
        self._course = CoursePane(theme)
        self._deck = Deck(theme, self._rail, self._course)
        self._notice = Notice(theme)
        self._read_only = ReadOnlyBanner(theme)
        self._read_only.answered.connect(self.machine_answered)
        self._refusal: StoreReadOnly | None = None
        self._status = StatusBar(theme)
        self._links = Links(window, self.flow, self._notice)
        self._routes = ConversationRoutes(self.flow, self._conversation, self._status, self._notice)
        yield
        self._pages = SidePages(self._deck, self._status, laptop, sync, keeping, look, preferences)
        yield from self._pages.build()
        self._keeping, self._clock = keeping, ClockBanner(theme)
        self._memory = MemoryRoutes(self._recall, self.flow, self._conversation, self._pages.pack)
        self.leaving = LeavingStrip(theme)
        self._sync = SyncRoutes(
            sync,
            self.flow,
            self._pages.sync,
            self._status,
            self._rail,
            self._home,
            self._conversation,
            self.leaving,
        )
        yield
        self._actions = self._make_actions(look)
        yield
        self._files = files
        self.transfers = Transfers(window, files, look)
        self._sheet = DropSheet(theme, window, lambda: self.transfers.ready)
        self._corners = WindowCorners(theme, window.menuBar(), self._deck)
        self.ring = FocusRing(theme, window)
        # Last: who hears of a session before it is shown, hears of it first.
        self._sessions = SessionRoutes(
            window,
            look,
            self.flow,
            self._deck,
            self._rail,
            self._home,
            self._conversation,
            self._status,
        )
        self._connect_panes()
        look.changed.connect(self._wear)
        yield
        self._wear(look.current)
        self._rail.set_usable(False)
        self._deck.want(preferences.panes)
        yield
        self._assemble()
        return self

    # --- from outside ----------------------------------------------------------------------------

    def attach(self, workspace: Workspace, panes: WorkspacePanes) -> None:
        """The core is loaded: reads the sessions and shows what the window showed at its last end."""
        self._recall.begin(workspace)
        self.flow.start(workspace, panes)

    def detach(self) -> None:
        """The workspace ends; another one is attached in a moment."""
        self.flow.stop()
        self._recall.end()
        self._sync.end()
        self._conversation.clear()
        self._rail.set_usable(False)
        self._rail.set_open(None)
        self._update()

    def show_refusal(self, refusal: StoreReadOnly | None) -> None:
        """Why nothing can be saved, for as long as it is so."""
        self._refusal = refusal
        self._read_only.show_reason(refusal)

    def ask_again(self) -> None:
        self._read_only.show_reason(self._refusal)

    @property
    def at_home(self) -> bool:
        """Whether nothing is open here."""
        return layout(self.flow.panes) == "home"

    def follow_link(self, link: str) -> None:
        """Shows what a link points to, as soon as the sessions are there."""
        self._links.follow(link)

    def show_state(self) -> None:
        """Shows that the sessions are being opened, or why they cannot be."""
        self._deck.show_page("state")

    def tell(self, error: Exception) -> None:
        """Says in the window what did not work; everything else goes on."""
        self._notice.tell(words_for(error))

    def tell_mended(self, saved: Salvaged | None) -> None:
        """Says what became of the sessions."""
        self._notice.tell(mended(saved))

    @property
    def panes(self) -> Layout:
        return self._deck.layout_wanted

    def flush_draft(self) -> None:
        """Hands what is typed to the worker, before the window closes."""
        self._conversation.flush_draft()
        self.flow.writing.flush_draft()

    # --- assembling ------------------------------------------------------------------------------

    def _make_actions(self, look: ThemeSource) -> Actions:
        window = self._window
        self._commands = Commands(
            window, self.flow, self._rail, self._deck, self._links, self._pages, look
        )
        names = [spec.name for spec in ACTIONS if spec.name != "-"]
        actions = Actions({name: getattr(self._commands, name) for name in names}, window)
        actions.fill(window.menuBar())
        actions.bind_to_rail(self._rail.view)
        return actions

    def _assemble(self) -> None:
        window = self._window
        window.takeCentralWidget()  # the state page; to replace it would delete it
        self._deck.add_page("state", self._state)
        self._deck.show_page("state")
        self._deck.add_page("home", self._home)
        self._deck.add_page("conversation", self._conversation)
        rule = QFrame(window)
        rule.setProperty("ground", "rule")
        rule.setFixedHeight(1)
        body = QWidget(window)
        box = QVBoxLayout(body)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self._read_only)
        box.addWidget(self._clock)
        box.addWidget(self._deck, 1)
        for part in (self._notice, self.leaving, rule, self._status):
            box.addWidget(part)
        window.setCentralWidget(body)

    def _connect_panes(self) -> None:
        rail, pane, routes = self._rail, self._conversation, self._sessions
        routes.changed.connect(self._update)
        routes.connect_links(self._links)
        routes.connect_files(self._files)
        self.flow.started.connect(self._started)
        self.flow.failed.connect(self.tell)
        rail.menu_wanted.connect(self._actions.show_row_menu)
        for importing in (
            rail.import_wanted,
            self._home.import_wanted,
            self._commands.import_wanted,
        ):
            importing.connect(self.transfers.choose)
        self._commands.export_wanted.connect(self.transfers.export)
        self._sheet.dropped.connect(self.transfers.bring_in)
        self.transfers.imported.connect(routes.show_imported)
        self.transfers.failed.connect(self.tell)
        self._commands.another_wanted.connect(self.another_wanted)
        self._commands.quit_wanted.connect(self.quit_wanted)
        self._deck.rail_shown.connect(self._actions["rail"].setChecked)
        self._pages.profile_wanted.connect(self.profile_wanted)
        self._pages.failed.connect(self.tell)
        self._pages.changed.connect(self._update)
        self._keeping.asked.connect(self._clock.ask)
        self._clock.right.connect(self._keeping.clock_is_right)
        self._recall.failed.connect(self.tell)
        pane.memory.pack_wanted.connect(self._commands.pack)
        self._commands.memory_wanted.connect(self._toggle_memory)
        pane.memory.close_wanted.connect(self._update)
        self._commands.sync_wanted.connect(self._sync.sync_now)
        self._sync.switched.connect(self._update)
        self._pages.sync.open_wanted.connect(routes.open)
        self._home.server_wanted.connect(lambda: self._pages.open("remote"))

    # --- routing ---------------------------------------------------------------------------------

    def _started(self, learner: Learner) -> None:
        self._rail.set_usable(True, writable=self._refusal is None)
        self._home.set_writable(self._refusal is None)
        self._pages.set_learner(learner)
        self._sync.begin(learner, writable=self._refusal is None)
        self._keeping.begin(learner.profile_id)
        self._pages.keeping.set_usable(self._refusal is None)
        self.transfers.begin(learner.profile_id, writable=self._refusal is None)
        if self.flow.current is None:
            self._deck.show_page("home")
            self._home.take_focus()
        self._update()
        self.ready.emit()

    def _toggle_memory(self) -> None:
        self._deck.show_page("conversation")
        self._memory.toggle()
        self._update()

    # --- how it looks and what can be used -------------------------------------------------------

    def _wear(self, theme: Theme) -> None:
        for part in (
            self._state,
            self._home,
            self._conversation,
            self._rail,
            self._course,
            self._deck,
            self._notice,
            self._read_only,
            self._status,
            self.ring,
            self._pages,
            self._corners,
            self._sheet,
            self.leaving,
            self._clock,
        ):
            part.set_theme(theme)
        self._update()

    def _update(self) -> None:
        flow = self.flow
        current = flow.current
        title = current.summary.title if current is not None else ""
        self._pages.set_place(title)
        self._window.setWindowTitle(
            self.tr("{title} – Satchel").format(title=title) if title else "Satchel"
        )
        target = self._commands.target
        self._actions.update_for(
            Situation(
                loaded=flow.loaded,
                writable=self._refusal is None,
                session_open=current is not None,
                target=None if target is None else flow.summary(target),
                can_undo=flow.changes.can_undo,
                course_shown=self._deck.course_shown,
                synced=self._sync.on,
                remembering=self._memory.open,
                page_open=bool(self._pages.shown),
                appearance=self._commands.appearance,
            )
        )
