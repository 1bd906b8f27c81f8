"""The pages about the server of one window: how things stand, what needs a person, and the settings."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from satchel.domain.syncing import ASK_WHOSE_WORK, RemoteFindings, RemoteSettings, TokenPlace
from satchel.ui.panes.attention_page import AttentionPage
from satchel.ui.panes.remote_page import RemotePage
from satchel.ui.panes.server_page import ServerPage
from satchel.ui.preferences import Preferences
from satchel.ui.sync_attention import TitleOf
from satchel.ui.sync_flow import SyncFlow
from satchel.ui.sync_news import SyncNews
from satchel.ui.theme import Theme


class SyncPages(QObject):
    """Carries wishes from the pages to the flow and its outcomes back to them. Who places them shows them."""

    page_wanted = Signal(str)
    """Another page by its name: `attention`, `remote`."""
    open_wanted = Signal(str)
    """A session that is to be looked at."""
    failed = Signal(object)

    def __init__(self, flow: SyncFlow, preferences: Preferences, parent: QObject) -> None:
        super().__init__(parent)
        self._flow, self._preferences = flow, preferences
        flow.note_settled(preferences.settled_copies)
        self._title_of: TitleOf = lambda session_id: session_id
        self._signing_in = False
        """Whether a server was set up on the page that is looked at since."""

    def build(self, theme: Theme) -> Iterator[None]:
        """Builds the pages, a step at a time: between two of them the window can answer."""
        self.server = ServerPage(theme)
        self.attention = AttentionPage(theme)
        yield
        self.remote = RemotePage(theme)
        self._connect_state()
        self._connect_settings()
        self._flow.told.connect(self._told)
        self._flow.failed.connect(self._failed)

    def set_titles(self, title_of: TitleOf) -> None:
        """How to find out what a session is called."""
        self._title_of = title_of

    def set_usable(self, usable: bool) -> None:
        """Whether a server can be set up: not where nothing may be saved."""
        self.server.set_usable(usable)
        self.remote.set_usable(usable)

    @property
    def first(self) -> str:
        """The page the chip opens: where something needs a person, that one."""
        return "attention" if self._flow.news.attention else "server"

    def _connect_state(self) -> None:
        flow, server, attention = self._flow, self.server, self.attention
        server.sync_wanted.connect(flow.sync_now)
        server.cancel_wanted.connect(flow.cancel)
        server.settings_wanted.connect(lambda: self.page_wanted.emit("remote"))
        server.sign_in_wanted.connect(self._sign_in)
        server.attention_wanted.connect(lambda: self.page_wanted.emit("attention"))
        attention.mend_wanted.connect(flow.mend)
        attention.answer_wanted.connect(flow.answer)
        attention.sync_wanted.connect(flow.sync_now)
        attention.sign_in_wanted.connect(self._sign_in)
        attention.open_wanted.connect(self.open_wanted)
        attention.settled.connect(self._settle)

    def _connect_settings(self) -> None:
        flow, remote = self._flow, self.remote
        remote.test_wanted.connect(self._test)
        remote.keep_wanted.connect(self._keep)
        remote.enabled_wanted.connect(lambda on: flow.adjust(enabled=on))
        remote.metered_wanted.connect(lambda on: flow.adjust(on_metered=on))
        remote.interval_wanted.connect(lambda minutes: flow.adjust(every_minutes=minutes))
        remote.sync_wanted.connect(flow.sync_now)
        remote.clear_wanted.connect(flow.clear)
        flow.tested.connect(self._tested)
        flow.not_tested.connect(remote.show_fault)
        flow.connected.connect(self._connected)
        flow.refused.connect(remote.show_refused)

    def _test(self, settings: RemoteSettings, token: str | None) -> None:
        self._flow.test(settings, token)

    def _keep(self, settings: RemoteSettings, token: str | None, place: TokenPlace) -> None:
        self._flow.connect_to(settings, token, place)

    def _connected(self, place: TokenPlace) -> None:
        self.remote.show_connected(place)
        self._signing_in = self.remote.isVisible()

    def _ask_at_once(self, news: SyncNews) -> None:
        """Whose work it is, is asked where the token was typed: whoever did that sits there still."""
        question = news.status.question
        self._signing_in = self._signing_in and self.remote.isVisible()
        if self._signing_in and question is not None and question.kind == ASK_WHOSE_WORK:
            self._signing_in = False
            self.page_wanted.emit("attention")

    def _sign_in(self) -> None:
        self.page_wanted.emit("remote")
        self.remote.token.field.setFocus()

    def _settle(self, session_id: str) -> None:
        settled = self._preferences.settled_copies | {session_id}
        self._preferences.settled_copies = settled
        self._flow.note_settled(settled)

    def _tested(self, found: RemoteFindings) -> None:
        self.remote.show_findings(found)

    def _told(self, news: SyncNews) -> None:
        self.server.set_news(news)
        self.attention.set_news(news, self._title_of)
        self.remote.set_news(news)
        if not news.running:
            self._ask_at_once(news)

    def _failed(self, error: Exception) -> None:
        self.attention.allow_again()
        self.failed.emit(error)
