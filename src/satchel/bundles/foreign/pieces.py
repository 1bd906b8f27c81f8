"""Cutting a file into conversations, each with its place, so that a damaged one does not stop the others.

A file that is whole is cut by the JSON decoder. One that is torn, nested too deeply or otherwise broken is
cut by looking at nothing but quotes, brackets and commas, without recursion.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeAlias, cast

import msgspec

from satchel.domain.errors import UnreadableInput, ValidationFailed
from satchel.domain.json_value import MAX_DEPTH, MAX_INTEGER_DIGITS, JsonValue

Piece: TypeAlias = tuple[str, bytes]
"""A place (a JSON pointer, or a line) and the JSON text there."""

_TOKENS = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\Z)|[\[\]{},]', re.DOTALL)
_MEMBER = re.compile(rb'\s*("(?:[^"\\]++|\\.)*+")\s*:', re.DOTALL)
_PROBED_LINES = 20


def listed(data: bytes, place: str = "") -> Iterator[Piece]:
    """The items of a JSON list."""
    try:
        items = [bytes(item) for item in msgspec.json.decode(data, type=list[msgspec.Raw])]
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        pieces = (piece for piece in _split(data) if piece.strip())
        yield from ((f"{place}/{number}", piece) for number, piece in enumerate(pieces))
    else:
        yield from ((f"{place}/{number}", item) for number, item in enumerate(items))


def members(data: bytes) -> dict[str, bytes]:
    """The members of a JSON object, their values still text. Empty where it is none."""
    try:
        found = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return _torn_members(data)
    return {name: bytes(value) for name, value in found.items()}


def lines(data: bytes) -> Iterator[Piece]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield f"line {number}", line


def is_lines(data: bytes) -> bool:
    """Whether more than one of the first lines is a JSON object by itself."""
    first = [line for line in data.split(b"\n", _PROBED_LINES)[:_PROBED_LINES] if line.strip()]
    return len(first) > 1 and sum(bool(_whole_members(line)) for line in first) > 1


def value(data: bytes) -> JsonValue:
    """The value written in `data`, read with patience: halves of characters, NaN, endless numbers and bytes
    that are not UTF-8 are somebody else's, and only matter where they are kept.

    Raises `UnreadableInput`, `ValidationFailed`.
    """
    try:
        return cast(JsonValue, msgspec.json.decode(data))
    except RecursionError:
        raise _too_deep() from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        pass
    try:
        return cast(
            JsonValue,
            json.loads(
                data.decode("utf-8", "replace"),
                strict=False,
                parse_int=_integer,
                parse_constant=lambda _: None,
            ),
        )
    except RecursionError:
        raise _too_deep() from None
    except ValueError as problem:
        reason = str(problem).split(": line ")[0].lower()
        raise UnreadableInput(
            f"This part is not valid JSON ({reason}). Export it again; the other parts are not affected."
        ) from None


def _integer(digits: str) -> int | None:
    return int(digits) if len(digits) <= MAX_INTEGER_DIGITS else None


def _too_deep() -> ValidationFailed:
    return ValidationFailed(
        f"This part is nested too deeply (more than {MAX_DEPTH} levels), so it was left out."
    )


def _whole_members(data: bytes) -> dict[str, msgspec.Raw]:
    try:
        return msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return {}


def _torn_members(data: bytes) -> dict[str, bytes]:
    if data.lstrip()[:1] != b"{":
        return {}
    found: dict[str, bytes] = {}
    for piece in _split(data):
        match = _MEMBER.match(piece)
        if match is None:
            continue
        try:
            name = msgspec.json.decode(match[1], type=str)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
        found[name] = piece[match.end() :]
    return found


def _split(data: bytes) -> Iterator[bytes]:
    """What lies between the commas of the outermost list or object; the last piece may be torn."""
    depth = start = 0
    for match in _TOKENS.finditer(data):
        token = match[0]
        if token in (b"[", b"{"):
            depth += 1
            if depth == 1:
                start = match.end()
        elif token in (b"]", b"}"):
            depth -= 1
            if depth == 0:
                yield data[start : match.start()]
                return
        elif token == b"," and depth == 1:
            yield data[start : match.start()]
            start = match.end()
    if depth > 0:
        yield data[start:]
