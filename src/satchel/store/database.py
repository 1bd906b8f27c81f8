"""One SQLite database file: how it is opened, and the transactions everything else runs in.

Statements are written with Core over the SQLModel tables, compiled once to the driver's own text, and run
on the driver's connection: a tenth dearer than raw SQL, where compiling per call costs more than half again.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import starmap
from pathlib import Path
from typing import Any, Final

from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.elements import ClauseElement

from satchel.domain.errors import StoreReadOnly
from satchel.giving_way import ROWS, Item, give_way, giving_way
from satchel.store.faults import read_only as read_only_error
from satchel.store.faults import translated, unstorable
from satchel.store.open_here import note_closed, note_open
from satchel.store.sql import Answer, Prepared

BUSY_SECONDS: Final = 15.0
"""How long a write waits for other processes before it gives up with `StoreBusy`."""

_POLL_SECONDS: Final = 0.001  # SQLite's own handler backs off so far that a waiter starves


class SqliteDatabase:
    """A held connection to one database file. Calls from several threads take turns."""

    dialect: Final[Dialect] = sqlite.dialect(paramstyle="qmark")

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        *,
        read_only: bool = False,
        refusal: StoreReadOnly | None = None,
        beacon: Path | None = None,
        busy_seconds: float = BUSY_SECONDS,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.path = path
        self._refusal = refusal or (read_only_error(path) if read_only else None)
        self._at_close: Callable[[], None] = lambda: None
        self._connection = connection
        self._beacon = beacon
        self._busy_seconds = busy_seconds
        self._pause = pause
        self._turn = threading.RLock()
        self._depth = 0
        self._reading = False
        self._open = True
        note_open(path)

    @property
    def read_only(self) -> bool:
        return self._refusal is not None

    @property
    def refusal(self) -> StoreReadOnly | None:
        """What every write raises; None where one may write."""
        return self._refusal

    def only_read(self, refusal: StoreReadOnly, *, at_close: Callable[[], None]) -> None:
        """From now on every write raises `refusal`."""
        self.script("PRAGMA query_only = ON")
        self._refusal, self._at_close, self._beacon = refusal, at_close, None

    @property
    def beacon(self) -> str:
        """The file touched after every commit; empty where there is none."""
        return "" if self._beacon is None else str(self._beacon)

    def revision(self) -> tuple[int, int]:
        """Differs from what it was if anything was committed meanwhile, here or by another connection.

        It may also differ where nothing was: after a write that was undone. Raises `StoreUnavailable`.
        """
        with self._turn:
            others = self.script("PRAGMA data_version")[0][0]  # does not count our own commits
            return others, self._connection.total_changes

    def prepare(self, statement: ClauseElement) -> Prepared:
        return Prepared(statement, self.dialect)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A write transaction: all of it is committed when the block ends, or nothing.

        Within another one it is a part that is undone alone if it fails.
        Raises `StoreBusy`, `DiskFull`, `StoreReadOnly`, `DatabaseDamaged`.
        """
        with self._turn:
            if self._refusal is not None:
                raise self._refusal.with_traceback(None)  # the same each time: nothing piles up
            if self._reading:
                raise RuntimeError("a write inside a snapshot would be undone with it")
            if self._depth:
                with self._part():
                    yield
                return
            self._execute_patiently("BEGIN IMMEDIATE")
            self._depth = 1
            try:
                yield
                self._execute_patiently("COMMIT")
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._depth = 0
            self._light_beacon()

    @contextmanager
    def _part(self) -> Iterator[None]:
        name = f"part_{self._depth}"
        self._execute_patiently(f"SAVEPOINT {name}")
        self._depth += 1
        try:
            yield
        except BaseException:
            if self._under_way():  # a full disk may have rolled back everything
                self._execute_patiently(f"ROLLBACK TO {name}")
            raise
        finally:
            self._depth -= 1
            if self._under_way():
                self._execute_patiently(f"RELEASE {name}")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """A read transaction: every statement of the block sees the same state."""
        with self._turn:
            if self._depth:
                yield
                return
            self._execute_patiently("BEGIN")
            self._depth, self._reading = 1, True
            try:
                yield
            finally:
                self._depth, self._reading = 0, False
                self._roll_back()

    def run(self, prepared: Prepared, **parameters: Any) -> list[tuple[Any, ...]]:
        """Every row the statement answers. Outside a transaction each statement is one of its own."""
        return self._read(prepared, parameters, lambda cursor: list(self._giving_way(cursor)))

    def run_into(
        self, make: Callable[..., Answer], prepared: Prepared, **parameters: Any
    ) -> list[Answer]:
        """Like `run`, each row made into a value as it is read, so that only the values are ever all there."""
        return self._read(
            prepared, parameters, lambda cursor: list(starmap(make, self._giving_way(cursor)))
        )

    def run_some(
        self,
        make: Callable[..., Answer],
        size: Callable[[list[Answer]], int],
        room: int,
        prepared: Prepared,
        **parameters: Any,
    ) -> list[Answer]:
        """Like `run_into`, but no further rows are read once what was read takes `room`, as `size` measures it."""

        def fetch(cursor: sqlite3.Cursor) -> list[Answer]:
            found: list[Answer] = []
            left, rows = room, 1
            while left > 0 and (some := list(starmap(make, cursor.fetchmany(rows)))):
                found += some
                left -= size(some)
                give_way(self._pause)
                rows = min(2 * rows, ROWS)  # the first may be large
            cursor.close()  # what is left of the statement would hold back checkpoints
            return found

        return self._read(prepared, parameters, fetch)

    def _read(
        self,
        prepared: Prepared,
        parameters: Mapping[str, Any],
        fetch: Callable[[sqlite3.Cursor], list[Answer]],
    ) -> list[Answer]:
        arguments = prepared.arguments(parameters)
        with self._turn:
            try:
                return fetch(self._connection.execute(prepared.sql, arguments))
            except sqlite3.Error as error:
                if _is_busy(error) and not self._depth:
                    return self._patiently(
                        lambda: fetch(self._connection.execute(prepared.sql, arguments))
                    )
                raise translated(error, self.path) from error
            except (UnicodeEncodeError, OverflowError):
                raise unstorable(arguments) from None

    def _giving_way(self, items: Iterable[Item]) -> Iterator[Item]:
        return giving_way(items, self._pause)

    def count(self, prepared: Prepared, **parameters: Any) -> int:
        """How many rows the statement changed."""
        with self._turn:
            try:
                return self._connection.execute(
                    prepared.sql, prepared.arguments(parameters)
                ).rowcount
            except sqlite3.Error as error:
                raise translated(error, self.path) from error

    def run_many(self, prepared: Prepared, rows: Sequence[Mapping[str, Any]]) -> None:
        with self._turn:
            try:
                self._connection.executemany(
                    prepared.sql, self._giving_way(map(prepared.arguments, rows))
                )
            except sqlite3.Error as error:
                raise translated(error, self.path) from error

    def run_rows(self, prepared: Prepared, rows: Iterable[Sequence[Any]]) -> None:
        """Like `run_many`, the values of each row in the order in which the statement has them."""
        with self._turn:
            try:
                self._connection.executemany(prepared.sql, self._giving_way(rows))
            except sqlite3.Error as error:
                raise translated(error, self.path) from error

    def script(self, sql: str) -> list[tuple[Any, ...]]:
        """Runs fixed SQL (a PRAGMA, say) and answers its rows."""
        with self._turn:
            return self._patiently(lambda: self._connection.execute(sql).fetchall())

    def give_back(self, pages: int) -> int:
        """Makes the file smaller by at most so many pages that hold nothing; answers how many are left.

        Others can write as soon as it returns. Outside of a transaction only.
        """
        with self._turn:
            if self._refusal is not None:
                raise self._refusal.with_traceback(None)
            # Through `execute` it would give back a single page: each is a row that nobody fetches.
            sql = f"PRAGMA incremental_vacuum({int(pages)})"
            self._patiently(lambda: self._connection.executescript(sql))
            return int(self.script("PRAGMA freelist_count")[0][0])

    @contextmanager
    def unannounced(self) -> Iterator[None]:
        """Commits in it are told at its end, once: windows would read everything again at each of many steps."""
        beacon, self._beacon = self._beacon, None
        try:
            yield
        finally:
            self._beacon = beacon
            self._light_beacon()

    def copy_to(self, target: sqlite3.Connection) -> None:
        """Copies the whole database, as it is at one moment, into an empty one."""
        with self._turn:
            try:
                self._connection.backup(target)
            except sqlite3.Error as error:
                raise translated(error, self.path) from error

    @contextmanager
    def lenient_text(self) -> Iterator[None]:
        """While it lasts, text that is not UTF-8 is read with its bytes escaped instead of failing."""
        with self._turn:
            before = self._connection.text_factory  # one may stand within another
            self._connection.text_factory = _escape
            try:
                yield
            finally:
                self._connection.text_factory = before

    def close(self) -> None:
        with self._turn:
            self._connection.close()
            if self._open:
                self._open = False
                note_closed(self.path)
            self._at_close()

    def _light_beacon(self) -> None:
        """Touches the file other windows watch. It is a hint: that it cannot be touched is no failure."""
        if self._beacon is not None:
            try:
                os.utime(self._beacon)
            except FileNotFoundError:  # somebody tidied up
                with suppress(OSError):
                    self._beacon.touch()
            except OSError:
                return

    def _execute_patiently(self, sql: str) -> None:
        try:  # the common case: nobody else is writing
            self._connection.execute(sql)
        except sqlite3.Error as error:
            if not _is_busy(error):
                raise translated(error, self.path) from error
            self._patiently(lambda: self._connection.execute(sql))

    def _patiently(self, work: Callable[[], Answer]) -> Answer:
        deadline = time.monotonic() + self._busy_seconds
        while True:
            try:
                return work()
            except sqlite3.Error as error:
                if not _is_busy(error) or time.monotonic() >= deadline:
                    raise translated(error, self.path) from error
            self._pause(_POLL_SECONDS)

    def _under_way(self) -> bool:
        """An interrupt can leave a block to the collector, which ends it when the database is closed already."""
        try:
            return self._connection.in_transaction
        except sqlite3.ProgrammingError:
            return False

    def _roll_back(self) -> None:
        if self._under_way():
            try:
                self._connection.execute("ROLLBACK")
            except sqlite3.Error:
                return  # SQLite has rolled back by itself (a full disk, an I/O error)


def _is_busy(error: sqlite3.Error) -> bool:
    return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    )


def _escape(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")
