"""Two copies of one session: what contains what, ids of forks, and the one canonical form."""

from __future__ import annotations

import hashlib
import json
import math
import struct
import uuid
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.json_value import JsonValue, same
from satchel.domain.merge import (
    Comparison,
    Entry,
    Relation,
    canonical,
    fork_id,
    further_status,
    nearest_first,
)
from satchel.domain.runtime import CHAT, QUIZ_ATTEMPT, STATUSES, JsonObject
from tests.domain.strategies import json_values
from tests.fakes import nested

Record = tuple[str, int]
History = list[Record]

IDS = "abcdef"


def entries(history: Sequence[Record], *, told: bool = False) -> Iterator[Entry]:
    for id, content in history:
        document: JsonObject = {"id": id, "payload": content}
        yield Entry(id, lambda document=document: document, content if told else None)  # type: ignore[misc]


def compared(kind: str, here: History, arriving: History, *, told: bool = False) -> Relation:
    comparison = Comparison(kind, entries(here, told=told), entries(here, told=told))
    for entry in entries(arriving, told=told):
        comparison.feed(entry)
    return comparison.result()


def naive_contained(kind: str, inner: History, outer: History) -> bool:
    """With both histories at hand: ids as a subsequence or a prefix, and what they share alike."""
    if kind == QUIZ_ATTEMPT:
        return inner == outer[: len(inner)]
    rest = iter(outer)
    return all(any(one == other for other in rest) for one in inner)


def naive_common(left: History, right: History) -> int:
    count = 0
    while count < min(len(left), len(right)) and left[count] == right[count]:
        count += 1
    return count


histories = st.lists(
    st.tuples(st.sampled_from(IDS), st.just(0) | st.integers(0, 1)),
    unique_by=lambda one: one[0],
    max_size=6,
)


@st.composite
def grown(draw: st.DrawFn) -> tuple[History, History]:
    """Two histories of which one often holds the other."""
    whole = draw(histories)
    part = [one for one in whole if draw(st.booleans())]
    pairs = [(whole, part), (part, whole), (whole, draw(histories)), (whole, whole)]
    return draw(st.sampled_from(pairs))


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("kind", [CHAT, QUIZ_ATTEMPT])
@given(pair=grown())
def test_reading_once_tells_what_comparing_lists_tells(
    kind: str, told: bool, pair: tuple[History, History]
) -> None:
    here, arriving = pair
    found = compared(kind, here, arriving, told=told)
    common = naive_common(here, arriving)
    assert found.contained == naive_contained(kind, arriving, here)
    assert found.continues == naive_contained(kind, here, arriving)
    assert found.common == common
    expected = arriving[common][0] if common < len(arriving) else None
    assert (found.parting and found.parting.id) == expected


@pytest.mark.parametrize(
    ("kind", "here", "arriving", "contained", "continues", "common"),
    [
        (CHAT, "abc", "abc", True, True, 3),
        (CHAT, "abc", "ac", True, False, 1),
        (CHAT, "ac", "abc", False, True, 1),
        (CHAT, "abc", "abd", False, False, 2),
        (CHAT, "abc", "acb", False, False, 1),
        (CHAT, "", "a", False, True, 0),
        (CHAT, "a", "", True, False, 0),
        (CHAT, "", "", True, True, 0),
        (QUIZ_ATTEMPT, "abc", "ab", True, False, 2),
        (QUIZ_ATTEMPT, "abc", "ac", False, False, 1),
        (QUIZ_ATTEMPT, "ac", "abc", False, False, 1),
        (QUIZ_ATTEMPT, "ab", "abc", False, True, 2),
    ],
)
def test_subsequences_for_open_ended_kinds_and_prefixes_for_attempts(
    kind: str, here: str, arriving: str, contained: bool, continues: bool, common: int
) -> None:
    found = compared(kind, [(id, 0) for id in here], [(id, 0) for id in arriving])
    assert (found.contained, found.continues, found.common) == (contained, continues, common)


@pytest.mark.parametrize("kind", [CHAT, QUIZ_ATTEMPT])
def test_one_id_with_other_content_is_neither(kind: str) -> None:
    found = compared(kind, [("a", 0), ("b", 0)], [("a", 0), ("b", 1), ("c", 0)])
    assert (found.contained, found.continues, found.common) == (False, False, 1)
    assert found.parting is not None
    assert found.parting.content()["payload"] == 1


def test_content_is_asked_for_only_where_ids_meet_and_are_not_told_the_same() -> None:
    def never() -> JsonObject:
        raise AssertionError("nobody needs it")

    here = [Entry("a", never, "x"), Entry("b", never, "y")]
    comparison = Comparison(CHAT, iter(here), iter(here))
    for entry in (Entry("a", never, "x"), Entry("c", never, "y")):
        comparison.feed(entry)
    assert not comparison.result().contained


@pytest.mark.parametrize("here", STATUSES)
@pytest.mark.parametrize("arriving", STATUSES)
def test_status_only_moves_forward(here: str, arriving: str) -> None:
    furthest = STATUSES[max(STATUSES.index(here), STATUSES.index(arriving))]
    assert further_status(here, arriving) == further_status(arriving, here) == furthest


# --- forks -----------------------------------------------------------------------------------------


def test_the_id_of_a_fork_is_as_the_format_says() -> None:
    content: JsonObject = {"payload": {"b": 1.0, "a": [True]}, "id": "r-1"}
    digest = hashlib.sha256(b'{"id":"r-1","payload":{"a":[true],"b":1}}').hexdigest()
    namespace = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
    expected = str(uuid.uuid5(namespace, f"lesson\nr-1\n{digest}"))
    assert fork_id("lesson", "r-1", content) == expected
    reordered: JsonObject = {"id": "r-1", "payload": {"a": [True], "b": 1}}
    assert fork_id("lesson", "r-1", reordered) == expected
    others = {
        fork_id("other", "r-1", content),
        fork_id("lesson", "r-2", content),
        fork_id("lesson", "r-1", {**content, "payload": 2}),
    }
    assert len(others | {expected}) == 4


def test_the_nearest_shares_most_and_then_is_the_first_ancestor_or_the_smallest_id() -> None:
    assert nearest_first({"b": 1, "a": 2, "root": 0}, "root") == ["a", "b", "root"]
    assert nearest_first({"b": 1, "a": 1, "root": 1}, "root") == ["root", "a", "b"]
    assert nearest_first({"b": 1, "a": 1}, "root") == ["a", "b"]


# --- canonical form --------------------------------------------------------------------------------

# From RFC 8785, appendix B: what ECMAScript writes for each double.
DOUBLES = [
    ("0000000000000000", "0"),
    ("8000000000000000", "0"),
    ("0000000000000001", "5e-324"),
    ("8000000000000001", "-5e-324"),
    ("7fefffffffffffff", "1.7976931348623157e+308"),
    ("ffefffffffffffff", "-1.7976931348623157e+308"),
    ("4340000000000000", "9007199254740992"),
    ("c340000000000000", "-9007199254740992"),
    ("4430000000000000", "295147905179352830000"),
    ("44b52d02c7e14af5", "9.999999999999997e+22"),
    ("44b52d02c7e14af6", "1e+23"),
    ("44b52d02c7e14af7", "1.0000000000000001e+23"),
    ("444b1ae4d6e2ef4e", "999999999999999700000"),
    ("444b1ae4d6e2ef4f", "999999999999999900000"),
    ("444b1ae4d6e2ef50", "1e+21"),
    ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
    ("3eb0c6f7a0b5ed8d", "0.000001"),
    ("41b3de4355555553", "333333333.3333332"),
    ("41b3de4355555554", "333333333.33333325"),
    ("41b3de4355555555", "333333333.3333333"),
    ("41b3de4355555556", "333333333.3333334"),
    ("41b3de4355555557", "333333333.33333343"),
    ("becbf647612f3696", "-0.0000033333333333333333"),
    ("43143ff3c1cb0959", "1424953923781206.2"),
]


@pytest.mark.parametrize(("bits", "text"), DOUBLES)
def test_numbers_are_written_as_ecmascript_writes_them(bits: str, text: str) -> None:
    (number,) = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical(number).decode() == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-1, "-1"),
        (1.0, "1"),
        (100, "100"),
        (1e20, "100000000000000000000"),
        (10**21, "1e+21"),
        (123e-7, "0.0000123"),
        (1e-7, "1e-7"),
        (1.5e-9, "1.5e-9"),
        (4.50, "4.5"),
        (2**53 + 1, "9007199254740992"),
        (10**400, "1" + "0" * 400),
    ],
)
def test_whole_numbers_count_as_doubles(number: float, text: str) -> None:
    assert canonical(number).decode() == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_reads_back_and_has_the_shape_of_ecmascript(number: float) -> None:
    text = canonical(number).decode()
    assert float(text) == number
    plain = "e" not in text
    assert plain == (number == 0 or 1e-6 <= abs(number) < 1e21)
    digits = text.lstrip("-").split("e")[0].replace(".", "").strip("0")
    assert len(digits) <= 17
    shortest = repr(abs(number)).split("e")[0].replace(".", "").strip("0")
    assert digits == shortest


def test_the_example_of_the_rfc() -> None:
    given_ = json.loads(
        '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],'
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}'
    )
    assert canonical(given_).decode() == (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )


def test_members_stand_in_the_order_of_utf16() -> None:
    names = ["€", "\r", "\ufb33", "1", "😀", "\x80", "ö"]
    written = list(json.loads(canonical(dict.fromkeys(names, 0))))
    assert written == ["\r", "1", "\x80", "ö", "€", "😀", "\ufb33"]


def naive(value: JsonValue) -> str:
    """RFC 8785 by recursion, its numbers by the table's rule: the other way to write the same."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{naive(name)}:{naive(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(naive, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(map(_escaped, value)) + '"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return _ecmascript(value)


def _escaped(character: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r"}
    short["\t"] = "\\t"
    if character in short:
        return short[character]
    return f"\\u{ord(character):04x}" if ord(character) < 0x20 else character


def _ecmascript(number: float) -> str:
    try:
        double = float(number)
    except OverflowError:
        return str(number)
    if double == 0:
        return "0"
    if double < 0:
        return "-" + _ecmascript(-double)
    for precision in range(17):
        text = f"{double:.{precision}e}"
        if float(text) == double:
            break
    mantissa, _, power = text.partition("e")
    digits = mantissa.replace(".", "")
    exponent = int(power)
    if len(digits) - 1 <= exponent < 21:
        return digits + "0" * (exponent - len(digits) + 1)
    if 0 <= exponent < 21:
        return f"{digits[: exponent + 1]}.{digits[exponent + 1 :]}"
    if -6 <= exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{tail}e{'+' if exponent > 0 else '-'}{abs(exponent)}"


@given(json_values)
def test_another_way_of_writing_gives_the_same_bytes(value: JsonValue) -> None:
    assert canonical(value).decode() == naive(value)


@given(json_values, json_values)
def test_what_is_the_same_has_one_form(left: JsonValue, right: JsonValue) -> None:
    assert (canonical(left) == canonical(right)) == same(left, right)
    assert same(left, json.loads(canonical(left)))


def test_a_legal_document_may_be_deeper_than_the_stack() -> None:
    assert canonical(nested(5_000)) == b"[" * 5_000 + b"]" * 5_000
    assert math.isfinite(float(canonical(0.1)))
