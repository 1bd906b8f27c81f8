"""Whether a window lives: real locks, a real kill."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from satchel.domain.errors import StoreUnavailable
from satchel.leases.liveness import WindowLocks
from tests.store.processes import ROOT, environment

HOLDER = """
import sys
import threading
from pathlib import Path
from satchel.leases.liveness import WindowLocks
lock = WindowLocks(Path(sys.argv[1])).hold(sys.argv[2])
sys.stdout.write("held\\n" if lock else "refused\\n")
sys.stdout.flush()
sys.stdin.readline()
"""


def holder(folder: Path, window: str) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder), window],
        env=environment(),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    return child


def test_a_window_lives_from_its_lock_to_its_end(tmp_path: Path) -> None:
    locks = WindowLocks(tmp_path / "windows")
    assert not locks.alive("left")
    assert locks.living() == []
    lock = locks.hold("left")
    assert lock is not None
    assert locks.alive("left")
    assert locks.alive("left")
    assert WindowLocks(tmp_path / "windows").living() == ["left"]
    assert not locks.alive("right")
    locks.let_go("left", lock)
    assert not locks.alive("left")
    assert list((tmp_path / "windows").iterdir()) == []


def test_a_kill_ends_a_window_at_once_and_its_file_says_nothing(tmp_path: Path) -> None:
    locks = WindowLocks(tmp_path)
    child = holder(tmp_path, "other")
    assert locks.alive("other")
    child.kill()
    child.communicate()
    assert not locks.alive("other")
    assert locks.living() == []
    again = holder(tmp_path, "other")
    assert locks.alive("other")
    again.communicate("\n")
    assert not locks.alive("other")


def test_two_processes_do_not_hold_one_window(tmp_path: Path) -> None:
    child = holder(tmp_path, "one")
    assert WindowLocks(tmp_path).hold("one") is None
    child.communicate("\n")
    lock = WindowLocks(tmp_path).hold("one")
    assert lock is not None
    lock.release(force=True)


def test_probing_does_not_hinder_a_window_that_begins_to_live(tmp_path: Path) -> None:
    locks = WindowLocks(tmp_path)
    for _ in range(50):
        assert not locks.alive("left")
        lock = locks.hold("left")
        assert lock is not None
        assert locks.alive("left")
        locks.let_go("left", lock)


def test_a_place_where_no_lock_can_lie_gives_none_and_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    locks = WindowLocks(tmp_path / "file" / "windows")
    assert locks.hold("left") is None
    assert not locks.alive("left")


@pytest.mark.parametrize("window", ["", ".", "..", "a/b", "a\\b", "/etc/passwd"])
def test_a_window_has_a_plain_name(tmp_path: Path, window: str) -> None:
    with pytest.raises(StoreUnavailable):
        WindowLocks(tmp_path).hold(window)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("window", ["", ".", "..", "a/b", "x" * 5_000, "nul\0", "half \ud800"])
def test_a_name_that_no_window_can_have_is_nobodys(tmp_path: Path, window: str) -> None:
    """It may come from a damaged row, and must stop no claim."""
    assert not WindowLocks(tmp_path).alive(window)


def test_two_who_look_at_once_do_not_take_each_other_for_the_window(tmp_path: Path) -> None:
    locks = WindowLocks(tmp_path)
    (tmp_path / "dead.lock").touch()
    answers: list[bool] = []

    def look() -> None:
        answers.extend(locks.alive("dead") for _ in range(300))

    others = [threading.Thread(target=look) for _ in range(3)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    assert len(answers) == 900
    assert answers.count(True) == 0
