from __future__ import annotations

import errno
import itertools
import json
import os
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import filelock
import pytest

from satchel import profiles as module
from satchel.config import Paths
from satchel.domain.errors import DiskFull, ProfileError, StoreUnavailable
from satchel.domain.ids import uuid7
from satchel.profile_names import check_name
from satchel.profiles import Profile, Profiles


class Folder:
    """A data folder with a clock of its own."""

    def __init__(self, data_dir: Path) -> None:
        self.paths = Paths(data_dir)
        self._ticks = itertools.count()
        self.prepared: list[Path] = []

    def open(self) -> Profiles:
        return Profiles(self.paths, self._now, self._new_id, prepare=self._prepare)

    def _now(self) -> datetime:
        return datetime(2026, 11, 30, 9, tzinfo=UTC) + timedelta(seconds=next(self._ticks))

    def _new_id(self) -> str:
        tick = next(self._ticks)
        return uuid7(1_796_000_000_000 + tick, tick)

    def _prepare(self, folder: Path) -> None:
        assert not (folder / "profile.json").exists(), "the description comes last"
        (folder / "satchel.db").write_bytes(b"a database")
        self.prepared.append(folder)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "data")


def test_the_first_start_makes_one_profile(folder: Folder) -> None:
    profiles = folder.open()
    assert profiles.list() == []
    assert profiles.current() is None
    made = profiles.ensure_current()
    assert folder.open().ensure_current() == made
    assert folder.open().list() == [made]
    assert made.directory == folder.paths.profiles_dir / made.id
    assert made.directory.joinpath("satchel.db").exists()
    assert profiles.notices == []


def test_looking_makes_nothing(folder: Folder) -> None:
    folder.open().list()
    folder.open().current()
    assert not folder.paths.data_dir.exists()


def test_names_in_every_script(folder: Folder) -> None:
    profiles = folder.open()
    names = ["李佩瑜", "أمينة", "Zoë 🍕", "நிலா", "می‌روم"]
    for name in names:
        profiles.create(name)
    assert [profile.name for profile in profiles.list()] == names
    assert [profiles.find(name).name for name in names] == names


def test_a_name_is_one_whatever_its_form_and_case(folder: Folder) -> None:
    profiles = folder.open()
    made = profiles.create(" Zoe\u0308 ")
    assert made.name == "Zoë"
    assert profiles.find("ZOË") == made
    for again in ("zoë", "ZOE\u0308", made.id):
        with pytest.raises(ProfileError, match="already"):
            profiles.create(again)
    other = profiles.create("Ali")
    with pytest.raises(ProfileError, match="already"):
        profiles.rename(other.id, "zoë")
    assert profiles.rename(made.id, "ZOË").name == "ZOË"


@pytest.mark.parametrize(
    "name", ["", "   ", "a\nb", "a\tb", "\u200b", "x" * 81, "a\u2028b", "a\u202eb", "a\0", "\ud800"]
)
def test_what_cannot_be_a_name(name: str, folder: Folder) -> None:
    with pytest.raises(ProfileError) as problem:
        folder.open().create(name)
    problem.value.message.encode()
    assert folder.open().list() == []


def test_the_longest_name() -> None:
    assert check_name("ü" * 80) == "ü" * 80
    assert check_name("u\u0308" * 80) == "ü" * 80


def test_one_is_in_use_and_that_is_remembered(folder: Folder) -> None:
    profiles = folder.open()
    first, second = profiles.create("Ada"), profiles.create("Bo")
    assert profiles.current() == first
    profiles.use("bo")
    assert folder.open().current() == second
    with pytest.raises(ProfileError, match="no profile"):
        profiles.use("Cy")
    assert folder.open().current() == second


def test_renaming_keeps_what_a_newer_version_wrote(folder: Folder) -> None:
    made = folder.open().create("Ada")
    file = made.directory / "profile.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"version": 7, "colour": "red"}))
    folder.open().rename("Ada", "Ada L.")
    document = json.loads(file.read_text())
    assert (document["name"], document["version"], document["colour"]) == ("Ada L.", 7, "red")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\xfe", b'{"name": 5}', b"[" * 100_000, b'{"name":"a\\nb"}']
)
def test_a_damaged_description_is_rebuilt_and_told(folder: Folder, content: bytes) -> None:
    made = folder.open().create("Ada")
    (made.directory / "profile.json").write_bytes(content)
    profiles = folder.open()
    (found,) = profiles.list()
    assert found.id == made.id
    assert found.name.startswith("Profile ")
    assert found.created_at.startswith("2026-")
    assert len(profiles.notices) == 1
    assert (made.directory / "profile.json.damaged").read_bytes() == content
    again = folder.open()
    assert again.list() == [found]
    assert again.notices == []


def test_a_lost_description_is_rebuilt(folder: Folder) -> None:
    made = folder.open().create("Ada")
    (made.directory / "profile.json").unlink()
    profiles = folder.open()
    assert [profile.id for profile in profiles.list()] == [made.id]
    assert profiles.notices


def test_only_the_damaged_part_of_a_description_is_lost(folder: Folder) -> None:
    made = folder.open().create("Ada", guest=True)
    file = made.directory / "profile.json"
    file.write_text(
        json.dumps(json.loads(file.read_text()) | {"createdAt": "2026-02-30T00:00:00Z"})
    )
    (found,) = folder.open().list()
    assert (found.name, found.guest) == ("Ada", True)


@pytest.mark.parametrize("content", [None, b"", b"\xff", b"not an id\n", b"../../etc\n"])
def test_a_damaged_note_of_the_current_profile(folder: Folder, content: bytes | None) -> None:
    folder.open().create("Ada")
    used = folder.open().create("Bo")
    later = used.database.stat().st_mtime + 60
    _set_time(used.database, later)
    if content is None:
        folder.paths.current_file.unlink()
    else:
        folder.paths.current_file.write_bytes(content)
    profiles = folder.open()
    assert profiles.current() == used, "the one last written to"
    assert "Bo" in profiles.notices[0]
    again = folder.open()
    assert again.current() == used
    assert again.notices == []


def test_a_profile_whose_folder_vanished(folder: Folder) -> None:
    gone, left = folder.open().create("Ada"), folder.open().create("Bo")
    gone.directory.rename(folder.paths.data_dir / "elsewhere")
    profiles = folder.open()
    assert profiles.current() == left
    assert profiles.notices


def test_what_is_not_a_profile_is_passed_over(folder: Folder) -> None:
    made = folder.open().create("Ada")
    root = folder.paths.profiles_dir
    (root / "notes.txt").touch()
    (root / "a folder").mkdir()
    (root / uuid7(1, 1)).mkdir()  # nothing in it
    (root / uuid7(2, 2)).touch()
    assert folder.open().list() == [made]


def test_a_profile_half_made_does_not_count_and_is_swept(folder: Folder) -> None:
    class Killed(BaseException):
        pass

    def killed(_: Path) -> None:
        raise Killed

    folder.paths.make()
    leftover = folder.paths.profiles_dir / ".new-of-a-kill"
    leftover.mkdir()
    with pytest.raises(Killed):
        Profiles(folder.paths, folder._now, folder._new_id, prepare=killed).create("Ada")
    assert folder.open().list() == []
    assert not leftover.exists()
    assert list(folder.paths.profiles_dir.iterdir()) == []


def test_a_full_disk_leaves_everything_as_it_was(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = folder.open().create("Ada")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    changes: list[Callable[[], object]] = [
        lambda: folder.open().create("Bo"),
        lambda: folder.open().rename("Ada", "Bo"),
        lambda: folder.open().use("Ada"),
    ]
    for change in changes:
        with pytest.raises(DiskFull):
            change()
    monkeypatch.undo()
    assert folder.open().list() == [made]
    assert [file.name for file in folder.paths.data_dir.iterdir() if "tmp" in file.name] == []


def test_whoever_changes_the_list_waits_his_turn(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.paths.make()
    lock = filelock.FileLock(folder.paths.profiles_lock, thread_local=False, fallback_to_soft=False)
    monkeypatch.setattr(module, "LOCK_SECONDS", 0.01)
    with lock, pytest.raises(StoreUnavailable, match="Another program"):
        folder.open().create("Ada")
    folder.open().create("Ada")


def test_two_first_starts_at_once_make_one_profile(folder: Folder) -> None:
    found: list[Profile] = []
    gate = threading.Barrier(4)

    def start() -> None:
        gate.wait()
        found.append(folder.open().ensure_current())

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({profile.id for profile in found}) == 1
    assert len(folder.open().list()) == 1


def _set_time(file: Path, moment: float) -> None:
    os.utime(file, (moment, moment))
