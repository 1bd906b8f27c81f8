"""The window over the real core: what is done in it is in the database, and what is there is shown."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import Core
from satchel.ui.main_window import MainWindow
from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.panes.state_page import StatePage
from tests.ui.conftest import add_session, rail_of, rows, search_of
from tests.ui.unhurried import unhurried

Opener = Callable[[], MainWindow]


def pane_of(window: MainWindow) -> ConversationPane:
    pane = window.findChild(ConversationPane)
    assert isinstance(pane, ConversationPane)
    return pane


def click(qtbot: QtBot, rail: QTreeView, index: QModelIndex) -> None:
    rail.expand(index.parent())
    rail.scrollTo(index)
    at = rail.visualRect(index).center()
    QTest.mouseClick(rail.viewport(), Qt.MouseButton.LeftButton, pos=at)


def open_row(qtbot: QtBot, window: MainWindow, title: str) -> None:
    current = window.flow.current
    if current is not None and current.summary.title == title:
        return  # it was open last
    with qtbot.waitSignal(window.flow.opened):
        click(qtbot, rail_of(window), rows(rail_of(window))[title])


def send(qtbot: QtBot, window: MainWindow, text: str) -> None:
    pane = pane_of(window)
    pane.composer.field.setPlainText(text)
    with qtbot.waitSignal(window.flow.appended):
        QTest.keyClick(pane.composer.field, Qt.Key.Key_Return)


def said(core: Core, session_id: str) -> list[object]:
    payloads = [record.payload for record in core.store.list_records(session_id)]
    return [one["content"] for one in payloads if isinstance(one, dict)]


def test_every_part_can_be_found_by_its_name(open_window: Opener) -> None:
    window = open_window()
    for name in (
        "session_rail",
        "session_search",
        "course_pane",
        "interrupted_banner",
        "status_saved",
        "status_sync",
        "status_learner",
        "transcript",
        "composer",
        "send_button",
    ):
        assert window.findChild(QWidget, name) is not None, name


def test_it_is_shown_at_once_and_ready_later(desktop: Desktop, qtbot: QtBot) -> None:
    window = desktop.new_window()
    page = window.findChild(StatePage)
    assert isinstance(page, StatePage)
    assert window.isVisible()
    assert page.isVisible()
    with qtbot.waitSignal(window.ready):
        pass
    assert not page.isVisible()


def test_an_empty_one_starts_at_home(open_window: Opener) -> None:
    window = open_window()
    card = window.findChild(QPushButton, "start_card")
    assert isinstance(card, QPushButton)
    assert card.isVisible()
    assert card.hasFocus() or not window.isActiveWindow()


def test_a_session_is_begun_and_a_message_sent(
    open_window: Opener, qtbot: QtBot, core: Core
) -> None:
    window = open_window()
    button = window.findChild(QPushButton, "new_session_button")
    assert isinstance(button, QPushButton)
    with qtbot.waitSignal(window.flow.opened):
        button.click()
    session_id = window.flow.current_id
    assert session_id is not None
    send(qtbot, window, "Why is 1/3 bigger?")
    assert said(core, session_id) == ["Why is 1/3 bigger?"]
    assert pane_of(window).draft() == ""
    saved = window.findChild(QPushButton, "status_saved")
    assert isinstance(saved, QPushButton)
    assert saved.text() == "Saved"
    qtbot.waitUntil(lambda: "New session" in rows(rail_of(window)))


def test_what_was_open_last_is_opened_again(
    core: Core, open_window: Opener, qtbot: QtBot, desktop: Desktop, paths: Paths
) -> None:
    add_session(core, "Slice it", "one")
    made = add_session(core, "Notes", "two", "three")
    window = open_window()
    open_row(qtbot, window, "Notes")
    desktop.close()
    again = Desktop(paths, desks=unhurried(paths))
    second = again.new_window()
    with qtbot.waitSignal(second.ready):
        pass
    assert second.flow.current_id == made.id
    assert second.windowTitle().startswith("Notes")
    again.close()


def test_enter_opens_and_the_search_narrows(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    wanted = add_session(core, "蒸发和凝结笔记", "two")
    add_session(core, "Slice it", "one")
    window = open_window()
    rail, search = rail_of(window), search_of(window)
    search.insert("蒸发")
    assert "Slice it" not in rows(rail)
    rail.setCurrentIndex(rows(rail)["蒸发和凝结笔记"])
    with qtbot.waitSignal(window.flow.opened):
        QTest.keyClick(rail, Qt.Key.Key_Return)
    assert window.flow.current_id == wanted.id


def test_nothing_found_is_said(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    add_session(core, "Slice it", "one")
    window = open_window()
    QTest.keyClicks(search_of(window), "pzza")
    shown = [one.text() for one in rail_of(window).findChildren(QLabel) if one.isVisible()]
    assert shown == ["Nothing matches “\u2068pzza\u2069”. Try fewer letters."]


def test_f2_renames_in_place(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    made = add_session(core, "Slice it", "one")
    window = open_window()
    rail = rail_of(window)
    rail.setFocus()
    rail.setCurrentIndex(rows(rail)["Slice it"])
    QTest.keyClick(rail, Qt.Key.Key_F2)
    editor = rail.viewport().findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    editor.setText("Cut it")
    with qtbot.waitSignal(window.flow.changed):
        QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Cut it" in rows(rail))
    assert core.sessions.summary(made.id).title == "Cut it"


def test_del_trashes_and_undo_brings_back(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    made = add_session(core, "Old notes", "one")
    window = open_window()
    rail = rail_of(window)
    open_row(qtbot, window, "Old notes")
    with qtbot.waitSignal(window.flow.trashed):
        QTest.keyClick(rail, Qt.Key.Key_Delete)
    assert core.sessions.summary(made.id).trashed_at is not None
    assert window.flow.current_id is None
    strip = window.findChild(QWidget, "undo_strip")
    assert strip is not None
    assert strip.isVisible()
    qtbot.waitUntil(lambda: rows(rail)["Old notes"].parent().data() == "Trash")
    undo = strip.findChild(QPushButton)
    assert isinstance(undo, QPushButton)
    with qtbot.waitSignal(window.flow.changed):
        undo.click()
    assert core.sessions.summary(made.id).trashed_at is None
    assert not strip.isVisible()


def test_others_work_is_read_only_and_says_so(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    core.store.create_session(
        {
            "id": "theirs",
            "kind": "chat",
            "stageId": "fractions",
            "learnerKey": "anon:someone-else",
            "status": "active",
            "createdAt": "2026-03-02T12:00:00.000Z",
            "updatedAt": "2026-03-02T12:00:00.000Z",
        }
    )
    window = open_window()
    with qtbot.waitSignal(window.flow.opened):
        window.flow.open("theirs")
    assert not window.flow.can_write
    folders = {index.parent().data() for index in rows(rail_of(window)).values()}
    assert "Others' work" in folders
    field = pane_of(window).composer.field
    assert field.isReadOnly() or not field.isEnabled()


def test_a_draft_survives_the_window(
    core: Core, open_window: Opener, qtbot: QtBot, desktop: Desktop, paths: Paths
) -> None:
    add_session(core, "Notes", "one")
    window = open_window()
    open_row(qtbot, window, "Notes")
    pane_of(window).composer.field.setPlainText("half a thou")
    desktop.close()
    again = Desktop(paths, desks=unhurried(paths))
    second = again.new_window()
    with qtbot.waitSignal(second.ready):
        pass
    assert pane_of(second).draft() == "half a thou"
    again.close()


def test_a_second_window_takes_a_session_and_the_first_may_take_it_back(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    made = add_session(core, "Notes", "one")
    first, second = open_window(), open_window()
    open_row(qtbot, first, "Notes")
    pane = pane_of(first)
    pane.composer.field.setPlainText("mine")
    with qtbot.waitSignal(second.flow.held):
        click(qtbot, rail_of(second), rows(rail_of(second))["Notes"])
    take = second.findChild(QPushButton, "held_take")
    assert isinstance(take, QPushButton)
    take.click()
    banner = first.findChild(QWidget, "interrupted_banner")
    assert banner is not None
    qtbot.waitUntil(lambda: not banner.isHidden())
    assert pane.draft() == "mine"
    with qtbot.waitSignal(first.flow.opened):
        pane.take_back_requested.emit()
    assert banner.isHidden()
    assert pane.draft() == "mine"
    send(qtbot, first, "mine")
    assert said(core, made.id) == ["one", "mine"]


def test_a_message_that_comes_too_late_is_back_in_the_box(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    """The lease is lost while the message is on its way: before the window could hear of it."""
    made = add_session(core, "Notes", "one")
    window = open_window()
    open_row(qtbot, window, "Notes")
    pane = pane_of(window)
    pane.composer.field.setPlainText("mine")
    core.claims.claim(made.id, "another-window")
    with qtbot.waitSignals([window.flow.append_failed, window.flow.interrupted]):
        QTest.keyClick(pane.composer.field, Qt.Key.Key_Return)
    banner = window.findChild(QWidget, "interrupted_banner")
    assert banner is not None
    assert not banner.isHidden()
    assert pane.draft() == "mine"
    assert said(core, made.id) == ["one"]


def test_a_damaged_database_is_said_calmly(paths: Paths, qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.new_window()
    with qtbot.waitSignal(window.ready):
        pass
    desktop.close()
    [database] = paths.profiles_dir.glob("*/satchel.db")
    database.write_bytes(b"this is not a database, and long enough to be read as one" * 100)
    again = Desktop(paths, desks=unhurried(paths))
    broken = again.new_window()
    with qtbot.waitSignal(broken.failed):
        pass
    page = broken.findChild(StatePage)
    assert isinstance(page, StatePage)
    words = [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
    assert words[0].startswith("The file that holds this laptop's sessions is damaged.")
    again.close()


def test_the_look_changes_at_once(open_window: Opener, desktop: Desktop) -> None:
    window = open_window()
    desktop.look.set_appearance("dark")
    assert window.palette().window().color() == desktop.look.current.chrome
    desktop.look.set_scale(2.0)
    assert window.menuBar().height() == 64


@pytest.mark.slow
def test_no_database_library_is_loaded_before_the_first_paint(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from satchel.config import Paths;"
        "from satchel.app import Desktop;"
        f"paths = Paths(Path({str(tmp_path)!r})); paths.make();"
        "desktop = Desktop(paths); window = desktop.new_window();"
        "window.grab(); before = list(sys.modules);"
        "early = sorted({'sqlalchemy', 'sqlmodel', 'httpx', 'keyring'} & set(before));"
        "print('early:', early); desktop.close()"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "early: []" in ran.stdout, ran.stderr
