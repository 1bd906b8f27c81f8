"""Numbers, expectations, transitions, repeats, and the order in which an append is checked."""

from __future__ import annotations

import pytest

from satchel.domain.contracts import RuntimeStore
from satchel.domain.errors import (
    AppendConflict,
    FutureVersion,
    PayloadTooLarge,
    RecordIdConflict,
    SatchelError,
    SessionNotActive,
    SessionNotFound,
    ValidationFailed,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import UNSET, ExpectedSeq, JsonObject, SessionTransition
from tests.contract.backends import Opened
from tests.contract.reading import history, state
from tests.fakes import LATER, NOON, record, session

DONE = SessionTransition("completed", LATER)


def test_numbers_begin_at_nought_and_have_no_gaps(store: RuntimeStore) -> None:
    store.create_session(session())
    store.create_session(session("other"))
    for n in range(12):
        assert store.append_record("lesson", record(f"r-{n}")).seq == n
        assert store.append_record("other", record(f"r-{n}", "other")).seq == n
    assert [seq for seq, _, _ in history(store)] == list(range(12))


def test_a_refused_append_uses_no_number(store: RuntimeStore) -> None:
    store.create_session(session(kind="chat"))
    for bad in (record(payload=None), record(createdAt="never"), record(sceneId=None)):
        with pytest.raises(ValidationFailed):
            store.append_record("lesson", bad)
    good = record(payload={"role": "user", "content": "hello"})
    with pytest.raises(AppendConflict):
        store.append_record("lesson", good, expected_last_seq=4)
    assert store.append_record("lesson", good).seq == 0


def test_an_append_is_guarded_by_the_last_number(store: RuntimeStore) -> None:
    store.create_session(session())
    store.append_record("lesson", record("a"), expected_last_seq=None)
    store.append_record("lesson", record("b"), expected_last_seq=0)
    for wrong in (None, 0, 2, 7):
        with pytest.raises(AppendConflict) as refused:
            store.append_record("lesson", record("c"), expected_last_seq=wrong)
        assert refused.value.details == {
            "sessionId": "lesson",
            "expectedLastSeq": wrong,
            "actualLastSeq": 1,
        }
    store.append_record("lesson", record("c"), expected_last_seq=1.0)  # type: ignore[arg-type]
    assert [id for _, id, _ in history(store)] == ["a", "b", "c"]


@pytest.mark.parametrize("expected", [-1, 1.5, "1", True, [], 2**53], ids=repr)
def test_an_expectation_that_is_no_number_of_a_record_is_refused(
    store: RuntimeStore, expected: ExpectedSeq
) -> None:
    store.create_session(session())
    with pytest.raises(ValidationFailed):
        store.append_record("lesson", record(), expected_last_seq=expected)
    assert store.list_records("lesson") == []


@pytest.mark.parametrize("status", ["completed", "archived"])
def test_only_an_active_session_takes_records(store: RuntimeStore, status: str) -> None:
    store.create_session(session(status=status))
    with pytest.raises(SessionNotActive) as refused:
        store.append_record("lesson", record())
    message = refused.value.message
    assert f"cannot append to session \"lesson\" with status '{status}'" in message
    assert "records may only be appended to an active session" in message
    assert refused.value.code == "VALIDATION_FAILED"
    assert store.list_records("lesson") == []
    store.set_status("lesson", "active", LATER)
    assert store.append_record("lesson", record()).seq == 0


def test_a_record_and_a_change_of_status_are_one_step(store: RuntimeStore) -> None:
    store.create_session(session())
    store.append_record("lesson", record("a"), expected_last_seq=None, session_transition=DONE)
    found = store.get_session("lesson")
    assert (found.status, found.updated_at) == ("completed", LATER)
    assert [id for _, id, _ in history(store)] == ["a"]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (record("b"), 5),
        (record("b"), None),
        (record("b", createdAt="never"), UNSET),
        (record("a", payload="other"), UNSET),
    ],
)
def test_where_the_record_is_refused_the_status_stays(
    store: RuntimeStore, document: JsonObject, expected: ExpectedSeq
) -> None:
    store.create_session(session())
    store.append_record("lesson", record("a"))
    before = state(store)
    with pytest.raises(SatchelError):
        store.append_record("lesson", document, expected_last_seq=expected, session_transition=DONE)
    assert state(store) == before


@pytest.mark.parametrize(
    "transition",
    [
        SessionTransition("done", LATER),
        SessionTransition("", LATER),
        SessionTransition("completed", "2026-02-30T00:00:00Z"),
        SessionTransition("completed", ""),
        SessionTransition("completed", None),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_where_the_change_of_status_is_refused_the_record_is_not_kept(
    store: RuntimeStore, transition: SessionTransition
) -> None:
    store.create_session(session())
    before = state(store)
    with pytest.raises(ValidationFailed):
        store.append_record("lesson", record(), session_transition=transition)
    assert state(store) == before


@pytest.mark.parametrize("expected", [UNSET, None, 0, 5], ids=repr)
def test_the_same_record_again_is_answered_as_stored_whatever_the_tail(
    store: RuntimeStore, expected: ExpectedSeq
) -> None:
    store.create_session(session())
    first = store.append_record("lesson", record("a", payload={"x": 1, "y": [2]}))
    store.append_record("lesson", record("b"))
    again = store.append_record(
        "lesson", record("a", payload={"y": [2.0], "x": 1}), expected_last_seq=expected
    )
    assert again == first
    assert [id for _, id, _ in history(store)] == ["a", "b"]
    assert store.append_record("lesson", record("c")).seq == 2


@pytest.mark.parametrize("status", ["completed", "archived"])
def test_the_same_record_again_is_answered_though_the_session_has_ended(
    store: RuntimeStore, status: str
) -> None:
    store.create_session(session())
    first = store.append_record("lesson", record("a"), session_transition=DONE)
    store.set_status("lesson", status, LATER)
    before = state(store)
    assert store.append_record("lesson", record("a"), session_transition=DONE) == first
    assert store.append_record("lesson", record("a"), expected_last_seq=9) == first
    assert state(store) == before


def test_only_number_and_order_of_members_may_differ_in_a_repeat(store: RuntimeStore) -> None:
    store.create_session(session())
    document = record("a", sceneId="s", actionIndex=1, subAnchor="q", note={"k": 1})
    first = store.append_record("lesson", document)
    turned = dict(reversed(list(document.items())))
    assert store.append_record("lesson", turned | {"seq": 12}) == first
    assert store.append_record("lesson", document | {"actionIndex": 1.0}) == first


OTHER: list[tuple[str, JsonValue]] = [
    ("payload", {"position": 4}),
    ("payload", None),
    ("payload", {"position": "3"}),
    ("payload", {"position": 3, "more": None}),
    ("createdAt", LATER),
    ("createdAt", "2026-03-02T12:00:00Z"),
    ("sceneId", ""),
    ("actionIndex", 0),
    ("subAnchor", ""),
    ("note", None),
]


@pytest.mark.parametrize(("name", "value"), OTHER)
@pytest.mark.parametrize("ended", [False, True])
def test_the_same_id_with_other_content_is_a_conflict_and_changes_nothing(
    store: RuntimeStore, name: str, value: JsonValue, ended: bool
) -> None:
    store.create_session(session())
    store.append_record("lesson", record("a"))
    if ended:
        store.set_status("lesson", "completed", LATER)
    before = state(store)
    for expected in (UNSET, 0, None):
        with pytest.raises(RecordIdConflict) as refused:
            store.append_record(
                "lesson",
                record("a") | {name: value},
                expected_last_seq=expected,
                session_transition=DONE,
            )
    assert refused.value.details == {"sessionId": "lesson", "recordId": "a"}
    assert state(store) == before


def test_record_ids_belong_to_their_session(store: RuntimeStore) -> None:
    for id in ("lesson", "other"):
        store.create_session(session(id))
        assert store.append_record(id, record("a", id, payload=id)).seq == 0
    assert history(store, "lesson") == [(0, "a", "lesson")]
    assert history(store, "other") == [(0, "a", "other")]


def test_record_ids_that_only_look_alike_are_different(store: RuntimeStore) -> None:
    store.create_session(session())
    for id in ("é", "e\u0301", "E\u0301", "é "):
        store.append_record("lesson", record(id))
    assert len(store.list_records("lesson")) == 4


def test_a_bad_envelope_is_told_before_anything_else(store: RuntimeStore) -> None:
    with pytest.raises(ValidationFailed):
        store.append_record("ghost", record(of="ghost", createdAt="nope"))
    with pytest.raises(PayloadTooLarge):
        store.append_record("ghost", record(of="ghost", payload="x" * (31 * 1024 * 1024)))
    with pytest.raises(SessionNotFound):
        store.append_record("ghost", record(of="ghost"), expected_last_seq=5)


def test_a_newer_version_is_told_before_payload_status_and_tail(opened: Opened) -> None:
    store = opened.store
    opened.plant(session(kind="chat", status="completed", runtimeDslVersion="0.2.0"))
    before = state(store)
    with pytest.raises(FutureVersion):
        store.append_record("lesson", record(payload=None), expected_last_seq=5)
    opened.plant(session("open", kind="chat", runtimeDslVersion="7.0.0"))
    with pytest.raises(FutureVersion):
        store.append_record("open", record(of="open", payload=None), expected_last_seq=5)
    assert state(store) == before
    assert store.list_records("open") == []


def test_a_bad_payload_is_told_before_status_and_tail(store: RuntimeStore) -> None:
    store.create_session(session(kind="chat", status="completed"))
    with pytest.raises(ValidationFailed, match="chat payload must match"):
        store.append_record("lesson", record(payload=None), expected_last_seq=5)
    store.set_status("lesson", "active", NOON)
    with pytest.raises(ValidationFailed, match="chat payload must match"):
        store.append_record("lesson", record(payload=None), expected_last_seq=5)


def test_an_ended_session_is_told_before_the_tail(store: RuntimeStore) -> None:
    store.create_session(session(status="archived"))
    with pytest.raises(SessionNotActive):
        store.append_record("lesson", record(), expected_last_seq=5)
