"""What stands beside the menus where there is little room: the way to the rail, and the two-part switch."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenuBar, QToolButton, QWidget

from satchel.ui.icons import icon
from satchel.ui.panes.deck import Deck
from satchel.ui.theme import MENU_BAR, SMALL, Theme
from satchel.ui.widgets.segments import Segments


class WindowCorners(QObject):
    """In the menu bar, because there it takes no line away from the words."""

    def __init__(self, theme: Theme, bar: QMenuBar, deck: Deck) -> None:
        super().__init__(bar)
        self._theme = theme
        self._bar = bar
        self._deck = deck
        self.fold = QToolButton(bar)
        self.fold.setObjectName("show_rail")
        self.fold.setProperty("kind", "icon")
        self.fold.setAccessibleName(self.tr("Show the sessions"))
        self.fold.setToolTip(self.tr("Show the sessions"))
        self.fold.clicked.connect(deck.toggle_rail)
        self._end = QWidget(bar)
        self._box = QHBoxLayout(self._end)
        self.switch = Segments(theme, (self.tr("Conversation"), self.tr("Course")), self._end)
        self.switch.setObjectName("part_switch")
        self.switch.setAccessibleName(self.tr("What is shown"))
        self.switch.chosen.connect(lambda at: deck.take_turn("course" if at else "words"))
        self._box.addWidget(self.switch)
        bar.setCornerWidget(self.fold, Qt.Corner.TopLeftCorner)
        bar.setCornerWidget(self._end, Qt.Corner.TopRightCorner)
        self._end.hide()
        bar.installEventFilter(self)
        deck.rail_shown.connect(self._rail_shown)
        deck.turns.connect(self._turns)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.switch.set_theme(theme)
        self._box.setContentsMargins(theme.px(SMALL), 0, theme.px(SMALL), 0)
        if not self._bar.isNativeMenuBar():
            self._bar.setFixedHeight(theme.px(MENU_BAR))
        self._dress()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._dress()
        return False

    def _dress(self) -> None:
        theme = self._theme
        rtl = self._bar.isRightToLeft()
        self.fold.setIcon(icon(theme, "panel_left", ratio=self._bar.devicePixelRatioF(), rtl=rtl))
        self.fold.setIconSize(QSize(theme.px(20), theme.px(20)))

    def _rail_shown(self, shown: bool, narrow: bool) -> None:
        self.fold.setVisible(narrow or not shown)

    def _turns(self, taking: bool, course: bool) -> None:
        self.switch.set_chosen(1 if course else 0)
        if self._end.isHidden() == taking:
            self._end.setVisible(taking)
            self._bar.adjustSize()
