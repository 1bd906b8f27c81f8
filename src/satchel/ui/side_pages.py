"""The pages that stand in place of the conversation for a while, the chips that open them, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal

from satchel.domain.contracts import Learner
from satchel.domain.laptops import ProfileInfo, Space
from satchel.ui.laptop_flow import LaptopFlow
from satchel.ui.panes.appearance_page import AppearancePage
from satchel.ui.panes.deck import Deck
from satchel.ui.panes.keeping_page import KeepingPage
from satchel.ui.panes.language_page import LanguagePage
from satchel.ui.panes.log_page import LogPage
from satchel.ui.panes.pack_page import PackPage
from satchel.ui.panes.page import Page
from satchel.ui.panes.profile_page import ProfilePage
from satchel.ui.panes.saved_page import SavedPage
from satchel.ui.panes.settings_page import SettingsPage
from satchel.ui.panes.status_bar import StatusBar
from satchel.ui.preferences import Preferences
from satchel.ui.report import report
from satchel.ui.retention_keeping import RetentionFlow
from satchel.ui.sync_flow import SyncFlow
from satchel.ui.sync_pages import SyncPages
from satchel.ui.theme import Theme
from satchel.ui.theme_source import ThemeSource

_SETTINGS = ("profile", "remote", "keeping", "language", "appearance")
_BEHIND = {"sync": ("server", "attention", "remote")}
"""Pages that one chip stands for."""


class SidePages(QObject):
    """Builds the pages of one window into its deck and keeps chips and way back true."""

    profile_wanted = Signal(str)
    failed = Signal(object)
    changed = Signal()
    """Another page is shown, or none any more."""

    def __init__(
        self,
        deck: Deck,
        status: StatusBar,
        laptop: LaptopFlow,
        sync: SyncFlow,
        keeping: RetentionFlow,
        look: ThemeSource,
        preferences: Preferences,
    ) -> None:
        super().__init__(deck)
        self._sync, self._keeping = sync, keeping
        self._deck, self._status, self._laptop, self._look = deck, status, laptop, look
        self._learner: Learner | None = None
        self._space: Space | None = None
        self._reporting = False
        self._preferences = preferences
        self._chips = {
            "saved": status.saved,
            "sync": status.sync,
            "profile": status.learner,
        }

    def build(self) -> Iterator[None]:
        """Builds the pages, a step at a time: between two of them the window can answer."""
        look, theme = self._look, self._look.current
        self.settings = SettingsPage(theme)
        self.profile = ProfilePage(theme)
        yield
        self.saved = SavedPage(theme)
        self.log = LogPage(theme)
        yield
        self.sync = SyncPages(self._sync, self._preferences, self)
        yield from self.sync.build(theme)
        yield
        self.pack = PackPage(theme)
        yield
        self.keeping = KeepingPage(theme)
        yield
        self.settings.add("profile", "person", self.profile)
        self.settings.add("remote", "server", self.sync.remote)
        self.settings.add("keeping", "history", self.keeping)
        self.settings.add("language", "local_language", LanguagePage(theme, self._preferences))
        yield
        self.settings.add("appearance", "color", AppearancePage(theme, look))
        yield
        self._build()
        self._connect()
        self.set_place("")

    @property
    def shown(self) -> str:
        """The name of the page in place of the conversation; empty if there is none."""
        return self._deck.page if self._deck.page in ("settings", *self._plain()) else ""

    def open(self, name: str) -> None:
        """Shows a page: one of its own, or `settings` at the page last seen there, or one of the settings."""
        if name in _SETTINGS:
            self.settings.show_page(name)
            self._deck.show_page("settings")
            self.settings.take_focus()
        elif name == "settings":
            self.open(self.settings.current)
        else:
            self.saved.set_second(self._status.saved.toolTip())
            page = self._plain()[name]
            self._deck.show_page(name)
            page.shown()
            page.back.setFocus(Qt.FocusReason.OtherFocusReason)

    def close(self) -> None:
        """Back to where one came from."""
        if self.shown:
            self._deck.show_page(self._deck.main_page)
            self._deck.focus_page()

    def copy_report(self) -> None:
        if self.shown != "log":
            self.open("log")
        self.log.want_report()

    def set_place(self, title: str) -> None:
        """Where the way back leads: to the session of that title, or to the start page."""
        if title:
            words = self.tr("Back to {title}").format(title=f"\u2068{title}\u2069")
        else:
            words = self.tr("Back to the start page")
        for page in self._all():
            page.set_back(words)

    def set_learner(self, learner: Learner) -> None:
        self._learner = learner
        self._status.set_learner(learner)
        self.profile.set_learner(learner)

    def set_theme(self, theme: Theme) -> None:
        for page in self._all():
            page.set_theme(theme)

    # --- parts -----------------------------------------------------------------------------------

    def _plain(self) -> dict[str, Page]:
        return {
            "saved": self.saved,
            "server": self.sync.server,
            "attention": self.sync.attention,
            "pack": self.pack,
            "log": self.log,
        }

    def _all(self) -> tuple[SettingsPage | Page, ...]:
        return (self.settings, *self._plain().values())

    def _build(self) -> None:
        self._deck.add_page("settings", self.settings)
        self.settings.back_wanted.connect(self.close)
        for name, page in self._plain().items():
            self._deck.add_page(name, page)
            page.back_wanted.connect(self.close)

    def _connect(self) -> None:
        laptop, profile = self._laptop, self.profile
        for name, chip in self._chips.items():
            chip.wanted.connect(lambda name=name: self._toggle(name))
        self._deck.page_shown.connect(self._show_chips)
        self.settings.page_shown.connect(self._show_chips)
        self.sync.page_wanted.connect(self.open)
        self.sync.failed.connect(self.failed)
        self._connect_keeping()
        profile.read_wanted.connect(laptop.read_profiles)
        profile.make_wanted.connect(laptop.make_profile)
        profile.rename_wanted.connect(self._rename)
        profile.open_wanted.connect(self._open_profile)
        laptop.profiles_read.connect(profile.set_profiles)
        laptop.profile_made.connect(self._made)
        laptop.name_heard.connect(self._renamed)
        laptop.profile_refused.connect(self._refused)
        self.saved.read_wanted.connect(self._read_space)
        laptop.space_read.connect(self._space_read)
        self.log.read_wanted.connect(laptop.read_log)
        self.log.report_wanted.connect(self._report)
        laptop.log_read.connect(self.log.set_log)
        laptop.checked.connect(self._checked)
        laptop.failed.connect(self._failed)

    def _connect_keeping(self) -> None:
        flow, page = self._keeping, self.keeping
        page.read_wanted.connect(flow.read_settings)
        page.keep_wanted.connect(flow.keep)
        page.look_wanted.connect(flow.look)
        flow.read.connect(page.set_settings)
        flow.looked.connect(page.show_report)
        flow.failed.connect(page.show_trouble)

    def _toggle(self, name: str) -> None:
        if self._shown_page() in _BEHIND.get(name, (name,)):
            self.close()
        else:
            self.open(self.sync.first if name == "sync" else name)
        self._show_chips()

    def _shown_page(self) -> str:
        return self.settings.current if self.shown == "settings" else self.shown

    def _show_chips(self) -> None:
        for name, chip in self._chips.items():
            chip.setChecked(self._shown_page() in _BEHIND.get(name, (name,)))
        self.changed.emit()

    def _rename(self, name: str) -> None:
        if self._learner is not None:
            self._laptop.rename_profile(self._learner.profile_id, name)

    def _renamed(self, profile: ProfileInfo) -> None:
        if self._learner is not None and profile.id == self._learner.profile_id:
            self.set_learner(replace(self._learner, name=profile.name))

    def _made(self, _profile: ProfileInfo) -> None:
        if self._shown_page() == "profile":
            self.profile.made()

    def _refused(self, error: Exception) -> None:
        if self._shown_page() == "profile":
            self.profile.refused(error)

    def _open_profile(self, profile_id: str) -> None:
        self._laptop.use_profile(profile_id)
        self.profile_wanted.emit(profile_id)

    def _read_space(self) -> None:
        self._laptop.read_space(self._profile_id)

    def _space_read(self, space: Space) -> None:
        self._space = space
        self.saved.set_space(space)

    def _report(self) -> None:
        self._reporting = True
        self._read_space()
        self._laptop.check(self._profile_id)

    def _checked(self, checks: tuple[tuple[str, bool], ...]) -> None:
        if self._reporting:
            self._reporting = False
            self.log.report_done(report(self._look.current, self._space, checks))

    def _failed(self, error: Exception) -> None:
        if self._reporting:
            self._reporting = False
            self.log.report_done(None)
        if self.shown:
            self.failed.emit(error)

    @property
    def _profile_id(self) -> str | None:
        return None if self._learner is None else self._learner.profile_id
