"""Real processes: a writer killed in the middle, and many writers at once.

`SATCHEL_FULL_FAULTS=1` runs the long form: 10,000 appends.
"""

from __future__ import annotations

import os
import random
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from satchel.store.health import check
from satchel.store.opening import Location, open_database
from satchel.store.runtime_store import SqlRuntimeStore
from tests.fakes import FakeClock, record, session
from tests.store.opened import Bench, opened
from tests.store.processes import ROOT, environment, python

FULL = bool(os.environ.get("SATCHEL_FULL_FAULTS"))
APPENDS = 10_000 if FULL else 1_500
EACH = 1_000 if FULL else 60
WRITERS = 8

pytestmark = pytest.mark.timeout(600 if FULL else 100)


def start(folder: Path, name: str, count: int) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        python("tests.faults.writer", str(folder), name, str(count)),
        env=environment(),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    return child


def go(child: subprocess.Popen[str]) -> None:
    assert child.stdin is not None
    child.stdin.write("\n")
    child.stdin.flush()


def lines_until(child: subprocess.Popen[str], count: int) -> list[str]:
    assert child.stdout is not None
    return [child.stdout.readline() for _ in range(count)]


def rest_of(child: subprocess.Popen[str]) -> str:
    """What it says to its end. `communicate` would lose what was read ahead of the lines taken so far."""
    assert child.stdout is not None
    rest = child.stdout.read()
    child.communicate()
    return rest


def assert_sound(bench: Bench) -> None:
    findings = list(check(bench.database))
    assert findings
    assert [found for found in findings if not found.ok] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with opened(tmp_path / "profile") as bench:
        bench.store.create_session(session())
    return tmp_path / "profile"


@pytest.mark.parametrize("round", range(1 if FULL else 3))
def test_every_acknowledged_append_survives_a_kill(folder: Path, round: int) -> None:
    chance = random.Random(4200 + round)  # the same places at every run
    child = start(folder, "w", APPENDS)
    go(child)
    said = lines_until(child, chance.randint(APPENDS // 10, APPENDS * 9 // 10))
    child.kill()
    rest = rest_of(child)
    said += [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    acknowledged = {line.split()[1]: int(line.split()[0]) for line in said if line != "done\n"}
    assert len(acknowledged) >= APPENDS // 10
    with opened(folder) as bench:
        stored = bench.store.list_records("lesson")
        assert [one.seq for one in stored] == list(range(len(stored)))
        assert {one.id: one.seq for one in stored}.items() >= acknowledged.items()
        assert len(stored) <= len(acknowledged) + 1
        assert_sound(bench)
        assert bench.store.append_record("lesson", record("next")).seq == len(stored)


def test_a_kill_under_a_reader_and_another_writer_disturbs_neither(folder: Path) -> None:
    victim, witness = start(folder, "victim", APPENDS), start(folder, "witness", EACH)
    with opened(folder) as bench:
        go(victim)
        lines_until(victim, 20)
        go(witness)
        lines_until(witness, EACH // 4)
        victim.kill()
        victim.communicate()
        assert len(bench.store.list_records("lesson")) > EACH // 4
        rest = rest_of(witness)
        assert rest.endswith("done\n")
        assert witness.returncode == 0
        stored = bench.store.list_records("lesson")
        assert [one.seq for one in stored] == list(range(len(stored)))
        assert {f"witness-{n}" for n in range(EACH)} <= {one.id for one in stored}
        assert_sound(bench)


def test_eight_processes_append_to_one_session_and_none_is_lost(folder: Path) -> None:
    children = [start(folder, f"w{number}", EACH) for number in range(WRITERS)]
    for child in children:
        go(child)
    said: dict[str, int] = {}
    for child in children:
        out, _ = child.communicate()
        assert child.returncode == 0
        assert out.endswith("done\n")
        said |= {line.split()[1]: int(line.split()[0]) for line in out.splitlines()[:-1]}
    with opened(folder) as bench:
        stored = {one.id: one.seq for one in bench.store.list_records("lesson")}
        assert stored == said
        assert sorted(stored.values()) == list(range(WRITERS * EACH))
        assert bench.store.get_session("lesson").status == "active"
        assert_sound(bench)
        for number in range(WRITERS):
            own = [stored[f"w{number}-{n}"] for n in range(EACH)]
            assert own == sorted(own)


def test_a_database_is_opened_while_others_open_write_and_close_it(folder: Path) -> None:
    children = [start(folder, f"w{number}", EACH) for number in range(3)]
    for child in children:
        go(child)
    opened_times = 0
    while any(child.poll() is None for child in children) or opened_times < 20:
        with closing(open_database(Location(folder), clock=FakeClock())) as database:
            SqlRuntimeStore(database).append_record("lesson", record(f"own-{opened_times}"))
        opened_times += 1
        if opened_times > 5_000:
            break
    for child in children:
        out, _ = child.communicate()
        assert out.endswith("done\n")
    with opened(folder) as bench:
        assert len(bench.store.list_records("lesson")) == 3 * EACH + opened_times
        assert_sound(bench)
    assert not (folder / "set-aside").exists()
