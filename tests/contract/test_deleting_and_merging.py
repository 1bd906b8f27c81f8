"""Deleting a session, a learner, a stage, everything; and giving one learner's sessions to another."""

from __future__ import annotations

import pytest

from satchel.domain.contracts import RuntimeStore
from satchel.domain.errors import FutureVersion, SessionNotFound, ValidationFailed
from tests.contract.backends import Opened
from tests.contract.reading import history, ids_of, state
from tests.fakes import record, session

STAGES = ("fractions", "planets")
LEARNERS = ("anon:mei", "anon:leo")


def fill(store: RuntimeStore) -> None:
    """One session with one record for each stage and learner, named after both."""
    for stage in STAGES:
        for learner in LEARNERS:
            id = f"{stage}/{learner}"
            store.create_session(session(id, stageId=stage, learnerKey=learner))
            store.append_record(id, record(of=id))


def there(store: RuntimeStore) -> set[str]:
    return {
        id
        for stage in STAGES
        for learner in (*LEARNERS, "user:42")
        for id in ids_of(store.list_sessions(stage, learner))
    }


EVERYTHING = {f"{stage}/{learner}" for stage in STAGES for learner in LEARNERS}


def test_a_deleted_session_is_gone_with_its_records(store: RuntimeStore) -> None:
    fill(store)
    store.delete_session("fractions/anon:mei")
    with pytest.raises(SessionNotFound):
        store.get_session("fractions/anon:mei")
    with pytest.raises(SessionNotFound):
        store.list_records("fractions/anon:mei")
    assert there(store) == EVERYTHING - {"fractions/anon:mei"}
    assert len(history(store, "planets/anon:leo")) == 1


def test_deleting_what_is_not_there_is_no_error(store: RuntimeStore) -> None:
    fill(store)
    for _ in range(2):
        store.delete_session("ghost")
        store.delete_session("planets/anon:mei")
        store.delete_learner("nowhere", "anon:mei")
        store.delete_stage("nowhere")
    assert there(store) == EVERYTHING - {"planets/anon:mei"}


@pytest.mark.parametrize("id", ["", ".", "..", "\udcff"], ids=ascii)
def test_a_session_no_address_can_name_is_not_deleted(store: RuntimeStore, id: str) -> None:
    with pytest.raises(ValidationFailed):
        store.delete_session(id)


def test_a_session_in_any_status_can_be_deleted(opened: Opened) -> None:
    for status in ("active", "completed", "archived"):
        opened.store.create_session(session(status, status=status))
        opened.store.delete_session(status)
    opened.plant(session(runtimeDslVersion="99.0.0"))
    opened.store.delete_session("lesson")
    assert opened.store.list_sessions("fractions", "anon:mei") == []


def test_an_id_can_be_used_again_and_numbers_begin_at_nought(store: RuntimeStore) -> None:
    store.create_session(session(note="first life", kind="chat"))
    payload = {"role": "user", "content": "hello"}
    for n in range(3):
        store.append_record("lesson", record(f"r-{n}", payload=dict(payload)))
    store.delete_session("lesson")
    store.create_session(session())
    assert "note" not in store.get_session("lesson").to_wire()
    assert store.list_records("lesson") == []
    assert store.append_record("lesson", record("r-1", payload=9), expected_last_seq=None).seq == 0
    assert history(store) == [(0, "r-1", 9)]


def test_deleting_a_learner_is_for_one_stage(store: RuntimeStore) -> None:
    fill(store)
    store.delete_learner("fractions", "anon:mei")
    assert there(store) == EVERYTHING - {"fractions/anon:mei"}


def test_deleting_a_stage_is_for_every_learner(store: RuntimeStore) -> None:
    fill(store)
    store.delete_stage("fractions")
    assert there(store) == {f"planets/{learner}" for learner in LEARNERS}


def test_deleting_everything_leaves_an_empty_store_that_works(store: RuntimeStore) -> None:
    fill(store)
    store.delete_all()
    store.delete_all()
    assert there(store) == set()
    fill(store)
    assert there(store) == EVERYTHING


@pytest.mark.parametrize(("stage", "learner"), [("", "a"), ("..", "a"), ("a", ""), ("a", "\ud800")])
def test_a_partition_no_address_can_name_is_not_deleted(
    store: RuntimeStore, stage: str, learner: str
) -> None:
    with pytest.raises(ValidationFailed):
        store.delete_learner(stage, learner)
    if stage in ("", ".."):
        with pytest.raises(ValidationFailed):
            store.delete_stage(stage)


def test_a_merge_gives_every_session_on_every_stage_to_the_other(store: RuntimeStore) -> None:
    fill(store)
    store.set_status("planets/anon:mei", "archived", "2026-03-02T12:00:00Z")
    before = {id: state(store, id) for id in EVERYTHING}
    assert store.merge_learners("anon:mei", "user:42") == 2
    assert ids_of(store.list_sessions("fractions", "user:42")) == ["fractions/anon:mei"]
    assert ids_of(store.list_sessions("planets", "user:42")) == ["planets/anon:mei"]
    assert store.list_sessions("fractions", "anon:mei") == []
    for id, (document, records) in before.items():
        moved = document | ({"learnerKey": "user:42"} if id.endswith("mei") else {})
        assert state(store, id) == (moved, records)
    assert store.merge_learners("anon:mei", "user:42") == 0


def test_a_merge_into_one_who_has_sessions_joins_both(store: RuntimeStore) -> None:
    fill(store)
    assert store.merge_learners("anon:mei", "anon:leo") == 2
    assert ids_of(store.list_sessions("fractions", "anon:leo")) == [
        "fractions/anon:leo",
        "fractions/anon:mei",
    ]


def test_a_merge_with_oneself_or_from_nobody_moves_nothing(opened: Opened) -> None:
    opened.plant(session("newer", runtimeDslVersion="99.0.0", learnerKey="anon:zoe"))
    fill(opened.store)
    assert opened.store.merge_learners("anon:mei", "anon:mei") == 0
    assert opened.store.merge_learners("anon:zoe", "anon:zoe") == 0
    assert opened.store.merge_learners("nobody", "anon:mei") == 0
    assert there(opened.store) == EVERYTHING


def test_a_merge_that_meets_a_newer_version_moves_nothing(opened: Opened) -> None:
    fill(opened.store)
    newer = session("newer", stageId="planets", runtimeDslVersion="1.0.0")
    opened.plant(newer)
    with pytest.raises(FutureVersion):
        opened.store.merge_learners("anon:mei", "user:42")
    assert opened.store.list_sessions("fractions", "user:42") == []
    assert opened.store.list_sessions("planets", "user:42") == []
    assert there(opened.store) == EVERYTHING | {"newer"}
    assert opened.store.merge_learners("anon:leo", "anon:mei") == 2


@pytest.mark.parametrize("key", ["", "..", ".", "b\0", "\ud800", None, 5], ids=ascii)
def test_a_key_that_is_none_is_not_merged(store: RuntimeStore, key: str) -> None:
    fill(store)
    with pytest.raises(ValidationFailed):
        store.merge_learners("anon:mei", key)
    with pytest.raises(ValidationFailed):
        store.merge_learners(key, "anon:mei")
    assert there(store) == EVERYTHING


def test_a_merged_session_goes_on(store: RuntimeStore) -> None:
    fill(store)
    store.merge_learners("anon:mei", "user:42")
    id = "fractions/anon:mei"
    assert store.append_record(id, record("next", id), expected_last_seq=0).seq == 1
