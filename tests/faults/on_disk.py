"""The process that lives on the full disk: `python -m tests.faults.on_disk NAME FOLDER …`.

Without a disk of its own a limit on the size of its files is the fault.
"""

from __future__ import annotations

import resource
import shutil
import sys
from pathlib import Path

from satchel.context.estimate import EstimateCounter
from satchel.context.packing import Packing, packing
from satchel.domain.errors import SatchelError
from satchel.store.database import SqliteDatabase
from satchel.store.identity import Identity
from satchel.store.local_sessions import LocalSessions
from satchel.store.opening import Location, create, open_database
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.settings import Settings
from tests.fakes import FakeClock, FakeIds, record, session

PAGE = "x" * 2000


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


class Fault:
    """Takes the room away, and gives it back."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._ballast = folder / "ballast"
        self._limit = limit
        self._soft, self._hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def begin(self, room: int) -> None:
        if self._limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self._limit, self._hard))
            return
        size = max(0, shutil.disk_usage(self._ballast.parent).free - room)
        self._ballast.write_bytes(bytes(size))

    def end(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (self._soft, self._hard))
        self._ballast.unlink(missing_ok=True)


def packing_of(database: SqliteDatabase, store: SqlRuntimeStore) -> Packing:
    identity = Identity(database, Settings(database), FakeIds())
    sessions = LocalSessions(database, store, identity, clock=FakeClock(), lease_ended=lambda: None)
    return packing(database, store, sessions, FakeIds(), counter=EstimateCounter())


def attempt(store: SqlRuntimeStore, id: str, payload: str) -> SatchelError | None:
    try:
        found = store.append_record("lesson", record(id, payload=payload))
    except SatchelError as refused:
        return refused
    say("committed", found.seq, found.id)
    return None


def fill(folder: Path, kept: Path, limit: int) -> None:
    """Appends until the disk refuses, tries again, and goes on when there is room."""
    location, fault = Location(folder), Fault(folder, limit)
    create(location)
    database = open_database(location, clock=FakeClock())
    store = SqlRuntimeStore(database)
    store.create_session(session())
    fault.begin(room=2 * 1024 * 1024)
    count = 0
    while (refused := attempt(store, f"r-{count}", PAGE)) is None:
        count += 1
    say("first", refused.code, refused.message)
    codes = {again.code for _ in range(5) if (again := attempt(store, "big", PAGE * 300))}
    say("refused", *sorted(codes))
    assert len(store.list_records("lesson")) == count
    found = packing_of(database, store).packer.pack("lesson", 10**6)
    say("packed", found.included)
    fault.end()
    for n in range(count, count + 10):
        attempt(store, f"r-{n}", PAGE)
    database.close()
    kept.mkdir()
    shutil.copy(location.database, kept / location.database.name)
    say("done")


def make(folder: Path, limit: int) -> None:
    """Tries to make a database where there is no room for one, and again where there is."""
    location, fault = Location(folder), Fault(folder, limit)
    fault.begin(room=20_000)
    try:
        create(location)
    except SatchelError as refused:
        say("refused", refused.code)
    say("left", *sorted(path.name for path in folder.iterdir()))
    fault.end()
    create(location)
    open_database(location, clock=FakeClock()).close()
    say("made")


def take_in(folder: Path, limit: int) -> None:
    """A step of many rows that the disk ends half-way."""
    location, fault = Location(folder), Fault(folder, limit)
    create(location)
    database = open_database(location, clock=FakeClock())
    store = SqlRuntimeStore(database)
    store.create_session(session())
    store.append_records("lesson", [record(f"r-{n}") for n in range(5)])
    fault.begin(room=300_000)
    try:
        with database.transaction():
            store.create_session(session("half"))
            many = [record(f"r-{n}", "half", payload=PAGE * 2) for n in range(2_000)]
            store.append_records("half", many)
    except SatchelError as refused:
        say("refused", refused.code)
    say("sessions", len(store.list_sessions("fractions", "anon:mei")))
    say("records", len(store.list_records("lesson")))
    fault.end()
    say("check", database.script("PRAGMA integrity_check")[0][0])
    store.append_record("lesson", record("more"), expected_last_seq=4)
    database.close()
    say("works")


if __name__ == "__main__":
    name, where, *rest = sys.argv[1:]
    if name == "fill":
        fill(Path(where), Path(rest[0]), int(rest[1]))
    elif name == "make":
        make(Path(where), int(rest[0]))
    else:
        take_in(Path(where), int(rest[0]))
