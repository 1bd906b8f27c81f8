"""A desktop on a data folder of its own, with the real core behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QApplication, QLineEdit, QTreeView
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.contracts import SessionSummary
from satchel.ui.main_window import MainWindow
from tests.fakes import FakeClock, FakeIds
from tests.server.process import ServerProcess, served
from tests.ui.unhurried import unhurried


@pytest.fixture
def paths(data_dir: Path) -> Paths:
    paths = Paths(data_dir)
    paths.make()
    return paths


@pytest.fixture
def core(paths: Paths, clock: FakeClock, new_id: FakeIds) -> Iterator[Core]:
    """The core as a second program would have it open; a test may fill the database with it."""
    with open_core(paths, clock=clock, new_id=new_id) as core:
        yield core


@pytest.fixture
def desktop(qapp: QApplication, paths: Paths) -> Iterator[Desktop]:
    desktop = Desktop(paths, desks=unhurried(paths))
    yield desktop
    desktop.close()
    qapp.sendPostedEvents()
    qapp.setStyleSheet("")


@pytest.fixture
def open_window(desktop: Desktop, qtbot: QtBot) -> Callable[[], MainWindow]:
    """Opens a window and waits until its sessions are there."""

    def opened() -> MainWindow:
        window = desktop.new_window()
        with qtbot.waitSignal(window.ready, timeout=10_000):
            pass
        return window

    return opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server in a process of its own; a learner key is its own token."""
    folder = tmp_path_factory.mktemp("server")
    with served(f"sqlite://{folder}/server.db", folder, "--insecure-learner-tokens") as running:
        yield running


def add_session(core: Core, title: str, *said: str, stage: str = "fractions") -> SessionSummary:
    """A session of one's own with what was said in it, left closed."""
    workspace = core.workspace(f"seed-{title}")
    made = workspace.new_session(kind="chat", stage_id=stage, title=title)
    workspace.open(made.id, 1)
    for text in said:
        workspace.append(made.id, {"role": "user", "content": text})
    workspace.shut()
    return made


def rail_of(window: MainWindow) -> QTreeView:
    rail = window.findChild(QTreeView, "session_rail")
    assert isinstance(rail, QTreeView)
    return rail


def search_of(window: MainWindow) -> QLineEdit:
    search = window.findChild(QLineEdit, "session_search")
    assert isinstance(search, QLineEdit)
    return search


def rows(rail: QTreeView, parent: QModelIndex | None = None) -> dict[str, QModelIndex]:
    """Every row below `parent` by its text; folders are looked into."""
    model, above = rail.model(), parent or QModelIndex()
    model.fetchMore(above)
    found: dict[str, QModelIndex] = {}
    for at in range(model.rowCount(above)):
        index = model.index(at, 0, above)
        found[str(index.data())] = index
        found |= rows(rail, index)
    return found
