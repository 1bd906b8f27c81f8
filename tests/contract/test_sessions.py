"""Creating, reading and listing sessions."""

from __future__ import annotations

import pytest

from satchel.domain.contracts import RuntimeStore
from satchel.domain.errors import (
    PayloadTooLarge,
    SessionAlreadyExists,
    SessionNotFound,
    ValidationFailed,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import RUNTIME_DSL_VERSION, JsonObject
from tests.contract.backends import Opened
from tests.contract.reading import fault_paths, ids_of
from tests.fakes import LATER, NOON, session, without


def test_a_created_session_is_answered_and_read_back_as_sent_with_the_version_stamped(
    store: RuntimeStore,
) -> None:
    expected = session() | {"runtimeDslVersion": RUNTIME_DSL_VERSION}
    assert store.create_session(session()).to_wire() == expected
    assert store.get_session("lesson").to_wire() == expected


@pytest.mark.parametrize("version", ["99.0.0", "0.0.1", "", None, 7, {"major": 1}])
def test_the_version_a_client_names_is_ignored(store: RuntimeStore, version: JsonValue) -> None:
    store.create_session(session(runtimeDslVersion=version))
    assert store.get_session("lesson").runtime_dsl_version == RUNTIME_DSL_VERSION
    assert store.get_session("lesson").to_wire()["runtimeDslVersion"] == RUNTIME_DSL_VERSION


def test_the_version_line_of_documents_is_refused_on_a_session(store: RuntimeStore) -> None:
    with pytest.raises(ValidationFailed, match="runtimeDslVersion") as refused:
        store.create_session(session(dslVersion="0.2.0"))
    assert fault_paths(refused.value) == ["/dslVersion"]
    with pytest.raises(SessionNotFound):
        store.get_session("lesson")


def test_unknown_members_and_their_order_are_kept(store: RuntimeStore) -> None:
    document: JsonObject = {
        "note": None,
        "updatedAt": NOON,
        "id": "lesson",
        "meta": {"z": 1, "a": [True, None], "": "empty"},
        **without(session(), "id", "updatedAt"),
        "title": "Half of a half",
    }
    answered = store.create_session(document).to_wire()
    read = store.get_session("lesson").to_wire()
    assert list(answered) == list(read) == [*document, "runtimeDslVersion"]
    assert answered == read == document | {"runtimeDslVersion": RUNTIME_DSL_VERSION}


def test_a_session_may_begin_in_any_status_and_end_before_it_began(store: RuntimeStore) -> None:
    for status in ("active", "completed", "archived"):
        store.create_session(session(status, status=status, createdAt=LATER, updatedAt=NOON))
        assert store.get_session(status).status == status


@pytest.mark.parametrize(
    "id",
    [
        "quiz/attempt 1?#%",
        "播放:第一课🎓",
        "a+b",
        "...",
        "%2e%2e",
        " ",
        "x" * 4000,
        "课" * 1333,
        "chat:fractions:anon%3Amei:1",
        "O'Brien; DROP TABLE runtime_sessions; --",
        'a"b\\c',
        "line\nbreak\ttab\u2028",
        "\u202egnirts",
        "\uffff",
    ],
    ids=ascii,
)
def test_an_id_is_any_text(store: RuntimeStore, id: str) -> None:
    store.create_session(session(id, stageId=id, learnerKey=id, kind=id))
    assert store.get_session(id).id == id
    assert ids_of(store.list_sessions(id, id)) == [id]


def test_ids_that_only_look_alike_are_different(store: RuntimeStore) -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    store.create_session(session(composed))
    for other in (decomposed, "CAF\u00c9", f"{composed} ", f" {composed}"):
        with pytest.raises(SessionNotFound):
            store.get_session(other)
    store.create_session(session(decomposed))
    assert store.get_session(composed).id == composed
    assert store.get_session(decomposed).id == decomposed


@pytest.mark.parametrize("member", ["id", "stageId", "learnerKey"])
@pytest.mark.parametrize("value", [".", "..", "", None, 7, "a\0b", "\ud800", ["x"]], ids=ascii)
def test_a_key_no_address_can_name_is_refused(
    store: RuntimeStore, member: str, value: JsonValue
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store.create_session(session() | {member: value})
    assert fault_paths(refused.value) == [f"/{member}"]
    str(refused.value).encode()
    assert store.list_sessions("fractions", "anon:mei") == []


def test_every_fault_is_reported_at_once(store: RuntimeStore) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store.create_session(session(kind="", status="done", createdAt="2026-01-01", updatedAt=5))
    assert sorted(fault_paths(refused.value)) == ["/createdAt", "/kind", "/status", "/updatedAt"]
    for fragment in ("/kind", "non-empty", 'unknown session status: "done"', "ISO 8601"):
        assert fragment in refused.value.message


def test_every_missing_member_is_reported_at_once(store: RuntimeStore) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store.create_session({})
    assert sorted(fault_paths(refused.value)) == sorted(f"/{name}" for name in session())


@pytest.mark.parametrize("status", ["paused", "Active", "", " active", None, True, 0, ["active"]])
def test_an_unknown_status_is_refused(store: RuntimeStore, status: JsonValue) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store.create_session(session(status=status))
    assert fault_paths(refused.value) == ["/status"]


@pytest.mark.parametrize("document", [[], None, "lesson", 1, [session()]], ids=repr)
def test_a_session_that_is_no_object_is_refused(store: RuntimeStore, document: JsonValue) -> None:
    with pytest.raises(ValidationFailed):
        store.create_session(document)  # type: ignore[arg-type]  # what a client may send


def test_a_session_over_the_limit_is_refused(store: RuntimeStore) -> None:
    with pytest.raises(PayloadTooLarge):
        store.create_session(session(note="n" * (31 * 1024 * 1024)))


@pytest.mark.parametrize(
    "other", [{}, {"kind": "quizAttempt", "stageId": "x"}, {"learnerKey": "b"}]
)
def test_an_id_is_taken_whatever_else_differs(store: RuntimeStore, other: JsonObject) -> None:
    store.create_session(session(note="first"))
    with pytest.raises(SessionAlreadyExists, match="already exists"):
        store.create_session(session() | other)
    assert store.get_session("lesson").to_wire()["note"] == "first"


def test_a_bad_session_under_a_taken_id_is_told_its_faults_first(store: RuntimeStore) -> None:
    store.create_session(session())
    with pytest.raises(ValidationFailed):
        store.create_session(session(status="done"))


def test_an_absent_session_is_not_found(store: RuntimeStore) -> None:
    for id in ("ghost", "", "..", "a\0b", "x" * 10_000):
        with pytest.raises(SessionNotFound):
            store.get_session(id)


def test_half_a_character_names_no_session(store: RuntimeStore) -> None:
    for id in ("\udcff", "a\ud83d"):
        with pytest.raises((SessionNotFound, ValidationFailed)) as refused:
            store.get_session(id)
        str(refused.value).encode()


def test_a_partition_is_listed_by_the_instant_of_creation_then_by_id(store: RuntimeStore) -> None:
    created = {
        "year nought": "0000-01-01T00:00:00Z",
        "before year nought": "0000-01-01T00:00:00+23:59",
        "last of all": "9999-12-31T23:59:59.999Z",
        "east": "2026-03-02T20:30:00+08:30",  # noon in UTC
        "west": "2026-03-02T01:00:00.5-11:00",  # half a second after noon
        "noon b": "2026-03-02T12:00:00Z",
        "noon a": "2026-03-02T12:00:00.000Z",
        "a nanosecond later": "2026-03-02T12:00:00.000000001Z",
        "two nanoseconds later": "2026-03-02T12:00:00.000000002Z",
        "a tenth later": "2026-03-02T12:00:00.1Z",
        "leap day": "2028-02-29T12:00:00Z",
    }
    for id in sorted(created):
        store.create_session(session(id, createdAt=created[id]))
    assert ids_of(store.list_sessions("fractions", "anon:mei")) == [
        "before year nought",
        "year nought",
        "east",
        "noon a",
        "noon b",
        "a nanosecond later",
        "two nanoseconds later",
        "a tenth later",
        "west",
        "leap day",
        "last of all",
    ]


def test_ids_of_one_instant_are_ordered_by_their_bytes(store: RuntimeStore) -> None:
    ids = ["tie_1", "tie-10", "tie-2", "TIE-1", "é", "z", "课", "🎓", "\uffff", "a"]
    for id in ids:
        store.create_session(session(id))
    assert ids_of(store.list_sessions("fractions", "anon:mei")) == sorted(ids)


def test_a_partition_holds_nothing_of_another_stage_or_learner(store: RuntimeStore) -> None:
    store.create_session(session("here"))
    store.create_session(session("other stage", stageId="Fractions"))
    store.create_session(session("other learner", learnerKey="anon:Mei"))
    assert ids_of(store.list_sessions("fractions", "anon:mei")) == ["here"]
    assert store.list_sessions("nowhere", "anon:mei") == []


def test_a_list_shows_each_session_as_a_read_does(store: RuntimeStore) -> None:
    store.create_session(session("plain"))
    marked: JsonObject = {"mark": [1]}
    store.create_session(marked | session("marked"))
    store.set_status("marked", "archived", LATER)
    listed = store.list_sessions("fractions", "anon:mei")
    for found in listed:
        assert found == store.get_session(found.id)
        assert list(found.to_wire()) == list(store.get_session(found.id).to_wire())


@pytest.mark.parametrize(
    ("stage", "learner"), [("..", "a"), ("a", "."), ("", "a"), ("a", "\ud800")]
)
def test_a_partition_no_address_can_name_is_refused(
    store: RuntimeStore, stage: str, learner: str
) -> None:
    with pytest.raises(ValidationFailed):
        store.list_sessions(stage, learner)


@pytest.mark.parametrize("version", ["0.1.1", "0.2.0", "1.0.0", "10.0.0", "unheard-of"])
def test_a_session_of_a_newer_version_is_read_and_listed_as_it_is(
    opened: Opened, version: str
) -> None:
    opened.plant(session(runtimeDslVersion=version))
    assert opened.store.get_session("lesson").to_wire()["runtimeDslVersion"] == version
    assert ids_of(opened.store.list_sessions("fractions", "anon:mei")) == ["lesson"]
    assert opened.store.list_records("lesson") == []
