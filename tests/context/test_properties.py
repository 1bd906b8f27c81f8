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
from satchel.domain.json_value import JsonValue
from satchel.domain.packs import (
    AUTO,
    CUT,
    DEEP,
    MEDIUM,
    SHALLOW,
    TIERS,
    TURN,
    WHOLE,
    Pack,
)
from satchel.domain.runtime import QUIZ_ATTEMPT
from tests.context import long_runs
from tests.context.histories import SAID, Packs, message, packs_of
from tests.context.rules import check, check_use, mentioned
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
    lambda number, text, arguments: {
        "role": "assistant",
        "content": text,
        "tool_calls": [
            {
                "id": f"call-{number}",
                "type": "function",
                "function": {"name": "f", "arguments": arguments},
            }
        ],
    },
    st.integers(0, 3),
    st.none() | texts,
    st.sampled_from(["{}", "", '{"a', "words"]) | json_values,
)
answer = st.builds(
    lambda number, text: {"role": "tool", "tool_call_id": f"call-{number}", "content": text},
    st.integers(0, 3),
    texts,
)
quiz = st.builds(
    lambda phase, earned: {
        "phase": phase,
        "answers": {"q1": "B"},
        "results": [{"questionId": "q1", "correct": True, "earned": earned}],
    },
    st.sampled_from(["draft", "submitted", "reviewed"]),
    st.integers(0, 5) | st.sampled_from([10**400, None, "x"]),
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
        quiz,
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


@given(records, st.sampled_from(["chat", "lab", QUIZ_ATTEMPT]), budgets)
def test_every_pack(
    ground: Ground, payloads: list[JsonValue | str], kind: str, budget: int
) -> None:
    name = ground.session(payloads, kind)
    found = {tier: ground.pack(name, budget, tier) for tier in TIERS}
    for tier, pack in found.items():
        check(pack, len(payloads))
        assert pack == ground.pack(name, budget, tier)  # now from the cache
    assert mentioned(found[SHALLOW]) <= mentioned(found[MEDIUM])
    assert mentioned(found[SHALLOW]) <= mentioned(found[DEEP])
    assert found[AUTO].tier in (SHALLOW, MEDIUM, DEEP)
    check_use(found[SHALLOW])
    check_use(found[MEDIUM])


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


def test_long_histories_shortly(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m tests.context.long_runs` takes its time; here are a few records."""
    long_runs.main(["0", "1", "10", "3000"])
    assert "3,000 records" in capsys.readouterr().out
