"""Which turns of a session go into a pack whole, which in a line, and which not: the three tiers.

Of a shallow pack: the newest whole, until the next does not fit; that one is cut where it is larger than all the
room. Of a medium one: three fifths for whole turns (four, where a shallow pack has no more), then lines, older and
older; where there are no older ones, more whole turns in the place of their lines. Every turn a shallow pack
mentions is mentioned.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from satchel.context.condensing import MOST_LINES, Line, block_tokens, fitting, line_of
from satchel.context.cutting import LEAST, cut_turn
from satchel.context.messages import Block, blocks_of, plain_blocks_of, tokens_of
from satchel.context.tokens import Counter
from satchel.context.turns import Backwards, Turn

LEAST_CUT: Final = 96
"""Tokens: in less room a turn that is too large is left out rather than cut, but for the newest."""
_USUAL_LINE: Final = 32
_MOST_CHARACTERS: Final = 16 * 1024 * 1024
"""Of payload, after which nothing more is read only to be condensed."""


@dataclass(slots=True)
class Choice:
    """What goes in, newest first everywhere. `cut` stands between what is whole and the lines."""

    whole: list[Turn] = field(default_factory=list)
    cut: Turn | None = None
    cut_blocks: list[Block] = field(default_factory=list)
    condensed: list[Turn] = field(default_factory=list)
    tokens: int = 0

    @property
    def mentioned(self) -> int:
        return len(self.whole) + (self.cut is not None) + len(self.condensed)


class Turns:
    """The turns of one session as far as they were asked for, newest first."""

    def __init__(self, source: Backwards) -> None:
        self.source = source
        self.room = source.room
        self.read: list[Turn] = []
        self.ended = False
        """Whether there is nothing older."""
        self._rest: Iterator[Turn] = source.turns()
        self._lines: dict[int, Line] = {}
        self._blocks: dict[int, list[Block]] = {}

    @property
    def counter(self) -> Counter:
        return self.source.counter

    def has(self, place: int) -> bool:
        while len(self.read) <= place and not self.ended:
            turn = next(self._rest, None)
            if turn is None:
                self.ended = True
            else:
                self.read.append(turn)
                self.ended = not turn.complete
        return len(self.read) > place

    def cost(self, place: int) -> int:
        """Tokens of the whole turn; more than the room where it is too large to be counted."""
        turn = self.read[place]
        if turn.tokens <= self.room and turn.has_tools:
            turn.tokens = sum(tokens_of(block, self.counter) for block in self.blocks(place))
        return turn.tokens if not turn.left_out else max(turn.tokens, self.room + 1)

    def blocks(self, place: int) -> list[Block]:
        if place not in self._blocks:
            turn = self.read[place]
            make = blocks_of if turn.has_tools else plain_blocks_of
            self._blocks[place] = make([piece.said for piece in turn.pieces])
        return self._blocks[place]

    def line(self, place: int) -> Line:
        if place not in self._lines:
            self._lines[place] = line_of(self.read[place], self.counter)
        return self._lines[place]

    def cut(self, place: int, room: int) -> list[Block]:
        if room < (LEAST_CUT if place else LEAST):
            return []
        return cut_turn(self.blocks(place), self.read[place].left_out, room, self.counter)


def shallow(turns: Turns, room: int) -> Choice:
    choice = Choice()
    while turns.has(place := len(choice.whole)):
        cost = turns.cost(place)
        if choice.tokens + cost > room:
            if cost > room:
                _add_cut(turns, choice, room)
            break
        choice.whole.append(turns.read[place])
        choice.tokens += cost
    return choice


def medium(turns: Turns, room: int, least: Choice, last_told: int = -1) -> Choice | None:
    """None where not every turn that `least`, a shallow choice, mentions can be mentioned in this room.

    Turns up to the record `last_told` are told of elsewhere, and only condensed where `least` mentions them.
    """
    turns.source.counting = False
    whole = [0, *accumulate(turns.cost(place) for place in range(len(least.whole)))]
    if least.cut is not None and not least.whole:
        return _around_a_cut(turns, room, last_told)
    for_lines = min(room * 2 // 5, MOST_LINES * _USUAL_LINE)
    if room - whole[-1] >= for_lines // 2:  # a shallow pack leaves enough for lines
        first = len(least.whole)
    else:
        first = min(len(least.whole), max(1, sum(used <= room - for_lines for used in whole[1:])))
    older = _lines(turns, room - whole[first], first, least.mentioned, last_told)

    def lines_beside(keep: int) -> int:
        return fitting(older[keep - first :], room - whole[keep], turns.counter)

    keep = bisect_left(
        range(first, len(whole)),
        True,
        key=lambda keep: keep + lines_beside(keep) >= least.mentioned,
    )
    keep += first
    if keep == len(whole) or whole[keep] > room:
        return None
    lines = lines_beside(keep)
    if lines == len(older) - keep + first:
        keep, before = _more_whole(turns, whole, keep, older[keep - first :], room), keep
        lines -= keep - before
    return _chosen(turns, room, whole[keep], keep, lines)


def _more_whole(turns: Turns, whole: list[int], keep: int, lines: list[Line], room: int) -> int:
    """How many turns can be whole where all others have their line already."""
    low, high = keep, len(whole) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if whole[middle] + block_tokens(lines[middle - keep :], turns.counter) <= room:
            low = middle
        else:
            high = middle - 1
    return low


def _chosen(turns: Turns, room: int, used: int, keep: int, lines: int) -> Choice:
    turns_in_lines = range(keep, keep + lines)
    texts = [turns.line(place) for place in turns_in_lines]
    choice = Choice(turns.read[:keep], condensed=[turns.read[place] for place in turns_in_lines])
    choice.tokens = used + block_tokens(texts, turns.counter)
    if lines and turns.cost(keep) > room:
        shorter = Choice(choice.whole, condensed=choice.condensed[1:])
        shorter.tokens = used + block_tokens(texts[1:], turns.counter)
        _add_cut(turns, shorter, room)
        if shorter.cut is not None:
            return shorter
    return choice


def _around_a_cut(turns: Turns, room: int, last_told: int) -> Choice | None:
    """The newest turn is larger than the room: three fifths of it at least, and lines for older ones."""
    older = _lines(turns, room * 2 // 5, 1, 1, last_told)
    number = fitting(older, room * 2 // 5, turns.counter)
    choice = Choice(condensed=turns.read[1 : 1 + number])
    choice.tokens = block_tokens(older[:number], turns.counter)
    _add_cut(turns, choice, room)
    return choice if choice.cut is not None else None


def _add_cut(turns: Turns, choice: Choice, room: int) -> None:
    """Cuts the turn behind the whole ones to what is left of the room."""
    place = len(choice.whole)
    blocks = turns.cut(place, room - choice.tokens)
    tokens = sum(tokens_of(block, turns.counter) for block in blocks)
    if blocks and choice.tokens + tokens <= room:
        choice.cut, choice.cut_blocks = turns.read[place], blocks
        choice.tokens += tokens


def _lines(turns: Turns, room: int, start: int, least: int, last_told: int) -> list[Line]:
    """Lines for the turns from `start` on, newest first: `least` turns are mentioned, and more while there is room."""
    lines: list[Line] = []
    used = 0
    while turns.has(place := start + len(lines)):
        enough = (
            used > room
            or len(lines) >= MOST_LINES
            or turns.read[place].last_seq <= last_told
            or turns.source.characters > _MOST_CHARACTERS
        )
        if place >= least and enough:
            break
        lines.append(turns.line(place))
        used += lines[-1].tokens
    return lines
