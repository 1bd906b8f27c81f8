"""Starting: the first time, again, by another profile, side by side, and where the disk refuses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import open_core, profiles_of
from satchel.domain.errors import (
    DatabaseDamaged,
    DatabaseMissing,
    NewerDatabase,
    ProfileError,
)
from tests.fakes import FakeClock, FakeIds, record, session
from tests.store.opened import damage
from tests.store.processes import ROOT, environment

FIRST_START = """
import sys
from pathlib import Path
from satchel.config import Paths
from satchel.core import open_core
from satchel import system
sys.stdin.readline()
with open_core(Paths(Path(sys.argv[1])), clock=system.now, new_id=system.new_id) as core:
    sys.stdout.write(core.profile.id + " " + core.learner.keys[0])
"""


def test_the_first_start_makes_a_profile_and_the_second_finds_it(
    data_dir: Path, clock: FakeClock, new_id: FakeIds
) -> None:
    with open_core(Paths(data_dir), clock=clock, new_id=new_id) as core:
        first = core.learner
        core.store.create_session(session(learnerKey=first.keys[0]))
        core.store.append_record("lesson", record())
        core.marks.note_opened("lesson")
        assert core.notices == ()
    assert len(first.keys) == 1
    assert first.keys[0].startswith("anon:")
    with open_core(Paths(data_dir), clock=clock, new_id=new_id) as core:
        assert core.learner == first
        assert core.marks.last_opened() == "lesson"
        assert len(core.store.list_records("lesson")) == 1
        assert core.sessions.summary("lesson").own


def test_each_profile_has_its_own_work(data_dir: Path, clock: FakeClock, new_id: FakeIds) -> None:
    paths = Paths(data_dir)
    profiles = profiles_of(paths, clock=clock, new_id=new_id)
    for name in ("Mei", "Leo"):
        profiles.create(name)
    keys = set()
    for name in ("mei", "LEO"):
        with open_core(paths, profile=name, clock=clock, new_id=new_id) as core:
            assert core.sessions.listing().sessions == ()
            core.store.create_session(session(note=name))
            keys |= set(core.learner.keys)
    assert len(keys) == 2
    with open_core(paths, clock=clock, new_id=new_id) as core:
        assert core.profile.name == "Mei"
    with pytest.raises(ProfileError):
        open_core(paths, profile="Zoe", clock=clock, new_id=new_id)


def test_eight_first_starts_at_once_make_one_profile(data_dir: Path) -> None:
    children = [
        subprocess.Popen(
            [sys.executable, "-c", FIRST_START, str(data_dir)],
            env=environment(),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(8)
    ]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    answers = set()
    for child in children:
        out, err = child.communicate(timeout=50)
        assert child.returncode == 0, err
        answers.add(out)
    assert len(answers) == 1
    assert len([path for path in (data_dir / "profiles").iterdir() if path.is_dir()]) == 1


def test_a_missing_database_is_not_replaced_by_an_empty_one(
    data_dir: Path, clock: FakeClock, new_id: FakeIds
) -> None:
    paths = Paths(data_dir)
    with open_core(paths, clock=clock, new_id=new_id) as core:
        database = core.profile.database
    database.unlink()
    for _ in range(2):
        with pytest.raises(DatabaseMissing):
            open_core(paths, clock=clock, new_id=new_id)
        assert not database.exists()


def test_a_damaged_database_is_set_aside_and_told_until_it_is_mended(
    data_dir: Path, clock: FakeClock, new_id: FakeIds
) -> None:
    paths = Paths(data_dir)
    with open_core(paths, clock=clock, new_id=new_id) as core:
        database = core.profile.database
    database.write_bytes(b"no database" * 1000)
    with pytest.raises(DatabaseDamaged, match="Nothing was deleted"):
        open_core(paths, clock=clock, new_id=new_id)
    with pytest.raises(DatabaseMissing, match="set aside"):
        open_core(paths, clock=clock, new_id=new_id)
    kept = list(database.parent.glob("set-aside/*.db"))
    assert [path.read_bytes() for path in kept] == [b"no database" * 1000]


def test_a_newer_database_is_told(data_dir: Path, clock: FakeClock, new_id: FakeIds) -> None:
    paths = Paths(data_dir)
    with open_core(paths, clock=clock, new_id=new_id) as core:
        location = core.database.path
    from satchel.store.opening import Location

    damage(Location(location.parent), "UPDATE alembic_version SET version_num = '0099'")
    before = location.read_bytes()
    with pytest.raises(NewerDatabase, match="Update Satchel"):
        open_core(paths, clock=clock, new_id=new_id)
    assert location.read_bytes() == before
