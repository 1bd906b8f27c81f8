"""The database of one profile as sync works in it: on a connection of its own, never the windows'."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Final

import filelock

from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import StoreReadOnly
from satchel.domain.remote_errors import RemoteError
from satchel.files import storage_error
from satchel.store.database import SqliteDatabase
from satchel.store.identity import Identity
from satchel.store.opening import Location
from satchel.store.plain_sql import PlainSql
from satchel.store.reading import open_as_allowed
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.settings import Settings
from satchel.store.staging import Staging
from satchel.store.sync_book import SyncBook
from satchel.sync.setup import SetUp, Setup

_LOCK: Final = "sync.lock"
_OWNER: Final = "sync:"
_POLL_SECONDS: Final = 0.1
_WOULD_GO: Final = PlainSql(
    "SELECT learner_key FROM runtime_sessions WHERE id = :id AND hidden = 0 AND trashed_at IS NULL"
    " AND stub = 0 AND next_seq > 0"
)


class Stopped(RemoteError):
    """Somebody stopped the run. What was done stays done."""

    code = "CANCELLED"


class Room:
    """Everything sync needs of an open profile. Close it when it is not needed any more."""

    def __init__(
        self,
        directory: Path,
        *,
        clock: Clock,
        new_id: NewId,
        refusal: StoreReadOnly | None = None,
    ) -> None:
        """`refusal`: why nothing may be written now, not even by the way."""
        self.clock, self.new_id = clock, new_id
        self.lock = filelock.FileLock(directory / _LOCK, thread_local=False, fallback_to_soft=False)
        """Held by the one engine that may be at work on this profile."""
        self.database: SqliteDatabase = open_as_allowed(Location(directory), refusal, clock=clock)
        self.settings = Settings(self.database)
        self.identity = Identity(self.database, self.settings, new_id)
        self.setup = Setup(self.settings)
        self.quiet_at: object = None
        """The database's revision when there was nothing to send or to fetch."""
        self.is_refused = refusal is not None
        self._books: dict[int, SyncBook] = {}

    def close(self) -> None:
        self.database.close()

    def check_writable(self) -> None:
        """Raises a kind of `StoreReadOnly` where nothing may be written."""
        if self.database.refusal is not None:
            raise self.database.refusal

    @cached_property
    def store(self) -> SqlRuntimeStore:
        return SqlRuntimeStore(self.database)

    @cached_property
    def staging(self) -> Staging:
        return Staging(self.database, self.store, owner=f"{_OWNER}{self.new_id()}")

    def book(self) -> SyncBook | None:
        """The bookkeeping of the remote that is set up; None before it was met."""
        return self.book_of(self.setup.remote_key())

    def book_of(self, key: int | None) -> SyncBook | None:
        """That of a remote, by its row; None: it was not met yet."""
        if key is None:
            return None
        if key not in self._books:
            if not self.database.script(f"SELECT 1 FROM remotes WHERE key = {int(key)}"):
                return None
            self._books[key] = SyncBook(self.database, key)
        return self._books[key]

    def unmet(self) -> int:
        """How much would be sent to a server that was never met: sessions and records."""
        return self._own("count(*) + sum(next_seq)", "trashed_at IS NULL AND stub = 0")

    def _own(self, what: str, where: str) -> int:
        own = set(self.identity.own_keys())
        rows = self.database.script(
            f"SELECT learner_key, {what} FROM runtime_sessions WHERE hidden = 0 AND ({where}) GROUP BY learner_key"
        )
        return sum(count for key, count in rows if key in own)

    def unmet_from(self, session_id: str) -> int | None:
        """The number of the first record of a session that would be sent to such a server; None: none would."""
        rows = self.database.run(_WOULD_GO, id=session_id)
        return 0 if rows and rows[0][0] in self.identity.own_keys() else None

    def work(self) -> int:
        """How many sessions of one's own there are, those in the trash too; a new one without a word is none."""
        return self._own("count(*)", "next_seq > 0 OR stub = 1 OR title <> ''")

    def meet(self, learner_key: str, setup: SetUp) -> SyncBook:
        """The book of the remote that turned out to be the one. Raises `Stopped` if another is set up by now."""
        book = SyncBook.open(self.database, setup.settings.address, learner_key)
        if not self.setup.met(book.remote_key, setup.serial):
            raise Stopped("Stopped: the server was set up anew meanwhile.")
        return book

    def sweep(self) -> None:
        """Takes back what a killed run left half. Only where no other engine is at work."""
        self.staging.sweep(lambda owner: not owner.startswith(_OWNER))


@contextmanager
def alone(lock: filelock.BaseFileLock, stop: Callable[[], bool]) -> Iterator[None]:
    """One engine per profile, on this laptop: another one waits until this ends.

    Raises `Stopped` if `stop` says so meanwhile, and a kind of `StoreUnavailable` where nothing can be locked.
    """
    while True:
        try:
            lock.acquire(timeout=_POLL_SECONDS, poll_interval=0.01)
            break
        except filelock.Timeout:
            if stop():
                raise Stopped("Stopped while another run was at work.") from None
        except OSError as problem:
            raise storage_error(problem, Path(lock.lock_file)) from None
    try:
        yield
    finally:
        lock.release()
