"""The three panes side by side, and which of them there is room for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from satchel.ui.theme import (
    COURSE_WIDTH,
    PANE_SIDE,
    RAIL_WIDTH,
    RAIL_WIDTH_WIDE,
    READING_MEASURE,
    WIDE_WINDOW,
    TextSize,
    Theme,
)

Part: TypeAlias = Literal["words", "course"]

MAIN_PAGES: Final = ("state", "home", "conversation")
"""What one works in. Every other page stands in their place for a while."""

_LEAST_EM = 24
_EM: TextSize = 16
_RAIL_LEAST, _RAIL_MOST = 200, 440
_UNLIMITED = 16_777_215


@dataclass(frozen=True, slots=True)
class Layout:
    """Which panes are wanted, and how wide a person made them, in pixels at 100 % text; 0 is the design's own."""

    rail: bool = True
    rail_width: int = 0
    course: bool = False
    course_width: int = 0


class Deck(QSplitter):
    """Rail, middle and course. Where a pane would fall below 24 em, the rail folds away first.

    While it is folded, asking for the rail shows it in place of the rest. Where even two panes are one
    too many, the middle and the course take turns.
    """

    rail_shown = Signal(bool, bool)
    """Whether the rail can be seen, and whether there is no room for it beside the rest."""
    turns = Signal(bool, bool)
    """Whether the middle and the course take turns, and whether it is the course's."""
    page_shown = Signal(str)

    def __init__(
        self, theme: Theme, rail: QWidget, course: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._wanted = Layout()
        self._rail_over = False
        self._part: Part = "words"
        self._pages: dict[str, QWidget] = {}
        self._page = self._main_page = ""
        self._rail, self._course = rail, course
        self._middle = QStackedWidget(self)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        for at, part in enumerate((rail, self._middle, course)):
            self.addWidget(part)
            self.setStretchFactor(at, int(part is self._middle))
        # A splitter stacks its panes backwards, and a screen reader reads them in that order.
        for above in (rail, self._middle, course, self.handle(1), self.handle(2)):
            above.raise_()
        course.hide()
        self.splitterMoved.connect(self._moved)

    # --- pages -----------------------------------------------------------------------------------

    def add_page(self, name: str, page: QWidget) -> None:
        self._pages[name] = page
        self._middle.addWidget(page)

    def show_page(self, name: str) -> None:
        if self._rail_over or name != self._page:
            self._part = "words"
        self._rail_over = False
        self._page = name
        if name in MAIN_PAGES:
            self._main_page = name
        self._middle.setCurrentWidget(self._pages[name])
        self._arrange()
        self.page_shown.emit(name)

    @property
    def page(self) -> str:
        """The name of the page shown."""
        return self._page

    @property
    def main_page(self) -> str:
        """The page one worked in last."""
        return self._main_page

    def focus_page(self) -> None:
        """Gives the keyboard to the first part of what is shown that takes it."""
        page = self._course if self._middle.isHidden() else self._middle.currentWidget()
        for part in [] if page is None else [page, *page.findChildren(QWidget)]:
            takes = part.focusPolicy() & Qt.FocusPolicy.TabFocus
            if takes and part.isEnabled() and part.isVisible():
                part.setFocus(Qt.FocusReason.TabFocusReason)
                return

    # --- panes -----------------------------------------------------------------------------------

    @property
    def layout_wanted(self) -> Layout:
        return self._wanted

    @property
    def course_shown(self) -> bool:
        """Whether the course has a place, be it only in turn."""
        return self._wanted.course

    def want(self, layout: Layout) -> None:
        """Takes the panes and widths of an earlier time."""
        self._wanted = layout
        self._arrange()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._arrange()

    def toggle_rail(self) -> None:
        if self._narrow():
            self._rail_over = not self._rail_over
            self._arrange()
        else:
            self._change(rail=not self._wanted.rail)

    def show_rail(self) -> None:
        """Makes sure the rail can be seen, whatever the width."""
        if not self._rail.isVisibleTo(self):
            self.toggle_rail()

    def toggle_course(self) -> None:
        """Opens the course or closes it; where it takes turns and has not its own, it gets it first."""
        opening = not self._wanted.course or (self._split() and self._part == "words")
        self._rail_over = False
        self._part = "course" if opening else "words"
        self._change(course=opening)

    def take_turn(self, part: Part) -> None:
        self._part = part
        self._rail_over = False
        self._arrange()
        self.focus_page()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    # --- room ------------------------------------------------------------------------------------

    def _change(self, *, rail: bool | None = None, course: bool | None = None) -> None:
        old = self._wanted
        self._wanted = Layout(
            old.rail if rail is None else rail,
            old.rail_width,
            old.course if course is None else course,
            old.course_width,
        )
        self._arrange()

    def _moved(self, _at: int, _handle: int) -> None:
        """A person drew a line between two panes: both keep what they got."""
        old, scale = self._wanted, self._theme.scale
        rail = self._rail.isVisibleTo(self) and not self._rail_over
        self._wanted = Layout(
            old.rail,
            round(self._rail.width() / scale) if rail else old.rail_width,
            old.course,
            round(self._course.width() / scale)
            if self._course.isVisibleTo(self)
            else old.course_width,
        )

    def _least(self) -> int:
        return self._theme.px(_LEAST_EM * _EM)

    def _course_on(self) -> bool:
        return self._wanted.course and self._page in ("home", "conversation")

    def _split(self) -> bool:
        return self._course_on() and self.width() < 2 * self._least()

    def _narrow(self) -> bool:
        parts = 2 if self._course_on() else 1
        return self.width() - self._rail_width() < parts * self._least()

    def _rail_width(self) -> int:
        own = RAIL_WIDTH_WIDE if self.width() >= WIDE_WINDOW else RAIL_WIDTH
        return self._theme.px(self._wanted.rail_width or own)

    def _course_width(self, room: int) -> int:
        """Of `room` for middle and course. Beyond the reading measure the course takes what is left."""
        theme = self._theme
        own = max(theme.px(COURSE_WIDTH), room - theme.px(READING_MEASURE) - 2 * PANE_SIDE)
        wanted = theme.px(self._wanted.course_width) or own
        return min(max(wanted, self._least()), max(room - self._least(), 0))

    def _arrange(self) -> None:
        theme, narrow, split = self._theme, self._narrow(), self._split()
        self._rail_over = self._rail_over and narrow
        over, course_on = self._rail_over, self._course_on()
        rail_on = over or (self._wanted.rail and not narrow)
        course_turn = split and self._part == "course"
        focus: QWidget | None = self.window().focusWidget()
        if focus is not None and not self.isAncestorOf(focus):
            focus = None
        if focus is not None:
            focus.clearFocus()  # what hides with it must not hand it to the nearest chip
        self._rail.setVisible(rail_on)
        self._middle.setHidden(over or course_turn)
        self._course.setHidden(over or not course_on or (split and not course_turn))
        self._rail.setMinimumWidth(0 if over else theme.px(_RAIL_LEAST))
        self._rail.setMaximumWidth(_UNLIMITED if over else theme.px(_RAIL_MOST))
        alone = split or not course_on
        self._middle.setMinimumWidth(0 if alone else self._least())
        self._course.setMinimumWidth(0 if alone else self._least())
        rail = self._rail_width() if rail_on else 0
        room = self.width() - rail
        course = 0 if alone else self._course_width(room)
        self.setSizes([self.width() if over else rail, room - course, room if split else course])
        if focus is not None and focus.isVisibleTo(self):
            focus.setFocus()
        elif focus is not None:
            self.focus_page()
        self.rail_shown.emit(rail_on, narrow)
        self.turns.emit(split and not over, course_turn)
