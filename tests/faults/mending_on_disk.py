"""Mends on a full disk: `python -m tests.faults.mending_on_disk WHAT FOLDER LIMIT`. See `on_disk`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from satchel.domain.errors import SatchelError
from satchel.store.backups import back_up_daily
from satchel.store.health import back_up, restore
from satchel.store.opening import Location
from satchel.store.salvage.repair import repair
from tests.fakes import FakeClock, FakeIds, record, session
from tests.faults.on_disk import Fault, say
from tests.store.opened import MINE, opened


def names(location: Location) -> list[str]:
    return sorted(str(one.relative_to(location.folder)) for one in location.folder.rglob("*.db*"))


def prepare(location: Location) -> None:
    """600 kB; its first page is gone, a whole backup lies beside it."""
    with opened(location.folder) as bench:
        bench.sessions.create(session(learnerKey=MINE), title="Halves")
        many = [record(f"r-{n}", payload="x" * 900) for n in range(500)]
        bench.store.append_records("lesson", many)
        back_up(bench.database, location.backups / "satchel-20260101T000000.db")


def main(what: str, folder: Path, limit: int) -> None:
    location = Location(folder)
    prepare(location)
    if what == "repair":
        data = location.database.read_bytes()
        location.database.write_bytes(bytes(4096) + data[4096:])
    before = location.database.read_bytes()
    fault = Fault(folder, limit)
    fault.begin(room=300_000)
    listed = names(location)
    try:
        do(what, location)
    except SatchelError as refused:
        say("refused", refused.code, refused.message)
    say("same", location.database.read_bytes() == before, names(location) == listed)
    fault.end()
    do(what, location)
    with opened(folder) as bench:
        say("sessions", len(bench.sessions.listing().sessions))
        say("records", len(bench.store.list_records("lesson")))
    shutil.rmtree(location.set_aside, ignore_errors=True)


def do(what: str, location: Location) -> None:
    if what == "repair":
        repair(location, clock=FakeClock(), new_id=FakeIds())
    elif what == "restore":
        restore(location, location.backups / "satchel-20260101T000000.db", clock=FakeClock())
    else:
        with opened(location.folder) as bench:
            bench.sessions.rename("lesson", "Another title")
            back_up_daily(location, clock=FakeClock(), spare=100_000)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
