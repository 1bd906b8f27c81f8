"""Others' work in a window: found, read, and said to be what it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from satchel.core import Core
from satchel.ui.main_window import MainWindow
from satchel.ui.models.session_roles import Role
from tests.fakes import session
from tests.ui.conftest import rail_of, rows

KEY = "anon:0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"
Opener = Callable[[], MainWindow]


@pytest.fixture
def window(core: Core, open_window: Opener, qtbot: QtBot) -> MainWindow:
    """With another learner's session, which is the current row of the rail."""
    core.store.create_session(session("theirs", kind="chat", learnerKey=KEY))
    core.database.script("UPDATE runtime_sessions SET title = 'Theirs' WHERE id = 'theirs'")
    window = open_window()
    rail = rail_of(window)
    folder = rows(rail)["Others' work"]
    rail.expand(folder)
    rail.setFocus()
    rail.setCurrentIndex(rail.model().index(0, 0, folder))
    return window


def action(window: MainWindow, name: str) -> QAction:
    found = window.findChild(QAction, f"action_{name}")
    assert isinstance(found, QAction)
    return found


def test_the_row_says_whose_it_is(window: MainWindow) -> None:
    index = rail_of(window).currentIndex()
    assert index.data(Role.LEARNER) == "…3f4a5b"
    assert "read only" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert KEY in index.data(Qt.ItemDataRole.ToolTipRole)


def test_what_would_change_it_is_off_and_says_why(window: MainWindow) -> None:
    for name in ("rename", "pin", "done", "archive", "reopen"):
        assert not action(window, name).isEnabled()
        assert "Someone else's work" in action(window, name).toolTip()
    for name in ("open", "trash"):
        assert action(window, name).isEnabled()
        assert "Someone else's" not in action(window, name).toolTip()


def test_its_menu_says_why_it_is_short(window: MainWindow, qtbot: QtBot) -> None:
    menus: list[QMenu] = []

    def shown() -> bool:
        menus[:] = [one for one in window.findChildren(QMenu) if one.isVisible()]
        return bool(menus)

    window.parts._actions.show_row_menu(QPoint(20, 20))
    qtbot.waitUntil(shown)
    texts = [one.text().replace("&", "") for one in menus[0].actions() if not one.isSeparator()]
    assert texts[0].startswith("Someone else's work")
    assert texts[1:] == ["Open", "Export…", "Move to trash"]
    assert not menus[0].actions()[0].isEnabled()
    menus[0].close()


def test_f2_does_nothing_and_del_moves_it_to_the_trash(
    window: MainWindow, core: Core, qtbot: QtBot
) -> None:
    rail = rail_of(window)
    QTest.keyClick(rail, Qt.Key.Key_F2)
    assert rail.viewport().findChild(QLineEdit) is None
    with qtbot.waitSignal(window.flow.trashed):
        QTest.keyClick(rail, Qt.Key.Key_Delete)
    assert core.sessions.summary("theirs").trashed_at is not None


def test_nothing_can_be_typed_into_it(window: MainWindow, core: Core, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.flow.opened):
        QTest.keyClick(rail_of(window), Qt.Key.Key_Return)
    assert not window.flow.can_write
    window.flow.writing.note_draft("half a")
    window.flow.writing.flush_draft()
    with qtbot.waitSignal(window.flow.closed):
        window.flow.close()
    assert core.database.script("SELECT count(*) FROM drafts") == [(0,)]
