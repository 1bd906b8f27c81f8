"""Which times a session, a record and a change of status may bear."""

from __future__ import annotations

import pytest

from satchel.domain.contracts import RuntimeStore
from satchel.domain.errors import ValidationFailed
from satchel.domain.json_value import JsonValue
from tests.contract.reading import fault_paths
from tests.fakes import record, session

GOOD = [
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.1Z",
    "2026-01-01T00:00:00.123Z",
    "2026-01-01T00:00:00.123456789Z",
    "2026-01-01T00:00:00.000000000000000000001Z",
    "2026-01-01T08:30:00+08:30",
    "2026-01-01T00:00:00.5-11:00",
    "2026-01-01T00:00:00+23:59",
    "2026-01-01T00:00:00-23:59",
    "2026-01-01T00:00:00+00:00",
    "2028-02-29T12:00:00Z",
    "2000-02-29T12:00:00Z",
    "0000-02-29T12:00:00Z",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
]

BAD: list[JsonValue] = [
    "2026-02-30T00:00:00Z",
    "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-06-30T23:59:60Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+08:60",
    "2026-01-01T00:00:00+0800",
    "2026-01-01T00:00:00+08",
    "2026-01-01T00:00:00",
    "2026-01-01 00:00:00Z",
    "2026-01-01t00:00:00z",
    "2026-01-01",
    "2026-01-01T00:00Z",
    "2026-01-01T00:00:00,5Z",
    "2026-01-01T00:00:00.Z",
    "+002026-01-01T00:00:00Z",
    "-0001-01-01T00:00:00Z",
    "26-01-01T00:00:00Z",
    "2026-1-1T00:00:00Z",
    "20260101T000000Z",
    "2026-W01-1T00:00:00Z",
    "2026-01-01T00:00:00Z\n",
    " 2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00ZZ",
    "２０２６-01-01T00:00:00Z",
    "2026-01-01T00:00:00\u22128:00",
    "yesterday",
    "",
    1767225600000,
    None,
    True,
    ["2026-01-01T00:00:00Z"],
]


@pytest.mark.parametrize("time", GOOD)
def test_a_time_of_the_calendar_with_a_zone_is_kept_as_written(
    store: RuntimeStore, time: str
) -> None:
    store.create_session(session(createdAt=time, updatedAt=time))
    found = store.get_session("lesson")
    assert (found.created_at, found.updated_at) == (time, time)
    assert store.append_record("lesson", record(createdAt=time)).created_at == time
    assert store.list_records("lesson")[0].created_at == time
    store.set_status("lesson", "completed", time)
    assert store.get_session("lesson").updated_at == time


@pytest.mark.parametrize("time", BAD, ids=ascii)
def test_any_other_time_is_refused_everywhere(store: RuntimeStore, time: JsonValue) -> None:
    for name in ("createdAt", "updatedAt"):
        with pytest.raises(ValidationFailed) as refused:
            store.create_session(session() | {name: time})
        assert fault_paths(refused.value) == [f"/{name}"]
    store.create_session(session())
    with pytest.raises(ValidationFailed) as refused:
        store.append_record("lesson", record(createdAt=time))
    assert fault_paths(refused.value) == ["/createdAt"]
    with pytest.raises(ValidationFailed) as refused:
        store.set_status("lesson", "completed", time)  # type: ignore[arg-type]
    assert fault_paths(refused.value) == ["/updatedAt"]
    assert store.list_records("lesson") == []
    assert store.get_session("lesson").status == "active"
