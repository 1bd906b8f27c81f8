"""One request under way, as whoever waits for it and whoever carries it see it together."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import TypeAlias

Headers: TypeAlias = list[tuple[bytes, bytes]]


@dataclass
class Trip:
    """One request under way, watched by whoever waits for it."""

    method: str
    url: str
    headers: Headers = field(repr=False)
    body: bytes | None = field(repr=False)
    sent: bool = field(default=False, init=False)
    """Whether its last byte was handed over: before that no server can have carried it out."""
    moved: int = field(default=0, init=False)
    """Bytes sent and received."""
    _departed: bool = field(default=False, init=False)
    _abandoned: bool = field(default=False, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    @property
    def unclear(self) -> bool:
        """For whoever carried it and got no answer: whether it may have been carried out and changed something."""
        return self.sent and self.method != "GET"

    def depart(self) -> None:
        """The moment before its first byte. Raises `InterruptedError` if nobody waits any more: it stays here."""
        with self._lock:
            if self._abandoned:
                raise InterruptedError
            self._departed = True

    def abandon(self) -> bool:
        """Nobody waits any more; answers whether it may be, or yet become, carried out and change something."""
        with self._lock:
            self._abandoned = True
            return self._departed and self.method != "GET"

    def anew(self, url: str | None = None) -> Trip:
        """The same request, to be sent from the start."""
        return replace(self, url=self.url if url is None else url)
