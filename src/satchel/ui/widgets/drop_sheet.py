"""What lies over the window while files are dragged onto it: says what letting go does, before it is done."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QDropEvent, QPainter, QPaintEvent, QPen, QTextOption
from PySide6.QtWidgets import QWidget

from satchel.ui.icons import pixmap
from satchel.ui.theme import CARD_RADIUS, HUGE, LARGE, MEDIUM, SMALL, Theme

_KNOWN = (".sessionbundle", ".age", ".zip", ".json", ".jsonl", ".ndjson", ".txt")


class DropSheet(QWidget):
    """Watches a window. It never takes an event itself, so that the window stays what is dropped on."""

    dropped = Signal(object)
    """The paths of files and folders that were let go."""

    def __init__(self, theme: Theme, window: QWidget, ready: Callable[[], bool]) -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self._ready = ready
        self._refusal = ""
        self._count = 0
        self.setObjectName("drop_sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    @property
    def words(self) -> tuple[str, str]:
        """What is said: what letting go does, or why it does nothing."""
        if self._refusal:
            return self.tr("This cannot be imported"), self._refusal
        if self._count == 1:
            first = self.tr("Let go to import from this file")
        else:
            first = self.tr("Let go to import from %n files", "", self._count)
        return first, self.tr("You see first what would happen. Importing only adds.")

    @property
    def refused(self) -> bool:
        return bool(self._refusal)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop):
            assert isinstance(event, QDropEvent)
            return self._dragged(event, kind)
        if kind == QEvent.Type.DragLeave:
            self.hide()
        return super().eventFilter(watched, event)

    def _dragged(self, event: QDropEvent, kind: QEvent.Type) -> bool:
        if not event.mimeData().hasUrls() or event.source() is not None:
            return False  # no files, or a session of this very window
        if kind == QEvent.Type.DragEnter:
            self._judge(event.mimeData())
            self._lay_over()
        if kind == QEvent.Type.Drop:
            self.hide()
        if self._refusal:
            # Taken, so that it is told also over parts that would take the drop as text; never let go of.
            event.setDropAction(Qt.DropAction.IgnoreAction)
            event.setAccepted(kind == QEvent.Type.DragEnter)
            return True
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if kind == QEvent.Type.Drop:
            self.dropped.emit(_paths(event.mimeData()))
        return True

    def _judge(self, data: QMimeData) -> None:
        paths = _paths(data)
        self._count = len(paths)
        if not self._ready():
            self._refusal = self.tr("Nothing can be saved now.")
        elif not paths:
            self._refusal = self.tr(
                "It is not a file on this laptop. Save it first, then drop the file."
            )
        elif not any(map(_may_hold_sessions, paths)):
            self._refusal = self.tr(
                "Sessions come in files that end in .sessionbundle, .zip or .json."
            )
        else:
            self._refusal = ""

    def _lay_over(self) -> None:
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        ground = theme.bad_soft if self._refusal else theme.soft
        edge = theme.bad if self._refusal else theme.accent
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(theme.desk)
        veil.setAlpha(235)
        painter.fillRect(self.rect(), veil)
        inner = self.rect().adjusted(
            theme.px(MEDIUM), theme.px(MEDIUM), -theme.px(MEDIUM), -theme.px(MEDIUM)
        )
        painter.setPen(QPen(edge, 2))
        painter.setBrush(ground)
        painter.drawRoundedRect(inner, theme.px(CARD_RADIUS), theme.px(CARD_RADIUS))
        self._paint_words(painter, inner.adjusted(HUGE, HUGE, -HUGE, -HUGE))
        painter.end()

    def _paint_words(self, painter: QPainter, room: QRect) -> None:
        theme = self._theme
        first, second = self.words
        name, colour = (
            ("document_error", theme.bad) if self._refusal else ("document_add", theme.accent)
        )
        drawn = pixmap(theme, name, 20, colour, self.devicePixelRatioF())
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        painter.setFont(theme.font(16))
        second_high = painter.boundingRect(room, flags, second).height()
        painter.setFont(theme.font(22, semibold=True))
        first_high = painter.boundingRect(room, flags, first).height()
        side = theme.px(20)
        high = side + theme.px(LARGE) + first_high + theme.px(SMALL) + second_high
        top = room.top() + max((room.height() - high) // 2, 0)
        painter.drawPixmap(room.center().x() - side // 2, top, drawn)
        top += side + theme.px(LARGE)
        painter.setPen(theme.ink)
        option = QTextOption(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        painter.drawText(QRectF(room.left(), top, room.width(), first_high), first, option)
        top += first_high + theme.px(SMALL)
        painter.setFont(theme.font(16))
        painter.drawText(QRectF(room.left(), top, room.width(), second_high), second, option)


def _paths(data: QMimeData) -> tuple[str, ...]:
    return tuple(url.toLocalFile() for url in data.urls() if url.isLocalFile())


def _may_hold_sessions(path: str) -> bool:
    """By its name alone: what is in it is looked at when it is let go, and not while the pointer moves."""
    ending = os.path.splitext(path)[1].lower()  # noqa: PTH122 - a string, asked on every drag
    return not ending or ending in _KNOWN or os.path.isdir(path)  # noqa: PTH112
