"""The body of a request: counted while it comes, never believed to be as long as it says."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Final, Protocol

from starlette.types import Receive

from satchel.domain.errors import PayloadTooLarge, ValidationFailed
from satchel.domain.json_value import decode
from satchel.domain.runtime import JsonObject
from satchel_server.faults import BodyTimeout
from satchel_server.limits import Load, Monotonic
from satchel_server.workers import Workers

_SLOWEST: Final = 1024
"""Bytes a second. Who sends slower for long would hold a request's place with next to nothing."""
_WRITTEN_AT_ONCE: Final = 1024 * 1024


class Sink(Protocol):
    """A file being written."""

    def write(self, data: bytes, /) -> int: ...


class Body:
    """The bytes of one request."""

    def __init__(
        self,
        receive: Receive,
        limit: int,
        idle_seconds: float,
        clock: Monotonic = time.monotonic,
    ) -> None:
        self._receive, self._limit, self._idle, self._clock = receive, limit, idle_seconds, clock
        self.count = 0
        """How many came so far."""
        self._held = 0

    async def read(self, load: Load) -> bytes:
        """All of it. What it takes of memory is counted in `load` until `done`.

        Raises `PayloadTooLarge`, `BodyTimeout`, `Overloaded`, `ValidationFailed` where it breaks off.
        """
        pieces: list[bytes] = []
        async for piece in self._pieces():
            load.hold(len(piece))
            self._held += len(piece)
            pieces.append(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def done(self, load: Load) -> None:
        load.let_go(self._held)
        self._held = 0

    async def write_to(self, file: Sink, workers: Workers) -> int:
        """Puts all of it into `file`; answers its size. Raises what `read` raises, and `OSError`."""
        size, held, kept = 0, 0, []
        async for piece in self._pieces():
            kept.append(piece)
            size, held = size + len(piece), held + len(piece)
            if held >= _WRITTEN_AT_ONCE:
                await workers.run(file.write, b"".join(kept))
                held, kept = 0, []
        await workers.run(file.write, b"".join(kept))
        return size

    async def _pieces(self) -> AsyncIterator[bytes]:
        """What comes, until it is too much. The rest is then let pass, so that the refusal can be read:
        who is cut off while still sending may never look for an answer."""
        total, began = 0, self._clock()
        while True:
            left = began + self._idle + total / _SLOWEST - self._clock()
            if left <= 0:
                raise BodyTimeout(self._idle)
            try:
                async with asyncio.timeout(min(self._idle, left)):
                    message = await self._receive()
            except TimeoutError:
                raise BodyTimeout(self._idle) from None
            if message["type"] == "http.disconnect":
                raise ValidationFailed("The request broke off before its body was complete.")
            piece: bytes = message.get("body", b"")
            total += len(piece)
            self.count = total
            if total > 2 * self._limit:
                raise too_large(self._limit)
            if piece and total <= self._limit:
                yield piece
            if not message.get("more_body", False):
                break
        if total > self._limit:
            raise too_large(self._limit)


def too_large(limit: int) -> PayloadTooLarge:
    return PayloadTooLarge(
        f"request body exceeds maxBodyBytes ({limit}). Send it in smaller parts."
    )


def read_object(body: bytes) -> JsonObject:
    """The JSON object a body holds. Raises `UnreadableInput`, `ValidationFailed`."""
    if not body:
        raise ValidationFailed("request body must be a JSON object; there is none.")
    found = decode(body)
    if not isinstance(found, dict):
        raise ValidationFailed("request body must be a JSON object.")
    return found
