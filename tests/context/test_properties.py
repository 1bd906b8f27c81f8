"""What holds for every pack: its budget, whole turns, tiers that tell no less than the one before, the same again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.context.estimate import EstimateCounter
from satchel.context.messages import tokens_of
from satchel.context.packer import PER_PACK
from satchel.domain.json_value import JsonValue, decode
from satchel.domain.packs import (
    AUTO,
    BUDGET,
    CONDENSED,
    CUT,
    DAMAGED,
    DEEP,
    MEDIUM,
    SHALLOW,
    TIERS,
    TOO_LARGE,
    TURN,
    WHOLE,
    Pack,
)
from tests.context.histories import SAID, Packs, message, packs_of
from tests.domain.strategies import json_values
from tests.store.opened import opened

texts = st.builds(
    lambda words, times: " ".join([words] * times),
    st.sampled_from([*SAID.values(), "ok", "", "\n\n"]),
    st.sampled_from([1, 1, 1, 2, 5, 40]),
)
tool = st.builds(
    lambda number, text: {
        "role": "assistant",
        "content": "",
        "message": {
            "parts": [
                {
                    "type": "tool-draw",
                    "toolCallId": f"call-{number}",
                    "input": {"parts": text},
                    "output": {"drawn": text},
                }
            ]
        },
    },
    st.integers(0, 3),
    texts,
)
call = st.builds(
    lambda number, text: message(
        "assistant",
        text,
        tool_calls=[
            {
                "id": f"call-{number}",
                "type": "function",
                "function": {"name": "f", "arguments": "{}"},
            }
        ],
    ),
    st.integers(0, 3),
    texts,
)
answer = st.builds(
    lambda number, text: {"role": "tool", "tool_call_id": f"call-{number}", "content": text},
    st.integers(0, 3),
    texts,
)
records = st.lists(
    st.one_of(
        st.builds(lambda text: message("user", text), texts),
        st.builds(lambda text: message("user", text), texts),
        st.builds(lambda text: message("assistant", text), texts),
        st.builds(lambda text: message("system", text), texts),
        tool,
        call,
        answer,
        json_values,
        st.sampled_from(["{", "", "[1,", "nul"]),
    ),
    max_size=40,
)
budgets = st.one_of(st.integers(1, 3000), st.sampled_from([1, 100, 100_000]))


class Ground:
    """One database for all examples, each in a session of its own."""

    def __init__(self, packs: Packs) -> None:
        self.packs = packs
        self._numbers = count()

    def session(self, payloads: list[JsonValue | str], kind: str = "chat") -> str:
        name = self.packs.chat(f"s{next(self._numbers)}", kind=kind, stage="satchel:workspace")
        self.packs.fill(name, payloads)
        return name

    def pack(self, name: str, budget: int, tier: str) -> Pack:
        return self.packs.packing.packer.pack(name, budget, tier)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with opened(tmp_path_factory.mktemp("packs") / "profile") as bench:
        bench.database.script("PRAGMA synchronous = OFF")  # nothing here must survive a crash
        yield Ground(packs_of(bench))


def _mentioned(pack: Pack) -> set[int]:
    """The records of all turns that are told of."""
    found: set[int] = set()
    for part in pack.parts:
        if part.what == TURN and part.state in (WHOLE, CUT, CONDENSED):
            assert part.first_seq is not None
            assert part.last_seq is not None
            found.update(range(part.first_seq, part.last_seq + 1))
    return found


def _check(pack: Pack, number: int) -> None:
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
            decode(str(function["arguments"]))
    assert not open_calls


@given(records, st.sampled_from(["chat", "lab"]), budgets)
def test_every_pack(
    ground: Ground, payloads: list[JsonValue | str], kind: str, budget: int
) -> None:
    name = ground.session(payloads, kind)
    found = {tier: ground.pack(name, budget, tier) for tier in TIERS}
    for tier, pack in found.items():
        _check(pack, len(payloads))
        assert pack == ground.pack(name, budget, tier)  # now from the cache
    assert _mentioned(found[SHALLOW]) <= _mentioned(found[MEDIUM])
    assert _mentioned(found[SHALLOW]) <= _mentioned(found[DEEP])
    assert found[AUTO].tier in (SHALLOW, MEDIUM, DEEP)
    _check_use(found[SHALLOW])
    _check_use(found[MEDIUM])


def _check_use(pack: Pack) -> None:
    """Four fifths are used unless everything is in it, or the next turn does not fit."""
    if pack.tokens * 5 >= pack.budget * 4 or not pack.omitted or pack.budget < 100:
        return
    reasons = {part.reason for part in pack.parts}
    assert reasons & {BUDGET, TOO_LARGE, DAMAGED}


@given(st.lists(texts, min_size=1, max_size=30), st.integers(100, 4000))
def test_a_budget_is_used(ground: Ground, said: list[str], budget: int) -> None:
    """In a plain talk: what is left over is less than the next turn takes."""
    name = ground.session([message("user", text) for text in said])
    pack = ground.pack(name, budget, SHALLOW)
    whole = [part for part in pack.parts if part.what == TURN and part.state == WHOLE]
    if len(whole) == len(said) or any(part.state == CUT for part in pack.parts):
        return
    following = said[len(said) - len(whole) - 1]
    takes = tokens_of([message("user", following)], EstimateCounter()) if following else 1
    assert pack.tokens + takes > budget - pack.reserve - PER_PACK
