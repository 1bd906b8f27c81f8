"""A few choices, of which one holds: side by side while there is room, else one above the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QPushButton,
    QWidget,
)

from satchel.ui.theme import TINY, Theme


class Segments(QFrame):
    """Tells by its index what was chosen by a person; setting it says nothing."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, texts: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "segments")
        self._group = QButtonGroup(self)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setSizeConstraint(QBoxLayout.SizeConstraint.SetNoConstraint)
        for at, text in enumerate(texts):
            button = QPushButton(text, self)
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            self._group.addButton(button, at)
            self._box.addWidget(button)
        self._group.idClicked.connect(self.chosen)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        edge = theme.px(TINY) // 2
        self._box.setContentsMargins(edge, edge, edge, edge)
        self._box.setSpacing(0)

    def sizeHint(self) -> QSize:
        return QSize(self._width(), self._box.totalMinimumSize().height())

    def minimumSizeHint(self) -> QSize:
        """As wide as one above the other, as high as they stand now."""
        margins = self._box.contentsMargins()
        widest = max(button.sizeHint().width() for button in self._group.buttons())
        height = self._box.totalMinimumSize().height()
        return QSize(widest + margins.left() + margins.right(), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= self._width()
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if direction is not self._box.direction():
            self._box.setDirection(direction)
            self.updateGeometry()

    def _width(self) -> int:
        """What they need side by side."""
        margins = self._box.contentsMargins()
        widths = sum(button.sizeHint().width() for button in self._group.buttons())
        return widths + margins.left() + margins.right()

    def set_chosen(self, at: int) -> None:
        button = self._group.button(at)
        if button is not None:
            button.setChecked(True)
