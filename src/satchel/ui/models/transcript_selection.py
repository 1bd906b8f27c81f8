"""What is selected in a transcript, across messages, and the plain text it is copied as."""

from __future__ import annotations

from typing import NamedTuple

from satchel.ui.models.transcript_rows import TranscriptRows


class Place(NamedTuple):
    """A place between characters: before the one at `offset` in the text of the row at `position`."""

    position: int
    offset: int


class Selection:
    """From where the selection was begun (`anchor`) to where it was drawn to (`cursor`), either first."""

    def __init__(self) -> None:
        self.anchor: Place | None = None
        self.cursor: Place | None = None

    def clear(self) -> None:
        self.anchor = self.cursor = None

    def begin(self, place: Place) -> None:
        self.anchor = self.cursor = place

    def extend(self, place: Place) -> None:
        self.anchor = self.anchor or place
        self.cursor = place

    @property
    def empty(self) -> bool:
        return self.anchor == self.cursor

    @property
    def ends(self) -> tuple[Place, Place] | None:
        if self.anchor is None or self.cursor is None or self.empty:
            return None
        return min(self.anchor, self.cursor), max(self.anchor, self.cursor)

    def within(self, position: int, length: int) -> tuple[int, int] | None:
        """The selected stretch of a row's text of `length` characters, if any of it is selected."""
        ends = self.ends
        if ends is None or not ends[0].position <= position <= ends[1].position:
            return None
        start = ends[0].offset if position == ends[0].position else 0
        end = ends[1].offset if position == ends[1].position else length
        return (min(start, length), min(end, length))

    def text(self, rows: TranscriptRows) -> str:
        """The selected text; where it reaches over several messages, each with the name of who said it."""
        ends = self.ends
        if ends is None:
            return ""
        if ends[0].position == ends[1].position:
            return rows.words(ends[0].position).text[ends[0].offset : ends[1].offset]
        return "\n\n".join(
            part
            for p in range(ends[0].position, ends[1].position + 1)
            if (part := self._part(rows, p))
        )

    def _part(self, rows: TranscriptRows, position: int) -> str:
        words = rows.words(position)
        stretch = self.within(position, len(words.text))
        if stretch is None or (text := words.text[slice(*stretch)]) == "":
            return ""
        return f"{words.name}: {text}" if words.name else text


def select_all(selection: Selection, rows: TranscriptRows) -> None:
    if len(rows):
        last = rows.end - 1
        selection.anchor = Place(rows.first, 0)
        selection.cursor = Place(last, len(rows.words(last).text))
