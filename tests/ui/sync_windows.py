"""A desktop whose sync is a fake one, and what is looked for in its windows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.config import Paths
from satchel.domain.syncing import RemoteSettings, SyncStatus, TokenPlace
from satchel.ui.main_window import MainWindow
from satchel.ui.side_pages import SidePages
from satchel.ui.sync_keeping import SyncKeeping
from satchel.ui.sync_runs import SyncRuns
from satchel.ui.sync_triggers import Pace
from tests.ui.sync_fakes import SCHOOL, FakeNetwork, FakeSync
from tests.ui.unhurried import unhurried

NEVER = 10_000.0
QUIET = Pace(NEVER, NEVER, NEVER, NEVER, NEVER, minute=NEVER, jitter=0.0)
"""Nothing runs by itself."""


@dataclass
class Synced:
    """A window, the desktop it is of, and the service behind it."""

    desktop: Desktop
    service: FakeSync
    window: MainWindow
    qtbot: QtBot

    @property
    def pages(self) -> SidePages:
        found = self.window.findChild(SidePages)
        assert isinstance(found, SidePages)
        return found

    @property
    def chip(self) -> QPushButton:
        return self.button("status_sync")

    def button(self, name: str) -> QPushButton:
        found = self.window.findChild(QPushButton, name)
        assert isinstance(found, QPushButton), name
        return found

    def tell(
        self,
        status: SyncStatus,
        server: RemoteSettings | None = SCHOOL,
        place: TokenPlace | None = TokenPlace.KEYRING,
    ) -> None:
        """What the service says from now on; the window has heard it when this returns."""
        self.service.state, self.service.server, self.service.place = status, server, place
        self.refresh()
        self.qtbot.waitUntil(lambda: self.runs.news.status == status)

    def refresh(self) -> None:
        self.runs.refresh()

    @property
    def runs(self) -> SyncRuns:
        [profile] = self.desktop.profiles
        found = self.desktop._care.sync.of(profile)
        assert found is not None
        return found

    def words(self, name: str) -> str:
        part = self.window.findChild(QWidget, name)
        assert part is not None, name
        return "\n".join(one.text() for one in part.findChildren(QLabel) if one.isVisible())


@pytest.fixture
def service() -> FakeSync:
    return FakeSync()


@pytest.fixture
def desktop(qapp: QApplication, paths: Paths, service: FakeSync) -> Iterator[Desktop]:
    def keeping(parent: QObject) -> SyncKeeping:
        return SyncKeeping(lambda _profile: service, FakeNetwork(), QUIET, lambda: 0.5, 5.0, parent)

    desktop = Desktop(paths, keeping=keeping, desks=unhurried(paths))
    yield desktop
    service.gate.set()
    service.locked.set()
    desktop.close()
    qapp.sendPostedEvents()
    qapp.setStyleSheet("")


@pytest.fixture
def synced(
    desktop: Desktop, open_window: Callable[[], MainWindow], service: FakeSync, qtbot: QtBot
) -> Synced:
    window = open_window()
    return Synced(desktop, service, window, qtbot)
