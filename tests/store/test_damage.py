"""Rows damaged behind the store's back: left out of lists and reported, loud when read directly."""

from __future__ import annotations

import dataclasses

import pytest

from satchel.domain.contracts import SessionSummary
from satchel.domain.errors import CorruptRow, SatchelError
from satchel.domain.validation import damage_of
from satchel.store.faults import ConstraintBroken
from tests.fakes import LATER, record, session
from tests.store.opened import MINE, Bench

GARBAGE = (
    "'abc'",
    "X'ff00'",
    "CAST(X'61ff' AS TEXT)",
    '\'{"title":{"value":5}}\'',
    '\'{"title":{"value":"x"}}\'',
    "'[1]'",
    "'{'",
    "-5",
    "1.5",
    "''",
)
COLUMNS = (
    "id",
    "kind",
    "stage_id",
    "learner_key",
    "status",
    "created_at",
    "created_instant",
    "updated_at",
    "runtime_dsl_version",
    "envelope",
    "next_seq",
    "history_rev",
    "activity_at",
    "activity_instant",
    "satchel",
    "title",
    "pinned",
    "expires_at",
    "lineage_root",
    "last_opened_at",
    "read_key",
    "read_count",
    "trashed_at",
    "trash_reason",
    "hidden",
    "stub",
    "detached",
    "lease_token",
    "lease_window",
    "lease_epoch",
    "incarnation",
)
CERTAIN = {
    "status": "unknown status",
    "created_at": "not a time",
    "updated_at": "not a time",
    "activity_at": "not a time",
    "next_seq": "not a number",
    "satchel": "JSON",
    "envelope": "JSON",
}


@pytest.fixture(autouse=True)
def _sessions(bench: Bench) -> None:
    for id in ("victim", "whole"):
        document = session(id, learnerKey=MINE, note={"kept": True})
        bench.sessions.create(document, title=id)
        bench.store.append_record(id, record(of=id))


@pytest.mark.parametrize("column", CERTAIN)
def test_a_damaged_row_is_left_out_of_lists_and_reported(bench: Bench, column: str) -> None:
    bench.damage(f"UPDATE runtime_sessions SET {column} = 'abc' WHERE id = 'victim'")
    listing = bench.sessions.listing()
    assert [one.id for one in listing.sessions] == ["whole"]
    assert [one.id for one in listing.damaged] == ["victim"]
    assert CERTAIN[column] in listing.damaged[0].reason
    assert [one.id for one in bench.store.list_sessions("fractions", MINE)] == ["whole"]
    with pytest.raises(CorruptRow) as loud:
        bench.store.get_session("victim")
    assert CERTAIN[column] in loud.value.message
    with pytest.raises(CorruptRow):
        bench.sessions.summary("victim")


@pytest.mark.parametrize("column", COLUMNS)
def test_no_damage_of_one_session_hides_or_breaks_another(bench: Bench, column: str) -> None:
    bench.identity.add_own_key("anon:victim")
    for n, garbage in enumerate(GARBAGE):
        id = f"victim {n}"
        bench.sessions.create(session(id, learnerKey="anon:victim"), title="")
        bench.damage(f"UPDATE runtime_sessions SET {column} = {garbage} WHERE id = '{id}'")
        shown, trashed = bench.sessions.listing(), bench.sessions.listing(trash=True)
        assert "whole" in [one.id for one in shown.sessions]
        for summary in shown.sessions + trashed.sessions:
            assert_typed(summary)
        bench.store.list_sessions("fractions", "anon:victim")
        assert_every_call_answers_in_words(bench, id)
        bench.damage("DELETE FROM runtime_sessions WHERE id <> 'whole'")


def assert_every_call_answers_in_words(bench: Bench, id: str) -> None:
    for call in (
        lambda: bench.store.get_session(id),
        lambda: bench.sessions.summary(id),
        lambda: bench.store.append_record(id, record("r-1", id)),
        lambda: bench.store.set_status(id, "completed", LATER),
        lambda: bench.sessions.pin(id, True),
        lambda: bench.claims.claim(id, "window"),
        lambda: bench.sessions.trash(id),
        lambda: bench.store.merge_learners("anon:victim", "user:42"),
        lambda: bench.sessions.purge(id),
    ):
        refusal: SatchelError | None = None
        try:
            call()
        except SatchelError as told:
            refusal = told
        assert not isinstance(refusal, ConstraintBroken)
        assert refusal is None or refusal.message.isprintable()


def assert_typed(summary: SessionSummary) -> None:
    """What a window shows must be what its type says."""
    for part in dataclasses.fields(summary):
        value = getattr(summary, part.name)
        kinds: dict[str, type | tuple[type, ...]] = {
            "str": str,
            "bool": bool,
            "int": int,
            "int | None": (int, type(None)),
            "str | None": (str, type(None)),
        }
        if isinstance(part.type, str) and part.type in kinds:
            assert isinstance(value, kinds[part.type]), part.name


def test_a_damaged_session_can_be_deleted(bench: Bench) -> None:
    bench.damage("UPDATE runtime_sessions SET created_at = 'abc' WHERE id = 'victim'")
    bench.sessions.purge("victim")
    assert bench.sessions.listing().damaged == ()


RECORD_DAMAGE = {
    "payload": ["'{'", "X'ff'", "CAST(X'22ff22' AS TEXT)", "''"],
    "envelope": ["'[1]'", "'{'", "X'ff'"],
    "created_at": ["'yesterday'", "X'ff'", "''"],
    "scene_id": ["X'ff'"],
    "sub_anchor": ["X'ff'"],
}


@pytest.mark.parametrize(
    ("column", "value"),
    [(column, value) for column, values in RECORD_DAMAGE.items() for value in values],
)
def test_a_damaged_record_does_not_hide_the_others_and_says_so(
    bench: Bench, column: str, value: str
) -> None:
    for n in (1, 2):
        bench.store.append_record("whole", record(f"r-{n}", "whole"))
    bench.damage(f"UPDATE runtime_records SET {column} = {value} WHERE id = 'r-1'")
    for found in (bench.store.list_records("whole"), bench.store.list_records("whole", limit=9)):
        assert [(one.seq, one.id) for one in found] == [(0, "r-0"), (1, "r-1"), (2, "r-2")]
        assert damage_of(found[0]) is None
        assert damage_of(found[2]) is None
        assert damage_of(found[1])
    assert bench.store.append_record("whole", record("r-3", "whole")).seq == 3


def test_numbers_out_of_step_are_told_as_damage(bench: Bench) -> None:
    bench.damage("UPDATE runtime_sessions SET next_seq = 0 WHERE id = 'victim'")
    with pytest.raises(CorruptRow):
        bench.store.append_record("victim", record("r-1", "victim"))
    assert len(bench.store.list_records("victim")) == 1


def test_a_repeat_of_a_record_that_is_damaged_is_an_error_in_words(bench: Bench) -> None:
    bench.damage("UPDATE runtime_records SET payload = '{'")
    with pytest.raises(SatchelError) as told:
        bench.store.append_record("victim", record(of="victim"))
    assert told.value.message.isprintable()


def test_a_damaged_identity_is_not_silently_replaced(bench: Bench) -> None:
    """Minting another key would turn the learner's own work into somebody else's."""
    bench.damage("UPDATE settings SET value = '{' WHERE name = 'learnerKeys'")
    told = None
    try:
        bench.identity.mint()
    except SatchelError as refused:
        told = refused.message
    assert told or bench.sessions.summary("whole").own
