"""The real clock and the real randomness, for `core.open_core` to pass down. Tests pass their own."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from pathlib import Path

from satchel.domain.ids import uuid7
from satchel.domain.retention import SinceBoot


def now() -> datetime:
    """The present instant, as this laptop believes it to be."""
    return datetime.now(UTC)


def since_boot() -> SinceBoot | None:
    """How long this laptop has been up, its sleep included; None where the system does not tell."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return SinceBoot(boot, time.clock_gettime(time.CLOCK_BOOTTIME))
    except (OSError, ValueError, AttributeError):
        return None


def new_id() -> str:
    """A fresh UUIDv7."""
    return uuid7(time.time_ns() // 1_000_000, secrets.randbits(74))
