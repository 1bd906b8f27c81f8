"""The JSON domain as a value: reading, writing, finding faults, comparing."""

from __future__ import annotations

import copy
import json
import math
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.errors import PayloadTooLarge, SatchelError, ValidationFailed
from satchel.domain.json_value import (
    MAX_RECORD_BYTES,
    JsonValue,
    check_size,
    decode,
    encode,
    encode_checked,
    faults,
    same,
)
from tests.domain.strategies import json_values
from tests.fakes import nested


def turned(value: JsonValue) -> JsonValue:
    """The same content with the members of every object in the opposite order."""
    if isinstance(value, dict):
        return {name: turned(part) for name, part in reversed(list(value.items()))}
    if isinstance(value, list):
        return [turned(part) for part in value]
    return value


@given(json_values)
def test_a_value_of_the_domain_has_no_faults_and_survives_its_text(value: JsonValue) -> None:
    assert list(faults(value)) == []
    text = encode_checked(value, "It")
    assert decode(text) == value
    assert repr(decode(text)) == repr(value)
    assert decode(text.encode()) == value


@given(json_values)
def test_the_text_is_json_for_another_reader_too(value: JsonValue) -> None:
    assert repr(json.loads(encode(value))) == repr(value)


@given(json_values)
def test_text_of_another_writer_is_read_alike(value: JsonValue) -> None:
    for ascii_only in (True, False):
        text = json.dumps(value, ensure_ascii=ascii_only, indent=1)
        assert repr(decode(text)) == repr(value)


@given(st.text(max_size=40) | st.binary(max_size=40))
def test_any_other_text_is_refused_in_a_printable_sentence(text: str | bytes) -> None:
    refusal = None
    try:
        decode(text)
    except SatchelError as refused:
        refusal = refused.message
    assert refusal is None or refusal.endswith(".")
    assert refusal is None or refusal.encode()


@given(json_values)
def test_every_value_has_its_own_content(value: JsonValue) -> None:
    assert same(value, value)
    assert same(value, copy.deepcopy(value))
    assert same(value, turned(value))


@given(json_values, json_values)
def test_same_content_is_mutual(left: JsonValue, right: JsonValue) -> None:
    assert same(left, right) == same(right, left)
    if left == right and repr(left) == repr(right):
        assert same(left, right)


close = st.sampled_from(
    [
        2**53,
        2**53 + 1,
        2**53 + 2,
        float(2**53),
        10**400,
        10**400 + 1,
        0,
        0.0,
        False,
        True,
        1,
        1.0,
        None,
    ]
)


@given(*[st.recursive(close, lambda inner: st.lists(inner, max_size=2)) for _ in range(3)])
def test_same_content_carries_over(a: JsonValue, b: JsonValue, c: JsonValue) -> None:
    if same(a, b) and same(b, c):
        assert same(a, c)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, True),
        (0, False),
        (0, None),
        (False, None),
        ("", None),
        ([], {}),
        ("1", 1),
        ([1, 2], [2, 1]),
        ({"a": None}, {}),
        ({"a": 1}, {"b": 1}),
        ("é", "e\u0301"),
        (10**400, 10**400 + 1),
        (10**400, 1.7e308),
        (2**53, 2**53 + 2),
    ],
)
def test_what_differs_in_more_than_order_and_rounding_is_not_the_same(
    left: JsonValue, right: JsonValue
) -> None:
    assert not same(left, right)
    assert not same([{"x": left}], [{"x": right}])


@pytest.mark.parametrize(
    ("left", "right"),
    [(1, 1.0), (2**53 + 1, 2**53), (12345678901234567890123, 1.2345678901234568e22), (-0.0, 0)],
)
def test_numbers_are_the_same_that_are_the_same_double(left: JsonValue, right: JsonValue) -> None:
    assert same({"n": [left]}, {"n": [right]})


BAD = st.sampled_from(["\0", "a\ud800", math.nan, math.inf, -0.0, 10**4000, (1,), b"x", {1: 2}])


@given(json_values, BAD, st.booleans())
def test_one_fault_anywhere_is_found(value: JsonValue, bad: JsonValue, named: bool) -> None:
    holder: JsonValue = {"before": value, "bad": bad} if named else [value, [bad], value]
    found = list(faults(holder, "/payload"))
    assert [place.split("/")[1] for place, _ in found] == ["payload"]
    assert found[0][0].startswith("/payload/bad" if named else "/payload/1/0")
    with pytest.raises(ValidationFailed) as refused:
        encode_checked(holder, "It", "/payload")
    repr(refused.value.details).encode()
    refused.value.message.encode()


def test_a_place_is_a_pointer_that_can_be_printed() -> None:
    assert next(faults({"a/b~c": {"": [0, "\0"]}}))[0] == "/a~1b~0c//1"
    for name in ("\ud800", "\0", "n" * 1_000_000, "\n", "\u202e"):
        (place, _), *_ = faults({name: {name: math.nan}})
        assert len(place) <= 200
        place.encode()
        assert place.isprintable()


@pytest.mark.parametrize("levels", [1, 511, 512])
def test_nesting_is_counted_in_levels(levels: int) -> None:
    assert list(faults(nested(levels))) == []
    assert decode(encode_checked(nested(levels), "It")) == nested(levels)


@pytest.mark.parametrize("levels", [513, 600, 990, 5000, 100_000])
def test_deeper_nesting_is_one_fault(levels: int) -> None:
    with pytest.raises(ValidationFailed, match="512 levels"):
        encode_checked(nested(levels), "It")


def test_many_brackets_are_not_deep() -> None:
    flats: list[JsonValue] = [[[]] * 5000, {"text": "[" * 5000 + "{" * 5000}, [{"a": []}] * 2000]
    for flat in flats:
        assert decode(encode_checked(flat, "It")) == flat


def test_a_text_of_legal_depth_is_read_from_deep_in_a_stack() -> None:
    text = encode(nested(512))

    def dig(levels: int) -> JsonValue:
        return dig(levels - 1) if levels else decode(text)

    found: list[JsonValue] = []
    thread = threading.Thread(target=lambda: found.append(dig(700)))
    thread.start()
    thread.join()
    assert encode(found[0]) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-0", 1.0),
        ("[5E-0]", [5.0]),
        ("-0.5", -0.5),
        ("1e-05", 1e-05),
        ('"-0"', "-0"),
        ('{"\\"-0":"\\\\"}', {'"-0': "\\"}),
        ('["\\\\",-1]', ["\\", -1]),
    ],
)
def test_what_only_looks_like_negative_zero_is_read(text: str, value: JsonValue) -> None:
    assert decode(text) == value


@pytest.mark.parametrize(
    "text", ["-0", "[-0]", '{"a":-0}', '["-0",-0]', '["\\\\",-0]', '["\\"",-0 ]']
)
def test_negative_zero_written_as_a_whole_number_is_refused(text: str) -> None:
    with pytest.raises(ValidationFailed, match="negative zero"):
        decode(text)


def test_integers_are_kept_to_the_last_of_four_thousand_digits() -> None:
    for number in (10**3999, -(10**4000) + 1, 10**4000 - 1):
        assert decode(encode_checked([number], "It")) == [number]
    for number in (10**4000, -(10**4000), 10**4200, 10**5000):
        with pytest.raises(ValidationFailed, match="4000 digits"):
            encode_checked([number], "It")
    assert decode(encode_checked(["9" * 5000], "It")) == ["9" * 5000]


def test_the_limit_counts_bytes() -> None:
    check_size("x" * MAX_RECORD_BYTES, "It")
    check_size("课" * (MAX_RECORD_BYTES // 3), "It")
    for text in ("x" * (MAX_RECORD_BYTES + 1), "课" * (MAX_RECORD_BYTES // 3 + 1)):
        with pytest.raises(PayloadTooLarge, match="31 MiB"):
            check_size(text, "It")


def seconds_of(value: JsonValue) -> float:
    began = time.process_time()
    decode(encode_checked(value, "It"))
    return time.process_time() - began


def test_runs_of_digits_are_checked_in_reasonable_time() -> None:
    assert seconds_of(("1" * 4000 + "a") * 512) < 2


def test_a_long_text_with_dates_is_read_in_reasonable_time() -> None:
    assert seconds_of('on 2026-01-05 \\ " ' * 200_000) < 3


def test_a_long_member_name_over_many_values_costs_no_more_than_both() -> None:
    assert seconds_of({"n" * 200_000: [0.0] * 200_000 + [""] * 10_000}) < 3
