"""Where a bundle is written: names that are taken, disks that are full, writers that are killed or stopped."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.bundles import unfinished
from satchel.bundles.export import Wish, export_sessions
from satchel.bundles.faults import TargetExists
from satchel.bundles.unfinished import UnfinishedFile, sweep
from satchel.bundles.writer import BundleWriter
from satchel.domain.errors import (
    DiskFull,
    StoreReadOnly,
    StoreUnavailable,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from tests.bundles.packed import EXPORTER, lesson, read_all, write
from tests.fakes import NOON, FakeClock, FakeIds, record, session
from tests.faults.test_full_disk import MOUNTED, SIZE, may_mount
from tests.store.opened import Bench, opened
from tests.store.processes import ROOT, environment, python

LIMIT = 100_000


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with opened(tmp_path / "data") as found:
        yield found


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def fill(bench: Bench, *ids: str, count: int = 5, payload: JsonValue = None) -> None:
    for id in ids:
        bench.store.create_session(session(id, unknown=["kept", id]))
        more: JsonObject = {} if payload is None else {"payload": payload}
        bench.store.append_records(id, [record(f"r-{n}", id, **more) for n in range(count)])


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


# --- the target ------------------------------------------------------------------------------------


def test_an_existing_file_is_never_replaced_without_consent(stick: Path) -> None:
    path = stick / "x"
    path.write_bytes(b"mine")
    with pytest.raises(TargetExists, match="already"):
        write(path, [lesson()])
    assert (path.read_bytes(), names(stick)) == (b"mine", ["x"])
    write(path, [lesson()], replace=True)
    assert read_all(path).ids == ["lesson"]


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_meanwhile_is_not_replaced_either(
    links: bool, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", _refuse_links)
    path = stick / "x"
    bundle = BundleWriter(path, exporter=EXPORTER, bundle_id="b", exported_at=NOON)
    path.write_bytes(b"somebody else's")
    with pytest.raises(TargetExists):
        bundle.finish()
    assert (path.read_bytes(), names(stick)) == (b"somebody else's", ["x"])
    path.unlink()
    assert read_all(write(path, [lesson()])).ids == ["lesson"]


def _refuse_links(*arguments: object) -> None:
    raise PermissionError(1, "no hard links here")


@pytest.mark.parametrize(
    ("target", "kind"),
    [("missing/x", StoreUnavailable), ("y" * 300, StoreUnavailable), ("file/x", StoreUnavailable)],
)
def test_a_place_that_is_none(target: str, kind: type[Exception], stick: Path) -> None:
    (stick / "file").touch()
    with pytest.raises(kind):
        write(stick / target, [lesson()])
    assert names(stick) == ["file"]


def test_a_folder_that_may_not_be_written(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(StoreReadOnly, match="Choose another place"):
        write(stick / "x", [lesson()])


def test_cancelling_leaves_nothing(bench: Bench, stick: Path) -> None:
    fill(bench, "a", count=20)

    class Stop(Exception):
        pass

    def cancel(done: int, total: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        export_sessions(
            bench.store, ["a"], stick / "x", Wish(EXPORTER),
            clock=FakeClock(), new_id=FakeIds(), progress=cancel,
        )  # fmt: skip
    assert names(stick) == []


@pytest.mark.parametrize("passphrase", [None, "words"])
@pytest.mark.parametrize("room", [0, 1, 40, 500, 3000, 5000])
def test_a_disk_that_is_full_at_any_moment_leaves_nothing(
    room: int, passphrase: str | None, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = write(stick / "x", [lesson("a", 400), lesson("b", 2)], passphrase=passphrase)
    size = whole.stat().st_size
    whole.unlink()
    monkeypatch.setattr(unfinished, "_begin", _begin_with_room(min(room, size - 1)))
    with pytest.raises(DiskFull, match="not enough room"):
        write(stick / "x", [lesson("a", 400), lesson("b", 2)], passphrase=passphrase)
    assert names(stick) == []


class Small:
    """A file that is full after some bytes."""

    def __init__(self, file: object, room: int) -> None:
        self._file, self._room = file, room

    def write(self, data: memoryview) -> int:
        self._room -= data.nbytes
        if self._room < 0:
            raise OSError(28, "No space left on device")
        return int(self._file.write(data))  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


def _begin_with_room(room: int) -> object:
    begin = unfinished._begin

    def small(folder: Path) -> tuple[Path, Small]:
        path, file = begin(folder)
        return path, Small(file, room)

    return small


def test_a_disk_that_is_really_full(bench: Bench, stick: Path, tmp_path: Path) -> None:
    for n in range(800):
        fill(bench, f"s-{n}", count=1, payload=random.Random(n).randbytes(3000).hex())
    mounted = may_mount(tmp_path / "probe")
    command = [
        *python(
            "tests.bundles.exporter",
            str(tmp_path / "data"),
            str(stick),
            str(0 if mounted else LIMIT),
        )
    ]
    if mounted:
        command = [
            "unshare",
            "-m",
            "sh",
            "-c",
            MOUNTED.format(size=SIZE),
            "sh",
            str(stick),
            *command,
        ]
    done = subprocess.run(
        command, env=environment(), cwd=ROOT, capture_output=True, text=True, timeout=50
    )
    assert done.returncode == 0, done.stderr
    refused, left = done.stdout.splitlines()
    assert refused.startswith("refused DISK_FULL")
    assert left == "left"


# --- killed ----------------------------------------------------------------------------------------


def test_killed_at_any_moment_there_is_a_whole_file_or_none(
    bench: Bench, stick: Path, tmp_path: Path
) -> None:
    fill(bench, "a", "b", count=3000)
    moments = random.Random(20261130)
    leftovers = 0
    for _ in range(12):
        child = subprocess.Popen(
            python("tests.bundles.exporter", str(tmp_path / "data"), str(stick)),
            env=environment(), cwd=ROOT, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        try:
            said = [child.stdout.readline().strip() for _ in range(moments.randrange(3))]
            child.wait(moments.uniform(0, 0.15))
        except subprocess.TimeoutExpired:
            pass
        child.kill()
        said += child.communicate()[0].split()
        left = [one for one in names(stick) if one.startswith(".")]
        leftovers += len(left)
        whole = [one for one in names(stick) if not one.startswith(".")]
        assert set(said) <= set(whole)
        assert len(left) <= 1
        for name in whole:
            assert read_all(stick / name).ids == ["b", "a"]
            (stick / name).unlink()
    assert leftovers > 0
    write(stick / "next", [lesson()])
    assert names(stick) == ["next"]


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be deleted anyway")
def test_what_another_export_is_writing_is_not_swept(stick: Path) -> None:
    (stick / ".satchel-export-0123.tmp").touch()
    (stick / ".satchel-export-dir.tmp").mkdir()
    file = UnfinishedFile(stick / "x")
    file.write(b"whole")
    assert sweep(stick) == 0
    assert len(names(stick)) == 2
    assert file.commit() == 5
    assert names(stick) == [".satchel-export-dir.tmp", "x"]
    file.discard()
    assert sweep(stick / "missing") == 0
