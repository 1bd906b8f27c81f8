"""Turn packs of sessions of every size and shape, tier by tier."""

from __future__ import annotations

import importlib.util

import pytest

from satchel.context.estimate import EstimateCounter
from satchel.context.messages import tokens_of
from satchel.context.packing import packing
from satchel.context.tokens import ExactCounter
from satchel.domain.errors import SessionNotFound, SessionTrashed, ValidationFailed
from satchel.domain.facts import Pin
from satchel.domain.json_value import JsonValue
from satchel.domain.packs import (
    AUTO,
    BUDGET,
    CUT,
    DEEP,
    MAX_BUDGET,
    MEDIUM,
    OMITTED,
    SHALLOW,
    SUMMARISED,
    TIERS,
    TOO_LARGE,
    TURN,
    WHOLE,
    Pack,
    PackRefused,
)
from satchel.domain.runtime import QUIZ_ATTEMPT
from tests.context.histories import SAID, Packs, asked, message, talk
from tests.fakes import FakeIds


def pack_of(packs: Packs, name: str, budget: int = 1000, tier: str = AUTO) -> Pack:
    return packs.packing.packer.pack(name, budget, tier)


def states(pack: Pack) -> list[tuple[str, int | None, int | None]]:
    return [(p.state, p.first_seq, p.last_seq) for p in pack.parts if p.what == TURN]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("number", [0, 1, 10])
def test_a_short_session_is_in_it_whole(packs: Packs, tier: str, number: int) -> None:
    name = packs.chat("s", stage="satchel:workspace")
    packs.fill(name, list(talk(number))[:number])
    pack = pack_of(packs, name, 5000, tier)
    assert (pack.included, pack.condensed, pack.omitted) == (number, 0, 0)
    assert [one["role"] for one in pack.messages] == ["user", "assistant"] * (number // 2) + [
        "user"
    ] * (number % 2)
    assert pack.tokens == (tokens_of(pack.messages, EstimateCounter()) + 3 if number else 0)


@pytest.mark.parametrize("words", SAID.values(), ids=SAID)
def test_six_scripts(packs: Packs, words: str) -> None:
    packs.fill(packs.chat("s"), talk(300, words))
    for tier in (SHALLOW, MEDIUM, DEEP):
        pack = pack_of(packs, "s", 2000, tier)
        assert 1600 <= pack.tokens <= 1800
        assert words in asked(pack.messages)
        assert pack.included + pack.condensed + pack.omitted == 600
        assert (pack.condensed > 0) == (tier != SHALLOW)
    assert pack_of(packs, "s", 2000).tier == MEDIUM


def test_shallow_is_the_newest_turns_whole(packs: Packs) -> None:
    packs.fill(packs.chat("s"), talk(50))
    pack = pack_of(packs, "s", 500, SHALLOW)
    told, *turns = states(pack)
    assert told[0] == OMITTED
    assert turns[-1] == (WHOLE, 98, 99)
    assert turns[0][1] == pack.omitted
    assert {state for state, _, _ in turns} == {WHOLE}
    assert pack.messages[-1]["content"] == list(talk(50))[-1]["content"]


def test_a_line_says_who_when_where_and_the_first_sentence(packs: Packs) -> None:
    name = packs.chat("s")
    packs.fill(name, talk(2), scene="slide-3", action=2, sub="question-1")
    packs.fill(name, talk(200, "long " * 20))
    pack = pack_of(packs, name, 100_000, MEDIUM)
    assert pack.condensed == 0
    pack = pack_of(packs, name, 14_000, MEDIUM)
    assert (
        "- 2026-03-02 12:00 user @ slide-3/2/question-1: 0: Why is a third bigger than a quarter?\n"
        in asked(pack.messages)
    )
    assert pack.omitted == 0


def test_a_turn_larger_than_the_budget_is_cut_with_a_marker(packs: Packs) -> None:
    name = packs.chat("s")
    packs.fill(name, talk(5))
    packs.fill(name, [message("user", "Tell me all."), message("assistant", SAID["latin"] * 500)])
    for tier in (SHALLOW, MEDIUM, DEEP, AUTO):
        pack = pack_of(packs, name, 400, tier)
        assert 320 <= pack.tokens <= 360
        assert states(pack)[-1] == (CUT, 10, 11)
        assert "characters left out…]" in str(pack.messages[-1]["content"])
        assert pack.messages[-2]["content"] == "Tell me all."
    assert TOO_LARGE in {part.reason for part in pack.parts}


def test_an_older_turn_that_is_too_large_does_not_end_a_medium_pack(packs: Packs) -> None:
    name = packs.chat("s")
    packs.fill(name, talk(5))
    packs.fill(name, [message("user", SAID["latin"] * 500)])
    packs.fill(name, talk(3))
    pack = pack_of(packs, name, 1000, SHALLOW)
    assert states(pack)[1] == (CUT, 10, 10)
    pack = pack_of(packs, name, 1000, MEDIUM)
    assert (pack.included + pack.condensed, pack.omitted) == (17, 0)


def test_a_turn_of_many_records_keeps_its_question(packs: Packs) -> None:
    name = packs.chat("s")
    packs.fill(name, talk(2))
    packs.fill(name, [message("user", "Count to 300.")])
    packs.fill(name, [message("assistant", f"{n} and on") for n in range(300)])
    pack = pack_of(packs, name, 600, SHALLOW)
    told = [str(one["content"]) for one in pack.messages]
    start = told.index("Count to 300.")
    assert "messages of this turn left out" in told[start + 1]
    assert told[-1] == "299 and on"
    assert 480 <= pack.tokens <= 540


def test_records_before_the_first_question_are_a_turn(packs: Packs) -> None:
    packs.fill(
        packs.chat("s"), [message("system", "Be kind."), message("assistant", "Hi"), *talk(1)]
    )
    assert states(pack_of(packs, "s")) == [(WHOLE, 0, 1), (WHOLE, 2, 3)]


def test_a_call_and_its_answer_stay_together(packs: Packs) -> None:
    call: JsonValue = [
        {"id": "c1", "type": "function", "function": {"name": "draw", "arguments": '{"n":3}'}}
    ]
    name = packs.chat("s")
    packs.fill(
        name,
        [
            message("user", "Draw it."),
            message("assistant", "One moment.", tool_calls=call),
            message("user", "And hurry."),
            {"role": "tool", "tool_call_id": "c1", "content": "drawn"},
            message("assistant", "Done."),
        ],
    )
    pack = pack_of(packs, name, tier=SHALLOW)
    assert states(pack) == [(WHOLE, 0, 4)]
    assert [one["role"] for one in pack.messages][-5:] == [
        "user",
        "assistant",
        "tool",
        "user",
        "assistant",
    ]
    assert pack.messages[-4]["tool_calls"] == call
    assert pack.messages[-3] == {"role": "tool", "tool_call_id": "c1", "content": "drawn"}


def test_calls_in_the_parts_of_a_message(packs: Packs) -> None:
    """As OpenMAIC's messages have them."""
    part: JsonValue = {
        "type": "tool-drawPie",
        "toolCallId": "c7",
        "state": "output-available",
        "input": {"parts": 3},
        "output": {"ok": True},
    }
    inner: JsonValue = {"id": "m", "role": "assistant", "parts": [part], "metadata": {}}
    packs.fill(
        packs.chat("s"),
        [message("user", "?"), message("assistant", "See.", kind="chat_message", message=inner)],
    )
    pack = pack_of(packs, "s")
    assert pack.messages[-1]["content"] == '{"ok":true}'
    assert pack.messages[-2]["content"] == "See."


def test_an_answer_without_a_call_is_told_in_words(packs: Packs) -> None:
    packs.fill(packs.chat("s"), [{"role": "tool", "tool_call_id": "gone", "content": "42"}])
    assert pack_of(packs, "s").messages[-1]["content"] == "[a tool answered: 42]"


def test_a_quiz_and_other_kinds(packs: Packs) -> None:
    quiz = packs.chat("q", kind=QUIZ_ATTEMPT)
    answers: JsonValue = {"q1": "B", "q2": ["A", "C"]}
    packs.fill(
        quiz,
        [
            {"phase": "submitted", "answers": answers},
            {
                "phase": "reviewed",
                "answers": answers,
                "results": [
                    {"questionId": "q1", "correct": True, "earned": 2},
                    {"questionId": "q2", "correct": False, "aiComment": "Nearly"},
                ],
            },
        ],
        scene="scene-3",
    )
    assert [one["content"] for one in pack_of(packs, quiz).messages][-2:] == [
        "[Answers handed in] q1: B; q2: A, C",
        "[Quiz checked: 1 of 2 right] q1: B – right, 2 points; q2: A, C – not right (Nearly);",
    ]
    steps = packs.chat("p", kind="playback")
    packs.fill(steps, [{"event": "enter"}, None, 5, "[1,2]"], scene="scene-4", action=7)
    assert len(states(pack_of(packs, steps))) == 4
    assert pack_of(packs, steps).messages[-1]["content"] == "[playback] [1,2]"
    chat = packs.chat("s")
    packs.fill(chat, talk(1))
    deep = pack_of(packs, chat, 2000, DEEP)
    assert "scene-3: [Quiz checked: 1 of 2 right]" in asked(deep.messages)
    assert "Position in the course: scene-4/7" in asked(deep.messages)
    assert pack_of(packs, chat, 2000).tier == DEEP
    assert "Quiz" not in asked(pack_of(packs, chat, 2000, MEDIUM).messages)


def test_a_stored_summary_stands_for_the_oldest_part(packs: Packs) -> None:
    name = packs.chat("s", stage="satchel:workspace")
    packs.fill(name, talk(200))
    packs.bench.damage(
        "INSERT INTO summaries (session_key, last_record_key, history_rev, made_at, text)"
        " SELECT session_key, key, 0, created_at, 'They cut cakes.' FROM runtime_records WHERE seq = 99"
    )
    deep = pack_of(packs, name, 2000, DEEP)
    assert "They cut cakes." in asked(deep.messages)
    assert deep.condensed >= 100
    assert SUMMARISED not in {part.reason for part in deep.parts}
    everything = pack_of(packs, name, 8000, DEEP)
    assert everything.omitted == 0
    packs.bench.damage("UPDATE runtime_sessions SET history_rev = 1 WHERE id = 's'")
    assert "They cut cakes." not in asked(pack_of(packs, name, 2000, DEEP).messages)


def test_an_enormous_record(packs: Packs) -> None:
    name = packs.chat("s")
    packs.fill(name, [*talk(3), message("user", "x" * (20 * 1024 * 1024)), *talk(1)])
    pack = pack_of(packs, name, 800, MEDIUM)
    assert (pack.included, pack.condensed) == (2, 7) or states(pack)[-2][0] == CUT
    assert pack.tokens <= 720


def test_facts_come_first_and_leave_room(packs: Packs) -> None:
    name = packs.chat("s")
    packs.fill(name, talk(50))
    for number in range(20):
        packs.packing.memory.change(name, Pin(f"Fact {number}: {SAID['latin']}"))
    for tier in TIERS:
        pack = pack_of(packs, name, 600, tier)
        first = str(pack.messages[0]["content"])
        assert first.startswith("What is known in this session:\n- note: Fact 0")
        assert "Fact 19" not in first
        assert [part for part in pack.parts if (part.what, part.reason) == ("facts", BUDGET)]
        assert pack.included


@pytest.mark.parametrize(
    ("budget", "tier"), [(0, AUTO), (-1, AUTO), (MAX_BUDGET + 1, AUTO), (5, "x")]
)
def test_what_cannot_be_asked(packs: Packs, budget: int, tier: str) -> None:
    packs.chat("s")
    with pytest.raises(ValidationFailed):
        pack_of(packs, "s", budget, tier)


def test_sessions_without_a_pack(packs: Packs) -> None:
    with pytest.raises(SessionNotFound):
        pack_of(packs, "nowhere")
    packs.bench.sessions.trash(packs.chat("s"))
    with pytest.raises(SessionTrashed):
        pack_of(packs, "s")
    packs.chat("t")
    packs.bench.damage("UPDATE runtime_sessions SET stub = 1 WHERE id = 't'")
    with pytest.raises(PackRefused, match="only the server has them"):
        pack_of(packs, "t")


@pytest.mark.skipif(
    importlib.util.find_spec("bpe_openai") is None, reason="the extra “tokens” is not installed"
)
@pytest.mark.parametrize("words", SAID.values(), ids=SAID)
def test_what_is_estimated_fits_and_what_is_exact_needs_no_reserve(
    packs: Packs, words: str
) -> None:
    packs.fill(packs.chat("s"), talk(200, words))
    bench, exact = packs.bench, ExactCounter()
    by_exact = packing(bench.database, bench.store, bench.sessions, FakeIds(), counter=exact)
    for tier in TIERS:
        estimated = pack_of(packs, "s", 2000, tier)
        assert tokens_of(estimated.messages, exact) <= 2000
        pack = by_exact.packer.pack("s", 2000, tier)
        assert (pack.reserve, pack.exact, pack.counter) == (0, True, "o200k_base")
        assert 1600 <= pack.tokens == tokens_of(pack.messages, exact) + 3 <= 2000
