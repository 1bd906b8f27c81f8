"""Every implementation of `RuntimeStore` that the suite in this folder holds to the contract.

Another one joins by a function here and a line in `BACKENDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from satchel.domain.contracts import RuntimeStore
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import fresh
from satchel.domain.validation import parse_session
from satchel.store.opening import Location, create, open_database
from satchel.store.postgres import PostgresDatabase
from satchel.store.runtime_store import SqlRuntimeStore
from tests import postgres
from tests.fakes import FakeClock


@dataclass(frozen=True)
class Opened:
    """An empty store, and the one thing the contract has no call for."""

    store: RuntimeStore
    plant: Callable[[JsonObject], None]
    """Stores a session as another program left it, with the `runtimeDslVersion` it bears."""


@dataclass(frozen=True)
class Backend:
    name: str
    open: Callable[[Path], AbstractContextManager[Opened]]
    """Opens an empty store that may use the folder, and closes it again."""


def _plant(store: SqlRuntimeStore, document: JsonObject) -> None:
    planted = parse_session(document, keep_version=True)
    store.insert_session(planted, fresh(planted.id, "", 0, ""))


@contextmanager
def _sqlite(folder: Path) -> Iterator[Opened]:
    location = Location(folder)
    create(location)
    database = open_database(location, clock=FakeClock())
    store = SqlRuntimeStore(database)
    try:
        yield Opened(store, lambda document: _plant(store, document))
    finally:
        database.close()


@contextmanager
def _postgresql(_folder: Path) -> Iterator[Opened]:
    with postgres.migrated_database() as address:
        database = PostgresDatabase(address, pool_size=2)
        try:
            store = SqlRuntimeStore(database)
            yield Opened(store, lambda document: _plant(store, document))
        finally:
            database.close()


BACKENDS = (Backend("sqlite", _sqlite), Backend("postgresql", _postgresql))
