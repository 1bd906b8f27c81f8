"""A laid-out row of the transcript: values that painting, hit-testing and screen readers read."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, cast

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QColor, QTextLayout, QTextLine

from satchel.ui.models.record_text import ShownRecord


class Action(Enum):
    """What a click on a target asks for."""

    LINK = "link"
    ANCHOR = "anchor"
    UNFOLD = "unfold"
    FOLD = "fold"


class Target(NamedTuple):
    """Something in a row that can be activated, and where it lies."""

    action: Action
    value: str
    rects: tuple[QRect, ...]


class Icon(NamedTuple):
    name: str
    colour: QColor
    place: QPoint
    filled: bool = False


@dataclass(slots=True)
class Block:
    """Lines of text on the fixed pitch. `start` is their place in the row's text; -1 if not part of it."""

    layout: QTextLayout
    x: int
    y: int
    height: int
    pitch: int
    colour: QColor
    start: int = -1

    @property
    def length(self) -> int:
        return len(self.layout.text())

    def offset_at(self, x: int, y: int) -> int:
        """The place in the row's text that lies nearest to a point of the row."""
        line = self.layout.lineAt(self._line_at(y))
        if not line.isValid():
            return self.start
        return self.start + characters(self.layout.text(), line.xToCursor(float(x - self.x)))

    def caret(self, offset: int) -> QRect:
        """Where the place `offset` of the row's text lies in the row."""
        place = units(self.layout.text(), offset - self.start)
        line = self.layout.lineForTextPosition(place)
        if not line.isValid():
            return QRect(self.x, self.y, 1, self.pitch)
        x = _x_of(line, place)
        return QRect(self.x + round(x), self.y + line.lineNumber() * self.pitch, 1, self.pitch)

    def rects(self, start: int, end: int) -> tuple[QRect, ...]:
        """What the stretch of the layout's text covers in the row, one rectangle a line."""
        found = []
        for number in range(self.layout.lineCount()):
            line = self.layout.lineAt(number)
            low = max(start, line.textStart())
            high = min(end, line.textStart() + line.textLength())
            if low < high:
                found.append(self._line_rect(line, low, high))
        return tuple(found)

    def _line_rect(self, line: QTextLine, start: int, end: int) -> QRect:
        edges = sorted((round(_x_of(line, start)), round(_x_of(line, end))))
        top = self.y + line.lineNumber() * self.pitch
        return QRect(self.x + edges[0], top, edges[1] - edges[0], self.pitch)

    def _line_at(self, y: int) -> int:
        return min(max((y - self.y) // self.pitch, 0), max(0, self.layout.lineCount() - 1))


class Rule(NamedTuple):
    """A hairline with words: a day, or where the new messages begin."""

    block: Block
    lines: tuple[QRect, ...]
    colour: QColor


@dataclass(slots=True)
class Row:
    """One record laid out at a width. All places count from the row's upper edge and the pane's left one."""

    shown: ShownRecord
    height: int = 0
    ground: QRect = field(default_factory=QRect)
    """What the record covers, without the space and the rules above it."""
    filled: bool = False
    rules: list[Rule] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    icons: list[Icon] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    time: str = ""
    time_rect: QRect = field(default_factory=QRect)
    day: str = ""
    shown_length: int = 0
    """How much of the text is laid out; less than all of it while folded."""

    def body(self) -> list[Block]:
        return [block for block in self.blocks if block.start >= 0]

    def target_at(self, point: QPoint) -> int | None:
        for index, target in enumerate(self.targets):
            if any(rect.contains(point) for rect in target.rects):
                return index
        return None

    def offset_at(self, point: QPoint) -> int:
        """The place in the text nearest to a point of the row."""
        body = self.body()
        if not body or point.y() < body[0].y:
            return 0
        block = next((b for b in body if point.y() < b.y + b.height), None)
        if block is None:
            return (
                len(self.shown.text)
                if self.shown_length == len(self.shown.text)
                else self.shown_length
            )
        return block.offset_at(point.x(), point.y())

    def block_of(self, offset: int) -> Block | None:
        found = None
        for block in self.body():
            if block.start > offset:
                break
            found = block
        return found


def _x_of(line: QTextLine, place: int) -> float:
    x, _ = cast("tuple[float, int]", line.cursorToX(place))
    return x


def draw_point(block: Block, y: int) -> QPointF:
    return QPointF(block.x, y + block.y)


def units(text: str, characters: int) -> int:
    """Qt counts UTF-16 units, Python characters: `characters` of `text` as units."""
    if text.isascii():
        return characters
    return characters + sum(character > "\uffff" for character in text[:characters])


def characters(text: str, count: int) -> int:
    """The inverse of `units`."""
    if text.isascii():
        return count
    seen = 0
    for index, character in enumerate(text):
        if seen >= count:
            return index
        seen += 2 if character > "\uffff" else 1
    return len(text)
