"""The engine and the model, led through the same: same actions, same faults, and after each the same state.

`python -m tests.sync.side_by_side Satchel|Base SECONDS SEED`; the short form is in `test_side_by_side.py`.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from satchel.bundles.importing import Importer
from satchel.domain.merge import fork_id
from satchel.domain.remote_errors import RemoteError
from satchel.domain.satchel_object import field
from satchel.domain.syncing import SyncProgress
from satchel.store.kept import Kept
from satchel.store.staging import Staging
from satchel.store.sync_book import SyncBook
from satchel.sync.engine import Engine, Parts
from satchel.sync.evicting import evict
from satchel.sync.planning import Pace
from satchel.sync.remote_protocol import Remote
from tests.bundles.arrivals import Arriving
from tests.fakes import NOON, FakeClock
from tests.model.driver import IDS, PLACES, Action, Driver, app, random_action, shrunk
from tests.model.histories import Record
from tests.model.laptop import LIVE, STUB, TRASH, Copy, Session
from tests.model.servers import Held as ModelHeld
from tests.model.syncing import SyncingLaptop
from tests.model.world import OK
from tests.store.opened import Bench, opened
from tests.sync.model_remote import (
    KINDS,
    LEARNER,
    ModelRemote,
    Network,
    plain_record,
    satchel_of,
    title_and_rev,
    wire_record,
    wire_session,
)

EVERYTHING = Pace(
    lively=0,
    in_turn=1_000_000,
    failures=1_000_000,
    compares_after=None,
    hears_itself=False,
    asks_when_many_gone=False,
    asks_when_server_changed=False,
)


class Differs(AssertionError):
    """The engine and the model do not do the same."""


class RealLaptop:
    """A profile's database, with the engine on it."""

    def __init__(self, bench: Bench, name: str, network: Network) -> None:
        self.bench, self.name, self.network = bench, name, network
        bench.settings.set("device", name)
        bench.settings.set("learnerKeys", [LEARNER])
        bench.database.script("PRAGMA synchronous = OFF")
        self.book = SyncBook.open(bench.database, "https://school.example", LEARNER)
        with bench.database.transaction():
            self.book.set_server("0" if network.server.satchel else None, None)
        self.remote: Remote = ModelRemote(network)
        self.staging = Staging(bench.database, bench.store, owner="sync", pause=lambda _: None)
        self.ids = iter(f"aside-{name}-{n}" for n in range(10**9))
        self.run: Iterator[SyncProgress] | None = None

    @property
    def ours(self) -> bool:
        return self.network.server.satchel

    def sync(self) -> Iterator[SyncProgress]:
        bench = self.bench
        parts = Parts(
            bench.database,
            bench.store,
            bench.identity,
            self.book,
            self.remote,
            self.staging,
            FakeClock(),
            lambda: next(self.ids),
        )
        yield from Engine(parts, ours=self.ours, pace=EVERYTHING).steps()

    def step(self) -> bool:
        """Whether the run went on."""
        if self.run is None:
            self.run = self.sync()
        try:
            if next(self.run, None) is not None:
                return True
        except RemoteError:
            pass
        self.run = None
        return False

    def whole_sync(self) -> None:
        self.run = None
        while self.step():
            pass

    def kill(self) -> None:
        self.run = None

    # --- what is here ------------------------------------------------------------------------------

    def rows(self) -> list[Kept]:
        sql = "SELECT key FROM runtime_sessions WHERE hidden = 0 ORDER BY key"
        return [self.book.by_key(key) for (key,) in self.bench.database.script(sql)]

    def history(self, kept: Kept) -> list[Record]:
        found = self.bench.store.list_records(kept.state.session.id)
        return [plain_record(one.to_wire()) for one in found]

    def twin(self, session: Session) -> Kept:
        """The row that is what a session of the model is."""
        wanted = place_of(session), session.id, [one[0] for one in session.history]
        for kept in self.rows():
            here = real_place(kept), kept.id, [one.id for one in kept.records]
            if here == wanted:
                return kept
        raise Differs(f"{self.name} has no {wanted}")

    # --- bundles -----------------------------------------------------------------------------------

    def take(self, copy: Copy, chosen: bool) -> None:
        bench = self.bench
        held = ModelHeld(copy.kind, copy.stage, copy.root, copy.status, [], copy.title, copy.rev)
        document = wire_session(copy.id, copy.kind, copy.stage, copy.status).to_wire()
        documents = [wire_record(one) | {"sessionId": copy.id} for one in copy.history]
        importer = Importer(
            bench.store,
            bench.sessions,
            bench.identity,
            Staging(bench.database, bench.store, owner="import", pause=lambda _: None),
            new_id=lambda: next(self.ids),
        )
        arrival = Arriving(document, documents, satchel_of(copy.id, held))
        importer.take(arrival, lambda _: None, include_deleted=chosen)
        bench.database.script("PRAGMA synchronous = OFF")


def place_of(session: Session) -> str:
    return session.place


def real_place(kept: Kept) -> str:
    if kept.state.trashed_at is not None:
        return TRASH
    return STUB if kept.state.stub else LIVE


class SideBySide(Driver):
    """Every action is done in the model and on real laptops; then both must look alike."""

    def __init__(self, satchel: bool, benches: Sequence[Bench]) -> None:
        super().__init__(satchel, len(benches))
        self.world.titles_tell = False
        self.world.fork_id = _fork_id
        self.network = Network(satchel)
        self.real = [
            RealLaptop(bench, one.name, self.network)
            for bench, one in zip(benches, self.world.laptops, strict=True)
        ]
        self.real_snapshots = [self.network.server.snapshot()]

    def twin_of(self, laptop: SyncingLaptop) -> RealLaptop:
        return self.real[self.world.laptops.index(laptop)]

    # --- people ------------------------------------------------------------------------------------

    def new(self, l: int, sid: str) -> None:  # noqa: E741
        laptop = self.laptop(l)
        if laptop.new(sid, *IDS[sid]) is None:
            return
        bench, (kind, stage) = self.twin_of(laptop).bench, IDS[sid]
        session = wire_session(sid, kind, stage, "active")
        rev = bench.identity.next_rev()
        satchel = satchel_of(sid, ModelHeld(kind, stage, sid))
        satchel["title"] = field(sid, rev, bench.identity.device())
        bench.store.insert_session(session, satchel)

    def append(self, l: int, n: int) -> None:  # noqa: E741
        laptop = self.laptop(l)
        session = self.pick(laptop, n, LIVE)
        if session is None or session.status != "active":
            return
        real = self.twin_of(laptop)
        real.twin(session)
        record = self.world.record()
        self.network.record()
        laptop.append(session, record)
        real.bench.store.append_record(session.id, wire_record(record) | {"sessionId": session.id})

    def set_status(self, l: int, n: int, status: str) -> None:  # noqa: E741
        laptop = self.laptop(l)
        if session := self.pick(laptop, n, LIVE):
            self.twin_of(laptop).bench.store.set_status(session.id, status, NOON)
            session.status = status

    def rename(self, l: int, n: int) -> None:  # noqa: E741
        laptop = self.laptop(l)
        if session := self.pick(laptop, n, LIVE, STUB):
            title = f"t{self.world.record()[0]}"
            self.network.record()
            laptop.rename(session, title)
            self.twin_of(laptop).bench.sessions.rename(session.id, title)

    def manage(self, l: int, n: int, act: str) -> None:  # noqa: E741
        laptop = self.laptop(l)
        session = self.pick(laptop, n, *PLACES[act])
        if session is None:
            return
        real, kept = self.twin_of(laptop), self.twin_of(laptop).twin(session)
        row, book, database = kept.state.session.id, self.twin_of(laptop).book, real.bench.database
        super().manage(l, n, act)
        match act:
            case "trash":
                real.bench.sessions.trash(row)
            case "restore":
                real.bench.sessions.restore(row)
            case "empty":
                real.bench.sessions.purge(row)
            case "evict":
                evict(database, book, real.remote, row, ours=real.ours)
            case "open":
                with database.transaction():
                    book.choices.want(kept.key)
            case "again" if kept.state.detached:
                with database.transaction():
                    book.send_again(kept)

    # --- sync --------------------------------------------------------------------------------------

    def step(self, l: int, n: int, fault: str) -> None:  # noqa: E741
        laptop = self.laptop(l)
        real = self.twin_of(laptop)
        for number in range(n):
            if laptop.run is None:
                laptop.run = laptop.sync()
            if number == n - 1:
                self.world.fault = self.network.fault = fault
            model_goes_on = next(laptop.run, None) is not None
            if not model_goes_on:
                laptop.run = None
            if real.step() != model_goes_on:
                raise Differs(
                    f"{real.name}: the run of the model {'goes on' if model_goes_on else 'ends'}"
                )
            if not model_goes_on:
                break
            self.compare()
        self.world.fault = self.network.fault = OK

    def kill(self, l: int) -> None:  # noqa: E741
        super().kill(l)
        self.twin_of(self.laptop(l)).kill()

    def whole_sync(self, l: int) -> None:  # noqa: E741
        self.kill(l)
        super().whole_sync(l)
        self.twin_of(self.laptop(l)).whole_sync()

    # --- the network, the server, another client, bundles ------------------------------------------

    def delayed(self, n: int) -> None:
        if len(self.world.sent) != len(self.network.sent):
            raise Differs(
                f"{len(self.world.sent)} writes in the model, {len(self.network.sent)} real"
            )
        super().delayed(n)
        if self.network.sent:
            self.network.replay(-n)

    def snapshot(self) -> None:
        super().snapshot()
        self.real_snapshots.append(self.network.server.snapshot())

    def restore_server(self, n: int) -> None:
        super().restore_server(n)
        self.network.server.restore(self.real_snapshots[n % len(self.real_snapshots)])

    def app(self, sid: str, act: str) -> None:
        super().app(sid, act)
        app(self.network, sid, act)  # type: ignore[arg-type]

    def import_twice(self, l: int, n: int, chosen: bool) -> None:  # noqa: E741
        if not self.bundles:
            return
        laptop, bundle = self.laptop(l), self.bundles[n % len(self.bundles)]
        for copy in bundle:
            laptop.adopt(copy, chosen)
            self.twin_of(laptop).take(copy, chosen)
            self.compare()

    # --- comparing ---------------------------------------------------------------------------------

    def compare(self) -> None:
        for laptop, real in zip(self.world.laptops, self.real, strict=True):
            _same(f"{real.name}: sessions", _model_rows(laptop), _real_rows(real))
            _same(f"{real.name}: deletions", _model_tombs(laptop), _real_tombs(real))
            _same(f"{real.name}: looks", laptop.look, real.book.looks())
            _same(f"{real.name}: to be sent", *_first_to_send(real))
        _same("server", self.world.server.sessions, self.network.server.sessions)

    def settle(self, rounds: int = 14) -> None:
        self.world.settle(rounds)
        for real in self.real:
            real.run = None
        for _ in range(rounds):
            before = self.network.server.snapshot(), [_real_rows(one) for one in self.real]
            for real in self.real:
                real.whole_sync()
            if before == (self.network.server.snapshot(), [_real_rows(one) for one in self.real]):
                return
        raise Differs("the engine does not come to rest")


def _fork_id(relative: str, parting: Record) -> str:
    return fork_id(relative, parting[0], wire_record(parting))


def _same(what: str, model: object, real: object) -> None:
    if model != real:
        raise Differs(f"{what}\n  model {model}\n  real  {real}")


def _model_rows(laptop: SyncingLaptop) -> list[tuple[Any, ...]]:
    return sorted(
        (
            s.id,
            s.place,
            s.by,
            s.status,
            s.kind,
            [*s.history],
            s.title,
            s.rev,
            (s.evicted, s.wanted, s.revive),
            (s.there.known, s.there.detached, s.there.tail if s.there.tail is not None else -1),
            s.there.base or "",
            sorted((id, -1 if n is None else n) for id, n in s.there.numbers.items()),
            s.there.stamp or (),
        )
        for s in laptop.rows.values()
    )


def _real_rows(real: RealLaptop) -> list[tuple[Any, ...]]:
    found = []
    for kept in real.rows():
        state, session = kept.state, kept.state.session
        title, rev = title_and_rev(state.satchel)
        stamp = tuple(int(part) for part in (kept.stamp or "").split(".") if part)
        found.append(
            (
                kept.id,
                real_place(kept),
                state.trash_reason or "",
                session.status,
                next(name for name, kind in KINDS.items() if kind == session.kind),
                real.history(kept),
                title,
                rev,
                (state.stub, kept.wanted, kept.revive),
                (kept.known, state.detached, kept.tail if kept.tail is not None else -1),
                kept.base or "",
                sorted((id, -1 if n is None else n) for id, n in kept.numbers.items()),
                stamp,
            )
        )
    return sorted(found)


def _first_to_send(real: RealLaptop) -> tuple[dict[str, int | None], dict[str, int | None]]:
    """The first record that is to be sent of each session: by looking at all of them, and as windows ask for it."""
    rows = [one for one in real.rows() if real_place(one) == LIVE and not one.state.detached]
    looked = {
        kept.id: next(
            (n for n, one in enumerate(kept.records) if kept.numbers.get(one.id) is None), None
        )
        for kept in rows
    }
    return looked, {kept.id: real.book.unsent_from(kept.id) for kept in rows}


def _model_tombs(laptop: SyncingLaptop) -> dict[str, tuple[bool, list[str]]]:
    return {sid: (tomb.spent, sorted(tomb.known)) for sid, tomb in laptop.tombs.items()}


def _real_tombs(real: RealLaptop) -> dict[str, tuple[bool, list[str]]]:
    found = {}
    for (sid,) in real.bench.database.script("SELECT session_id FROM tombstones"):
        tomb = real.book.tomb(sid)
        assert tomb is not None
        found[sid] = not tomb.owed, sorted(tomb.known)
    return found


# --- running -----------------------------------------------------------------------------------------


@dataclass
class Ground:
    """Databases that are used again: making one takes longer than most examples."""

    benches: list[Bench]

    def cleared(self, count: int) -> list[Bench]:
        for bench in self.benches[:count]:
            database = bench.database
            with database.transaction():
                for name in ("runtime_sessions", "tombstones", "remotes", "settings"):
                    database.script(f"DELETE FROM {name}")
            bench.identity.mint()
        return self.benches[:count]


def failure(ground: Ground, satchel: bool, laptops: int, actions: Sequence[Action]) -> str | None:
    driver = SideBySide(satchel, ground.cleared(laptops))
    try:
        for action in actions:
            driver.act(action)
            driver.compare()
        driver.settle()
        driver.compare()
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"
    return None


def search(
    folder: Path, satchel: bool, seed: int, *, seconds: float, most: int | None = None
) -> tuple[int, str]:
    """How many examples were run, and the first in which both differ, as text; empty if there is none."""
    with ExitStack() as stack:
        ground = Ground([stack.enter_context(opened(folder / str(n))) for n in range(3)])
        chance, end, count = random.Random(seed), time.monotonic() + seconds, 0
        while time.monotonic() < end and (most is None or count < most):
            count += 1
            laptops = chance.choice([2, 2, 3])
            actions = [random_action(chance) for _ in range(chance.randint(10, 60))]
            fails = partial(failure, ground, satchel, laptops)
            if fails(actions) is not None:
                error, fewer = shrunk(fails, actions)
                lines = [f"{error} ({laptops} laptops)", *[f"    {one}," for one in fewer]]
                return count, "\n".join(lines)
    return count, ""


def main() -> int:
    kind, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    folder = Path(tempfile.mkdtemp(prefix="satchel-side-"))
    try:
        count, found = search(folder, kind == "Satchel", seed, seconds=seconds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.stdout.write(f"after {count:,} examples: {found or 'both do the same'}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
