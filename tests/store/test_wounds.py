"""Databases damaged in every way we can think of: each opens, is salvaged, or is set aside with a sentence."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from satchel.domain.errors import DatabaseDamaged, SatchelError
from satchel.domain.salvaged import Salvaged
from satchel.store.health import check
from satchel.store.opening import Location, open_database
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.salvage.repair import repair
from tests.fakes import FakeClock, FakeIds
from tests.store.wounds import NOTHING_LEFT, ON_FILE, WITH_LOG, Files, Original, contents, fill

SEEDS = 4


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Original:
    return fill(tmp_path_factory.mktemp("original"))


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Original:
    return fill(tmp_path_factory.mktemp("other"), "other")


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("way", ON_FILE)
def test_a_damaged_file(
    tmp_path: Path, original: Original, other: Original, way: str, seed: int
) -> None:
    files = Files(bytearray(original.closed.main))
    ON_FILE[way](files, Random(f"{way} {seed}"), other.closed)
    location = Location(tmp_path / "profile")
    files.write(location)
    flips = 8 if way.startswith(("leaf", "inner", "overflow")) and "lost" not in way else 0
    follow(location, original, files, flips=-1 if way == "pages of another" else flips)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("way", WITH_LOG)
def test_a_damaged_log_or_a_damaged_file_with_its_log(
    tmp_path: Path, original: Original, other: Original, way: str, seed: int
) -> None:
    files = Files(bytearray(original.with_log.main), bytearray(original.with_log.log))
    WITH_LOG[way](files, Random(f"{way} {seed}"), other.with_log)
    location = Location(tmp_path / "profile")
    files.write(location)
    follow(location, original, files, flips=0)


@pytest.mark.parametrize("way", NOTHING_LEFT)
def test_where_nothing_is_left_nothing_is_made_up(
    tmp_path: Path, original: Original, other: Original, way: str
) -> None:
    files = Files(bytearray(original.closed.main))
    ON_FILE[way](files, Random(0), other.closed)
    location = Location(tmp_path / "profile")
    files.write(location)
    with pytest.raises(DatabaseDamaged, match="Nothing could be saved"):
        mend(location)
    assert location.database.read_bytes() == bytes(files.main)
    assert [path.name for path in location.folder.glob("satchel.db*")] == ["satchel.db"]


def follow(location: Location, original: Original, files: Files, *, flips: int) -> None:
    """What happens to the person in front of it: opens, or is told and saves what can be saved."""
    if used_as_ever(location):
        compare(location, original, None, flips)
        saved = mend(location)
        if saved is None:
            return
    else:
        assert list(location.set_aside.glob("*.db"))
        saved, refusal = None, ""
        try:
            saved = mend(location)
        except DatabaseDamaged as nothing:
            refusal = nothing.message
        if saved is None:
            assert refusal.isprintable()
            assert "Nothing could be saved" in refusal
            assert not location.database.exists()
            [aside] = location.set_aside.glob("*.db")
            assert aside.read_bytes() == bytes(files.main)
            return
    assert all(sentence.isprintable() for sentence in saved.sentences())
    compare(location, original, saved, flips)
    assert mend(location) is None
    assert used_as_ever(location)


def used_as_ever(location: Location) -> bool:
    """Whether it opens and every session in it can be read; if not, that is said in a sentence."""
    try:
        database = open_database(location, clock=FakeClock())
    except DatabaseDamaged as told:
        assert_sentence(told)
        return False
    try:
        found = list(check(database))
        assert all(one.message.isprintable() for one in found)
        if not all(one.ok for one in found):
            raise DatabaseDamaged("The doctor found something. Run it.")
        store = SqlRuntimeStore(database)
        for (id,) in database.script("SELECT id FROM runtime_sessions WHERE trashed_at IS NULL"):
            store.list_records(id)
    except SatchelError as told:
        assert_sentence(told)
        database.close()
        location.set_aside.mkdir()
        location.database.rename(location.set_aside / "satchel-by-hand.db")
        for side in location.folder.glob("satchel.db-*"):
            side.rename(location.set_aside / side.name.replace("satchel.db", "satchel-by-hand.db"))
        return False
    database.close()
    return True


def assert_sentence(told: SatchelError) -> None:
    assert told.message.isprintable()
    assert told.message.endswith(".")


def mend(location: Location) -> Salvaged | None:
    return repair(location, clock=FakeClock(), new_id=FakeIds())


def compare(location: Location, original: Original, saved: Salvaged | None, flips: int) -> None:
    """A subset of what was there, in its order, byte by byte; and what is missing is told.

    A byte flipped within a word makes another word, and whole rows of another database make sense: nobody
    can tell. So many differences are allowed; any number where `flips` is negative.
    """
    sessions, records, drafts = contents(location.database)
    revived = set() if saved is None else set(saved.revived)
    assert sessions <= original.sessions | revived or flips < 0
    changed = 0
    for id, rows in records.items():
        before = original.records.get(id)
        if before is None:
            before = next((all for all in original.records.values() if set(rows) <= set(all)), rows)
        changed += len(set(rows) - set(before))
        places = [before.index(row) for row in rows if row in before]
        assert places == sorted(places) or flips
    assert changed <= flips or flips < 0
    assert drafts <= original.drafts or flips
    told = saved is not None and not saved.complete
    if not told:
        missing = original.sessions - sessions
        lost = {
            id
            for id in sessions & original.sessions
            if len(records[id]) < len(original.records[id])
        }
        assert (missing, lost) == (set(), set())
