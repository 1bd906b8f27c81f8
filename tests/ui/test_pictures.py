"""The window as a picture: which colour lies where, and how large things are.

No pixel is compared with a stored picture: fonts differ from machine to machine. What is held is what the
design fixes: grounds by their token, heights and widths by the grid, sides by the direction of reading.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import pytest
from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.core import Core
from satchel.domain.facts import NOTE, Fact
from satchel.ui.main_window import MainWindow
from satchel.ui.panes.course_pane import CoursePane
from satchel.ui.panes.deck import Deck
from satchel.ui.panes.rail import Rail
from satchel.ui.panes.status_bar import StatusBar
from satchel.ui.side_pages import SidePages
from satchel.ui.theme import Theme
from satchel.ui.theme_source import Appearance
from satchel.ui.widgets.action_card import ActionCard
from satchel.ui.widgets.prose import Prose
from satchel.ui.widgets.transcript_head import TranscriptHead
from tests.ui.conftest import add_session, rail_of, rows
from tests.ui.test_main_window import Opener, pane_of

Kind = TypeVar("Kind", bound=QObject)

TOLERANCE = 6
"""How far a colour may be off in one channel: some platforms round."""


@dataclass
class Picture:
    """A window and what it looks like now."""

    window: MainWindow
    image: QImage
    theme: Theme

    def rect(self, part: QWidget) -> QRect:
        return QRect(part.mapTo(self.window, QPoint(0, 0)), part.size())

    def share(self, area: QRect, colour: QColor) -> float:
        """Which part of `area` has that colour, from 0 to 1, by a grid of points."""
        hits = total = 0
        for x in range(area.left() + 1, area.right(), max(area.width() // 40, 1)):
            for y in range(area.top() + 1, area.bottom(), max(area.height() // 40, 1)):
                total += 1
                hits += near(self.image.pixelColor(x, y), colour)
        return hits / total


def near(one: QColor, other: QColor) -> bool:
    pairs = (
        (one.red(), other.red()),
        (one.green(), other.green()),
        (one.blue(), other.blue()),
    )
    return all(abs(left - right) <= TOLERANCE for left, right in pairs)


@pytest.fixture
def window(core: Core, open_window: Opener, qtbot: QtBot) -> MainWindow:
    made = add_session(core, "Slice it", "one", "two")
    add_session(core, "Notes", "three")
    window = open_window()
    window.resize(QSize(1366, 768))
    if window.flow.current_id != made.id:
        with qtbot.waitSignal(window.flow.opened):
            window.flow.open(made.id)
    qtbot.waitUntil(lambda: "Notes" in rows(rail_of(window)))
    return window


def part(window: QWidget, kind: type[Kind]) -> Kind:
    found = window.findChild(kind)
    assert isinstance(found, kind)
    return found


def take(window: MainWindow, desktop: Desktop, qtbot: QtBot) -> Picture:
    qtbot.wait(20)
    QApplication.processEvents()
    image = window.grab().toImage()
    image.setDevicePixelRatio(1.0)
    assert image.size() == window.size()
    return Picture(window, image, desktop.look.current)


LOOKS: tuple[Appearance, ...] = ("light", "dark", "contrast-dark", "contrast-light")


@pytest.mark.parametrize("look", LOOKS)
def test_every_ground_has_its_colour(
    window: MainWindow, desktop: Desktop, qtbot: QtBot, look: Appearance
) -> None:
    desktop.look.set_appearance(look)
    part(window, Deck).toggle_course()
    picture, theme = take(window, desktop, qtbot), desktop.look.current
    pane = pane_of(window)
    for area, colour, least in (
        (picture.rect(window.menuBar()), theme.chrome, 0.7),
        (picture.rect(part(window, Rail)), theme.chrome, 0.6),
        (picture.rect(part(window, StatusBar)), theme.chrome, 0.7),
        (picture.rect(pane.transcript), theme.paper, 0.4),
        (picture.rect(part(window, TranscriptHead)), theme.paper, 0.8),
        (picture.rect(part(window, CoursePane)), theme.desk, 0.8),
    ):
        assert picture.share(area, colour) >= least, (area, colour.name())


def test_the_open_session_is_marked_at_its_leading_edge(
    window: MainWindow, desktop: Desktop, qtbot: QtBot
) -> None:
    desktop.look.set_appearance("light")
    picture = take(window, desktop, qtbot)
    view = rail_of(window)
    row = view.visualRect(rows(view)["Slice it"])
    top_left = view.viewport().mapTo(window, row.topLeft())
    row = QRect(QPoint(12, top_left.y()), QSize(232, row.height()))
    assert picture.share(row, picture.theme.soft) > 0.6
    bar = QRect(row.left(), row.top() + 10, 3, row.height() - 20)
    assert near(picture.image.pixelColor(bar.center()), picture.theme.accent)


def test_heights_and_widths_are_on_the_grid(
    window: MainWindow, desktop: Desktop, qtbot: QtBot
) -> None:
    for scale in (1.0, 2.0):
        desktop.look.set_scale(scale)
        QApplication.processEvents()
        head, bar = part(window, TranscriptHead), part(window, StatusBar)
        found = (window.menuBar().height(), head.height(), bar.height())
        assert found == tuple(round(one * scale) for one in (32, 60, 36))
        send = window.findChild(QPushButton, "send_button")
        assert send is not None
        assert abs(send.height() - 36 * scale) <= 2
        if part(window, Rail).isVisible():
            assert part(window, Rail).width() == 256 * scale


def test_right_to_left_is_the_mirror_image(
    window: MainWindow, desktop: Desktop, qtbot: QtBot, qapp: QApplication
) -> None:
    part(window, Deck).toggle_course()

    def sides() -> list[QRect]:
        parts = (
            part(window, Rail),
            pane_of(window),
            part(window, CoursePane),
            part(window, TranscriptHead),
        )
        take(window, desktop, qtbot)
        return [QRect(one.mapTo(window, QPoint(0, 0)), one.size()) for one in parts]

    before = sides()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        after = sides()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    for left, right in zip(before, after, strict=True):
        assert left.width() == right.width()
        assert abs(window.width() - left.right() - 1 - right.left()) <= 1


def test_large_text_leaves_the_window_its_size_and_cuts_no_words(
    core: Core, window: MainWindow, desktop: Desktop, qtbot: QtBot
) -> None:
    size = window.size()
    desktop.look.set_scale(2.0)
    pane = pane_of(window)

    def cut() -> list[str]:
        words = [
            one.text()
            for one in window.findChildren(Prose)
            if one.isVisible() and one.text() and one.height() < one.heightForWidth(one.width())
        ]
        return words + [
            one.text()
            for one in window.findChildren(ActionCard)
            if one.visibleRegion().boundingRect().width() not in (0, one.width())
            or (one.isVisible() and one.height() < one.heightForWidth(one.width()))
        ]

    def whole(state: str) -> None:
        take(window, desktop, qtbot)
        qtbot.waitUntil(lambda: not cut())
        assert window.size() == size, state

    pane.memory.show()
    pane.memory.set_facts((Fact("n", NOTE, "She likes pizza", True),) * 6, writable=True)
    whole("memory")
    pane.memory.hide()
    pane.expired.show_end("2026-11-20T12:00:00.000Z")
    pane.composer.set_locked("The time of this session is over. Give it more to go on.", " ")
    whole("expired")
    window.flow.close()
    whole("home")


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize(
    "page",
    [
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
    ],
)
def test_nothing_on_a_page_is_cut(
    window: MainWindow, desktop: Desktop, qtbot: QtBot, page: str, scale: float
) -> None:
    desktop.look.set_scale(scale)
    part(window, SidePages).open(page)
    take(window, desktop, qtbot)
    for button in window.findChildren(QPushButton):
        if button.isVisible() and button.text():
            assert button.width() >= button.minimumSizeHint().width(), button.text()
            visible = button.visibleRegion().boundingRect()
            scrolled = visible.height() < button.height()
            assert scrolled or visible.width() == button.width(), button.text()
