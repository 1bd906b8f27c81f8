"""Buttons beside each other while there is room, else one below the other: nothing is cut, and nothing scrolls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from satchel.ui.theme import SMALL, Theme


class ButtonRow(QWidget):
    """At the leading edge of its place."""

    def __init__(self, *buttons: QPushButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: list[QPushButton] = []
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSizeConstraint(QBoxLayout.SizeConstraint.SetNoConstraint)
        self._box.addStretch(1)
        for button in buttons:
            self.add(button)

    def add(self, button: QPushButton) -> None:
        self._buttons.append(button)
        self._box.insertWidget(self._box.count() - 1, button, 0, Qt.AlignmentFlag.AlignLeading)

    def set_theme(self, theme: Theme) -> None:
        self._box.setSpacing(theme.px(SMALL))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self._width(), self._box.totalMinimumSize().height())

    def minimumSizeHint(self) -> QSize:
        """As wide as the widest alone, as high as they stand now."""
        widest = max((one.sizeHint().width() for one in self._shown()), default=0)
        return QSize(widest, self._box.totalMinimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:  # a button came or went
            self._turn()
            self.updateGeometry()
        return done

    def _turn(self) -> None:
        beside = self.width() >= self._width()
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if direction is not self._box.direction():
            self._box.setDirection(direction)
            self.updateGeometry()

    def _width(self) -> int:
        shown = self._shown()
        gaps = self._box.spacing() * max(len(shown) - 1, 0)
        return sum(one.sizeHint().width() for one in shown) + gaps

    def _shown(self) -> list[QPushButton]:
        return [one for one in self._buttons if not one.isHidden()]
