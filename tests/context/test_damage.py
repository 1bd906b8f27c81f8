"""Packs and facts of what is damaged, and of what other programs put there: told as far as it can be read."""

from __future__ import annotations

import pytest

from satchel.context.estimate import EstimateCounter
from satchel.context.packing import packing
from satchel.domain.facts import Pin
from satchel.domain.json_value import JsonValue
from satchel.domain.packs import AUTO, BUDGET, DAMAGED, DEEP, FACTS, SKIPPED, TIERS, Pack
from satchel.domain.runtime import QUIZ_ATTEMPT
from tests.context.histories import Packs, asked, talk
from tests.context.rules import check
from tests.fakes import FakeIds


def pack_of(packs: Packs, name: str, budget: int = 1000, tier: str = AUTO) -> Pack:
    return packs.packing.packer.pack(name, budget, tier)


def test_damaged_records_are_left_out_and_named(packs: Packs) -> None:
    name = packs.chat("s")
    packs.fill(name, [*talk(2), '{"role": "user", "con', *talk(1)])
    packs.bench.damage("UPDATE runtime_records SET payload = x'ff' WHERE seq = 1")
    packs.bench.damage("UPDATE runtime_records SET payload = x'00', created_at = 5 WHERE seq = 3")
    pack = pack_of(packs, name)
    assert (pack.included, pack.omitted) == (4, 3)
    assert {p.first_seq for p in pack.parts if (p.state, p.reason) == (SKIPPED, DAMAGED)} == {
        1,
        3,
        4,
    }


def test_nothing_but_damage(packs: Packs) -> None:
    packs.fill(packs.chat("s"), ["{"] * 2000)
    pack = pack_of(packs, "s", tier=DEEP)
    assert (pack.included, pack.condensed, pack.omitted) == (0, 0, 2000)
    assert len([part for part in pack.parts if part.state == SKIPPED]) == 50


@pytest.mark.parametrize(
    "damage",
    [
        "id = x'ff00', scene_id = x'ff00', sub_anchor = x'00', action_index = 'x'",
        "id = CAST(x'ff00' AS TEXT), scene_id = CAST(x'ff00' AS TEXT)",
    ],
    ids=["bytes", "text"],
)
def test_where_a_damaged_record_stood_is_no_fact(packs: Packs, damage: str) -> None:
    name = packs.chat("s")
    packs.fill(name, talk(1), scene="slide-1", sub="question-1")
    packs.fill(name, talk(1), scene="slide-2", sub="question-2")
    packs.bench.damage(f"UPDATE runtime_records SET {damage} WHERE seq = 3")
    found = packs.packing.memory.change(name, Pin("Likes pizza"))
    assert [fact.text for fact in found][2:] == ["slide-2", "question-2", "Likes pizza"]
    for tier in TIERS:
        check(pack_of(packs, name, 1000, tier), 4)


def test_another_session_that_is_damaged_does_not_matter(packs: Packs) -> None:
    packs.fill(packs.chat("s"), talk(1))
    results: JsonValue = [{"questionId": [1], "correct": 1, "earned": 10**400}]
    quiz: JsonValue = {"phase": "reviewed", "answers": {}, "results": results}
    packs.fill(packs.chat("q", kind=QUIZ_ATTEMPT), [quiz], scene="slide-1")
    assert "Quiz results" in asked(pack_of(packs, "s", 1000, DEEP).messages)
    packs.bench.damage("UPDATE runtime_sessions SET id = CAST(x'ff' AS TEXT) WHERE id = 'q'")
    assert "Quiz results" in asked(pack_of(packs, "s", 1000, DEEP).messages)


def test_a_summary_that_says_nothing_hides_none(packs: Packs) -> None:
    name = packs.chat("s", stage="satchel:workspace")
    packs.fill(name, talk(200))
    for seq, text in ((99, "'They cut cakes.'"), (199, "' '"), (299, "x'ff'")):
        packs.bench.damage(
            "INSERT INTO summaries (session_key, last_record_key, history_rev, made_at, text)"
            f" SELECT session_key, key, 0, created_at, {text} FROM runtime_records WHERE seq = {seq}"
        )
    assert "They cut cakes." in asked(pack_of(packs, name, 2000, DEEP).messages)


class Patient(EstimateCounter):
    """Notes how much text it counts."""

    characters = 0

    def count(self, text: str) -> int:
        self.characters += len(text)
        return super().count(text)


@pytest.mark.parametrize("budget", [600, 4000, 1_000_000])
def test_very_many_facts_are_counted_a_few_times_each(packs: Packs, budget: int) -> None:
    """A bundle may carry more of them than can be pinned here."""
    name = packs.chat("s")
    facts: list[JsonValue] = [f"{number} {'word ' * 60}" for number in range(400)]
    packs.bench.sessions.change_facts(name, lambda _state: facts)
    counter, bench = Patient(), packs.bench
    made = packing(bench.database, bench.store, bench.sessions, FakeIds(), counter=counter)
    pack = made.packer.pack(name, budget)
    told = [part for part in pack.parts if part.what == FACTS and part.reason != BUDGET]
    assert str(pack.messages[0]["content"]).count("- note: ") == len(told) - (budget == 1_000_000)
    assert pack.tokens <= budget * 9 // 10
    assert (len(told) > 400) == (budget == 1_000_000)
    assert counter.characters < 12 * 400 * 300
