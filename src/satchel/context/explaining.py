"""What became of each turn in a pack, and why."""

from __future__ import annotations

from typing import Final

from satchel.context.condensing import label_of
from satchel.context.messages import tokens_of
from satchel.context.tiers import Choice, Turns
from satchel.context.turns import Turn
from satchel.domain.packs import (
    BUDGET,
    CONDENSED,
    CUT,
    DAMAGED,
    NOT_READ,
    OLDER,
    OMITTED,
    SKIPPED,
    SUMMARISED,
    TOO_LARGE,
    TURN,
    WHOLE,
    PackPart,
)
from satchel.domain.spoken import cut, one_line

_MOST_SKIPPED: Final = 50


def turn_parts(choice: Choice, turns: Turns, last_told: int) -> list[PackPart]:
    """The turns, oldest first, then what could not be read. Nothing is read for it."""
    parts = [_omitted(choice, turns, last_told)]
    first = len(choice.whole) + (choice.cut is not None)
    for place in range(first + len(choice.condensed) - 1, first - 1, -1):
        parts.append(_part(turns.read[place], CONDENSED, turns.line(place).tokens, OLDER))
    if choice.cut is not None:
        tokens = sum(tokens_of(block, turns.counter) for block in choice.cut_blocks)
        parts.append(_part(choice.cut, CUT, tokens, TOO_LARGE))
    for place in range(len(choice.whole) - 1, -1, -1):
        parts.append(_part(choice.whole[place], WHOLE, turns.cost(place), ""))
    skipped = turns.source.skipped[:_MOST_SKIPPED]
    parts += [
        PackPart(TURN, SKIPPED, seq, seq, 0, DAMAGED, cut(one_line(why), 120))
        for seq, why in skipped
    ]
    return [part for part in parts if part is not None]


def _part(turn: Turn, state: str, tokens: int, reason: str) -> PackPart:
    return PackPart(TURN, state, turn.first_seq, turn.last_seq, tokens, reason, label_of(turn))


def _omitted(choice: Choice, turns: Turns, last_told: int) -> PackPart | None:
    """What is older than all that is mentioned, behind the summary if there is one."""
    mentioned = choice.mentioned
    if mentioned:
        last = turns.read[mentioned - 1].first_seq - 1
    else:
        last = turns.source.newest[0].seq if turns.source.newest else -1
    if last <= last_told:
        return PackPart(TURN, OMITTED, 0, last, 0, SUMMARISED) if last >= 0 else None
    reason = BUDGET
    if not mentioned and turns.has(0) and turns.cost(0) > turns.room:
        reason = TOO_LARGE
    elif turns.ended and mentioned == len(turns.read):
        reason = NOT_READ
    return PackPart(TURN, OMITTED, last_told + 1, last, 0, reason)
