"""Schema steps: the same schema on both ways, a rehearsal on a filled database, and kills half-way."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from satchel.domain.errors import SatchelError, StoreUnavailable
from satchel.store import migrations
from satchel.store.opening import HEAD, Location, create
from tests.fakes import record, session
from tests.store.opened import MINE, look, opened
from tests.store.processes import ROOT, environment, python

REHEARSAL = Path(__file__).parent / "rehearsal"


def schema_of(database: Path) -> dict[str, object]:
    """Every table with its columns, indexes and foreign keys, and every check, as SQLite understands them."""
    with closing(sqlite3.connect(database)) as raw:
        rows = raw.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
        found: dict[str, object] = {}
        for name, sql in rows:
            indexes = {
                index[1]: (
                    index[2:],
                    raw.execute(f'PRAGMA index_xinfo("{index[1]}")').fetchall(),
                    [
                        " ".join(row[0].split())
                        for row in raw.execute(
                            "SELECT sql FROM sqlite_schema WHERE name = ? AND sql IS NOT NULL",
                            (index[1],),
                        )
                    ],
                )
                for index in raw.execute(f'PRAGMA index_list("{name}")')
            }
            columns = raw.execute(f'PRAGMA table_xinfo("{name}")').fetchall()
            keys = sorted(raw.execute(f'PRAGMA foreign_key_list("{name}")').fetchall())
            checks = sorted(part for part in str(sql).splitlines() if "CHECK" in part)
            found[name] = (columns, indexes, keys, [part.strip(", \t") for part in checks])
    return found


def filled(folder: Path) -> Location:
    with opened(folder) as bench:
        for id in ("lesson", "other"):
            bench.sessions.create(session(id, learnerKey=MINE, note=[1]), title=id)
            for n in range(20):
                bench.store.append_record(id, record(f"r-{n}", id, sceneId="s"))
        bench.marks.save_draft("lesson", "window", "half")
        bench.settings.set("it", {"a": 1})
        bench.sessions.trash("other")
    return Location(folder)


def content(location: Location) -> dict[str, list[tuple[object, ...]]]:
    queries = {
        "sessions": "SELECT key, id, satchel, envelope, trashed_at, next_seq FROM runtime_sessions",
        "records": "SELECT key, session_key, seq, id, payload FROM runtime_records ORDER BY key",
        "drafts": "SELECT * FROM drafts",
        "settings": "SELECT * FROM settings ORDER BY name",
        "check": "PRAGMA integrity_check",
        "orphans": "PRAGMA foreign_key_check",
    }
    return {name: look(location, sql) for name, sql in queries.items()}


def revision(location: Location) -> str:
    return str(look(location, "SELECT version_num FROM alembic_version")[0][0])


def columns(location: Location, table: str) -> set[str]:
    return {row[1] for row in look(location, f"PRAGMA table_info({table})")}


def test_the_migrations_build_the_schema_a_new_database_has(tmp_path: Path) -> None:
    fresh = Location(tmp_path / "fresh")
    create(fresh)
    migrated = tmp_path / "migrated.db"
    migrate_from_nothing(migrated)
    assert schema_of(migrated) == schema_of(fresh.database)


def migrate_from_nothing(database: Path) -> None:
    """What `upgrade` does, without the counts, for which there is nothing to count yet."""
    with migrations._engine(database).connect() as connection, connection.begin():
        migrations._run(connection, migrations.SCRIPTS)


def test_the_newest_step_is_the_version_of_a_new_database() -> None:
    assert migrations.knows(HEAD)
    assert migrations._scripts(migrations.SCRIPTS).get_heads() == [HEAD]
    assert not migrations.knows("0099")
    assert not migrations.knows("")


def test_a_rehearsed_step_keeps_every_row_and_makes_a_backup_first(tmp_path: Path) -> None:
    location = filled(tmp_path / "profile")
    before = content(location)
    backup = tmp_path / "before.db"
    migrations.upgrade(location.database, backup=backup, scripts=REHEARSAL)
    assert content(location) == before
    assert before["check"] == [("ok",)]
    assert revision(location) == "0003"
    assert {"mood"} <= columns(location, "runtime_records")
    assert "apart" in columns(location, "runtime_sessions")
    assert look(location, "SELECT DISTINCT mood FROM runtime_records") == [("calm",)]
    kept = Location(tmp_path / "kept")
    kept.folder.mkdir()
    backup.rename(kept.database)
    assert (content(kept), revision(kept)) == (before, "0002")


def test_rules_of_the_tables_hold_after_a_rehearsed_step(tmp_path: Path) -> None:
    location = filled(tmp_path / "profile")
    migrations.upgrade(location.database, backup=tmp_path / "b.db", scripts=REHEARSAL)
    with closing(sqlite3.connect(location.database, isolation_level=None)) as raw:
        raw.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute("UPDATE runtime_sessions SET id = 'same'")
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute("UPDATE runtime_sessions SET status = 'paused'")
        raw.execute("DELETE FROM runtime_sessions WHERE id = 'lesson'")
        assert raw.execute("SELECT count(*) FROM runtime_records").fetchone() == (20,)


def test_a_step_done_already_is_not_done_again(tmp_path: Path) -> None:
    location = filled(tmp_path / "profile")
    for name in ("one.db", "two.db"):
        migrations.upgrade(location.database, backup=tmp_path / name, scripts=REHEARSAL)
    assert revision(location) == "0003"


@pytest.mark.parametrize("how", ["lose", "orphan", "fail"])
def test_a_step_that_fails_or_loses_rows_is_undone_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    location = filled(tmp_path / "profile")
    before = content(location), schema_of(location.database)
    monkeypatch.setenv("SATCHEL_REHEARSAL", how)
    with pytest.raises(SatchelError) as told:
        migrations.upgrade(location.database, backup=tmp_path / "b.db", scripts=REHEARSAL)
    assert isinstance(told.value, StoreUnavailable)
    assert told.value.message.endswith((".", "again."))
    assert (content(location), schema_of(location.database)) == before
    assert revision(location) == "0002"
    with opened(location.folder) as bench:
        assert len(bench.store.list_records("lesson")) == 20


def test_without_a_backup_there_is_no_step(tmp_path: Path) -> None:
    location = filled(tmp_path / "profile")
    with pytest.raises(SatchelError):
        migrations.upgrade(
            location.database, backup=tmp_path / "nowhere" / "b.db", scripts=REHEARSAL
        )
    assert revision(location) == "0002"


def killed_step(location: Location, backup: Path) -> None:
    """Begins the step in another process and kills it when it says it is half-way."""
    child = subprocess.Popen(
        python("tests.store.child", "migrate", str(location.database), str(backup)),
        env={**environment(), "SATCHEL_REHEARSAL": "wait"},
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    try:
        assert child.stdout.readline() == "half-way\n"
    finally:
        os.kill(child.pid, signal.SIGKILL)
        child.communicate()


@pytest.mark.parametrize("log", [False, True])
def test_a_step_killed_half_way_leaves_the_old_database(tmp_path: Path, log: bool) -> None:
    location = filled(tmp_path / "profile")
    before = content(location), schema_of(location.database)
    if log:  # something committed that is still in the log alone
        with opened(location.folder):
            killed_step(location, tmp_path / "kept.db")
    else:
        killed_step(location, tmp_path / "kept.db")
    assert (content(location), schema_of(location.database)) == before
    assert revision(location) == "0002"
    with closing(sqlite3.connect(tmp_path / "kept.db")) as kept:
        assert kept.execute("SELECT count(*) FROM runtime_records").fetchone() == (40,)
    migrations.upgrade(location.database, backup=tmp_path / "second.db", scripts=REHEARSAL)
    assert (content(location), revision(location)) == (before[0], "0003")


def test_a_database_of_the_first_version_opens_with_everything_in_it(tmp_path: Path) -> None:
    """The second step makes the tables of a remote anew, which the first version never wrote to."""
    location = filled(tmp_path / "profile")
    before = content(location)
    back_to_first(location.database, tmp_path)
    with opened(location.folder) as bench:
        assert len(bench.store.list_records("lesson")) == 20
    assert (content(location), revision(location)) == (before, HEAD)
    assert [path.name.endswith(f"-before-{HEAD}.db") for path in location.backups.iterdir()] == [
        True
    ]


def back_to_first(database: Path, scratch: Path) -> None:
    """Gives the tables the first version had to what is in `database`."""
    versions = scratch / "first" / "versions"
    versions.mkdir(parents=True)
    shutil.copy(migrations.SCRIPTS / "versions" / "0001_first.py", versions)
    older = scratch / "older.db"
    with migrations._engine(older).connect() as connection, connection.begin():
        migrations._run(connection, versions.parent)
    with closing(sqlite3.connect(older)) as raw:
        raw.execute("ATTACH ? AS newer", (str(database),))
        for name in ("runtime_sessions", "runtime_records", "drafts", "settings", "tombstones"):
            raw.execute(f"INSERT INTO {name} SELECT * FROM newer.{name}")
        raw.commit()
    older.replace(database)
