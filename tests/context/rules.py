"""What every pack must be."""

from __future__ import annotations

from satchel.context.estimate import EstimateCounter
from satchel.context.messages import tokens_of
from satchel.context.packer import PER_PACK
from satchel.domain.json_value import decode
from satchel.domain.packs import (
    BUDGET,
    CONDENSED,
    CUT,
    DAMAGED,
    SHALLOW,
    TOO_LARGE,
    TURN,
    WHOLE,
    Pack,
)


def mentioned(pack: Pack) -> set[int]:
    """The records of all turns that are told of."""
    found: set[int] = set()
    for part in pack.parts:
        if part.what == TURN and part.state in (WHOLE, CUT, CONDENSED):
            assert part.first_seq is not None
            assert part.last_seq is not None
            found.update(range(part.first_seq, part.last_seq + 1))
    return found


def check(pack: Pack, number: int) -> None:
    counted = tokens_of(pack.messages, EstimateCounter())
    assert pack.tokens <= pack.budget - pack.reserve
    assert pack.reserve * 10 >= pack.budget
    assert counted + PER_PACK * bool(pack.messages) <= pack.tokens or not pack.messages
    assert pack.included + pack.condensed + pack.omitted == number
    _check_format(pack)


def _check_format(pack: Pack) -> None:
    """As the chat-completions format wants it: every call is answered, right behind it, and nothing else is."""
    open_calls: list[str] = []
    for one in pack.messages:
        assert isinstance(one["content"], str)
        if one["role"] == "tool":
            assert one["tool_call_id"] in open_calls
            open_calls.remove(str(one["tool_call_id"]))
            continue
        assert not open_calls
        assert one["role"] in ("system", "user", "assistant")
        calls = one.get("tool_calls")
        for part in calls if isinstance(calls, list) else []:
            assert isinstance(part, dict)
            open_calls.append(str(part["id"]))
            function = part["function"]
            assert isinstance(function, dict)
            assert isinstance(decode(str(function["arguments"])), dict)
    assert not open_calls


def check_use(pack: Pack) -> None:
    """Four fifths are used unless everything is in it, or the next turn does not fit."""
    if pack.tokens * 5 >= pack.budget * 4 or not pack.omitted or pack.budget < 100:
        return
    reasons = {part.reason for part in pack.parts}
    if pack.tier != SHALLOW and pack.budget >= 300:  # a line more would have fitted
        assert reasons & {TOO_LARGE, DAMAGED}
    assert reasons & {BUDGET, TOO_LARGE, DAMAGED}
