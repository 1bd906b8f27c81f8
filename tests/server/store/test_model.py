"""Random calls of several learners against the storage and against a model in memory: the same answers, always."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from satchel.domain.errors import SatchelError
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from satchel_server.callers import Caller
from tests.fakes import LATER, NOON, record, session
from tests.server.store.opened import POSTGRESQL, SCHOOL, SQLITE, Bench, opened
from tests.server.store.test_feed_under_writers import Follower

KEYS = ("anon:mei", "anon:leo", "user:42")
IDS = ("a", "b")
STAGES = ("fractions", "planets")

Answer = TypeVar("Answer")

keys = st.sampled_from(KEYS)
callers = st.sampled_from(("owner", "owner", "owner", *KEYS))
"""Who calls for a session: most often whose it is, if it is anybody's."""
ids = st.sampled_from(IDS)
record_ids = st.sampled_from(("r1", "r2", "r3", "r4"))
payloads = st.sampled_from((1, 1, 1, 2))
tails = st.sampled_from(("unset", "unset", "right", "right", None, 3))
stamps = st.sampled_from(("unset", "right", "stale"))
scopes = st.sampled_from(("learner", "stage", "all"))
statuses = st.sampled_from(("active", "active", "completed"))


@dataclass
class Held:
    """A session as the model has it."""

    learner: str
    stage: str
    incarnation: str
    status: str = "active"
    records: list[tuple[str, JsonValue]] = field(default_factory=list)
    title: tuple[int, str] = (0, "")

    @property
    def last(self) -> int | None:
        return len(self.records) - 1 if self.records else None


class ServerMachine(RuleBasedStateMachine):
    kind = SQLITE

    def __init__(self) -> None:
        super().__init__()
        self._stack = ExitStack()
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        self.bench: Bench = self._stack.enter_context(opened(self.kind, folder))
        self.store = self.bench.store
        self.there: dict[str, Held] = {}
        self.gone: dict[str, set[str]] = {key: set() for key in KEYS}
        self.stamps: list[str] = ["none.such"]
        self.followers = {key: Follower(self.store, Caller.learner(key)) for key in KEYS}

    def teardown(self) -> None:
        self._stack.close()

    # --- what the model expects --------------------------------------------------------------------

    def mine(self, key: str, id: str) -> Held | None:
        held = self.there.get(id)
        return held if held is not None and held.learner == key else None

    def meant(self, key: str, id: str) -> str:
        if key != "owner":
            return key
        return self.there[id].learner if id in self.there else KEYS[0]

    def drop(self, id: str) -> None:
        self.gone[self.there.pop(id).learner].add(id)

    def guards(self, held: Held | None, tail: object, stamp: str) -> JsonObject:
        """The members beside a write, their chosen values made out."""
        body: JsonObject = {}
        if tail != "unset":
            right = None if held is None else held.last
            body["expectedLastSeq"] = right if tail == "right" else tail  # type: ignore[assignment]
        if stamp != "unset":
            right_stamp = self.stamps[0] if held is None else held.incarnation
            body["expectedIncarnation"] = right_stamp if stamp == "right" else self.stamps[0]
        return body

    def refusal(self, held: Held | None, body: JsonObject) -> str | None:
        """What comes first, in the order of the contract."""
        if held is None:
            return "SESSION_NOT_FOUND"
        if body.get("expectedIncarnation", held.incarnation) != held.incarnation:
            return "SESSION_REPLACED"
        return None

    def tail_refusal(self, held: Held, body: JsonObject) -> str | None:
        if body.get("expectedLastSeq", held.last) != held.last:
            return "RUNTIME_APPEND_CONFLICT"
        return None

    def outcome(
        self, held: Held | None, new: list[tuple[str, JsonValue]], body: JsonObject
    ) -> str | None:
        """Of appending: a code, or None. Appends to the model where it comes about."""
        refused = self.refusal(held, body)
        if held is None or refused:
            return refused
        stored = dict(held.records)
        present = [(id, payload) for id, payload in new if id in stored]
        refused = "VALIDATION_FAILED" if held.status != "active" else self.tail_refusal(held, body)
        if any(stored[id] != payload for id, payload in present):
            return "RECORD_ID_CONFLICT"
        if len(present) == len(new):
            return None
        if present:
            return "RUNTIME_APPEND_CONFLICT"
        if refused is None:
            held.records += new
        return refused

    # --- rules -------------------------------------------------------------------------------------

    @rule(key=keys, id=ids, stage=st.sampled_from(STAGES), careful=st.booleans())
    def create(self, key: str, id: str, stage: str, careful: bool) -> None:
        document = session(id, learnerKey=key, stageId=stage)
        if careful:
            document["satchel"] = {"ifNeverDeleted": True}
        expected = None
        if id in self.there:
            expected = "SESSION_ALREADY_EXISTS"
        elif careful and id in self.gone[key]:
            expected = "SESSION_DELETED"
        answer, code = said(lambda: self.store.create_session(Caller.learner(key), document))
        assert code == expected
        if answer is not None:
            stamp = str(answer["incarnation"])
            assert stamp not in self.stamps
            self.stamps.append(stamp)
            self.there[id] = Held(key, stage, stamp)
            self.gone[key].discard(id)

    @rule(key=callers, id=ids, name=record_ids, payload=payloads, tail=tails, stamp=stamps)
    def append(self, key: str, id: str, name: str, payload: int, tail: object, stamp: str) -> None:
        key = self.meant(key, id)
        held = self.mine(key, id)
        body = self.guards(held, tail, stamp)
        expected = self.outcome(held, [(name, payload)], body)
        document = record(name, id, payload=payload) | body
        answer, code = said(lambda: self.store.append(Caller.learner(key), id, document))
        assert code == expected
        if answer is not None:
            assert held is not None
            assert held.records[answer.seq] == (name, payload)

    @rule(
        key=callers,
        id=ids,
        names=st.lists(record_ids, min_size=1, max_size=3, unique=True),
        payload=payloads,
        tail=tails,
        stamp=stamps,
    )
    def append_batch(
        self, key: str, id: str, names: list[str], payload: int, tail: object, stamp: str
    ) -> None:
        key = self.meant(key, id)
        held = self.mine(key, id)
        body = self.guards(held, tail, stamp)
        expected = self.outcome(held, [(name, payload) for name in names], body)
        body["records"] = [record(name, id, payload=payload) for name in names]
        answer, code = said(lambda: self.store.append_batch(Caller.learner(key), id, body))
        assert code == expected
        if answer is not None:
            assert held is not None
            assert [found.id for found in answer] == names
            assert [held.records[found.seq][0] for found in answer] == names

    @rule(key=callers, id=ids, status=statuses, tail=tails, stamp=stamps)
    def set_status(self, key: str, id: str, status: str, tail: object, stamp: str) -> None:
        key = self.meant(key, id)
        held = self.mine(key, id)
        body = self.guards(held, tail, stamp)
        expected = self.refusal(held, body)
        if held is not None and expected is None and "expectedLastSeq" in body:
            expected = (
                "VALIDATION_FAILED" if held.status != "active" else self.tail_refusal(held, body)
            )
        body |= {"status": status, "updatedAt": LATER}
        _, code = said(lambda: self.store.set_status(Caller.learner(key), id, body))
        assert code == expected
        if held is not None and code is None:
            held.status = status

    @rule(key=callers, id=ids, rev=st.integers(0, 3), device=st.sampled_from("xyz"))
    def put_title(self, key: str, id: str, rev: int, device: str) -> None:
        key = self.meant(key, id)
        held = self.mine(key, id)
        title: JsonObject = {"title": {"value": f"{rev}{device}", "rev": rev, "device": device}}
        answer, code = said(lambda: self.store.put_satchel(Caller.learner(key), id, title))
        assert code == (None if held else "SESSION_NOT_FOUND")
        if held is not None and answer is not None:
            held.title = max(held.title, (rev, device))
            stands = answer["title"]
            assert isinstance(stands, dict)
            assert (stands["rev"], stands["device"]) == held.title

    @rule(key=callers, id=ids, tail=tails, stamp=stamps)
    def delete(self, key: str, id: str, tail: object, stamp: str) -> None:
        key = self.meant(key, id)
        held = self.mine(key, id)
        body = self.guards(held, tail, stamp)
        expected = None
        if held is not None:
            expected = self.refusal(held, body) or self.tail_refusal(held, body)
        wishes = {
            ours: body[theirs]
            for ours, theirs in (
                ("expected_incarnation", "expectedIncarnation"),
                ("expected_last_seq", "expectedLastSeq"),
            )
            if theirs in body
        }
        _, code = said(lambda: self.store.delete_session(Caller.learner(key), id, **wishes))
        assert code == expected
        if held is not None and code is None:
            self.drop(id)

    @rule(old=keys, new=keys)
    def merge(self, old: str, new: str) -> None:
        moving = [id for id, held in self.there.items() if held.learner == old]
        deleted = self.deleted_by(old)
        moved = self.store.merge_learners(SCHOOL, old, new)
        assert moved == (len(moving) if old != new else 0)
        if old == new:
            return
        for id in moving:
            self.there[id].learner = new
            self.gone[old].add(id)
            self.gone[new].discard(id)
        self.gone[new] |= {id for id in deleted if self.mine(new, id) is None}

    def deleted_by(self, key: str) -> set[str]:
        """What the feed of a learner calls deleted, and not moved."""
        page = self.store.changes(Caller.learner(key), None, None)
        return {
            str(one["sessionId"])
            for one in page.changes
            if one.get("deleted") and not one.get("moved")
        }

    @precondition(lambda self: len(self.there) == len(IDS))
    @rule(key=keys, stage=st.sampled_from(STAGES), scope=scopes, really=st.integers(0, 2))
    def delete_many(self, key: str, stage: str, scope: str, really: int) -> None:
        if really:  # most often there is to be something left for the other rules
            return
        if scope == "learner":
            self.store.delete_learner(Caller.learner(key), stage, key)
        elif scope == "stage":
            self.store.delete_stage(SCHOOL, stage)
        else:
            self.store.delete_all(SCHOOL)
        for id, held in list(self.there.items()):
            on_stage = scope == "all" or held.stage == stage
            if on_stage and (scope != "learner" or held.learner == key):
                self.drop(id)

    @rule(key=keys)
    def follow(self, key: str) -> None:
        self.followers[key].catch_up()
        theirs = {id: held.last for id, held in self.there.items() if held.learner == key}
        assert self.followers[key].view == theirs

    @rule(key=keys)
    def begin_anew(self, key: str) -> None:
        """A device that was never here before."""
        fresh = Follower(self.store, Caller.learner(key))
        fresh.catch_up()
        self.followers[key] = fresh

    # --- what always holds ---------------------------------------------------------------------------

    @invariant()
    def the_same_is_stored(self) -> None:
        for key in KEYS:
            caller = Caller.learner(key)
            for stage in STAGES:
                listed = self.store.list_partition(caller, stage, key)
                assert {str(one["id"]) for one in listed} == {
                    id
                    for id, held in self.there.items()
                    if (held.learner, held.stage) == (key, stage)
                }
        for id, held in self.there.items():
            caller = Caller.learner(held.learner)
            found, records = self.store.session_with_records(caller, id)
            assert (found["status"], found["incarnation"]) == (held.status, held.incarnation)
            assert found["createdAt"] == NOON
            assert [(one.id, one.payload) for one in records] == held.records
            assert [one.seq for one in records] == list(range(len(records)))


class PostgresMachine(ServerMachine):
    kind = POSTGRESQL


def said(call: Callable[[], Answer]) -> tuple[Answer | None, str | None]:
    """What a call answers, or the code it refuses with."""
    try:
        return call(), None
    except SatchelError as refused:
        return None, refused.code


@pytest.mark.parametrize(
    ("machine", "examples"),
    [(ServerMachine, 0.8), (PostgresMachine, 0.15)],
    ids=[SQLITE, POSTGRESQL],
)
def test_the_storage_is_as_the_model_says(machine: type[ServerMachine], examples: float) -> None:
    usual = settings()
    run_state_machine_as_test(
        machine,
        settings=settings(
            usual,
            max_examples=max(5, int(usual.max_examples * examples / 2)),
            stateful_step_count=40,
            suppress_health_check=list(HealthCheck),
        ),
    )
