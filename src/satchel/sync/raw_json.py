"""Taking JSON text apart without reading it: what lies too deep for a decoder is kept as it was written."""

from __future__ import annotations

import re
from typing import Final

from satchel.domain.errors import SatchelError, UnreadableInput
from satchel.domain.json_value import decode

_MARKS: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},:"]', re.DOTALL)
_PAIRS: Final = {b"]": b"[", b"}": b"{"}


def items_of(text: bytes) -> list[bytes]:
    """The items of an array, each as written. Raises `UnreadableInput` where there is no whole array."""
    return _parts(text, b"[")


def members_of(text: bytes) -> dict[str, bytes]:
    """The members of an object, each value as written; of two of one name the last. Raises `UnreadableInput`."""
    members: dict[str, bytes] = {}
    for part in _parts(text, b"{"):
        mark = _MARKS.match(part.lstrip())
        name = mark.group() if mark is not None else b""
        rest = part.lstrip()[len(name) :].lstrip()
        if len(name) < 2 or rest[:1] != b":":
            raise UnreadableInput("A member of the object has no name.")
        members[_name(name)] = rest[1:].strip()
    return members


def _parts(text: bytes, opening: bytes) -> list[bytes]:
    text = text.strip()
    if text[:1] != opening:
        raise UnreadableInput("There is no list where one is expected.")
    parts: list[bytes] = []
    open_now: list[bytes] = []
    start = 1
    for mark in _MARKS.finditer(text):
        sign = mark.group()
        if sign in (b"[", b"{"):
            open_now.append(sign)
        elif sign in _PAIRS:
            if not open_now or open_now.pop() != _PAIRS[sign]:
                break
            if not open_now:
                if mark.end() != len(text):
                    break
                last = text[start : mark.start()].strip()
                return [*parts, last] if last else parts
        elif sign == b"," and len(open_now) == 1:
            parts.append(text[start : mark.start()].strip())
            start = mark.end()
        elif sign == b'"':
            break  # a string that does not end
    raise UnreadableInput("The text ends before its brackets are closed.")


def _name(text: bytes) -> str:
    try:
        name = decode(text)
    except SatchelError:
        return text.decode("utf-8", "replace")
    return name if isinstance(name, str) else ""
