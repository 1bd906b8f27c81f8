"""A log is only called damaged or foreign where it is: never an honest one, cut short or being written."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from satchel.domain.errors import DatabaseDamaged
from satchel.store.log_check import check_log
from satchel.store.opening import Location, create, open_database
from satchel.store.salvage.wal import log_of
from tests.fakes import FakeClock, record
from tests.store.opened import opened
from tests.store.processes import killed_writer
from tests.store.wounds import FRAME


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """50 records in the log alone: its writer committed them one by one, and was killed."""
    return killed_writer(tmp_path_factory.mktemp("left") / "profile").folder


@pytest.fixture
def location(left: Path, tmp_path: Path) -> Location:
    return Location(shutil.copytree(left, tmp_path / "profile"))


@pytest.mark.parametrize("seed", range(20))
def test_a_log_cut_short_by_a_power_cut_is_read_up_to_there(location: Location, seed: int) -> None:
    random = Random(seed)
    log = log_of(location.database)
    whole = log.read_bytes()
    rest = random.choice([b"", bytes(5000), whole[-FRAME:], random.randbytes(3000)])
    log.write_bytes(whole[: random.randrange(len(whole))] + rest)
    check_log(location.database)
    with opened(location.folder) as bench:
        assert bench.database.script("PRAGMA integrity_check") == [("ok",)]


def test_an_older_copy_of_the_file_beside_the_log_is_noticed(location: Location) -> None:
    """Somebody put a copy back by hand and left the log: SQLite would write one into the other."""
    with opened(location.folder) as bench:
        bench.store.append_record("lesson", record("later"))
    older = location.database.read_bytes()
    log = b""
    for n in range(3):
        with opened(location.folder) as bench:
            bench.database.script("PRAGMA wal_autocheckpoint = 0")
            bench.store.append_records("lesson", [record(f"{n}-{i}") for i in range(99)])
            log = log_of(location.database).read_bytes()
    location.database.write_bytes(older)
    log_of(location.database).write_bytes(log)
    with pytest.raises(DatabaseDamaged, match="another database"):
        open_database(location, clock=FakeClock())
    assert len(list(location.set_aside.glob("*.db-wal"))) == 1


def test_a_log_that_is_being_written_is_never_called_damaged(tmp_path: Path) -> None:
    location = Location(tmp_path)
    create(location)
    open_database(location, clock=FakeClock()).close()
    done = threading.Event()

    def write() -> None:
        random = Random(threading.get_ident())
        with closing(sqlite3.connect(location.database, isolation_level=None, timeout=20)) as raw:
            raw.execute("PRAGMA wal_autocheckpoint = 20")
            while not done.is_set():
                values = str(random.randrange(400)), "x" * random.choice([10, 3000])
                raw.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", values)

    writers = [threading.Thread(target=write) for _ in range(2)]
    for one in writers:
        one.start()
    try:
        for _ in range(300):
            check_log(location.database)
    finally:
        done.set()
        for one in writers:
            one.join()
