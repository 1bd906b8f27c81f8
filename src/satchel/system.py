"""The real clock and the real randomness, for `core.open_core` to pass down. Tests pass their own."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime

from satchel.domain.ids import uuid7


def now() -> datetime:
    """The present instant, as this laptop believes it to be."""
    return datetime.now(UTC)


def new_id() -> str:
    """A fresh UUIDv7."""
    return uuid7(time.time_ns() // 1_000_000, secrets.randbits(74))
