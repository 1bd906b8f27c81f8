"""Drafts, what has been read, the session opened last, settings and identity."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from satchel.domain.errors import SessionNotFound, ValidationFailed
from satchel.domain.json_value import JsonValue
from tests.domain.strategies import json_values
from tests.fakes import record, session
from tests.store.opened import MINE, Bench, opened


@pytest.fixture(autouse=True)
def _lesson(bench: Bench) -> None:
    bench.sessions.create(session(learnerKey=MINE), title="Halves")


# --- drafts ----------------------------------------------------------------------------------------


def test_a_draft_belongs_to_its_session_and_window(bench: Bench) -> None:
    bench.living.update({"left", "right"})
    bench.sessions.create(session("other", learnerKey=MINE), title="Other")
    bench.marks.save_draft("lesson", "left", "a half is")
    bench.marks.save_draft("lesson", "right", "une moitié 🎓\nest")
    assert bench.marks.take_draft("lesson", "left") == "a half is"
    assert bench.marks.take_draft("lesson", "right") == "une moitié 🎓\nest"
    assert bench.marks.take_draft("lesson", "third") == ""
    assert bench.marks.take_draft("other", "left") == ""
    bench.marks.save_draft("lesson", "left", "a half is one of")
    assert bench.marks.take_draft("lesson", "left") == "a half is one of"


def test_an_empty_text_drops_the_draft(bench: Bench) -> None:
    bench.marks.save_draft("lesson", "left", "a")
    bench.marks.save_draft("lesson", "left", "")
    bench.marks.save_draft("lesson", "left", "")
    assert bench.marks.take_draft("lesson", "left") == ""


def test_the_newest_draft_of_a_dead_window_goes_to_the_next_one(bench: Bench) -> None:
    bench.living.update({"alive", "heir", "late"})
    for window in ("first", "second", "alive"):
        bench.marks.save_draft("lesson", window, f"by {window}")
    assert bench.marks.take_draft("lesson", "heir") == "by second"
    assert bench.marks.take_draft("lesson", "heir") == "by second"
    assert bench.marks.take_draft("lesson", "late") == "by first"
    assert bench.marks.take_draft("lesson", "alive") == "by alive"


def test_a_windows_own_draft_comes_before_newer_ones_of_the_dead(bench: Bench) -> None:
    bench.marks.save_draft("lesson", "own", "mine")
    bench.marks.save_draft("lesson", "dead", "newer")
    assert bench.marks.take_draft("lesson", "own") == "mine"


def test_an_append_drops_the_draft_it_was_in_the_same_step(bench: Bench) -> None:
    bench.living.update({"left", "right"})
    for window in ("left", "right"):
        bench.marks.save_draft("lesson", window, window)
    with pytest.raises(ValidationFailed):
        bench.store.append_record("lesson", record(createdAt="never"), drop_draft_of="left")
    assert bench.marks.take_draft("lesson", "left") == "left"
    bench.store.append_record("lesson", record(), drop_draft_of="left")
    assert bench.marks.take_draft("lesson", "left") == ""
    assert bench.marks.take_draft("lesson", "right") == "right"


@pytest.mark.parametrize("text", ["a\ud83d", "\udcff"], ids=ascii)
def test_half_a_character_in_a_draft_is_refused_in_words(bench: Bench, text: str) -> None:
    bench.marks.save_draft("lesson", "left", "before")
    with pytest.raises(ValidationFailed) as refused:
        bench.marks.save_draft("lesson", "left", text)
    refused.value.message.encode()
    assert bench.marks.take_draft("lesson", "left") == "before"


def test_there_is_no_draft_without_a_session(bench: Bench) -> None:
    with pytest.raises(SessionNotFound):
        bench.marks.save_draft("ghost", "left", "text")
    with pytest.raises(SessionNotFound):
        bench.marks.take_draft("ghost", "left")


# --- read and opened ---------------------------------------------------------------------------------


def test_what_was_read_is_counted_and_never_goes_back(bench: Bench) -> None:
    found = [bench.store.append_record("lesson", record(f"r-{n}")) for n in range(5)]
    assert bench.sessions.summary("lesson").unread == 5
    bench.marks.mark_read("lesson", found[2].key)
    assert bench.sessions.summary("lesson").unread == 2
    for lower in (found[0].key, -1, 10**9, 2**63 - 1):
        bench.marks.mark_read("lesson", lower)
        assert bench.sessions.summary("lesson").unread == 2
    bench.marks.mark_read("lesson", found[4].key)
    assert bench.sessions.summary("lesson").unread == 0
    bench.store.append_record("lesson", record("new"))
    assert bench.sessions.summary("lesson").unread == 1


def test_a_record_of_another_session_marks_nothing_as_read(bench: Bench) -> None:
    bench.sessions.create(session("other", learnerKey=MINE), title="Other")
    bench.store.append_record("lesson", record())
    for n in range(4):
        last = bench.store.append_record("other", record(f"r-{n}", "other"))
    bench.marks.mark_read("lesson", last.key)
    assert bench.sessions.summary("lesson").unread == 1
    bench.marks.mark_read("ghost", last.key)


def test_the_session_opened_last_is_remembered_while_it_is_there(bench: Bench) -> None:
    assert bench.marks.last_opened() is None
    bench.marks.note_opened("lesson")
    assert bench.marks.last_opened() == "lesson"
    assert bench.sessions.summary("lesson").last_opened_at is not None
    bench.sessions.trash("lesson")
    assert bench.marks.last_opened() is None
    bench.sessions.restore("lesson")
    bench.marks.note_opened("lesson")
    bench.sessions.purge("lesson")
    assert bench.marks.last_opened() is None


# --- settings and identity -----------------------------------------------------------------------------


def test_a_setting_keeps_any_json(tmp_path: Path) -> None:
    with opened(tmp_path / "other") as bench:

        @given(json_values)
        def kept(value: JsonValue) -> None:
            bench.settings.set("it", value)
            assert repr(bench.settings.get("it", "default")) == repr(value)

        kept()
        assert bench.settings.get("never set") is None
        assert bench.settings.get("never set", 5) == 5


@pytest.mark.parametrize("stored", ["CAST(X'ff' AS TEXT)", "'{'", "X'ff'", "'\"half'", "''"])
def test_a_setting_that_cannot_be_read_counts_as_not_set(bench: Bench, stored: str) -> None:
    bench.settings.set("it", 1)
    bench.damage("UPDATE settings SET value = " + stored)
    assert bench.settings.get("it", "default") == "default"
    bench.sessions.listing()
    bench.settings.set("it", 2)
    assert bench.settings.get("it") == 2


def test_an_identity_is_minted_once(tmp_path: Path) -> None:
    with opened(tmp_path / "twice") as bench:
        first = bench.identity.device(), bench.identity.own_keys()
        bench.identity.mint()
        bench.identity.add_own_key("user:42")
        bench.identity.add_own_key("user:42")
    with opened(tmp_path / "twice") as bench:
        assert (bench.identity.device(), bench.identity.own_keys()[:1]) == first
        assert bench.identity.own_keys() == (*first[1], "user:42")
        for bad in ("", "..", "\ud800"):
            with pytest.raises(ValidationFailed):
                bench.identity.add_own_key(bad)
