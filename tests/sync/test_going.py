"""What leaves: deletions that travel or not, and sessions whose records only the server keeps for a while."""

from __future__ import annotations

import pytest

from satchel.domain.errors import (
    NotFound,
)
from satchel.store.database import SqliteDatabase
from satchel.sync.evicting import EVICTED, NOT_CONFIRMED, NOT_THERE
from tests.sync.desk import Desk, put_there, there
from tests.sync.model_remote import Network


def test_what_its_user_deleted_for_good_goes_there_too(one: Desk, network: Network) -> None:
    one.begin("lesson", records=2)
    one.sync()
    one.bench.sessions.trash("lesson")
    one.sync()
    assert "lesson" in there(network)  # not before it leaves the trash
    one.bench.sessions.purge("lesson")
    one.sync()
    assert there(network) == {}


def test_unsent_work_in_what_was_deleted_there_stays_as_a_local_copy(
    one: Desk, network: Network
) -> None:
    one.begin("lesson", records=1)
    one.begin("another")
    one.sync()
    one.write("lesson")
    network.server.delete("lesson")
    assert one.sync().copies == ("lesson",)
    one.sync()
    assert list(there(network)) == ["another"]
    one.service.send_again("lesson")
    assert one.sync().copies == ()
    assert there(network) == one.shown()
    with pytest.raises(NotFound):
        one.service.send_again("lesson")


def test_what_went_by_time_is_fetched_again_only_if_it_went_on(one: Desk, network: Network) -> None:
    one.begin("lesson", records=2)
    one.sync()
    one.bench.sessions.trash("lesson", "expired")
    one.bench.sessions.purge("lesson")
    network.server.patch("lesson", "completed")
    one.sync()
    assert one.shown() == {}
    network.server.patch("lesson", "active")
    put_there(network, "lesson", records=1)
    one.sync()
    assert one.shown() == there(network)


# --- stubs -------------------------------------------------------------------------------------------


def test_what_is_safe_there_may_leave_and_comes_when_it_is_opened(
    one: Desk, network: Network
) -> None:
    one.begin("lesson", records=3)
    assert one.service.evict("lesson") == NOT_CONFIRMED
    one.sync()
    before = one.ids("lesson")
    assert one.service.evict("lesson") == EVICTED
    assert one.ids("lesson") == []
    assert one.bench.sessions.summary("lesson").stub
    one.sync()
    assert one.ids("lesson") == []
    one.service.want("lesson")
    one.sync()
    assert one.ids("lesson") == before
    assert not one.bench.sessions.summary("lesson").stub


def test_what_is_to_be_noted_of_it_comes_with_it_or_neither_does(one: Desk) -> None:
    one.begin("lesson", records=3)
    one.sync()

    def killed(database: SqliteDatabase) -> None:
        raise SystemExit

    with pytest.raises(SystemExit):
        one.service.evict("lesson", killed)
    assert len(one.ids("lesson")) == 3
    assert not one.bench.sessions.summary("lesson").stub


def test_nothing_leaves_on_the_word_of_the_bookkeeping(one: Desk, network: Network) -> None:
    one.begin("lesson", records=3)
    one.sync()
    network.server.sessions["lesson"].records.pop()
    assert one.service.evict("lesson") == NOT_THERE
    assert len(one.ids("lesson")) == 3
