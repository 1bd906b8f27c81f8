"""Reading records: all, one scene's, a page before a number, the tail."""

from __future__ import annotations

import pytest

from satchel.domain.contracts import RuntimeStore
from satchel.domain.errors import SessionNotFound, ValidationFailed
from tests.contract.reading import ids_of
from tests.fakes import record, session

COUNT = 20


@pytest.fixture(autouse=True)
def _filled(store: RuntimeStore) -> None:
    """Every third record lies in scene "a b/é", every fifth of the others in the nameless scene."""
    store.create_session(session())
    for n in range(COUNT):
        document = record(f"r-{n}", payload=n, createdAt=f"2026-03-02T12:00:{COUNT - n:02d}Z")
        if n % 3 == 0:
            document["sceneId"] = "a b/é"
        elif n % 5 == 0:
            document["sceneId"] = ""
        store.append_record("lesson", document)


def test_all_records_come_in_the_order_of_their_numbers_not_of_their_times(
    store: RuntimeStore,
) -> None:
    found = store.list_records("lesson")
    assert [one.seq for one in found] == list(range(COUNT))
    assert [one.payload for one in found] == list(range(COUNT))


def test_an_empty_session_has_no_records_and_an_absent_one_is_not_found(
    store: RuntimeStore,
) -> None:
    store.create_session(session("empty"))
    assert store.list_records("empty") == []
    for limit in (None, 5):
        with pytest.raises(SessionNotFound):
            store.list_records("ghost", scene_id="x", limit=limit)


@pytest.mark.parametrize(
    ("scene", "expected"),
    [
        ("a b/é", [0, 3, 6, 9, 12, 15, 18]),
        ("", [5, 10]),
        ("a b/e\u0301", []),
        ("A B/É", []),
        ("nowhere", []),
        ("a\0b", []),
    ],
)
def test_one_scene_is_that_scene_and_the_nameless_scene_is_one(
    store: RuntimeStore, scene: str, expected: list[int]
) -> None:
    assert [one.seq for one in store.list_records("lesson", scene_id=scene)] == expected
    for limit in (1, 2, 50):
        last = store.list_records("lesson", scene_id=scene, limit=limit)
        assert [one.seq for one in last] == expected[-limit:]


@pytest.mark.parametrize("limit", [0, 1, 2, 19, 20, 21, 1000])
def test_the_tail_is_the_last_records_in_order(store: RuntimeStore, limit: int) -> None:
    expected = list(range(max(0, COUNT - limit), COUNT))
    assert [one.seq for one in store.list_records("lesson", limit=limit)] == expected


@pytest.mark.parametrize("before", [-1, 0, 1, 7, 19, 20, 21, 2**40])
@pytest.mark.parametrize("limit", [None, 0, 1, 5, 100])
def test_a_page_is_what_lies_just_before_a_number(
    store: RuntimeStore, before: int, limit: int | None
) -> None:
    below = [n for n in range(COUNT) if n < before]
    expected = below if limit is None else below[max(0, len(below) - limit) :]
    found = store.list_records("lesson", before=before, limit=limit)
    assert [one.seq for one in found] == expected


def test_pages_from_the_tail_backwards_are_the_whole(store: RuntimeStore) -> None:
    pages: list[str] = []
    before: int | None = None
    while page := store.list_records("lesson", before=before, limit=6):
        pages = ids_of(page) + pages
        before = page[0].seq
    assert pages == ids_of(store.list_records("lesson"))


def test_a_number_beyond_every_machine_is_only_a_large_one(store: RuntimeStore) -> None:
    everything = store.list_records("lesson")
    assert store.list_records("lesson", before=2**70) == everything
    assert store.list_records("lesson", limit=2**70) == everything
    assert store.list_records("lesson", before=-(2**70)) == []


@pytest.mark.parametrize(("id", "scene"), [("\udcff", None), ("lesson", "\ud83d")], ids=ascii)
def test_half_a_character_names_no_scene_and_no_session(
    store: RuntimeStore, id: str, scene: str | None
) -> None:
    try:
        found = store.list_records(id, scene_id=scene)
    except (SessionNotFound, ValidationFailed) as refused:
        str(refused).encode()
    else:
        assert found == []
