"""Paints a recent session: its title, its course, what is new, and when."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimeZone
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from satchel.domain.contracts import SessionSummary
from satchel.domain.timestamps import to_datetime
from satchel.ui.icons import pixmap
from satchel.ui.models.recent_sessions import RecentRole
from satchel.ui.models.session_roles import Mark
from satchel.ui.models.session_words import heading_of
from satchel.ui.relative_time import time_in_words
from satchel.ui.theme import LARGE, SMALL, Theme

ROW = 44
_TITLE, _STATE, _WHEN = 160, 168, 136

_Index = QModelIndex | QPersistentModelIndex


class RecentDelegate(QStyledItemDelegate):
    """A row in four columns; in a narrow list the course gives way, then the time."""

    def __init__(self, theme: Theme, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, rect = self._theme, option.rect
        summary: SessionSummary = index.data(RecentRole.SUMMARY)
        painter.save()
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.hover)
        if index.row():
            painter.setPen(theme.line)
            painter.drawLine(rect.topLeft(), rect.topRight())
        side = theme.px(LARGE)
        inner = rect.adjusted(side, 0, -side, 0)
        columns = self._columns(inner)
        self._text(painter, columns[0], index.data(), theme.ink, bold=True)
        self._text(painter, columns[1], heading_of(summary.session.stage_id), theme.ink2)
        self._state(painter, columns[2], index)
        when = time_in_words(
            to_datetime(summary.activity_at),
            datetime.now(UTC),
            QTimeZone.systemTimeZone(),
            self._view.locale(),
        )
        self._text(painter, columns[3], when, theme.ink2)
        if self._view.hasFocus() and self._view.currentIndex() == index:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.focus, 2))
            painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2), 6, 6)
        painter.restore()

    def _columns(self, inner: QRect) -> list[QRect]:
        """Title, course, state, time. What there is no room for gets none; what is new is never cut."""
        px, width = self._theme.px, inner.width()
        state, when = px(_STATE), px(_WHEN)
        if width - state - when < px(_TITLE):
            when = 0
        words = max(width - state - when, 0)
        title = round(words * 0.6) if words >= 2 * px(_TITLE) else words
        edges = [0, title, words, words + state, words + state + when]
        gap = px(SMALL)
        return [
            QStyle.visualRect(
                self._view.layoutDirection(),
                inner,
                QRect(inner.left() + left, inner.top(), max(0, right - left - gap), inner.height()),
            )
            for left, right in pairwise(edges)
        ]

    def _state(self, painter: QPainter, rect: QRect, index: _Index) -> None:
        theme, mark = self._theme, index.data(RecentRole.MARK)
        name, colour, ink = {
            Mark.UNREAD: ("circle", theme.accent, theme.accent),
            Mark.UNSENT: ("arrow_circle_up", theme.warn, theme.warn),
        }.get(mark, ("checkmark_circle", theme.ok, theme.ink2))
        filled = mark is Mark.UNREAD
        side, gap = theme.px(16), theme.px(SMALL)
        ratio = self._view.devicePixelRatioF()
        drawn = pixmap(theme, name, 16, colour, ratio, filled=filled)
        box = QRect(rect.left(), rect.top() + (rect.height() - side) // 2, side, side)
        direction = self._view.layoutDirection()
        painter.drawPixmap(QStyle.visualRect(direction, rect, box).topLeft(), drawn)
        rest = QStyle.visualRect(direction, rect, rect.adjusted(side + gap, 0, 0, 0))
        self._text(painter, rest, index.data(RecentRole.STATE), ink)

    def _text(
        self, painter: QPainter, rect: QRect, text: str, colour: QColor, bold: bool = False
    ) -> None:
        if rect.isEmpty():
            return
        painter.setFont(self._theme.font(14, semibold=bold))
        painter.setPen(colour)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        rtl = self._view.isRightToLeft()
        side = Qt.AlignmentFlag.AlignRight if rtl else Qt.AlignmentFlag.AlignLeft
        flags = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, flags, f"\u2068{shown}\u2069")
