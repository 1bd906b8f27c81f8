"""Counterexamples of the model that were found, each understood and kept."""

from __future__ import annotations

import copy

import pytest

from tests.model.driver import IDS
from tests.model.histories import ids
from tests.model.plot import app, finish, restore, start, sync, there, until, write
from tests.model.world import World


def test_delete_names_the_tail() -> None:
    w = World(True, 2)
    a, b = w.laptops
    a.new("c1", *IDS["c1"])
    write(a, "c1")
    b.import_bundle(a.export(), True)
    s = a.get("c1", "live")
    a.trash(s)
    a.empty(s)
    sync(b)
    g = until(a, "merge")
    write(b, "c1")
    sync(b)
    finish(w, g)
    assert there(w, "c1") == ["r1", "r2"]


def test_write_between_restore_and_push_is_refused() -> None:
    w = World(True, 2)
    a, _ = start(w, "q1")
    snap = w.server.snapshot()
    app(w, "q1", "append")
    sync(a)
    write(a, "q1")
    g = until(a, "merge")
    w.server.restore(snap)
    app(w, "q1", "append")
    finish(w, g)


def test_what_came_in_during_a_push_is_read_before_it_is_sent() -> None:
    w = World(True, 2)
    empty = w.server.snapshot()
    a, b = start(w, "q1")
    old = a.export()
    write(a, "q1")
    g = until(a, "pushed")
    a.trash(a.get("q1", "live"))
    a.empty(a.get("q1", "trash"))
    restore(w, empty)
    sync(b)
    a.import_bundle(old, True)
    finish(w, g)
    w.settle()
    w.check_converged()


@pytest.mark.parametrize("sid", ["c1", "q1"])
def test_restored_server_converges(sid: str) -> None:
    w = World(True, 3)
    empty = w.server.snapshot()
    a, b, c = start(w, sid, 2)
    snap = w.server.snapshot()
    app(w, sid, "recreate")
    sync(a)
    write(b, sid)
    restore(w, snap)
    sync(a)
    w.settle()
    w.check_converged()
    restore(w, empty)
    sync(c)
    w.settle()
    w.check_converged()


def test_stale_requests_are_refused_by_another_incarnation() -> None:
    w = World(True, 2)
    a, _ = start(w)
    write(a, "c1")
    a.rename(a.get("c1", "live"), "mine")
    a.get("c1", "live").status = "completed"
    sync(a)
    app(w, "c1", "recreate empty")
    before = copy.deepcopy(w.server.sessions["c1"])
    for k in range(len(w.sent)):
        w.replay(k)
    assert w.server.sessions["c1"] == before


def test_own_deletion_does_not_reach_the_next_incarnation() -> None:
    w = World(True, 2)
    a, _ = start(w)
    s = a.get("c1", "live")
    a.trash(s)
    a.empty(s)
    app(w, "c1", "recreate empty")
    sync(a)
    assert there(w, "c1") == []
    assert a.tombs["c1"].spent


@pytest.mark.parametrize("sid", ["c1", "q1"])
def test_sent_records_stay_deleted_in_an_empty_new_incarnation(sid: str) -> None:
    w = World(True, 2)
    a, _ = start(w, sid)
    app(w, sid, "recreate empty")
    w.settle()
    w.check_converged()
    assert there(w, sid) == []
    assert a.get(sid, "trash").by == "gone"


def test_a_fork_does_not_fill_an_empty_relative() -> None:
    w = World(True, 2)
    a, b = start(w, "q1")
    write(a, "q1")
    write(b, "q1")
    sync(a, b, b, a)
    fork = next(s.id for s in a.rows.values() if s.id != "q1")
    app(w, "q1", "recreate empty")
    sync(a, b)
    write(a, fork)
    write(b, fork)
    w.settle()
    w.check_converged()
    assert there(w, "q1") == []


def test_a_choice_made_before_another_deletion_returns_as_a_fork() -> None:
    w = World(False, 2)
    empty = w.server.snapshot()
    a, b = start(w)
    write(a, "c1")
    write(b, "c1")
    w.server.restore(empty)
    sync(a, b)
    for one in (a, b):
        one.send_again(one.get("c1", "live"))
    sync(a)
    app(w, "c1", "recreate")
    w.settle()
    w.check_converged()
    assert there(w, "c1") == ["r4"]
    assert len(w.server.sessions) == 2


def test_confirmed_once_outlives_an_empty_answer() -> None:
    w = World(False, 2)
    a, b = w.laptops
    app(w, "c1", "create empty")
    sync(a)
    write(a, "c1")
    sync(a, b)
    app(w, "c1", "recreate empty")
    g = until(b, "merge")
    app(w, "c1", "append")
    finish(w, g)
    assert there(w, "c1") == ["r2"]


@pytest.mark.parametrize("act", ["recreate", "recreate empty"])
@pytest.mark.parametrize("sid", ["c1", "q1"])
def test_restored_by_its_user_and_recreated_there_returns_as_a_fork(sid: str, act: str) -> None:
    w = World(True, 2)
    a, _ = start(w, sid)
    a.trash(a.get(sid, "live"))
    a.restore(a.get(sid, "trash"))
    app(w, sid, act)
    w.settle()
    w.check_converged()
    assert ["r1"] in [ids(h.records) for i, h in w.server.sessions.items() if i != sid]
    assert not a.find(sid, "trash")


def test_filled_stub_is_sent_again_when_the_server_lost_it() -> None:
    w = World(True, 1)
    empty = w.server.snapshot()
    (a,) = start(w)
    stick = a.export()
    a.evict(a.get("c1", "live"))
    a.import_bundle(stick, True)
    restore(w, empty)
    w.settle()
    w.check_converged()
    assert there(w, "c1") == ["r1"]


def test_filled_stub_that_stepped_aside_can_be_restored() -> None:
    w = World(False, 1)
    empty = w.server.snapshot()
    (a,) = start(w, "q1")
    stick = a.export()
    a.evict(a.get("q1", "live"))
    app(w, "q1", "recreate")
    a.import_bundle(stick, True)
    sync(a)
    restore(w, empty)
    sync(a)
    a.restore(next(s for s in a.rows.values() if ids(s.history) == ["r1"]))
    w.settle()
    w.check_converged()
    assert there(w, "q1") == ["r1"]
