"""Where a view stands in a long column of rows: on a row, so many pixels down it. Pure.

The place is held by a row and not by a height, so that a row measured, put in front or resized elsewhere
never moves what is being read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from satchel.ui.models.transcript_heights import Heights

Measure: TypeAlias = Callable[[int], int]
"""Answers the height of the row at a position; it may lay that row out."""

_FIRST_SCREEN = 3


class Placed(NamedTuple):
    """A visible row: its position and where its upper edge lies in the view."""

    position: int
    y: int
    height: int


class Scroller:
    """The visible stretch of `heights`, in a view of `view` pixels. `foot` is free space after the last row."""

    def __init__(self, heights: Heights, measure: Measure) -> None:
        self.heights = heights
        self._measure = measure
        self.view = 0
        self.foot = 0
        self.row = 0
        self.offset = 0
        self.at_end = True
        self.placed: tuple[Placed, ...] = ()
        self._rough = True

    def begin(self, first: int, end: int) -> None:
        """Starts over with unmeasured rows from `first` to before `end`, standing at the end."""
        self.heights.first, self.heights.end = first, end
        self.forget()
        self.row, self.offset, self.at_end = first, 0, True

    def forget(self) -> None:
        """Every height is void (another width or font); the place stays."""
        self.heights.forget_all()
        self._rough = True

    def settle(self) -> None:
        """Lays the view out anew around its place: `placed` is right afterwards, and no row has a gap."""
        if self.heights.first >= self.heights.end:
            self.placed = ()
            return
        self.row = min(max(self.row, self.heights.first), self.heights.end - 1)
        self._to_end() if self.at_end else self._normalise()
        self.placed = tuple(self._visible())
        self.at_end = self._reaches_end()
        if self._rough and len(self.placed) >= min(
            _FIRST_SCREEN, self.heights.end - self.heights.first
        ):
            self._rough = False
            self.heights.settle()

    def move(self, pixels: int) -> None:
        """Scrolls down by `pixels`, up where negative; every row passed is measured."""
        self.offset += pixels
        self.at_end = False
        self.settle()

    def go_to(self, position: int, offset: int = 0) -> None:
        """Puts the view's upper edge `offset` pixels down the row at `position`, as far as there are rows."""
        self.row, self.offset, self.at_end = position, offset, False
        self.settle()

    def go_to_height(self, y: int) -> None:
        """Goes where a scroll bar points: exact at both ends, by estimate between."""
        if y >= self.limit:
            self.go_to_end()
            return
        position = self.heights.at(y)
        self.go_to(position, y - self.heights.top(position))

    def go_to_end(self) -> None:
        self.at_end = True
        self.settle()

    def reveal(self, position: int) -> None:
        """Scrolls as little as shows the row; of a row higher than the view, the beginning."""
        found = next((row for row in self.placed if row.position == position), None)
        if found is None:
            above = position < self.row
            self.go_to(position, 0 if above else self._height(position) - self.view)
            found = next((row for row in self.placed if row.position == position), None)
        if found is None or (found.y <= 0 and found.y + found.height >= self.view):
            return
        if found.y < 0 or found.height >= self.view:
            self.move(found.y)
        elif (over := found.y + found.height + self._foot_after(position) - self.view) > 0:
            self.move(over)

    @property
    def height(self) -> int:
        return self.heights.total + self.foot

    @property
    def limit(self) -> int:
        """The greatest value of `value`."""
        return max(0, self.height - self.view)

    @property
    def value(self) -> int:
        """The view's upper edge as a height, by estimate; exactly `limit` at the end and 0 at the start."""
        if self.at_end:
            return self.limit
        if self.row == self.heights.first and self.offset <= 0:
            return 0
        return min(self.heights.top(self.row) + self.offset, max(0, self.limit - 1))

    def _height(self, position: int) -> int:
        if position in self.heights:
            return self.heights.get(position)
        height = self._measure(position)
        self.heights.set(position, height)
        return height

    def _foot_after(self, position: int) -> int:
        return self.foot if position == self.heights.end - 1 else 0

    def _normalise(self) -> None:
        """Brings `offset` inside its row, and the view inside the column."""
        while self.offset < 0 and self.row > self.heights.first:
            self.row -= 1
            self.offset += self._height(self.row)
        self.offset = max(self.offset, 0)
        while self.row < self.heights.end - 1 and self.offset >= self._height(self.row):
            self.offset -= self._height(self.row)
            self.row += 1
        below, position = -self.offset, self.row
        while below < self.view and position < self.heights.end:
            below += self._height(position)
            position += 1
        if position == self.heights.end and below + self.foot <= self.view:
            self._to_end()

    def _to_end(self) -> None:
        """Stands so that the foot touches the view's lower edge; at the start if all rows fit."""
        above = self.foot
        position = self.heights.end
        while above < self.view and position > self.heights.first:
            position -= 1
            above += self._height(position)
        self.row, self.offset = min(position, self.heights.end - 1), max(0, above - self.view)

    def _visible(self) -> list[Placed]:
        rows = []
        y, position = -self.offset, self.row
        while y < self.view and position < self.heights.end:
            height = self._height(position)
            rows.append(Placed(position, y, height))
            y += height
            position += 1
        return rows or [Placed(self.row, y, self._height(self.row))]

    def _reaches_end(self) -> bool:
        last = self.placed[-1]
        return (
            last.position == self.heights.end - 1 and last.y + last.height + self.foot <= self.view
        )
