"""Identifiers Satchel makes itself: UUIDv7 (RFC 9562), so that new rows land at the end of an index."""

from __future__ import annotations

import uuid


def uuid7(milliseconds: int, randomness: int) -> str:
    """A UUIDv7 of `milliseconds` since 1970 and the low 74 bits of `randomness`."""
    value = (milliseconds & (2**48 - 1)) << 80
    value |= 0x7 << 76 | ((randomness >> 62) & 0xFFF) << 64
    value |= 0b10 << 62 | (randomness & (2**62 - 1))
    return str(uuid.UUID(int=value))
