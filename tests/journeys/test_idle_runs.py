"""Runs that find nothing new look through nothing; the benchmarks of whole runs work at a tiny size."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from satchel.domain.syncing import SyncPhase
from satchel.store.sync_book import SyncBook
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
