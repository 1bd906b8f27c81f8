"""Two laptops of one learner and one server, a bad network in between, and everything people do meanwhile.

`Journey` carries out actions; what must hold is in `checks.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from satchel.domain.runtime import (
    ACTIVE,
    CHAT,
    QUIZ_ATTEMPT,
    WORKSPACE_STAGE,
    JsonObject,
    content_of,
)
from satchel.domain.syncing import BELIEVE_GONE
from satchel.store.kept import Kept
from tests.fakes import NOON
from tests.journeys.actions import Action
from tests.journeys.checks import Checks
from tests.journeys.laptop import LIVE, STUB, TRASH, USUAL, Laptop, laptop
from tests.journeys.ledger import Ledger
from tests.journeys.places import Place
from tests.servers.proxy import WRITES, Fault, FaultProxy, faulty, script
from tests.servers.serving import Request, Served

STAGES: Final = (WORKSPACE_STAGE, "fractions")
_BEGINS: Final = (datetime(2026, 3, 2, 12, tzinfo=UTC), datetime(2027, 3, 2, 12, tzinfo=UTC))
"""The clocks of the two are a year apart."""
_MOST: Final = 14
_MUCH: Final = 500
_ROUNDED: Final = 2**53 + 1


class Journey:
    """`name` is in every id, so that a server can be used for many of them."""

    def __init__(
        self,
        name: str,
        folder: Path,
        place: Place,
        proxy: FaultProxy,
        served: Served,
        laptops: Sequence[Laptop],
    ) -> None:
        self.name, self.folder, self.place = name, folder, place
        self.proxy, self._served, self.laptops = proxy, served, laptops
        self.ledger = Ledger()
        place.watch(self.ledger)
        self.checks = Checks(place, laptops, self.ledger, learner_of(name), other_of(name))
        self._bundles: list[Path] = []
        self._numbered = 0

    def act(self, action: Action) -> None:
        name, values = action
        getattr(self, f"_{name}")(**values)

    def begin(self) -> None:
        """Both know the same stages; somebody else is on the same server, and somebody else's key here."""
        other = _session(f"{self.name}-others", CHAT, STAGES[0], other_of(self.name))
        record = {"id": f"{self.name}-theirs", "sessionId": other["id"], "createdAt": NOON}
        self.place.put(other, [record | {"payload": {"role": "user", "content": "Not yours."}}])
        for one in self.laptops:
            for number, stage in enumerate(STAGES):
                self._create(one, f"{self.name}-{one.name}-{number}", CHAT, stage)
            private = f"{self.name}-{one.name}-private"
            document = _session(private, CHAT, STAGES[0], one.core.learner.keys[0])
            one.core.sessions.create(document, title="Before signing in")
        self.checks.begin()

    # --- people ------------------------------------------------------------------------------------

    def _new(self, laptop: int, number: int, shape: int) -> None:
        """Half of the ids are such that both laptops make them, as applications do."""
        one = self.laptops[laptop]
        if len(self._rows(one)) >= _MOST:
            self._append(laptop, number)
            return
        kind = (CHAT, QUIZ_ATTEMPT)[shape % 2]
        shared = f"{self.name}:{kind}:{STAGES[shape // 2 % 2]}:{number % 4}"
        self._numbered += 1
        id = shared if shape < 4 else f"{self.name}-{self._numbered}"
        sessions = one.core.sessions
        waits = id in sessions.former_ids().values()
        if not (waits or sessions.taken(id) or sessions.buried(id)):
            self._create(one, id, kind, STAGES[shape // 2 % 2])

    def _create(self, one: Laptop, id: str, kind: str, stage: str) -> None:
        document = _session(id, kind, stage, learner_of(self.name))
        one.core.sessions.create(document, title=f"{id} on {one.name}")

    def _append(self, laptop: int, number: int) -> None:
        one = self.laptops[laptop]
        open_ones = [row for row in self._rows(one, LIVE) if row.state.session.status == ACTIVE]
        if not open_ones:
            return
        kept = open_ones[number % len(open_ones)]
        session = kept.state.session
        self._numbered += 1
        record: JsonObject = {
            "id": f"{self.name}-r{self._numbered}",
            "sessionId": session.id,
            "createdAt": NOON,
            "payload": _payload(session.kind, self._numbered),
        }
        one.core.store.append_record(session.id, record)
        before = [row.id for row in kept.records]
        self.ledger.wrote(str(record["id"]), session.kind, content_of(record), before)

    def _set_status(self, laptop: int, number: int, status: str) -> None:
        one = self.laptops[laptop]
        if kept := self._pick(one, number, LIVE):
            one.core.store.set_status(kept.state.session.id, status, NOON)

    def _rename(self, laptop: int, number: int) -> None:
        one = self.laptops[laptop]
        if kept := self._pick(one, number, LIVE, STUB):
            self._numbered += 1
            one.core.sessions.rename(kept.state.session.id, f"Title {self._numbered}")

    def _pin(self, laptop: int, number: int) -> None:
        one = self.laptops[laptop]
        if kept := self._pick(one, number, LIVE, STUB):
            one.core.sessions.pin(kept.state.session.id, not kept.state.pinned)

    def _trash(self, laptop: int, number: int) -> None:
        one = self.laptops[laptop]
        if kept := self._pick(one, number, LIVE, STUB):
            one.core.sessions.trash(kept.state.session.id)

    def _restore(self, laptop: int, number: int) -> None:
        one = self.laptops[laptop]
        if kept := self._pick(one, number, TRASH):
            one.core.sessions.restore(kept.state.session.id)

    def _empty(self, laptop: int, number: int) -> None:
        one = self.laptops[laptop]
        if kept := self._pick(one, number, TRASH):
            self.ledger.deleted |= one.purge(kept)

    def _evict(self, laptop: int, number: int) -> None:
        one = self.laptops[laptop]
        if kept := self._pick(one, number, LIVE):
            one.evict(kept)

    def _open_stub(self, laptop: int, number: int) -> None:
        one = self.laptops[laptop]
        if kept := self._pick(one, number, STUB):
            one.open_stub(kept)

    def _send_again(self, laptop: int, number: int) -> None:
        one = self.laptops[laptop]
        copies = [row for row in self._rows(one, LIVE) if row.state.detached]
        if copies:
            one.send_again(copies[number % len(copies)])

    def _export(self, laptop: int, number: int) -> None:
        one = self.laptops[laptop]
        ids = [row.state.session.id for row in self._rows(one, LIVE) if row.records]
        if ids:
            self._bundles.append(self.folder / f"{len(self._bundles)}.sessionbundle")
            one.export(ids, self._bundles[-1])

    def _bring(self, laptop: int, number: int, *, chosen: bool) -> None:
        if self._bundles:
            file = self._bundles[-1 - number % min(len(self._bundles), 5)]
            self.laptops[laptop].bring(file, chosen=chosen)

    # --- sync and the network ----------------------------------------------------------------------

    def _steps(self, laptop: int, count: int, faults: Sequence[str]) -> None:
        self.proxy.choose = script(*(Fault[name] for name in faults))
        for _ in range(count):
            if not self.laptops[laptop].step():
                break
        self.proxy.calm()

    def _whole(self, laptop: int, faults: Sequence[str]) -> None:
        one = self.laptops[laptop]
        one.run = None
        self.proxy.choose = script(*(Fault[name] for name in faults))
        while one.step(USUAL):
            self.checks.nothing_lost(one)
        self.proxy.calm()

    def _kill(self, laptop: int) -> None:
        self.laptops[laptop].run = None

    def _answer(self, laptop: int, choice: str) -> None:
        self.laptops[laptop].answer(choice)

    def _late(self, number: int) -> None:
        """The network brings a write once more, long after."""
        before = {} if self.place.ours else self.place.sessions(learner_of(self.name))
        chosen: list[Request] = []

        def pick(writes: Sequence[Request]) -> Request:
            chosen.append(writes[-1 - number % min(len(writes), 50)])
            return chosen[0]

        reply = self.proxy.deliver_late(pick)
        if reply is not None and reply.status < 300 and not self.place.ours:
            self.checks.took_late(chosen[0], before)

    # --- meeting -----------------------------------------------------------------------------------

    def settle(self) -> None:
        """Runs without faults, until one has nothing left to do."""
        for one in self.laptops:
            one.run = None
        quiet = 0
        for _ in range(_MOST):
            before, seen = [self._look(one) for one in self.laptops], len(self._served.requests)
            for one in self.laptops:
                one.sync()
                if one.answer(BELIEVE_GONE):
                    one.sync()
                self.checks.nothing_lost(one)
            wrote = any(one.method in WRITES for one in self._served.requests[seen:])
            same = before == [self._look(one) for one in self.laptops]
            quiet = quiet + 1 if same and not wrote else 0
            if quiet == 2:
                return
        raise AssertionError("sync does not come to rest")

    def meet(self) -> None:
        self.settle()
        self.checks.equal()

    def meet_with_everything(self) -> None:
        """As `meet`, and then nothing stays in the trash, away or apart: whatever was not deleted is everywhere."""
        self.meet()
        for _ in range(_MOST):
            if not any(self._fetch_all(one) for one in self.laptops):
                break
            self.settle()
        else:
            raise AssertionError("what was brought back goes away again")
        self.checks.equal()
        self.checks.everywhere()

    def clear_up(self) -> None:
        """Somebody deletes most of it for good, or a long journey would end among thousands of sessions."""
        one = self.laptops[0]
        rows = self._rows(one, LIVE)
        records = sum(len(kept.records) for kept in rows)
        for kept in rows[:-_MOST] if records > _MUCH or len(rows) > 3 * _MOST else ():
            one.core.sessions.trash(kept.state.session.id)
            self.ledger.deleted |= one.purge(kept)

    def _fetch_all(self, one: Laptop) -> bool:
        """Whether there was anything to fetch."""
        found = False
        for kept in self._rows(one):
            if kept.state.trashed_at is not None:
                back = one.core.sessions.restore(kept.state.session.id)
                found = found or back.trashed_at is None
            elif kept.state.stub:
                one.open_stub(kept)
                found = True
            elif kept.state.detached:
                one.send_again(kept)
                found = True
        return found

    # --- parts -------------------------------------------------------------------------------------

    def _rows(self, one: Laptop, *places: str) -> list[Kept]:
        return one.own_rows(learner_of(self.name), *places)

    def _pick(self, one: Laptop, number: int, *places: str) -> Kept | None:
        rows = self._rows(one, *places)
        return rows[number % len(rows)] if rows else None

    def _look(self, one: Laptop) -> list[object]:
        return [
            (kept.id, kept.state.session.status, kept.spelt, kept.state.trash_reason,
             kept.state.stub, kept.state.detached, [row.id for row in kept.records])
            for kept in self._rows(one)
        ]  # fmt: skip


def learner_of(name: str) -> str:
    return f"anon:mei-{name}"


def other_of(name: str) -> str:
    return f"anon:jun-{name}"


def _session(id: str, kind: str, stage: str, learner: str) -> JsonObject:
    return {
        "id": id,
        "kind": kind,
        "stageId": stage,
        "learnerKey": learner,
        "status": "active",
        "createdAt": NOON,
        "updatedAt": NOON,
    }


def _payload(kind: str, number: int) -> JsonObject:
    """One in three holds a number that other servers round."""
    value = number if number % 3 else _ROUNDED + 2 * number
    if kind == QUIZ_ATTEMPT:
        return {"phase": "draft", "answers": {"q1": value}}
    return {"role": "user", "content": f"Message {number}", "metadata": {"n": value}}


@contextmanager
def journey(name: str, folder: Path, place: Place) -> Iterator[Journey]:
    """One that has begun."""
    with ExitStack() as stack:
        proxy, served = stack.enter_context(faulty(place.address, script(), slowness=0.005))
        laptops = [
            stack.enter_context(
                laptop(
                    f"L{n}", folder / f"L{n}", place, served.address, learner_of(name), begins=at
                )
            )
            for n, at in enumerate(_BEGINS)
        ]
        found = Journey(name, folder, place, proxy, served, laptops)
        found.begin()
        yield found
