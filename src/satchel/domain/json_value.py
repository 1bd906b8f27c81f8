"""The JSON that survives every backend unchanged.

Plain JSON without U+0000, lone surrogates, NaN, infinities and negative zero; integers of any size up to
`MAX_INTEGER_DIGITS`; at most `MAX_DEPTH` levels; see the payload rules of the runtime API.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import msgspec

from satchel.domain.errors import (
    PayloadTooLarge,
    UnreadableInput,
    ValidationFailed,
    shorten,
)

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]

Answer = TypeVar("Answer")

MAX_DEPTH = 512
MAX_INTEGER_DIGITS = 4000  # below the interpreter's own limit of 4,300
MAX_RECORD_BYTES = 31 * 1024 * 1024

_STRINGS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_NEGATIVE_ZERO = re.compile(rb"(?<![eE])-0(?![0-9.eE])")
_LONGEST_PLACE = 200
_SURROGATE = re.compile("[\ud800-\udfff]")
_INTEGER_LIMIT = 10**MAX_INTEGER_DIGITS
_COMMON_LIMIT = 2**63
_encode_lines = msgspec.json.Encoder().encode_lines


def decode(text: bytes | str) -> JsonValue:
    """The value written in `text`.

    Raises `UnreadableInput` where it is not JSON (a byte-order mark counts as none) and `ValidationFailed`
    where it is JSON, but not of the kind that survives.
    """
    try:
        data = text.encode() if isinstance(text, str) else bytes(text)
    except UnicodeEncodeError:
        raise ValidationFailed("The text holds half a character (an unpaired surrogate).") from None
    try:
        value: JsonValue = _with_room(lambda: msgspec.json.decode(data))
    except RecursionError:
        raise ValidationFailed(f"The JSON is nested more than {MAX_DEPTH} levels deep.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise UnreadableInput(f"This is not valid JSON: {_plain_reason(str(problem))}.") from None
    if b"-0" in data and _NEGATIVE_ZERO.search(_STRINGS.sub(b'""', data)):
        raise ValidationFailed("The JSON holds a negative zero, which no two programs read alike.")
    return value


def encode(value: JsonValue) -> str:
    """`value` as compact JSON text, members in their order. The value must have passed `faults`."""
    return _with_room(lambda: msgspec.json.encode(value)).decode()


def faults(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """`(JSON pointer, what is wrong)` for each part of `value` that would not survive every backend.

    Pointers are made printable and cut, so that they fit into a message.
    """
    pending: list[tuple[object, _Place | None, int]] = [(value, None, 0)]
    while pending:
        item, place, depth = pending.pop()
        if isinstance(item, list | dict) and depth < MAX_DEPTH:
            if isinstance(item, list):
                pending += [(part, _Place(place, i), depth + 1) for i, part in enumerate(item)]
                continue
            for key, part in item.items():
                inside = _Place(place, key)
                if reason := _name_fault(key):
                    yield _pointer(path, inside), reason
                pending.append((part, inside, depth + 1))
        elif reason := _fault(item):
            yield _pointer(path, place), reason


class _Place(NamedTuple):
    """A step on the way to a part of a document; the whole way is only spelled out for a fault."""

    parent: _Place | None
    step: object


def _pointer(path: str, place: _Place | None) -> str:
    steps: list[str] = []
    while place is not None:
        steps.append(str(place.step)[:_LONGEST_PLACE].replace("~", "~0").replace("/", "~1"))
        place = place.parent
    return shorten("/".join([path, *reversed(steps)]), _LONGEST_PLACE)


def _name_fault(name: object) -> str | None:
    if not isinstance(name, str):
        return "a member name that is not a string"
    reason = text_fault(name)
    return f"in the member name: {reason}" if reason else None


def _fault(item: object) -> str | None:
    """What is wrong with a value by itself; a list or an object only comes here when it lies too deep."""
    if item is None or isinstance(item, bool):
        return None
    if isinstance(item, str):
        return text_fault(item)
    if isinstance(item, int):
        fits = -_INTEGER_LIMIT < item < _INTEGER_LIMIT
        return None if fits else f"a whole number of more than {MAX_INTEGER_DIGITS} digits"
    if isinstance(item, float):
        if not math.isfinite(item):
            return "a number that is not finite"
        return "negative zero" if item == 0 and math.copysign(1, item) < 0 else None
    if isinstance(item, list | dict):
        return f"nesting of more than {MAX_DEPTH} levels"
    return f"a {type(item).__name__}, which is not JSON"


def text_fault(text: str) -> str | None:
    """Why `text` would not survive every backend, or None."""
    if "\0" in text:
        return "a NUL character (U+0000)"
    if not text.isascii() and _SURROGATE.search(text):
        return "half a character (an unpaired surrogate)"
    return None


def encode_checked(value: object, what: str, path: str = "") -> str:
    """`value` as JSON text. Raises `ValidationFailed` naming the first fault, `PayloadTooLarge` over the limit."""
    text = _proven_plain(value)
    if text is None:
        for place, reason in faults(value, path):
            raise ValidationFailed(
                f"{what} cannot be kept: at “{place or '/'}” there is {reason}.",
                details=[{"path": place, "message": reason}],
            )
        text = encode(value)  # type: ignore[arg-type]  # `faults` has just established it
    check_size(text, what)
    return text


def _proven_plain(value: object) -> str | None:
    """The text of `value` if a quick look proves that `faults` would find none; None if that must be asked.

    The encoder itself refuses lone surrogates, and U+0000 shows in its text.
    """
    if not _are_plain([value]):
        return None
    try:
        data = msgspec.json.encode(value)
    except (UnicodeEncodeError, RecursionError):  # RecursionError: called from far down a stack
        return None
    return None if b"\\u0000" in data else data.decode()


def proven_texts(values: list[object]) -> list[str] | None:
    """The texts of many values if a quick look proves them all good and small enough to keep; else None."""
    if not _are_plain(values):
        return None
    try:
        data = _encode_lines(values)
    except (UnicodeEncodeError, RecursionError):
        return None
    if b"\\u0000" in data:
        return None
    texts = data.decode().split("\n")
    texts.pop()  # each line is ended, the last too
    return texts if max(map(len, texts), default=0) * 4 <= MAX_RECORD_BYTES else None


def _are_plain(level: list[object]) -> bool:
    """Whether a look at types and numbers, level by level, finds nothing that `faults` might object to."""
    for _ in range(MAX_DEPTH):
        deeper: list[object] = []
        for item in level:
            kind = type(item)
            if kind is dict:
                for name, part in item.items():  # type: ignore[attr-defined]
                    if type(name) is not str:
                        return False
                    if type(part) is not str:
                        deeper.append(part)
            elif kind is list:
                deeper += item  # type: ignore[arg-type]
            elif kind is int:
                if not -_COMMON_LIMIT < item < _COMMON_LIMIT:  # type: ignore[operator]
                    return False
            elif kind is float:
                if item == 0 or not math.isfinite(item):  # type: ignore[arg-type]
                    return False
            elif kind is not str and kind is not bool and item is not None:
                return False
        if not deeper:
            return True
        level = deeper
    return False


def check_size(text: str, what: str, more: int = 0) -> None:
    """Raises `PayloadTooLarge` if `text` as UTF-8, with `more` characters beside it, is over the limit of a record."""
    if (len(text) + more) * 4 > MAX_RECORD_BYTES and len(text.encode()) + more > MAX_RECORD_BYTES:
        raise PayloadTooLarge(
            f"{what} is larger than {MAX_RECORD_BYTES // (1024 * 1024)} MiB. Split it into smaller parts."
        )


def same(left: object, right: object) -> bool:
    """Whether two values have the same content: member order is ignored, numbers compare as doubles.

    Other servers reorder members and round numbers; that alone does not make another record.
    """
    pending = [(left, right)]
    while pending:
        a, b = pending.pop()
        if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
            if a is not b:
                return False
        elif isinstance(a, int | float) and isinstance(b, int | float):
            if _as_double(a) != _as_double(b):
                return False
        elif isinstance(a, str) and isinstance(b, str):
            if a != b:
                return False
        elif isinstance(a, list) and isinstance(b, list):
            if len(a) != len(b):
                return False
            pending += zip(a, b, strict=True)
        elif isinstance(a, dict) and isinstance(b, dict):
            if a.keys() != b.keys():
                return False
            pending += [(part, b[key]) for key, part in a.items()]
        else:
            return False
    return True


def _with_room(work: Callable[[], Answer]) -> Answer:
    """`work`, done again on a fresh stack if this one is too far down for a document of legal depth."""
    try:
        return work()
    except RecursionError:
        with ThreadPoolExecutor(max_workers=1) as fresh:
            return fresh.submit(work).result()


def _as_double(number: float) -> float:
    try:
        return float(number)
    except OverflowError:  # beyond the doubles: exact on both sides, or different
        return number


def _plain_reason(reason: str) -> str:
    """The decoder's words without its own preamble."""
    reason = reason.removeprefix("JSON is malformed: ").rstrip(".")
    return reason[:1].lower() + reason[1:]
