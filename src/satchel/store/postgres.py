"""One PostgreSQL database: a pool of connections, and the transactions everything else runs in.

The only importer of psycopg. Each thread has a connection of its own for as long as its transaction lasts.
"""

from __future__ import annotations

import select
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import starmap
from typing import Any, Final, TypeAlias, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout
from sqlalchemy import Insert
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.elements import ClauseElement

from satchel.domain.errors import SatchelError, ValidationFailed
from satchel.store.faults import unstorable
from satchel.store.postgres_faults import connection_lost, translated, unreachable
from satchel.store.sql import Answer, Prepared

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]
Cursor: TypeAlias = psycopg.Cursor[tuple[Any, ...]]
Found = TypeVar("Found")

PATIENCE_SECONDS: Final = 10.0
"""How long a call waits for a connection, also while the server is away."""

_RECONNECT_SECONDS: Final = 2.0  # longer, and the pauses between attempts would grow to minutes
_ASK_SECONDS: Final = 0.5
_PREPARE_AFTER: Final = 2
_OPTIONS: Final = " ".join(
    f"-c {name}={value}"
    for name, value in {
        "synchronous_commit": "on",
        "default_transaction_isolation": r"read\ committed",
        "lock_timeout": "10s",
        # A client whose network is cut must not keep a learner's counter locked.
        "idle_in_transaction_session_timeout": "30s",
        "client_encoding": "UTF8",
    }.items()
)


_NO_ADDRESS: Final = (
    "The address of the database cannot be read. Write postgresql://user@host:5432/name; what a password holds beside "
    "letters and digits must be percent-encoded in it."
)


class _Copied(Prepared):
    """A plain insert whose parameters are named like the columns: many rows go through at once by COPY."""

    __slots__ = ("copy",)

    def __init__(self, statement: Insert, dialect: Dialect) -> None:
        super().__init__(statement.inline(), dialect)
        quoted = dialect.identifier_preparer.quote
        columns = ", ".join(map(quoted, self.names))
        self.copy = f"COPY {quoted(statement.table.description)} ({columns}) FROM STDIN"


class _NoText(ValidationFailed):
    """A parameter holds U+0000, which is text to SQLite and none to PostgreSQL."""


class _Here(threading.local):
    """The transaction this thread is in."""

    connection: Connection | None = None
    depth: int = 0
    reading: bool = False


class PostgresDatabase:
    """As `store.sql.Database` says. Threads do not wait for each other."""

    dialect: Final[Dialect] = PGDialect_psycopg(paramstyle="format")  # type: ignore[no-untyped-call]

    def __init__(
        self, address: str, *, pool_size: int = 16, patience_seconds: float = PATIENCE_SECONDS
    ) -> None:
        """`address` is what libpq takes. Nothing waits here: calls do, for at most `patience_seconds`."""
        self._patience = patience_seconds
        self._here = _Here()
        self._counting = threading.Lock()
        self.connections_made = 0
        """Rises with every connection that is opened: whatever answers there may be another server then."""
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            address,
            min_size=1,
            max_size=pool_size,
            kwargs={
                "autocommit": True,
                "prepare_threshold": _PREPARE_AFTER,
                "options": _OPTIONS,
                "application_name": "satchel",
                "connect_timeout": 5,
                "keepalives_idle": 30,
                "tcp_user_timeout": 30_000,
            },
            configure=self._count,
            check=_check_alive,
            timeout=patience_seconds,
            reconnect_timeout=_RECONNECT_SECONDS,
            name="satchel",
            open=True,
        )

    def _count(self, _connection: Connection) -> None:
        with self._counting:  # several are opened at once
            self.connections_made += 1

    def prepare(self, statement: ClauseElement) -> Prepared:
        if isinstance(statement, Insert) and _is_plain(statement, self.dialect):
            return _Copied(statement, self.dialect)
        return Prepared(statement, self.dialect)

    # --- transactions ------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[None]:
        here = self._here
        if here.reading:
            raise RuntimeError("a write inside a snapshot would be undone with it")
        if here.connection is not None:
            with self._part(here.connection):
                yield
            return
        with self._begun("BEGIN") as connection:
            yield
            _commit(connection)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        if self._here.connection is not None:
            yield
            return
        with self._begun("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            self._here.reading = True
            try:
                yield
            finally:
                self._here.reading = False

    @contextmanager
    def _begun(self, begin: str) -> Iterator[Connection]:
        here = self._here
        with self._borrowed() as connection:
            _say(connection, begin)
            here.connection, here.depth = connection, 1
            try:
                yield connection
            finally:
                here.connection = None
                _roll_back(connection)

    @contextmanager
    def _part(self, connection: Connection) -> Iterator[None]:
        here, name = self._here, f"part_{self._here.depth}"
        _say(connection, f"SAVEPOINT {name}")
        here.depth += 1
        try:
            yield
        except BaseException:
            if _under_way(connection):
                _say(connection, f"ROLLBACK TO {name}")
            raise
        finally:
            here.depth -= 1
            if _under_way(connection):
                _say(connection, f"RELEASE {name}")

    @contextmanager
    def _borrowed(self) -> Iterator[Connection]:
        """The connection of this thread's transaction, or one of the pool for a single statement."""
        if self._here.connection is not None:
            yield self._here.connection
            return
        connection = self._awaited()
        try:
            yield connection
        finally:
            self._pool.putconn(connection)

    def _awaited(self) -> Connection:
        """A connection of the pool. Asking again makes a pool that has given up try anew."""
        left = self._patience
        while True:
            try:
                return self._pool.getconn(min(left, _ASK_SECONDS))
            except PoolClosed as error:
                raise unreachable() from error
            except PoolTimeout as error:
                left -= _ASK_SECONDS
                if left <= 0:
                    raise unreachable() from error

    # --- statements --------------------------------------------------------------------------------

    def run(self, prepared: Prepared, **parameters: Any) -> list[tuple[Any, ...]]:
        try:
            return self._read(prepared, parameters, _rows)
        except _NoText:
            if prepared.only_reads:
                return []  # no row has what none can hold
            raise

    def run_into(
        self, make: Callable[..., Answer], prepared: Prepared, **parameters: Any
    ) -> list[Answer]:
        return list(starmap(make, self.run(prepared, **parameters)))

    def run_some(
        self,
        make: Callable[..., Answer],
        size: Callable[[list[Answer]], int],
        room: int,
        prepared: Prepared,
        **parameters: Any,
    ) -> list[Answer]:
        arguments = prepared.arguments(parameters)
        found: list[Answer] = []
        with (
            self._borrowed() as connection,
            _told(connection, arguments),
            connection.cursor() as cursor,
        ):
            for row in cursor.stream(prepared.sql.encode(), arguments):
                found.append(make(*row))
                room -= size(found[-1:])
                if room <= 0:
                    break
        return found

    def count(self, prepared: Prepared, **parameters: Any) -> int:
        return self._read(prepared, parameters, lambda cursor: cursor.rowcount)

    def run_many(self, prepared: Prepared, rows: Sequence[Mapping[str, Any]]) -> None:
        self.run_rows(prepared, map(prepared.arguments, rows))

    def run_rows(self, prepared: Prepared, rows: Iterable[Sequence[Any]]) -> None:
        with self._borrowed() as connection, _told(connection, ()), connection.cursor() as cursor:
            if not isinstance(prepared, _Copied):
                cursor.executemany(prepared.sql.encode(), rows)
                return
            with cursor.copy(prepared.copy.encode()) as copy:
                for row in rows:
                    copy.write_row(row)

    def script(self, sql: str) -> list[tuple[Any, ...]]:
        """Runs fixed SQL without parameters and answers its rows."""
        with self._borrowed() as connection, _told(connection, ()):
            return _rows(connection.execute(sql.encode()))

    @contextmanager
    def lenient_text(self) -> Iterator[None]:
        """Nothing to do: the server sees to it that text is text."""
        yield

    def close(self) -> None:
        self._pool.close()

    def _read(
        self, prepared: Prepared, parameters: Mapping[str, Any], fetch: Callable[[Cursor], Found]
    ) -> Found:
        arguments = prepared.arguments(parameters)
        with self._borrowed() as connection, _told(connection, arguments):
            return fetch(connection.execute(prepared.sql.encode(), arguments))


def parts_of(address: str) -> dict[str, str]:
    """What libpq reads in an address. Raises `ValidationFailed`, which does not quote it: it may hold a password."""
    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(address).items()}
    except psycopg.ProgrammingError:
        raise ValidationFailed(_NO_ADDRESS) from None
    if not all(port.isdigit() for port in parts.get("port", "0").split(",") if port):
        raise ValidationFailed(_NO_ADDRESS)
    return parts


def plain_connection(address: str) -> Connection:
    """One connection outside of any pool, as the driver's own errors allow: for changing the schema."""
    return psycopg.connect(address, connect_timeout=10, application_name="satchel")


def _is_plain(statement: Insert, dialect: Dialect) -> bool:
    if statement._returning or getattr(statement, "_post_values_clause", None) is not None:
        return False
    columns = {column.name for column in statement.table.c}
    return columns.issuperset(Prepared(statement.inline(), dialect).names)


def _rows(cursor: Cursor) -> list[tuple[Any, ...]]:
    return cursor.fetchall() if cursor.description else []


@contextmanager
def _told(connection: Connection, arguments: Sequence[Any]) -> Iterator[None]:
    """The driver's errors in our words."""
    try:
        yield
    except UnicodeEncodeError:
        raise unstorable(arguments) from None
    except psycopg.DataError as error:
        if error.sqlstate is None:  # the driver's own: nothing was sent
            raise _NoText(unstorable(arguments).message) from None
        raise _meant(error) from error
    except psycopg.Error as error:
        raise _meant(error) from error


def _meant(error: psycopg.Error) -> SatchelError:
    return translated(error.sqlstate, str(error))


def _say(connection: Connection, sql: str) -> None:
    with _told(connection, ()):
        connection.execute(sql.encode(), prepare=False)


def _commit(connection: Connection) -> None:
    """Once this has been sent, a connection that breaks leaves open what became of it."""
    try:
        said = connection.execute(b"COMMIT", prepare=False).statusmessage
    except psycopg.Error as error:
        if connection.broken or error.sqlstate is None:
            raise connection_lost(str(error), fate_unknown=True) from error
        raise _meant(error) from error
    if said != "COMMIT":  # the server undoes what met an error, and says so here only
        raise RuntimeError("a refusal inside this transaction was passed over")


def _under_way(connection: Connection) -> bool:
    return connection.info.transaction_status in (
        TransactionStatus.INTRANS,
        TransactionStatus.INERROR,
    )


def _roll_back(connection: Connection) -> None:
    if _under_way(connection):
        try:
            connection.execute(b"ROLLBACK", prepare=False)
        except psycopg.Error:
            connection.close()  # the server undoes what a closed connection left


def _check_alive(connection: Connection) -> None:
    """Raises where the server has ended a connection meanwhile. A round trip only where it said something unasked,
    which most often is its goodbye."""
    if _has_spoken(connection.fileno()):
        ConnectionPool.check_connection(connection)


def _has_spoken(descriptor: int) -> bool:
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        return bool(poll.poll(0))
    return bool(select.select([descriptor], [], [], 0)[0])
