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
from tests.contract.over_http import (
    SeveralLearners,
    Shared,
    plant,
    postgres_server,
    reference_server,
    sqlite_server,
)
from tests.fakes import FakeClock
from tests.server.process import ServerProcess


@dataclass(frozen=True)
class Opened:
    """An empty store, and the one thing the contract has no call for."""

    store: RuntimeStore
    plant: Callable[[JsonObject], None]
    """Stores a session as another program left it, with the `runtimeDslVersion` it bears."""


@dataclass(frozen=True)
class Backend:
    name: str
    open: Callable[[Path, Shared], AbstractContextManager[Opened]]
    """Opens an empty store that may use the folder, and closes it again."""
    otherwise: str = ""
    """A pattern of the tests whose rule this one has otherwise, or that another backend holds for it."""


def _plant(store: SqlRuntimeStore, document: JsonObject) -> None:
    planted = parse_session(document, keep_version=True)
    store.insert_session(planted, fresh(planted.id, "", 0, ""))


@contextmanager
def _sqlite(folder: Path, _shared: Shared) -> Iterator[Opened]:
    location = Location(folder)
    create(location)
    database = open_database(location, clock=FakeClock())
    store = SqlRuntimeStore(database)
    try:
        yield Opened(store, lambda document: _plant(store, document))
    finally:
        database.close()


@contextmanager
def _postgresql(_folder: Path, shared: Shared) -> Iterator[Opened]:
    store: SqlRuntimeStore = shared.once("postgresql", _postgres_store)
    store.delete_all()
    yield Opened(store, lambda document: _plant(store, document))


@contextmanager
def _postgres_store(_folder: Path) -> Iterator[SqlRuntimeStore]:
    with postgres.migrated_database() as address:
        database = PostgresDatabase(address, pool_size=2)
        try:
            yield SqlRuntimeStore(database)
        finally:
            database.close()


@contextmanager
def _server_on_sqlite(_folder: Path, shared: Shared) -> Iterator[Opened]:
    server, learners = shared.once("sqlite-server", sqlite_server)
    yield _emptied(server, learners)


@contextmanager
def _server_on_postgresql(_folder: Path, shared: Shared) -> Iterator[Opened]:
    server, learners = shared.once("postgresql-server", postgres_server)
    yield _emptied(server, learners)


def _emptied(server: ServerProcess, learners: SeveralLearners) -> Opened:
    learners.delete_all()
    learners.forget()
    return Opened(learners, lambda document: plant(server, learners, document))


@contextmanager
def _reference(_folder: Path, shared: Shared) -> Iterator[Opened]:
    server, learners = shared.once("reference", reference_server)
    server.clear()
    learners.forget()
    yield Opened(learners, server.plant)


_OF_VALUES = r"test_(json_domain|times|recording)\.py"
"""Which values come through depends on the wire: once over a process of our server is enough."""

_OF_THE_WIRE = (
    _OF_VALUES + r"|test_(records|listing_records)\.py|any_text|no_address_can_name|unknown_status"
)

_REFERENCE = r"""(?x)
    test_(json_domain|times|recording)\.py                  # it is replayed against the stand-in itself
    | an_expectation_that_is_no_number_of_a_record          # 500 there
    | the_same_record_again_is_answered                     # stored twice there
    | only_number_and_order_of_members_may_differ
    | the_same_id_with_other_content_is_a_conflict
    | where_the_record_is_refused_the_status_stays.*3       # the same
    | unknown_members_and_their_order_are_kept                # members are sorted there
    | a_record_is_answered_and_read_back_as_sent
    | a_number_that_was_sent_keeps_its_place
    | a_key_no_address_can_name_is_refused                  # refused before its place is known
    | every_missing_member_is_reported_at_once
    | ids_of_one_instant_are_ordered_by_their_bytes         # by the rules of a language there
"""

BACKENDS = (
    Backend("sqlite", _sqlite),
    Backend("postgresql", _postgresql),
    Backend("server-on-sqlite", _server_on_sqlite),
    Backend("server-on-postgresql", _server_on_postgresql, _OF_THE_WIRE),
    Backend("reference", _reference, _REFERENCE),
)
