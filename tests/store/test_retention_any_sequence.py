"""Whatever is done in whatever order: nothing that is nowhere else is lost, and no server is told of a deletion
that no user asked for.

The model knows what truly is on the server and in bundles; the database only knows what it was told.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from satchel.domain.errors import SatchelError
from satchel.domain.expiry import is_over
from satchel.domain.retention import Removal, RetentionReport
from satchel.store.rows import SessionState
from tests.fakes import record
from tests.store.keeping import DAY, Keeping
from tests.store.opened import Bench, look, opened

IDS = ("a", "b", "c", "d")
WINDOWS = ("w1", "w2")
names = st.sampled_from(IDS)
days = st.sampled_from([1, 2, 8, 31])
Method = TypeVar("Method", bound=Callable[..., None])
often = st.sampled_from([True, True, True, False])


Done: TypeAlias = tuple[str, dict[str, Any]]
operations: dict[str, st.SearchStrategy[Done]] = {}


def operation(**arguments: st.SearchStrategy[Any]) -> Callable[[Method], Method]:
    """Makes a method of `World` one of the things that can be done."""

    def listed(method: Method) -> Method:
        given_to_it = st.fixed_dictionaries(arguments)
        operations[method.__name__] = st.tuples(st.just(method.__name__), given_to_it)
        return method

    return listed


@dataclass
class Copy:
    """What a server or a bundle holds of a session."""

    records: frozenset[str]
    status: str
    satchel: Any


@dataclass
class Truth:
    server: dict[str, Copy] = field(default_factory=dict)
    bundles: dict[str, Copy] = field(default_factory=dict)
    thrown_away: set[str] = field(default_factory=set)
    """What its user put into the trash."""
    to_be_told: set[str] = field(default_factory=set)
    """What its user has put into the trash at any time, and not taken out: another of the id may be here since."""
    skew: timedelta = timedelta(0)
    """How far the clock has moved without a reason since a run last believed it."""


@dataclass(frozen=True)
class Seen:
    """A session as it is before a run."""

    copy: Copy
    trashed: str | None
    pinned: bool
    held: bool
    drafted: bool
    title: str
    over: bool
    stub: bool
    known: bool

    @property
    def wanted(self) -> bool:
        return self.pinned or self.held or self.drafted


class World:
    """One profile, what is truly elsewhere, and everything that can be done."""

    def __init__(self, bench: Bench, server: str) -> None:
        """Only a server that is `asked` may forget something: else its word counts, as it must."""
        self.bench = bench
        self.bench.database.script("PRAGMA synchronous = OFF")  # no power is cut here
        self.keeping = Keeping(self.bench)
        self.keeping.configure(evict_days=30)
        self.truth = Truth()
        self.reachable = True
        self.number = 0
        self.keeping.run()
        if server != "none":
            self.keeping.connect()
        if server == "asked":
            server_now = self.keeping.server
            self.keeping.server = replace(server_now, holds=self.holds, evict=self.evict)

    # --- what the server answers, and what eviction does by it ---------------------------------------

    def holds(self, id: str) -> bool | None:
        there = self.truth.server.get(id)
        if not self.reachable:
            return None
        return there is not None and self.here(id).records <= there.records

    def evict(self, removal: Removal) -> bool:
        id = removal.id
        if self.holds(id) is not True:
            return False
        key = self.bench.store.state(id).key
        self.bench.damage("DELETE FROM runtime_records WHERE session_key = ?", key)
        self.bench.damage("UPDATE runtime_sessions SET stub = 1 WHERE key = ?", key)
        return True

    def here(self, id: str) -> Copy:
        state = self.bench.store.state(id)
        found = self.bench.store.list_records(id)
        return Copy(frozenset(one.id for one in found), state.session.status, state.satchel)

    def state(self, id: str) -> SessionState | None:
        try:
            return self.bench.store.state(id)
        except SatchelError:
            return None

    # --- what people do ------------------------------------------------------------------------------

    @operation(
        id=names,
        titled=st.booleans(),
        records=st.integers(0, 2),
        lives=often,
        wanted=st.sampled_from(["", "", "pinned", "open", "drafted"]),
        place=st.sampled_from(["here", "server", "lost", "bundle"]),
    )
    def begin(
        self, id: str, titled: bool, records: int, lives: bool, wanted: str, place: str
    ) -> None:
        if self.state(id) is None:
            self.truth.thrown_away.discard(id)
            self.keeping.new(id, title="Halves" if titled else "")
            for _ in range(records):
                self.write(id)
            if lives:
                self.keeping.expires(id, DAY)
            if wanted == "pinned":
                self.pin(id, True)
            elif wanted == "open":
                self.open(id, "w1")
            elif wanted == "drafted":
                self.type(id, "half", "w1")
            if place in ("server", "lost"):
                self.sync(id)
            if place == "lost":
                self.server_forgets(id)
            if place == "bundle":
                self.export(id)

    @operation(id=names)
    def write(self, id: str) -> None:
        state = self.state(id)
        self.number += 1
        if state is not None and not state.stub:
            try:
                self.bench.store.append_record(id, record(f"r-{self.number}", id))
            except SatchelError:
                assert (
                    state.trashed_at is not None
                    or self.is_over(state)
                    or state.session.status != "active"
                )

    @operation(id=names, pinned=st.booleans())
    def pin(self, id: str, pinned: bool) -> None:
        if self.state(id) is not None:
            self.bench.sessions.pin(id, pinned)

    @operation(id=names, text=st.sampled_from(["half", ""]), window=st.sampled_from(WINDOWS))
    def type(self, id: str, text: str, window: str) -> None:
        if self.state(id) is not None:
            self.bench.marks.save_draft(id, window, text)

    @operation(id=names, window=st.sampled_from(WINDOWS))
    def open(self, id: str, window: str) -> None:
        state = self.state(id)
        if state is not None and state.trashed_at is None:
            self.bench.living.add(window)
            self.bench.claims.claim(id, window)

    @operation(window=st.sampled_from(WINDOWS))
    def dies(self, window: str) -> None:
        self.bench.living.discard(window)

    @operation(id=names, by=st.none() | days)
    def extend(self, id: str, by: int | None) -> None:
        if self.state(id) is not None:
            self.bench.sessions.extend(id, None if by is None else by * DAY)

    @operation(id=names)
    def throw_away(self, id: str) -> None:
        state = self.state(id)
        if state is not None and state.trashed_at is None:
            self.bench.sessions.trash(id)
            self.truth.thrown_away.add(id)
            self.truth.to_be_told.add(id)

    @operation(id=names)
    def restore(self, id: str) -> None:
        if self.state(id) is not None:
            self.bench.sessions.restore(id)
            self.truth.thrown_away.discard(id)
            self.truth.to_be_told.discard(id)

    # --- what sync and bundles do --------------------------------------------------------------------

    @operation(id=names)
    def sync(self, id: str) -> None:
        state = self.state(id)
        connected = self.keeping.server.remote is not None
        if connected and state is not None and state.trashed_at is None and not state.stub:
            self.keeping.confirm(id)
            self.truth.server[id] = self.here(id)

    @operation(id=names)
    def server_forgets(self, id: str) -> None:
        """And nobody here has heard of it yet."""
        if self.keeping.server.holds is None:
            return
        self.truth.server.pop(id, None)

    @operation(id=names)
    def vanish(self, id: str) -> None:
        state = self.state(id)
        if state is not None and state.trashed_at is None:
            self.bench.sessions.trash(id, "gone")

    @operation(id=names)
    def export(self, id: str) -> None:
        state = self.state(id)
        if state is not None and not state.stub:
            self.keeping.export(id)
            self.truth.bundles[id] = self.here(id)

    # --- time and retention ----------------------------------------------------------------------------

    @operation(by=st.sampled_from([-400, -40, 3, 40, 400]), right=st.booleans())
    def clock_jumps(self, by: int, right: bool) -> None:
        """And somebody says that it is right, or sets it back."""
        self.keeping.jumps(by * DAY)
        self.truth.skew += by * DAY
        self.run(0, False, True)
        if right:
            self.keeping.sense().note(self.bench.clock.now)
        else:
            self.keeping.jumps(-by * DAY)
        self.truth.skew = timedelta(0)

    @operation(days=st.sampled_from([0, 2, 10]), evict=st.booleans(), reachable=often)
    def later(self, days: int, evict: bool, reachable: bool) -> None:
        self.run(days, evict, reachable)

    @operation(reachable=often)
    def much_later(self, reachable: bool) -> None:
        """What is over goes to the trash, and a month later from there."""
        for days in (10, 40):
            self.run(days, False, reachable)

    def run(self, days: int, evict: bool, reachable: bool) -> None:
        self.keeping.passes(days * DAY)
        self.reachable = reachable
        before = {id: self.seen(id) for id in IDS if self.state(id) is not None}
        report = self.keeping.run(evict=evict)
        if abs(self.truth.skew) > DAY:
            assert report.question is not None
        if report.question is None:
            self.truth.skew = timedelta(0)
        for id, seen in before.items():
            self.judge(id, seen, report)

    @operation()
    def dry(self) -> None:
        before = self.everything()
        self.keeping.run(dry=True)
        assert self.everything() == before

    def judge(self, id: str, seen: Seen, report: RetentionReport) -> None:
        state = self.state(id)
        if report.question is not None:
            assert state is not None
            assert (state.trash_reason, state.stub) == (seen.trashed, seen.stub)
        elif state is None:
            assert self.may_go(id, seen), (id, seen)
        elif state.stub and not seen.stub:
            assert seen.copy.records <= self.truth.server[id].records
            assert seen.trashed is None
            assert not seen.wanted
        elif state.trashed_at is not None and seen.trashed is None:
            assert state.trash_reason == "expired"
            assert seen.over
            assert {seen.pinned, seen.held} == {False}

    def may_go(self, id: str, seen: Seen) -> bool:
        if seen.trashed == "user":
            return id in self.truth.thrown_away
        if seen.trashed == "expired":
            return seen.over and not seen.wanted and self.is_elsewhere(id, seen)
        empty = not seen.copy.records and not seen.title and not seen.known and not seen.stub
        return seen.trashed is None and empty and not seen.wanted

    def is_elsewhere(self, id: str, seen: Seen) -> bool:
        there, bundle = self.truth.server.get(id), self.truth.bundles.get(id)
        if bundle == seen.copy and not seen.stub:
            return True
        return (
            there is not None
            and seen.copy.records <= there.records
            and (seen.copy.status, seen.copy.satchel) == (there.status, there.satchel)
        )

    def seen(self, id: str) -> Seen:
        state = self.bench.store.state(id)
        (drafts, known), *_ = look(
            self.bench.location,
            "SELECT (SELECT count(*) FROM drafts WHERE session_key = key), "
            "(SELECT count(*) FROM remote_sessions WHERE session_key = key) "
            f"FROM runtime_sessions WHERE id = '{id}'",
        )
        held = state.lease_token is not None and state.lease_window in self.bench.living
        return Seen(
            self.here(id),
            state.trash_reason,
            state.pinned,
            held,
            bool(drafts),
            state.title,
            self.is_over(state),
            state.stub,
            bool(known),
        )

    def is_over(self, state: SessionState) -> bool:
        now: datetime = self.bench.clock.now + timedelta(seconds=30)
        return is_over(state.expires_at, lambda: now)

    def everything(self) -> list[list[tuple[Any, ...]]]:
        tables = (
            "runtime_sessions",
            "runtime_records",
            "drafts",
            "tombstones",
            "removals",
            "settings",
        )
        return [look(self.bench.location, f"SELECT * FROM {name} ORDER BY 1") for name in tables]

    def only_users_delete_there(self) -> None:
        owed = {id for id, owed in self.keeping.tombstones().items() if owed == 1}
        assert owed <= self.truth.to_be_told


turns = st.tuples(
    operations["begin"],
    st.lists(st.one_of(*operations.values()), max_size=4),
    st.one_of(operations["later"], operations["much_later"], operations["clock_jumps"]),
)
"""A session is begun, things are done, and time goes on: by chance alone hardly anything would ever be due."""


@pytest.mark.timeout(180)
@given(
    server=st.sampled_from(["none", "trusted", "asked"]),
    turns=st.lists(turns, min_size=3, max_size=7),
)
@settings(max_examples=25 if settings.get_current_profile_name() == "ci" else 2000)
def test_nothing_that_is_nowhere_else_is_lost(
    server: str, turns: list[tuple[Done, list[Done], Done]]
) -> None:
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "profile") as bench:
        world = World(bench, server)
        for begun, between, time in turns:
            for name, arguments in (begun, *between, time):
                getattr(world, name)(**arguments)
                world.only_users_delete_there()
