"""The connection to PostgreSQL breaks in the middle of a commit: nothing acknowledged is lost, nothing is doubled."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from satchel.domain.errors import SatchelError, StoreUnavailable
from satchel.domain.runtime import JsonObject
from satchel.store.faults import ConnectionLost
from satchel_server.store import ServerStore
from tests import postgres
from tests.fakes import LATER, record, session
from tests.server.store.cutting import LATE, UNHEARD, UNSENT, Way, way_to
from tests.server.store.opened import LEO, MEI, SCHOOL, served

EITHER = pytest.mark.parametrize("cut", [UNSENT, UNHEARD, LATE])


@dataclass(frozen=True)
class Road:
    store: ServerStore
    way: Way
    aside: ServerStore
    """The same database by a way that is not cut."""

    def state(self) -> tuple[JsonObject, list[JsonObject]]:
        found, records = self.aside.session_with_records(MEI, "lesson")
        return found, [one.to_wire() for one in records]


@pytest.fixture
def road(tmp_path: Path) -> Iterator[Road]:
    with (
        postgres.migrated_database() as url,
        served(url, tmp_path / "mark") as aside,
        way_to(url) as (way, cut_url),
        served(cut_url, tmp_path / "mark") as bench,
    ):
        aside.store.create_session(MEI, session())
        aside.store.append(MEI, "lesson", record("first"))
        bench.store.ping()
        yield Road(bench.store, way, aside.store)


@EITHER
def test_an_append_comes_about_once(road: Road, cut: str) -> None:
    road.way.cuts = [cut]
    found = road.store.append(MEI, "lesson", record("a"))
    assert found.seq == 1
    assert [one["id"] for one in road.state()[1]] == ["first", "a"]
    assert road.way.spent == [cut]


@EITHER
def test_a_guarded_append_that_ends_the_session_comes_about_once(road: Road, cut: str) -> None:
    road.way.cuts = [cut]
    transition: JsonObject = {"status": "completed", "updatedAt": LATER}
    body = record("a", expectedLastSeq=0, sessionTransition=transition)
    assert road.store.append(MEI, "lesson", body).seq == 1
    found, records = road.state()
    assert (found["status"], len(records)) == ("completed", 2)


@EITHER
def test_a_batch_comes_about_once(road: Road, cut: str) -> None:
    road.way.cuts = [cut]
    records = [record(f"b{n}") for n in range(20)]
    found = road.store.append_batch(MEI, "lesson", {"records": list(records), "expectedLastSeq": 0})
    assert [one.seq for one in found] == list(range(1, 21))
    assert len(road.state()[1]) == 21


@EITHER
def test_a_creation_comes_about_once_and_keeps_its_stamp(road: Road, cut: str) -> None:
    road.way.cuts = [cut]
    made = road.store.create_session(MEI, session("new", satchel={"ifNeverDeleted": True}))
    assert road.aside.get_session(MEI, "new") == made


@EITHER
def test_a_change_of_status_is_not_taken_for_another_ones(road: Road, cut: str) -> None:
    road.way.cuts = [cut]
    body: JsonObject = {"status": "archived", "updatedAt": LATER, "expectedLastSeq": 0}
    road.store.set_status(MEI, "lesson", body)
    assert road.state()[0]["status"] == "archived"


@EITHER
def test_a_deletion_and_an_offer_of_titles_come_about(road: Road, cut: str) -> None:
    road.way.cuts = [cut, cut]
    title: JsonObject = {"title": {"value": "T", "rev": 1, "device": "d"}}
    assert road.store.put_satchel(MEI, "lesson", title)["title"] == title["title"]
    road.store.delete_session(MEI, "lesson", expected_last_seq=0)
    assert road.aside.list_partition(MEI, "fractions", "anon:mei") == []


@pytest.mark.parametrize(("cut", "moved"), [(UNSENT, []), (UNHEARD, ["lesson"])])
def test_a_merge_whose_fate_is_unknown_says_so(road: Road, cut: str, moved: list[str]) -> None:
    road.way.cuts = [cut]
    with pytest.raises(ConnectionLost) as lost:
        road.store.merge_learners(SCHOOL, "anon:mei", "anon:leo")
    assert lost.value.fate_unknown
    assert "not known" in lost.value.message
    listed = road.aside.list_partition(LEO, "fractions", "anon:leo")
    assert [one["id"] for one in listed] == moved


def test_it_gives_up_in_the_end_and_says_that_the_fate_is_unknown(road: Road) -> None:
    road.way.cuts = [UNSENT] * 50
    with pytest.raises(ConnectionLost) as lost:
        road.store.append(MEI, "lesson", record("a"))
    assert lost.value.fate_unknown
    assert len(road.way.spent) == 5
    road.way.cuts = []
    assert road.store.append(MEI, "lesson", record("a")).seq == 1


def test_under_load_nothing_is_lost_and_nothing_doubled(road: Road) -> None:
    """Eight writers on one session, every tenth commit cut at random."""
    chance = random.Random(7)
    road.way.cuts = [chance.choice((UNSENT, UNHEARD, LATE, "")) for _ in range(100)]
    acknowledged: list[str] = []
    refused: list[SatchelError] = []

    def write(writer: int) -> None:
        for n in range(15):
            name = f"w{writer}-{n}"
            try:
                road.store.append(MEI, "lesson", record(name))
            except StoreUnavailable as error:
                refused.append(error)
            else:
                acknowledged.append(name)

    in_threads(8, write)
    assert UNSENT in road.way.spent
    assert UNHEARD in road.way.spent
    records = road.state()[1]
    names = [str(one["id"]) for one in records]
    assert len(names) == len(set(names))
    assert set(acknowledged) <= set(names)
    assert [one["seq"] for one in records] == list(range(len(records)))
    assert len(acknowledged) + len(refused) == 120


def in_threads(count: int, work: Callable[[int], None]) -> None:
    failed: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001  # told below
            failed.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
