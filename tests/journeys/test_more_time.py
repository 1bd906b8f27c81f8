"""A session whose time was over on one laptop, and which another one gave more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import TypeAlias

import pytest

from satchel import system
from tests.fakes import FakeClock
from tests.journeys.home import Home, home
from tests.server.process import ServerProcess

DAY = timedelta(days=1)
Both: TypeAlias = tuple[Home, Home, str]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(system.now())


@pytest.fixture
def both(tmp_path: Path, server: ServerProcess, learner: str, clock: FakeClock) -> Iterator[Both]:
    """A session that lives for a day, on two laptops; the first one has thrown it away since."""
    id = f"lesson-{learner}"  # the server is one for all tests
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(home(tmp_path / name, server, learner, name=name, clock=clock))
            for name in ("one", "other")
        )
        one.begin(id, records=2)
        one.core.sessions.extend(id, DAY)
        one.sync()
        other.sync()
        clock.now += 10 * DAY
        one.core.sessions.trash(id, "expired")
        one.sync()
        assert one.shown() == {}
        yield one, other, id


def left_in_the_trash(one: Home, id: str) -> None:
    """As retention leaves it for a month."""


def deleted(one: Home, id: str) -> None:
    one.core.sessions.purge(id)


@pytest.mark.parametrize("more", [60 * DAY, None], ids=["more", "for ever"])
@pytest.mark.parametrize("then", [left_in_the_trash, deleted])
def test_what_was_given_more_time_elsewhere_is_back(
    both: Both, then: Callable[[Home, str], None], more: timedelta | None
) -> None:
    one, other, id = both
    then(one, id)
    end = other.core.sessions.extend(id, more).expires_at
    other.sync()
    one.sync()
    assert one.shown() == other.shown()
    assert one.core.sessions.summary(id).expires_at == end
    written = other.write(id) + one.write(id)
    for laptop in (one, other, one):
        laptop.sync()
    assert one.shown() == other.shown()
    assert set(written) < set(one.ids(id))


@pytest.mark.parametrize("then", [left_in_the_trash, deleted])
def test_it_is_found_where_the_feed_did_not_tell(
    both: Both, clock: FakeClock, then: Callable[[Home, str], None]
) -> None:
    one, other, id = both
    then(one, id)
    other.core.sessions.extend(id, 60 * DAY)
    other.sync()
    other.sync()
    [(cursor,)] = other.core.database.script("SELECT cursor FROM remotes")
    one.core.database.script(f"UPDATE remotes SET cursor = '{cursor}'")
    one.sync()
    assert one.shown() == {}
    clock.now += 2 * DAY
    one.sync()
    assert one.shown() == other.shown()


@pytest.mark.parametrize("then", [left_in_the_trash, deleted])
def test_what_was_changed_otherwise_is_not(both: Both, then: Callable[[Home, str], None]) -> None:
    one, other, id = both
    then(one, id)
    other.core.sessions.rename(id, "Thirds")
    other.sync()
    for _ in range(2):
        one.sync()
    assert one.shown() == {}
    assert other.shown() != {}
