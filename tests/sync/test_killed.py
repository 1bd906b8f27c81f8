"""A run that ends at any of its steps: the next one completes it, and nothing is there twice."""

from __future__ import annotations

import threading
from itertools import count, cycle
from pathlib import Path

import pytest

from satchel.domain.syncing import SyncPhase, SyncProgress, SyncStatus
from tests.model.world import LOST_ANSWER, LOST_REQUEST, OK
from tests.sync.desk import Desk, desk, put_there, there
from tests.sync.model_remote import Network


def busy(one: Desk) -> None:
    """Something of everything that a run does."""
    network = one.network
    put_there(network, "known", records=2)
    put_there(network, "attempt", "quiz", records=1)
    put_there(network, "old", records=1)
    one.sync()
    one.begin("new", records=3)
    one.write("known", 2)
    one.write("attempt", 1)
    one.bench.sessions.rename("known", "Another title")
    one.bench.store.set_status("old", "completed", "2026-03-02T12:05:00.000Z")
    put_there(network, "known", records=1)
    put_there(network, "attempt", records=1)
    put_there(network, "theirs", records=2)


def ends_well(one: Desk) -> None:
    for _ in range(3):
        status = one.sync()
    assert status.phase is SyncPhase.IDLE
    assert status.error is None
    found = there(one.network)
    assert found == one.shown()
    assert all(len(ids) == len(set(ids)) for ids in found.values())
    assert sorted(found) == sorted(one.shown())
    assert [len(found[sid]) for sid in ("new", "known", "attempt", "theirs")] == [3, 5, 2, 2]
    assert len(found) == 6  # the attempt that went on here is one of its own


@pytest.mark.parametrize("satchel", [True, False], ids=["satchel", "base"])
def test_a_run_that_ends_anywhere_is_completed_by_the_next(tmp_path: Path, satchel: bool) -> None:
    for steps, fault in zip(count(1), cycle([OK, LOST_REQUEST, OK, LOST_ANSWER]), strict=False):
        network = Network(satchel)
        with desk(tmp_path / str(steps), network) as one:
            busy(one)

            def stop(
                one: Desk = one, steps: int = steps, fault: str = fault, network: Network = network
            ) -> bool:
                if len(one.told) == steps - 1:
                    network.fault = fault  # in the last step before the end
                return len(one.told) >= steps

            one.sync(stop)
            network.fault = OK
            reached = len(one.told)
            ends_well(one)
        if reached < steps:
            break
    assert steps > 12


def test_a_second_engine_waits_for_the_first(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one, desk(tmp_path / "profile", network) as other:
        one.begin("lesson", records=5)
        reached, may_go_on = threading.Event(), threading.Event()

        def hold(step: SyncProgress) -> None:
            reached.set()
            may_go_on.wait(20)

        first = threading.Thread(target=one.service.run, args=(hold,), kwargs={"stop": bool})
        first.start()
        assert reached.wait(20)
        second = threading.Thread(target=other.sync)
        second.start()
        second.join(0.3)
        assert second.is_alive()
        assert other.told == []
        assert one.service.status().phase is SyncPhase.RUNNING
        may_go_on.set()
        first.join(20)
        second.join(20)
        assert there(network) == one.shown()


def test_waiting_for_another_engine_can_be_given_up(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one, desk(tmp_path / "profile", network) as other:
        ended: list[SyncStatus] = []

        def hold(step: SyncProgress) -> None:
            if not ended:
                ended.append(other.sync(lambda: True))

        one.service.run(hold, stop=lambda: False)
        assert ended[0].error is None
        assert other.told == []
