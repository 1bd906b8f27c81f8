"""What a screen reader finds: every control has a name, and they come in reading order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from satchel.core import Core
from satchel.domain.facts import NOTE, Fact
from satchel.ui.main_window import MainWindow
from satchel.ui.side_pages import SidePages
from satchel.ui.widgets.memory_panel import MemoryPanel
from tests.ui.conftest import add_session
from tests.ui.test_main_window import Opener
from tests.ui.test_pictures import part

ROLE = QAccessible.Role
CONTROLS = {
    ROLE.Button, ROLE.ButtonMenu, ROLE.CheckBox, ROLE.ComboBox, ROLE.EditableText, ROLE.Link,
    ROLE.List, ROLE.ListItem, ROLE.MenuItem, ROLE.PageTab, ROLE.RadioButton, ROLE.Slider,
    ROLE.Tree, ROLE.TreeItem,
}  # fmt: skip


def walk(part: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Everything that can be seen, in the order of the tree."""
    if part.state().invisible:
        return
    yield part
    for at in range(part.childCount()):
        child: QAccessibleInterface | None = part.child(at)
        if child is not None and child.isValid():
            yield from walk(child)


def dump(window: QWidget) -> list[tuple[QAccessible.Role, str]]:
    top = QAccessible.queryAccessibleInterface(window)
    assert top is not None
    return [(one.role(), one.text(QAccessible.Text.Name)) for one in walk(top)]


@pytest.fixture
def window(core: Core, open_window: Opener, qtbot: QtBot) -> MainWindow:
    add_session(core, "Unread", "nobody has seen this")
    made = add_session(core, "Slice it", "one", "two")
    add_session(core, "Notes", "three")
    window = open_window()
    window.resize(1366, 768)
    if window.flow.current_id != made.id:
        with qtbot.waitSignal(window.flow.opened):
            window.flow.open(made.id)
    qtbot.waitUntil(lambda: any(name.startswith("Notes") for _, name in dump(window)))
    return window


PAGES = (
    "",
    "settings",
    "profile",
    "remote",
    "keeping",
    "language",
    "appearance",
    "saved",
    "server",
    "attention",
    "pack",
    "log",
)


@pytest.mark.parametrize("page", PAGES)
def test_every_control_has_a_name(window: MainWindow, page: str) -> None:
    if page:
        part(window, SidePages).open(page)
    nameless = [role for role, name in dump(window) if role in CONTROLS and not name.strip()]
    assert nameless == []


def test_what_is_remembered_has_names_too(window: MainWindow) -> None:
    panel = part(window, MemoryPanel)
    panel.show()
    panel.set_facts((Fact("1", NOTE, "She likes pizza", True),), writable=True)
    names = dump(panel)
    assert [role for role, name in names if role in CONTROLS and not name.strip()] == []
    assert any(name == "Note, kept: She likes pizza" for _, name in names)


def test_the_order_is_the_one_of_reading(window: MainWindow) -> None:
    names = [name for _, name in dump(window)]
    wanted = [
        "Search sessions",
        "New session",
        "Sessions",
        "Slice it, ",
        "Messages",
        "Send",
        "Saved",
        "No server set up",
        "\u2068Learner\u2069 on this laptop",
    ]
    places = [next(at for at, name in enumerate(names) if name.startswith(one)) for one in wanted]
    assert places == sorted(places), names


def test_a_row_says_all_there_is_to_it(window: MainWindow) -> None:
    rows = [name for role, name in dump(window) if role == ROLE.TreeItem]
    assert "Unread, 1 new message" in rows
    assert any(row.startswith("Slice it") and "open in this window" in row for row in rows)
    assert "Archived, 0" in rows


def test_a_chip_says_what_it_means_and_whether_it_is_pressed(window: MainWindow) -> None:
    chip = window.findChild(QPushButton, "status_saved")
    assert chip is not None
    told = QAccessible.queryAccessibleInterface(chip)
    assert told is not None
    assert "kept on this laptop" in told.text(QAccessible.Text.Description)
    chip.click()
    assert told.state().checked


def test_what_is_hidden_is_not_read(window: MainWindow) -> None:
    before = {name for _, name in dump(window)}
    part(window, SidePages).open("saved")
    after = {name for _, name in dump(window)}
    assert "Send" in before - after
    assert "What is saved" in after - before
