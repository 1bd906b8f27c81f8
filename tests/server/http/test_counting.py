"""A body while it comes: counted, waited for, given up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.errors import PayloadTooLarge, ValidationFailed
from satchel_server.bodies import Body
from satchel_server.faults import BodyTimeout, Overloaded
from satchel_server.limits import Load
from satchel_server.workers import Workers

LIMIT = 10


def _receiving(
    pieces: list[bytes], end: dict[str, Any] | None = None
) -> Callable[[], Awaitable[Any]]:
    """What a server passes on: the pieces, then `end`, or nothing more ever."""
    messages = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    if end is not None:
        messages.append(end)

    async def receive() -> Any:
        if messages:
            return messages.pop(0)
        return await asyncio.Event().wait()

    return receive


END = {"type": "http.request", "body": b"", "more_body": False}


@given(st.lists(st.binary(max_size=8), max_size=6))
def test_exactly_the_limit_passes_and_nothing_stays_counted(pieces: list[bytes]) -> None:
    whole, load = b"".join(pieces), Load(1, 100)
    body = Body(_receiving(pieces, END), LIMIT, 5)
    try:
        assert asyncio.run(body.read(load)) == whole
        assert len(whole) <= LIMIT
    except PayloadTooLarge:
        assert len(whole) > LIMIT
    body.done(load)
    load.hold(100)


def test_what_comes_a_byte_at_a_time_is_given_up_too() -> None:
    """Each piece comes well before the next is missed; together they would hold a place for hours."""
    hours = iter(range(0, 10_000, 29))
    body = Body(_receiving([b"x"] * 1000, END), LIMIT * 1000, 30, lambda: float(next(hours)))
    with pytest.raises(BodyTimeout):
        asyncio.run(body.read(Load(1, 10_000)))
    assert body.count < 5


def test_a_slow_network_is_slow_and_not_given_up() -> None:
    times = iter(range(0, 10_000, 20))
    pieces = [b"x" * 30_000] * 50  # 1,500 bytes a second, for a quarter of an hour
    body = Body(_receiving(pieces, END), 10_000_000, 30, lambda: float(next(times)))
    assert len(asyncio.run(body.read(Load(1, 10_000_000)))) == 1_500_000


def test_what_stops_arriving_is_given_up() -> None:
    body = Body(_receiving([b"{"]), LIMIT, 0.01)
    with pytest.raises(BodyTimeout):
        asyncio.run(body.read(Load(1, 100)))


def test_what_breaks_off_is_no_body() -> None:
    body = Body(_receiving([b"{"], {"type": "http.disconnect"}), LIMIT, 5)
    with pytest.raises(ValidationFailed):
        asyncio.run(body.read(Load(1, 100)))


def test_bodies_that_are_too_much_together_are_refused_for_now() -> None:
    load = Load(1, 5)
    body = Body(_receiving([b"1234", b"5678"], END), LIMIT, 5)
    with pytest.raises(Overloaded):
        asyncio.run(body.read(load))
    body.done(load)
    load.hold(5)


def test_a_file_is_written_as_it_comes() -> None:
    workers, file = Workers(1), BytesIO()
    body = Body(_receiving([b"1234", b"5678"], END), LIMIT, 5)
    assert asyncio.run(body.write_to(file, workers)) == 8
    assert (file.getvalue(), body.count) == (b"12345678", 8)
    assert workers.close(20)
