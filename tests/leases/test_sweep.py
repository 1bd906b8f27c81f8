"""What killed windows leave behind is swept, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

from satchel.leases.liveness import WindowLocks

LONG_AGO = 1_000_000.0


def test_only_old_files_of_dead_windows_are_swept(tmp_path: Path) -> None:
    locks = WindowLocks(tmp_path)
    held = locks.hold("alive")
    for name in ("dead", "young"):
        (tmp_path / f"{name}.lock").touch()
    for name in ("alive", "dead"):
        os.utime(tmp_path / f"{name}.lock", (LONG_AGO, LONG_AGO))
    locks.sweep(older_than=LONG_AGO + 1)
    assert {path.stem for path in tmp_path.iterdir()} == {"alive", "young"}
    assert locks.alive("alive")
    assert held is not None
    locks.let_go("alive", held)


def test_a_folder_that_is_not_there_has_nothing_to_sweep(tmp_path: Path) -> None:
    WindowLocks(tmp_path / "nowhere").sweep(older_than=LONG_AGO)
