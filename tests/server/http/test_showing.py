"""Records on their way out: the quick way shows what looking one by one shows."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.json_value import JsonValue, encode
from satchel.domain.runtime import RuntimeRecord
from satchel_server.routes.showing import listing, shown, with_records
from tests.domain.strategies import json_values
from tests.fakes import NOON


def _record(seq: int, payload_text: str, **members: object) -> RuntimeRecord:
    record = RuntimeRecord(
        "s", seq + 1, f"r-{seq}", seq, None, None, None, NOON, payload_text, None
    )
    return msgspec.structs.replace(record, **members)


@given(st.lists(json_values, max_size=6), st.booleans())
def test_the_quick_way_shows_what_looking_one_by_one_shows(
    payloads: list[JsonValue], anchored: bool
) -> None:
    anchors: dict[str, object] = {"scene_id": "", "action_index": 0, "sub_anchor": "q"}
    members = anchors if anchored else {}
    records = [_record(seq, encode(payload), **members) for seq, payload in enumerate(payloads)]
    assert listing(records).decode() == encode(shown(records))


@pytest.mark.parametrize(
    ("payload_text", "members"),
    [
        ("1,2", {}),
        ("1],[2", {}),
        ("{", {}),
        ("", {}),
        ("NaN", {}),
        (b"\xff", {}),
        ("1", {"created_at": "once"}),
        ("1", {"created_at": None}),
        ("1", {"scene_id": b"x"}),
        ("1", {"envelope_text": "[]"}),
    ],
)
def test_a_damaged_record_is_left_out_and_hides_no_other(
    payload_text: str, members: dict[str, object]
) -> None:
    good = [_record(0, "1"), _record(2, '{"a":-7}')]
    records = [good[0], _record(1, payload_text, **members), good[1]]
    assert listing(records) == listing(good)
    answer = with_records({"id": "s"}, records)
    assert isinstance(answer.body, bytes)
    assert [one["seq"] for one in json.loads(answer.body)["records"]] == [0, 2]


def test_nothing_is_an_empty_list() -> None:
    assert listing([]) == b"[]"
