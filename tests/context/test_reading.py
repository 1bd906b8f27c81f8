"""How packs read: what follows the pack and not the history, counts that are kept, and records that move meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.context.estimate import EstimateCounter
from satchel.context.packing import packing
from satchel.domain.packs import AUTO, CONDENSED, MEDIUM, SHALLOW, TIERS, Pack, PackRefused
from satchel.store.faults import read_only
from satchel.store.history import Entry, History
from satchel.store.reordering import Present, Reordering
from tests.context.histories import Packs, message, packs_of, talk
from tests.fakes import FakeIds
from tests.store.opened import Bench, look, opened


def pack_of(packs: Packs, name: str, budget: int, tier: str = AUTO) -> Pack:
    return packs.packing.packer.pack(name, budget, tier)


def test_counts_are_kept_and_nothing_waits_for_them(packs: Packs) -> None:
    name = packs.chat("s")
    packs.fill(name, talk(100))
    location = packs.bench.location
    with packs.bench.database.transaction():  # somebody writes: the pack comes all the same
        first = pack_of(packs, name, 500)
    assert look(location, "SELECT count(*) FROM token_counts") == [(0,)]
    assert pack_of(packs, name, 500) == first
    counted = f"FROM token_counts WHERE counter = '{EstimateCounter.cache_name}'"
    kept = look(location, f"SELECT count(*) {counted}")[0][0]
    assert kept >= first.included
    assert pack_of(packs, name, 500) == first
    packs.bench.store.delete_session(name)
    assert look(location, "SELECT count(*) FROM token_counts") == [(0,)]


class Watched(History):
    """Notes how many records are read."""

    read = 0

    def before(self, session_key: int, seq: int, limit: int, counter: str) -> list[Entry]:
        found = super().before(session_key, seq, limit, counter)
        self.read += len(found)
        return found


class Restless(History):
    """While it is read, somebody puts the records in the other order, so many times."""

    def __init__(self, bench: Bench, times: int) -> None:
        super().__init__(bench.database, bench.store)
        self._bench, self._times = bench, times

    def before(self, session_key: int, seq: int, limit: int, counter: str) -> list[Entry]:
        found = super().before(session_key, seq, limit, counter)
        if self._times:
            self._times -= 1
            history = self._bench.store.list_records("s", limit=1000)
            with self._bench.database.transaction():
                Reordering(self._bench.database).write(
                    session_key, [Present(one.key, one.id) for one in reversed(history)]
                )
        return found


@pytest.mark.parametrize("times", [1, 3])
def test_records_that_are_renumbered_meanwhile_are_read_again(packs: Packs, times: int) -> None:
    bench = packs.bench
    packs.fill(packs.chat("s"), [message("user", f"n{number}!") for number in range(300)])
    history = Restless(bench, times)
    made = packing(
        bench.database, bench.store, bench.sessions, FakeIds(), EstimateCounter(), history
    )
    pack = made.packer.pack("s", 20_000, SHALLOW)
    said = [one["content"] for one in pack.messages[1:]]
    assert said == [f"n{number}!" for number in reversed(range(300))]
    assert pack == pack_of(packs, "s", 20_000, SHALLOW)


def test_a_session_that_never_rests_is_refused(packs: Packs) -> None:
    bench = packs.bench
    packs.fill(packs.chat("s"), talk(100))
    history = Restless(bench, 1_000)
    made = packing(
        bench.database, bench.store, bench.sessions, FakeIds(), EstimateCounter(), history
    )
    with pytest.raises(PackRefused, match="Try again"):
        made.packer.pack("s", 20_000, SHALLOW)


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A chat of 100,000 records, and one of 1,000."""
    with opened(tmp_path_factory.mktemp("long") / "profile") as bench:
        packs = packs_of(bench)
        for turns in (500, 50_000):
            packs.fill(packs.chat(str(turns)), talk(turns))
        yield bench


@pytest.mark.parametrize("tier", TIERS)
def test_what_is_read_follows_the_pack_and_not_the_history(long: Bench, tier: str) -> None:
    read, found = [], []
    for name in ("500", "50000"):
        history = Watched(long.database, long.store)
        made = packing(
            long.database, long.store, long.sessions, FakeIds(), EstimateCounter(), history
        )
        found.append(made.packer.pack(name, 2000, tier))
        read.append(history.read)
    assert max(read) <= 500
    assert abs(read[0] - read[1]) <= 48
    assert found[1].included + found[1].condensed + found[1].omitted == 100_000
    assert all(1600 <= pack.tokens <= 1800 for pack in found)


def test_in_a_folder_that_is_only_read(tmp_path: Path) -> None:
    with opened(tmp_path / "p") as bench:
        packs = packs_of(bench)
        packs.fill(packs.chat("s"), talk(30))
        bench.database.only_read(read_only(bench.database.path), at_close=lambda: None)
        assert pack_of(packs, "s", 500) == pack_of(packs, "s", 500)
        assert look(bench.location, "SELECT count(*) FROM token_counts") == [(0,)]
        assert CONDENSED in {part.state for part in pack_of(packs, "s", 500, MEDIUM).parts}
