"""Importing that is killed, cancelled, without room, or done twice at once: each session whole or absent."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from satchel import system
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.arrivals import ImportWish
from satchel.domain.satchel_object import fresh
from satchel.store.staging import STEP
from satchel.transfer.incoming import bring, sweep
from tests.bundles.packed import lesson, wire, write
from tests.fakes import session
from tests.faults.test_full_disk import MOUNTED, SIZE, may_mount
from tests.store.processes import ROOT, environment, python

COUNTS = {f"s-{number}": 150 for number in range(30)} | {"long": 2 * STEP + 7}
LIMIT = 700 * 1024


@pytest.fixture
def file(tmp_path: Path) -> Path:
    lessons = [lesson(id, count) for id, count in COUNTS.items()]
    return write(tmp_path / "work.sessionbundle", lessons)


@contextmanager
def core_in(folder: Path) -> Iterator[Core]:
    with open_core(Paths(folder / "data"), clock=system.now, new_id=system.new_id) as core:
        yield core


def start(*arguments: object, inside: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*inside, *python("tests.bundles.bringer", *map(str, arguments))],
        env=environment(),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def heard(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


def count(core: Core, what: str) -> int:
    return int(core.database.script(f"SELECT count(*) FROM {what}")[0][0])


def check_whole(core: Core) -> int:
    """Every session that is here is here whole; answers how many there are."""
    shown = core.sessions.listing().sessions
    for one in shown:
        records = core.store.list_records(one.id)
        assert (one.last_seq, len(records)) == (COUNTS[one.id] - 1, COUNTS[one.id])
    return len(shown)


def complete(core: Core, file: Path) -> None:
    report = bring(core, str(file), ImportWish(), lambda done, total: None)
    assert {one.outcome for one in report.sessions} <= {"created", "unchanged"}
    assert check_whole(core) == len(COUNTS)
    assert count(core, "runtime_records") == sum(COUNTS.values())


def test_killed_at_any_moment_each_session_is_whole_or_absent(file: Path, tmp_path: Path) -> None:
    moments = random.Random(20261130)
    left = 0
    came: set[int] = set()
    for number in range(60):
        if number >= 10 and left and len(came) > 1:
            break  # as a rule: on a busy machine more moments are needed to meet the middle
        folder = tmp_path / str(number)
        child = start("bring", folder, file)
        assert heard(child) == "ready"
        try:
            child.wait(moments.uniform(0, 0.5))
        except subprocess.TimeoutExpired:
            child.kill()
        child.communicate()
        with core_in(folder) as core:
            came.add(check_whole(core))
            hidden = count(core, "runtime_sessions WHERE hidden = 1")
            assert sweep(core) == hidden <= 1
            left += hidden
            shown = sum(COUNTS[one.id] for one in core.sessions.listing().sessions)
            assert count(core, "runtime_records") == shown
            complete(core, file)
    assert left > 0
    assert len(came) > 1


def test_what_another_process_is_importing_is_not_swept(tmp_path: Path) -> None:
    file = write(tmp_path / "work.sessionbundle", [lesson("long", COUNTS["long"])])
    with core_in(tmp_path) as core:
        child = start("half", tmp_path, file)
        assert [heard(child), heard(child)] == ["ready", "half"]
        assert count(core, "runtime_sessions WHERE hidden = 1") == 1
        assert sweep(core) == 0
        assert core.sessions.listing().sessions == ()
        assert child.communicate("go on\n")[0] == "created\n"
        assert check_whole(core) == 1


@pytest.mark.parametrize("killed", [True, False])
def test_half_of_a_session_is_taken_back(killed: bool, tmp_path: Path) -> None:
    file = write(tmp_path / "work.sessionbundle", [lesson("long", COUNTS["long"])])
    with core_in(tmp_path) as core:
        child = start("half", tmp_path, file)
        assert [heard(child), heard(child)] == ["ready", "half"]
        if killed:
            child.kill()
            child.communicate()
            assert count(core, "runtime_records") == STEP
        else:
            assert child.communicate("cancel\n")[0] == "cancelled\n"
        assert sweep(core) == int(killed)
        assert count(core, "runtime_records") == count(core, "runtime_sessions") == 0


def test_two_processes_at_once_do_what_one_would(file: Path, tmp_path: Path) -> None:
    with core_in(tmp_path) as core:
        children = [start("bring", tmp_path, file) for _ in range(2)]
        said = [child.communicate(timeout=50)[0].splitlines() for child in children]
        assert [child.returncode for child in children] == [0, 0]
        outcomes = [lines[1].split() for lines in said]
        for one, other in zip(*outcomes, strict=True):
            assert sorted((one, other)) == ["created", "unchanged"]
        assert count(core, "runtime_sessions WHERE hidden = 1") == 0
        assert check_whole(core) == len(COUNTS)


def test_a_disk_that_fills_up(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    lessons = [
        (session(f"s-{n}"), fresh(f"s-{n}", "", 1, "d"), wire(100, f"s-{n}", text="x" * 1000))
        for n in range(6)
    ]
    file = write(tmp_path / "work.sessionbundle", lessons)
    mounted = may_mount(tmp_path / "probe")
    script = ("unshare", "-m", "sh", "-c", MOUNTED.format(size=SIZE), "sh", str(place))
    child = start("full", place, file, 0 if mounted else LIMIT, inside=script if mounted else ())
    said = child.communicate(timeout=50)[0].splitlines()
    assert child.returncode == 0
    ready, refused, half, hidden, outcomes, after = said
    assert (ready, hidden) == ("ready", "hidden 0")
    assert refused.split()[:2] in (["refused", "DISK_FULL"], ["refused", "STORE_UNAVAILABLE"])
    landed = half.split()[1:]
    assert set(landed) <= {"100"}
    assert 0 < len(landed) < 6
    assert outcomes.split().count("unchanged") == len(landed)
    assert after.split()[1:] == ["100"] * 6
