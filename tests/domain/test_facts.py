"""Facts as values: read from anything, changed one at a time, kept whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.errors import NotFound, ValidationFailed
from satchel.domain.facts import (
    COURSE,
    FOREIGN,
    MAX_FACT_LENGTH,
    MAX_FACTS,
    NOTE,
    SCENE,
    Fact,
    FactChange,
    Forget,
    Keep,
    Move,
    Pin,
    Reword,
    changed,
    read_facts,
    stored_facts,
    told,
    with_bindings,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import check, field
from tests.domain.strategies import json_values

NOTES = tuple(Fact(f"n{number}", NOTE, f"note {number}", pinned=True) for number in range(3))
SCENE_1 = Fact(SCENE, SCENE, "scene 1", False, "scene-1", "r1")
SCENE_2 = Fact(SCENE, SCENE, "scene 2", False, "scene-2", "r2")
(LATER,) = read_facts([{"kind": "later"}])


def texts(facts: tuple[Fact, ...]) -> list[str]:
    return [fact.text for fact in told(facts)]


@given(st.lists(json_values))
def test_whatever_is_stored_is_kept(value: list[JsonValue]) -> None:
    facts = read_facts(value)
    assert len({fact.id for fact in facts}) == len(facts) == len(value)
    again = stored_facts(facts)
    for before, after, fact in zip(value, again, facts, strict=True):
        assert after == before or fact.kind != FOREIGN
    assert stored_facts(changed(facts, Pin("new"), "id"))[:-1] == again
    check({"facts": field(again, 1, "d")})


def test_what_has_no_id_is_known_again_wherever_it_stands() -> None:
    """Two windows show the list; what one forgets must not make the other forget its neighbour."""
    twice: JsonValue = {"id": "a", "kind": NOTE, "text": "one"}
    other: JsonValue = {"id": "a", "kind": NOTE, "text": "two"}
    stored: list[JsonValue] = ["x", twice, {"y": 1}, other, twice, "x", 7]
    before = read_facts(stored)
    assert len({fact.id for fact in before}) == len(stored)
    for place, fact in enumerate(before):
        left = stored_facts(changed(before, Forget(fact.id), "new"))
        assert left == stored_facts(before[:place] + before[place + 1 :])
        if stored.count(stored[place]) == 1:  # of two that are alike any will do
            with pytest.raises(NotFound):
                changed(read_facts(left), Forget(fact.id), "new")


@given(json_values)
def test_a_list_of_another_shape_holds_no_facts(value: JsonValue) -> None:
    assert isinstance(value, list) or read_facts(value) == ()


def test_members_of_later_versions_are_kept() -> None:
    entry: JsonObject = {"id": "a", "kind": "note", "text": "x", "pinned": True, "colour": "red"}
    (fact,) = read_facts([entry])
    assert stored_facts([fact]) == [entry]
    reworded = changed([fact], Reword("a", "y"), "")
    assert stored_facts(reworded) == [{**entry, "text": "y"}]


def test_facts_are_pinned_reworded_moved_and_forgotten() -> None:
    facts = changed(NOTES, Pin("  one\n more "), "new")
    assert texts(facts) == ["note 0", "note 1", "note 2", "one more"]
    facts = changed(facts, Move("new", 0), "")
    facts = changed(facts, Move("n0", 99), "")
    assert texts(facts) == ["one more", "note 1", "note 2", "note 0"]
    facts = changed(facts, Reword("n1", "other"), "")
    facts = changed(facts, Forget("n2"), "")
    assert texts(facts) == ["one more", "other", "note 0"]


def test_records_bind_anew_until_a_person_decides() -> None:
    facts = with_bindings(NOTES[:1], [SCENE_1])
    facts = with_bindings((*facts, NOTES[1]), [SCENE_2])
    assert texts(facts) == ["note 0", "scene 2", "note 1"]
    kept = with_bindings(changed(facts, Keep(SCENE), ""), [SCENE_1])
    assert texts(kept) == ["note 0", "scene 2", "note 1", "scene 1"]
    assert with_bindings(kept, [SCENE_1]) == kept
    assert texts(with_bindings(kept, [SCENE_2])) == ["note 0", "scene 2", "note 1"]
    gone = changed(facts, Forget(SCENE), "")
    assert texts(with_bindings(gone, [SCENE_2])) == ["note 0", "note 1"]
    assert texts(with_bindings(gone, [SCENE_1])) == ["note 0", "note 1", "scene 1"]
    assert texts(changed(gone, Move("n0", 1), "")) == ["note 1", "note 0"]


def test_what_is_bound_survives_being_stored() -> None:
    facts = changed(with_bindings((), [SCENE_1]), Forget(SCENE), "")
    assert told(with_bindings(read_facts(stored_facts(facts)), [SCENE_1])) == ()


@pytest.mark.parametrize(
    "change",
    [
        Pin(" \n"),
        Pin("x" * (MAX_FACT_LENGTH + 1)),
        Pin("\ud800"),
        Reword("n0", ""),
        Reword(LATER.id, "x"),
        Keep(LATER.id),
    ],
    ids=repr,
)
def test_what_cannot_be_a_fact(change: FactChange) -> None:
    facts = (*NOTES, LATER)
    with pytest.raises(ValidationFailed):
        changed(facts, change, "new")


@pytest.mark.parametrize("change", [Keep("x"), Reword("x", "y"), Move("x", 0), Forget("x")])
def test_a_fact_that_is_gone(change: FactChange) -> None:
    with pytest.raises(NotFound):
        changed(NOTES, change, "new")


def test_there_are_not_too_many() -> None:
    facts: tuple[Fact, ...] = ()
    for number in range(MAX_FACTS):
        facts = changed(facts, Pin(str(number)), str(number))
    with pytest.raises(ValidationFailed, match="64"):
        changed(facts, Pin("more"), "more")
    for number in range(3 * MAX_FACTS):
        bound = Fact(COURSE, COURSE, str(number), False, str(number))
        facts = with_bindings(facts, [bound])
        facts = changed(facts, Forget(told(facts)[-1].id), "")
    assert len(facts) <= 2 * MAX_FACTS
