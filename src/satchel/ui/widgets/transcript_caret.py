"""Where a selection's end goes for a key: by character, word, line, message. Asks rows, changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextLayout

from satchel.ui.models.transcript_rows import TranscriptRows
from satchel.ui.models.transcript_selection import Place
from satchel.ui.widgets.transcript_row import Row, characters, units


class Step(Enum):
    NEXT_CHARACTER = "next character"
    PREVIOUS_CHARACTER = "previous character"
    NEXT_WORD = "next word"
    PREVIOUS_WORD = "previous word"
    NEXT_LINE = "next line"
    PREVIOUS_LINE = "previous line"
    ROW_START = "row start"
    ROW_END = "row end"
    FIRST = "first"
    LAST = "last"


class Caret:
    """Steps over `rows`; `row_of` answers a row laid out."""

    def __init__(self, rows: TranscriptRows, row_of: Callable[[int], Row]) -> None:
        self._rows = rows
        self._row_of = row_of

    def stepped(self, place: Place, step: Step) -> Place:
        match step:
            case Step.FIRST:
                return Place(self._rows.first, 0)
            case Step.LAST:
                return Place(self._rows.end - 1, self._length(self._rows.end - 1))
            case Step.ROW_START:
                return Place(place.position, 0)
            case Step.ROW_END:
                return Place(place.position, self._length(place.position))
            case Step.NEXT_LINE | Step.PREVIOUS_LINE:
                return self._line(place, 1 if step is Step.NEXT_LINE else -1)
            case Step.NEXT_CHARACTER | Step.NEXT_WORD:
                return self._forward(place, step is Step.NEXT_WORD)
        return self._back(place, step is Step.PREVIOUS_WORD)

    def word(self, place: Place) -> tuple[Place, Place]:
        """The word around a place."""
        start = self._back(Place(place.position, place.offset + 1), True)
        if start.position != place.position or start.offset > place.offset:
            start = place
        end = self._forward(start, True)
        if end.position != place.position:
            end = Place(place.position, self._length(place.position))
        text = self._rows.words(place.position).text[start.offset : end.offset]
        return start, Place(place.position, start.offset + len(text.rstrip()))

    def _length(self, position: int) -> int:
        return self._row_of(position).shown_length

    def _forward(self, place: Place, words: bool) -> Place:
        if place.offset >= self._length(place.position):
            following = self._rows.shown_from(place.position + 1, 1)
            return place if following is None else Place(following, 0)
        block = self._row_of(place.position).block_of(place.offset)
        if block is None or place.offset >= block.start + block.length:
            return Place(place.position, place.offset + 1)  # over the end of a paragraph
        text = block.layout.text()
        at = units(text, place.offset - block.start)
        moved = block.layout.nextCursorPosition(at, _mode(words))
        return Place(place.position, block.start + characters(text, moved))

    def _back(self, place: Place, words: bool) -> Place:
        if place.offset <= 0:
            earlier = self._rows.shown_from(place.position - 1, -1)
            return place if earlier is None else Place(earlier, self._length(earlier))
        block = self._row_of(place.position).block_of(place.offset)
        if block is None or place.offset <= block.start:
            return Place(place.position, place.offset - 1)
        text = block.layout.text()
        at = units(text, min(place.offset - block.start, block.length))
        moved = block.layout.previousCursorPosition(at, _mode(words))
        return Place(place.position, block.start + characters(text, moved))

    def _line(self, place: Place, step: int) -> Place:
        row = self._row_of(place.position)
        block = row.block_of(place.offset)
        if block is not None:
            caret = block.caret(place.offset)
            y = caret.center().y() + step * block.pitch
            body = row.body()
            if body[0].y <= y < body[-1].y + body[-1].height:
                return Place(place.position, row.offset_at(QPoint(caret.x(), y)))
        beyond = self._rows.shown_from(place.position + step, step)
        if beyond is None:
            return Place(place.position, self._length(place.position) if step > 0 else 0)
        return Place(beyond, 0 if step > 0 else self._length(beyond))


def _mode(words: bool) -> QTextLayout.CursorMode:
    return QTextLayout.CursorMode.SkipWords if words else QTextLayout.CursorMode.SkipCharacters
