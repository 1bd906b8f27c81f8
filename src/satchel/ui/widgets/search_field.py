"""The field that filters the list: an icon that grows with the text, and a way to clear it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QStyle, QWidget

from satchel.ui.icons import icon, pixmap
from satchel.ui.theme import MEDIUM, SMALL, Theme


class SearchField(QLineEdit):
    """Paints its own icon: the style would keep it at 16 pixels whatever the text setting."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setClearButtonEnabled(True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        clear = self.findChild(QAction, "_q_qlineeditclearaction")
        if clear is not None:
            clear.setIcon(icon(theme, "dismiss", size=16, colour=theme.ink2))
            clear.setText(self.tr("Clear the search"))
        self._make_room()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._make_room()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme = self._theme
        side = theme.px(16)
        box = QRect(theme.px(MEDIUM), (self.height() - side) // 2, side, side)
        drawn = pixmap(theme, "search", 16, theme.ink2, self.devicePixelRatioF())
        painter = QPainter(self)
        at = QStyle.visualRect(self.layoutDirection(), self.rect(), box).topLeft()
        painter.drawPixmap(at, drawn)
        painter.end()

    def _make_room(self) -> None:
        room = self._theme.px(16 + SMALL)
        # Margins are not mirrored by Qt, unlike everything in the style sheet.
        if self.isRightToLeft():
            self.setTextMargins(0, 0, room, 0)
        else:
            self.setTextMargins(room, 0, 0, 0)
