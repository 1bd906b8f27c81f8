"""Paints laid-out rows. Reads values only; what is where was decided when the row was laid out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QTextCharFormat, QTextLayout

from satchel.ui.icons import pixmap
from satchel.ui.theme import CARD_RADIUS
from satchel.ui.widgets.transcript_layout import format_range
from satchel.ui.widgets.transcript_row import Block, Row, draw_point, units
from satchel.ui.widgets.transcript_style import Style, alignment


class Marks(NamedTuple):
    """What lies over a row for the moment: selected text, and where the keyboard is."""

    selected: tuple[int, int] | None = None
    current: bool = False
    target: int | None = None


class RowPainter:
    """Paints rows of one style through one painter."""

    def __init__(self, painter: QPainter, style: Style, clip: QRect) -> None:
        self._painter = painter
        self._style = style
        self._clip = QRectF(clip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def row(self, row: Row, y: int, marks: Marks) -> None:
        """Paints `row` with its upper edge at `y`."""
        if row.filled:
            self._ground(row.ground.translated(0, y))
        for rule in row.rules:
            for line in rule.lines:
                self._painter.fillRect(line.translated(0, y), rule.colour)
            self._block(rule.block, y, None)
        for icon in row.icons:
            self._icon(icon.name, icon.colour, icon.place + QPoint(0, y), icon.filled)
        for block in row.blocks:
            self._block(block, y, marks.selected)
        if marks.current:
            self._rings(row, y, marks.target)

    def instead(self, words: str, width: int) -> None:
        """Paints `words` where the first message would stand, in a pane of `width`."""
        style = self._style
        left, wide = style.column(width)
        place = QRect(left + style.inset, style.gap, wide - 2 * style.inset, width)
        self._painter.setFont(style.body.font)
        self._painter.setPen(style.theme.ink2)
        flags = alignment(style.rtl) | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        self._painter.drawText(place, int(flags), words)

    def _ground(self, place: QRect) -> None:
        theme = self._style.theme
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self._painter.setBrush(theme.mine)
        if theme.high_contrast:
            self._painter.setPen(QPen(theme.line, 1))
            shape = QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5)
        else:
            self._painter.setPen(Qt.PenStyle.NoPen)
            shape = QRectF(place)
        radius = theme.px(CARD_RADIUS)
        self._painter.drawRoundedRect(shape, radius, radius)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _block(self, block: Block, y: int, selected: tuple[int, int] | None) -> None:
        top = y + block.y
        if top > self._clip.bottom() or top + block.height < self._clip.top():
            return
        self._painter.setPen(block.colour)
        ranges = [] if selected is None else self._selected(block, selected)
        block.layout.draw(self._painter, draw_point(block, y), ranges, self._clip)

    def _selected(self, block: Block, selected: tuple[int, int]) -> list[QTextLayout.FormatRange]:
        text = block.layout.text()
        start = max(0, selected[0] - block.start)
        end = min(len(text), selected[1] - block.start)
        if block.start < 0 or start >= end:
            return []
        looks = QTextCharFormat()
        looks.setBackground(QBrush(self._style.theme.accent))
        looks.setForeground(QBrush(self._style.theme.on_accent))
        first = units(text, start)
        return [format_range(first, units(text, end) - first, looks)]

    def _icon(self, name: str, colour: QColor, place: QPoint, filled: bool) -> None:
        style = self._style
        ratio = self._painter.device().devicePixelRatio()
        drawing = pixmap(style.theme, name, 16, colour, ratio, filled=filled, rtl=style.rtl)
        self._painter.drawPixmap(place, drawing)

    def _rings(self, row: Row, y: int, target: int | None) -> None:
        """The keyboard's place: inside the row, and round the link in it that Enter would follow."""
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(self._style.theme.focus, 2))
        grow = 0 if row.filled else self._style.loose
        place = QRectF(row.ground.translated(0, y)).adjusted(1, 1 - grow, -1, grow - 1)
        radius = self._style.theme.px(CARD_RADIUS)
        self._painter.drawRoundedRect(place, radius, radius)
        if target is not None and target < len(row.targets):
            for rect in _by_line(row.targets[target].rects):
                around = QRectF(rect.translated(0, y)).adjusted(-3, 0, 3, 0)
                self._painter.drawRoundedRect(around, 3, 3)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _by_line(rects: Iterable[QRect]) -> list[QRect]:
    """One rectangle a line: an icon and the words after it are one thing."""
    lines: dict[int, QRect] = {}
    for rect in rects:
        lines[rect.top()] = lines.get(rect.top(), QRect()).united(rect)
    return list(lines.values())
