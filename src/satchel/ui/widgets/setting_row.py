"""A row of a page: what it is about on the leading side, what can be done on the other, or below it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QVBoxLayout, QWidget

from satchel.ui.theme import LARGE, SMALL, TINY, Theme
from satchel.ui.widgets.prose import Prose

_LABEL_WIDTH = 280
_NARROW = 600


class SettingRow(QFrame):
    """Two columns while there is room; in a narrow page or with large text one below the other."""

    def __init__(
        self, theme: Theme, title: str, second: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = Prose(theme, title, self, semibold=True)
        self._second = Prose(theme, second, self)
        self._second.setProperty("ink", "second")
        self._second.setVisible(bool(second))
        self._words = QVBoxLayout()
        self._words.addWidget(self._title)
        self._words.addWidget(self._second)
        self._words.addStretch(1)
        self._side = QWidget(self)
        self._side.setLayout(self._words)
        self.controls = QVBoxLayout()
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.addWidget(self._side)
        self._beside = QVBoxLayout()
        self._beside.addLayout(self.controls)
        self._beside.addStretch(1)
        self._box.addLayout(self._beside, 1)
        self.set_theme(theme)

    @property
    def title(self) -> str:
        return self._title.text()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._title.set_theme(theme)
        self._second.set_theme(theme)
        side, up = theme.px(20), theme.px(LARGE)
        self._box.setContentsMargins(side, up, side, up)
        self._words.setContentsMargins(0, 0, 0, 0)
        self._words.setSpacing(theme.px(TINY) // 2)
        self._beside.setSpacing(0)
        self.controls.setSpacing(theme.px(SMALL))
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """What one column needs: two are only there where they fit, and must not hold the page open."""
        margins = self._box.contentsMargins()
        inner = max(self._side.minimumSizeHint().width(), self.controls.minimumSize().width())
        width = inner + margins.left() + margins.right()
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._fit()

    def _fit(self) -> None:
        theme = self._theme
        beside = theme.px(_LABEL_WIDTH + LARGE + 2 * 20) + self.controls.minimumSize().width()
        narrow = self.width() < max(theme.px(_NARROW), beside)
        self._box.setDirection(
            QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        )
        self._box.setSpacing(theme.px(SMALL if narrow else LARGE))
        if narrow:
            self._side.setMinimumWidth(0)
            self._side.setMaximumWidth(16_777_215)
        else:
            self._side.setFixedWidth(theme.px(_LABEL_WIDTH))
