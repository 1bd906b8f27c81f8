"""Lines of `records.ndjson` as records, each looked at before it is passed on."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, TypeAlias, cast

import msgspec

from satchel.bundles.faults import BundleFault, LimitPassed, Place
from satchel.bundles.format import (
    MAX_LEVELS,
    MAX_LINE_BYTES,
    may_be_too_deep,
    read_object,
    without_bom,
)
from satchel.domain.errors import shorten
from satchel.domain.json_value import MAX_RECORD_BYTES
from satchel.domain.runtime import JsonObject

Pieces: TypeAlias = Callable[[], Iterable[bytes]]
"""Begins to read an entry anew."""

_BUCKETS: Final = 256
_SHALLOW_BYTES: Final = 2 * MAX_LEVELS
"""A line of so many bytes cannot be nested too deeply: each level takes two."""

_decode_lines = msgspec.json.Decoder().decode_lines
_encode_lines = msgspec.json.Encoder().encode_lines


@dataclass(slots=True)
class Tally:
    """What was read, once the reading has come to its end."""

    count: int = 0
    sha256: str = ""


@dataclass(slots=True)
class _Ids:
    """Finds ids that come twice: eight bytes each, where a set of texts would take a hundred."""

    buckets: list[array[int]] = field(default_factory=lambda: [array("q") for _ in range(_BUCKETS)])

    def add(self, id: str) -> None:
        number = hash(id)
        self.buckets[number % _BUCKETS].append(number)

    def repeated(self) -> set[int]:
        """Hashes that came more than once. Two ids may share one by chance."""
        found: set[int] = set()
        for bucket in self.buckets:
            if len(set(bucket)) < len(bucket):
                once: set[int] = set()
                found.update(n for n in bucket if n in once or once.add(n))  # type: ignore[func-returns-value]
        return found


def read_records(pieces: Pieces, session_id: str, name: str, tally: Tally) -> Iterator[JsonObject]:
    """The records of entry `name`, in the order of the file, which must be that of their `seq`.

    Raises `BundleFault` or a kind of it with the line; `tally` is filled in at the end.
    """
    digest = hashlib.sha256()
    add = (ids := _Ids()).add
    count = 0
    for numbered in _documents(pieces(), name, digest.update):
        for number, document in numbered:
            id = document.get("id")
            if (
                document.get("seq") != count
                or document.get("sessionId") != session_id
                or not id
                or type(id) is not str
            ):
                raise _misplaced(document, session_id, count, Place(name, number))
            add(id)
            count += 1
            yield document
    if repeated := ids.repeated():
        _refuse_repeat(pieces(), name, repeated)
    tally.count, tally.sha256 = count, digest.hexdigest()


# --- lines and what is in them ---------------------------------------------------------------------


def _documents(
    pieces: Iterable[bytes], name: str, hashed: Callable[[bytes], object]
) -> Iterator[Iterable[tuple[int, JsonObject]]]:
    """Numbered objects, a block of lines at a time."""
    number = 1
    for block in _blocks(pieces, name, hashed):
        lines = block.split(b"\n")
        if not lines[-1]:
            lines.pop()
        found = _as_we_write(block, lines)
        yield enumerate(found, number) if found else _one_by_one(lines, number, name)
        number += len(lines)


def _as_we_write(block: bytes, lines: list[bytes]) -> list[JsonObject] | None:
    """The objects of a block that holds exactly what encoding them gives; None where it must be looked at closely.

    That proves at once that there is no negative zero in it, which the decoder would make a plain one, no member
    twice and nothing between the lines.
    """
    if any(len(line) > _SHALLOW_BYTES and may_be_too_deep(line) for line in lines):
        return None
    try:
        found = _decode_lines(block)
        if _encode_lines(found) != block:
            return None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return found if all(type(one) is dict for one in found) else None


def _one_by_one(lines: list[bytes], first: int, name: str) -> Iterator[tuple[int, JsonObject]]:
    """Empty lines, and the marks that editors leave at the beginning, are passed over."""
    for number, line in enumerate(lines, first):
        text = line if number > 1 else without_bom(line)
        if text.strip():
            yield number, read_object(text, Place(name, number), "record")


def _blocks(
    pieces: Iterable[bytes], name: str, hashed: Callable[[bytes], object]
) -> Iterator[bytes]:
    """Whole lines, with their ends; only the last may have none."""
    begun: list[bytes] = []
    size = number = 0
    for piece in pieces:
        hashed(piece)
        first = piece.find(b"\n")
        size += len(piece) if first < 0 else first
        if size > MAX_LINE_BYTES:
            raise LimitPassed(
                f"This line is longer than {MAX_RECORD_BYTES // 1024**2} MiB, which no record can be.",
                Place(name, number + 1),
            )
        if first < 0:
            begun.append(piece)
            continue
        end = piece.rfind(b"\n") + 1
        block = b"".join([*begun, piece[:end]])
        number += block.count(b"\n")
        begun = [piece[end:]]
        size = len(begun[0])
        yield block
    if rest := b"".join(begun):
        yield rest


def _misplaced(document: JsonObject, session_id: str, count: int, place: Place) -> BundleFault:
    owner, seq, id = (document.get(key) for key in ("sessionId", "seq", "id"))
    if owner != session_id:
        shown = f"“{shorten(owner)}”" if isinstance(owner, str) else "nobody"
        return BundleFault(f"This record belongs to {shown}, not to this session.", place)
    if not isinstance(id, str) or not id:
        return BundleFault("This record has no id that is a text.", place)
    if isinstance(seq, int) and not isinstance(seq, bool) and seq > count:
        return BundleFault(
            f"Records are missing here: number {shorten(str(seq))} follows where {count:,} should. "
            "Export the session again.",
            place,
        )
    return BundleFault(
        f"The records are not in their order: number {count:,} should stand here. "
        "Export the session again.",
        place,
    )


def _refuse_repeat(pieces: Iterable[bytes], name: str, repeated: set[int]) -> None:
    """Raises for the first id that comes twice, if there is one: reads again, because only hashes were kept."""
    lines: dict[str, int] = {}
    for number, document in chain.from_iterable(_documents(pieces, name, lambda piece: None)):
        id = cast(str, document.get("id"))
        if hash(id) not in repeated:
            continue
        if id in lines:
            raise BundleFault(
                f"The record “{shorten(id)}” stands here a second time; it was in line {lines[id]:,} already. "
                "Export the session again.",
                Place(name, number),
            )
        lines[id] = number
