"""Changing a session's status, with and without an expectation of its last record."""

from __future__ import annotations

from itertools import product

import pytest

from satchel.domain.contracts import RuntimeStore
from satchel.domain.errors import (
    AppendConflict,
    FutureVersion,
    SessionNotActive,
    SessionNotFound,
    ValidationFailed,
)
from satchel.domain.runtime import STATUSES, UNSET, ExpectedSeq, JsonObject
from tests.contract.backends import Opened
from tests.contract.reading import fault_paths, state
from tests.fakes import LATER, NOON, record, session


@pytest.mark.parametrize(("before", "after"), list(product(STATUSES, STATUSES)))
def test_any_status_may_follow_any_other(store: RuntimeStore, before: str, after: str) -> None:
    store.create_session(session(status=before))
    store.set_status("lesson", after, LATER)
    found = store.get_session("lesson")
    assert (found.status, found.updated_at, found.created_at) == (after, LATER, NOON)


def test_the_time_of_an_update_may_go_back(store: RuntimeStore) -> None:
    store.create_session(session())
    store.set_status("lesson", "active", "2001-01-01T00:00:00Z")
    assert store.get_session("lesson").updated_at == "2001-01-01T00:00:00Z"


def test_a_change_of_status_leaves_everything_else_as_it_was(store: RuntimeStore) -> None:
    marked: JsonObject = {"mark": {"a": 1}}
    store.create_session(marked | session())
    store.create_session(session("other"))
    store.append_record("lesson", record())
    before, records = state(store)
    other = state(store, "other")
    store.set_status("lesson", "archived", LATER)
    changed = {**before, "status": "archived", "updatedAt": LATER}
    assert state(store) == (changed, records)
    assert list(store.get_session("lesson").to_wire()) == list(before)
    assert state(store, "other") == other


@pytest.mark.parametrize("status", ["paused", "", "ACTIVE", None, 1])
def test_an_unknown_status_is_refused_and_changes_nothing(store: RuntimeStore, status: str) -> None:
    store.create_session(session())
    before = state(store)
    with pytest.raises(ValidationFailed) as refused:
        store.set_status("lesson", status, LATER)
    assert fault_paths(refused.value) == ["/status"]
    assert state(store) == before


def test_both_faults_of_a_change_are_reported(store: RuntimeStore) -> None:
    store.create_session(session())
    with pytest.raises(ValidationFailed) as refused:
        store.set_status("lesson", "paused", "2026-02-30T00:00:00Z")
    assert fault_paths(refused.value) == ["/status", "/updatedAt"]


def test_an_absent_session_is_told_before_a_bad_status(store: RuntimeStore) -> None:
    with pytest.raises(SessionNotFound):
        store.set_status("ghost", "completed", LATER)
    with pytest.raises(SessionNotFound):
        store.set_status("ghost", "paused", "never")


def test_half_a_character_names_no_session_to_change(store: RuntimeStore) -> None:
    with pytest.raises((SessionNotFound, ValidationFailed)) as refused:
        store.set_status("\udcff", "completed", LATER)
    str(refused.value).encode()


def test_the_expected_tail_of_an_empty_session_is_none(store: RuntimeStore) -> None:
    store.create_session(session())
    with pytest.raises(AppendConflict) as refused:
        store.set_status("lesson", "completed", LATER, expected_last_seq=0)
    assert refused.value.details == {
        "sessionId": "lesson",
        "expectedLastSeq": 0,
        "actualLastSeq": None,
    }
    assert store.get_session("lesson").status == "active"
    store.set_status("lesson", "completed", LATER, expected_last_seq=None)
    assert store.get_session("lesson").status == "completed"


def test_the_expected_tail_of_a_session_is_its_last_number(store: RuntimeStore) -> None:
    store.create_session(session())
    for n in range(3):
        store.append_record("lesson", record(f"r-{n}"))
    for wrong in (None, 0, 1, 3, 2**52):
        with pytest.raises(AppendConflict) as refused:
            store.set_status("lesson", "completed", LATER, expected_last_seq=wrong)
        assert (refused.value.expected, refused.value.actual) == (wrong, 2)
    store.set_status("lesson", "completed", LATER, expected_last_seq=2)
    assert store.get_session("lesson").status == "completed"


@pytest.mark.parametrize("expected", [-1, 1.5, "1", True, [], 2**53], ids=repr)
def test_an_expectation_that_is_no_number_of_a_record_is_refused(
    store: RuntimeStore, expected: ExpectedSeq
) -> None:
    store.create_session(session())
    with pytest.raises(ValidationFailed):
        store.set_status("lesson", "completed", LATER, expected_last_seq=expected)
    assert store.get_session("lesson").status == "active"


@pytest.mark.parametrize("status", ["completed", "archived"])
@pytest.mark.parametrize("expected", [None, 0, -1])
def test_with_an_expectation_only_an_active_session_changes(
    store: RuntimeStore, status: str, expected: ExpectedSeq
) -> None:
    store.create_session(session(status=status))
    with pytest.raises(SessionNotActive) as refused:
        store.set_status("lesson", "active", LATER, expected_last_seq=expected)
    assert " is no longer active; " in refused.value.message
    assert f"its current status is '{status}'" in refused.value.message
    assert refused.value.code == "VALIDATION_FAILED"
    assert store.get_session("lesson").status == status


def test_a_bad_status_is_told_before_an_expectation_that_fails(store: RuntimeStore) -> None:
    store.create_session(session())
    with pytest.raises(ValidationFailed) as refused:
        store.set_status("lesson", "paused", LATER, expected_last_seq=7)
    assert fault_paths(refused.value) == ["/status"]


@pytest.mark.parametrize("expected", [UNSET, None, 7], ids=repr)
def test_a_session_of_a_newer_version_keeps_its_status(
    opened: Opened, expected: ExpectedSeq
) -> None:
    opened.plant(session(runtimeDslVersion="0.2.0"))
    before = state(opened.store)
    with pytest.raises(FutureVersion):
        opened.store.set_status("lesson", "completed", LATER, expected_last_seq=expected)
    assert state(opened.store) == before
