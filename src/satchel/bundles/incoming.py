"""Lines of `records.ndjson` as records, each looked at before it is passed on."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from itertools import count as count_from
from operator import lt
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

_SHARE: Final = 128 * 1024
_SHALLOW_BYTES: Final = 2 * MAX_LEVELS
"""A line of so many bytes cannot be nested too deeply: each level takes two."""

_decode_lines = msgspec.json.Decoder().decode_lines
_encode_lines = msgspec.json.Encoder().encode_lines


@dataclass(slots=True)
class Tally:
    """What was read, once the reading has come to its end."""

    count: int = 0
    sha256: str = ""


class _Ids:
    """Finds ids that come twice: eight bytes each, where a set of texts would take a hundred.

    Ids that only ever rise, as ids made in the order of time do, come once.
    """

    def __init__(self) -> None:
        self._hashes = array("q")
        self._rising, self._last = True, ""

    def add(self, ids: list[str]) -> None:
        self._hashes.extend(map(hash, ids))
        if self._rising:
            self._rising = ids[0] > self._last and all(map(lt, ids, islice(ids, 1, None)))
            self._last = ids[-1]

    def repeated(self) -> set[int]:
        """Hashes that came more than once. Two ids may share one by chance."""
        found: set[int] = set()
        if self._rising:
            return found
        shares = len(self._hashes) // _SHARE + 1  # as many passes, so that each needs little memory
        for share in range(shares):
            some = [n for n in self._hashes if n % shares == share] if shares > 1 else self._hashes
            if len(set(some)) < len(some):
                once: set[int] = set()
                found.update(n for n in some if n in once or once.add(n))  # type: ignore[func-returns-value]
        return found


def read_records(pieces: Pieces, session_id: str, name: str, tally: Tally) -> Iterator[JsonObject]:
    """The records of entry `name`, in the order of the file, which must be that of their `seq`.

    Raises `BundleFault` or a kind of it with the line; `tally` is filled in at the end.
    """
    digest, ids, count = hashlib.sha256(), _Ids(), 0
    for numbers, documents in _documents(pieces(), name, digest.update):
        if _are_in_place(documents, session_id, count):
            ids.add([cast(str, document["id"]) for document in documents])
            yield from documents
        else:
            for number, document, seq in zip(numbers, documents, count_from(count), strict=False):
                if not _are_in_place([document], session_id, seq):
                    raise _misplaced(document, session_id, seq, Place(name, number))
                ids.add([cast(str, document["id"])])
                yield document
        count += len(documents)
    if repeated := ids.repeated():
        _refuse_repeat(pieces(), name, repeated)
    tally.count, tally.sha256 = count, digest.hexdigest()


def _are_in_place(documents: Sequence[JsonObject], session_id: str, first: int) -> bool:
    """Whether these are records of the session, with an id each, and numbered on from `first`."""
    ids = [document.get("id") for document in documents]
    return (
        [document.get("seq") for document in documents] == list(range(first, first + len(ids)))
        and [document.get("sessionId") for document in documents].count(session_id) == len(ids)
        and set(map(type, ids)) <= {str}
        and "" not in ids
    )


# --- lines and what is in them ---------------------------------------------------------------------


def _documents(
    pieces: Iterable[bytes], name: str, hashed: Callable[[bytes], object]
) -> Iterator[tuple[Sequence[int], list[JsonObject]]]:
    """The numbers of lines and the objects in them, a block of lines, or one line, at a time."""
    number = 1
    for block in _blocks(pieces, name, hashed):
        lines = block.split(b"\n")
        if not lines[-1]:
            lines.pop()
        found = _as_we_write(block, lines)
        if found:
            yield range(number, number + len(lines)), found
        else:
            yield from _one_by_one(lines, number, name)
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


def _one_by_one(
    lines: list[bytes], first: int, name: str
) -> Iterator[tuple[Sequence[int], list[JsonObject]]]:
    """Empty lines, and the marks that editors leave at the beginning, are passed over."""
    for number, line in enumerate(lines, first):
        text = line if number > 1 else without_bom(line)
        if text.strip():
            yield [number], [read_object(text, Place(name, number), "record")]


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
    found = _documents(pieces, name, lambda piece: None)
    for number, document in chain.from_iterable(zip(*both, strict=True) for both in found):
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
