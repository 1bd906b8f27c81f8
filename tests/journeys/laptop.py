"""A laptop on a journey: a real profile in a data folder of its own, and the engine on a connection of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Final

from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.arrivals import ImportWish
from satchel.domain.errors import SatchelError
from satchel.domain.remote_errors import RemoteError
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import RemoteSettings, SyncProgress
from satchel.net import Limits
from satchel.store.database import SqliteDatabase
from satchel.store.identity import Identity
from satchel.store.kept import Kept
from satchel.store.opening import Location, open_database
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.settings import Settings
from satchel.store.staging import Staging
from satchel.store.sync_book import SyncBook
from satchel.sync import deciding
from satchel.sync.engine import Engine, Parts
from satchel.sync.evicting import evict
from satchel.sync.planning import Pace
from satchel.sync.probe import remote_of
from satchel.sync.remote import HttpRemote
from satchel.transfer.incoming import bring
from satchel.transfer.outgoing import ExportWish, send
from tests.fakes import FakeClock
from tests.journeys.places import Place

LIVE, STUB, TRASH = "live", "stub", "trash"

PATIENCE: Final = Limits(connect=5, read=5, total=10)

USUAL: Final = Pace(lively=3, in_turn=5)
EVERYTHING: Final = Pace(lively=0, in_turn=1_000_000)


@dataclass
class Laptop:
    name: str
    core: Core
    """As the windows have it."""
    parts: Parts
    """As the engine has it."""
    book: SyncBook
    """On the windows' connection."""
    ours: bool
    lost: set[str] = field(default_factory=set)
    """Ids of records that are not here because someone gave them up here."""
    ever: set[str] = field(default_factory=set)
    faults: list[tuple[str, SatchelError]] = field(default_factory=list)
    """Of single sessions, in the last run that came to its end."""
    run: Iterator[SyncProgress] | None = None

    # --- what is here ------------------------------------------------------------------------------

    def rows(self, *places: str) -> list[Kept]:
        sql = "SELECT key FROM runtime_sessions WHERE hidden = 0 ORDER BY key"
        found = [self.book.by_key(key) for (key,) in self.core.database.script(sql)]
        return [one for one in found if not places or place_of(one) in places]

    def own_rows(self, learner: str, *places: str) -> list[Kept]:
        return [one for one in self.rows(*places) if one.learner_key == learner]

    def record_ids(self) -> set[str]:
        sql = "SELECT DISTINCT id FROM runtime_records"
        return {id for (id,) in self.core.database.script(sql)}

    def contents(self, kept: Kept) -> list[JsonObject]:
        """The records of a session as on the wire, in their order."""
        found = self.core.store.list_records(kept.state.session.id)
        return [one.to_wire() for one in found]

    # --- what people do ----------------------------------------------------------------------------

    def purge(self, kept: Kept) -> set[str]:
        """Deletes for good; answers which records that may take away, here and elsewhere."""
        here = {one.id for one in kept.records}
        self.core.sessions.purge(kept.state.session.id)
        self.lost |= here
        tomb = self.book.tomb(kept.id)
        return here | (set(tomb.known) if tomb is not None else set())

    def evict(self, kept: Kept) -> None:
        parts, here = self.parts, {one.id for one in kept.records}
        try:
            done = evict(
                parts.database, parts.book, parts.remote, kept.state.session.id, ours=self.ours
            )
        except RemoteError:
            return
        if done == "evicted":
            self.lost |= here

    def open_stub(self, kept: Kept) -> None:
        with self.core.database.transaction():
            self.book.choices.want(kept.key)

    def send_again(self, kept: Kept) -> None:
        with self.core.database.transaction():
            self.book.send_again(kept)

    def answer(self, choice: str) -> bool:
        """Whether anything was asked. Only how many are gone can be: the server stays the same."""
        if self.book.remote().question is None:
            return False
        with self.core.database.transaction():
            deciding.answer(self.book, choice, forget=lambda: None)
        return True

    def export(self, ids: list[str], file: Path) -> None:
        report = send(self.core, ids, file, ExportWish(), lambda _done, _total: None).report
        assert not report.left_out

    def bring(self, file: Path, *, chosen: bool) -> None:
        wish = ImportWish(include_deleted=chosen)
        report = bring(self.core, str(file), wish, lambda _done, _total: None)
        assert report.fault is None, report.fault

    # --- sync --------------------------------------------------------------------------------------

    def step(self, pace: Pace = USUAL) -> bool:
        """Whether the run went on."""
        if self.run is None:
            self.run = self._steps(pace)
        try:
            if next(self.run, None) is not None:
                return True
        except RemoteError:
            pass
        self.run = None
        return False

    def _steps(self, pace: Pace) -> Iterator[SyncProgress]:
        engine = Engine(self.parts, ours=self.ours, pace=pace)
        yield from engine.steps()
        self.faults = engine.faults

    def sync(self, pace: Pace = EVERYTHING) -> None:
        """A whole run, in which nothing may go wrong."""
        self.run = None
        for _ in self._steps(pace):
            pass
        assert not self.faults, self.faults


def place_of(kept: Kept) -> str:
    if kept.state.trashed_at is not None:
        return TRASH
    return STUB if kept.state.stub else LIVE


@contextmanager
def laptop(
    name: str, folder: Path, place: Place, address: str, learner: str, *, begins: datetime
) -> Iterator[Laptop]:
    """A laptop whose clock stands at `begins`, with a profile that owns `learner` beside a key of its own."""
    numbers = count(1)

    def new_id() -> str:
        return f"00000000-0000-7000-8{sum(name.encode()) % 4096:03x}-{next(numbers):012x}"

    clock = FakeClock(begins, timedelta(seconds=1))
    paths = Paths(folder / "data")
    with open_core(paths, clock=clock, new_id=new_id) as core:
        core.identity.add_own_key(learner)
        database = open_database(Location(core.profile.directory), clock=clock)
        with closing(database), closing(_remote(place, address, learner, clock)) as remote:
            for one in (core.database, database):
                one.script("PRAGMA synchronous = OFF")  # no power is cut here
            parts = _parts(core, database, remote, address, learner)
            if (found := remote.capabilities()) is not None:
                with database.transaction():
                    parts.book.set_server(found.server_id, None)
            book = SyncBook(core.database, parts.book.remote_key)
            yield Laptop(name, core, parts, book, place.ours)


def _remote(place: Place, address: str, learner: str, clock: FakeClock) -> HttpRemote:
    settings = RemoteSettings(address, learner, place.dialect, proxy="")
    token = learner if place.ours else None
    return remote_of(settings, token, learner, clock, ours=place.ours, limits=PATIENCE)


def _parts(
    core: Core, database: SqliteDatabase, remote: HttpRemote, address: str, learner: str
) -> Parts:
    store = SqlRuntimeStore(database, clock=core.clock)
    return Parts(
        database,
        store,
        Identity(database, Settings(database), core.new_id),
        SyncBook.open(database, address, learner),
        remote,
        Staging(database, store, owner="sync", pause=lambda _seconds: None),
        core.clock,
        core.new_id,
    )
