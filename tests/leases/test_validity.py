"""Is it still mine: one look at the file where nothing has changed, and the database where the file is silent."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.domain.errors import LeaseLost
from tests.fakes import record, session
from tests.store.opened import MINE, Bench, opened


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with opened(tmp_path / "profile") as found:
        for id in ("lesson", "other"):
            found.sessions.create(session(id, learnerKey=MINE), title=id)
        found.living.update({"left", "right"})
        yield found


class Cost:
    """Counts looks at files, files read and statements, while it is told to."""

    def __init__(self, bench: Bench, patch: pytest.MonkeyPatch) -> None:
        self.looks = self.reads = self.statements = 0
        stat, read, run = os.stat, bench.announcement.hints, bench.database.run

        def counted_stat(*args: Any, **options: Any) -> os.stat_result:
            self.looks += 1
            return stat(*args, **options)

        def counted_read() -> Any:
            self.reads += 1
            return read()

        def counted_run(*args: Any, **options: Any) -> Any:
            self.statements += 1
            return run(*args, **options)

        patch.setattr(os, "stat", counted_stat)
        patch.setattr(bench.announcement, "hints", counted_read)
        patch.setattr(bench.database, "run", counted_run)

    def __call__(self) -> tuple[int, int, int]:
        """Looks, reads and statements since the last time."""
        found = self.looks, self.reads, self.statements
        self.looks = self.reads = self.statements = 0
        return found


def test_one_look_while_nothing_changes(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    lease = bench.claims.claim("lesson", "left")
    assert bench.claims.is_valid(lease)
    with monkeypatch.context() as patch:
        cost = Cost(bench, patch)
        for _ in range(5):
            assert bench.claims.is_valid(lease)
            assert cost() == (1, 0, 0)


def test_windows_of_one_process_do_not_make_each_other_read_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, right = bench.claims.claim("lesson", "left"), bench.claims.claim("other", "right")
    assert bench.claims.is_valid(left)
    with monkeypatch.context() as patch:
        cost = Cost(bench, patch)
        for lease in (right, left, right, left):
            assert bench.claims.is_valid(lease)
            assert cost() == (1, 0, 0)


def test_a_claim_elsewhere_costs_one_reading(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    lease = bench.claims.claim("lesson", "left")
    assert bench.claims.is_valid(lease)
    bench.claims.claim("other", "right")
    with monkeypatch.context() as patch:
        cost = Cost(bench, patch)
        assert bench.claims.is_valid(lease)
        assert cost()[1:] == (1, 0)
        assert bench.claims.is_valid(lease)
        assert cost() == (1, 0, 0)


def test_the_loser_knows_at_once_and_so_does_who_takes_it_back(bench: Bench) -> None:
    left = bench.claims.claim("lesson", "left")
    right = bench.claims.claim("lesson", "right")
    assert [bench.claims.is_valid(one) for one in (left, right)] == [False, True]
    back = bench.claims.claim("lesson", "left")
    assert [bench.claims.is_valid(one) for one in (left, right, back)] == [False, False, True]


def test_what_was_let_go_is_not_valid(bench: Bench) -> None:
    lease = bench.claims.claim("lesson", "left")
    bench.claims.release(lease)
    assert not bench.claims.is_valid(lease)
    bench.claims.release(lease)
    assert not bench.claims.is_valid(lease)


def test_a_later_claim_is_believed_and_an_earlier_one_is_not(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file may be behind: written by one who slept while others went on without the lock."""
    lost = bench.claims.claim("lesson", "left")
    behind = bench.announcement.path.read_bytes()
    lease = bench.claims.claim("lesson", "right")
    with monkeypatch.context() as patch:
        cost = Cost(bench, patch)
        assert not bench.claims.is_valid(lost)
        assert cost()[1:] == (1, 0)
    bench.announcement.path.write_bytes(behind)
    assert bench.claims.is_valid(lease)


@pytest.mark.parametrize("end", ["trash", "purge", "end", "append", "forgotten"])
def test_every_way_a_lease_ends_is_noticed(bench: Bench, end: str) -> None:
    lease = bench.claims.claim("lesson", "left")
    assert bench.claims.is_valid(lease)
    if end == "trash":
        bench.sessions.trash("lesson")
    elif end == "purge":
        bench.sessions.purge("lesson")
    elif end == "end":
        assert bench.claims.end("lesson", take_over=True) == lease
    elif end == "append":
        bench.claims.append_unheld("lesson", record(), take_over=True)
    else:
        bench.living.discard("left")
        assert bench.claims.recover() == [lease]
    assert not bench.claims.is_valid(lease)
    assert bench.announcement.read() == {}


def test_without_a_file_or_with_one_that_is_behind_the_database_is_asked(bench: Bench) -> None:
    left = bench.claims.claim("lesson", "left")
    behind = bench.announcement.path.read_bytes()
    right = bench.claims.claim("lesson", "right")
    bench.announcement.path.unlink()
    assert [bench.claims.is_valid(one) for one in (left, right)] == [False, True]
    bench.announcement.path.write_bytes(behind)
    assert bench.claims.is_valid(right)
    # Whoever trusts a file that is behind is still refused where it counts.
    assert bench.claims.is_valid(left)
    with pytest.raises(LeaseLost):
        bench.store.append_record("lesson", record(), lease_token=left.token)
    bench.claims.announce()
    assert not bench.claims.is_valid(left)
