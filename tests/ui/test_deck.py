"""Which panes there is room for, and what is kept of how they were arranged."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.config import Paths
from satchel.ui.panes.deck import Deck, Layout
from satchel.ui.theme import make_theme
from tests.ui.conftest import rail_of
from tests.ui.test_main_window import Opener
from tests.ui.unhurried import unhurried

Make = Callable[[int, float], Deck]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def deck(width: int, scale: float = 1.0) -> Deck:
        made = Deck(make_theme("light", scale), QWidget(), QWidget())
        made.setObjectName("deck")
        for name in ("home", "conversation", "settings"):
            page = QWidget()
            page.setObjectName(name)
            made.add_page(name, page)
        qtbot.addWidget(made)
        made.resize(width, 700)
        made.show_page("conversation")
        made.show()
        return made

    return deck


def pane(deck: Deck, at: int) -> QWidget:
    """Rail, middle, course: 0, 1, 2."""
    found = deck.widget(at)
    assert found is not None
    return found


def seen(deck: Deck) -> str:
    """One letter a pane that can be seen: rail, middle, course."""
    return "".join(letter for at, letter in enumerate("rmc") if not pane(deck, at).isHidden())


@pytest.mark.parametrize(
    ("width", "scale", "course", "wanted"),
    [
        (1366, 1.0, False, "rm"),
        (1366, 1.0, True, "rmc"),
        (1024, 1.0, True, "rmc"),
        (1000, 1.0, True, "mc"),
        (700, 1.0, True, "m"),
        (600, 1.0, False, "m"),
        (1366, 2.0, False, "rm"),
        (1366, 2.0, True, "m"),
        (1920, 2.0, True, "mc"),
        (400, 2.0, False, "m"),
    ],
)
def test_the_rail_goes_first_then_two_take_turns(
    make: Make, width: int, scale: float, course: bool, wanted: str
) -> None:
    deck = make(width, scale)
    deck.want(Layout(course=course))
    assert seen(deck) == wanted


def test_no_pane_falls_below_its_least(make: Make) -> None:
    deck = make(800, 1.0)
    deck.want(Layout(course=True, course_width=4000, rail_width=4000))
    for width in range(500, 2000, 37):
        deck.resize(width, 700)
        for at, letter in enumerate("rmc"):
            if letter in seen(deck):
                least = 200 if letter == "r" else min(384, width)
                assert pane(deck, at).width() >= least, (width, letter)


def test_taking_turns(make: Make, qtbot: QtBot) -> None:
    deck = make(700, 1.0)
    told: list[tuple[bool, bool]] = []
    deck.turns.connect(lambda taking, course: told.append((taking, course)))
    deck.toggle_course()
    assert (seen(deck), told[-1]) == ("c", (True, True))
    deck.take_turn("words")
    assert (seen(deck), told[-1]) == ("m", (True, False))
    deck.show_rail()
    assert (seen(deck), told[-1][0]) == ("r", False)
    deck.show_page("conversation")
    assert seen(deck) == "m"
    deck.toggle_course()
    deck.resize(1400, 700)
    assert (seen(deck), told[-1][0]) == ("rmc", False)
    deck.toggle_course()
    assert seen(deck) == "rm"


def test_settings_take_the_courses_place(make: Make) -> None:
    deck = make(1366, 1.0)
    deck.toggle_course()
    deck.show_page("settings")
    assert (seen(deck), deck.page, deck.main_page) == ("rm", "settings", "conversation")
    deck.show_page(deck.main_page)
    assert seen(deck) == "rmc"


def test_wide_windows_give_the_course_what_words_do_not_need(make: Make) -> None:
    deck = make(1920, 1.0)
    deck.toggle_course()
    assert abs(pane(deck, 1).width() - 832) <= 2
    assert pane(deck, 0).width() == 288
    deck.resize(1366, 700)
    assert pane(deck, 2).width() == 520


def test_a_width_someone_drew_is_kept_at_any_text_size(make: Make, qtbot: QtBot) -> None:
    deck = make(1900, 1.0)
    deck.toggle_course()
    handle = deck.handle(2)
    qtbot.waitUntil(lambda: handle.x() < deck.width() - 700)
    at = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=at)
    to = at - QPoint(100, 0)
    QTest.mouseMove(handle, to)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=to)
    drawn = deck.layout_wanted.course_width
    assert drawn > 800
    deck.set_theme(make_theme("light", 1.25))
    assert pane(deck, 2).width() <= drawn * 1.25
    assert deck.layout_wanted.course_width == drawn


def test_panes_and_widths_are_there_at_the_next_start(
    open_window: Opener, desktop: Desktop, paths: Paths, qtbot: QtBot
) -> None:
    window = open_window()
    deck = window.findChild(Deck)
    assert deck is not None
    deck.want(Layout(rail=False, course=True, course_width=450))
    desktop.close()
    again = Desktop(paths, desks=unhurried(paths))
    second = again.new_window()
    with qtbot.waitSignal(second.ready):
        pass
    assert second.panes == Layout(rail=False, course=True, course_width=450)
    assert not rail_of(second).isVisible()
    fold = second.findChild(QWidget, "show_rail")
    assert fold is not None
    assert fold.isVisible()
    again.close()


def test_the_keyboard_does_not_get_lost_where_panes_hide(
    open_window: Opener, desktop: Desktop, qtbot: QtBot
) -> None:
    window = open_window()
    window.resize(1100, 700)
    with qtbot.waitExposed(window):
        window.activateWindow()
    search = window.findChild(QLineEdit, "session_search")
    assert search is not None
    search.setFocus()
    desktop.look.set_scale(2.0)
    assert not search.isVisible()
    focus: QWidget | None = window.focusWidget()
    assert focus is not None
    assert focus.isVisible()
    assert not focus.objectName().startswith("status_")
