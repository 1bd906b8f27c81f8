"""Doing a transaction again where that is safe: how often, after what, and when not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from satchel.domain.errors import StoreUnavailable
from satchel.store.faults import ConnectionLost, Contended
from satchel.store.postgres_faults import connection_lost

Answer = TypeVar("Answer")

MOST_ATTEMPTS: Final = 5
_FIRST_PAUSE: Final = 0.01
_LONGEST_PAUSE: Final = 0.5


class Attempts:
    """`pause` sleeps for seconds; `jitter` answers numbers from 0 to 1, so that two that met do not meet again."""

    def __init__(self, *, pause: Callable[[float], None], jitter: Callable[[], float]) -> None:
        self._pause = pause
        self._jitter = jitter

    def run(self, work: Callable[[bool], Answer], *, repeatable: bool) -> Answer:
        """What `work` answers, done again after a deadlock or a lost connection.

        `work` is one transaction. Its argument says whether an earlier attempt broke off during its commit
        and may have come about; without `repeatable` that is not tried again, but raised.
        Raises what `work` raises, and `ConnectionLost` with `fate_unknown` where that is how it ended.
        """
        doubtful = False
        for attempt in range(1, MOST_ATTEMPTS + 1):
            try:
                return work(doubtful)
            except Contended as refusal:
                last: StoreUnavailable = refusal
            except ConnectionLost as lost:
                doubtful = doubtful or lost.fate_unknown
                if lost.fate_unknown and not repeatable:
                    raise
                last = lost
            except StoreUnavailable as refusal:  # waiting was done below already
                last = refusal
                break
            if attempt < MOST_ATTEMPTS:
                self._pause(min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE) * self._jitter())
        if doubtful:
            raise connection_lost(last.message, fate_unknown=True) from last
        raise last
