"""Windows over a data folder that may only be read: a shared one, and one that comes from another laptop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.core import open_core
from satchel.ui.main_window import MainWindow
from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.panes.state_page import StatePage
from tests.fakes import FakeClock, FakeIds
from tests.grounds import FakeComputer, snapshot
from tests.ui.conftest import add_session, rail_of, rows
from tests.ui.unhurried import unhurried

Start = Callable[[], tuple[Desktop, MainWindow]]


@pytest.fixture
def computer(data_dir: Path, clock: FakeClock, new_id: FakeIds) -> FakeComputer:
    """Its data folder holds a session."""
    computer = FakeComputer()
    with open_core(computer.paths(data_dir), clock=clock, new_id=new_id) as core:
        add_session(core, "Slice it", "one", "two")
    return computer


@pytest.fixture
def start(
    qapp: QApplication, qtbot: QtBot, computer: FakeComputer, data_dir: Path
) -> Iterator[Start]:
    """Starts a desktop and waits until its window shows the sessions."""
    desktops = []

    def started() -> tuple[Desktop, MainWindow]:
        paths = computer.paths(data_dir)
        desktop = Desktop(paths, desks=unhurried(paths))
        desktops.append(desktop)
        window = desktop.new_window()
        with qtbot.waitSignal(window.ready, timeout=10_000):
            pass
        return desktop, window

    yield started
    for desktop in desktops:
        desktop.close()
    qapp.sendPostedEvents()
    qapp.setStyleSheet("")


def banner_of(window: MainWindow) -> QWidget:
    found = window.findChild(QWidget, "read_only_banner")
    assert isinstance(found, QWidget)
    return found


def words_of(part: QWidget) -> str:
    return " ".join(one.text() for one in part.findChildren(QLabel) if one.isVisible())


def button_of(window: MainWindow, name: str) -> QPushButton:
    found = window.findChild(QPushButton, name)
    assert isinstance(found, QPushButton)
    return found


def usable(window: MainWindow) -> set[str]:
    found = window.findChildren(QAction)
    return {one.objectName().removeprefix("action_") for one in found if one.isEnabled()}


def open_first(qtbot: QtBot, window: MainWindow) -> ConversationPane:
    rail = rail_of(window)
    session = window.flow.current
    if session is None:
        with qtbot.waitSignal(window.flow.opened):
            rail.setCurrentIndex(rows(rail)["Slice it"])
            QTest.keyClick(rail, Qt.Key.Key_Return)
    pane = window.findChild(ConversationPane)
    assert isinstance(pane, ConversationPane)
    return pane


def locked(pane: ConversationPane) -> bool:
    return pane.composer.field.isReadOnly() or not pane.composer.field.isEnabled()


def test_a_shared_folder_is_shown_and_left_alone(
    start: Start, computer: FakeComputer, data_dir: Path, qtbot: QtBot
) -> None:
    computer.share(data_dir)
    before = snapshot(data_dir)
    desktop, window = start()
    assert banner_of(window).isVisible()
    assert "on a network drive (\u2068nfs4\u2069)" in words_of(banner_of(window))
    assert "choose a local folder" in words_of(banner_of(window))
    assert not button_of(window, "machine_new").isVisible()
    pane = open_first(qtbot, window)
    assert locked(pane)
    assert "Read only" in words_of(pane.head)
    assert not usable(window) & {"new_session", "rename", "pin", "done", "archive", "trash", "undo"}
    assert "copy_link" in usable(window)
    desktop.look.set_appearance("dark")
    window.close()
    desktop.close()
    assert snapshot(data_dir) == before


def test_a_local_folder_says_nothing(start: Start, data_dir: Path) -> None:
    desktop, window = start()
    assert not banner_of(window).isVisible()
    assert {"new_session"} <= usable(window)
    desktop.look.set_appearance("dark")
    desktop.close()
    assert (data_dir / "windows.ini").exists()
    assert (data_dir / "logs" / "satchel.log").exists()


def test_a_first_start_in_a_shared_folder_says_so_and_makes_nothing(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    computer = FakeComputer()
    computer.share(tmp_path)
    desktop = Desktop(computer.paths(tmp_path / "first"))
    window = desktop.new_window()
    with qtbot.waitSignal(window.failed, timeout=10_000):
        pass
    page = window.findChild(StatePage)
    assert isinstance(page, StatePage)
    assert "choose a local folder" in words_of(page)
    desktop.close()
    assert not (tmp_path / "first").exists()


def test_a_folder_from_another_laptop_asks_and_explains(
    start: Start, computer: FakeComputer, qtbot: QtBot
) -> None:
    computer.machine_id = "laptop-2"
    _, window = start()
    banner = banner_of(window)
    assert "another laptop" in words_of(banner)
    for name in ("machine_moved", "machine_new"):
        button = button_of(window, name)
        assert button.isVisible()
        assert len(button.accessibleDescription()) > 40
        assert button.accessibleDescription() in words_of(banner)
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert locked(open_first(qtbot, window))
    assert "new_session" not in usable(window)


@pytest.mark.parametrize("answer", ["moved", "new"])
def test_both_answers_open_everything_again(
    start: Start, computer: FakeComputer, data_dir: Path, qtbot: QtBot, answer: str
) -> None:
    computer.machine_id = "laptop-2"
    desktop, window = start()
    open_first(qtbot, window)
    second = desktop.new_window()
    with qtbot.waitSignal(second.ready, timeout=10_000):
        pass
    with qtbot.waitSignals([window.ready, second.ready], timeout=10_000):
        QTest.mouseClick(button_of(window, f"machine_{answer}"), Qt.MouseButton.LeftButton)
    for one in (window, second):
        assert not banner_of(one).isVisible()
        assert "new_session" in usable(one)
    current = window.flow.current
    assert current is not None, "each window shows what it showed"
    assert current.summary.own == (answer == "moved")
    assert current.read_only == (None if answer == "moved" else "others-work")
    folders = {index.parent().data() for index in rows(rail_of(window)).values()}
    assert ("Others' work" in folders) == (answer == "new")
    with qtbot.waitSignal(window.flow.opened):
        window.flow.new_session()
    pane = window.findChild(ConversationPane)
    assert isinstance(pane, ConversationPane)
    pane.composer.field.setPlainText("I go on")
    with qtbot.waitSignal(window.flow.appended):
        QTest.keyClick(pane.composer.field, Qt.Key.Key_Return)


def test_an_answer_that_could_not_be_kept_is_asked_again(
    start: Start, computer: FakeComputer, data_dir: Path, qtbot: QtBot
) -> None:
    computer.machine_id = "laptop-2"
    _, window = start()
    (data_dir / "machine.json").unlink()
    (data_dir / "machine.json").mkdir()
    button = button_of(window, "machine_moved")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isEnabled()
    qtbot.waitUntil(button.isEnabled)
    notice = window.findChild(QWidget, "notice")
    assert notice is not None
    assert notice.isVisible()
