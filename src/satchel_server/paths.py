"""The address of a request: its raw path, taken apart and decoded as a browser would.

Only the raw path tells `%2F` in an id from a slash between two; frameworks route on the decoded one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote, unquote_to_bytes

from satchel.domain.errors import ValidationFailed

EMPTY: Final = "%"
"""Stands for an empty segment in a routed path, where a router could not match it. No quoted text is this."""

_STRAY_PERCENT: Final = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_ONE_DOT: Final = (b".", b"%2e")
_TWO_DOTS: Final = (b"..", b".%2e", b"%2e.", b"%2e%2e")


def segments(raw: bytes) -> list[str]:
    """The decoded segments behind the leading slash; `.` and `..` are followed, plain or encoded.

    Raises `ValidationFailed` where a percent sign begins no escape or the escapes spell no UTF-8.
    """
    if _STRAY_PERCENT.search(raw):
        raise _malformed()
    try:
        return [unquote_to_bytes(one).decode() for one in _collapsed(raw.split(b"/")[1:])]
    except UnicodeDecodeError:
        raise _malformed() from None


def routed(parts: Sequence[str]) -> str:
    """A path a router can take apart again: slashes stand between segments only."""
    return "/" + "/".join(quote(part, safe=":") or EMPTY for part in parts)


def _collapsed(parts: Sequence[bytes]) -> list[bytes]:
    kept: list[bytes] = []
    for number, part in enumerate(parts, start=1):
        low = part.lower()
        if low not in _ONE_DOT and low not in _TWO_DOTS:
            kept.append(part)
            continue
        if low in _TWO_DOTS and kept:
            kept.pop()
        if number == len(parts):
            kept.append(b"")
    return kept


def _malformed() -> ValidationFailed:
    return ValidationFailed(
        "URI malformed: in an address “%” begins an escape of two hexadecimal digits, and escapes spell UTF-8."
    )
