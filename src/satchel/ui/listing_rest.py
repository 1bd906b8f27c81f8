"""How lists of very many sessions are read without a window's thread noticing: seldom, and never collected."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from satchel.domain.contracts import SessionSummary

MANY: Final = 2_000
"""Sessions; fewer are read so quickly that nothing needs to be done about it."""
_QUICK_SECONDS: Final = 0.05
_LONGEST: Final = 4
"""A list rests at most so many times as long as reading it took."""


@dataclass(slots=True)
class ListingRest:
    """When a list may be read again. The first change is shown at once; while they come thick it rests longer.

    Times are seconds of a clock that never goes back.
    """

    _until: float = 0.0
    _ended: float = float("-inf")
    _thick: int = 0

    def left(self, now: float) -> float:
        """Seconds until it may be read."""
        return max(0.0, self._until - now)

    @property
    def thick(self) -> bool:
        """Whether changes come so thick that it rests."""
        return self._thick > 0

    def note(self, began: float, ended: float) -> None:
        """It was read from `began` to `ended`, and was another one than before."""
        took = ended - began
        thick = took > _QUICK_SECONDS and began - self._ended <= 2 * _LONGEST * took
        self._thick = min(_LONGEST, self._thick + 1) if thick else 0
        self._ended = ended
        self._until = ended + self._thick * took


@contextmanager
def uncollected(before: int, *, thick: bool = False) -> Iterator[None]:
    """For a block that reads sessions which stay, `before` of them being here already and left alone.

    The collector would stop every thread while it goes through all that were read so far, and that several times.
    """
    if before >= MANY:
        # What is left over is not to stay with them for ever. While changes come `thick`, somebody makes very many
        # things that are in use, and going through those is felt, too: then only what is young.
        gc.collect(1 if thick else 2)
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def leave_alone() -> None:
    """What is here stays as long as it is referred to, and is not looked at by the collector again.

    A list is to be left alone whenever it was read anew, even where each of its sessions was known: going through one
    list of 100,000 stops every thread for some 30 ms.
    """
    gc.freeze()


def let_go(old: list[SessionSummary]) -> None:
    """Frees one after the other, on a worker: for very many that are freed at once every thread would wait."""
    while old:
        old.pop()
