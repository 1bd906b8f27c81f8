"""Records looked at by columns are what each would be by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.errors import SatchelError
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import CHAT, QUIZ_ATTEMPT, JsonObject, NewRecord
from satchel.domain.validation import check_payload, parse_record, parse_records
from tests.domain.strategies import json_values, shuffled, texts, timestamps
from tests.fakes import NOON

ODD: list[JsonValue] = [
    None, 7, "", "x" * 5000, "a\0b", "\ud800", [], {"role": "user"}, "2026-02-30T00:00:00Z",
]  # fmt: skip
PAYLOADS: list[JsonValue] = [
    {"role": "user", "content": "四分之三"},
    {"role": ["user"], "content": ""},
    {"role": "user", "content": 1},
    {"role": "teacher", "content": ""},
    {"phase": "draft", "answers": {}},
    {"phase": "draft", "answers": []},
    {"x": "a\0b"},
    {"x": 2**70},
    {"x": -0.0},
    "line\nbreak\u2028",
]


@st.composite
def documents(draw: st.DrawFn) -> JsonObject:
    payload = draw(json_values | st.sampled_from(PAYLOADS))
    document: JsonObject = {
        "id": draw(st.from_regex("[a-z]{1,9}", fullmatch=True) | texts),
        "sessionId": "lesson",
        "seq": 0,
        "createdAt": draw(st.just(NOON) | timestamps),
        "payload": payload,
    }
    if draw(st.integers(0, 9)) == 0:
        document[draw(st.sampled_from(sorted(document)))] = draw(st.sampled_from(ODD))
    return draw(shuffled(document)) if draw(st.integers(0, 5)) == 0 else document


def one_by_one(given_: list[JsonObject], kind: str | None) -> list[NewRecord] | str:
    try:
        found = [parse_record(one, "lesson") for one in given_]
        for record in found if kind is not None else ():
            check_payload(str(kind), record)
    except SatchelError as error:
        return error.message
    return found


def at_once(given_: list[JsonObject], kind: str | None) -> list[NewRecord] | str:
    try:
        return parse_records(given_, "lesson", kind)
    except SatchelError as error:
        return error.message


@pytest.mark.parametrize("kind", [None, CHAT, QUIZ_ATTEMPT, "playback"])
@given(given_=st.lists(documents(), max_size=4))
def test_many_at_once_are_what_each_is_by_itself(
    kind: str | None, given_: list[JsonObject]
) -> None:
    assert at_once(given_, kind) == one_by_one(given_, kind)


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("kind", [None, CHAT, QUIZ_ATTEMPT])
def test_each_payload_among_good_ones(kind: str | None, payload: JsonValue) -> None:
    good = PAYLOADS[4 if kind == QUIZ_ATTEMPT else 0]
    given_: list[JsonObject] = [
        {"id": f"r{n}", "sessionId": "lesson", "seq": n, "createdAt": NOON, "payload": one}
        for n, one in enumerate([good, payload, good])
    ]
    assert at_once(given_, kind) == one_by_one(given_, kind)
