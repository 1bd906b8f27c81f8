"""The three panes side by side, and which of them there is room for."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from satchel.ui.theme import (
    COURSE_WIDTH,
    RAIL_WIDTH,
    RAIL_WIDTH_WIDE,
    WIDE_WINDOW,
    TextSize,
    Theme,
)

Page: TypeAlias = Literal["state", "home", "conversation"]

_LEAST_EM = 24
_EM: TextSize = 16


class Deck(QSplitter):
    """Rail, middle and course. Where the middle would fall below 24 em, the rail folds away.

    While it is folded, asking for the rail shows it in place of the middle: a two-part switch.
    """

    rail_shown = Signal(bool, bool)
    """Whether the rail can be seen, and whether there is no room for it beside the middle."""

    def __init__(
        self, theme: Theme, rail: QWidget, course: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._rail_wanted = True
        self._rail_over = False
        self._pages: dict[Page, QWidget] = {}
        self._rail, self._course = rail, course
        self._middle = QStackedWidget(self)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        for part in (rail, self._middle, course):
            self.addWidget(part)
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        self.setStretchFactor(2, 0)
        course.hide()

    def add_page(self, name: Page, page: QWidget) -> None:
        self._pages[name] = page
        self._middle.addWidget(page)

    def show_page(self, name: Page) -> None:
        self._middle.setCurrentWidget(self._pages[name])
        if self._rail_over:
            self._rail_over = False
        self._arrange()

    def focus_page(self) -> None:
        """Gives the keyboard to the first part of the page shown that takes it."""
        page = self._middle.currentWidget()
        for part in [] if page is None else [page, *page.findChildren(QWidget)]:
            takes = part.focusPolicy() & Qt.FocusPolicy.TabFocus
            if takes and part.isEnabled() and part.isVisible():
                part.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._arrange()

    def toggle_rail(self) -> None:
        if self._narrow():
            self._rail_over = not self._rail_over
        else:
            self._rail_wanted = not self._rail_wanted
        self._arrange()

    def show_rail(self) -> None:
        """Makes sure the rail can be seen, whatever the width."""
        if not self._rail.isVisibleTo(self):
            self.toggle_rail()

    def toggle_course(self) -> None:
        self._course.setHidden(not self._course.isHidden())
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _rail_width(self) -> int:
        wide = self.width() >= WIDE_WINDOW
        return self._theme.px(RAIL_WIDTH_WIDE if wide else RAIL_WIDTH)

    def _course_width(self) -> int:
        return 0 if self._course.isHidden() else self._theme.px(COURSE_WIDTH)

    def _narrow(self) -> bool:
        least = self._theme.px(_LEAST_EM * _EM)
        return self.width() - self._rail_width() - self._course_width() < least

    def _arrange(self) -> None:
        narrow = self._narrow()
        self._rail_over = self._rail_over and narrow
        shown = self._rail_over or (self._rail_wanted and not narrow)
        self._rail.setVisible(shown)
        self._middle.setHidden(self._rail_over)
        rail = self._rail_width()
        if self._rail_over:
            self._rail.setMaximumWidth(self.width())
            self._rail.setMinimumWidth(0)
        else:
            self._rail.setFixedWidth(rail)
        # The course never takes the words' last room: they keep their 24 em, it gets the rest.
        least = min(self._theme.px(_LEAST_EM * _EM), self.width())
        taken = (rail if shown and not self._rail_over else 0) + least
        self._course.setMaximumWidth(max(self._theme.px(200), self.width() - taken))
        self._course.setMinimumWidth(min(self._course_width(), self._course.maximumWidth()))
        self.rail_shown.emit(shown, narrow)
