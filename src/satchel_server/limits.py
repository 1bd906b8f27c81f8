"""How much one client may ask for: requests by token, requests at once, bytes of bodies held at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from satchel_server.faults import Overloaded, RateLimited

Monotonic = Callable[[], float]
"""Answers seconds that only ever grow."""

_MOST_BUCKETS: Final = 10_000


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class RateLimit:
    """A bucket of `burst` requests for each token, filled with `rate` of them a second. A rate of 0 is no limit.

    For the event loop only: nothing here is locked.
    """

    def __init__(self, rate: float, burst: int, clock: Monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: dict[str, _Bucket] = {}

    def take(self, token_id: str) -> None:
        """Counts a request. Raises `RateLimited` where the token has none left."""
        if self._rate <= 0:
            return
        now = self._clock()
        bucket = self._buckets.get(token_id)
        if bucket is None:
            self._make_room(now)
            bucket = self._buckets[token_id] = _Bucket(self._burst, now)
        bucket.left = self._filled(bucket, now)
        bucket.at = now
        if bucket.left < 1:
            raise RateLimited(max(1, math.ceil((1 - bucket.left) / self._rate)))
        bucket.left -= 1

    def _filled(self, bucket: _Bucket, now: float) -> float:
        return min(self._burst, bucket.left + (now - bucket.at) * self._rate)

    def _make_room(self, now: float) -> None:
        """Forgets tokens that have a full bucket again: they are as good as never seen."""
        if len(self._buckets) < _MOST_BUCKETS:
            return
        self._buckets = {
            token: bucket
            for token, bucket in self._buckets.items()
            if self._filled(bucket, now) < self._burst
        }


class Load:
    """What is in hand at this moment. For the event loop only."""

    def __init__(self, most_requests: int, most_bytes: int) -> None:
        self._most_requests, self._most_bytes = most_requests, most_bytes
        self._requests = self._bytes = 0

    @property
    def requests(self) -> int:
        return self._requests

    @contextmanager
    def request(self) -> Iterator[None]:
        """While a request is worked on. Raises `Overloaded` where there are too many."""
        if self._requests >= self._most_requests:
            raise Overloaded
        self._requests += 1
        try:
            yield
        finally:
            self._requests -= 1

    def hold(self, size: int) -> None:
        """Counts bytes of a body. Raises `Overloaded` where all bodies together would be too large."""
        if self._bytes + size > self._most_bytes:
            raise Overloaded
        self._bytes += size

    def let_go(self, size: int) -> None:
        self._bytes -= size
