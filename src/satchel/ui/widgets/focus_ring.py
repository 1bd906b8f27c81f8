"""The ring around the button that has the keyboard: 2 px wide, 2 px off, shown only after a key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from satchel.ui.theme import RADIUS, Theme

_REACH = 4


class FocusRing(QWidget):
    """Lies over the whole window, so that no pane cuts it off. Fields and lists have marks of their own."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._target: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def follow(self, widget: QWidget | None) -> None:
        """Moves to `widget`; to None, or to what marks its focus itself, it hides."""
        if self._target is not None:
            self._target.removeEventFilter(self)
            self._target.destroyed.disconnect(self._lost)
        self._target = widget if isinstance(widget, QAbstractButton) else None
        if self._target is not None:
            self._target.installEventFilter(self)
            self._target.destroyed.connect(self._lost)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.follow(None)
        elif event.type() in (
            QEvent.Type.Move,
            QEvent.Type.Resize,
            QEvent.Type.Show,
            QEvent.Type.Hide,
        ):
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.focus, 2))
        radius = self._theme.px(RADIUS) + _REACH
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), radius, radius)
        painter.end()

    def _place(self) -> None:
        if self._target is None or not self._target.isVisible():
            self.hide()
            return
        at = self._target.mapTo(self.window(), QPoint(0, 0))
        around = QRect(at, self._target.size())
        self.setGeometry(around.adjusted(-_REACH, -_REACH, _REACH, _REACH))
        self.raise_()
        self.show()

    def _lost(self) -> None:
        self._target = None
        self.hide()
