"""Laptops that exchange bundles, beside the model of the rules: the same outcomes, the same histories."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
)

from satchel.bundles.export import Wish, export_sessions
from satchel.bundles.outcomes import DELETED
from satchel.bundles.reader import BundleSession, open_bundle
from satchel.domain.runtime import ACTIVE, CHAT, QUIZ_ATTEMPT, STATUSES, JsonObject
from tests.bundles.arrivals import evict, hidden, importer_of
from tests.bundles.model import LIVE, TRASH, Copy, Laptop, Session
from tests.bundles.packed import EXPORTER
from tests.fakes import LATER, FakeClock, FakeIds, record, session
from tests.store.opened import Bench, opened

LAPTOPS = 3


@dataclass
class Pair:
    """A laptop as it is, and as the model has it."""

    bench: Bench
    model: Laptop


@dataclass(frozen=True)
class Stick:
    """A bundle that lies about, and what the model says is in it."""

    path: Path
    copies: tuple[Copy, ...]


class Exchange(RuleBasedStateMachine):
    sticks = Bundle("sticks")

    @initialize(target=sticks)
    def begin(self) -> Stick:
        """One chat and one attempt, which every laptop has: from there they part."""
        self.exit = ExitStack()
        self.folder = Path(self.exit.enter_context(tempfile.TemporaryDirectory()))
        self.content: dict[str, JsonObject] = {}
        self.pairs = [
            Pair(self.exit.enter_context(opened(self.folder / str(n))), Laptop())
            for n in range(LAPTOPS)
        ]
        self.begun = self.written = 0
        for kind in (CHAT, QUIZ_ATTEMPT):
            self.create(0, kind)
        first = self.packed(0)
        assert first is not None
        for laptop in range(LAPTOPS):
            self.take_in(laptop, first, include=False)
        return first

    def teardown(self) -> None:
        if hasattr(self, "exit"):
            self.exit.close()

    def chosen(self, pair: Pair, pick: int, *, place: str = LIVE) -> Session | None:
        found = sorted(
            (one for one in pair.model.sessions.values() if one.place == place),
            key=lambda one: one.id,
        )
        return found[pick % len(found)] if found else None

    # --- what people do ----------------------------------------------------------------------------

    @rule(laptop=st.integers(0, LAPTOPS - 1), kind=st.sampled_from([CHAT, QUIZ_ATTEMPT]))
    def create(self, laptop: int, kind: str) -> None:
        pair, id = self.pairs[laptop], f"{kind}-{self.begun}"
        self.begun += 1
        pair.bench.sessions.create(session(id, kind=kind), title=id)
        pair.model.sessions[id] = Session(id, id, kind)
        self.append(laptop, 0, 1, only=id)

    @rule(laptop=st.integers(0, LAPTOPS - 1), pick=st.integers(0, 9), count=st.integers(1, 3))
    def append(self, laptop: int, pick: int, count: int, only: str | None = None) -> None:
        pair = self.pairs[laptop]
        one = pair.model.sessions[only] if only else self.chosen(pair, pick)
        if one is None or one.evicted or one.status != ACTIVE:
            return
        for _ in range(count):
            id = f"r{len(self.content)}"
            payload: JsonObject = {"role": "user", "content": id}
            if one.kind == QUIZ_ATTEMPT:
                payload = {"phase": "draft", "answers": {"said": id}}
            document = record(id, one.id, payload=payload)
            self.content[id] = {k: v for k, v in document.items() if k != "sessionId"}
            pair.bench.store.append_record(one.id, document)
            one.history.append(id)

    @rule(
        first=st.integers(0, LAPTOPS - 1),
        second=st.integers(0, LAPTOPS - 1),
        pick=st.integers(0, 9),
        carried=st.booleans(),
    )
    def part(self, first: int, second: int, pick: int, carried: bool) -> None:
        """One session goes on in two ways, on two laptops."""
        one = self.chosen(self.pairs[first], pick)
        for laptop in {first, second}:
            if one is not None and self.alive(laptop, one.id):
                self.append(laptop, 0, 1, only=one.id)
        if carried:
            self.carry(first, second, include=False, twice=True)

    def alive(self, laptop: int, id: str) -> bool:
        found = self.pairs[laptop].model.sessions.get(id)
        return found is not None and found.place == LIVE

    @rule(laptop=st.integers(0, LAPTOPS - 1), pick=st.integers(0, 9))
    def advance(self, laptop: int, pick: int) -> None:
        pair = self.pairs[laptop]
        one = self.chosen(pair, pick)
        if one is not None and one.status != STATUSES[-1] and pick < 3:  # it ends a history
            one.status = STATUSES[STATUSES.index(one.status) + 1]
            pair.bench.store.set_status(one.id, one.status, LATER)

    @rule(laptop=st.integers(0, LAPTOPS - 1), pick=st.integers(0, 9))
    def trash(self, laptop: int, pick: int) -> None:
        pair = self.pairs[laptop]
        if one := self.chosen(pair, pick):
            one.place = TRASH
            pair.bench.sessions.trash(one.id)

    @rule(laptop=st.integers(0, LAPTOPS - 1), pick=st.integers(0, 9))
    def restore(self, laptop: int, pick: int) -> None:
        pair = self.pairs[laptop]
        if one := self.chosen(pair, pick, place=TRASH):
            one.place = LIVE
            pair.bench.sessions.restore(one.id)

    @rule(laptop=st.integers(0, LAPTOPS - 1), pick=st.integers(0, 9))
    def empty_trash(self, laptop: int, pick: int) -> None:
        pair = self.pairs[laptop]
        if one := self.chosen(pair, pick, place=TRASH):
            pair.model.empty_trash(one.id)
            pair.bench.sessions.purge(one.id)

    @rule(laptop=st.integers(0, LAPTOPS - 1), pick=st.integers(0, 9))
    def make_stub(self, laptop: int, pick: int) -> None:
        pair = self.pairs[laptop]
        one = self.chosen(pair, pick)
        if one is not None and one.history:
            pair.model.evict(one.id)
            evict(pair.bench, one.id)

    # --- bundles -----------------------------------------------------------------------------------

    @rule(target=sticks, laptop=st.integers(0, LAPTOPS - 1))
    def export(self, laptop: int) -> object:
        return self.packed(laptop) or multiple()

    @rule(
        source=st.integers(0, LAPTOPS - 1),
        to=st.integers(0, LAPTOPS - 1),
        include=st.booleans(),
        twice=st.booleans(),
    )
    def carry(self, source: int, to: int, include: bool, twice: bool) -> None:
        stick = self.packed(source)
        for _ in range(1 + twice if stick else 0):
            assert stick is not None
            self.take_in(to, stick, include)

    def packed(self, laptop: int) -> Stick | None:
        pair = self.pairs[laptop]
        copies = tuple(pair.model.export())
        if not copies:
            return None
        self.written += 1
        path = self.folder / f"{self.written}.sessionbundle"
        report = export_sessions(
            pair.bench.store,
            [one.id for one in copies],
            path,
            Wish(EXPORTER),
            clock=FakeClock(),
            new_id=FakeIds(),
        )
        assert report.left_out == []
        return Stick(path, copies)

    @rule(laptop=st.integers(0, LAPTOPS - 1), stick=sticks, include=st.booleans())
    def take_in(self, laptop: int, stick: Stick, include: bool) -> None:
        pair = self.pairs[laptop]
        importer = importer_of(pair.bench)
        with open_bundle(stick.path) as bundle:
            for found, copy in zip(bundle.sessions(), stick.copies, strict=True):
                assert isinstance(found, BundleSession)
                foreseen = importer.preview(found, include_deleted=include)
                said = importer.take(found, lambda arrived: None, include_deleted=include)
                expected = pair.model.take(copy, self.content, include)
                assert (said.outcome, foreseen.outcome) == (expected, expected), copy
                assert said.session_id == foreseen.session_id
                if said.outcome != DELETED:
                    assert said.session_id in pair.model.sessions

    @invariant()
    def both_hold_the_same(self) -> None:
        for pair in getattr(self, "pairs", ()):
            assert held(pair.bench) == {
                one.id: (one.place, one.evicted, one.status, one.root, one.history)
                for one in pair.model.sessions.values()
            }


def held(bench: Bench) -> dict[str, tuple[str, bool, str, str, list[str]]]:
    found = {}
    for place, trash in ((LIVE, False), (TRASH, True)):
        for one in bench.sessions.listing(trash=trash).sessions:
            state = bench.store.state(one.id)
            records = bench.store.list_records(one.id)
            assert [record.seq for record in records] == list(range(len(records)))
            assert state.stub or state.next_seq == len(records)
            lineage = state.satchel["lineage"]
            assert isinstance(lineage, dict)
            root = str(lineage["root"])
            history = [record.id for record in records]
            found[one.id] = (place, state.stub, state.session.status, root, history)
    assert hidden(bench) == 0
    return found


TestExchange = Exchange.TestCase
TestExchange.settings = settings(stateful_step_count=25, max_examples=20)
