"""One page of the settings in the list beside them: an icon, its name, and a bar while it is shown."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QStyle, QWidget

from satchel.ui.icons import pixmap
from satchel.ui.theme import CONTROL, LARGE, RADIUS, SMALL, Theme

_WORDS_AT = 44


class NavButton(QPushButton):
    """Painted like the rows of the rail, because it says the same: this is where you are."""

    def __init__(self, theme: Theme, icon: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._icon = icon
        self._compact, self._words = False, True
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedHeight(theme.px(CONTROL))
        self.updateGeometry()
        self.update()

    def set_compact(self, compact: bool, *, words: bool = True) -> None:
        """Where there is little room at most the one that is shown keeps its `words`; tooltips have the others'."""
        self._compact, self._words = compact, words
        self.setToolTip(self.text() if compact else "")
        self.updateGeometry()

    @property
    def _bare(self) -> bool:
        return self._compact and not (self._words and self.isChecked())

    @property
    def full_width(self) -> int:
        """How wide it is with its words."""
        words = self.fontMetrics().horizontalAdvance(self.text())
        return self._theme.px(_WORDS_AT + LARGE) + round(words * 1.1)

    @property
    def compact_width(self) -> int:
        return self._theme.px(_WORDS_AT)

    def sizeHint(self) -> QSize:
        theme = self._theme
        if self._bare:
            return QSize(self.compact_width, theme.px(CONTROL))
        return QSize(self.full_width, theme.px(CONTROL))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, on = self._theme, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = theme.px(RADIUS)
        if on or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.soft if on else theme.hover)
            painter.drawRoundedRect(self.rect(), radius, radius)
        if on and theme.high_contrast:
            painter.setPen(QPen(theme.accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), radius, radius)
        elif on:
            inset = theme.px(SMALL)
            bar = QRect(0, inset, theme.px(3), self.height() - 2 * inset)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent)
            painter.drawRoundedRect(self._visual(bar), 1.5, 1.5)
        side = theme.px(20)
        box = self._visual(QRect(theme.px(12), (self.height() - side) // 2, side, side))
        tint = theme.accent if on else theme.ink2
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(box.topLeft(), pixmap(theme, self._icon, 20, tint, ratio))
        painter.setPen(theme.ink)
        painter.setFont(theme.font(14, semibold=on))
        if self._bare:
            painter.end()
            return
        words = self.rect().adjusted(theme.px(_WORDS_AT), 0, -theme.px(SMALL), 0)
        side_flag = (
            Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        )
        flags = side_flag | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self._visual(words), flags, self.text())
        painter.end()

    def _visual(self, rect: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), self.rect(), rect)
