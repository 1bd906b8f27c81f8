"""Transactions in each other's way: a deadlock is done again, within a bound, and merges cannot make one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from satchel.domain.errors import StoreUnavailable
from satchel.store.faults import ConnectionLost, ConstraintBroken, Contended
from satchel.store.postgres_faults import connection_lost
from satchel_server.attempts import MOST_ATTEMPTS, Attempts
from tests.fakes import session
from tests.server.store.opened import LEO, MEI, POSTGRESQL, SCHOOL, Bench, opened
from tests.server.store.test_cut_commits import in_threads

AGAIN = Contended("once more")
LOST = connection_lost("it broke", fate_unknown=False)
OPEN = connection_lost("it broke", fate_unknown=True)


class Tries:
    """Work that meets one refusal after the other, and then succeeds."""

    def __init__(self, *refusals: Exception) -> None:
        self._refusals = list(refusals)
        self.told: list[bool] = []
        self.pauses: list[float] = []

    def work(self, doubtful: bool) -> str:
        self.told.append(doubtful)
        if self._refusals:
            raise self._refusals.pop(0)
        return "done"

    def run(self, *, repeatable: bool) -> str:
        attempts = Attempts(pause=self.pauses.append, jitter=lambda: 1.0)
        return attempts.run(self.work, repeatable=repeatable)


def test_what_met_others_is_done_again_after_growing_pauses() -> None:
    tries = Tries(AGAIN, LOST, AGAIN)
    assert tries.run(repeatable=False) == "done"
    assert tries.told == [False] * 4
    assert tries.pauses == sorted(tries.pauses)
    assert 0 < sum(tries.pauses) < 1


def test_it_is_not_tried_for_ever() -> None:
    tries = Tries(*[AGAIN] * 99)
    with pytest.raises(Contended):
        tries.run(repeatable=True)
    assert len(tries.told) == MOST_ATTEMPTS
    assert len(tries.pauses) == MOST_ATTEMPTS - 1


def test_after_a_commit_of_unknown_fate_only_what_may_be_repeated_is() -> None:
    refused = Tries(OPEN)
    with pytest.raises(ConnectionLost):
        refused.run(repeatable=False)
    assert refused.told == [False]
    tries = Tries(LOST, OPEN, AGAIN)
    assert tries.run(repeatable=True) == "done"
    assert tries.told == [False, False, True, True]


def test_a_doubt_is_never_forgotten() -> None:
    for last in (AGAIN, LOST, StoreUnavailable("It is away.")):
        with pytest.raises(ConnectionLost) as lost:
            Tries(OPEN, *[last] * 9).run(repeatable=True)
        assert lost.value.fate_unknown


@pytest.mark.parametrize(
    "error", [ConstraintBroken("x"), KeyError(), StoreUnavailable("It is away.")]
)
def test_other_refusals_are_not_tried_again(error: Exception) -> None:
    tries = Tries(error)
    with pytest.raises(type(error)):
        tries.run(repeatable=True)
    assert len(tries.told) == 1


def test_a_deadlock_is_done_again(tmp_path: Path) -> None:
    with opened(POSTGRESQL, tmp_path) as bench:
        bench.store.create_session(MEI, session())
        bench.store.create_session(LEO, session("other", learnerKey="anon:leo"))
        lock = "UPDATE learner_counters SET last_change = last_change WHERE learner_key = %s"
        moved: list[int] = []
        merging = threading.Thread(
            target=lambda: moved.append(bench.store.merge_learners(SCHOOL, "anon:leo", "anon:mei"))
        )
        with (
            psycopg.connect(bench.url) as other,
            psycopg.connect(bench.url, autocommit=True) as look,
        ):
            other.execute(
                "SET deadlock_timeout = '60s'"
            )  # so that it is the store that is sent away
            other.execute(lock, ("anon:mei",))
            merging.start()  # takes Leo's, and waits for Mei's
            waits_for(look)
            other.execute(lock, ("anon:leo",))
            other.commit()
        merging.join()
        assert moved == [1]
        assert bench.store.get_session(MEI, "other")["learnerKey"] == "anon:mei"


def waits_for(look: psycopg.Connection[tuple[object, ...]]) -> None:
    while (
        look.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchone()
        is None
    ):
        pass


def test_merges_in_both_directions_and_wide_deletions_get_through(bench: Bench) -> None:
    store = bench.store
    for n in range(6):
        store.create_session(MEI, session(f"m{n}"))
    tasks: list[Callable[[], object]] = [
        lambda: store.merge_learners(SCHOOL, "anon:mei", "anon:leo"),
        lambda: store.merge_learners(SCHOOL, "anon:leo", "anon:mei"),
        lambda: store.delete_stage(SCHOOL, "planets"),
        lambda: store.delete_learner(SCHOOL, "planets", "anon:mei"),
    ]

    def work(number: int) -> None:
        for n in range(10):
            if number < len(tasks):
                tasks[number]()
            else:
                name = f"w{number}-{n}"
                caller = MEI if n % 2 else LEO
                document = session(name, learnerKey=str(caller.learner_key), stageId="planets")
                store.create_session(caller, document)

    in_threads(6, work)
    store.delete_stage(SCHOOL, "planets")
    there = [
        str(one["id"])
        for caller in (MEI, LEO)
        for one in store.list_partition(caller, "fractions", str(caller.learner_key))
    ]
    assert sorted(there) == [f"m{n}" for n in range(6)]
    for caller in (MEI, LEO):
        told = {
            str(one["sessionId"])
            for one in store.changes(caller, None, None).changes
            if "session" in one
        }
        listed = store.list_partition(caller, "fractions", str(caller.learner_key))
        assert told == {str(one["id"]) for one in listed}
