"""Repairs and restores that are killed, that meet a full disk, and that meet each other."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from satchel.domain.errors import StoreBusy
from satchel.store.health import back_up
from satchel.store.mending import mending
from satchel.store.opening import Location, open_database
from satchel.store.salvage.repair import repair
from tests.fakes import FakeClock, FakeIds, record, session
from tests.store.opened import MINE, opened
from tests.store.processes import ROOT, environment, killed_writer, python


def killed_again_and_again(
    what: str, source: Path, scratch: Path, backup: Path
) -> list[dict[str, Any]]:
    done = subprocess.run(
        python("tests.store.mender", what, str(source), str(scratch), str(backup)),
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=55,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def broken(folder: Path) -> Location:
    """A session of 300 records, one page of which is gone."""
    with opened(folder) as bench:
        bench.sessions.create(session(learnerKey=MINE), title="Halves")
        bench.store.append_records(
            "lesson", [record(f"r-{n}", payload="x" * 99) for n in range(300)]
        )
    location = Location(folder)
    data = bytearray(location.database.read_bytes())
    place = data.index(b"r-1502026-")  # its row, not an index
    data[place // 4096 * 4096 : (place // 4096 + 1) * 4096] = bytes(4096)
    location.database.write_bytes(data)
    return location


def test_a_repair_killed_at_any_step_is_done_by_the_next(tmp_path: Path) -> None:
    source = broken(tmp_path / "profile")
    size = source.database.stat().st_size
    runs = killed_again_and_again("repair", source.folder, tmp_path, tmp_path)
    assert sum(run["killed"] for run in runs) >= 5
    assert len({run["again"] for run in runs}) == 1
    sessions, records = map(int, runs[-1]["again"].split())
    assert (sessions, 200 < records < 300) == (1, True)
    for run in runs:
        assert run["left"] == ["satchel.db"]
        assert run["kept"] in ([], [size])


@pytest.mark.parametrize("log", [False, True], ids=["closed", "with a log"])
def test_a_restore_killed_at_any_step_leaves_the_old_or_the_new(tmp_path: Path, log: bool) -> None:
    """With a log, the place can be empty for a moment; then that is said, and both are still there."""
    folder = tmp_path / "profile"
    if log:
        killed_writer(folder)
    else:
        with opened(folder) as bench:
            bench.sessions.create(session(learnerKey=MINE), title="Halves")
            bench.store.append_records("lesson", [record(f"r-{n}") for n in range(50)])
    with opened(tmp_path / "older") as bench:
        bench.sessions.create(session("older", learnerKey=MINE), title="Older")
        back_up(bench.database, tmp_path / "backup.db")
    runs = killed_again_and_again("restore", folder, tmp_path, tmp_path / "backup.db")
    assert sum(run["killed"] for run in runs) >= 4
    assert {run["again"] for run in runs} == {"1 0"}
    allowed = {"1 50", "1 0"} | ({"missing"} if log else set())
    assert {run["after"] for run in runs} <= allowed
    for run in runs:
        assert run["log"] == log
        assert run["left"] == ["satchel.db"]


def test_while_one_mends_nobody_opens_and_no_other_mends(tmp_path: Path) -> None:
    location = broken(tmp_path / "profile")
    before = location.database.read_bytes()
    with mending(location.folder):
        with pytest.raises(StoreBusy, match="Wait until"):
            repair(location, clock=FakeClock(), new_id=FakeIds())
        with pytest.raises(StoreBusy, match="Wait until"):
            open_database(location, clock=FakeClock())
    assert location.database.read_bytes() == before
    assert repair(location, clock=FakeClock(), new_id=FakeIds()) is not None
