"""A disk that fills up in the middle of a repair, a restore or a backup: nothing is changed, and it works later."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.faults.test_full_disk import MOUNTED, SIZE, may_mount
from tests.store.processes import ROOT, environment, python

LIMIT = 400_000


@pytest.mark.parametrize("what", ["repair", "restore", "backup"])
def test_nothing_changes_and_the_next_time_it_works(tmp_path: Path, what: str) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    mounted = may_mount(tmp_path / "probe")
    command = [
        *python("tests.faults.mending_on_disk", what, str(place), str(0 if mounted else LIMIT))
    ]
    if mounted:
        script = MOUNTED.format(size=SIZE)
        command = ["unshare", "-m", "sh", "-c", script, "sh", str(place), *command]
    done = subprocess.run(
        command, env=environment(), cwd=ROOT, capture_output=True, text=True, timeout=50
    )
    assert done.returncode == 0, done.stderr
    refused, same, *after = done.stdout.splitlines()
    _, code, sentence = refused.split(maxsplit=2)
    assert code in (("DISK_FULL",) if mounted else ("DISK_FULL", "STORE_UNAVAILABLE"))
    assert sentence.endswith(".")
    unchanged = "False" if what == "backup" else "True"  # a title was changed before the backup
    assert same == f"same {unchanged} True"
    assert after == ["sessions 1", "records 500"]
