"""A turn in one line: who, when, where in the course, and the first sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from satchel.context.said import Said
from satchel.context.tokens import Counter
from satchel.context.turns import PER_MESSAGE, Piece, Turn
from satchel.domain.spoken import cut, one_line

HEAD: Final = "Earlier in this session, a line for each turn, oldest first:"
MOST_LINES: Final = 400
LONGEST_SENTENCE: Final = 100
LONGEST_LABEL: Final = 60
"""Characters."""

_SENTENCE = re.compile(r".*?(?:[.!?…](?=\s|$)|[。！？؟।])", re.DOTALL)


class Line(NamedTuple):
    text: str
    tokens: int


def line_of(turn: Turn, counter: Counter) -> Line:
    first = _first(turn)
    when = first.entry.created_at[:16].replace("T", " ")
    place = anchor_of(first)
    where = f" @ {place}" if place else ""
    text = f"- {one_line(when)} {first.said.role}{where}: {first_sentence(first.said)}"
    return Line(text, counter.count(text) + 1)


def anchor_of(piece: Piece) -> str:
    """Where in the course a record is anchored, or nothing."""
    entry = piece.entry
    parts = (entry.scene_id, entry.action_index, entry.sub_anchor)
    return cut(one_line("/".join(str(part) for part in parts if part is not None)), 60)


def first_sentence(one: Said) -> str:
    text = one_line(one.text[: 8 * LONGEST_SENTENCE])
    if not text:
        names = [call.name for call in one.calls] or [r.name or "tool" for r in one.results]
        if not names:
            return "…"
        return cut(f"[{', '.join(names)}]", LONGEST_SENTENCE)
    sentence = _SENTENCE.match(text)
    return cut(sentence.group() if sentence else text, LONGEST_SENTENCE)


def label_of(turn: Turn) -> str:
    """The first words of a turn, for a list."""
    said = turn.pieces[0].said
    if said.text:
        beginning = said.text[:LONGEST_LABEL]
        if beginning.isprintable():  # as nearly always
            return beginning if len(said.text) <= LONGEST_LABEL else f"{beginning[:-1]}…"
    return cut(first_sentence(_first(turn).said), LONGEST_LABEL)


def _first(turn: Turn) -> Piece:
    """The first record that says anything."""
    return next((piece for piece in turn.pieces if not piece.said.is_empty), turn.pieces[0])


def block_text(lines: Sequence[Line]) -> str:
    """Lines, given newest first, as one message."""
    return "\n".join((HEAD, *(line.text for line in reversed(lines))))


def block_tokens(lines: Sequence[Line], counter: Counter) -> int:
    return PER_MESSAGE + counter.count(block_text(lines)) if lines else 0


def fitting(lines: Sequence[Line], room: int, counter: Counter) -> int:
    """How many of the lines, from the newest on, fit in `room` tokens as one message."""
    number = used = 0
    for line in lines:
        used += line.tokens
        if used > room:
            break
        number += 1
    while number and (over := block_tokens(lines[:number], counter) - room) > 0:
        number -= max(1, over * number // max(1, used))
    return max(0, number)
