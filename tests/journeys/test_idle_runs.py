"""Runs that find nothing new look through nothing; the benchmarks of whole runs work at a tiny size."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

import pytest

from satchel import system
from satchel.domain.syncing import SyncPhase
from satchel.domain.timestamps import from_datetime
from satchel.store.sync_book import SyncBook
from satchel.sync.calls import Calls
from satchel.sync.room import Room, alone
from tests.benchmarks import batches, idle
from tests.journeys.home import home
from tests.server.process import ServerProcess


def test_a_run_that_finds_nothing_does_not_look_through_what_is_here(
    tmp_path: Path, server: ServerProcess, learner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with home(tmp_path / "laptop", server, learner) as laptop:
        laptop.begin("idle", records=3)
        for _ in range(3):
            laptop.sync()

        def looked_through(_self: SyncBook) -> NoReturn:
            raise AssertionError("nothing was written since the last look")

        for name in ("pending", "known_ids", "all_ids", "met", "outbox"):
            monkeypatch.setattr(SyncBook, name, looked_through)
        status = laptop.sync()
        assert (status.phase, status.error) == (SyncPhase.IDLE, None)
        monkeypatch.undo()
        laptop.write("idle")
        assert laptop.sync().pushed == 1


def test_nothing_new_costs_one_request_however_long_ago_the_last_run_was(
    tmp_path: Path, server: ServerProcess, learner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = [system.now()]
    with home(tmp_path / "laptop", server, learner, clock=lambda: times[-1]) as laptop:
        laptop.begin("seldom", records=3)
        for _ in range(3):
            laptop.sync()
        requests: list[str] = []
        real = Calls.get

        def counted(self: Calls, path: str, *rest: Any) -> Any:
            requests.append(path)
            return real(self, path, *rest)

        monkeypatch.setattr(Calls, "get", counted)
        for seconds in (0, 300):
            times.append(times[-1] + timedelta(seconds=seconds))
            requests.clear()
            status = laptop.sync()
            assert status.phase is SyncPhase.IDLE
            assert len(requests) == 1
        assert status.last_success == from_datetime(times[-1])


def test_where_all_is_still_nobody_waits_for_another_engine(
    tmp_path: Path, server: ServerProcess, learner: str
) -> None:
    with home(tmp_path / "laptop", server, learner) as laptop:
        laptop.begin("still", records=3)
        for _ in range(3):
            laptop.sync()
        another = Room(laptop.core.profile.directory, clock=system.now, new_id=system.new_id)
        try:
            with alone(another.lock, lambda: False):
                assert laptop.sync().phase is SyncPhase.IDLE
                laptop.write("still")
                assert laptop.sync(stop=lambda: True).waiting == 1
            assert laptop.sync().pushed == 1
        finally:
            another.close()


def test_the_row_of_idle_runs_measures_both_sides() -> None:
    ((what, floor, ours, goal),) = idle.measure(sessions=12, samples=5)
    assert what == "sync: nothing new, 12 sessions"
    assert goal == 1.5
    assert floor > 0
    assert ours > 0


def test_the_row_of_unsent_records_measures_both_sides() -> None:
    ((what, floor, ours, goal),) = batches.measure(records=30, singles=5, samples=1)
    assert what == "sync: 30 unsent records, each"
    assert goal == 1 / 50
    assert floor > 0
    assert ours > 0
