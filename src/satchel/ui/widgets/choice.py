"""A ring or a box to tick, with its words: painted from the theme, so that it grows with the text."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QStyle, QWidget

from satchel.ui.icons import pixmap
from satchel.ui.theme import CHIP, MEDIUM, THUMB_RADIUS, TINY, Theme

SIDE = 20


class Choice(QRadioButton):
    """One of several, of which one holds."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return _size(self, self._theme)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(SIDE + MEDIUM), self.sizeHint().height())

    def hitButton(self, at: QPoint) -> bool:  # noqa: N802
        return self.rect().contains(at)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        _paint_words(painter, self, self._theme)
        box = _box(self, self._theme)
        _paint_edge(painter, self, self._theme, box, box.width() / 2)
        if self.isChecked():
            inner = box.width() * 0.26
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.on_accent)
            painter.drawEllipse(box.adjusted(inner, inner, -inner, -inner))
        painter.end()


class Tick(QCheckBox):
    """Yes or no."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return _size(self, self._theme)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(SIDE + MEDIUM), self.sizeHint().height())

    def hitButton(self, at: QPoint) -> bool:  # noqa: N802
        return self.rect().contains(at)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        _paint_words(painter, self, theme)
        box = _box(self, theme)
        _paint_edge(painter, self, theme, box, theme.px(THUMB_RADIUS))
        if self.isChecked():
            drawn = pixmap(theme, "checkmark", 16, theme.on_accent, self.devicePixelRatioF())
            side = theme.px(16)
            at = box.center() - QRectF(0, 0, side, side).center()
            painter.drawPixmap(at, drawn)
        painter.end()


def _size(button: QAbstractButton, theme: Theme) -> QSize:
    words = button.fontMetrics().horizontalAdvance(button.text())
    return QSize(theme.px(SIDE + MEDIUM) + words + theme.px(TINY), theme.px(CHIP))


def _box(button: QAbstractButton, theme: Theme) -> QRectF:
    side = theme.px(SIDE)
    inner = QRect(0, (button.height() - side) // 2, side, side)
    return QRectF(QStyle.visualRect(button.layoutDirection(), button.rect(), inner))


def _paint_edge(
    painter: QPainter, button: QAbstractButton, theme: Theme, box: QRectF, radius: float
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    hover = button.underMouse() and button.isEnabled()
    if button.isChecked():
        painter.setPen(QPen(theme.ink if hover else theme.accent, 1))
        painter.setBrush(theme.accent)
    else:
        painter.setPen(QPen(theme.ink if hover else theme.line3, 1))
        painter.setBrush(theme.raised)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def _paint_words(painter: QPainter, button: QAbstractButton, theme: Theme) -> None:
    rect = button.rect().adjusted(theme.px(SIDE + MEDIUM), 0, 0, 0)
    rect = QStyle.visualRect(button.layoutDirection(), button.rect(), rect)
    rtl = button.isRightToLeft()
    side = Qt.AlignmentFlag.AlignRight if rtl else Qt.AlignmentFlag.AlignLeft
    painter.setPen(theme.ink if button.isEnabled() else theme.ink2)
    shown = painter.fontMetrics().elidedText(
        button.text(), Qt.TextElideMode.ElideRight, rect.width()
    )
    flags = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(rect, flags, shown)
