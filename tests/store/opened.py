"""A profile's database with everything that is built on it, as `open_core` would."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satchel.leases.announcement import Announcement
from satchel.leases.book import LeaseBook
from satchel.leases.claims import Claims
from satchel.store.database import SqliteDatabase
from satchel.store.identity import Identity
from satchel.store.local_sessions import LocalSessions
from satchel.store.marks import Marks
from satchel.store.opening import Location, create, open_database
from satchel.store.retention_choices import RetentionChoices
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.settings import Settings
from tests.fakes import FakeClock, FakeIds

MINE = "anon:00000000-0000-7000-8000-000000000002"
"""The key a fresh profile mints with `FakeIds`: its device comes first."""


@dataclass(frozen=True)
class Bench:
    location: Location
    database: SqliteDatabase
    store: SqlRuntimeStore
    settings: Settings
    identity: Identity
    sessions: LocalSessions
    marks: Marks
    claims: Claims
    announcement: Announcement
    living: set[str]
    """The windows that count as alive."""
    clock: FakeClock

    def damage(self, sql: str, *values: object) -> None:
        """Runs SQL behind the store's back, with no rule of the table in the way."""
        damage(self.location, sql, *values)


def damage(location: Location, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(location.database, isolation_level=None)) as raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        raw.execute(sql, values)


def look(location: Location, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(location.database, isolation_level=None)) as raw:
        return raw.execute(sql).fetchall()


@contextmanager
def opened(folder: Path, *, busy_seconds: float = 30.0) -> Iterator[Bench]:
    """Opens the database in `folder`, made first where there is none."""
    location = Location(folder)
    if not location.database.exists():
        create(location)
    clock, new_id, living = FakeClock(), FakeIds(), set[str]()
    database = open_database(location, clock=clock, busy_seconds=busy_seconds)
    try:
        store, settings = SqlRuntimeStore(database, clock=clock), Settings(database)
        identity = Identity(database, settings, new_id)
        announcement = Announcement(folder)
        book = LeaseBook(database, announcement)
        sessions = LocalSessions(
            database,
            store,
            identity,
            clock=clock,
            lease_ended=book.announce,
            life_of=RetentionChoices(settings).life_of,
        )
        alive = living.__contains__
        marks = Marks(database, store, settings, clock=clock, alive=alive)
        claims = Claims(
            book,
            announcement,
            store,
            sessions,
            clock=clock,
            new_id=new_id,
            alive=alive,
            host="laptop",
            pid=4242,
        )
        identity.mint()
        yield Bench(
            location,
            database,
            store,
            settings,
            identity,
            sessions,
            marks,
            claims,
            announcement,
            living,
            clock,
        )
    finally:
        database.close()
