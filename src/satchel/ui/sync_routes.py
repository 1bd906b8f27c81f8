"""Between sync and the parts of a window that show it: the chip, marks, the start page, the last strip."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from satchel.domain.contracts import Learner, OpenedSession
from satchel.ui.models.session_words import name_of
from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.panes.home_page import HomePage
from satchel.ui.panes.rail import Rail
from satchel.ui.panes.status_bar import StatusBar
from satchel.ui.session_flow import SessionFlow
from satchel.ui.sync_flow import SyncFlow
from satchel.ui.sync_news import SyncNews
from satchel.ui.sync_pages import SyncPages
from satchel.ui.unsent_marks import UnsentMarks
from satchel.ui.widgets.leaving_strip import LeavingStrip


class SyncRoutes(QObject):
    """Nothing is decided here: what is known goes where it is shown."""

    switched = Signal()
    """A server was set up or removed, switched on or off."""

    def __init__(
        self,
        sync: SyncFlow,
        flow: SessionFlow,
        pages: SyncPages,
        status: StatusBar,
        rail: Rail,
        home: HomePage,
        pane: ConversationPane,
        strip: LeavingStrip,
    ) -> None:
        super().__init__(pane)
        self._sync, self._flow, self._pages = sync, flow, pages
        self._status, self._rail, self._home, self._pane = status, rail, home, pane
        self._strip = strip
        self._marks = UnsentMarks(sync, flow, pane)
        self._was_on = False
        pages.set_titles(self._title_of)
        sync.told.connect(self._told)
        flow.opened.connect(self._opened)
        flow.followed.connect(self._followed)

    def begin(self, learner: Learner, *, writable: bool) -> None:
        """The sessions are there: from now on it is about their profile."""
        self._pages.set_usable(writable and not learner.guest)
        self._home.set_connectable(
            writable and not learner.guest and not self._sync.news.configured
        )
        self._sync.begin(learner.profile_id)

    def end(self) -> None:
        self._sync.end()

    def sync_now(self) -> None:
        self._sync.sync_now()

    @property
    def on(self) -> bool:
        """Whether a server is set up and switched on."""
        settings = self._sync.news.settings
        return settings is not None and settings.enabled

    def _told(self, news: SyncNews) -> None:
        self._status.set_sync(news)
        if self.on != self._was_on:
            self._was_on = self.on
            self.switched.emit()
        unsent = frozenset(news.status.unsent)
        self._rail.model.set_unsent(unsent)
        self._home.set_unsent(unsent)
        self._strip.set_news(news)
        self._home.set_connectable(self._sync.usable and not news.configured)
        self._pane.set_reach(news)

    def _opened(self, opened: OpenedSession) -> None:
        if opened.summary.stub:
            self._sync.want(opened.summary.id)

    def _followed(self, opened: OpenedSession, _renumbered: bool) -> None:
        self._opened(opened)

    def _title_of(self, session_id: str) -> str:
        summary = self._flow.summary(session_id)
        return session_id if summary is None else name_of(summary.title, summary.session.kind)
