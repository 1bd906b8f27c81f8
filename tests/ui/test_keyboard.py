"""A whole conversation without a mouse: every step below is a key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from satchel.core import Core
from satchel.domain.facts import NOTE, Fact
from satchel.domain.retention import ClockQuestion
from satchel.ui.main_window import MainWindow
from satchel.ui.panes.page import Page
from satchel.ui.side_pages import SidePages
from satchel.ui.widgets.clock_banner import ClockBanner
from satchel.ui.widgets.memory_panel import MemoryPanel
from tests.ui.conftest import add_session, rail_of, rows, search_of
from tests.ui.test_main_window import Opener, pane_of, said
from tests.ui.truth import part

CTRL = Qt.KeyboardModifier.ControlModifier
CTRL_SHIFT = CTRL | Qt.KeyboardModifier.ShiftModifier


def focused() -> QWidget:
    found: QWidget | None = QApplication.focusWidget()
    assert found is not None
    return found


def key(code: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """To whatever has the keyboard, once the window has drawn itself."""
    QApplication.processEvents()
    QTest.keyClick(focused(), code, modifiers)


def type_in(text: str) -> None:
    QTest.keyClicks(focused(), text)


def tab_to(name: str, most: int = 40) -> None:
    """Tabs until the part of that name has the keyboard."""
    reached: list[str] = []
    while len(reached) < most:
        if focused().objectName() == name:
            return
        reached.append(focused().objectName())
        key(Qt.Key.Key_Tab)
    raise AssertionError(f"{name} is not reached by Tab: {reached}")


def shown(window: MainWindow, title: str) -> Callable[[], bool]:
    return lambda: title in rows(rail_of(window))


def test_a_whole_conversation_by_keyboard_alone(
    open_window: Opener, qtbot: QtBot, core: Core
) -> None:
    window = open_window()
    window.resize(1366, 768)
    with qtbot.waitActive(window):
        window.activateWindow()

    # The start page: its first card begins a session; what is typed then goes into the box.
    assert focused().objectName() == "start_card"
    with qtbot.waitSignal(window.flow.opened):
        key(Qt.Key.Key_Space)
    first = window.flow.current_id
    assert first is not None
    type_in("Why is 1/3 bigger")
    key(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    type_in("than 1/4?")
    with qtbot.waitSignal(window.flow.appended):
        key(Qt.Key.Key_Return)
    assert said(core, first) == ["Why is 1/3 bigger\nthan 1/4?"]

    # Rename it: F6 to the list, F2, a name, Enter.
    qtbot.waitUntil(shown(window, "New session"))
    key(Qt.Key.Key_F6)
    assert focused() is rail_of(window)
    key(Qt.Key.Key_F2)
    editor = focused()
    assert isinstance(editor, QLineEdit)
    key(Qt.Key.Key_A, CTRL)
    type_in("Pizza")
    with qtbot.waitSignal(window.flow.changed):
        key(Qt.Key.Key_Return)
    qtbot.waitUntil(shown(window, "Pizza"))

    # A second one, from anywhere.
    with qtbot.waitSignal(window.flow.opened):
        key(Qt.Key.Key_N, CTRL)
    second = window.flow.current_id
    type_in("Another thought")
    with qtbot.waitSignal(window.flow.appended):
        key(Qt.Key.Key_Return)

    # Search, and open what is found.
    key(Qt.Key.Key_F, CTRL_SHIFT)
    assert focused() is search_of(window)
    type_in("pizz")
    with qtbot.waitSignal(window.flow.opened):
        key(Qt.Key.Key_Return)
    assert window.flow.current_id == first
    key(Qt.Key.Key_F, CTRL_SHIFT)
    key(Qt.Key.Key_Escape)
    assert search_of(window).text() == ""

    # Trash the other and bring it back.
    key(Qt.Key.Key_Down)
    assert focused() is rail_of(window)
    for _ in range(5):
        if rail_of(window).currentIndex().data() == "New session":
            break
        key(Qt.Key.Key_Down if rail_of(window).currentIndex().row() < 1 else Qt.Key.Key_Up)
    assert rail_of(window).currentIndex().data() == "New session"
    with qtbot.waitSignal(window.flow.trashed):
        key(Qt.Key.Key_Delete)
    assert second is not None
    assert core.sessions.summary(second).trashed_at is not None
    key(Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: core.sessions.summary(second).trashed_at is None)

    # The settings and back.
    key(Qt.Key.Key_Comma, CTRL)
    assert focused().objectName() == "settings_profile"
    while focused().objectName() != "settings_appearance":
        key(Qt.Key.Key_Down)
    tab_to("look_system")
    key(Qt.Key.Key_Down)
    assert focused().objectName() == "look_light"
    key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert pane_of(window).isVisible()
    assert pane_of(window).composer.field.hasFocus() or pane_of(window).isAncestorOf(focused())


def test_tab_goes_through_everything_in_reading_order(open_window: Opener, qtbot: QtBot) -> None:
    window = open_window()
    window.resize(1366, 768)
    with qtbot.waitActive(window):
        window.activateWindow()
    with qtbot.waitSignal(window.flow.opened):
        key(Qt.Key.Key_N, CTRL)
    qtbot.waitUntil(shown(window, "New session"))
    search_of(window).setFocus()
    reached = []
    for _ in range(12):
        reached.append(focused().objectName())
        key(Qt.Key.Key_Tab)
    order = ["session_search", "new_session_button", "session_rail", "composer"]
    chips = ["status_saved", "status_sync", "status_learner"]
    seen = [name for name in reached if name in (*order, *chips)]
    assert seen[: len(order) + len(chips)] == [*order, *chips], reached


def tab_stops(root: QWidget) -> list[QWidget]:
    """What Tab goes to inside `root`, in its order."""
    found: list[QWidget] = []
    one: QWidget | None = root.nextInFocusChain()
    while one is not None and one is not root:
        tabs = bool(one.focusPolicy() & Qt.FocusPolicy.TabFocus) and one.focusProxy() is None
        if tabs and root.isAncestorOf(one) and one.isVisible() and one.isEnabled():
            found.append(one)
        one = one.nextInFocusChain()
    return found


def test_tab_never_goes_back_up(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    made = add_session(core, "Slice it", "one")
    window = open_window()
    window.resize(1366, 768)
    if window.flow.current_id != made.id:
        with qtbot.waitSignal(window.flow.opened):
            window.flow.open(made.id)
    panel, banner = part(window, MemoryPanel), part(window, ClockBanner)
    panel.show()
    panel.set_facts((Fact("1", NOTE, "One", False), Fact("2", NOTE, "Two", False)), writable=True)
    panel.field.setText("Three")
    check_order(window, panel)
    banner.ask(ClockQuestion("2027-12-01T09:00:00.000Z", "2026-12-01T09:00:00.000Z"))
    check_order(window, banner)
    banner.hide()
    for name in PAGES:
        part(window, SidePages).open(name)
        check_order(window, next(one for one in window.findChildren(Page) if one.isVisible()))


PAGES = (
    "profile", "remote", "keeping", "language", "appearance",
    "saved", "server", "attention", "pack", "log",
)  # fmt: skip
LINE = 20


def check_order(window: MainWindow, root: QWidget) -> None:
    root.grab()  # lays out what is still to be laid out
    stops = tab_stops(root)
    middles = [one.mapTo(window, QPoint(0, one.height() // 2)) for one in stops]
    above = [(now.y() - LINE, now.x()) for now in middles[:-1]]
    back = [
        (one.objectName(), then.objectName())
        for one, then, (y, x), place in zip(stops, stops[1:], above, middles[1:], strict=False)
        if place.y() < y or (place.y() < y + 2 * LINE and place.x() < x)
    ]
    assert stops
    assert not back
