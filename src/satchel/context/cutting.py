"""Cutting what is larger than the room there is, with a marker where something is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satchel.context.messages import Block, arguments_of, tokens_of, with_arguments
from satchel.context.said import SYSTEM
from satchel.context.tokens import Counter
from satchel.context.turns import MOST_CHARACTERS, PER_MESSAGE
from satchel.domain.json_value import encode
from satchel.domain.runtime import JsonObject

MARKER: Final = " […{n} characters left out…]"
MISSING: Final = "[…{n} messages of this turn left out…]"
LEAST: Final = 24
"""Tokens a message is not cut below while there is room: it would say nothing."""
_SMALLEST: Final = 10
_MARKER_TOKENS: Final = 16
_TRIES: Final = 16


def cut_turn(blocks: Sequence[Block], left_out: int, room: int, counter: Counter) -> list[Block]:
    """As much of a turn as fits in `room` tokens: what opened it, then the newest, the longest of these cut.

    `left_out` messages are missing behind the first block already. Nothing where not even a beginning fits.
    """
    costs = [_cost(block, room, counter) for block in blocks]
    kept = _kept(blocks, costs, room)
    if len(kept) < len(blocks) or left_out:
        room -= _MARKER_TOKENS + PER_MESSAGE
        kept = _kept(blocks, costs, room)
    if not kept:
        return []
    level = _level([costs[place] for place in kept], room)
    result = [
        block
        for place in kept
        if (
            block := blocks[place]
            if costs[place] <= level
            else _cut_block(blocks[place], level, counter)
        )
    ]
    missing = left_out + sum(map(len, blocks)) - sum(map(len, result))
    if missing and result:
        result.insert(1, [{"role": SYSTEM, "content": MISSING.format(n=missing)}])
    return result


def cut_text(text: str, room: int, counter: Counter) -> str:
    """The beginning of `text` and a marker, in `room` tokens; empty where nothing fits."""
    if len(text) <= room * MOST_CHARACTERS and counter.count(text) <= room:
        return text
    best = ""
    fits, too_long = 0, len(text)
    take = min(len(text) - 1, room * 5)
    for _ in range(_TRIES):
        beginning = _at_a_word(text, take)
        short = beginning + MARKER.format(n=len(text) - len(beginning))
        tokens = counter.count(short)
        if tokens <= room:
            best, fits = (short if beginning else best), take
            if tokens >= room - 4:
                break
        else:
            too_long = take
        guess = int(take * (room - 1) / tokens)
        take = guess if fits < guess < too_long else (fits + too_long) // 2
        if not fits < take < too_long:
            break
    return best


def _kept(blocks: Sequence[Block], costs: Sequence[int], room: int) -> list[int]:
    """Places of the first block and of as many of the newest as can have a share."""
    if not blocks or room < _SMALLEST * len(blocks[0]):
        return []
    kept = [0]
    used = min(costs[0], LEAST * len(blocks[0]))
    for place in range(len(blocks) - 1, 0, -1):
        used += min(costs[place], LEAST * len(blocks[place]))
        if used > room:
            break
        kept.append(place)
    return sorted(kept)


def _level(costs: Sequence[int], room: int) -> int:
    """The largest share such that all together fit where the larger ones are cut to it."""
    left, number = room, len(costs)
    for cost in sorted(costs):
        if cost * number > left:
            break
        left -= cost
        number -= 1
    return left // number if number else room


def _cost(block: Block, room: int, counter: Counter) -> int:
    length = sum(len(str(message["content"])) for message in block)
    length += sum(len(arguments_of(call)) for message in block for call in _calls(message))
    if length > room * MOST_CHARACTERS:
        return room + 1
    return tokens_of(block, counter)


def _cut_block(block: Block, room: int, counter: Counter) -> Block:
    """Every text of the block cut to an equal share; nothing where it cannot be done."""
    texts = len(block) + sum(len(_calls(message)) for message in block)
    bare = tokens_of([_emptied(message) for message in block], counter)
    share = (room - bare) // texts
    if share < 1 + (_SMALLEST if len(block) > 1 else 0):
        return []
    return [_shortened(message, share, counter) for message in block]


def _shortened(message: JsonObject, share: int, counter: Counter) -> JsonObject:
    changed: JsonObject = {
        **message,
        "content": cut_text(str(message["content"]), share, counter),
    }
    if calls := _calls(message):
        changed["tool_calls"] = [
            with_arguments(call, _cut_arguments(arguments_of(call), share, counter))
            for call in calls
        ]
    return changed


def _cut_arguments(arguments: str, share: int, counter: Counter) -> str:
    """They must stay JSON: a cut one is told as a text in it."""
    room = share
    while room > 0:
        short = cut_text(arguments, room, counter)
        told = arguments if short == arguments else encode({"cut": short})
        tokens = counter.count(told)
        if tokens <= share:
            return told
        room -= max(1, tokens - share)
    return "{}"


def _emptied(message: JsonObject) -> JsonObject:
    emptied: JsonObject = {**message, "content": ""}
    if calls := _calls(message):
        emptied["tool_calls"] = [with_arguments(call, "") for call in calls]
    return emptied


def _calls(message: JsonObject) -> list[object]:
    calls = message.get("tool_calls")
    return list(calls) if isinstance(calls, list) else []


def _at_a_word(text: str, take: int) -> str:
    """The first `take` characters, or a little less, so that no word is broken in two."""
    beginning = text[:take]
    if take >= len(text):
        return beginning
    space = max(beginning.rfind(" ", take - 24), beginning.rfind("\n", take - 24))
    return beginning[:space] if space > 0 else beginning
