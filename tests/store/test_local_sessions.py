"""A profile's own sessions: lists, titles, trash."""

from __future__ import annotations

import pytest

from satchel.domain.errors import (
    ReadOnlySession,
    SessionNotFound,
    SessionTrashed,
    ValidationFailed,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import field
from tests.bundles.arrivals import arriving, take
from tests.fakes import LATER, NOON, record, session
from tests.store.opened import MINE, Bench, look


def mine(id: str = "lesson", **members: JsonValue) -> JsonObject:
    return session(id, learnerKey=MINE, **members)


def copies(count: int, of: str = "lesson") -> list[JsonObject]:
    return [record(f"r-{n}", of, payload=n) for n in range(count)]


def revs(bench: Bench, id: str = "lesson") -> dict[str, tuple[object, object]]:
    satchel = bench.sessions.summary(id).satchel
    fields = {name: part for name, part in satchel.items() if isinstance(part, dict)}
    return {name: (part["rev"], part["device"]) for name, part in fields.items() if "rev" in part}


def shown(bench: Bench) -> list[str]:
    return [one.id for one in bench.sessions.listing().sessions]


def trashed(bench: Bench) -> list[str]:
    return [one.id for one in bench.sessions.listing(trash=True).sessions]


# --- lists -----------------------------------------------------------------------------------------


def test_a_new_session_is_listed_as_the_profiles_own(bench: Bench) -> None:
    made = bench.sessions.create(mine(), title=" Halves\n")
    assert bench.sessions.listing().sessions == (made,)
    assert (made.title, made.own, made.pinned, made.unread) == ("Halves", True, False, 0)
    assert (made.last_seq, made.activity_at, made.trashed_at) == (None, NOON, None)
    assert bench.sessions.create(mine("other"), title="").title == ""


def test_newest_activity_comes_first_and_never_goes_back(bench: Bench) -> None:
    for id in ("a", "b", "c"):
        bench.sessions.create(mine(id), title=id)
    bench.store.append_record("a", record(of="a", createdAt="2026-03-02T20:30:01+08:30"))
    assert shown(bench) == ["a", "c", "b"]
    bench.store.append_record("a", record("r-1", "a", createdAt="1999-01-01T00:00:00Z"))
    assert shown(bench) == ["a", "c", "b"]
    bench.store.append_record("b", record(of="b", createdAt=LATER))
    assert shown(bench) == ["b", "a", "c"]
    assert bench.sessions.summary("a").activity_at == "2026-03-02T20:30:01+08:30"


def test_others_work_is_listed_and_cannot_be_changed(bench: Bench) -> None:
    bench.store.create_session(session())
    assert not bench.sessions.summary("lesson").own
    before = bench.sessions.listing()
    for change in (
        lambda: bench.sessions.rename("lesson", "Mine"),
        lambda: bench.sessions.pin("lesson", True),
        lambda: bench.sessions.set_expiry("lesson", LATER),
        lambda: bench.claims.claim("lesson", "window"),
        lambda: bench.claims.set_status("lesson", "completed"),
        lambda: bench.claims.append_unheld("lesson", record()),
    ):
        with pytest.raises(ReadOnlySession):
            change()
    assert bench.sessions.listing() == before
    bench.identity.add_own_key("anon:mei")
    assert bench.sessions.rename("lesson", "Mine").own


# --- fields and their revisions ----------------------------------------------------------------------


def test_each_change_of_a_field_gets_the_next_revision(bench: Bench) -> None:
    bench.sessions.create(mine("a"), title="A")
    bench.sessions.create(mine("b"), title="B")
    first, second = revs(bench, "a")["title"][0], revs(bench, "b")["title"][0]
    assert isinstance(first, int)
    assert second == first + 1
    bench.sessions.rename("a", "A again")
    bench.sessions.pin("b", True)
    bench.sessions.set_expiry("a", LATER)
    found = {**revs(bench, "a")}
    assert found["title"][0] == first + 2
    assert revs(bench, "b")["pinned"][0] == first + 3
    assert found["expiresAt"][0] == first + 4
    assert found["facts"][0] == first
    assert bench.sessions.summary("b").pinned


def test_a_refused_change_uses_no_revision_and_changes_nothing(bench: Bench) -> None:
    bench.sessions.create(mine(), title="Halves")
    before = bench.sessions.summary("lesson")
    for bad in ("", " \n", "x" * 501, "a\0b", "\ud800"):
        with pytest.raises(ValidationFailed):
            bench.sessions.rename("lesson", bad)
    for never in ("soon", "2026-02-30T00:00:00Z"):
        with pytest.raises(ValidationFailed):
            bench.sessions.set_expiry("lesson", never)
    assert bench.sessions.summary("lesson") == before


def test_a_revision_is_above_any_seen_in_any_session(bench: Bench) -> None:
    foreign: JsonObject = {"title": field("Halves", 50, "other"), "note": "kept"}
    take(bench, arriving(mine("copy"), [], foreign))
    bench.sessions.create(mine(), title="Mine")
    assert revs(bench)["title"][0] == 51
    bench.sessions.pin("copy", True)
    found = bench.sessions.summary("copy").satchel
    assert found["note"] == "kept"
    assert revs(bench, "copy") == {
        "title": (50, "other"),
        "pinned": (52, bench.identity.device()),
    }


def test_titles_and_marks_of_a_session_are_not_on_the_wire(bench: Bench) -> None:
    bench.sessions.create(mine(), title="Halves")
    bench.sessions.pin("lesson", True)
    assert "satchel" not in bench.store.get_session("lesson").to_wire()


# --- the trash -------------------------------------------------------------------------------------


def test_the_trash_hides_a_session_and_gives_it_back_whole(bench: Bench) -> None:
    bench.sessions.create(mine(), title="Halves")
    bench.store.append_record("lesson", record())
    before = bench.sessions.summary("lesson")
    gone = bench.sessions.trash("lesson", "expired")
    assert (gone.trash_reason, gone.trashed_at is not None) == ("expired", True)
    assert (shown(bench), trashed(bench)) == ([], ["lesson"])
    assert bench.store.list_sessions("fractions", MINE) == []
    assert bench.sessions.trash("lesson", "user") == gone
    assert bench.sessions.restore("lesson") == before
    assert bench.sessions.restore("lesson") == before
    assert (shown(bench), trashed(bench)) == (["lesson"], [])
    assert len(bench.store.list_records("lesson")) == 1


def test_nothing_is_written_to_a_session_in_the_trash(bench: Bench) -> None:
    bench.sessions.create(mine(), title="Halves")
    first = bench.store.append_record("lesson", record())
    held = bench.claims.claim("lesson", "window")
    bench.sessions.trash("lesson")
    assert not bench.claims.holds(held)
    for token in (None, held.token):
        with pytest.raises(SessionTrashed):
            bench.store.append_record("lesson", record("r-1"), lease_token=token)
    with pytest.raises(SessionTrashed):
        bench.claims.claim("lesson", "window")
    assert bench.store.append_record("lesson", record()) == first


@pytest.mark.parametrize("id", ["ghost", "", ".."])
def test_what_is_not_there_is_neither_trashed_nor_restored_nor_purged(
    bench: Bench, id: str
) -> None:
    for call in (bench.sessions.trash, bench.sessions.restore, bench.sessions.purge):
        with pytest.raises((SessionNotFound, ValidationFailed)):
            call(id)


def test_a_purged_session_is_gone_with_everything_that_hung_on_it(bench: Bench) -> None:
    bench.sessions.create(mine(), title="Halves")
    for document in copies(3):
        bench.store.append_record("lesson", document)
    bench.marks.save_draft("lesson", "window", "half")
    bench.sessions.purge("lesson")
    with pytest.raises(SessionNotFound):
        bench.sessions.summary("lesson")
    assert look(bench.location, "SELECT count(*) FROM runtime_records") == [(0,)]
    assert look(bench.location, "SELECT count(*) FROM drafts") == [(0,)]
    assert look(bench.location, "SELECT session_id, record_ids, owed FROM tombstones") == [
        ("lesson", '["r-0","r-1","r-2"]', 1)
    ]
