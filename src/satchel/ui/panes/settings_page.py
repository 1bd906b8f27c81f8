"""The settings: which pages there are, and the one that is shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QStackedWidget, QWidget

from satchel.ui.panes.page import Page
from satchel.ui.theme import HUGE, LARGE, SMALL, TINY, Theme
from satchel.ui.widgets.nav_button import NavButton
from satchel.ui.widgets.prose import Prose

_LIST_WIDTH = 232
_NARROW = 600


class SettingsPage(QFrame):
    """The list beside the page; where it is narrow, a row of names above it."""

    back_wanted = Signal()
    page_shown = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("settings_page")
        self.setProperty("ground", "desk")
        self.setAccessibleName(self.tr("Settings"))
        self._pages: dict[str, Page] = {}
        self._buttons: dict[str, NavButton] = {}
        self._list = QFrame(self)
        self._list.setProperty("ground", "desk")
        self._heading = Prose(theme, self.tr("Settings"), self._list, semibold=True)
        self._heading.setProperty("ink", "second")
        self._in_list = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._list)
        self._in_list.addWidget(self._heading)
        self._in_list.addStretch(1)
        self._rule = QFrame(self)
        self._rule.setProperty("ground", "rule")
        self._stack = QStackedWidget(self)

    def add(self, name: str, icon: str, page: Page) -> None:
        button = NavButton(self._theme, icon, page.accessibleName(), self._list)
        button.setObjectName(f"settings_{name}")
        button.clicked.connect(lambda: self.show_page(name))
        self._in_list.insertWidget(self._in_list.count() - 1, button)
        page.back_wanted.connect(self.back_wanted)
        self._pages[name], self._buttons[name] = page, button
        self._stack.addWidget(page)

    @property
    def pages(self) -> tuple[Page, ...]:
        return tuple(self._pages.values())

    @property
    def current(self) -> str:
        """The name of the page shown."""
        shown = self._stack.currentWidget()
        return next(name for name, page in self._pages.items() if page is shown)

    def show_page(self, name: str) -> None:
        page = self._pages[name]
        self._buttons[name].setChecked(True)
        self._stack.setCurrentWidget(page)
        self._place()
        page.shown()
        self.page_shown.emit(name)

    def take_focus(self) -> None:
        self._buttons[self.current].setFocus()

    def set_back(self, words: str) -> None:
        for page in self.pages:
            page.set_back(words)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for page in self.pages:
            page.set_theme(theme)
        for button in self._buttons.values():
            button.set_theme(theme)
        self._heading.set_theme(theme)
        self._heading.setContentsMargins(0, 0, 0, theme.px(LARGE))
        self._in_list.setSpacing(theme.px(TINY) // 2)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._place()

    def _place(self) -> None:
        """By hand, because the list moves from the side to the top."""
        theme, width, height = self._theme, self.width(), self.height()
        buttons = list(self._buttons.values())
        widest = max((one.full_width for one in buttons), default=0)
        wanted = max(theme.px(_LIST_WIDTH), widest + 2 * theme.px(LARGE))
        narrow = width < wanted + theme.px(_NARROW)
        self._heading.setVisible(not narrow)
        room = width - 2 * theme.px(LARGE) - len(buttons) * self._in_list.spacing()
        compact = narrow and sum(one.full_width for one in buttons) > room
        least = sum(one.compact_width for one in buttons[1:]) + widest
        for button in buttons:
            button.set_compact(compact, words=least <= room)
        self._in_list.setDirection(
            QBoxLayout.Direction.LeftToRight if narrow else QBoxLayout.Direction.TopToBottom
        )
        side = theme.px(LARGE)
        up = theme.px(SMALL) if narrow else theme.px(HUGE)
        self._in_list.setContentsMargins(side, up, side, theme.px(SMALL))
        if narrow:
            top = self._list.sizeHint().height()
            self._list.setGeometry(0, 0, width, top)
            self._rule.setGeometry(0, top, width, 1)
            self._stack.setGeometry(0, top + 1, width, height - top - 1)
            return
        rtl = self.isRightToLeft()
        self._list.setGeometry(width - wanted if rtl else 0, 0, wanted, height)
        self._rule.setGeometry(width - wanted - 1 if rtl else wanted, 0, 1, height)
        self._stack.setGeometry(0 if rtl else wanted + 1, 0, width - wanted - 1, height)
