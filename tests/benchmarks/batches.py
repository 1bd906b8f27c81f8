"""Unsent records pushed by whole runs of sync: in batches, against one request each to the same server.

`python -m tests.benchmarks.batches` prints its own line. Reading, encoding, storing and noting are in both sides.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Final
from unittest import mock

from satchel.domain.syncing import SyncPhase
from satchel.sync.remote import HttpRemote
from tests.benchmarks.idle import LEARNER, MeasuredRow, server_in
from tests.journeys.home import Home, home

GOAL: Final = 1 / 50
RECORDS: Final = 10_000
SINGLES: Final = 300
SESSION: Final = 2_500
"""Records of one session."""


def measure(records: int = RECORDS, singles: int = SINGLES, samples: int = 5) -> list[MeasuredRow]:
    """Name, floor, ours in seconds for each record, goal."""
    floor: list[float] = []
    ours: list[float] = []
    with (
        tempfile.TemporaryDirectory(prefix="batches-") as name,
        server_in(Path(name)) as server,
        home(Path(name) / "laptop", server, LEARNER) as laptop,
    ):
        _seconds(laptop, "warm", 1)
        for number in range(samples):
            with mock.patch.object(HttpRemote, "max_batch", 1):
                floor.append(_seconds(laptop, f"single-{number}", singles))
            ours.append(_seconds(laptop, f"batch-{number}", records))
    what = f"sync: {records:,} unsent records, each"
    return [(what, statistics.median(floor), statistics.median(ours), GOAL)]


def _seconds(laptop: Home, name: str, records: int) -> float:
    """What a run takes for each of so many records that were written before it."""
    for begin in range(0, records, SESSION):
        laptop.begin(f"{name}-{begin}", records=min(SESSION, records - begin))
    started = time.perf_counter()
    status = laptop.sync()
    seconds = time.perf_counter() - started
    assert (status.phase, status.pushed) == (SyncPhase.IDLE, records), status
    return seconds / records


def main() -> None:
    for what, floor, ours, goal in measure():
        print(
            f"{what}: {floor * 1e6:.0f} µs, {ours * 1e6:.0f} µs, {ours / floor:.4f} × (≤ {goal:g})"
        )


if __name__ == "__main__":
    main()
