"""The store against a model in memory, in any order of calls hypothesis thinks of."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from satchel.domain.errors import (
    AppendConflict,
    RecordIdConflict,
    SatchelError,
    SessionAlreadyExists,
    SessionNotActive,
    SessionNotFound,
    SessionTrashed,
)
from satchel.domain.json_value import JsonValue, same
from satchel.domain.runtime import STATUSES, UNSET, ExpectedSeq, JsonObject, SessionTransition
from satchel.domain.timestamps import sort_key
from tests.bundles.arrivals import arriving, take
from tests.domain.strategies import json_values, timestamps
from tests.fakes import record, session
from tests.store.opened import opened

IDS = st.sampled_from(["a", "b", "c/é"])
RECORD_IDS = st.sampled_from(["r", "s", "t", "u", "v"])
STAGES = ["one", "two"]
LEARNERS = ["anon:mei", "anon:leo"]
EXPECTED: st.SearchStrategy[ExpectedSeq] = st.just(UNSET) | st.none() | st.integers(0, 4)
TRANSITIONS = st.none() | st.builds(SessionTransition, st.sampled_from(STATUSES), timestamps)


@dataclass
class Model:
    """A session as it should be."""

    stage: str
    learner: str
    status: str
    created_at: str
    updated_at: str
    trashed: bool = False
    records: list[tuple[str, JsonValue]] = field(default_factory=list)

    @property
    def tail(self) -> int | None:
        return len(self.records) - 1 if self.records else None


class Machine(RuleBasedStateMachine):
    """Every call either does what the model does, or refuses as the model says, and then changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.exit = ExitStack()
        folder = self.exit.enter_context(tempfile.TemporaryDirectory())
        self.bench = self.exit.enter_context(opened(Path(folder)))
        self.store = self.bench.store
        self.model: dict[str, Model] = {}

    def teardown(self) -> None:
        self.exit.close()

    @rule(
        id=IDS,
        stage=st.sampled_from(STAGES),
        learner=st.sampled_from(LEARNERS),
        status=st.sampled_from(STATUSES),
        time=timestamps,
    )
    def create(self, id: str, stage: str, learner: str, status: str, time: str) -> None:
        members: dict[str, JsonValue] = {"stageId": stage, "learnerKey": learner}
        members |= {"status": status, "createdAt": time, "updatedAt": time}
        refusal = outcome(lambda: self.store.create_session(session(id, **members)))
        if id in self.model:
            assert isinstance(refusal, SessionAlreadyExists)
        else:
            assert refusal is None
            self.model[id] = Model(stage, learner, status, time, time)

    @rule(
        id=IDS,
        name=RECORD_IDS,
        payload=st.integers(0, 1) | json_values,
        expected=EXPECTED,
        transition=TRANSITIONS,
    )
    def append(
        self,
        id: str,
        name: str,
        payload: JsonValue,
        expected: ExpectedSeq,
        transition: SessionTransition | None,
    ) -> None:
        refusal = outcome(
            lambda: self.store.append_record(
                id,
                record(name, id, payload=payload),
                expected_last_seq=expected,
                session_transition=transition,
            )
        )
        found = self.model.get(id)
        if found is None:
            assert isinstance(refusal, SessionNotFound)
            return
        stored = [kept for known, kept in found.records if known == name]
        if stored:
            conflict = not same(stored[0], payload)
            assert isinstance(refusal, RecordIdConflict) if conflict else refusal is None
        elif found.trashed:
            assert isinstance(refusal, SessionTrashed)
        elif found.status != "active":
            assert isinstance(refusal, SessionNotActive)
        elif expected is not UNSET and expected != found.tail:
            assert isinstance(refusal, AppendConflict)
        else:
            assert refusal is None
            found.records.append((name, payload))
            if transition is not None:
                found.status, found.updated_at = transition.status, transition.updated_at

    @rule(id=IDS, status=st.sampled_from(STATUSES), time=timestamps, expected=EXPECTED)
    def set_status(self, id: str, status: str, time: str, expected: ExpectedSeq) -> None:
        refusal = outcome(
            lambda: self.store.set_status(id, status, time, expected_last_seq=expected)
        )
        found = self.model.get(id)
        if found is None:
            assert isinstance(refusal, SessionNotFound)
        elif expected is not UNSET and found.status != "active":
            assert isinstance(refusal, SessionNotActive)
        elif expected is not UNSET and expected != found.tail:
            assert isinstance(refusal, AppendConflict)
        else:
            assert refusal is None
            found.status, found.updated_at = status, time

    @rule(id=IDS)
    def trash(self, id: str) -> None:
        refusal = outcome(lambda: self.bench.sessions.trash(id))
        assert (refusal is None) == (id in self.model)
        if id in self.model:
            self.model[id].trashed = True

    @rule(id=IDS)
    def restore(self, id: str) -> None:
        refusal = outcome(lambda: self.bench.sessions.restore(id))
        assert (refusal is None) == (id in self.model)
        if id in self.model:
            self.model[id].trashed = False

    @rule(id=IDS, purge=st.booleans())
    def delete(self, id: str, purge: bool) -> None:
        if purge:
            refusal = outcome(lambda: self.bench.sessions.purge(id))
            assert (refusal is None) == (id in self.model)
        else:
            self.store.delete_session(id)
        self.model.pop(id, None)

    @rule(stage=st.sampled_from(STAGES), learner=st.none() | st.sampled_from(LEARNERS))
    def delete_many(self, stage: str, learner: str | None) -> None:
        if learner is None:
            self.store.delete_stage(stage)
        else:
            self.store.delete_learner(stage, learner)
        self.model = {
            id: one
            for id, one in self.model.items()
            if one.stage != stage or learner not in (None, one.learner)
        }

    @rule(giver=st.sampled_from(LEARNERS), taker=st.sampled_from(LEARNERS))
    def merge(self, giver: str, taker: str) -> None:
        moved = [one for one in self.model.values() if one.learner == giver != taker]
        assert self.store.merge_learners(giver, taker) == len(moved)
        for one in moved:
            one.learner = taker

    @rule()
    def reopen(self) -> None:
        folder = self.bench.location.folder
        self.bench.database.close()
        self.bench = self.exit.enter_context(opened(folder))
        self.store = self.bench.store

    @invariant()
    def every_session_is_as_it_should_be(self) -> None:
        for id, one in self.model.items():
            found = self.store.get_session(id)
            place = (found.stage_id, found.learner_key, found.status)
            assert place == (one.stage, one.learner, one.status)
            assert (found.created_at, found.updated_at) == (one.created_at, one.updated_at)
            records = self.store.list_records(id)
            assert [kept.seq for kept in records] == list(range(len(one.records)))
            assert [(kept.id, repr(kept.payload)) for kept in records] == [
                (name, repr(payload)) for name, payload in one.records
            ]

    @invariant()
    def lists_hold_what_they_should(self) -> None:
        for stage in STAGES:
            for learner in LEARNERS:
                listed = [one.id for one in self.store.list_sessions(stage, learner)]
                assert listed == sorted(
                    (
                        id
                        for id, one in self.model.items()
                        if (one.stage, one.learner, one.trashed) == (stage, learner, False)
                    ),
                    key=lambda id: (sort_key(self.model[id].created_at), id),
                )
        for trashed in (False, True):
            listing = self.bench.sessions.listing(trash=trashed)
            assert listing.damaged == ()
            assert {(one.id, one.last_seq) for one in listing.sessions} == {
                (id, one.tail) for id, one in self.model.items() if one.trashed is trashed
            }


def outcome(call: object) -> SatchelError | None:
    """What a call refused with; None if it did what was asked."""
    assert callable(call)
    try:
        call()
    except SatchelError as refused:
        return refused
    return None


TestMachine = Machine.TestCase
TestMachine.settings = settings(stateful_step_count=30)


class Revisions(RuleBasedStateMachine):
    """Of one field of one session, no revision is ever given twice, whatever happens in between."""

    def __init__(self) -> None:
        super().__init__()
        self.exit = ExitStack()
        folder = self.exit.enter_context(tempfile.TemporaryDirectory())
        self.bench = self.exit.enter_context(opened(Path(folder)))
        self.highest = 0
        self.copies = 0

    def teardown(self) -> None:
        self.exit.close()

    def own(self, id: str, **members: JsonValue) -> dict[str, JsonValue]:
        return session(id, learnerKey=self.bench.identity.own_keys()[0], **members)

    def given(self, id: str, name: str) -> None:
        satchel = self.bench.sessions.summary(id).satchel
        part = satchel[name]
        assert isinstance(part, dict)
        rev = part["rev"]
        assert isinstance(rev, int)
        assert rev > self.highest
        assert part["device"] == self.bench.identity.device()
        self.highest = rev

    @rule(id=IDS)
    def create(self, id: str) -> None:
        if outcome(lambda: self.bench.sessions.create(self.own(id), title="New")) is None:
            self.given(id, "title")

    @rule(id=IDS, title=st.sampled_from(["Halves", "", "\0"]))
    def rename(self, id: str, title: str) -> None:
        if outcome(lambda: self.bench.sessions.rename(id, title)) is None:
            assert title == "Halves"
            self.given(id, "title")

    @rule(id=IDS, pinned=st.booleans())
    def pin(self, id: str, pinned: bool) -> None:
        if outcome(lambda: self.bench.sessions.pin(id, pinned)) is None:
            self.given(id, "pinned")

    @rule(rev=st.integers(0, 60))
    def take_in(self, rev: int) -> None:
        self.copies += 1
        satchel: JsonObject = {"facts": {"value": [], "rev": rev, "device": "elsewhere"}}
        copy = arriving(self.own(f"copy {self.copies}"), [], satchel)
        assert take(self.bench, copy).outcome == "created"
        self.highest = max(self.highest, rev)

    @rule(id=IDS)
    def trash_and_purge(self, id: str) -> None:
        outcome(lambda: self.bench.sessions.trash(id))
        outcome(lambda: self.bench.sessions.purge(id))

    @rule()
    def reopen(self) -> None:
        folder = self.bench.location.folder
        self.bench.database.close()
        self.bench = self.exit.enter_context(opened(folder))


TestRevisions = Revisions.TestCase
TestRevisions.settings = settings(stateful_step_count=20)
