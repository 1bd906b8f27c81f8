"""A large button of the home page: an icon, what it does, and a second line."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QWidget

from satchel.ui.icons import IconSize, pixmap
from satchel.ui.theme import CARD_RADIUS, Theme

HEIGHT = 64


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
        policy = QSizePolicy.Policy  # a button is never narrower than it likes, a card is
        self.setSizePolicy(policy.Preferred, policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setMinimumHeight(theme.px(HEIGHT))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(488), self._theme.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(160), self._theme.px(HEIGHT))

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
        before, after = theme.px(56), theme.px(40)
        line = theme.pitch(14)
        top = (self.height() - 2 * line) // 2
        for text, at, bold, colour in (
            (self.text(), top, True, theme.ink),
            (self._second, top + line, False, theme.ink2),
        ):
            box = QRect(before, at, self.width() - before - after, line)
            painter.setFont(theme.font(14, semibold=bold))
            painter.setPen(colour)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
            side = (
                Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
            )
            flags = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self._visual(box), flags, shown)
        painter.end()

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
