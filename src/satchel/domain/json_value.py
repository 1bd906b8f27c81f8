"""The JSON that survives every backend unchanged.

Plain JSON without U+0000, lone surrogates, NaN, infinities and negative zero; integers of any size up to
`MAX_INTEGER_DIGITS`; at most `MAX_DEPTH` levels; see the payload rules of the runtime API.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import msgspec

from satchel.domain.errors import PayloadTooLarge, UnreadableInput, ValidationFailed

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]

MAX_DEPTH = 512
MAX_INTEGER_DIGITS = 4000  # below the interpreter's own limit of 4,300
MAX_RECORD_BYTES = 31 * 1024 * 1024

_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_NEGATIVE_ZERO = re.compile(rb"-0(?![0-9.eE])")
_SURROGATE = re.compile("[\ud800-\udfff]")
_INTEGER_LIMIT = 10**MAX_INTEGER_DIGITS


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
        value: JsonValue = msgspec.json.decode(data)
    except RecursionError:
        raise ValidationFailed(f"The JSON is nested more than {MAX_DEPTH} levels deep.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise UnreadableInput(f"This is not valid JSON: {_plain_reason(str(problem))}.") from None
    if b"-0" in data and _NEGATIVE_ZERO.search(_STRINGS.sub(b'""', data)):
        raise ValidationFailed("The JSON holds a negative zero, which no two programs read alike.")
    return value


def encode(value: JsonValue) -> str:
    """`value` as compact JSON text, members in their order. The value must have passed `faults`."""
    return msgspec.json.encode(value).decode()


def faults(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """`(JSON pointer, what is wrong)` for each part of `value` that would not survive every backend."""
    pending: list[tuple[object, str, int]] = [(value, path, 0)]
    while pending:
        item, place, depth = pending.pop()
        if item is None or isinstance(item, bool):
            continue
        if isinstance(item, str):
            if reason := text_fault(item):
                yield place, reason
        elif isinstance(item, int):
            if not -_INTEGER_LIMIT < item < _INTEGER_LIMIT:
                yield place, f"a whole number of more than {MAX_INTEGER_DIGITS} digits"
        elif isinstance(item, float):
            if not math.isfinite(item):
                yield place, "not a finite number"
            elif item == 0 and math.copysign(1, item) < 0:
                yield place, "negative zero"
        elif isinstance(item, list | dict):
            if depth >= MAX_DEPTH:
                yield place[:200], f"nested more than {MAX_DEPTH} levels deep"
            elif isinstance(item, list):
                pending += [(part, f"{place}/{i}", depth + 1) for i, part in enumerate(item)]
            else:
                for key, part in item.items():
                    if not isinstance(key, str):
                        yield place, "a member name that is not a string"
                        continue
                    step = f"{place}/{key.replace('~', '~0').replace('/', '~1')}"
                    if reason := text_fault(key):
                        yield step, f"in the member name: {reason}"
                    pending.append((part, step, depth + 1))
        else:
            yield place, f"{type(item).__name__} is not JSON"


def text_fault(text: str) -> str | None:
    """Why `text` would not survive every backend, or None."""
    if "\0" in text:
        return "a NUL character (U+0000)"
    if _SURROGATE.search(text):
        return "half a character (an unpaired surrogate)"
    return None


def encode_checked(value: object, what: str, path: str = "") -> str:
    """`value` as JSON text. Raises `ValidationFailed` naming the first fault, `PayloadTooLarge` over the limit."""
    for place, reason in faults(value, path):
        raise ValidationFailed(
            f"{what} cannot be kept: at “{place or '/'}” there is {reason}.",
            details=[{"path": place, "message": reason}],
        )
    text = encode(value)  # type: ignore[arg-type]  # `faults` has just established it
    check_size(text, what)
    return text


def check_size(text: str, what: str) -> None:
    """Raises `PayloadTooLarge` if `text`, encoded as UTF-8, is over the limit for one record."""
    if len(text) * 4 > MAX_RECORD_BYTES and len(text.encode()) > MAX_RECORD_BYTES:
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


def _as_double(number: float) -> float:
    try:
        return float(number)
    except OverflowError:  # beyond the doubles: exact on both sides, or different
        return number


def _plain_reason(reason: str) -> str:
    """The decoder's words without its own preamble."""
    reason = reason.removeprefix("JSON is malformed: ").rstrip(".")
    return reason[:1].lower() + reason[1:]
