"""The outcome table: what was deleted here, and what a copy knows better."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.bundles.outcomes import (
    CREATED,
    DELETED,
    EXTENDED,
    RESTORED,
    UNCHANGED,
)
from satchel.domain.satchel_object import field
from tests.bundles.arrivals import (
    arriving,
    copy_of,
    histories,
    names_of,
    preview,
    stored,
    take,
)
from tests.fakes import record, session
from tests.store.opened import MINE, Bench, look, opened


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with opened(tmp_path / "data") as found:
        yield found


# --- deleted and restored --------------------------------------------------------------------------


@pytest.mark.parametrize("delete", ["trash", "purge"])
@pytest.mark.parametrize("arrives", ["abc", "ab", "abcd", "axbc", "abx"])
def test_what_was_deleted_here_comes_back_only_when_chosen(
    bench: Bench, delete: str, arrives: str
) -> None:
    take(bench, copy_of("lesson", "abc"))
    getattr(bench.sessions, delete)("lesson")
    before = stored(bench)
    copy = copy_of("lesson", arrives)
    for said in (preview(bench, copy), take(bench, copy)):
        assert said.outcome == DELETED
    assert stored(bench) == before
    foreseen = preview(bench, copy, include_deleted=True)
    assert stored(bench) == before
    said = take(bench, copy, include_deleted=True)
    assert (said.outcome, foreseen.outcome) == (RESTORED, RESTORED)
    assert (said.session_id, said.adds) == (foreseen.session_id, foreseen.adds)
    assert names_of(bench, said.session_id)[: len(arrives)] == list(arrives) or arrives == "ab"
    assert take(bench, copy).outcome == UNCHANGED
    assert bench.sessions.listing(trash=True).sessions == ()
    assert look(bench.location, "SELECT count(*) FROM tombstones") == [(0,)]


def test_a_relative_in_the_trash_counts_where_it_is_the_same_history(bench: Bench) -> None:
    take(bench, copy_of("branch", "abx", root="lesson"))
    bench.sessions.trash("branch")
    assert take(bench, copy_of("lesson", "ab")).outcome == DELETED
    assert take(bench, copy_of("twig", "abxy", root="lesson")).outcome == DELETED
    assert take(bench, copy_of("twig", "aby", root="lesson")).outcome == CREATED


def test_a_copy_is_restored_whole_though_several_were_deleted(bench: Bench) -> None:
    take(bench, copy_of("lesson", "ab"))
    take(bench, copy_of("branch", "axb", root="other"))
    bench.damage("UPDATE runtime_sessions SET lineage_root = 'lesson' WHERE id = 'branch'")
    for id in ("lesson", "branch"):
        bench.sessions.trash(id)
    said = take(bench, copy_of("lesson", "axbc"), include_deleted=True)
    assert (said.outcome, names_of(bench, said.session_id)) == (RESTORED, list("axbc"))


def test_a_fork_deleted_for_good_stays_so(bench: Bench) -> None:
    take(bench, copy_of("lesson", "abc"))
    fork = take(bench, copy_of("lesson", "abx")).session_id
    bench.sessions.purge(fork)
    copy = copy_of("lesson", "abx")
    assert (take(bench, copy).outcome, histories(bench)) == (DELETED, [("a", "b", "c")])
    again = take(bench, copy, include_deleted=True)
    assert (again.outcome, again.session_id) == (RESTORED, fork)


def test_a_new_session_may_use_the_id_of_a_purged_one(bench: Bench) -> None:
    bench.sessions.create(session(learnerKey=MINE), title="Old")
    bench.sessions.purge("lesson")
    bench.sessions.create(session(learnerKey=MINE), title="New")
    assert take(bench, copy_of("lesson", "")).outcome == UNCHANGED
    assert take(bench, copy_of("lesson", "ab")).outcome == EXTENDED
    assert bench.sessions.summary("lesson").title == "New"


# --- what a copy knows better ----------------------------------------------------------------------


@pytest.mark.parametrize("grows", [False, True])
@pytest.mark.parametrize("version", ["0.1.0", "9.0.0"])
def test_status_only_moves_forward(bench: Bench, grows: bool, version: str) -> None:
    def arrive(names: str, status: str) -> str:
        take(bench, copy_of("lesson", names, status=status, runtimeDslVersion=version))
        return bench.store.get_session("lesson").status

    assert arrive("a", "completed") == "completed"
    assert arrive("ab" if grows else "a", "active") == "completed"
    assert arrive("abc" if grows else "a", "archived") == "archived"
    assert arrive("abcd" if grows else "a", "completed") == "archived"


def test_fields_are_taken_over_by_revision_and_device(bench: Bench) -> None:
    take(bench, copy_of("lesson", "a"))
    later = copy_of("lesson", "a")
    assert later.satchel is not None
    later.satchel |= {
        "title": field("Later", 1, "later"),
        "pinned": field(True, 0, "z"),
        "facts": field([1], 7, "a"),
    }
    assert take(bench, later).outcome == UNCHANGED
    found = bench.sessions.summary("lesson")
    assert (found.title, found.pinned, found.satchel["facts"]) == (
        "Later",
        False,
        field([1], 7, "a"),
    )
    assert bench.identity.next_rev() > 7


def test_a_relative_teaches_nothing(bench: Bench) -> None:
    take(bench, copy_of("lesson", "ab"))
    other = copy_of("branch", "a", root="lesson", status="archived")
    assert other.satchel is not None
    other.satchel |= {"title": field("Other", 99, "z")}
    assert take(bench, other).outcome == UNCHANGED
    assert bench.sessions.summary("lesson").title == "Title of lesson"
    assert bench.store.get_session("lesson").status == "active"


def test_a_newer_version_comes_in_unjudged(bench: Bench) -> None:
    newer = arriving(session(kind="chat", runtimeDslVersion="9.0.0"), [record(payload=1)])
    assert take(bench, newer).outcome == CREATED
    newer.documents = [*newer.documents, record("r-1", payload=None)]
    assert take(bench, newer).outcome == EXTENDED
    assert bench.store.get_session("lesson").runtime_dsl_version == "9.0.0"


def test_others_work_stays_theirs_and_grows_by_copies(bench: Bench) -> None:
    take(bench, copy_of("lesson", "a", learnerKey="anon:somebody"))
    take(bench, copy_of("lesson", "ab", learnerKey="anon:somebody"))
    found = bench.sessions.summary("lesson")
    assert (found.own, found.session.learner_key, found.last_seq) == (False, "anon:somebody", 1)
