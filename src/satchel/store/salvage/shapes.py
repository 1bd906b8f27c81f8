"""Which table a row belongs to, told by the row itself: by how many values it has and of which kinds.

No two tables of ours look alike, which a test holds, so rows are told apart also where the schema is damaged.
A step that adds a column to a table leaves shorter rows behind: it must say so here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Integer, Table

from satchel.store.salvage.pages import Row
from satchel.store.tables import SessionRow

REVISION: Final = "alembic_version"

_INTEGER: Final = frozenset({int})
_TEXT: Final = frozenset({str, bytes})  # bytes: text that is damaged, or was never one
_NOTHING: Final = frozenset({type(None)})


class Shape:
    """A table's columns, and what a row of it may hold in each."""

    def __init__(self, table: Table) -> None:
        self.name = table.name
        self.columns = tuple(column.name for column in table.columns)
        keys = list(table.primary_key.columns)
        # SQLite keeps an INTEGER key apart, and NULL in its place.
        apart = keys[0].name if len(keys) == 1 and isinstance(keys[0].type, Integer) else None
        self.key = None if apart is None else self.columns.index(apart)
        self.kinds = tuple(
            _NOTHING
            if column.name == apart
            else (_INTEGER if isinstance(column.type, Integer) else _TEXT)
            | (_NOTHING if column.nullable else frozenset())
            for column in table.columns
        )
        names, marks = ", ".join(self.columns), ", ".join("?" * len(self.columns))
        self.insert = f"INSERT OR IGNORE INTO {self.name} ({names}) VALUES ({marks})"

    def fits(self, row: Row) -> bool:
        return all(type(value) in kinds for value, kinds in zip(row, self.kinds, strict=True))

    def filled(self, key: int, row: Row) -> list[Any]:
        """The row with its key where SQLite keeps that apart."""
        values: list[Any] = list(row)
        if self.key is not None:
            values[self.key] = key
        return values


class Shapes:
    """The shapes of every table."""

    def __init__(self, tables: Sequence[Table] = SessionRow.metadata.sorted_tables) -> None:
        self.by_name = {table.name: Shape(table) for table in tables}
        self._by_length: dict[int, list[Shape]] = {}
        for shape in self.by_name.values():
            self._by_length.setdefault(len(shape.columns), []).append(shape)

    def has_length(self, length: int) -> bool:
        return length in self._by_length

    def of(self, row: Row) -> Shape | None:
        for shape in self._by_length.get(len(row), ()):
            if shape.fits(row):
                return shape
        return None
