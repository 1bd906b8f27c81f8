"""What looks into a database must not drop the locks of the connection this process has open."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

from satchel.store.backups import back_up_daily
from satchel.store.log_check import check_log
from satchel.store.open_here import is_open_here
from satchel.store.opening import Location, open_database, read_revision
from satchel.store.salvage.wal import log_of
from tests.fakes import FakeClock, record, session
from tests.store.opened import look, opened

OPEN_AND_CLOSE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM runtime_records").fetchall()
connection.close()  # the last one to close takes the log away
"""


def test_another_program_does_not_take_the_log_away(tmp_path: Path) -> None:
    clock = FakeClock()
    with opened(tmp_path) as bench:
        file = bench.location.database
        bench.store.create_session(session())
        bench.store.append_record("lesson", record("before"))
        read_revision(file)
        check_log(file)
        back_up_daily(bench.location, clock=clock)
        with closing(open_database(bench.location, clock=clock)):
            assert is_open_here(file)
        subprocess.run([sys.executable, "-c", OPEN_AND_CLOSE, str(file)], check=True)
        assert log_of(file).exists()
        bench.store.append_record("lesson", record("after"))
        assert look(bench.location, "SELECT id FROM runtime_records ORDER BY seq") == [
            ("before",),
            ("after",),
        ]
    assert not is_open_here(file)


def test_closing_twice_counts_once(tmp_path: Path) -> None:
    with opened(tmp_path) as bench:
        other = open_database(Location(tmp_path), clock=FakeClock())
        other.close()
        other.close()
        assert is_open_here(bench.location.database)
