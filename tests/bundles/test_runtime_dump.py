from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.bundles import runtime_dump
from satchel.bundles.runtime_dump import Dump, read_dump, read_dump_file
from satchel.domain.errors import PayloadTooLarge, SatchelError, UnreadableInput
from satchel.resources import resource

SESSION: dict[str, Any] = {
    "id": "s1",
    "kind": "chat",
    "stageId": "course:fractions",
    "learnerKey": "local:noor",
    "status": "active",
    "createdAt": "2026-11-30T09:00:00.000Z",
    "updatedAt": "2026-11-30T09:00:00.000Z",
    "runtimeDslVersion": "0.1.0",
}


def record(number: int, session: str = "s1", **more: Any) -> dict[str, Any]:
    return {
        "id": f"r{number}",
        "sessionId": session,
        "seq": number,
        "createdAt": "2026-11-30T09:00:00.000Z",
        "payload": {"role": "user", "content": f"line {number}"},
        **more,
    }


def dump(*, sessions: list[Any], records: list[Any]) -> Dump:
    return read_dump(json.dumps({"sessions": sessions, "records": records}).encode())


def ids(found: Dump) -> dict[str, list[str]]:
    return {session.id: [str(one["id"]) for one in session.records] for session in found.sessions}


PARTS = [record(1), SESSION, {**SESSION, "id": "s2"}, record(0), record(0, "s2")]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"records": [PARTS[0], *PARTS[3:]], "sessions": PARTS[1:3], "_note": "x"}),
        json.dumps({"sessions": PARTS[1:3], "records": [PARTS[0], *PARTS[3:]]}, indent=2),
        json.dumps(PARTS),
        "\n".join(json.dumps(part) for part in PARTS),
        "\r\n\r\n".join(json.dumps(part) for part in PARTS) + "\r\n",
        "\ufeff" + json.dumps(PARTS),
        "  \n" + json.dumps(PARTS),
    ],
    ids=["object", "indented", "list", "ndjson", "ndjson-windows", "bom", "space"],
)
def test_every_shape_holds_the_same(text: str) -> None:
    found = read_dump(text.encode())
    assert ids(found) == {"s1": ["r0", "r1"], "s2": ["r0"]}
    assert found.broken == []


def test_one_line_is_ndjson_too() -> None:
    assert ids(read_dump(json.dumps(SESSION).encode())) == {"s1": []}


def test_documents_come_out_as_they_went_in() -> None:
    session = {**SESSION, "runtimeDslVersion": "0.0.9", "extra": {"of": [1, 2**70]}}
    one = record(0, unknown={"deep": [None]}, sceneId="s", actionIndex=2)
    (found,) = dump(sessions=[session], records=[one]).sessions
    assert found.document == session
    assert found.records == [one]


def test_the_sample_is_whole() -> None:
    found = read_dump_file(resource("samples", "fractions-7b.json"))
    assert found.broken == []
    assert {session.document["kind"] for session in found.sessions} == {
        "chat",
        "quizAttempt",
        "notes",
    }


def test_a_record_without_its_session_is_reported_with_its_place() -> None:
    found = dump(sessions=[SESSION], records=[record(0), record(0, "elsewhere")])
    assert ids(found) == {"s1": ["r0"]}
    (broken,) = found.broken
    assert (broken.id, broken.place, broken.records) == ("elsewhere", "/records/1", 1)
    assert "elsewhere" in broken.error.message


@pytest.mark.parametrize(
    ("bad", "place"),
    [
        ({"sessions": [{**SESSION, "createdAt": "2026-02-30T00:00:00Z"}]}, "/sessions/0"),
        ({"sessions": [{**SESSION, "status": "asleep"}]}, "/sessions/0"),
        ({"sessions": [{**SESSION, "id": ".."}]}, "/sessions/0"),
        ({"sessions": [{**SESSION, "id": 7}]}, "/sessions/0"),
        ({"sessions": [SESSION, {**SESSION, "kind": "notes"}]}, "/sessions/1"),
        ({"sessions": [7]}, "/sessions/0"),
        ({"sessions": [{"name": "?"}]}, "/sessions/0"),
        ({"records": [record(0, payload={"role": "user"})]}, "/records/0"),
        ({"records": [record(0), record(1, createdAt="yesterday")]}, "/records/1"),
        ({"records": [record(0), record(1, id="")]}, "/records/1"),
        ({"records": [record(0, payload={"role": "user", "content": "\0"})]}, "/records/0"),
        ({"records": [record(0, payload={"role": "user", "content": -0.0})]}, "/records/0"),
        ({"records": [record(0), record(0, id="other")]}, "/sessions/0"),
        ({"records": [record(0), record(1, id="r0")]}, "/sessions/0"),
        ({"records": [record(0), record(1, seq=None)]}, "/sessions/0"),
        ({"records": [record(0, payload=json.loads("[" * 600 + "]" * 600))]}, "/records/0"),
    ],
)
def test_a_damaged_session_is_named_with_its_place_and_the_rest_lands(
    bad: dict[str, Any], place: str
) -> None:
    sessions = bad.get("sessions", [SESSION])
    records = bad.get("records", [])
    whole = {**SESSION, "id": "whole"}
    found = dump(sessions=[*sessions, whole], records=[*records, record(0, "whole")])
    assert "whole" in ids(found)
    assert "s1" not in ids(found)
    assert place in {broken.place for broken in found.broken}


def test_a_damaged_line_does_not_stop_the_others() -> None:
    lines = [
        b'{"id": "s1", "broken',
        json.dumps(SESSION).encode(),
        b'{"sessionId": "s1", "payload": "\xff"}',
        b'{"sessionId": "s1", "payload": NaN}',
    ]
    found = read_dump(b"\n".join(lines))
    assert ids(found) == {"s1": []}
    assert [broken.place for broken in found.broken] == ["line 1", "line 3", "line 4"]


def test_records_without_numbers_keep_the_order_of_the_file() -> None:
    parts = [record(number) for number in (2, 0, 1)]
    for part in parts:
        del part["seq"]
    assert ids(dump(sessions=[SESSION], records=parts)) == {"s1": ["r2", "r0", "r1"]}


def test_an_exact_repeat_counts_once() -> None:
    again = record(0, seq=1)
    found = dump(sessions=[SESSION, dict(SESSION)], records=[record(0), again, record(2)])
    assert ids(found) == {"s1": ["r0", "r2"]}
    assert found.broken == []


def test_a_newer_version_may_have_other_rules_for_payloads() -> None:
    newer = {**SESSION, "runtimeDslVersion": "9.0.0"}
    assert ids(dump(sessions=[newer], records=[record(0, payload=7)])) == {"s1": ["r0"]}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \n ", "empty"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"SQLite format 3\0", "backup restore"),
        ("[]".encode("utf-16"), "UTF-8"),
        (b"hello", "not a runtime dump"),
        (b"\xff\xd8\xff", "not a runtime dump"),
        (b"{", "not valid JSON"),
        (b"[1,", "not valid JSON"),
        (b"{}", "not a runtime dump"),
        (b'{"session_id": "x", "documents": []}', "not a runtime dump"),
        (b'{"sessions": 7}', "sessions"),
        (b'{"sessions": {}}', "sessions"),
        (b'{"records": null}', "records"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"sessions": [' + b'{"a":' * 50_000, "nested too deeply"),
    ],
)
def test_what_is_something_else_is_said_to_be(data: bytes, words: str) -> None:
    with pytest.raises(UnreadableInput, match=words):
        read_dump(data)


def test_an_empty_list_is_a_dump_of_nothing() -> None:
    assert read_dump(b'{"sessions": [], "records": []}') == Dump()
    assert read_dump(b"[]") == Dump()


def test_sizes_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "dump.json"
    file.write_text(json.dumps([SESSION, record(0)]))
    monkeypatch.setattr(runtime_dump, "MAX_RECORD_BYTES", 100 - 1024 * 1024)
    assert [type(broken.error) for broken in read_dump_file(file).broken] == [PayloadTooLarge] * 2
    monkeypatch.setattr(runtime_dump, "MAX_FILE_BYTES", 100)
    with pytest.raises(PayloadTooLarge):
        read_dump_file(file)


@pytest.mark.parametrize("name", [".", "nothing", "a\0b", "x" * 5000])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput):
        read_dump_file(tmp_path / name)


WHOLE = json.dumps([SESSION, record(0), record(1)]).encode()


@given(at=st.integers(0, len(WHOLE)), gone=st.integers(0, 40), put=st.binary(max_size=8))
def test_a_torn_file_is_read_or_refused_and_nothing_else(at: int, gone: int, put: bytes) -> None:
    try:
        found = read_dump(WHOLE[:at] + put + WHOLE[at + gone :])
    except SatchelError as refusal:
        refusal.message.encode()
    else:
        for broken in found.broken:
            broken.error.message.encode()
