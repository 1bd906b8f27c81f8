"""The server's storage for tests, on either database, with a clock that only ticks when asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satchel_server.callers import Caller
from satchel_server.identity import Identity
from satchel_server.opening import AnyDatabase, open_database
from satchel_server.schema import upgrade
from satchel_server.store import ServerStore
from satchel_server.tokens import Tokens
from tests import postgres
from tests.fakes import FakeClock, FakeIds

SQLITE = "sqlite"
POSTGRESQL = "postgresql"

MEI = Caller.learner("anon:mei")
LEO = Caller.learner("anon:leo")
SCHOOL = Caller.operators()


@dataclass(frozen=True)
class Bench:
    url: str
    mark: Path
    database: AnyDatabase
    identity: Identity
    store: ServerStore
    tokens: Tokens
    clock: FakeClock

    def look(self, sql: str) -> list[tuple[Any, ...]]:
        return self.database.script(sql)


@contextmanager
def address(kind: str, folder: Path) -> Iterator[str]:
    """Of an empty database with the server's schema."""
    if kind == POSTGRESQL:
        with postgres.migrated_database() as url:
            yield url
    else:
        url = f"sqlite://{folder / 'server' / 'satchel.db'}"
        upgrade(url)
        yield url


@contextmanager
def served(url: str, mark: Path, *, pool_size: int = 8) -> Iterator[Bench]:
    """What a server process opens, as far as its storage is concerned."""
    clock, new_id = FakeClock(), FakeIds()
    database = open_database(url, pool_size=pool_size)
    try:
        identity = Identity(database, mark, clock=clock)
        identity.look()
        store = ServerStore(database, identity, clock=clock, new_id=new_id)
        tokens = Tokens(database, clock=clock, new_id=new_id)
        yield Bench(url, mark, database, identity, store, tokens, clock)
    finally:
        database.close()


@contextmanager
def opened(kind: str, folder: Path) -> Iterator[Bench]:
    with address(kind, folder) as url, served(url, folder / "mark") as bench:
        yield bench
