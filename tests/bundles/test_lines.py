"""Lines put together from stored text are byte for byte what encoding the wire document gives."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.bundles import lines
from satchel.domain.errors import CorruptRow, PayloadTooLarge
from satchel.domain.json_value import MAX_DEPTH, encode
from satchel.domain.runtime import JsonObject, RuntimeRecord
from tests.bundles.packed import wire
from tests.domain.strategies import json_values, texts, timestamps
from tests.fakes import nested


def joined(records: Sequence[RuntimeRecord | JsonObject], of: str = "lesson") -> bytes:
    return b"".join(data for _, data in lines.blocks(of, records))


@st.composite
def rows(draw: st.DrawFn) -> list[RuntimeRecord]:
    some = st.none() | texts
    return [
        RuntimeRecord(
            "lesson",
            seq + 1,
            draw(texts),
            seq,
            draw(some),
            draw(st.none() | st.integers(0, 2**53)),
            draw(some),
            draw(timestamps),
            encode(draw(json_values)),
            draw(st.none() | st.just('{"x":[1],"id":null,"payload":null}')),
        )
        for seq in range(draw(st.integers(0, 8)))
    ]


@given(records=rows())
def test_text_is_passed_on_as_encoding_would_write_it(records: list[RuntimeRecord]) -> None:
    canonical = b"".join(encode(one.to_wire()).encode() + b"\n" for one in records)
    assert joined(records) == canonical
    assert joined([one.to_wire() for one in records]) == canonical


def row(payload_text: object, seq: int = 0, **members: object) -> RuntimeRecord:
    made = RuntimeRecord(
        "lesson", 1, "r", seq, None, None, None, "2026-03-02T12:00:00.000Z", "1", None
    )
    return msgspec.structs.replace(made, payload_text=payload_text, **members)


def test_stored_text_with_line_breaks_between_its_parts_is_one_line() -> None:
    assert joined([row('{"a":\n [1]}')]).endswith(b'"payload":{"a":[1]}}\n')
    assert joined([row("[\n]"), row("2", 1)]).count(b"\n") == 2


def test_as_deep_as_a_record_may_be() -> None:
    deep = row(encode(nested(MAX_DEPTH)))
    assert joined([deep]) == encode(deep.to_wire()).encode() + b"\n"
    assert joined([deep.to_wire()]) == joined([deep])


@pytest.mark.parametrize("text", ["", "{", "1 2", '{"a":}', "NaN", b"\xff", None, 7, "[" * 5000])
def test_a_damaged_payload_is_told(text: object) -> None:
    with pytest.raises(CorruptRow):
        joined([row(text)])


def test_a_time_that_is_none_is_damage() -> None:
    with pytest.raises(CorruptRow):
        joined([row("1", created_at=7)])


@pytest.mark.parametrize("seq", [1, 2, -1])
def test_a_gap_is_told(seq: int) -> None:
    with pytest.raises(CorruptRow, match="without gaps"):
        joined([row("1", seq)])
    with pytest.raises(CorruptRow, match="without gaps"):
        joined([wire(1)[0] | {"seq": seq}])


def test_records_of_another_session_are_not_taken() -> None:
    with pytest.raises(CorruptRow):
        joined([row("1")], "other")


def test_blocks_end_before_they_grow_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_BLOCK_BYTES", 4000)
    many = [row(encode("x" * 500), n) for n in range(100)]
    blocks = list(lines.blocks("lesson", many))
    assert sum(count for count, _ in blocks) == 100
    assert max(len(data) for _, data in blocks) < 8000
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 400)
    with pytest.raises(PayloadTooLarge):
        joined(many)
