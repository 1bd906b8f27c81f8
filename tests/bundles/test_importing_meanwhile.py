"""Importing in any order and twice, while things change, and whole or not at all."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from satchel.bundles.importing import Cancelled
from satchel.bundles.outcomes import (
    DELETED,
    FORKED,
    UNCHANGED,
)
from satchel.domain.errors import RecordIdConflict, StoreBusy, ValidationFailed
from satchel.domain.runtime import JsonObject
from satchel.store.staging import STEP
from tests.bundles.arrivals import (
    arriving,
    copy_of,
    hidden,
    histories,
    importer_of,
    names_of,
    stored,
    take,
)
from tests.fakes import record, session
from tests.store.opened import Bench, opened


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with opened(tmp_path / "data") as found:
        yield found


# --- any order, and twice --------------------------------------------------------------------------

PARTED = {
    "lesson": ["ab", "abc", "abx", "abcd"],
    "axb": ["ab", "axb", "axby", "a"],
    "inserted": ["abc", "axbc", "abyc", "axbyc"],
}


@pytest.mark.parametrize("name", PARTED)
@pytest.mark.parametrize("several", [3, 4])
@pytest.mark.parametrize("ids", ["one", "own"])
def test_every_order_ends_with_the_same_longest_histories(
    name: str, several: int, ids: str, tmp_path: Path
) -> None:
    parts = PARTED[name][-several:]
    ends = set()
    with opened(tmp_path) as bench:
        for order in permutations(range(several)):
            for number in order:
                id = "lesson" if ids == "one" else f"copy-{number}"
                take(bench, copy_of(id, parts[number], root="lesson"))
            found = histories(bench)
            before = stored(bench)
            for number in order:
                id = "lesson" if ids == "one" else f"copy-{number}"
                said = take(bench, copy_of(id, parts[number], root="lesson"))
                assert said.outcome == UNCHANGED
            assert stored(bench) == before
            ends.add(frozenset(_longest(found)))
            bench.store.delete_all()
    assert len(ends) == 1


def _longest(found: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    def within(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
        rest = iter(whole)
        return part != whole and all(one in rest for one in part)

    return [one for one in found if not any(within(one, other) for other in found)]


# --- what changes meanwhile ------------------------------------------------------------------------


def test_a_session_that_grows_meanwhile_is_looked_at_again(bench: Bench) -> None:
    take(bench, copy_of("lesson", "a"))
    copy = copy_of("lesson", "ab")
    mine = iter(["mine"])

    def write(number: int) -> None:
        if copy.reads == 2 and number == 1:  # decided, and on its way in
            for id in mine:
                bench.store.append_record("lesson", record(id, payload={"said": id}))

    copy.before = write
    said = take(bench, copy)
    assert (said.outcome, hidden(bench)) == (FORKED, 0)
    assert histories(bench) == [("a", "b"), ("a", "mine")]


def test_a_session_that_never_rests_is_given_up(bench: Bench) -> None:
    take(bench, copy_of("lesson", "a"))
    copy = copy_of("lesson", "ab")
    numbers = iter(range(99))

    def rename(number: int) -> None:
        if number == 1:
            bench.damage("UPDATE runtime_sessions SET history_rev = ?", next(numbers) + 1)

    copy.before = rename
    with pytest.raises(StoreBusy):
        take(bench, copy)
    assert (hidden(bench), names_of(bench, "lesson")) == (0, ["a"])


@pytest.mark.parametrize("purged", [False, True])
def test_a_session_that_is_deleted_meanwhile_stays_so(bench: Bench, purged: bool) -> None:
    take(bench, copy_of("lesson", "a"))
    copy = copy_of("lesson", "ab")

    def delete(number: int) -> None:
        if copy.reads == 2 and number == 0:
            (bench.sessions.purge if purged else bench.sessions.trash)("lesson")

    copy.before = delete
    assert take(bench, copy).outcome == DELETED
    assert (hidden(bench), histories(bench)) == (0, [])


def test_a_relative_that_comes_meanwhile_is_not_overlooked(bench: Bench) -> None:
    copy = copy_of("lesson", "ab")

    def come(number: int) -> None:
        if copy.reads == 1 and number == 1:
            take(bench, copy_of("branch", "abc", root="lesson"))

    copy.before = come
    assert take(bench, copy).outcome == UNCHANGED
    assert (histories(bench), hidden(bench)) == ([("a", "b", "c")], 0)


def test_large_records_are_not_held_together(bench: Bench) -> None:
    documents = [record(f"r{number}") for number in range(40)]
    copy = arriving(session(), documents)

    def grow(number: int) -> None:
        documents[number]["payload"] = "x" * 1024**2
        documents[max(0, number - 30)]["payload"] = ""

    copy.before = grow
    tracemalloc.start()
    take(bench, copy)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 80 * 1024**2
    assert bench.store.state("lesson").next_seq == 40


# --- whole or not at all ---------------------------------------------------------------------------


@pytest.mark.parametrize("here", [None, "r0", "r9"])
def test_cancelling_in_the_middle_leaves_nothing(bench: Bench, here: str | None) -> None:
    if here is not None:
        take(bench, copy_of("lesson", [here]))
    before = stored(bench)
    names = [f"r{number}" for number in range(2 * STEP)]

    def cancel(arrived: int) -> None:
        if arrived >= STEP:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        importer_of(bench).take(copy_of("lesson", names), cancel)
    assert stored(bench) == before


def test_cancelling_while_it_is_compared_leaves_everything_as_it_was(bench: Bench) -> None:
    take(bench, copy_of("lesson", "ab"))
    before = stored(bench)

    def cancel(arrived: int) -> None:
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        importer_of(bench).take(copy_of("lesson", "abc"), cancel)
    assert stored(bench) == before


FAULTS: dict[str, tuple[JsonObject, list[JsonObject], JsonObject | None, type[Exception]]] = {
    "an id twice": (
        session(),
        [record("a"), record("b"), record("a", payload="again")],
        None,
        RecordIdConflict,
    ),
    "a payload its kind forbids": (session(kind="chat"), [record()], None, ValidationFailed),
    "a satchel that is none": (session(), [record()], {"title": 5}, ValidationFailed),
    "another's record": (session(), [record(), record("x", "other")], None, ValidationFailed),
    "no session": (session(status="asleep"), [], None, ValidationFailed),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("far", [False, True])
def test_a_copy_with_a_fault_is_not_taken_in_at_all(bench: Bench, fault: str, far: bool) -> None:
    document, documents, satchel, kind = FAULTS[fault]
    if far and document["kind"] == "playback":
        documents = [*(record(f"far-{number}") for number in range(STEP)), *documents]
    before = stored(bench)
    with pytest.raises(kind):
        take(bench, arriving(document, documents, satchel))
    assert stored(bench) == before
