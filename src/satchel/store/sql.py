"""What the store asks of a database, whichever it is; nothing here knows a driver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from operator import itemgetter
from typing import Any, Protocol, TypeVar

from sqlalchemy import Select
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.elements import ClauseElement

Answer = TypeVar("Answer")


class Prepared:
    """A Core statement as the driver's text, with the order of its parameters."""

    __slots__ = ("_fixed", "_names", "_pick", "only_reads", "sql")

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        self.only_reads = isinstance(statement, Select)
        self._names: tuple[str, ...] = tuple(getattr(compiled, "positiontup", None) or ())
        self._fixed: Mapping[str, Any] = compiled.params
        binds: Mapping[str, Any] = getattr(compiled, "binds", {})
        all_given = all(binds[name].required for name in self._names)
        # One call picks them all where none is fixed; asked for a single one it would answer no tuple.
        self._pick = itemgetter(*self._names) if all_given and len(self._names) > 1 else None

    @property
    def names(self) -> tuple[str, ...]:
        """Of the parameters, in their order."""
        return self._names

    def arguments(self, given: Mapping[str, Any]) -> Sequence[Any]:
        if self._pick is not None:
            picked: tuple[Any, ...] = self._pick(given)
            return picked
        fixed = self._fixed
        return [given[name] if name in given else fixed[name] for name in self._names]


class Database(Protocol):
    """Transactions, and prepared statements in them. May be shared by threads.

    Every call raises `StoreUnavailable` or a kind of it where the database refuses, and writes raise
    `ConstraintBroken` where a unique index or a foreign key does; such a refusal undoes the innermost
    transaction around it, nothing more may be asked inside of that one.
    """

    @property
    def dialect(self) -> Dialect: ...

    def prepare(self, statement: ClauseElement) -> Prepared: ...

    def transaction(self) -> AbstractContextManager[None]:
        """A write transaction: all of it is committed when the block ends, or nothing.

        Within another one it is a part that is undone alone if it fails.
        """
        ...

    def snapshot(self) -> AbstractContextManager[None]:
        """A read transaction: every statement of the block sees the same state."""
        ...

    def run(self, prepared: Prepared, **parameters: Any) -> list[tuple[Any, ...]]:
        """Every row the statement answers. Outside a transaction each statement is one of its own."""
        ...

    def run_into(
        self, make: Callable[..., Answer], prepared: Prepared, **parameters: Any
    ) -> list[Answer]:
        """Like `run`, each row made into a value."""
        ...

    def run_some(
        self,
        make: Callable[..., Answer],
        size: Callable[[list[Answer]], int],
        room: int,
        prepared: Prepared,
        **parameters: Any,
    ) -> list[Answer]:
        """Like `run_into`, but no further rows are read once what was read takes `room`, as `size` measures it."""
        ...

    def count(self, prepared: Prepared, **parameters: Any) -> int:
        """How many rows the statement changed."""
        ...

    def run_many(self, prepared: Prepared, rows: Sequence[Mapping[str, Any]]) -> None: ...

    def run_rows(self, prepared: Prepared, rows: Iterable[Sequence[Any]]) -> None:
        """Like `run_many`, the values of each row in the order in which the statement has them."""
        ...

    def script(self, sql: str) -> list[tuple[Any, ...]]:
        """Runs fixed SQL without parameters and answers its rows."""
        ...

    def lenient_text(self) -> AbstractContextManager[None]:
        """While it lasts, text that is not UTF-8 is read with its bytes escaped instead of failing."""
        ...

    def close(self) -> None: ...
