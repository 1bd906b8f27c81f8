"""Processes contending for one session: `python -m tests.leases.stress --processes 8 --seconds 60 [--no-watch]`.

A trigger in the database writes down every change of the lease in the transaction that makes it: against
this witness, and not against what the processes believe, is held what they wrote. Meanwhile they are put
to sleep for moments, wherever they are.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from satchel import system
from satchel.config import Paths
from satchel.core import Core, open_core
from tests.fakes import session
from tests.store.processes import ROOT, environment

SLEEP_SECONDS = 0.15
BETWEEN_SLEEPS = 0.4

_WITNESS = (
    "CREATE TABLE witness (number INTEGER PRIMARY KEY, token TEXT, epoch INTEGER, next_seq INTEGER)"
)
_TRIGGER = """
CREATE TRIGGER testify AFTER UPDATE OF lease_token ON runtime_sessions
WHEN old.lease_token IS NOT new.lease_token
BEGIN INSERT INTO witness (token, epoch, next_seq) VALUES (new.lease_token, new.lease_epoch, new.next_seq); END
"""


@dataclass
class Report:
    """What came out. `faults` is empty where everything is as it must be."""

    processes: int
    seconds: float
    claims: int = 0
    taken_over: int = 0
    released: int = 0
    records: int = 0
    refused: int = 0
    told_by: Counter[str] = field(default_factory=Counter)
    sleeps: int = 0
    notices: list[float] = field(default_factory=list)
    """Seconds from the return of a claim to the moment its loser knew; below zero where that was sooner."""
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        late = sorted(self.notices)
        median = statistics.median(late) * 1000 if late else 0
        p99 = late[int(len(late) * 0.99)] * 1000 if late else 0
        told = ", ".join(f"{count} by {how}" for how, count in sorted(self.told_by.items()))
        lines = [
            f"{self.processes} processes, {self.seconds:g} s, put to sleep {self.sleeps} times",
            f"{self.claims} claims: {self.taken_over} taken over, {self.released} let go",
            f"{self.records} records, {self.refused} refused by the fence",
            f"told: {told or 'nobody'}; median {median:.2f} ms after the claim, p99 {p99:.1f} ms",
            *(f"FAULT: {fault}" for fault in self.faults[:20]),
            f"{len(self.faults)} faults",
        ]
        return "\n".join(lines)


def run(folder: Path, *, processes: int, seconds: float, watch: bool) -> Report:
    paths = Paths(folder / "data")
    report = Report(processes, seconds)
    with open_core(paths, clock=system.now, new_id=system.new_id) as core:
        core.sessions.create(session(learnerKey=core.learner.keys[0]), title="Contended")
        core.database.script(_WITNESS)
        core.database.script(_TRIGGER)
        events = _contend(paths, report, watch=watch)
        _check_records(core, report)
        _check_told(core, events, report)
        _check_left(core, report)
    return report


def _contend(paths: Paths, report: Report, *, watch: bool) -> list[dict[str, Any]]:
    """Everything that happened in the processes, by their own account."""
    how = [] if watch else ["--no-watch"]
    children = [
        _start(str(paths.data_dir), f"w{n}", "--seconds", str(report.seconds), *how)
        for n in range(report.processes)
    ]
    try:
        for child in children:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
        for child in children:
            assert child.stdin is not None
            child.stdin.write("\n")
            child.stdin.flush()
        _disturb(children, report)
        said = [child.communicate(timeout=60 + report.seconds)[0] for child in children]
    finally:
        for child in children:
            child.kill()
    report.faults += [
        f"process {n} ended with {child.returncode}"
        for n, child in enumerate(children)
        if child.returncode != 0
    ]
    return [json.loads(line) for one in said for line in one.splitlines()]


def _start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.leases.contender", *words],
        env=environment(),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _disturb(children: Sequence[subprocess.Popen[str]], report: Report) -> None:
    """Puts one after the other to sleep for a moment, wherever it is: with a lock in its hand as well."""
    chance, until = random.Random(7), time.monotonic() + report.seconds
    while time.monotonic() < until:
        _wait(BETWEEN_SLEEPS)
        child = chance.choice(children)
        os.kill(child.pid, signal.SIGSTOP)
        _wait(SLEEP_SECONDS)
        os.kill(child.pid, signal.SIGCONT)
        report.sleeps += 1


def _wait(seconds: float) -> None:
    select.select([], [], [], seconds)


# --- what must be so afterwards -----------------------------------------------------------------------


def _check_records(core: Core, report: Report) -> None:
    """Every record under the token that was the session's when its number was taken."""
    witness = core.database.script("SELECT token, epoch, next_seq FROM witness ORDER BY number")
    records = core.store.list_records("lesson")
    report.records = len(records)
    report.claims = sum(token is not None for token, _, _ in witness)
    if [one.seq for one in records] != list(range(len(records))):
        report.faults.append("the numbers of the records are not contiguous")
    epochs = [epoch for token, epoch, _ in witness if token is not None]
    if epochs != list(range(1, len(epochs) + 1)):
        report.faults.append("the epochs do not count the claims")
    begins = [next_seq for _, _, next_seq in witness]
    for record in records:
        token, epoch, _ = witness[bisect_right(begins, record.seq) - 1]
        payload = record.payload
        assert isinstance(payload, dict)
        if (payload["token"], payload["epoch"]) != (token, epoch):
            report.faults.append(f"record {record.seq} was written under the lost {payload}")
    problems = core.database.script("PRAGMA integrity_check")
    if problems != [("ok",)]:
        report.faults.append(f"the database is damaged: {problems}")


def _check_told(core: Core, events: list[dict[str, Any]], report: Report) -> None:
    """Every loser once, nobody else, and nobody before somebody else had claimed."""
    claims = {one["epoch"]: one for one in events if one["what"] == "claimed"}
    told = Counter(one["token"] for one in events if one["what"] == "told")
    released = {one["token"] for one in events if one["what"] == "released"}
    report.released = len(released)
    report.refused = sum(one["what"] == "refused" for one in events)
    report.told_by = Counter(one["how"] for one in events if one["what"] == "told")
    if sorted(claims) != list(range(1, report.claims + 1)):
        report.faults.append("the processes claimed otherwise than the database says")
    for epoch, claim in claims.items():
        lost = epoch + 1 in claims and claim["token"] not in released
        report.taken_over += lost
        times = told[claim["token"]]
        if times != lost:
            report.faults.append(f"the holder of epoch {epoch} was told {times} times")
    for one in events:
        if one["what"] == "told" and one["epoch"] + 1 in claims:
            by = claims[one["epoch"] + 1]
            report.notices.append(one["at"] - by["at"])
            if one["at"] < by["began"]:
                report.faults.append(f"the holder of epoch {one['epoch']} was told too early")


def _check_left(core: Core, report: Report) -> None:
    """Nothing that outlives the processes, and a file that says what the database says."""
    if not core.claims.announced():
        report.faults.append("the announcement does not say what the database says")
    core.claims.recover()
    left = [lease.holder.window for lease, _ in core.claims.leases()]
    living = core.locks.living()
    if left or living:
        report.faults.append(f"left behind: leases of {left}, locks of {living}")
    unfinished = [path.name for path in core.profile.directory.glob(".*")]
    if unfinished:
        report.faults.append(f"left behind: {unfinished}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.leases.stress", description=__doc__)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--no-watch", action="store_true", help="look now and then instead")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="leases-") as folder:
        report = run(
            Path(folder),
            processes=given.processes,
            seconds=given.seconds,
            watch=not given.no_watch,
        )
    sys.stdout.write(f"{report}\n")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
