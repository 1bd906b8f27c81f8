"""The head of the conversation: the session's title, and in words whether this window may write."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from satchel.ui.icons import pixmap
from satchel.ui.theme import PANE_HEAD, PANE_SIDE, SMALL, Theme


class TranscriptHead(QWidget):
    """60 px high at 100 % text, with a hairline below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._locked = False
        self._title, self._state = _OneLine(), _OneLine()
        self._title.setObjectName("session_title")
        self._state.setObjectName("session_state")
        self._icon = QLabel()
        self._line = QHBoxLayout()
        self._line.addWidget(self._icon)
        self._line.addWidget(self._state, 1)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._title)
        self._column.addLayout(self._line)
        self.set_theme(theme)

    @property
    def title(self) -> str:
        return self._title.text()

    @property
    def state(self) -> str:
        return self._state.text()

    def set_title(self, title: str) -> None:
        self._title.setText(title)
        # Escaped, or Qt would take a title with tags in it for rich text.
        self._title.setToolTip(f"<qt>{escape(title)}</qt>" if len(title) > 40 else "")

    def set_state(self, words: str, *, locked: bool) -> None:
        self._locked = locked
        self._state.setText(words)
        self._state.setToolTip(words if len(words) > 60 else "")
        self._dress()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._title.setFont(theme.font(16, semibold=True))
        self._title.setFixedHeight(theme.pitch(16))
        self._state.setFont(theme.font(14))
        self._state.setFixedHeight(theme.pitch(14))
        up = (theme.px(PANE_HEAD) - theme.pitch(16) - theme.pitch(14)) // 2
        self._column.setContentsMargins(PANE_SIDE, up, PANE_SIDE, up)
        self._column.setSpacing(0)
        self._line.setSpacing(theme.px(SMALL) - theme.px(2))
        self.setFixedHeight(theme.px(PANE_HEAD))
        self._dress()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.paper)
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), self._theme.line)
        painter.end()

    def _dress(self) -> None:
        theme = self._theme
        colour = theme.warn if self._locked else theme.ink2
        name = "lock_closed" if self._locked else "window"
        self._icon.setPixmap(pixmap(theme, name, 16, colour, self.devicePixelRatioF()))
        colours = QPalette(self._state.palette())
        colours.setColor(QPalette.ColorRole.WindowText, colour)
        self._state.setPalette(colours)


class _OneLine(QLabel):
    """Words of any length on one line from the window's leading edge, cut where the pane is narrow."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        cut = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        side = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        flags = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), flags, cut)
        painter.end()
