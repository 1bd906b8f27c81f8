"""From the pages of a damaged database into the tables of a new one: every row that can be read and makes sense."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from satchel.domain.contracts import Damage
from satchel.domain.errors import SatchelError, shorten
from satchel.domain.json_value import decode, text_fault
from satchel.domain.runtime import RuntimeRecord
from satchel.domain.satchel_object import highest_rev
from satchel.domain.timestamps import is_timestamp, sort_key
from satchel.domain.validation import damage_of
from satchel.store.rows import SESSION_COLUMNS, read_session, satchel_columns
from satchel.store.salvage.pages import (
    INDEX_PAGES,
    TABLE_LEAF,
    TREE_PAGES,
    PageFile,
    Row,
    Unreadable,
)
from satchel.store.salvage.shapes import Shape, Shapes

BATCH: Final = 2_000
_EXAMPLES: Final = 5
_LEASE: Final = ("lease_token", "lease_window", "lease_host", "lease_pid", "lease_claimed_at")

Cells = dict[str, Any]


@dataclass(slots=True)
class Found:
    """What came to light beside the rows that were put into the new database."""

    revision: str | None = None
    unreadable: int = 0
    refused: int = 0
    examples: list[str] = field(default_factory=list)
    broken: dict[int, Cells] = field(default_factory=dict)
    """Rows of sessions that do not make sense, by key: parts of them may."""
    named: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    """Stage, learner and id of sessions by key, as an index has them."""
    doubtful: set[int] = field(default_factory=set)
    """Keys of sessions on pages that may be free: they may have been deleted."""
    certain: set[int] = field(default_factory=set)
    """Keys of sessions that have records on pages that are not free beyond doubt."""
    highest_rev: int = 0

    def refuse(self, what: str) -> None:
        self.refused += 1
        if len(self.examples) < _EXAMPLES and what not in self.examples:
            self.examples.append(what)


class Rescue:
    """Reads `pages` once from front to end; memory does not grow with them. What comes first wins."""

    def __init__(self, pages: PageFile, target: sqlite3.Connection) -> None:
        self._pages = pages
        self._target = target
        self._shapes = Shapes()
        self._sessions = self._shapes.by_name["runtime_sessions"]
        self._waiting: dict[str, list[list[Any]]] = {name: [] for name in self._shapes.by_name}
        self._checks: dict[str, Callable[[Cells], str | None]] = {
            "runtime_sessions": self._session,
            "runtime_records": _record_fault,
            "drafts": _draft_fault,
            "settings": _setting_fault,
            "tombstones": _tombstone_fault,
        }
        self.found = Found()

    def run(self) -> Found:
        for number, page, sure in self._pages.live():
            try:
                self._read(number, page, sure)
            except Unreadable:
                self.found.unreadable += 1
        for name in self._waiting:
            self._flush(name)
        return self.found

    def _read(self, number: int, page: bytes, sure: bool) -> None:
        if not page:
            raise Unreadable("the page is not there")
        kind = page[100 if number == 1 else 0]
        if kind in INDEX_PAGES:
            self._index(number, page)
        elif kind == TABLE_LEAF:
            self._leaf(number, page, sure)
        elif (
            kind not in TREE_PAGES
        ):  # it must be one by the map: perhaps only the first byte is wrong
            self._leaf(number, page, sure)
            raise Unreadable("the page says that it is of no kind")

    def _leaf(self, number: int, page: bytes, sure: bool) -> None:
        for one in self._pages.rows(number, page):
            if one is None:
                self.found.refuse("one whose place in the file is damaged")
                continue
            key, row = one
            shape = self._shapes.of(row)
            if shape is not None:
                self._take(shape, shape.filled(key, row), sure)
            elif len(row) == len(self._sessions.columns):
                cells = dict(
                    zip(self._sessions.columns, self._sessions.filled(key, row), strict=True)
                )
                self.found.broken.setdefault(key, cells)
            elif len(row) == 1 and isinstance(row[0], str):
                self.found.revision = row[0]
            elif self._shapes.has_length(len(row)) and not _is_schema(row):
                self.found.refuse("one that holds other kinds of values than its table")

    def _take(self, shape: Shape, values: list[Any], sure: bool) -> None:
        cells = dict(zip(shape.columns, values, strict=True))
        check = self._checks.get(shape.name)
        reason = None if check is None else check(cells)
        if reason is None and any(type(value) is bytes for value in cells.values()):
            reason = "text that is none"
        if shape.name == "runtime_sessions":
            if reason is not None:
                self.found.broken.setdefault(cells["key"], cells)
                return
            if not sure:
                self.found.doubtful.add(cells["key"])
        elif reason is None and sure and shape.name == "runtime_records":
            self.found.certain.add(cells["session_key"])
        elif reason is not None:
            self.found.refuse(f"one of {shape.name} ({shorten(reason)})")
            return
        waiting = self._waiting[shape.name]
        waiting.append(list(cells.values()))
        if len(waiting) >= BATCH:
            self._flush(shape.name)

    def _flush(self, name: str) -> None:
        self._target.executemany(self._shapes.by_name[name].insert, self._waiting[name])
        self._waiting[name].clear()

    def _session(self, cells: Cells) -> str | None:
        """Why the row cannot stay as it is; what repeats other columns is written anew."""
        state = read_session([cells[name] for name in SESSION_COLUMNS])
        if isinstance(state, Damage):
            return state.reason
        self.found.highest_rev = max(self.found.highest_rev, highest_rev(state.satchel))
        satchel = cells["satchel"]
        cells.update(satchel_columns(state.satchel, state.session.id), satchel=satchel)
        cells["created_instant"] = sort_key(state.session.created_at)
        cells["activity_instant"] = sort_key(state.activity_at)
        cells.update(dict.fromkeys(_LEASE))  # nobody had it open
        return None

    def _index(self, number: int, page: bytes) -> None:
        """The index of sessions by stage and learner names sessions whose own row may be gone."""
        for entry in self._pages.entries(number, page):
            if entry is None:
                continue
            if not _is_partition(entry):
                return  # another index: all its entries look alike
            stage, learner, _, id, key = entry
            self.found.named[key] = (stage, learner, id)  # type: ignore[index, assignment]


def _is_schema(row: Row) -> bool:
    return row[0] in ("table", "index", "view", "trigger")


def _is_partition(entry: Row) -> bool:
    kinds = [type(value) for value in entry]
    return kinds == [str, str, str, str, int] and all(entry[:4])


def _record_fault(cells: Cells) -> str | None:
    record = RuntimeRecord(
        "",
        cells["key"],
        cells["id"],
        cells["seq"],
        cells["scene_id"],
        cells["action_index"],
        cells["sub_anchor"],
        cells["created_at"],
        cells["payload"],
        cells["envelope"],
    )
    if reason := damage_of(record):
        return reason
    if not record.id or text_fault(record.id):
        return "its id is none"
    return "its number is none" if record.seq < 0 else None


def _draft_fault(cells: Cells) -> str | None:
    if not is_timestamp(cells["updated_at"]):
        return "its time is none"
    return None if cells["window"] else "it has no window"


def _setting_fault(cells: Cells) -> str | None:
    return _json_fault(cells["value"], object)


def _tombstone_fault(cells: Cells) -> str | None:
    return _json_fault(cells["record_ids"], list)


def _json_fault(text: str | bytes, kind: type) -> str | None:
    try:
        return None if isinstance(decode(text), kind) else "its list is none"
    except SatchelError as error:
        return error.message
