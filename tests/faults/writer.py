"""The other process of these tests: `python -m tests.faults.writer FOLDER NAME COUNT`.

It says what is committed the moment it is, a line each: what was said may never be lost.
"""

from __future__ import annotations

import sys
from pathlib import Path

from satchel.store.opening import Location, open_database
from satchel.store.runtime_store import SqlRuntimeStore
from tests.fakes import FakeClock, record


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def appender(folder: Path, name: str, count: int) -> None:
    """Appends `count` records, and says the number and the id of each."""
    database = open_database(Location(folder), clock=FakeClock())
    store = SqlRuntimeStore(database)
    say("ready")
    sys.stdin.readline()
    for n in range(count):
        found = store.append_record("lesson", record(f"{name}-{n}", payload={"n": n}))
        say(found.seq, found.id)
    database.close()
    say("done")


if __name__ == "__main__":
    where, name, count = sys.argv[1:]
    appender(Path(where), name, int(count))
