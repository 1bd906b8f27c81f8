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
from satchel.store.runtime_store import SqlRuntimeStore
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


@contextmanager
def _sqlite(folder: Path) -> Iterator[Opened]:
    location = Location(folder)
    create(location)
    database = open_database(location, clock=FakeClock())
    store = SqlRuntimeStore(database)

    def plant(document: JsonObject) -> None:
        planted = parse_session(document, keep_version=True)
        store.insert_session(planted, fresh(planted.id, "", 0, ""))

    try:
        yield Opened(store, plant)
    finally:
        database.close()


BACKENDS = (Backend("sqlite", _sqlite),)
