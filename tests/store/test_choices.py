"""What stays of a choice: brought back, deleted for good, moved aside because its id has a new owner."""

from __future__ import annotations

import pytest

from satchel.domain.runtime import JsonObject
from satchel.store.choices import Choices, Marks
from satchel.store.local_sessions import EXPIRED, GONE
from satchel.store.sync_book import SyncBook
from tests.bundles.arrivals import copy_of, names_of, take
from tests.fakes import record, session
from tests.store.opened import MINE, Bench

ADDRESS = "https://school.example"


def begin(bench: Bench, id: str, *names: str) -> None:
    bench.sessions.create(session(id, learnerKey=MINE), title=f"Title of {id}")
    said: list[JsonObject] = [record(name, id, payload={"said": name}) for name in names]
    bench.store.append_records(id, said)


def move_aside(bench: Bench, id: str) -> str:
    """What a pull does to a session in the trash whose id has come to mean another one."""
    bench.sessions.trash(id, GONE)
    book = SyncBook.open(bench.database, ADDRESS, MINE)
    with bench.database.transaction():
        trashed = book.find_in_trash(id)
        assert trashed is not None
        book.set_id(trashed.key, f"{id}-aside", former=id)
    return f"{id}-aside"


def marks(bench: Bench, id: str) -> Marks:
    return Choices(bench.database).marks(bench.store.state(id).key)


@pytest.mark.parametrize(("reason", "owed"), [("user", True), (GONE, False), (EXPIRED, False)])
def test_only_what_its_user_deleted_is_owed_to_servers(
    bench: Bench, reason: str, owed: bool
) -> None:
    book = SyncBook.open(bench.database, ADDRESS, MINE)
    begin(bench, "lesson", "a", "b")
    bench.sessions.trash("lesson", reason)
    bench.sessions.purge("lesson")
    tomb = book.tomb("lesson")
    assert tomb is not None
    assert (tomb.owed, tomb.rests, sorted(tomb.known)) == (owed, reason == EXPIRED, ["a", "b"])
    assert book.owed() == (["lesson"] if owed else [])


def test_each_server_is_told_once(bench: Bench) -> None:
    first = SyncBook.open(bench.database, ADDRESS, MINE)
    second = SyncBook.open(bench.database, "https://other.example", MINE)
    begin(bench, "lesson", "a")
    bench.sessions.purge("lesson")
    with bench.database.transaction():
        first.spend("lesson")
    assert (first.owed(), second.owed()) == ([], ["lesson"])


def test_an_older_copy_does_not_cancel_what_is_owed(bench: Bench) -> None:
    book = SyncBook.open(bench.database, ADDRESS, MINE)
    begin(bench, "lesson", "old")
    aside = move_aside(bench, "lesson")
    begin(bench, "lesson", "new")
    bench.sessions.trash("lesson")
    bench.sessions.purge("lesson")
    bench.sessions.purge(aside)
    tomb = book.tomb("lesson")
    assert tomb is not None
    assert (tomb.owed, sorted(tomb.known)) == (True, ["new"])


def test_restoring_forgets_the_deletion_and_is_a_choice(bench: Bench) -> None:
    begin(bench, "lesson", "a")
    bench.sessions.trash("lesson")
    bench.sessions.restore("lesson")
    assert marks(bench, "lesson") == Marks(revive=True)
    bench.sessions.trash("lesson")
    assert marks(bench, "lesson") == Marks()


def test_what_was_moved_aside_gets_its_id_back_where_that_is_free(bench: Bench) -> None:
    begin(bench, "lesson", "old")
    aside = move_aside(bench, "lesson")
    assert bench.sessions.restore(aside).id == "lesson"
    assert names_of(bench, "lesson") == ["old"]


def test_two_in_the_trash_change_places(bench: Bench) -> None:
    begin(bench, "lesson", "old")
    aside = move_aside(bench, "lesson")
    begin(bench, "lesson", "new")
    bench.sessions.trash("lesson")
    assert bench.sessions.restore(aside).id == "lesson"
    assert names_of(bench, "lesson") == ["old"]
    assert names_of(bench, aside) == ["new"]
    assert bench.sessions.former_ids() == {aside: "lesson"}


def test_where_its_id_has_a_new_owner_it_returns_as_a_fork(bench: Bench) -> None:
    begin(bench, "lesson", "old")
    aside = move_aside(bench, "lesson")
    begin(bench, "lesson", "new")
    back = bench.sessions.restore(aside)
    assert back.id not in ("lesson", aside)
    assert back.title == "Title of lesson"
    assert names_of(bench, back.id) == ["old"]
    assert names_of(bench, "lesson") == ["new"]
    assert marks(bench, back.id).revive


def test_where_its_new_owner_has_all_of_it_nothing_is_there_twice(bench: Bench) -> None:
    begin(bench, "lesson", "old")
    aside = move_aside(bench, "lesson")
    begin(bench, "lesson", "old", "new")
    assert bench.sessions.restore(aside).id == "lesson"
    assert [one.id for one in bench.sessions.listing().sessions] == ["lesson"]


def test_a_chosen_import_cancels_the_deletion_and_knows_what_was_sent(bench: Bench) -> None:
    book = SyncBook.open(bench.database, ADDRESS, MINE)
    begin(bench, "lesson", "a", "b")
    bench.sessions.purge("lesson")
    stick = copy_of("lesson", ["a", "b"], learnerKey=MINE)
    assert take(bench, stick).outcome == "deleted"
    assert take(bench, stick, include_deleted=True).outcome == "restored"
    assert (book.owed(), book.tomb("lesson")) == ([], None)
    kept = book.find("lesson")
    assert kept is not None
    assert (kept.revive, kept.known, kept.numbers) == (True, False, {"a": None, "b": None})


def test_a_stub_that_a_file_filled_is_pulled_before_it_is_pushed(bench: Bench) -> None:
    book = SyncBook.open(bench.database, ADDRESS, MINE)
    begin(bench, "lesson", "a", "b")
    with bench.database.transaction():
        kept = book.find("lesson")
        assert kept is not None
        kept.known, kept.tail, kept.base = True, 1, "active"
        book.write_numbers(kept, {"a": 0, "b": 1})
        book.evict(kept)
    assert bench.sessions.summary("lesson").stub
    assert take(bench, copy_of("lesson", ["a", "b", "c"], learnerKey=MINE)).outcome == "extended"
    kept = book.find("lesson")
    assert kept is not None
    assert (kept.wanted, kept.known, kept.numbers) == (True, True, {"a": 0, "b": 1})
    assert [one.id for one in kept.unsent()] == ["c"]
