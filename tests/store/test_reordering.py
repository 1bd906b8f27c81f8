"""A history put into any order, or into another session: numbered without gaps, nothing changed and nothing lost."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.runtime import NewRecord
from satchel.domain.validation import parse_record
from satchel.store.reordering import Present, Reordering
from tests.fakes import record, session
from tests.store.opened import MINE, Bench, opened


def present(bench: Bench, session_id: str) -> list[Present]:
    return [Present(one.key, one.id) for one in bench.store.list_records(session_id)]


def told(bench: Bench, session_id: str) -> list[tuple[int, str]]:
    """Numbers and ids; the count a session bears is that of its records."""
    found = [(one.seq, one.id) for one in bench.store.list_records(session_id)]
    assert bench.store.state(session_id).next_seq == len(found)
    return found


def begin(bench: Bench, session_id: str, count: int) -> int:
    bench.sessions.create(session(session_id, learnerKey=MINE), title=session_id)
    for n in range(count):
        bench.store.append_record(session_id, record(f"{session_id}-{n}", session_id))
    return bench.store.state(session_id).key


def test_what_stays_closes_up_when_one_from_its_middle_went_elsewhere(tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as bench:
        lesson, other = begin(bench, "lesson", 3), begin(bench, "other", 0)
        first, middle, last = present(bench, "lesson")
        reordering = Reordering(bench.database)
        with bench.database.transaction():
            reordering.write(other, [middle])
            arriving = parse_record(record("new", "lesson"), "lesson")
            reordering.write(lesson, [first, last, arriving])
        assert told(bench, "lesson") == [(0, "lesson-0"), (1, "lesson-2"), (2, "new")]
        assert told(bench, "other") == [(0, "lesson-1")]


@given(data=st.data(), count=st.integers(0, 6), new=st.integers(0, 3))
def test_any_of_them_in_any_order_in_two_sessions(
    data: st.DataObject, count: int, new: int
) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder) / "profile") as bench,
    ):
        lesson, other = begin(bench, "lesson", count), begin(bench, "other", 1)
        here = present(bench, "lesson")
        gone: list[Present] = data.draw(
            st.lists(st.sampled_from(here), unique=True) if here else st.just([])
        )
        arriving = [parse_record(record(f"n-{n}", "lesson"), "lesson") for n in range(new)]
        stays: list[Present | NewRecord] = data.draw(
            st.permutations([*(one for one in here if one not in gone), *arriving])
        )
        whole = [*present(bench, "other"), *gone]
        reordering = Reordering(bench.database)
        with bench.database.transaction():
            reordering.write(other, whole)
            reordering.write(lesson, stays)
        assert told(bench, "lesson") == [(n, one.id) for n, one in enumerate(stays)]
        assert told(bench, "other") == [(n, one.id) for n, one in enumerate(whole)]
