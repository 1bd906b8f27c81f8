"""One small scenario for each rule of the model: it holds with the rule, and fails with the rule switched off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import pytest

from tests.model.driver import IDS
from tests.model.histories import Conflict, Rules, ids
from tests.model.laptop import Copy, Laptop
from tests.model.plot import app, bundle, delete, start, sync, there, until, write
from tests.model.world import World

SCENARIOS: dict[str, tuple[Callable[[World], None], bool, int]] = {}


def scenario(
    satchel: bool, laptops: int = 2
) -> Callable[[Callable[[World], None]], Callable[[World], None]]:
    def keep(plot: Callable[[World], None]) -> Callable[[World], None]:
        SCENARIOS[plot.__name__] = plot, satchel, laptops
        return plot

    return keep


@scenario(False)
def fork_whole(w: World) -> None:
    a, b = start(w, "q1")
    write(a, "q1")
    write(b, "q1")
    a.import_bundle(b.export(), True)
    sync(a, b, a, b)
    assert sorted(ids(h.records) for h in w.server.sessions.values()) == [
        ["r1", "r2"],
        ["r1", "r3"],
    ]


@scenario(False)
def strict_incarnation(w: World) -> None:
    a, _ = start(w)
    app(w, "c1", "recreate")
    sync(a)
    assert ids(a.get("c1", "live").history) == there(w, "c1") == ["r2"]


@scenario(False)
def recreated_is_new(w: World) -> None:
    a, _ = start(w)
    app(w, "c1", "recreate")
    sync(a)
    assert there(w, "c1") == ["r2"]
    assert a.find("c1", "trash")


@scenario(False)
def restore_revives(w: World) -> None:
    _, b = start(w)
    app(w, "c1", "delete")
    sync(b)
    b.restore(b.get("c1", "trash"))
    sync(b, b)
    assert b.find("c1", "live")
    assert there(w, "c1")


@scenario(False)
def gone_sends_no_delete(w: World) -> None:
    a, b = start(w)
    app(w, "c1", "delete")
    sync(b)
    b.empty(b.get("c1", "trash"))
    a.trash(a.get("c1", "live"))
    sync(a)
    a.restore(a.get("c1", "trash"))
    sync(a)
    sync(b)
    assert there(w, "c1") == ["r1"]


@scenario(False)
def detach(w: World) -> None:
    _, b = start(w)
    write(b, "c1")
    app(w, "c1", "delete")
    sync(b, b)
    assert b.find("c1", "live")
    assert there(w, "c1") is None


@scenario(True)
def import_cancels_delete(w: World) -> None:
    a, _ = start(w)
    stick, s = a.export(), a.get("c1", "live")
    a.trash(s)
    a.empty(s)
    a.import_bundle(stick, True)
    sync(a)
    assert there(w, "c1")


@scenario(False)
def guarded_delete(w: World) -> None:
    a, b = start(w)
    s = a.get("c1", "live")
    a.trash(s)
    a.empty(s)
    write(b, "c1")
    sync(b, a)
    assert there(w, "c1") == ["r1", "r2"]


@scenario(True)
def server_epoch(w: World) -> None:
    a, _ = start(w)
    snap = w.server.snapshot()
    write(a, "c1")
    sync(a, a)
    w.server.restore(snap)
    app(w, "c1", "append")
    w.settle()
    w.check_converged()


@scenario(True)
def server_tombstones(w: World) -> None:
    a, b = w.laptops
    a.new("c1", *IDS["c1"])
    write(a, "c1")
    b.import_bundle(a.export(), True)
    b.get("c1", "live").revive = False
    sync(a)
    delete(a, "c1")
    sync(b, b)
    assert there(w, "c1") is None
    assert b.find("c1", "live")


@scenario(True)
def absence_is_no_deletion(w: World) -> None:
    empty = w.server.snapshot()
    a, _ = start(w)
    w.server.restore(empty)
    sync(a)
    assert a.find("c1", "live")
    assert there(w, "c1")


@scenario(False)
def contained_is_subsequence(w: World) -> None:
    a, b = start(w)
    write(a, "c1")
    write(b, "c1")
    stick = b.export()
    sync(a, b)
    assert b.import_bundle(stick, True) == ["unchanged"]
    assert len(b.rows) == 1


@scenario(False, 1)
def own_id_if_free(w: World) -> None:
    (a,) = w.laptops
    h = [("x1", 1), ("x2", 2), ("x3", 3)]
    w.knows(h)
    a.import_bundle([bundle([h[0], h[1]], "F")], True)
    a.import_bundle([bundle([h[0], h[2]], "S")], True)
    assert {s.id for s in a.rows.values()} == {"F", "S"}


@scenario(True)
def evict_reads_back(w: World) -> None:
    empty = w.server.snapshot()
    a, _ = start(w)
    w.server.restore(empty)
    a.evict(a.get("c1", "live"))
    assert a.get("c1", "live").history


@scenario(True)
def fork_fresh_rev(w: World) -> None:
    a, b = start(w)
    snap = w.server.snapshot()
    write(a, "c1")
    sync(a, b)
    w.server.restore(snap)
    w.server.patch("c1", "completed")
    w.settle()
    w.check_converged()


@scenario(False)
def unknown_base_furthest(w: World) -> None:
    a, b = w.laptops
    a.new("c1", *IDS["c1"])
    write(a, "c1")
    b.import_bundle(a.export(), True)
    sync(a)
    b.get("c1", "live").status = "completed"
    sync(b, a)
    assert a.get("c1", "live").status == b.get("c1", "live").status == "completed"


@scenario(False)
def tomb_in_preview(w: World) -> None:
    a, _ = start(w)
    stick = a.export()
    delete(a, "c1")
    assert a.import_bundle(stick, False) == ["deleted here"]


@scenario(False)
def back_there_leaves_trash(w: World) -> None:
    a, b = start(w)
    stick = a.export()
    delete(a, "c1")
    sync(b)
    a.import_bundle(stick, True)
    sync(a, b)
    assert b.find("c1", "live")


@scenario(False)
def fork_only_into_active(w: World) -> None:
    a, b = w.laptops
    closed = a.new("q1", *IDS["q1"])
    assert closed is not None
    closed.status = "completed"
    sync(a)
    b.new("q1", *IDS["q1"])
    write(b, "q1")
    a.import_bundle(b.export(), True)
    write(b, "q1")
    w.settle()
    w.check_converged()


@scenario(True)
def rev_never_reused(w: World) -> None:
    a, _ = start(w)
    late = ("c1", "first", (a.get("c1", "live").rev[0] + 1, a.name))
    a.rename(a.get("c1", "live"), "first")
    sync(a)
    app(w, "c1", "recreate")
    sync(a)
    w.server.put_satchel(*late)
    for n in range(2):
        a.rename(a.get("c1", "live"), f"second {n}")
    w.settle()
    w.check_converged()


@scenario(True)
def incarnation(w: World) -> None:
    a, b = w.laptops
    app(w, "q1", "create empty")
    sync(a, b)
    write(a, "q1")
    g = until(a, "merge")
    app(w, "q1", "recreate empty")
    for _ in g:
        w.check()
    assert there(w, "q1") == []
    assert [ids(s.history) for s in a.rows.values() if s.there.detached] == [["r1"]]
    w.settle()
    w.check_converged()


@scenario(True)
def confirmed_once(w: World) -> None:
    empty = w.server.snapshot()
    a, _ = start(w)
    w.server.restore(empty)
    until(a, "merge")  # it knows now that the server lost c1, and is killed
    app(w, "c1", "recreate")
    sync(a)
    assert there(w, "c1") == ["r2"]


@scenario(False)
def stub_keeps_ids(w: World) -> None:
    a, _ = start(w)
    stick = a.export()
    a.evict(a.get("c1", "live"))
    a.import_bundle(stick, True)
    app(w, "c1", "recreate")
    sync(a)
    assert there(w, "c1") == ["r2"]


@scenario(True)
def fill_stub(w: World) -> None:
    a, _ = start(w)
    stick = a.export()
    a.evict(a.get("c1", "live"))
    assert a.import_bundle(stick, True) == ["extended"]
    assert len(a.rows) == 1


@scenario(True)
def filled_pulls_first(w: World) -> None:
    a, _ = start(w, "q1")
    app(w, "q1", "delete")
    sync(a)
    app(w, "q1", "create")
    g = until(a, "merge")
    a.evict(a.get("q1", "live"))
    a.restore(a.get("q1", "trash"))
    for _ in g:
        w.check()
    w.settle()
    w.check_converged()


@scenario(True)
def owed_stays_owed(w: World) -> None:
    a, _ = start(w)
    app(w, "c1", "recreate")
    sync(a)
    a.trash(a.get("c1", "live"))
    older = next(s for s in a.rows.values() if s.by == "gone")
    a.empty(next(s for s in a.rows.values() if s.by == "user"))
    a.empty(older)
    w.settle()
    w.check_converged()
    assert there(w, "c1") is None


def twice(a: Laptop, copies: list[Copy]) -> None:
    """The second import changes nothing."""
    for copy in copies:
        a.world.knows(copy.history)
    a.import_bundle(copies, True)
    before = a.world.state()
    a.import_bundle(copies, True)
    assert a.world.state() == before


@scenario(True, 1)
def unchanged_teaches(w: World) -> None:
    (a,) = w.laptops
    first, second, third = ("x1", 1), ("x2", 2), ("x3", 3)
    twice(a, [bundle([first, second], "F")])
    a.new("S", "chat", "workspace")
    done = replace(bundle([first], "S"), status="completed")
    twice(a, [done, bundle([first, third], "G")])
    assert a.get("S", "live").status == "completed"


@scenario(True, 1)
def trash_only_if_needed(w: World) -> None:
    (a,) = w.laptops
    first, second, third = ("x1", 1), ("x2", 2), ("x3", 3)
    twice(a, [bundle([first, second], "F")])
    own = a.new("S", "chat", "workspace")
    assert own is not None
    a.append(own, first)
    a.trash(own)
    renamed = replace(bundle([first], "S"), title="renamed", rev=(9, "X"))
    twice(a, [renamed, bundle([first, second, third], "F")])
    assert a.find("S", "trash")


@scenario(False, 1)
def choice_follows_fork(w: World) -> None:
    (a,) = w.laptops
    a.new("q1", *IDS["q1"])
    sync(a)
    app(w, "q1", "complete")
    write(a, "q1")
    stick = a.export()
    sync(a, a)
    fork = next(s for s in a.rows.values() if s.history)
    delete(a, fork.id)
    a.import_bundle(stick, True)
    w.settle()
    w.check_converged()
    assert there(w, fork.id) == ["r1"]


@pytest.mark.parametrize("name", list(SCENARIOS))
def test_scenario(name: str) -> None:
    plot, satchel, laptops = SCENARIOS[name]
    plot(World(satchel, laptops))
    with pytest.raises((AssertionError, Conflict, IndexError)):
        plot(World(satchel, laptops, Rules(**{name: False})))


def test_every_rule_has_its_scenario() -> None:
    assert set(SCENARIOS) == {field.name for field in fields(Rules)}
