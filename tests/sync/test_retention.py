"""Retention beside sync: what time removes here stays on the server, and what a user removes goes there too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.domain.retention import RetentionReport
from satchel.store.retention_run import Server
from satchel.sync.evicting import EVICTED
from satchel.sync.setup import Setup
from tests.store.keeping import DAY, Keeping, told
from tests.sync.desk import Desk, desk, put_there, there
from tests.sync.model_remote import Network

Both = tuple[Desk, Keeping]


@pytest.fixture(params=[True, False], ids=["satchel", "base"])
def both(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Both]:
    """A session of two records that is on the server, and as the server is asked in earnest."""
    with desk(tmp_path / "profile", Network(request.param)) as one:
        one.begin("lesson", records=2)
        one.begin("other", records=1)
        one.sync()
        keeping = Keeping(one.bench)
        reading_back = one.service.reading_back()

        def holds(id: str) -> bool | None:
            found = reading_back.records_of(id)
            return None if found is None else set(one.ids(id)) <= found

        keeping.server = Server(
            Setup(one.bench.settings).remote_key(),
            holds,
            lambda removal: one.service.evict(removal.id) == EVICTED,
        )
        yield one, keeping
        reading_back.close()


def expire(keeping: Keeping) -> None:
    """Its time is over, and it goes to the trash; the server hears how long it was to live."""
    keeping.expires("lesson", DAY)


def run(one: Desk, keeping: Keeping) -> RetentionReport:
    """The server of the model carries titles only: what else a `satchel` object says it is taken to have heard."""
    heard = "(SELECT satchel FROM runtime_sessions WHERE key = session_key)"
    one.bench.damage(f"UPDATE remote_sessions SET satchel = {heard} WHERE satchel IS NOT NULL")
    return keeping.run()


def month(one: Desk, keeping: Keeping) -> None:
    for _ in range(2):
        keeping.passes(20 * DAY)
        run(one, keeping)
        one.sync()


def test_what_time_removes_stays_on_the_server_and_does_not_come_back(both: Both) -> None:
    one, keeping = both
    expire(keeping)
    one.sync()
    before = there(one.network)
    keeping.passes(9 * DAY)
    assert told(run(one, keeping).removed) == [("expired", "lesson")]
    one.sync()
    assert keeping.places() == {"lesson": "expired", "other": None}
    keeping.passes(31 * DAY)
    assert told(run(one, keeping).removed) == [("trash", "lesson")]
    for _ in range(3):
        one.sync()
    assert there(one.network) == before
    assert keeping.places() == {"other": None}


def test_what_goes_on_elsewhere_comes_back(both: Both) -> None:
    one, keeping = both
    expire(keeping)
    one.sync()
    month(one, keeping)
    month(one, keeping)
    assert keeping.places() == {"other": None}
    put_there(one.network, "lesson", records=1)
    one.sync()
    assert len(one.ids("lesson")) == 3


def test_what_its_user_removes_goes_there_too(both: Both) -> None:
    one, keeping = both
    one.bench.sessions.trash("lesson")
    month(one, keeping)
    assert sorted(there(one.network)) == ["other"]
    assert keeping.places() == {"other": None}


def test_what_the_server_has_lost_stays_here(both: Both) -> None:
    one, keeping = both
    expire(keeping)
    one.sync()
    keeping.passes(9 * DAY)
    run(one, keeping)
    one.network.server.sessions.pop("lesson")
    keeping.passes(31 * DAY)
    report = run(one, keeping)
    assert [(kept.id, kept.why) for kept in report.kept] == [("lesson", "unchecked")]
    assert len(one.ids("lesson")) == 2


def test_records_that_leave_are_had_again(both: Both) -> None:
    one, keeping = both
    keeping.passes(100 * DAY)
    report = keeping.run(evict=True)
    assert sorted(told(report.removed)) == [("evicted", "lesson"), ("evicted", "other")]
    assert one.ids("lesson") == []
    before = there(one.network)
    one.sync()
    assert there(one.network) == before
    one.service.want("lesson")
    one.sync()
    assert len(one.ids("lesson")) == 2
