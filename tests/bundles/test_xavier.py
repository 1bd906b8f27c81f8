from __future__ import annotations

import copy
import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from satchel.bundles.foreign import xavier
from satchel.bundles.foreign.conversation import Terms
from satchel.bundles.foreign.recognise import read_bytes
from satchel.bundles.foreign.xavier import write
from satchel.bundles.redaction import Redaction
from satchel.bundles.runtime_dump import Found
from satchel.domain.errors import ValidationFailed
from satchel.domain.json_value import encode, faults

SAMPLE = (Path(__file__).parent / "data" / "xavier.json").read_bytes()
TERMS = Terms("anon:here", "2026-12-01T08:00:00.000Z")
OTHERS = Terms("anon:elsewhere", "2027-12-01T08:00:00.000Z")

SESSION: dict[str, Any] = {
    "id": "s1",
    "kind": "chat",
    "stageId": "course:fractions",
    "learnerKey": "local:noor",
    "status": "completed",
    "createdAt": "2026-11-30T09:00:00.000Z",
    "updatedAt": "2026-11-30T09:00:00.000Z",
    "runtimeDslVersion": "0.1.0",
    "unknown": [1, {"b": None}],
    "satchel": {"title": {"value": "Fractions", "rev": 3, "device": "d"}},
}


def record(seq: int, payload: Any = None, **more: Any) -> dict[str, Any]:
    content = {"role": "user", "content": f"line {seq}"} if payload is None else payload
    known = {"id": f"r{seq}", "sessionId": "s1", "seq": seq}
    return {**known, "createdAt": "2026-11-30T09:00:00.000Z", "payload": content, **more}


def written(session: dict[str, Any], records: list[Any]) -> bytes:
    return b"".join(write(session, records, 1796029200))


def read(data: bytes, terms: Terms = TERMS) -> Found:
    dump = read_bytes(data, terms).dump
    assert dump.broken == []
    (found,) = dump.sessions
    return found


def lines(session: Any, records: list[Any]) -> list[str]:
    return [encode(session), *map(encode, records)]


def changed(data: bytes, change: Any) -> bytes:
    value = json.loads(data)
    change(value)
    return json.dumps(value).encode()


def test_what_was_read() -> None:
    found = read(SAMPLE)
    payloads: list[Any] = [one["payload"] for one in found.records]
    assert [(one["role"], one["content"], one["sourceId"]) for one in payloads] == [
        ("user", "Why is 1/3 bigger than 1/4?", "01J1"),
        ("assistant", "Assistant: fewer pieces, each larger.", "sessions/class-7b/2"),
        ("user", "My mail is [EMAIL]\ufffd", "#2"),
    ]
    documents = json.loads(SAMPLE)["documents"]
    assert payloads[0]["document"] == documents[0]
    assert json.loads(payloads[1]["documentText"]) == documents[1]
    assert [one["createdAt"] for one in found.records] == [
        "2026-11-30T09:01:00Z",
        "2026-11-30T09:02:00.000Z",
        "2026-11-30T09:01:00Z",
    ]


def test_a_foreign_bundle_comes_out_with_the_same_documents() -> None:
    found = read(SAMPLE)
    again = json.loads(written(found.document, found.records))
    before = json.loads(SAMPLE)
    assert json.dumps(again["documents"]) == json.dumps(before["documents"])
    assert again["session_id"] == before["session_id"]
    assert again["workspace"] == before["workspace"]
    assert again["satchel"]["records"] == {}


def test_a_session_comes_back_byte_for_byte() -> None:
    records = [
        record(0, sceneId="scene-1", actionIndex=2, unknown={"deep": [2**70, 0.1, "😀 שלום 王"]}),
        record(1, {"content": "order of members", "role": "assistant", "more": [None, True]}),
    ]
    found = read(written(SESSION, records), OTHERS)
    assert lines(found.document, found.records) == lines(SESSION, records)


def test_a_session_that_is_no_chat_and_one_without_records() -> None:
    quiz = SESSION | {"kind": "quizAttempt"}
    records = [record(0, {"phase": "draft", "answers": {"q1": "A"}})]
    found = read(written(quiz, records), OTHERS)
    assert lines(found.document, found.records) == lines(quiz, records)
    found = read(written(SESSION, []), OTHERS)
    assert lines(found.document, found.records) == lines(SESSION, [])


def test_a_foreign_session_that_went_on_here_comes_back_byte_for_byte() -> None:
    found = read(SAMPLE)
    own_id = found.id
    session = found.document | {"status": "archived", "learnerKey": "local:noor"}
    moved = copy.deepcopy(found.records[1])
    moved |= {"seq": 3, "sceneId": "scene-1"}
    moved["payload"]["note"] = "kept"  # type: ignore[index, call-overload]
    records = [
        found.records[0],
        record(1) | {"sessionId": own_id},
        found.records[2] | {"seq": 2},
        moved,
    ]
    again = read(written(session, records), OTHERS)
    assert lines(again.document, again.records) == lines(session, records)


def test_a_fork_of_a_foreign_session_too() -> None:
    found = read(SAMPLE)
    session = found.document | {"id": "fork"}
    records = [one | {"sessionId": "fork"} for one in found.records]
    again = read(written(session, records), OTHERS)
    assert lines(again.document, again.records) == lines(session, records)


def test_members_sorted_and_top_level_lost_on_the_way() -> None:
    records = [record(0, unknown=2**70), record(1)]

    def through_xavier(value: Any) -> None:
        del value["satchel"]

    data = changed(written(SESSION, records), through_xavier)
    data = json.dumps(json.loads(data), sort_keys=True).encode()
    found = read(data, OTHERS)
    assert lines(found.document, found.records) == lines(SESSION, records)


def test_a_text_that_was_changed_elsewhere_counts_as_it_is_now() -> None:
    def edit(value: Any) -> None:
        value["documents"][0]["content"] = "edited"

    found = read(changed(written(SESSION, [record(0), record(1)]), edit))
    first, second = found.records
    assert first["payload"]["content"] == "edited"  # type: ignore[index, call-overload]
    assert first["sessionId"] == "s1"
    assert second == record(1)


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("satchel", "session"), "{", "/satchel"),
        (("satchel", "session"), "[]", "/satchel"),
        (("documents", 0, "metadata", "satchel", "record"), "7", "/documents/0/metadata/satchel"),
        (("documents", 0, "content"), None, "/documents/0/content"),
        (("documents", 1), 7, "/documents/1"),
    ],
)
def test_damage_is_named_with_its_place(path: tuple[Any, ...], value: Any, place: str) -> None:
    bundle = json.loads(written(SESSION, [record(0), record(1)]))
    holder = bundle
    for name in path[:-1]:
        holder = holder[name]
    holder[path[-1]] = value
    dump = read_bytes(json.dumps(bundle).encode(), TERMS).dump
    assert [one.place for one in dump.broken] == [place]


def test_records_of_another_session_and_repeated_ones_are_damage() -> None:
    for records in ([record(0) | {"sessionId": "s2"}], [record(0), record(0)]):
        (broken,) = read_bytes(written(SESSION, records), TERMS).dump.broken
        assert isinstance(broken.error, ValidationFailed)


def test_redacted_sessions_leave_nothing_behind() -> None:
    found = read(SAMPLE)
    shared = Redaction(b"a secret of this device", ["class-7b"])
    records = [shared.record(one) for one in found.records]
    data = written(shared.session(found.document), records)
    assert b"class-7b" not in data
    assert b'embedding":[0.1' not in data
    again = read(data)
    assert again.records == records


def test_writing_streams() -> None:
    pieces = write(SESSION, (record(seq) for seq in range(3)), 0)
    assert next(pieces).startswith(b'{"session_id":"s1"')
    assert b"line 0" in next(pieces)


SIMPLE = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
)
VALUES = st.recursive(
    SIMPLE,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
MEMBERS = st.dictionaries(
    st.text(string.ascii_lowercase, max_size=5)
    | st.sampled_from(["source", "document", "documentText"]),
    VALUES | st.just("xavier") | st.fixed_dictionaries({"content": st.text(max_size=5)}),
    max_size=4,
)


@given(st.lists(st.tuples(st.text(max_size=8), MEMBERS, MEMBERS), max_size=4), MEMBERS)
def test_every_history_comes_back_byte_for_byte(
    told: list[tuple[str, Any, Any]], more: dict[str, Any]
) -> None:
    records = [
        {**more_of, **record(seq, {**payload, "role": "user", "content": text})}
        for seq, (text, payload, more_of) in enumerate(told)
    ]
    session = {**more, **SESSION}
    assume(not any(faults([session, records])))
    found = read(written(session, records), OTHERS)
    assert lines(found.document, found.records) == lines(session, records)


DOCUMENTS = st.lists(
    st.fixed_dictionaries(
        {"id": st.none() | st.text(max_size=3), "content": st.text(max_size=8)},
        optional={
            "path": st.text(max_size=3),
            "metadata": VALUES,
            "embedding": VALUES,
            "score": VALUES,
        },
    ),
    min_size=1,
    max_size=4,
)


@given(DOCUMENTS)
def test_every_foreign_bundle_comes_out_the_same(documents: list[Any]) -> None:
    assume("Infinity" not in json.dumps(documents))
    data = json.dumps({"session_id": "x", "exported_at": 1, "documents": documents}).encode()
    found = read(data)
    again = json.loads(written(found.document, found.records))
    assert json.dumps(again["documents"]) == json.dumps(json.loads(data)["documents"])
    assert read(written(found.document, found.records), OTHERS).records == found.records


def test_the_names_of_payload_members() -> None:
    assert (xavier.DOCUMENT, xavier.DOCUMENT_TEXT) == ("document", "documentText")
