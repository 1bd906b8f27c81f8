"""What can happen in the model's world, each by a name and plain values, and random sequences of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from tests.model.histories import ORDER, Rules
from tests.model.laptop import LIVE, STUB, TRASH, Copy, Session
from tests.model.syncing import SyncingLaptop
from tests.model.world import LOST_ANSWER, LOST_REQUEST, OK, World

IDS: Final = {
    "c1": ("chat", "workspace"),
    "c2": ("chat", "x"),
    "q1": ("quiz", "workspace"),
    "q2": ("quiz", "x"),
}
PLACES: Final = {
    "trash": (LIVE, STUB),
    "restore": (TRASH,),
    "empty": (TRASH,),
    "evict": (LIVE,),
    "open": (STUB,),
    "again": (LIVE,),
}
APP_ACTS: Final = (
    "append",
    "append",
    "create",
    "create empty",
    "delete",
    "recreate",
    "recreate empty",
    "complete",
)
WEIGHTS: Final = {
    "new": 2.0,
    "append": 5.0,
    "set_status": 1.5,
    "rename": 1.0,
    "manage": 4.0,
    "step": 7.0,
    "kill": 0.7,
    "whole_sync": 3.0,
    "delayed": 0.8,
    "snapshot": 0.5,
    "restore_server": 0.35,
    "app": 2.0,
    "export": 1.0,
    "import_twice": 1.5,
}

Action: TypeAlias = tuple[str, dict[str, Any]]


class Driver:
    """Runs actions on one world. Numbers are taken modulo what there is, so that every sequence can be run."""

    def __init__(self, satchel: bool, laptops: int, rules: Rules | None = None) -> None:
        self.world = World(satchel, laptops, rules)
        self.bundles: list[list[Copy]] = []
        self.snapshots = [self.world.server.snapshot()]  # the first one: an emptied server

    def act(self, action: Action) -> None:
        name, values = action
        getattr(self, name)(**values)

    def laptop(self, number: int) -> SyncingLaptop:
        return self.world.laptops[number % len(self.world.laptops)]

    def pick(self, laptop: SyncingLaptop, number: int, *places: str) -> Session | None:
        rows = [s for s in laptop.rows.values() if s.place in places]
        return rows[number % len(rows)] if rows else None

    # --- people ------------------------------------------------------------------------------------

    def new(self, l: int, sid: str) -> None:  # noqa: E741
        self.laptop(l).new(sid, *IDS[sid])

    def append(self, l: int, n: int) -> None:  # noqa: E741
        session = self.pick(self.laptop(l), n, LIVE)
        if session and session.status == "active":
            self.laptop(l).append(session, self.world.record())

    def set_status(self, l: int, n: int, status: str) -> None:  # noqa: E741
        if session := self.pick(self.laptop(l), n, LIVE):
            session.status = status

    def rename(self, l: int, n: int) -> None:  # noqa: E741
        if session := self.pick(self.laptop(l), n, LIVE, STUB):
            self.laptop(l).rename(session, f"t{self.world.record()[0]}")

    def manage(self, l: int, n: int, act: str) -> None:  # noqa: E741
        laptop = self.laptop(l)
        session = self.pick(laptop, n, *PLACES[act])
        if session is None:
            return
        if act == "open":
            laptop.open_stub(session)
        elif act == "again":
            if session.there.detached:
                laptop.send_again(session)
        else:
            getattr(laptop, act)(session)

    # --- sync --------------------------------------------------------------------------------------

    def step(self, l: int, n: int, fault: str) -> None:  # noqa: E741
        """`n` steps of a run, the fault in the last."""
        laptop = self.laptop(l)
        for number in range(n):
            if laptop.run is None:
                laptop.run = laptop.sync()
            if number == n - 1:
                self.world.fault = fault
            if next(laptop.run, None) is None:
                laptop.run = None
                break
        self.world.fault = OK

    def kill(self, l: int) -> None:  # noqa: E741
        self.laptop(l).run = None

    def whole_sync(self, l: int) -> None:  # noqa: E741
        laptop = self.laptop(l)
        laptop.run = None
        for _ in laptop.sync():
            self.world.check()

    # --- the network, the server, another client ---------------------------------------------------

    def delayed(self, n: int) -> None:
        if self.world.sent:
            self.world.replay(-n)

    def snapshot(self) -> None:
        self.snapshots.append(self.world.server.snapshot())

    def restore_server(self, n: int) -> None:
        self.world.server.restore(self.snapshots[n % len(self.snapshots)])
        self.world.restored()

    def app(self, sid: str, act: str) -> None:
        app(self.world, sid, act)

    # --- bundles -----------------------------------------------------------------------------------

    def export(self, l: int) -> None:  # noqa: E741
        self.bundles.append(self.laptop(l).export())

    def import_twice(self, l: int, n: int, chosen: bool) -> None:  # noqa: E741
        if not self.bundles:
            return
        laptop, bundle = self.laptop(l), self.bundles[n % len(self.bundles)]
        laptop.import_bundle(bundle, chosen)
        self.world.check()
        before = self.world.state()
        laptop.import_bundle(bundle, chosen)
        if self.world.state() != before:
            self.world.violated("(d) the second import changed something")


def app(world: World, sid: str, act: str) -> None:
    """Another client, which knows neither stamps nor guards."""
    server, (kind, stage) = world.server, IDS[sid]
    if act in ("delete", "recreate", "recreate empty"):
        server.delete(sid)
    if act.startswith(("create", "recreate")) and sid not in server.sessions:
        server.create(sid, kind, stage, sid, sid, (0, ""), True)
    held = server.sessions.get(sid)
    if held and act in ("append", "create", "recreate") and held.status == "active":
        record = world.record()
        world.wrote(record, held.records)
        server.append(sid, [record], "unguarded")
    if held and act == "complete":
        server.patch(sid, "completed")


# --- random sequences ------------------------------------------------------------------------------


def random_action(chance: random.Random) -> Action:
    name = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    laptop, number = chance.randint(0, 2), chance.randint(0, 7)
    some: dict[str, Callable[[], dict[str, Any]]] = {
        "new": lambda: {"l": laptop, "sid": chance.choice(sorted(IDS))},
        "append": lambda: {"l": laptop, "n": number},
        "set_status": lambda: {"l": laptop, "n": number, "status": chance.choice(ORDER)},
        "rename": lambda: {"l": laptop, "n": number},
        "manage": lambda: {"l": laptop, "n": number, "act": chance.choice(list(PLACES))},
        "step": lambda: {
            "l": laptop,
            "n": chance.randint(1, 6),
            "fault": chance.choice([OK, OK, OK, LOST_REQUEST, LOST_ANSWER]),
        },
        "kill": lambda: {"l": laptop},
        "whole_sync": lambda: {"l": laptop},
        "delayed": lambda: {"n": chance.randint(0, 50)},
        "snapshot": dict,
        "restore_server": lambda: {"n": number},
        "app": lambda: {"sid": chance.choice(sorted(IDS)), "act": chance.choice(APP_ACTS)},
        "export": lambda: {"l": laptop},
        "import_twice": lambda: {"l": laptop, "n": number, "chosen": chance.random() < 0.5},
    }
    return name, some[name]()


def failure(satchel: bool, laptops: int, actions: Sequence[Action]) -> str | None:
    """What goes wrong when the actions are done and everybody syncs; None if nothing does."""
    driver = Driver(satchel, laptops)
    try:
        for action in actions:
            driver.act(action)
            driver.world.check()
        driver.world.settle()
        driver.world.check_converged()
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"
    return None


def shrunk(
    fails: Callable[[Sequence[Action]], str | None], actions: Sequence[Action]
) -> tuple[str, list[Action]]:
    """The shortest sequence found that goes wrong in the same way."""
    left, error = list(actions), fails(actions)
    assert error is not None
    kind = _kind(error)
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(left))):
            fewer = left[:number] + left[number + 1 :]
            found = fails(fewer)
            if found is not None and _kind(found) == kind:
                left, error, changed = fewer, found, True
    return error, left


def _kind(error: str) -> str:
    return re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}|r\d+|L\d", "*", error)[:18]
