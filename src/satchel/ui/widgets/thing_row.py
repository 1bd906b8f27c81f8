"""One thing of a list that needs a person: an icon, what and why, and the buttons that mend it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from satchel.ui.icons import pixmap
from satchel.ui.sentences import together
from satchel.ui.theme import LARGE, MEDIUM, SMALL, TINY, Theme
from satchel.ui.widgets.prose import Prose

_NARROW = 640
_LEAST_WORDS = 320


class ThingRow(QFrame):
    """The buttons stand beside the words while there is room, else below them."""

    def __init__(
        self, theme: Theme, icon: str, what: str, why: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon_name = theme, icon
        self._icon = QLabel(self)
        self._what = Prose(theme, what, self, semibold=True)
        self._why = Prose(theme, why, self)
        self._why.setProperty("ink", "second")
        self.setAccessibleName(together(what, why))
        self._words = QVBoxLayout()
        self._words.addWidget(self._what)
        self._words.addWidget(self._why)
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._outer = QHBoxLayout(self)
        self._outer.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.addLayout(self._words, 1)
        self._row.addLayout(self._buttons)
        self._outer.addLayout(self._row, 1)
        self.buttons: list[QPushButton] = []
        self.set_theme(theme)

    def offer(
        self,
        words: str,
        name: str,
        does: Callable[[], None],
        *,
        once: bool = False,
        flat: bool = False,
    ) -> None:
        """A button more; one to be pressed `once` takes the others with it until the list is told anew."""
        button = QPushButton(words, self)
        button.setObjectName(name)
        button.setAccessibleDescription(self._what.text())
        if flat:
            button.setProperty("kind", "link")

        def pressed() -> None:
            for one in self.buttons if once else ():
                one.setEnabled(False)
            does()

        button.clicked.connect(pressed)
        self.buttons.append(button)
        self._buttons.addWidget(
            button, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading
        )
        self._fit()

    def offer_details(self, details: str) -> None:
        self.offer(
            self.tr("Copy details"),
            "thing_details",
            lambda: QGuiApplication.clipboard().setText(details),
            flat=True,
        )

    def allow_again(self) -> None:
        """What was pressed came to nothing."""
        for one in self.buttons:
            one.setEnabled(True)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._icon.setPixmap(
            pixmap(theme, self._icon_name, 20, theme.warn, self.devicePixelRatioF())
        )
        for words in (self._what, self._why):
            words.set_theme(theme)
        side = theme.px(LARGE)
        self._outer.setContentsMargins(side, side, side, side)
        self._outer.setSpacing(theme.px(MEDIUM))
        self._words.setSpacing(theme.px(TINY) // 2)
        self._words.setContentsMargins(0, 0, 0, 0)
        self._buttons.setSpacing(theme.px(SMALL))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        theme = self._theme
        beside = sum(one.sizeHint().width() + theme.px(SMALL) for one in self.buttons)
        room = self.width() - 3 * theme.px(LARGE) - theme.px(20)
        narrow = self.width() < max(theme.px(_NARROW), theme.px(_LEAST_WORDS) + beside)
        self._buttons.setDirection(
            QBoxLayout.Direction.TopToBottom
            if narrow and beside > room
            else QBoxLayout.Direction.LeftToRight
        )
        self._row.setDirection(
            QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        )
        self._row.setSpacing(theme.px(MEDIUM if narrow else LARGE))
        self._buttons.setAlignment(
            Qt.AlignmentFlag.AlignLeading if narrow else Qt.AlignmentFlag.AlignTop
        )
