"""Statements that are text already, for the desktop's SQLite alone: ready without a compiler's time."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import Final

from satchel.store.sql import Prepared

_NAME: Final = re.compile(r":([a-z_]+)")


class PlainSql(Prepared):
    """Text with `:name` for each parameter. It must hold no other colon."""

    __slots__ = ()

    def __init__(self, statement: str) -> None:
        self._names = tuple(_NAME.findall(statement))
        self.sql = _NAME.sub("?", statement)
        self.only_reads = statement.lstrip().upper().startswith("SELECT")
        self._fixed = {}
        self._pick = itemgetter(*self._names) if len(self._names) > 1 else None
