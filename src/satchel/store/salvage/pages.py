"""A database file read page by page, without SQLite: which pages hold rows that are not deleted, and those rows.

A damaged file is read past whatever is damaged: a broken page costs the rows on it and no others, because nothing
here follows the tree down from its root. That a page is alive is told by the pointer map every database of ours
has (`auto_vacuum`), and by the list of free pages where the map is damaged.

The format: https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from satchel.store.salvage.wal import DEFAULT_PAGE, PAGE_SIZES, Log

Value: TypeAlias = int | float | str | bytes | None
Row: TypeAlias = tuple[Value, ...]

MAGIC: Final = b"SQLite format 3\0"
TABLE_LEAF: Final = 0x0D
INDEX_PAGES: Final = (0x0A, 0x02)

TREE_PAGES: Final = (0x02, 0x05, 0x0A, TABLE_LEAF)
_ROOT, _FREE, _OVERFLOW, _MORE_OVERFLOW, _CHILD = 1, 2, 3, 4, 5
_LOCK_BYTE: Final = 0x40000000
_MOST_COLUMNS: Final = 200
_MOST_BYTES: Final = 64 * 1024 * 1024
"""No row of ours is larger; a length above it is damage."""


class Unreadable(Exception):
    """A cell or a page that is not what it should be."""


class PageFile:
    """The pages of a database, the newest of each: from its log where that has one, else from the file."""

    def __init__(
        self, main: BinaryIO | None, size: int, log: BinaryIO | None, read: Log | None
    ) -> None:
        self._main, self._log = main, log
        self._in_log = {} if read is None else read.pages
        self.page_size = DEFAULT_PAGE if read is None else read.page_size
        self.head = self._head()
        self._whole = self.count = 0
        self._map = self._measure(size)
        other = self.page_size if read is not None else self._stated_page_size()
        if other != self.page_size and not self._map.is_part(2):  # the map tells which is right
            self.page_size = other
            self._map = self._measure(size)
        if read is not None and read.size and not read.damaged:
            self.count = min(self.count, read.size)
        stated = self._stated_count() if read is None else read.size
        there = self._whole
        self.missing = sum(n not in self._in_log for n in range(there + 1, stated + 1))
        self._listed = frozenset(self._free_list())

    def _measure(self, size: int) -> _PointerMap:
        self._whole = -(-size // self.page_size)
        self.count = max([self._whole, *self._in_log])
        return _PointerMap(self)

    def read(self, number: int) -> bytes:
        """The page, filled up with zeros where the file ends within it. Raises `Unreadable`."""
        if not 0 < number <= self.count:
            raise Unreadable("there is no such page")
        place = self._in_log.get(number)
        file = self._main if place is None else self._log
        if file is None or (place is None and number > self._whole):
            raise Unreadable("the file ends before it")
        try:
            file.seek((number - 1) * self.page_size if place is None else place)
            return file.read(self.page_size).ljust(self.page_size, b"\0")
        except OSError as problem:  # a disk that is failing
            raise Unreadable("the disk does not give the page") from problem

    def live(self) -> Iterator[tuple[int, bytes, bool]]:
        """Every page that can hold rows or index entries, and whether it is certain that it is not free.

        A page that cannot be read comes as no bytes.
        """
        for number in range(1, self.count + 1):
            kind = self._map.kind(number)
            if kind in (_FREE, _OVERFLOW, _MORE_OVERFLOW) or self._map.is_part(number):
                continue
            if kind is None and number in self._listed:
                continue
            try:
                page = self.read(number)
            except Unreadable:
                yield number, b"", False
                continue
            if kind is not None or page[_start(number)] in TREE_PAGES:
                yield number, page, kind is not None

    def rows(self, number: int, page: bytes) -> Iterator[tuple[int, Row] | None]:
        """Each row of a leaf of a table with its key; None for one that cannot be read. Raises `Unreadable`."""
        for cell in _cells(number, page):
            try:
                length, at = _varint(page, cell)
                key, at = _varint(page, at)
                key = key - (1 << 64) if key >= 1 << 63 else key
                yield key, decode_row(self._payload(page, at, length, self.page_size - 35))
            except Unreadable:
                yield None

    def entries(self, number: int, page: bytes) -> Iterator[Row | None]:
        """Each entry of a page of an index. Raises `Unreadable`."""
        inner = page[_start(number)] == 0x02
        most = (self.page_size - 12) * 64 // 255 - 23
        for cell in _cells(number, page):
            try:
                length, at = _varint(page, cell + 4 if inner else cell)
                yield decode_row(self._payload(page, at, length, most))
            except Unreadable:
                yield None

    def _payload(self, page: bytes, at: int, length: int, most: int) -> bytes:
        if length <= most:
            if at + length > len(page):
                raise Unreadable("the cell reaches beyond its page")
            return page[at : at + length]
        if length > _MOST_BYTES:
            raise Unreadable("too long to be true")
        room = self.page_size - 4
        least = (self.page_size - 12) * 32 // 255 - 23
        local = least + (length - least) % room
        local = local if local <= most else least
        parts = [page[at : at + local]]
        (following,) = struct.unpack(">I", page[at + local : at + local + 4].rjust(4, b"\0"))
        length -= local
        while length > 0:
            if self._map.kind(following) not in (None, _OVERFLOW, _MORE_OVERFLOW):
                raise Unreadable("the row goes on in a page of another kind")
            more = self.read(following)
            parts.append(more[4 : 4 + min(length, room)])
            (following,) = struct.unpack(">I", more[:4])
            length -= room
        return b"".join(parts)

    def _head(self) -> bytes:
        place = self._in_log.get(1)
        file = self._main if place is None else self._log
        if file is None:
            return b""
        try:
            file.seek(place or 0)
            return file.read(100)
        except OSError:
            return b""

    def _stated_page_size(self) -> int:
        stated = int.from_bytes(self.head[16:18], "big")
        stated = 65536 if stated == 1 else stated
        return stated if stated in PAGE_SIZES else self.page_size

    def _stated_count(self) -> int:
        head = self.head
        if head[:16] != MAGIC or head[24:28] != head[92:96]:
            return 0
        return int.from_bytes(head[28:32], "big")

    def _free_list(self) -> Iterator[int]:
        trunk, seen = int.from_bytes(self.head[32:36], "big"), set[int]()
        while 0 < trunk <= self.count and trunk not in seen:
            seen.add(trunk)
            yield trunk
            try:
                page = self.read(trunk)
            except Unreadable:
                return
            trunk, number = struct.unpack(">II", page[:8])
            number = min(number, len(page) // 4 - 2)
            yield from struct.unpack(f">{number}I", page[8 : 8 + 4 * number])


class _PointerMap:
    """What each page is, by the map that lies in every so many pages; a damaged part of it says nothing."""

    def __init__(self, file: PageFile) -> None:
        self._file = file
        self._step = file.page_size // 5 + 1
        self._lock = _LOCK_BYTE // file.page_size + 1
        self._parts: dict[int, bytes] = {}

    def is_part(self, number: int) -> bool:
        return number >= 2 and number == self._part_of(number) and bool(self._entries(number))

    def kind(self, number: int) -> int | None:
        if number < 2 or number > self._file.count:
            return None
        part = self._part_of(number)
        entry = (number - part - 1) * 5
        entries = self._entries(part)
        found = entries[entry] if 0 <= entry < len(entries) else 0
        return found if _ROOT <= found <= _CHILD else None

    def _part_of(self, number: int) -> int:
        part = (number - 2) // self._step * self._step + 2
        return part + 1 if part == self._lock else part

    def _entries(self, part: int) -> bytes:
        if part not in self._parts:
            try:
                page = self._file.read(part)
            except Unreadable:
                page = b""
            self._parts[part] = page if self._is_likely(part, page) else b""
        return self._parts[part]

    def _is_likely(self, part: int, page: bytes) -> bool:
        """Whether nearly all of it makes sense. A byte or two may be wrong: they cost a page at most."""
        there = min(self._step - 1, self._file.count - part)
        wrong = 0
        for entry in range(0, there * 5, 5):
            kind, parent = page[entry], int.from_bytes(page[entry + 1 : entry + 5], "big")
            childless = kind in (_ROOT, _FREE)
            wrong += (
                not _ROOT <= kind <= _CHILD
                or (parent != 0) == childless
                or parent > self._file.count
            )
        return there > 0 and bool(page) and wrong * 8 <= there


@contextmanager
def page_file(database: Path, log: Log | None) -> Iterator[PageFile]:
    """The pages of `database`, which may be missing, and of its log. Raises `OSError`."""
    with ExitStack() as stack:
        main, size = None, 0
        if database.exists():
            main = stack.enter_context(database.open("rb"))
            size = database.stat().st_size
        beside = None if log is None else stack.enter_context(log.path.open("rb"))
        yield PageFile(main, size, beside, log)


def decode_row(payload: bytes) -> Row:
    """The values of a row. Text that is not UTF-8 comes as bytes. Raises `Unreadable`."""
    head, at = _varint(payload, 0)
    if not at <= head <= len(payload):
        raise Unreadable("the header of the row reaches beyond it")
    values: list[Value] = []
    body = head
    while at < head:
        kind = payload[at]
        at += 1
        if kind >= 0x80:
            kind, at = _varint(payload, at - 1)
        if kind >= 12:
            end = body + (kind - 12) // 2
            part: Value = payload[body:end]
            if kind & 1:
                part = _text(payload[body:end])
        else:
            end = body + _WIDTHS[kind]
            part = _number(kind, payload[body:end])
        values.append(part)
        body = end
    if at != head or body > len(payload) or len(values) > _MOST_COLUMNS:
        raise Unreadable("the header of the row does not fit it")
    return tuple(values)


_WIDTHS: Final = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)


def _number(kind: int, data: bytes) -> Value:
    if kind == 0:
        return None
    if kind <= 6:
        return int.from_bytes(data, "big", signed=True)
    if kind == 7:
        return float(struct.unpack(">d", data.rjust(8, b"\0"))[0])
    if kind <= 9:
        return kind - 8
    raise Unreadable("a kind of value that is not in use")


def _text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _varint(data: bytes, at: int) -> tuple[int, int]:
    try:
        byte = data[at]
        if byte < 0x80:
            return byte, at + 1
        value = byte & 0x7F
        for more in range(1, 8):
            byte = data[at + more]
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value, at + more + 1
        return value << 8 | data[at + 8], at + 9
    except IndexError:
        raise Unreadable("the page ends in the middle of a number") from None


def _start(number: int) -> int:
    return 100 if number == 1 else 0


def _cells(number: int, page: bytes) -> Iterator[int]:
    """Where the cells of a page of a tree begin. Places that cannot be are left out."""
    start = _start(number)
    head = start + (12 if page[start] in (0x02, 0x05) else 8)
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    end = head + 2 * count
    if end > len(page):
        raise Unreadable("the page says that it has more cells than fit")
    for (cell,) in struct.iter_unpack(">H", page[head:end]):
        if head <= cell < len(page):
            yield cell
