"""The outcome table, row by row: what is new, longer, or parted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.bundles.outcomes import (
    CREATED,
    DELETED,
    EXTENDED,
    FORKED,
    RESTORED,
    UNCHANGED,
)
from satchel.domain.merge import fork_id
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import field
from satchel.store.staging import STEP
from tests.bundles.arrivals import (
    Arriving,
    arriving,
    copy_of,
    evict,
    hidden,
    histories,
    importer_of,
    names_of,
    preview,
    stored,
    take,
)
from tests.fakes import LATER, record, session
from tests.store.opened import Bench, opened


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with opened(tmp_path / "data") as found:
        yield found


def keys(bench: Bench, id: str) -> dict[str, int]:
    return {one.id: one.key for one in bench.store.list_records(id)}


# --- created and unchanged -------------------------------------------------------------------------


def test_what_is_new_here_is_created_as_it_was_and_read_once(bench: Bench) -> None:
    copy = copy_of("lesson", "abc", status="completed", note=[1], updatedAt=LATER)
    said = take(bench, copy)
    assert (said.outcome, said.session_id, said.records, said.adds) == (CREATED, "lesson", 3, 3)
    assert copy.reads == 1
    found = bench.sessions.summary("lesson")
    assert found.satchel == copy.satchel
    assert (found.last_seq, found.unread, found.own, found.title) == (
        2,
        0,
        False,
        "Title of lesson",
    )
    assert bench.store.get_session("lesson").to_wire() == {
        **copy.document,
        "runtimeDslVersion": "0.1.0",
    }
    wires = [one.to_wire() for one in bench.store.list_records("lesson")]
    expected = [{**one, "seq": seq} for seq, one in enumerate(copy.documents)]
    assert [{**one} for one in wires] == expected


def test_a_preview_says_what_then_happens_and_writes_nothing(bench: Bench) -> None:
    copy = copy_of("lesson", "abc")
    before = stored(bench)
    said = preview(bench, copy)
    assert stored(bench) == before
    assert take(bench, copy) == said


@pytest.mark.parametrize("part", ["abc", "ab", "ac", "b", ""])
def test_what_is_contained_changes_nothing(bench: Bench, part: str) -> None:
    take(bench, copy_of("lesson", "abc"))
    before = stored(bench)
    copy = copy_of("lesson", part)
    for said in (preview(bench, copy), take(bench, copy)):
        assert (said.outcome, said.session_id, said.adds) == (UNCHANGED, "lesson", 0)
    assert stored(bench) == before


def test_everything_of_a_lineage_is_looked_at(bench: Bench) -> None:
    take(bench, copy_of("branch", "abx", root="lesson"))
    assert take(bench, copy_of("lesson", "ab")).session_id == "branch"
    assert take(bench, copy_of("twig", "ax", root="lesson")).outcome == UNCHANGED
    assert histories(bench) == [("a", "b", "x")]


def test_a_chat_without_a_title_is_called_after_its_first_question(bench: Bench) -> None:
    said: JsonObject = {"role": "user", "content": "What is a half?"}
    take(bench, arriving(session(kind="chat"), [record(payload=said)]))
    assert bench.sessions.summary("lesson").title == "What is a half?"


def test_a_damaged_row_of_the_id_is_left_alone_and_the_copy_comes_beside_it(bench: Bench) -> None:
    take(bench, copy_of("lesson", "ab"))
    bench.damage("UPDATE runtime_sessions SET satchel = '{' WHERE id = 'lesson'")
    said = take(bench, copy_of("lesson", "ab"))
    assert (said.outcome, said.session_id != "lesson") == (FORKED, True)
    assert names_of(bench, said.session_id) == ["a", "b"]


def test_a_damaged_record_here_is_like_no_other(bench: Bench) -> None:
    take(bench, copy_of("lesson", "ab"))
    bench.damage("UPDATE runtime_records SET payload = '{' WHERE id = 'b'")
    said = take(bench, copy_of("lesson", "ab"))
    assert (said.outcome, said.common) == (FORKED, 1)
    assert take(bench, copy_of("lesson", "ab")).outcome == UNCHANGED


# --- extended --------------------------------------------------------------------------------------


def test_a_longer_copy_extends_at_the_end(bench: Bench) -> None:
    take(bench, copy_of("lesson", "ab"))
    before, rev = keys(bench, "lesson"), bench.store.state("lesson").history_rev
    copy = copy_of("lesson", "abcd", updatedAt=LATER)
    for said in (preview(bench, copy), take(bench, copy)):
        assert (said.outcome, said.session_id, said.records, said.adds) == (
            EXTENDED,
            "lesson",
            4,
            2,
        )
    assert names_of(bench, "lesson") == list("abcd")
    assert keys(bench, "lesson").items() >= before.items()
    assert bench.store.state("lesson").history_rev == rev + 1
    assert (bench.sessions.summary("lesson").last_seq, hidden(bench)) == (3, 0)
    mine = bench.store.append_record("lesson", record("next"))
    assert mine.seq == 4


@pytest.mark.parametrize("longer", ["xaybz", "axb", "xab", "aybxz"])
def test_a_copy_with_more_in_the_middle_renumbers(bench: Bench, longer: str) -> None:
    take(bench, copy_of("lesson", "ab"))
    before, rev = keys(bench, "lesson"), bench.store.state("lesson").history_rev
    said = take(bench, copy_of("lesson", longer))
    assert (said.outcome, said.adds) == (EXTENDED, len(longer) - 2)
    assert names_of(bench, "lesson") == list(longer)
    assert [one.seq for one in bench.store.list_records("lesson")] == list(range(len(longer)))
    assert keys(bench, "lesson").items() >= before.items()
    assert bench.store.state("lesson").history_rev == rev + 1
    assert hidden(bench) == 0


def test_ones_own_spelling_stays_where_only_numbers_differ(bench: Bench) -> None:
    take(bench, arriving(session(), [record("a", payload=1)]))
    copy = arriving(session(), [record("x"), record("a", payload=1.0), record("b")])
    assert take(bench, copy).outcome == EXTENDED
    assert [one.payload_text for one in bench.store.list_records("lesson")][1] == "1"


def test_the_longest_of_several_is_extended(bench: Bench) -> None:
    take(bench, copy_of("lesson", "ab"))
    take(bench, copy_of("branch", "axyz", root="lesson"))
    said = take(bench, copy_of("twig", "axyzb", root="lesson"))
    assert (said.outcome, said.session_id) == (EXTENDED, "branch")
    assert histories(bench) == [("a", "b"), ("a", "x", "y", "z", "b")]


def test_steps_are_small_whatever_comes(bench: Bench) -> None:
    names = [f"r{number}" for number in range(STEP + 5)]
    told: list[int] = []
    importer_of(bench).take(copy_of("lesson", names), told.append)
    assert (told[0], told[-1], told == sorted(told)) == (0, STEP + 5, True)
    assert len(told) == 3
    assert names_of(bench, "lesson") == names
    more = ["first", *names]
    assert take(bench, copy_of("lesson", more)).adds == 1
    assert names_of(bench, "lesson") == more


def test_a_stub_is_filled_by_a_copy_of_the_same_id(bench: Bench) -> None:
    take(bench, copy_of("lesson", "abc"))
    evict(bench, "lesson")
    copy = copy_of("lesson", "abx")
    for said in (preview(bench, copy), take(bench, copy)):
        assert (said.outcome, said.adds) == (EXTENDED, 3)
    assert names_of(bench, "lesson") == list("abx")
    state = bench.store.state("lesson")
    assert (state.stub, state.next_seq) == (False, 3)
    assert take(bench, copy).outcome == UNCHANGED


def test_a_stub_is_not_filled_by_its_relatives(bench: Bench) -> None:
    take(bench, copy_of("lesson", "abc"))
    evict(bench, "lesson")
    assert take(bench, copy_of("branch", "abx", root="lesson")).session_id == "branch"
    assert bench.store.state("lesson").stub
    assert take(bench, copy_of("lesson", "")).outcome == UNCHANGED


def test_a_stub_in_the_trash_is_deleted_like_anything_else(bench: Bench) -> None:
    take(bench, copy_of("lesson", "abc"))
    evict(bench, "lesson")
    bench.sessions.trash("lesson")
    assert take(bench, copy_of("lesson", "abc")).outcome == DELETED
    assert take(bench, copy_of("lesson", "abc"), include_deleted=True).outcome == RESTORED
    assert names_of(bench, "lesson") == list("abc")


# --- forked ----------------------------------------------------------------------------------------


def test_what_parts_comes_beside_under_the_id_of_its_fork(bench: Bench) -> None:
    take(bench, copy_of("lesson", "abc"))
    copy = copy_of("lesson", "abxy")
    copy.provenance = {"bundle": "b-1", "exportedAt": LATER, "device": "elsewhere"}
    expected = fork_id("lesson", "x", {**without_place(copy.documents[2])})
    for said in (preview(bench, copy), take(bench, copy)):
        assert (said.outcome, said.session_id, said.common) == (FORKED, expected, 2)
    assert names_of(bench, expected) == list("abxy")
    assert names_of(bench, "lesson") == list("abc")
    satchel = bench.sessions.summary(expected).satchel
    assert satchel["lineage"] == {"root": "lesson", "parent": "lesson"}
    assert satchel["provenance"] == copy.provenance
    title = satchel["title"]
    assert isinstance(title, dict)
    assert title == field("Title of lesson", 2, bench.identity.device())
    assert take(bench, copy).session_id == expected
    longer = take(bench, copy_of("lesson", "abxyz"))
    assert (longer.outcome, longer.session_id) == (EXTENDED, expected)


def without_place(document: JsonObject) -> JsonObject:
    return {name: part for name, part in document.items() if name not in ("seq", "sessionId")}


def test_what_parts_keeps_its_own_id_where_that_is_free(bench: Bench) -> None:
    take(bench, copy_of("lesson", "abc"))
    copy = copy_of("branch", "abx", root="lesson")
    said = take(bench, copy)
    assert (said.outcome, said.session_id, said.common) == (FORKED, "branch", 2)
    assert bench.sessions.summary("branch").satchel == copy.satchel


def test_one_id_with_other_content_parts(bench: Bench) -> None:
    take(bench, copy_of("lesson", ["a", "b"]))
    said = take(bench, copy_of("lesson", ["a", "b=2", "c"]))
    assert (said.outcome, said.common) == (FORKED, 1)
    assert histories(bench) == [("a", "b"), ("a", "b=2", "c")]
    assert take(bench, copy_of("lesson", ["a", "b=3"])).outcome == FORKED
    assert len(histories(bench)) == 3


def test_the_nearest_relative_names_the_fork(bench: Bench) -> None:
    take(bench, copy_of("lesson", "abc"))
    take(bench, copy_of("branch", "abxy", root="lesson"))
    copy = copy_of("lesson", "abxz")
    said = take(bench, copy)
    content = without_place(copy.documents[3])
    assert (said.session_id, said.common) == (fork_id("branch", "z", content), 3)
    assert bench.sessions.summary(said.session_id).satchel["lineage"] == {
        "root": "lesson",
        "parent": "branch",
    }


def test_a_fork_whose_id_a_stub_has_takes_another(bench: Bench) -> None:
    take(bench, copy_of("lesson", "abc"))
    first = take(bench, copy_of("lesson", "abx"))
    evict(bench, first.session_id)
    second = take(bench, copy_of("lesson", "abx"))
    assert (second.outcome, second.session_id != first.session_id) == (FORKED, True)
    assert take(bench, copy_of("lesson", "abx")).outcome == UNCHANGED


def test_another_kind_under_the_same_id_is_no_relative(bench: Bench) -> None:
    take(bench, copy_of("lesson", "abc"))
    said = take(bench, copy_of("lesson", "abc", kind="discussion"))
    assert (said.outcome, said.common) == (FORKED, 0)
    assert take(bench, copy_of("lesson", "abc", kind="discussion")).outcome == UNCHANGED


def attempt(id: str, names: str) -> Arriving:
    payload: JsonObject = {"phase": "draft", "answers": {}}
    documents = [record(name, id, payload=payload) for name in names]
    return Arriving(session(id, kind="quizAttempt"), documents)


def test_attempts_are_not_mixed(bench: Bench) -> None:
    assert take(bench, attempt("quiz", "abc")).outcome == CREATED
    assert take(bench, attempt("quiz", "ab")).outcome == UNCHANGED
    assert take(bench, attempt("quiz", "abcd")).outcome == EXTENDED
    assert take(bench, attempt("quiz", "ac")).outcome == FORKED
    assert take(bench, attempt("quiz", "axbcd")).outcome == FORKED
    ids = [one.id for one in bench.sessions.listing().sessions]
    assert sorted("".join(one.id for one in bench.store.list_records(id)) for id in ids) == [
        "abcd",
        "ac",
        "axbcd",
    ]
