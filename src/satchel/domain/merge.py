"""Two copies of one session that went apart: which contains which, and what becomes of the other.

Pure. The rules are those of the SessionBundle format, which sync shares. Histories are read once, record by
record, so that they need not fit into memory.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from satchel.domain.json_value import JsonValue, same
from satchel.domain.runtime import QUIZ_ATTEMPT, STATUSES, JsonObject

FORK_NAMESPACE: Final = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")


class Entry(NamedTuple):
    """A record as comparisons see it. `content` is asked for only where two ids are the same.

    Where both sides tell the same (and more than nothing), it need not be asked: most copies are exact ones.
    """

    id: str
    content: Callable[[], JsonObject]
    told: object = None


@dataclass(frozen=True, slots=True)
class Relation:
    """How an arriving history stands to one that is here."""

    contained: bool
    """All of it is here already."""
    continues: bool
    """All that is here is in it: it is the longer one (or the same)."""
    common: int
    """How many records both begin with, content included."""
    parting: Entry | None
    """The first arriving record that is not among those; None if it adds nothing at its end."""


class Comparison:
    """Compares an arriving history, fed record by record, with the one that is here.

    Contained means: as a subsequence of record ids for open-ended kinds, as a prefix for quiz attempts,
    which are exclusive. The same id with other content is never contained.
    """

    def __init__(self, kind: str, here: Iterator[Entry], here_again: Iterator[Entry]) -> None:
        """`here` and `here_again` are two independent readings of the same history."""
        self._exclusive = kind == QUIZ_ATTEMPT
        self._searching = here
        self._awaited = here_again
        self._next = next(here_again, None)
        self._contained = True
        self._continues = True
        self._together = True
        self._common = 0
        self._parting: Entry | None = None

    def feed(self, arriving: Entry) -> None:
        self._follow(arriving)
        if self._contained:
            self._contained = self._search(arriving)

    def result(self) -> Relation:
        """Ask once everything has been fed."""
        return Relation(
            contained=self._contained,
            continues=self._continues and self._next is None,
            common=self._common,
            parting=self._parting,
        )

    def _follow(self, arriving: Entry) -> None:
        """Steps through what is here as far as the arriving history tells the same."""
        awaited = self._next
        met = awaited is not None and awaited.id == arriving.id
        alike = met and awaited is not None and _alike(awaited, arriving)
        if self._together and alike:
            self._common += 1
        elif self._together:
            self._together, self._parting = False, arriving
        if alike:
            self._next = next(self._awaited, None)
        elif met or (self._exclusive and awaited is not None):
            self._continues = False

    def _search(self, arriving: Entry) -> bool:
        """Whether the arriving record is found further on in what is here."""
        for present in self._searching:
            if present.id == arriving.id:
                return _alike(present, arriving)
            if self._exclusive:
                return False
        return False


def _alike(left: Entry, right: Entry) -> bool:
    if left.told is not None and left.told == right.told:
        return True
    return same(left.content(), right.content())


def further_status(here: str, arriving: str) -> str:
    """Status only moves forward: active, completed, archived."""
    return max(here, arriving, key=STATUSES.index)


def fork_id(relative: str, parting_id: str, parting_content: JsonObject) -> str:
    """The id of a parted history, so that the same one met again is the same session.

    `relative` is the nearest session here, `parting_…` the first record that differs from it. UUIDv5 as the
    SessionBundle format says.
    """
    digest = hashlib.sha256(canonical(parting_content)).hexdigest()
    return str(uuid.uuid5(FORK_NAMESPACE, f"{relative}\n{parting_id}\n{digest}"))


def nearest_first(relatives: dict[str, int], root: str) -> list[str]:
    """Ids of relatives by how much they share: most first; the first ancestor, then the smallest id, breaks ties."""
    return sorted(relatives, key=lambda id: (-relatives[id], id != root, id))


def canonical(value: JsonValue) -> bytes:
    """`value` in the one form of RFC 8785: members in UTF-16 order, numbers as doubles, shortest spelling.

    An integer beyond the doubles has no such form there; it is written out whole.
    """
    return _canonical_text(value).encode()


def _canonical_text(value: JsonValue) -> str:
    """Without recursion: a legal document may be deeper than the stack."""
    written: list[str] = []
    pending: list[tuple[bool, JsonValue]] = [(False, value)]
    while pending:
        is_text, item = pending.pop()
        if is_text:
            written.append(str(item))
        elif isinstance(item, dict):
            members = sorted(item.items(), key=lambda member: member[0].encode("utf-16-be"))
            pending.append((True, "}"))
            for place, (name, part) in reversed(list(enumerate(members))):
                pending += [(False, part), (True, f"{',' if place else ''}{_quoted(name)}:")]
            pending.append((True, "{"))
        elif isinstance(item, list):
            pending.append((True, "]"))
            for place, part in reversed(list(enumerate(item))):
                pending += [(False, part), (True, "," if place else "")]
            pending.append((True, "["))
        else:
            written.append(_scalar(item))
    return "".join(written)


def _scalar(value: str | float | bool | None) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return _number(value)


def _quoted(text: str) -> str:
    """RFC 8785 asks for what ECMAScript writes: short escapes, lower-case hex, everything else as it is."""
    return json.dumps(text, ensure_ascii=False)


def _number(number: float) -> str:
    """As ECMAScript's Number::toString writes a double."""
    try:
        double = float(number)
    except OverflowError:
        return str(number)
    if double == 0:
        return "0"
    sign = "-" if double < 0 else ""
    mantissa, _, exponent = repr(abs(double)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).rstrip("0")
    point = len(whole) + int(exponent or 0)  # where the point stands in `digits`
    stripped = digits.lstrip("0")
    point -= len(digits) - len(stripped)
    digits = stripped
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = point - 1
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if power > 0 else '-'}{abs(power)}"
