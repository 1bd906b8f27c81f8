"""The `satchel` object, titles, our own ids, and words for messages."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain import satchel_object
from satchel.domain.errors import ValidationFailed, shorten
from satchel.domain.ids import uuid7
from satchel.domain.json_value import JsonValue, same
from satchel.domain.runtime import JsonObject
from satchel.domain.titles import derived_title
from tests.domain.strategies import json_values


def test_a_fresh_object_passes_its_own_check() -> None:
    fresh = satchel_object.fresh("lesson", "Halves", 3, "laptop")
    assert satchel_object.check(fresh) == fresh
    assert satchel_object.title_of(fresh) == "Halves"
    assert satchel_object.value_of(fresh, "pinned") is False
    assert satchel_object.lineage_root(fresh, "other") == "lesson"
    assert satchel_object.highest_rev(fresh) == 3


@pytest.mark.parametrize(
    "satchel",
    [
        None,
        [],
        "bag",
        {"title": "Halves"},
        {"title": {"rev": 1, "device": "d"}},
        {"title": {"value": 5, "rev": 1, "device": "d"}},
        {"title": {"value": "x", "device": "d"}},
        {"title": {"value": "x", "rev": True, "device": "d"}},
        {"title": {"value": "x", "rev": -1, "device": "d"}},
        {"title": {"value": "x", "rev": 1.0, "device": "d"}},
        {"title": {"value": "x", "rev": 2**53, "device": "d"}},
        {"title": {"value": "x", "rev": 1}},
        {"title": {"value": "x", "rev": 1, "device": "\ud800"}},
        {"pinned": {"value": 1, "rev": 1, "device": "d"}},
        {"expiresAt": {"value": "soon", "rev": 1, "device": "d"}},
        {"facts": {"value": {}, "rev": 1, "device": "d"}},
    ],
    ids=repr,
)
def test_an_object_of_another_shape_is_refused(satchel: JsonValue) -> None:
    with pytest.raises(ValidationFailed) as refused:
        satchel_object.check(satchel)
    refused.value.message.encode()


_FEW_COPIES = st.fixed_dictionaries(
    {
        name: st.builds(
            satchel_object.field, json_values, st.integers(0, 2), st.sampled_from(["a", "b"])
        )
        for name in (*satchel_object.FIELDS, "unknown")
    }
)


@given(_FEW_COPIES, _FEW_COPIES, _FEW_COPIES)
def test_in_whichever_order_copies_meet_the_same_stands(
    one: JsonObject, other: JsonObject, third: JsonObject
) -> None:
    """Also where two of them give the same revision by the same device."""

    def met(*copies: JsonObject) -> JsonObject:
        stands = copies[0]
        for copy in copies[1:]:
            unknown = satchel_object.merged_unknown(stands, copy)
            stands = satchel_object.merged(stands, copy) | unknown
        return stands

    stands = met(one, other, third)
    assert same(stands, met(third, other, one))
    assert same(stands, met(other, met(third, one)))
    assert not satchel_object.is_newer_than(one, stands)


@given(json_values)
def test_what_a_damaged_object_says_is_read_without_a_fault(value: JsonValue) -> None:
    damaged: list[JsonObject] = [
        {"title": value, "pinned": value, "lineage": value},
        {"title": {"value": value, "rev": value}, "lineage": {"root": value}},
    ]
    for satchel in damaged:
        satchel_object.value_of(satchel, "title")
        assert isinstance(satchel_object.lineage_root(satchel, "lesson"), str)
        assert isinstance(satchel_object.highest_rev(satchel), int)


@given(st.lists(st.integers(0, 2**53 - 1), min_size=4, max_size=4))
def test_the_highest_revision_is_that_of_any_field(revs: list[int]) -> None:
    fields: JsonObject = {
        name: satchel_object.field(None, rev, "d")
        for name, rev in zip(satchel_object.FIELDS, revs, strict=True)
    }
    assert satchel_object.highest_rev(fields) == max(revs)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [(" Halves ", "Halves"), ("a\n\tb  c", "a b c"), ("课" * 500, "课" * 500), ("🎓", "🎓")],
)
def test_a_title_is_one_tidy_line(typed: str, kept: str) -> None:
    assert satchel_object.check_title(typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "  ", "\n", "\u2028", "x" * 501, "a\0b", "\ud800"], ids=ascii
)
def test_a_title_that_is_none_is_refused(typed: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        satchel_object.check_title(typed)
    refused.value.message.encode()


@given(st.integers(0, 2**48 - 1), st.integers(0, 2**74 - 1))
def test_our_ids_are_version_seven_and_carry_their_time(moment: int, randomness: int) -> None:
    made = uuid.UUID(uuid7(moment, randomness))
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert made.int >> 80 == moment
    assert uuid7(moment, randomness) == str(made)
    if moment:
        assert uuid7(moment - 1, 2**74 - 1) < uuid7(moment, 0)
    assert uuid7(moment, randomness) != uuid7(moment, randomness ^ 1)


@given(st.text(max_size=300), st.integers(5, 90))
def test_a_text_in_a_message_is_short_printable_and_one_line(text: str, limit: int) -> None:
    shown = shorten(text, limit)
    assert len(shown) <= limit
    assert shown.isprintable()
    shown.encode()
    if text.isprintable() and len(text) <= limit:
        assert shown == text


@given(st.lists(json_values, max_size=4), st.sampled_from(["chat", "quizAttempt"]))
def test_any_payloads_give_a_title_that_fits(payloads: list[JsonValue], kind: str) -> None:
    assert len(derived_title(kind, payloads)) <= 60


def test_a_chat_is_called_what_it_calls_itself_else_by_its_first_question() -> None:
    question: JsonObject = {"role": "user", "content": "What is\na half?"}
    answer: JsonObject = {"role": "assistant", "content": "One of two."}
    named: JsonObject = {**answer, "kind": "chat_session_state", "title": " Halves "}
    assert derived_title("chat", [answer, question, named]) == "Halves"
    assert (
        derived_title("chat", [answer, question, {**question, "content": "And?"}])
        == "What is a half?"
    )
    assert derived_title("chat", [answer]) == ""
    assert derived_title("playback", [named]) == ""
    long = derived_title("chat", [{"role": "user", "content": "word " * 50}])
    assert long.endswith("…")
    assert len(long) <= 60
