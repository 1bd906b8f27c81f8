"""A disk that fills up: a small file system of the test's own, or, where none can be mounted, a limit on file size."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from satchel.store.health import check
from tests.store.opened import opened
from tests.store.processes import ROOT, environment, python

SIZE = 4 * 1024 * 1024
LIMIT = 1536 * 1024

# The child mounts the disk itself, in a name space of its own: it is gone with the child, whatever happens.
# It copies the database out at the end, since nobody else can see that disk.
MOUNTED = """
mount -t tmpfs -o size={size} tmpfs "$1" || exit 90
shift
exec "$@"
"""


def may_mount(folder: Path) -> bool:
    if os.geteuid() != 0:
        return False
    folder.mkdir(exist_ok=True)
    tried = subprocess.run(
        ["unshare", "-m", "sh", "-c", MOUNTED.format(size=SIZE), "sh", str(folder), "true"],
        capture_output=True,
    )
    return tried.returncode == 0


class Disk:
    """A child on a disk of its own, and what it says."""

    def __init__(self, place: Path, mounted: bool, *arguments: str) -> None:
        command = list(python("tests.faults.on_disk", *arguments))
        if mounted:
            script = MOUNTED.format(size=SIZE)
            command = ["unshare", "-m", "sh", "-c", script, "sh", str(place), *command]
        self.process = subprocess.Popen(
            command,
            env=environment(),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self) -> list[str]:
        out, err = self.process.communicate(timeout=80)
        assert self.process.returncode == 0, err
        return out.splitlines()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "disk"
    folder.mkdir()
    return folder


def test_a_full_disk_is_one_clear_sentence_and_loses_nothing(place: Path, tmp_path: Path) -> None:
    mounted = may_mount(tmp_path / "probe")
    kept = tmp_path / "kept"
    limit = 0 if mounted else LIMIT
    said = Disk(place, mounted, "fill", str(place), str(kept), str(limit)).finish()
    first = [line for line in said if line.startswith("first ")]
    refused = [line for line in said if line.startswith("refused ")]
    expected = ("DISK_FULL",) if mounted else ("DISK_FULL", "STORE_UNAVAILABLE")
    assert len(first) == 1
    assert first[0].split()[1] in expected
    sentence = first[0].split(maxsplit=2)[2]
    assert sentence.endswith(".")
    assert "safe" in sentence
    if mounted:
        assert "full" in sentence
        assert refused == ["refused DISK_FULL"]
    committed = [line.split() for line in said if line.startswith("committed ")]
    assert [int(seq) for _, seq, _ in committed] == list(range(len(committed)))
    assert len(committed) > 30
    assert f"packed {len(committed) - 10}" in said  # the counts of its tokens could not be kept
    assert said[-1] == "done"
    with opened(kept) as bench:
        stored = [one.id for one in bench.store.list_records("lesson")]
        assert stored == [id for _, _, id in committed]
        assert [found for found in check(bench.database) if not found.ok] == []


def test_a_database_is_not_half_made_on_a_full_disk(place: Path, tmp_path: Path) -> None:
    if may_mount(tmp_path / "probe"):
        said = Disk(place, True, "make", str(place), "0").finish()
        assert said[0] == "refused DISK_FULL"
    else:
        said = Disk(place, False, "make", str(place), "20000").finish()
        assert said[0].startswith("refused ")
    assert "satchel.db" not in said[1].split()
    assert not [name for name in said[1].split() if name.startswith("satchel.db")]
    assert said[2] == "made"


def test_nothing_of_a_step_is_kept_that_a_full_disk_ended(place: Path, tmp_path: Path) -> None:
    mounted = may_mount(tmp_path / "probe")
    said = Disk(place, mounted, "import", str(place), str(0 if mounted else LIMIT)).finish()
    code = said[0].split()[1]
    assert code in (("DISK_FULL",) if mounted else ("DISK_FULL", "STORE_UNAVAILABLE"))
    assert said[1:] == ["sessions 1", "records 5", "check ok", "works"]
