"""The JSON that every backend returns unchanged, and the JSON none may take."""

from __future__ import annotations

import math
import struct

import pytest

from satchel.domain.contracts import RuntimeStore
from satchel.domain.errors import SatchelError, ValidationFailed
from satchel.domain.json_value import JsonValue, decode
from tests.contract.reading import history
from tests.fakes import nested, record, session


@pytest.fixture(autouse=True)
def _lesson(store: RuntimeStore) -> None:
    store.create_session(session())


def deep_object(levels: int) -> JsonValue:
    value: JsonValue = {}
    for _ in range(levels - 1):
        value = {"a": value}
    return value


UNCHANGED: list[JsonValue] = [
    "🎓",
    "\u2028\u2029",
    "\uffff\ufffe\ufdd0\U0010ffff",
    "\u0001\u001f\u007f\u0085",
    "\ufeff",
    "\u202eright to left\u202c",
    "e\u0301 is not é",
    '"\\/\b\f\n\r\t',
    "</script><!-- ' ; -- %s %(x)s ? :name",
    "-0",
    "2026-01-01",
    2**53 + 1,
    -(2**53) - 1,
    2**63,
    2**64,
    -(2**64),
    123456789012345678901234567890,
    10**3999,
    1e21,
    1e308,
    -1.7976931348623157e308,
    5e-324,
    2.2250738585072014e-308,
    0.1,
    1.50,
    100.0,
    1e-7,
    123456789.123456789,
    {"zz": 1, "b": 2, "aaa": 3, "10": 4, "2": 5},
    {"": {"": [""]}},
    {"__proto__": {"x": 1}, "constructor": 2, "toString": None},
    {"a/b": 1, "~": 2, "a~1b": 3, "$ref": "#", "'": 4, '"': 5, "\n": 6, "\u2028": 7},
    {"é": 1, "e\u0301": 2},
    [[[], {}], [None, True, False]],
    nested(512),
    deep_object(512),
    ["\\ud800", "\\u0000", "\\"],
]


def _label(value: object) -> str:
    return type(value).__name__ if isinstance(value, list | dict) else ascii(value)[:30]


def _exactly(left: object, right: object) -> bool:
    """Equal in value, type and order of members, floats to the bit."""
    pending = [(left, right)]
    while pending:
        a, b = pending.pop()
        if type(a) is not type(b):
            return False
        if isinstance(a, dict) and isinstance(b, dict):
            if list(a) != list(b):
                return False
            pending += zip(a.values(), b.values(), strict=True)
        elif isinstance(a, list) and isinstance(b, list):
            if len(a) != len(b):
                return False
            pending += zip(a, b, strict=True)
        elif isinstance(a, float) and isinstance(b, float):
            if struct.pack("d", a) != struct.pack("d", b):
                return False
        elif a != b:
            return False
    return True


@pytest.mark.parametrize("value", UNCHANGED, ids=_label)
def test_what_is_of_the_domain_comes_back_exactly(store: RuntimeStore, value: JsonValue) -> None:
    sent = record(payload=value)
    answered = store.append_record("lesson", sent)
    read = store.list_records("lesson")[0]
    assert _exactly(answered.payload, value)
    assert _exactly(read.payload, value)


@pytest.mark.parametrize("value", UNCHANGED[:-4], ids=_label)
def test_unknown_members_come_back_exactly_too(store: RuntimeStore, value: JsonValue) -> None:
    store.append_record("lesson", record(note=value))
    assert _exactly(store.list_records("lesson")[0].to_wire()["note"], value)
    store.create_session(session("noted", note=value))
    assert _exactly(store.get_session("noted").to_wire()["note"], value)


OUTSIDE: list[object] = [
    "x\0y",
    {"a\0": 1},
    "\ud800",
    "\udc00\ud800",
    {"\udc00": 1},
    math.nan,
    math.inf,
    [-math.inf],
    -0.0,
    [[-0.0]],
    10**4000,
    nested(513),
    deep_object(513),
    nested(5000),
    {1: 2},
    {"set": {1, 2}},
    b"bytes",
    (1, 2),
]


@pytest.mark.parametrize("value", OUTSIDE, ids=_label)
@pytest.mark.parametrize("member", ["payload", "note"])
def test_what_is_outside_the_domain_is_refused_and_changes_nothing(
    store: RuntimeStore, value: JsonValue, member: str
) -> None:
    store.append_record("lesson", record("before"))
    with pytest.raises(ValidationFailed) as refused:
        store.append_record("lesson", record() | {member: value})
    str(refused.value).encode()
    repr(refused.value.details).encode()
    assert len(refused.value.message) < 1500
    assert [id for _, id, _ in history(store)] == ["before"]
    with pytest.raises(ValidationFailed):
        store.create_session(session("noted", note=value))


@pytest.mark.parametrize("place", ["sceneId", "subAnchor"])
@pytest.mark.parametrize("value", ["a\0b", "\ud83d"], ids=ascii)
def test_anchors_are_of_the_domain_too(store: RuntimeStore, place: str, value: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store.append_record("lesson", record() | {place: value})
    str(refused.value).encode()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (r'{"a":"\ud83c\udf93"}', {"a": "🎓"}),
        ('{"n":9007199254740993}', {"n": 9007199254740993}),
        ('{"n":1e-400}', {"n": 0.0}),
        ('{"a":1,"a":2}', {"a": 2}),
        ('{"n":[1E2,1e-0,1.50,0e0]}', {"n": [100.0, 1.0, 1.5, 0.0]}),
        (
            '{"date":"2026-01-05","s":"-0","t":"\\"-0"}',
            {"date": "2026-01-05", "s": "-0", "t": '"-0'},
        ),
    ],
)
def test_text_of_the_domain_is_read_and_kept(
    store: RuntimeStore, text: str, kept: JsonValue
) -> None:
    store.append_record("lesson", record(payload=decode(text)))
    assert _exactly(store.list_records("lesson")[0].payload, kept)


@pytest.mark.parametrize(
    "text",
    [
        '{"n":1e400}',
        '{"n":-1e400}',
        '{"n":-0}',
        '{"n":[-0.0]}',
        '{"n":-0e5}',
        '{"n":-1e-400}',
        '{"n":NaN}',
        '{"n":Infinity}',
        r'{"a":"\ud800"}',
        r'{"\udc00":1}',
        r'{"a":"x\u0000y"}',
        '\ufeff{"a":1}',
        '{"a":1,}',
        "{'a':1}",
        '{"a":1}{',
        '{"a":"\n"}',
        '{"a":01}',
        '{"a"',
        "",
        "[" * 5000 + "]" * 5000,
        "[" * 200_000,
        '{"a":' * 100_000,
        "9" * 5000,
    ],
    ids=_label,
)
def test_text_outside_the_domain_is_refused_in_a_sentence(store: RuntimeStore, text: str) -> None:
    with pytest.raises(SatchelError) as refused:
        store.append_record("lesson", record(payload=decode(text)))
    assert refused.value.message.endswith(".")
    assert store.list_records("lesson") == []


def test_bytes_that_are_not_utf8_are_refused() -> None:
    for data in (b'"\xff"', b'{"\xc3":1}', b"\xff\xfe[\0]\0", b"\xef\xbb\xbf{}"):
        with pytest.raises(SatchelError):
            decode(data)
