"""The bucket of requests each token has, and what is in hand at once."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel_server.faults import Overloaded, RateLimited
from satchel_server.limits import Load, RateLimit


@dataclass
class _Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_then_it_is_as_quick_as_the_rate() -> None:
    clock = _Clock()
    limit = RateLimit(2, 3, clock)
    for _ in range(3):
        limit.take("a")
    with pytest.raises(RateLimited) as refused:
        limit.take("a")
    assert refused.value.retry_after == 1
    clock.now += 0.5
    limit.take("a")
    with pytest.raises(RateLimited):
        limit.take("a")


def test_one_token_does_not_use_up_anothers() -> None:
    limit = RateLimit(1, 1, _Clock())
    limit.take("a")
    limit.take("b")


def test_a_rate_of_nought_is_no_limit() -> None:
    limit = RateLimit(0, 1, _Clock())
    for _ in range(100):
        limit.take("a")


@given(st.lists(st.floats(0, 3), max_size=60))
def test_never_more_than_burst_and_rate_allow(pauses: list[float]) -> None:
    clock, passed = _Clock(), 0
    limit = RateLimit(5, 7, clock)
    for pause in pauses:
        clock.now += pause
        try:
            limit.take("a")
        except RateLimited:
            continue
        passed += 1
    assert passed <= 7 + 5 * clock.now


def test_tokens_not_seen_for_long_are_forgotten() -> None:
    clock = _Clock()
    limit = RateLimit(1, 1, clock)
    for number in range(10_000):
        limit.take(str(number))
    clock.now += 2
    limit.take("one more")
    assert len(limit._buckets) == 1


def test_too_many_requests_or_bytes_at_once_are_refused_and_room_comes_back() -> None:
    load = Load(1, 10)
    with load.request(), pytest.raises(Overloaded), load.request():
        raise AssertionError("there was no room")
    with load.request():
        load.hold(10)
        with pytest.raises(Overloaded):
            load.hold(1)
        load.let_go(10)
        load.hold(10)
