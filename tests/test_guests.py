"""Wiping a guest: whole, after a kill in the middle, under a window, and never anybody else."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import open_core, profiles_of
from satchel.domain.errors import ProfileError
from satchel.guests import Guests
from satchel.profiles import Profile, Profiles
from satchel.system import new_id, now
from tests.store.processes import ROOT, environment

RACER = """
import sys
from pathlib import Path
from satchel.config import Paths
from satchel.core import open_core
from satchel.domain.errors import SatchelError
from satchel.system import new_id, now
paths = Paths(Path(sys.argv[1]))
core = open_core(paths, profile=sys.argv[2], clock=now, new_id=new_id)
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
try:
    workspace = core.workspace(new_id())
except SatchelError as gone:
    sys.stdout.write(f"{gone.code}\\n")
else:
    workspace.new_session(kind="chat", stage_id="s", title="written")
    sys.stdout.write("open\\n")
    sys.stdout.flush()
    sys.stdin.readline()
    workspace.shut()
sys.stdout.flush()
"""


@pytest.fixture
def paths(data_dir: Path) -> Paths:
    return Paths(data_dir)


@pytest.fixture
def profiles(paths: Paths) -> Profiles:
    return profiles_of(paths, clock=now, new_id=new_id)


@pytest.fixture
def guests(paths: Paths, profiles: Profiles) -> Guests:
    return Guests(paths, profiles)


def use(paths: Paths, guest: Profile) -> None:
    """The guest had a window, which is closed."""
    with open_core(paths, profile=guest.id, clock=now, new_id=new_id) as core:
        core.workspace(new_id()).shut()


def names(profiles: Profiles) -> list[str]:
    return [one.name for one in profiles.list()]


def test_a_guest_is_wiped_and_nobody_else(paths: Paths, profiles: Profiles, guests: Guests) -> None:
    mei, first, second = (
        profiles.create("Mei"),
        profiles.create("A", guest=True),
        profiles.create("B", guest=True),
    )
    use(paths, first)
    assert guests.wipe(first)
    assert names(profiles) == ["Mei", "B"]
    assert guests.wipe(first), "once more is no failure"
    with pytest.raises(ProfileError, match="no guest"):
        guests.wipe(mei)
    assert {one.name for one in paths.profiles_dir.iterdir()} == {mei.id, second.id}


def test_the_profile_in_use_may_be_a_guest(
    paths: Paths, profiles: Profiles, guests: Guests
) -> None:
    guest = profiles.create("Visitor", guest=True)
    assert profiles.current() == guest
    guests.wipe(guest)
    assert not paths.current_file.exists()
    assert profiles.ensure_current().name == "Learner"
    another = profiles.create("B", guest=True)
    profiles.use(another.id)
    guests.wipe(another)
    current = profiles.current()
    assert current is not None
    assert current.name == "Learner"
    assert profiles.notices == []


def test_not_while_a_window_is_open(paths: Paths, profiles: Profiles, guests: Guests) -> None:
    guest = profiles.create("Visitor", guest=True)
    with open_core(paths, profile=guest.id, clock=now, new_id=new_id) as core:
        workspace = core.workspace(new_id())
        assert not guests.wipe(guest)
        assert guests.left() == []
        workspace.shut()
        assert [one.name for one in guests.left()] == ["Visitor"]
    assert guests.wipe(guest)


def test_a_window_on_a_wiped_guest_is_refused(
    paths: Paths, profiles: Profiles, guests: Guests
) -> None:
    guest = profiles.create("Visitor", guest=True)
    with open_core(paths, profile=guest.id, clock=now, new_id=new_id) as core:
        guests.wipe(guest)
        with pytest.raises(ProfileError, match="has left"):
            core.workspace(new_id())
    assert not guest.directory.exists()


@pytest.mark.parametrize("_round", range(4))
def test_a_window_that_opens_at_that_moment_is_there_or_refused(
    paths: Paths, profiles: Profiles, guests: Guests, _round: int
) -> None:
    """A real second process: never does a window write into a folder that is gone."""
    profiles.create("Mei")
    guest = profiles.create("Visitor", guest=True)
    racer = subprocess.Popen(
        [sys.executable, "-c", RACER, str(paths.data_dir), guest.id],
        env=environment(),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert racer.stdin is not None
    assert racer.stdout is not None
    assert racer.stdout.readline() == "ready\n"
    wiped: list[bool] = []
    wiper = threading.Thread(target=lambda: wiped.append(guests.wipe(guest)))
    racer.stdin.write("go\n")
    racer.stdin.flush()
    wiper.start()
    wiper.join()
    answer = racer.stdout.readline()
    assert (wiped, answer) in (([True], "PROFILE\n"), ([False], "open\n"))
    assert guest.directory.exists() == (answer == "open\n")
    racer.communicate("\n", timeout=20)
    assert racer.returncode == 0


def test_a_kill_while_wiping_leaves_something_the_next_start_removes(
    paths: Paths, profiles: Profiles, guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = profiles.create("Visitor", guest=True)
    use(paths, guest)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", lambda *_, **__: None)  # as far as a kill let it come
        assert guests.wipe(guest)
    assert names(profiles) == []
    [leftover] = paths.profiles_dir.iterdir()
    assert leftover.name == f".gone-{guest.id}"
    (leftover / "satchel.db").unlink()  # and half of it was deleted already
    assert guests.sweep() == []
    assert list(paths.profiles_dir.iterdir()) == []


def test_what_was_left_is_offered_once_and_wiped_then(
    paths: Paths, profiles: Profiles, guests: Guests
) -> None:
    profiles.create("Mei")
    unused, left = profiles.create("A", guest=True), profiles.create("B", guest=True)
    use(paths, left)
    assert [one.name for one in guests.sweep()] == ["B"]
    assert names(profiles) == ["Mei", "A", "B"]
    assert guests.sweep() == []
    assert names(profiles) == ["Mei", "A"]
    assert unused.directory.exists()


def test_a_guest_that_goes_on_is_offered_again(
    paths: Paths, profiles: Profiles, guests: Guests
) -> None:
    guest = profiles.create("Visitor", guest=True)
    use(paths, guest)
    assert len(guests.sweep()) == 1
    use(paths, guest)
    assert len(guests.sweep()) == 1
    assert guests.sweep() == []
    assert names(profiles) == []


def test_a_damaged_description_makes_nobody_a_guest(
    paths: Paths, profiles: Profiles, guests: Guests
) -> None:
    guest = profiles.create("Visitor", guest=True)
    use(paths, guest)
    (guest.directory / "profile.json").write_bytes(b"{")
    assert guests.sweep() == []
    assert guests.sweep() == []
    assert len(profiles.list()) == 1


def test_what_a_newer_version_noted_stays(paths: Paths, profiles: Profiles) -> None:
    guest = profiles.create("Visitor", guest=True)
    file = guest.directory / "profile.json"
    document = json.loads(file.read_text()) | {"version": 2, "colour": "green"}
    file.write_text(json.dumps(document))
    use(paths, guest)
    found = json.loads(file.read_text())
    assert (found["version"], found["colour"], found["used"]) == (2, "green", True)
