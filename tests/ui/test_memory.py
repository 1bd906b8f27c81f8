"""What is remembered, and what the assistant would see: over the real workspace."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListWidget, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from satchel.core import Core
from satchel.domain import packs
from satchel.domain.facts import COURSE, LEARNER, MAX_FACT_LENGTH, NOTE, Fact, Pin
from satchel.domain.packs import AUTO, TIERS, Pack, PackPart, PackRefused
from satchel.ui.main_window import MainWindow
from satchel.ui.memory_flow import MemoryFlow
from satchel.ui.models.fact_words import shown_fact, spoken_fact
from satchel.ui.models.pack_parts import PackParts, reason_words, state_words, tier_words
from satchel.ui.panes.pack_page import PackPage
from satchel.ui.widgets.memory_panel import MemoryPanel
from tests.ui.conftest import add_session
from tests.ui.test_main_window import Opener


@pytest.fixture
def window(core: Core, open_window: Opener, qtbot: QtBot) -> MainWindow:
    made = add_session(core, "Slice it", "Why is 1/3 bigger?", "And 1/5?")
    window = open_window()
    if window.flow.current_id != made.id:
        with qtbot.waitSignal(window.flow.opened):
            window.flow.open(made.id)
    return window


def action(window: MainWindow, name: str) -> QAction:
    found = window.findChild(QAction, f"action_{name}")
    assert isinstance(found, QAction)
    return found


def panel_of(window: MainWindow) -> MemoryPanel:
    found = window.findChild(MemoryPanel)
    assert isinstance(found, MemoryPanel)
    return found


def told(panel: MemoryPanel) -> list[str]:
    return [panel.list.item(row).text() for row in range(panel.list.count())]


def remember(window: MainWindow, qtbot: QtBot, *texts: str) -> MemoryPanel:
    panel = panel_of(window)
    for text in texts:
        panel.field.setText(text)
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda text=text: text in told(panel))  # type: ignore[misc]
    return panel


def test_something_is_remembered_changed_ordered_and_forgotten(
    window: MainWindow, qtbot: QtBot, core: Core
) -> None:
    with qtbot.waitActive(window):
        window.activateWindow()
    action(window, "memory").trigger()
    panel = remember(window, qtbot, "She likes pizza", "Slow with fractions")
    assert panel.field.text() == ""
    assert panel.isVisible()
    assert action(window, "memory").isChecked()
    rows = panel.list
    rows.setFocus()
    rows.setCurrentRow(told(panel).index("Slow with fractions"))
    QTest.keyClick(rows, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(
        lambda: told(panel).index("Slow with fractions") < told(panel).index("She likes pizza")
    )
    assert rows.currentItem().text() == "Slow with fractions"
    rows.currentItem().setText("Quick with fractions")
    current = window.flow.current_id
    assert current is not None
    workspace = core.workspace("looking")
    qtbot.waitUntil(
        lambda: "Quick with fractions" in [fact.text for fact in workspace.facts(current)]
    )
    qtbot.waitUntil(lambda: "Quick with fractions" in told(panel))
    QTest.keyClick(rows, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: "Quick with fractions" not in told(panel))
    workspace.shut()
    QTest.keyClick(rows, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    assert not action(window, "memory").isChecked()


def test_what_cannot_be_remembered_says_why(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satchel.domain.facts.MAX_FACTS", 1)
    action(window, "memory").trigger()
    panel = remember(window, qtbot, "One")
    panel.field.setText("Two")
    panel.add.click()
    qtbot.waitUntil(lambda: "there is too much already" in panel.note.text)
    assert panel.field.text() == "Two"


def test_a_change_elsewhere_is_followed(window: MainWindow, qtbot: QtBot, core: Core) -> None:
    action(window, "memory").trigger()
    panel, current = panel_of(window), window.flow.current_id
    assert current is not None
    workspace = core.workspace("elsewhere")
    workspace.change_facts(current, Pin("From elsewhere"))
    workspace.shut()
    qtbot.waitUntil(lambda: "From elsewhere" in told(panel))


def test_who_is_changing_words_is_not_disturbed(
    window: MainWindow, qtbot: QtBot, core: Core
) -> None:
    with qtbot.waitActive(window):
        window.activateWindow()
    action(window, "memory").trigger()
    panel, current = remember(window, qtbot, "She likes pizza"), window.flow.current_id
    assert current is not None
    panel.list.setFocus()
    panel.list.setCurrentRow(told(panel).index("She likes pizza"))
    panel.edit.click()
    editor = panel.list.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    editor.setText("She likes cake")
    workspace = core.workspace("elsewhere")
    recall = window.findChild(MemoryFlow)
    assert isinstance(recall, MemoryFlow)
    with qtbot.waitSignal(recall.told):
        workspace.change_facts(current, Pin("From elsewhere"))
    assert "From elsewhere" not in told(panel)
    assert panel.list.findChild(QLineEdit) is editor
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: {"She likes cake", "From elsewhere"} <= set(told(panel)))
    assert "She likes cake" in [fact.text for fact in workspace.facts(current)]
    workspace.shut()


def test_words_that_are_changed_cannot_become_too_many(window: MainWindow, qtbot: QtBot) -> None:
    action(window, "memory").trigger()
    panel = remember(window, qtbot, "She likes pizza")
    panel.list.setCurrentRow(told(panel).index("She likes pizza"))
    panel.edit.click()
    editor = panel.list.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    assert editor.maxLength() == MAX_FACT_LENGTH
    panel.begin(writable=True)
    assert told(panel) == []


def test_others_work_is_not_changed(window: MainWindow) -> None:
    panel = panel_of(window)
    panel.set_facts((), writable=False)
    panel.show()
    assert not panel.field.isEnabled()
    assert not panel.add.isEnabled()


def test_every_fact_is_one_item_to_a_screen_reader(window: MainWindow, qtbot: QtBot) -> None:
    action(window, "memory").trigger()
    panel = remember(window, qtbot, "She likes pizza")
    assert panel.list.sizeHintForRow(0) >= 32
    item = panel.list.item(told(panel).index("She likes pizza"))
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "Note, kept: She likes pizza"
    assert window.findChild(QListWidget, "memory_list").accessibleName()  # type: ignore[union-attr]


def test_what_is_being_changed_already_is_let_be(window: MainWindow, qtbot: QtBot) -> None:
    action(window, "memory").trigger()
    panel = remember(window, qtbot, "She likes pizza")
    panel.list.setCurrentRow(told(panel).index("She likes pizza"))
    panel.edit.click()
    editor = panel.list.findChild(QLineEdit)
    assert editor is not None
    editor.setText("She likes soup")
    panel.edit.click()
    assert panel.list.findChild(QLineEdit) is editor
    assert editor.text() == "She likes soup"


def test_what_records_bound_says_what_it_is_and_no_key_is_shown_whole() -> None:
    key = "anon:01a22fd1-cac8-771a-9956-f713b3ae40f0"
    assert shown_fact(Fact("c", COURSE, "fractions", False)) == "Course: \u2068fractions\u2069"
    assert shown_fact(Fact("l", LEARNER, key, False)) == "Learner: \u2068…ae40f0\u2069"
    assert spoken_fact(Fact("l", LEARNER, key, False)) == "Learner, changes by itself: …ae40f0"
    assert shown_fact(Fact("n", NOTE, "She likes pizza", True)) == "\u2068She likes pizza\u2069"


def test_what_the_assistant_would_see(window: MainWindow, qtbot: QtBot) -> None:
    action(window, "pack").trigger()
    page = window.findChild(PackPage)
    assert isinstance(page, PackPage)
    assert page.isVisible()
    qtbot.waitUntil(lambda: page.parts.rowCount() > 0, timeout=20_000)
    table = page.findChild(QTableView)
    assert isinstance(table, QTableView)
    shown = [
        " ".join(str(page.parts.index(row, column).data()) for column in range(4))
        for row in range(page.parts.rowCount())
    ]
    assert any("Why is 1/3 bigger?" in row and "Whole" in row for row in shown)
    page.copy.click()
    messages = json.loads(QGuiApplication.clipboard().text())
    assert {"role": "user", "content": "Why is 1/3 bigger?"} in messages
    with qtbot.waitSignal(page.pack_wanted) as wanted:
        page.tiers.findChildren(QPushButton)[2].click()
    assert wanted.args == [4000, TIERS[2]]


def test_a_pack_that_cannot_be_made_says_why(window: MainWindow) -> None:
    page = window.findChild(PackPage)
    assert isinstance(page, PackPage)
    page.show_trouble(PackRefused("The records are not here."))
    assert not page.copy.isEnabled()
    assert page.parts.rowCount() == 0


def test_every_word_of_a_pack_has_words() -> None:
    states = (packs.WHOLE, packs.CUT, packs.CONDENSED, packs.OMITTED, packs.SKIPPED)
    reasons = (packs.BUDGET, packs.TOO_LARGE, packs.OLDER, packs.DAMAGED, packs.NOT_READ)
    assert all(state_words(one)[0].isupper() for one in states)
    assert all(reason_words(one) for one in (*reasons, packs.SUMMARISED))
    assert len({tier_words(one) for one in TIERS}) == len(TIERS)
    assert tier_words(AUTO) == "By itself"


def test_a_hundred_thousand_parts_are_only_rows() -> None:
    part = PackPart(packs.TURN, packs.CONDENSED, 3, 5, 12, packs.OLDER, "Why?")
    rows = PackParts()
    rows.set_parts((part,) * 100_000)
    words = [rows.index(99_999, column).data() for column in range(4)]
    assert words == ["In a line", "Messages 4 to 6: \u2068Why?\u2069", "12", "older"]


def test_the_page_says_what_is_in_and_what_is_not(window: MainWindow) -> None:
    page = window.findChild(PackPage)
    assert isinstance(page, PackPage)
    page.show_pack(
        Pack("s", packs.MEDIUM, AUTO, 4000, 400, 3500, "estimate", False, (), (), 12, 30, 1200)
    )
    said = page._second.text()
    assert "12 messages are in it, 30 in a line, 1,200 left out. 3,500 of 4,000 tokens." in said
    assert "Older in a line" in said
    assert "400 stay free" in page._foot.text()
