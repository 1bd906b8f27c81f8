"""A large button of the home page: an icon, what it does, and a second line."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QWidget

from satchel.ui.icons import IconSize, pixmap
from satchel.ui.theme import CARD_RADIUS, Theme

HEIGHT = 64
_BEFORE, _AFTER = 56, 40
"""Beside the words."""


class ActionCard(QPushButton):
    """Painted from the theme, because a push button has no second line."""

    def __init__(
        self, theme: Theme, icon: str, text: str, second: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._second = second
        self.setText(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(second)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # A button is never narrower than it likes; a card is, and then it is higher.
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setMinimumHeight(theme.px(HEIGHT))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(488), self._theme.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(160), self._theme.px(HEIGHT))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        theme = self._theme
        more = len(self._lines(width)) - 2
        return theme.px(HEIGHT) + more * theme.pitch(14)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.line2 if self.underMouse() else theme.line)
        painter.setBrush(theme.hover if self.underMouse() else theme.raised)
        radius = theme.px(CARD_RADIUS)
        painter.drawRoundedRect(
            self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), radius, radius
        )
        self._draw_icon(painter, self._icon, 20, theme.px(18), theme.accent)
        end = self.width() - theme.px(16 + 16)
        self._draw_icon(painter, "chevron_right", 16, end, theme.ink2)
        lines, pitch = self._lines(self.width()), theme.pitch(14)
        top = (self.height() - len(lines) * pitch) // 2
        side = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        flags = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        for number, (text, bold) in enumerate(lines):
            box = QRect(theme.px(_BEFORE), top + number * pitch, self._room(self.width()), pitch)
            painter.setFont(theme.font(14, semibold=bold))
            painter.setPen(theme.ink if bold else theme.ink2)
            painter.drawText(self._visual(box), flags, text)
        painter.end()

    def _room(self, width: int) -> int:
        return max(width - self._theme.px(_BEFORE + _AFTER), 1)

    def _lines(self, width: int) -> list[tuple[str, bool]]:
        """The words as they stand in a card so wide, and which are the title."""
        return [
            (line, bold)
            for text, bold in ((self.text(), True), (self._second, False))
            for line in _wrapped(text, self._theme.font(14, semibold=bold), self._room(width))
        ]

    def _draw_icon(
        self, painter: QPainter, name: str, size: IconSize, left: int, colour: QColor
    ) -> None:
        ratio, rtl = self.devicePixelRatioF(), self.isRightToLeft()
        drawn = pixmap(self._theme, name, size, colour, ratio, rtl=rtl)
        side = self._theme.px(size)
        box = QRect(left, (self.height() - side) // 2, side, side)
        painter.drawPixmap(self._visual(box).topLeft(), drawn)

    def _visual(self, box: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), self.rect(), box)


def _wrapped(text: str, font: QFont, width: int) -> list[str]:
    layout, found = QTextLayout(text, font), []
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        found.append(text[line.textStart() : line.textStart() + line.textLength()].strip())
    layout.endLayout()
    return found or [""]
