"""Leases: asking whether one is still held, learning of a loss in another process, and claiming.

`python -m tests.benchmarks.leases` prints its own small table. The append with its fence is a row of the
store.
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import cycle
from pathlib import Path

from satchel.leases.announcement import Announcement
from satchel.leases.book import LeaseBook
from satchel.leases.claims import Claims
from satchel.system import new_id, now
from tests.benchmarks.watcher import CLAIM, LAST, SESSION
from tests.fakes import session
from tests.store.opened import MINE, Bench, opened
from tests.store.processes import ROOT, environment, python

LEASES = 10
"""Sessions held at once: as many as a teacher might have open."""

CALLS = 50
"""In one sample: so few that most samples are not interrupted by another program's turn."""

P99_SECONDS = 0.020

MeasuredRow = tuple[str, float, float, float]


def measure(samples: int = 200) -> list[MeasuredRow]:
    """(what, the floor's seconds, ours, goal of the ratio): medians of `samples` taken in turns."""
    with tempfile.TemporaryDirectory(prefix="leases-") as folder, _held(Path(folder)) as bench:
        return [
            _validity(bench, samples),
            *_notice(bench, Path(folder), samples),
            _claim(bench, Path(folder), samples),
        ]


@contextmanager
def _held(folder: Path) -> Iterator[Bench]:
    """A profile whose sessions are open in windows, and one more to contend for."""
    with opened(folder / "profile") as bench:
        bench.living.update({"watcher", "other", "window"})
        for id in (SESSION, *(f"open {n}" for n in range(LEASES))):
            bench.sessions.create(session(id, learnerKey=MINE), title=id)
            bench.claims.claim(id, "window")
        yield bench


def _validity(bench: Bench, samples: int) -> MeasuredRow:
    lease, path = bench.claims.claim(SESSION, "window"), bench.announcement.path
    stat, is_valid, calls = os.stat, bench.claims.is_valid, range(CALLS)

    def look() -> None:
        for _ in calls:
            stat(path)

    def ask() -> None:
        for _ in calls:
            is_valid(lease)

    floor, ours = _in_turns(look, ask, samples)
    return "lease: is it still mine?", floor / CALLS, ours / CALLS, 1.5


def _claim(bench: Bench, folder: Path, samples: int) -> MeasuredRow:
    """The least for the same: one row changed, durable, and a file replaced."""
    file, unfinished = folder / "claimed.json", folder / "claimed.tmp"
    content = bench.announcement.path.read_bytes()
    windows = cycle(("window", "other"))
    with closing(sqlite3.connect(folder / "claims.db", isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE leases (id TEXT PRIMARY KEY, token TEXT, epoch INTEGER)")
        bare.execute("INSERT INTO leases VALUES (?, '', 0)", (SESSION,))

        def change() -> None:
            bare.execute("BEGIN IMMEDIATE")
            bare.execute(
                "UPDATE leases SET token = ?, epoch = epoch + 1 WHERE id = ?", (new_id(), SESSION)
            )
            bare.execute("COMMIT")
            unfinished.write_bytes(content)
            unfinished.replace(file)

        floor, ours = _in_turns(change, lambda: bench.claims.claim(SESSION, next(windows)), samples)
    return "lease: claim", floor, ours, 2.0


class StampedAnnouncement(Announcement):
    """Notes when a change was committed: it is published straight after."""

    committed_at = 0

    def publish(self) -> bool:
        self.committed_at = time.perf_counter_ns()
        return super().publish()


def _notice(bench: Bench, folder: Path, samples: int) -> list[MeasuredRow]:
    """From the commit of a claim to the moment the holder in another process knows.

    The floor is a file of the same size replaced in the same layout, and a bare watch that fires.
    """
    announcement = StampedAnnouncement(bench.announcement.directory.parent)
    claims = Claims(
        LeaseBook(bench.database, announcement),
        announcement,
        bench.store,
        bench.sessions,
        clock=now,
        new_id=new_id,
        alive=bench.living.__contains__,
        host="laptop",
        pid=os.getpid(),
    )
    beside = Announcement(folder / "bare")
    beside.directory.mkdir(parents=True)
    content, unfinished = bench.announcement.path.read_bytes(), folder / "bare" / "unfinished"
    beside.path.write_bytes(content)
    floors: list[float] = []
    ours: list[float] = []
    with _other_process(folder) as (tell, hear):
        for _ in range(samples + 1):
            unfinished.write_bytes(content)
            began = time.perf_counter_ns()
            unfinished.replace(beside.path)
            floors.append((int(hear()) - began) / 1e9)
            tell(CLAIM)
            assert hear() == "held"
            claims.claim(SESSION, "other")
            ours.append((int(hear()) - announcement.committed_at) / 1e9)
    floor, taken = statistics.median(floors[1:]), statistics.median(ours[1:])
    late = statistics.quantiles(ours[1:], n=100, method="inclusive")[98]
    return [
        ("lease lost → the other process knows", floor, taken, 2.0),
        ("the same, p99, against 20 ms", P99_SECONDS, late, 1.0),
    ]


@contextmanager
def _other_process(folder: Path) -> Iterator[tuple[Callable[[str], None], Callable[[], str]]]:
    """How to tell it something, and to hear what it says."""
    child = subprocess.Popen(
        python("tests.benchmarks.watcher", str(folder / "profile"), str(folder / "bare")),
        env=environment(),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    out, words = child.stdout, child.stdin
    assert out is not None
    assert words is not None

    def tell(word: str) -> None:
        words.write(word + "\n")
        words.flush()

    def hear() -> str:
        return out.readline().strip()

    try:
        assert hear() == "ready"
        yield tell, hear
        tell(LAST)
    finally:
        child.kill()
        child.communicate()


def _in_turns(
    floor: Callable[[], object], ours: Callable[[], object], samples: int
) -> tuple[float, float]:
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(samples + 1):
        for times, step in zip(taken, (floor, ours), strict=True):
            began = time.perf_counter()
            step()
            times.append(time.perf_counter() - began)
    return statistics.median(taken[0][1:]), statistics.median(taken[1][1:])


def _print() -> None:
    for what, floor, ours, goal in measure():
        met = "met" if ours / floor <= goal else "not met"
        print(
            f"  {what:38} {floor * 1e6:9.1f} µs {ours * 1e6:9.1f} µs  {ours / floor:5.2f} of {goal}  {met}"
        )


if __name__ == "__main__":
    _print()
