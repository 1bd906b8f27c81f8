"""Retention that is killed in the middle, or that the disk ends: whole or gone, and the next run goes on."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from satchel.store.health import check
from tests.faults.sweeper import LARGE, RECORDS, prepare, run
from tests.faults.test_full_disk import LIMIT, MOUNTED, may_mount
from tests.store.keeping import DAY, Keeping
from tests.store.opened import look, opened
from tests.store.processes import ROOT, environment, python

COUNT = 150
SIZE = 24 * 1024 * 1024


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with opened(tmp_path / "profile") as bench:
        bench.database.script("PRAGMA synchronous = OFF")
        prepare(Keeping(bench), COUNT)
    return tmp_path / "profile"


@pytest.mark.timeout(100)
def test_killed_anywhere_each_is_whole_or_gone(folder: Path) -> None:
    chance = random.Random(7)
    for _ in range(4):
        child = subprocess.Popen(
            python("tests.faults.sweeper", "sweep", str(folder)),
            env=environment(),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == "ready\n"
        child.stdin.write("\n")
        child.stdin.flush()
        for _ in range(chance.randint(0, 4)):
            child.stdout.readline()
        child.kill()
        child.communicate()
        assert_whole_or_gone(folder)
    with opened(folder) as bench:
        bench.clock.now += 60 * DAY
        run(Keeping(bench))
        assert look(bench.location, "SELECT count(*) FROM runtime_sessions") == [(0,)]
        assert look(bench.location, "SELECT count(*) FROM runtime_records") == [(0,)]
        assert [one for one in check(bench.database) if not one.ok] == []
    assert_whole_or_gone(folder)


def assert_whole_or_gone(folder: Path) -> None:
    """What is not shown is in the journal once, and in a tombstone if it was thrown away."""
    with opened(folder) as bench:
        keeping = Keeping(bench)
        shown = dict(
            look(
                bench.location,
                "SELECT id, (SELECT count(*) FROM runtime_records WHERE session_key = runtime_sessions.key) "
                "FROM runtime_sessions WHERE hidden = 0",
            )
        )
        old = {f"old-{n}": RECORDS for n in range(COUNT)} | {"large": LARGE + 1}
        every = old | {f"empty-{n}": 0 for n in range(COUNT)}
        assert shown.items() <= every.items()
        gone = every.keys() - shown.keys()
        assert sorted(item for _, item in keeping.lines()) == sorted(gone)
        assert keeping.tombstones().keys() == gone & old.keys()


def test_a_disk_that_is_full_ends_it_and_the_next_run_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    mounted = may_mount(tmp_path / "probe")
    command = [*python("tests.faults.sweeper", "full", str(place), str(0 if mounted else LIMIT))]
    if mounted:
        script = MOUNTED.format(size=SIZE)
        command = ["unshare", "-m", "sh", "-c", script, "sh", str(place), *command]
    done = subprocess.run(
        command, env=environment(), cwd=ROOT, capture_output=True, text=True, timeout=55
    )
    assert done.returncode == 0, done.stderr
    refused, leftover, torn, then, wrong = done.stdout.splitlines()
    assert leftover == "leftover False"  # what makes room goes first, and needs none
    if mounted:
        assert "is full" in refused
    assert (torn, then, wrong) == ("torn 0", "then None 0", "wrong")
