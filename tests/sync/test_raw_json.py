"""Text is taken apart where its brackets say, and each piece is as it was written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.errors import SatchelError, UnreadableInput
from satchel.domain.json_value import encode
from satchel.domain.runtime import JsonObject
from satchel.sync.held import held_records
from satchel.sync.raw_json import items_of, members_of
from tests.fakes import record

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
SCALARS = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(VALUES, max_size=6), st.sampled_from([None, 1, "\t"]))
def test_an_array_is_its_items(values: list[object], indent: str | int | None) -> None:
    text = json.dumps(values, indent=indent, ensure_ascii=False).encode()
    assert [json.loads(item) for item in items_of(text)] == values
    if indent is None:
        assert b"[" + b", ".join(items_of(text)) + b"]" == text


@given(st.dictionaries(TEXTS, VALUES, max_size=6), st.sampled_from([None, 2]), st.booleans())
def test_an_object_is_its_members(
    values: dict[str, object], indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(values, indent=indent, ensure_ascii=ascii_only).encode()
    found = members_of(text)
    assert list(found) == list(values)
    assert {name: json.loads(part) for name, part in found.items()} == values


@given(st.binary(max_size=40) | st.text('[]{}",:\\ a1', max_size=30).map(str.encode))
def test_whatever_comes_is_taken_apart_or_refused(text: bytes) -> None:
    for take_apart in (items_of, members_of):
        try:
            take_apart(text)
        except UnreadableInput:
            continue


@pytest.mark.parametrize(
    "text", [b"", b"[", b"]", b"[1", b"[1}", b'["]', b"[1]]", b"[1] x", b"{}", b"[[]"]
)
def test_what_is_no_whole_array_is_refused(text: bytes) -> None:
    with pytest.raises(UnreadableInput):
        items_of(text)


def test_depth_does_not_matter() -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    assert items_of(b"[1," + deep + b",2]") == [b"1", deep, b"2"]
    assert members_of(b'{"a":' + deep + b',"b":2}') == {"a": deep, "b": b"2"}


RECORDS = st.lists(
    st.fixed_dictionaries(
        {"payload": VALUES},
        optional={"sceneId": TEXTS, "actionIndex": st.integers(0, 99), "note": VALUES},
    ),
    max_size=6,
)


@given(RECORDS, st.data())
def test_records_are_the_same_read_at_once_or_one_by_one(
    members: list[JsonObject], data: st.DataObject
) -> None:
    wire = [record(f"r-{n}") | more | {"seq": n} for n, more in enumerate(members)]
    quick = held_records(encode(list(wire)).encode(), "lesson")
    deep = b'{"id":"deep","seq":%d,"sessionId":"lesson","createdAt":"2026-01-01T00:00:00Z","payload":%s}'
    texts = [encode(one).encode() for one in wire]
    texts.append(deep % (len(wire), b"[" * 2000 + b"]" * 2000))
    slow = held_records(b"[" + b",".join(texts) + b"]", "lesson")
    assert slow[:-1] == quick
    assert [one.fault is None for one in slow] == [True] * len(wire) + [False]


@given(st.binary(max_size=60))
def test_whatever_a_record_list_is_it_is_read_or_refused(body: bytes) -> None:
    try:
        held_records(body, "lesson")
    except SatchelError:
        return
