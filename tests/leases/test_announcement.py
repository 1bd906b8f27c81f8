"""The shared file: whatever is wrong with it stops nobody, and the next holder of the lock repairs it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from satchel.leases.announcement import Announcement
from tests.fakes import session
from tests.leases.processes import let_others_in
from tests.store.opened import MINE, Bench, opened
from tests.store.processes import ROOT, environment, python

MANY = 17 * 1024 * 1024


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with opened(tmp_path / "profile") as found:
        for id in ("lesson", "other"):
            found.sessions.create(session(id, learnerKey=MINE), title=id)
        found.living.update({"left", "right"})
        yield found


def said(bench: Bench) -> dict[str, str]:
    """Session and window, as announced."""
    found = bench.announcement.read()
    assert found is not None
    return {id: lease.holder.window for id, lease in found.items()}


def nothing(file: Path) -> None:
    file.unlink()


def write(content: bytes) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        file.write_bytes(content)

    return spoil


def one_entry(**members: object) -> Callable[[Path], None]:
    entry = {"token": "t", "epoch": 1, "window": "w", "host": "h", "pid": 1, "claimedAt": "never"}
    return write(msgspec.json.encode({"version": 1, "leases": {"lesson": {**entry, **members}}}))


def folder_with_something(file: Path) -> None:
    file.unlink()
    file.mkdir()
    (file / "precious").write_text("kept")


def link_elsewhere(file: Path) -> None:
    elsewhere = file.parents[1] / "elsewhere"
    elsewhere.write_text("kept")
    file.unlink()
    file.symlink_to(elsewhere)


def link_to_itself(file: Path) -> None:
    elsewhere = file.parents[1] / "elsewhere"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)


def link_nowhere(file: Path) -> None:
    file.unlink()
    file.symlink_to(file.parent / "nowhere")


def pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def vanished(file: Path) -> None:
    shutil.rmtree(file.parent)


def file_for_folder(file: Path) -> None:
    shutil.rmtree(file.parent)
    file.parent.write_text("kept")


def link_for_folder(file: Path) -> None:
    elsewhere = file.parents[1] / "elsewhere"
    if not elsewhere.exists():
        file.parent.rename(elsewhere)
        file.parent.symlink_to(elsewhere)


def lost_link_for_folder(file: Path) -> None:
    shutil.rmtree(file.parent)
    file.parent.symlink_to(file.parents[1] / "nowhere")


def unfinished_folder(file: Path) -> None:
    (file.parents[1] / ".leases.json.tmp").mkdir()


SPOILT = {
    "missing": nothing,
    "empty": write(b""),
    "zeros": write(bytes(4096)),
    "not JSON": write(b'{"version": 1, "leases": {'),
    "not UTF-8": write(b'{"version": 1, "leases": {"\xff": {}}}'),
    "half a character": write(b'{"version": 1, "leases": {"\\ud800": {}}}'),
    "a list": write(b"[]"),
    "another version": write(b'{"version": 2, "leases": {}}'),
    "no version": write(b'{"leases": {}}'),
    "leases no object": write(b'{"version": 1, "leases": []}'),
    "deep": write(b"[" * 200_000),
    "huge": write(b'{"version": 1, "leases": {}, "x": "' + b"x" * MANY + b'"}'),
    "huge and cut": write(b" " * MANY),
    "a lease that is none": one_entry(),
    "a lease of another": one_entry(claimedAt="2026-03-02T12:00:00.000Z"),
    "a folder": folder_with_something,
    "a link": link_elsewhere,
    "a link to the right content": link_to_itself,
    "a link to nothing": link_nowhere,
    "a pipe": pipe,
    "its folder vanished": vanished,
    "a file for its folder": file_for_folder,
    "a link for its folder": link_for_folder,
    "a lost link for its folder": lost_link_for_folder,
    "a folder for the unfinished one": unfinished_folder,
}


@pytest.mark.parametrize("way", SPOILT)
def test_a_spoilt_announcement_stops_nobody_and_is_repaired(bench: Bench, way: str) -> None:
    first = bench.claims.claim("lesson", "left")
    SPOILT[way](bench.announcement.path)
    assert bench.claims.is_valid(first)
    assert bench.claims.is_valid(first)
    second = bench.claims.claim("lesson", "right")
    assert said(bench) == {"lesson": "right"}
    assert not bench.announcement.path.is_symlink()
    assert (bench.claims.is_valid(first), bench.claims.is_valid(second)) == (False, True)
    folder = bench.announcement.directory.parent
    kept = [path for path in folder.rglob("*") if path.is_file() and path.read_bytes() == b"kept"]
    assert len(kept) == (way in ("a folder", "a link", "a file for its folder"))
    assert list(bench.announcement.directory.iterdir()) == [bench.announcement.path]
    bench.claims.release(second)
    assert said(bench) == {}


@pytest.mark.parametrize("way", SPOILT)
def test_whoever_has_the_lock_repairs_it_also_for_other_sessions(bench: Bench, way: str) -> None:
    bench.claims.claim("lesson", "left")
    SPOILT[way](bench.announcement.path)
    bench.claims.claim("other", "right")
    assert said(bench) == {"lesson": "left", "other": "right"}
    SPOILT[way](bench.announcement.path)
    assert bench.claims.announce()
    assert bench.claims.announced()


@pytest.mark.parametrize("way", SPOILT)
def test_a_spoilt_announcement_is_told_apart_from_a_right_one(bench: Bench, way: str) -> None:
    bench.claims.claim("lesson", "left")
    assert bench.claims.announced()
    SPOILT[way](bench.announcement.path)
    harmless = ("a link to the right content", "a link for its folder")
    assert bench.claims.announced() == (way in harmless or "unfinished" in way)


def test_a_lock_that_cannot_be_had_leaves_no_file_rather_than_a_wrong_one(bench: Bench) -> None:
    first = bench.claims.claim("lesson", "left")
    lock = bench.announcement.directory.parent / "leases.lock"
    lock.unlink()
    lock.mkdir()
    second = bench.claims.claim("lesson", "right")
    assert not bench.announcement.path.exists()
    assert (bench.claims.is_valid(first), bench.claims.is_valid(second)) == (False, True)
    bench.sessions.trash("lesson")
    assert not bench.claims.is_valid(second)
    lock.rmdir()
    bench.claims.claim("other", "left")
    assert said(bench) == {"other": "left"}


def test_a_file_that_says_so_already_is_left_alone(bench: Bench) -> None:
    lost = bench.claims.claim("lesson", "left")
    bench.claims.claim("lesson", "right")
    before = bench.announcement.identity()
    bench.claims.release(lost)
    bench.claims.recover()
    assert bench.claims.announce()
    assert bench.announcement.identity() == before


def test_no_two_files_look_alike_whatever_the_clock_of_the_disk_says(bench: Bench) -> None:
    """As they would where it ticks slowly, or was set back an hour since the last one was written."""
    bench.claims.claim("lesson", "left")
    ahead = bench.announcement.path.stat().st_mtime_ns + 3_600_000_000_000
    os.utime(bench.announcement.path, ns=(ahead, ahead))
    seen = {bench.announcement.identity()}
    last = ahead
    for n in range(50):
        bench.claims.claim("lesson", ("left", "right")[n % 2])
        identity = bench.announcement.identity()
        assert identity is not None
        assert identity[1] > last
        last = identity[1]
        seen.add(identity)
    assert len(seen) == 51


def test_only_one_process_at_a_time_has_the_lock_and_a_second_look_is_a_fresh_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satchel.leases.announcement.LOCK_SECONDS", 0.01)
    with Announcement(tmp_path).locked() as first:
        assert first
        with Announcement(tmp_path).locked() as second:
            assert not second
    with Announcement(tmp_path).locked() as third:
        assert third


@pytest.mark.parametrize("place", ["file", "folder"])
def test_an_ordinary_user_without_leave_to_write_it_claims_all_the_same(
    tmp_path: Path, place: str
) -> None:
    folder = tmp_path / "profile"
    with opened(folder) as bench:
        bench.sessions.create(session(learnerKey=MINE), title="Halves")
        bench.claims.claim("lesson", "left")
    with let_others_in(folder):
        done = subprocess.run(
            python("tests.leases.ordinary", str(folder), place),
            env=environment(),
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=50,
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "claimed\nrepaired\n"


def test_a_damaged_lease_in_the_database_hides_no_other(bench: Bench) -> None:
    bench.claims.claim("other", "right")
    for column, value in (
        ("lease_host", b"\xff\xfe"),
        ("lease_window", b"\xff"),
        ("lease_token", b"\xff"),
        ("lease_window", "a/b"),
        ("lease_window", "x" * 5_000),
        ("lease_window", "nul\0"),
        ("lease_window", ""),
        ("lease_window", None),
        ("lease_pid", "many"),
    ):
        lease = bench.claims.claim("lesson", "left")
        if isinstance(value, bytes):
            sql = f"UPDATE runtime_sessions SET {column} = CAST(? AS TEXT) WHERE id = 'lesson'"
        else:
            sql = f"UPDATE runtime_sessions SET {column} = ? WHERE id = 'lesson'"
        bench.damage(sql, value)
        bench.claims.claim("other", "right", take_over=False)
        assert set(said(bench)) == {"lesson", "other"}
        assert len(bench.claims.leases()) == 2
        assert (
            bench.claims.holds(lease) == bench.claims.is_valid(lease) == (column != "lease_token")
        )
        bench.claims.claim("lesson", "right")
