"""A database in a place where nothing may be written: it is read, and its folder stays as it is to the byte."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from satchel.core import open_core
from satchel.domain.errors import DatabaseDamaged, DatabaseMissing, NewerDatabase, SharedFolder
from satchel.store.opening import Location, create
from satchel.store.reading import open_for_reading
from tests.fakes import FakeClock, FakeIds
from tests.grounds import FakeComputer, snapshot
from tests.store.opened import damage
from tests.store.processes import killed_writer
from tests.ui.conftest import add_session

REFUSAL = SharedFolder("This lies on a network drive; choose a local folder.")


@pytest.fixture(autouse=True)
def own_temp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where private copies are made, to see that none is left."""
    folder = tmp_path / "temp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def computer(data_dir: Path, clock: FakeClock, new_id: FakeIds) -> FakeComputer:
    """One whose data folder was local once, and lies on a network drive now."""
    computer = FakeComputer()
    with open_core(computer.paths(data_dir), clock=clock, new_id=new_id) as core:
        add_session(core, "Slice it", "one", "two")
    computer.share(data_dir)
    return computer


def test_everything_can_be_read_and_nothing_is_written(
    computer: FakeComputer, data_dir: Path, clock: FakeClock, new_id: FakeIds
) -> None:
    before = snapshot(data_dir)
    with open_core(computer.paths(data_dir), clock=clock, new_id=new_id) as core:
        assert isinstance(core.database.refusal, SharedFolder)
        workspace = core.workspace("w")
        [summary] = workspace.listing().sessions
        opened = workspace.open(summary.id, 10)
        assert [record.seq for record in opened.records] == [0, 1]
        assert opened.read_only == "store-read-only"
        workspace.follow(opened, 10)
        workspace.revision()
        workspace.last_opened()
        workspace.take_panes()
        workspace.note_panes(None)
        for write in writes(core, summary.id):
            with pytest.raises(SharedFolder, match="network drive"):
                write()
        workspace.close()
        workspace.shut()
        assert core.locks.living() == []
        assert snapshot(data_dir) == before
    assert snapshot(data_dir) == before


def writes(core: object, session: str) -> list[Callable[[], object]]:
    from satchel.core import Core

    assert isinstance(core, Core)
    workspace = core.workspace("w2")
    return [
        lambda: workspace.rename(session, "x"),
        lambda: workspace.pin(session, True),
        lambda: workspace.trash(session),
        lambda: workspace.restore(session),
        lambda: workspace.set_status(session, "archived"),
        lambda: workspace.save_draft(session, "half a"),
        lambda: workspace.new_session(kind="chat", stage_id="s", title=""),
        lambda: core.claims.claim(session, "w2"),
        lambda: core.sessions.purge(session),
        lambda: core.identity.mint() if not core.learner.keys else core.identity.renew(),
        lambda: core.settings.set("a", 1),
    ]


@pytest.mark.parametrize("wal", [True, False])
def test_a_database_that_was_not_closed_is_read_with_its_log(
    tmp_path: Path, own_temp: Path, wal: bool
) -> None:
    location = killed_writer(tmp_path / "profile")
    assert Path(f"{location.database}-wal").stat().st_size > 0
    if not wal:  # only the index of the log is left over
        with closing(sqlite3.connect(location.database)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        Path(f"{location.database}-shm").touch()
    before = snapshot(location.folder)
    database = open_for_reading(location, REFUSAL, clock=FakeClock())
    assert database.script("SELECT count(*) FROM runtime_records") == [(50,)]
    assert database.beacon == ""
    with pytest.raises(SharedFolder), database.transaction():
        pass
    database.close()
    assert snapshot(location.folder) == before
    assert list(own_temp.iterdir()) == []


def test_a_newer_database_stays_as_it_is(tmp_path: Path, own_temp: Path) -> None:
    location = Location(tmp_path / "profile")
    create(location)
    damage(location, "UPDATE alembic_version SET version_num = '0099'")
    before = snapshot(location.folder)
    with pytest.raises(NewerDatabase):
        open_for_reading(location, REFUSAL, clock=FakeClock())
    assert snapshot(location.folder) == before
    assert list(own_temp.iterdir()) == []


def test_an_older_one_is_brought_up_to_date_in_the_copy(
    tmp_path: Path, own_temp: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    location = Location(tmp_path / "profile")
    create(location)
    before = snapshot(location.folder)
    stepped: list[Path] = []
    monkeypatch.setattr("satchel.store.reading.HEAD", "0003")
    monkeypatch.setattr("satchel.store.opening.HEAD", "0003")
    monkeypatch.setattr(
        "satchel.store.migrations.upgrade", lambda path, backup: stepped.append(path)
    )
    database = open_for_reading(location, REFUSAL, clock=FakeClock())
    assert [path.is_relative_to(own_temp) for path in stepped] == [True]
    database.close()
    assert snapshot(location.folder) == before
    assert list(own_temp.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"no database" * 1000])
@pytest.mark.parametrize("log", [False, True])
def test_a_damaged_one_is_left_where_it_is(
    tmp_path: Path, own_temp: Path, content: bytes, log: bool
) -> None:
    location = Location(tmp_path / "profile")
    create(location)
    location.database.write_bytes(content)
    if log:
        Path(f"{location.database}-wal").write_bytes(b"no log either")
    before = snapshot(location.folder)
    with pytest.raises(
        DatabaseDamaged, match=r"left where it\s+is, in .*choose a local folder"
    ) as told:
        open_for_reading(location, REFUSAL, clock=FakeClock())
    assert str(own_temp) not in told.value.message
    assert snapshot(location.folder) == before
    assert list(own_temp.iterdir()) == []


def test_a_missing_one_is_not_made(tmp_path: Path) -> None:
    location = Location(tmp_path / "profile")
    location.folder.mkdir()
    with pytest.raises(DatabaseMissing):
        open_for_reading(location, REFUSAL, clock=FakeClock())
    assert list(location.folder.iterdir()) == []


def test_a_first_start_in_a_bad_place_makes_nothing(
    data_dir: Path, clock: FakeClock, new_id: FakeIds
) -> None:
    computer = FakeComputer()
    computer.share(data_dir.parent)
    with pytest.raises(SharedFolder, match="choose a local folder"):
        open_core(computer.paths(data_dir), clock=clock, new_id=new_id)
    assert not data_dir.exists()


def test_damage_to_small_files_is_not_mended_there(
    computer: FakeComputer, data_dir: Path, clock: FakeClock, new_id: FakeIds
) -> None:
    [description] = data_dir.glob("profiles/*/profile.json")
    description.write_bytes(b"{")
    (data_dir / "current").unlink()
    before = snapshot(data_dir)
    with open_core(computer.paths(data_dir), clock=clock, new_id=new_id) as core:
        assert [one.title for one in core.sessions.listing().sessions] == ["Slice it"]
        assert core.notices == ()
    assert snapshot(data_dir) == before
