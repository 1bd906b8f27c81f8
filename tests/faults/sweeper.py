"""The process that removes what is past its time: `python -m tests.faults.sweeper NAME FOLDER …`.

`sweep` says a line after each step, to be killed at any of them. `full` lives on a disk that fills up.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from satchel.domain.errors import DiskFull
from satchel.domain.retention import RetentionReport
from satchel.store.health import check
from tests.fakes import record
from tests.faults.on_disk import Fault, say
from tests.store.keeping import DAY, Keeping
from tests.store.opened import opened

RECORDS = 4
LARGE = 4_500


def prepare(keeping: Keeping, count: int) -> None:
    """`count` sessions that were thrown away long ago, one of them large, and as many empty ones."""
    bench = keeping.bench
    for number in range(count):
        keeping.new(f"old-{number}", RECORDS)
        keeping.new(f"empty-{number}", title="")
        bench.sessions.trash(f"old-{number}")
    keeping.new("large", 1)
    bench.store.append_records(
        "large", [record(f"l-{n}", "large", payload=n) for n in range(LARGE)]
    )
    bench.sessions.trash("large")
    keeping.run()
    bench.clock.now += 40 * DAY


def run(keeping: Keeping) -> RetentionReport:
    return keeping.run(clock_is_right=True)


def sweep(folder: Path) -> None:
    with opened(folder) as bench:
        bench.clock.now += 60 * DAY
        keeping = Keeping(bench)
        keeping.pause = lambda seconds: say("step")
        say("ready")
        sys.stdin.readline()
        run(keeping)
    say("done")


def full(folder: Path, limit: int) -> None:
    fault = Fault(folder, limit)
    with opened(folder) as bench:
        keeping = Keeping(bench)
        prepare(keeping, 60)
        bench.database.script("PRAGMA wal_checkpoint(TRUNCATE)")
        leftover = folder / "satchel.db.new-1"
        leftover.touch()
        os.utime(leftover, (0, 0))
        fault.begin(room=60_000)
        refusals = []
        for _ in range(3):
            with suppress(DiskFull):
                refusals.append(run(keeping).refusal)
        say("refused", *refusals)
        say("leftover", leftover.exists())
        whole = bench.database.script(
            "SELECT count(*) FROM runtime_sessions s WHERE hidden = 0 AND next_seq <> "
            "(SELECT count(*) FROM runtime_records r WHERE r.session_key = s.key)"
        )
        say("torn", whole[0][0])
        fault.end()
        report = run(keeping)
        say("then", report.refusal, len(keeping.places()))
        say("wrong", *[one.name for one in check(bench.database) if not one.ok])


if __name__ == "__main__":
    name, where, *rest = sys.argv[1:]
    if name == "sweep":
        sweep(Path(where))
    else:
        full(Path(where), int(rest[0]))
