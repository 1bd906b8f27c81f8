"""Sessions and records as values: what is kept beside their known members, and versions."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given

from satchel.domain.json_value import JsonValue, same
from satchel.domain.runtime import (
    RECORD_MEMBERS,
    RUNTIME_DSL_VERSION,
    SESSION_MEMBERS,
    JsonObject,
    RuntimeRecord,
    content_of,
    envelope_of,
    is_newer,
)
from satchel.domain.validation import damage_of, parse_record, parse_session
from tests.domain.strategies import json_values, shuffled
from tests.fakes import LATER, NOON, record, session, without

FULL = record(sceneId="s", actionIndex=2, subAnchor="q")


def stored(document: JsonObject, seq: int = 4) -> RuntimeRecord:
    """The record as a store gives it back."""
    new = parse_record(document, "lesson")
    anchors = (new.scene_id, new.action_index, new.sub_anchor)
    return RuntimeRecord(
        "lesson", 1, new.id, seq, *anchors, new.created_at, new.payload_text, new.envelope_text
    )


@given(shuffled(session()))
def test_a_session_keeps_its_members_and_their_order(document: JsonObject) -> None:
    wire = parse_session(document).to_wire()
    assert wire == document | {"runtimeDslVersion": RUNTIME_DSL_VERSION}
    assert list(wire) == [*document, "runtimeDslVersion"]


@given(shuffled(session(runtimeDslVersion="0.0.9")))
def test_a_session_that_names_a_version_keeps_its_place(document: JsonObject) -> None:
    assert list(parse_session(document).to_wire()) == list(document)
    copy = parse_session(document, keep_version=True).to_wire()
    assert (list(copy), copy) == (list(document), document)


@given(shuffled(FULL), json_values)
def test_a_record_keeps_its_members_and_their_order(
    document: JsonObject, payload: JsonValue
) -> None:
    sent = document | {"payload": payload}
    wire = stored(sent).to_wire()
    assert wire == sent | {"seq": 4}
    assert [name for name in wire if name != "seq"] == list(sent)


@given(shuffled(FULL | {"seq": 99}))
def test_a_record_that_names_a_number_keeps_its_place(document: JsonObject) -> None:
    wire = stored(document).to_wire()
    assert list(wire) == list(document)
    assert wire == document | {"seq": 4}


@given(shuffled(FULL))
def test_what_came_back_can_be_sent_again_and_is_the_same(document: JsonObject) -> None:
    wire = stored(document).to_wire()
    again = stored(wire, seq=7).to_wire()
    assert list(again) == list(wire)
    assert same(content_of(again), content_of(wire))
    assert same(content_of(wire), parse_record(document, "lesson").content())


def test_nothing_is_kept_beside_a_document_of_known_members_in_their_order() -> None:
    assert parse_session(session()).envelope is None
    assert parse_record(FULL | {}, "lesson").envelope_text is not None  # payload before anchors
    ordered = {name: FULL[name] for name in RECORD_MEMBERS if name in FULL}
    assert parse_record(ordered, "lesson").envelope_text is None
    assert envelope_of(session(runtimeDslVersion="1"), SESSION_MEMBERS, "runtimeDslVersion") is None


@pytest.mark.parametrize(("version", "newer"), [
    ("0.1.0", False), ("0.0.9", False), ("0.0.99", False), ("00.01.000", False),
    ("0.1.1", True), ("0.10.0", True), ("1.0.0", True), ("99.0.0", True),
    ("0.1", True), ("0.1.0-beta", True), ("", True), ("v0.1.0", True), ("0.1.0\n", True),
])  # fmt: skip
def test_a_version_we_do_not_know_is_newer(version: str, newer: bool) -> None:
    assert is_newer(version) is newer


def test_a_change_of_status_leaves_the_rest() -> None:
    before = parse_session({"note": 1} | session())
    after = before.with_status("archived", LATER)
    assert after.to_wire() == before.to_wire() | {"status": "archived", "updatedAt": LATER}
    assert before.updated_at == NOON


DAMAGED: list[tuple[str, object]] = [
    ("payload_text", "{"),
    ("payload_text", b"\xff"),
    ("payload_text", '{"a":-0}'),
    ("envelope_text", "[1]"),
    ("envelope_text", "{"),
    ("envelope_text", b"\xff"),
    ("created_at", "yesterday"),
    ("created_at", b"\xff"),
    ("id", b"\xff"),
    ("scene_id", b"\xff"),
    ("sub_anchor", b"\xff"),
]


@pytest.mark.parametrize(("cell", "value"), DAMAGED, ids=repr)
def test_a_damaged_record_says_what_is_wrong(cell: str, value: object) -> None:
    good = stored(record(note=1))
    assert damage_of(good) is None
    reason = damage_of(msgspec.structs.replace(good, **{cell: value}))
    assert reason is not None
    reason.encode()


def test_a_document_is_not_changed_by_being_read() -> None:
    document = record(note={"a": [1]}, actionIndex=1.0)
    before = repr(document)
    parse_record(document, "lesson").content()
    assert repr(document) == before
    assert without(document, "note") == record(actionIndex=1.0)
