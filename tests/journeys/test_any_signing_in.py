"""Two laptops, an account, a stranger's token, in any order: nothing is lost or doubled, or seen by the other."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from satchel.domain.syncing import KEEP_APART, MINE, SyncPhase
from tests.fakes import record, session
from tests.journeys.accounts import newcomer, sign_in
from tests.journeys.home import Home, there
from tests.server.process import ServerProcess

_EXAMPLES = count(1)

FIRST = "first"

Action = tuple[str, int, int]
"""What is done, on which laptop, with which session or with how many steps."""

ACTIONS: st.SearchStrategy[list[Action]] = st.lists(
    st.tuples(
        st.sampled_from(
            ("write", "begin", "sync", "stop", "purge", "account", "stranger", "own key", "shared")
        ),
        st.integers(0, 1),
        st.integers(0, 9),
    ),
    min_size=6,
    max_size=24,
)


@dataclass
class World:
    server: ServerProcess
    laptops: list[Home]
    first_keys: list[str]
    account: str
    stranger: str
    written: set[str] = field(default_factory=set)
    given_up: set[str] = field(default_factory=set)
    """What somebody deleted for good may be nowhere."""

    def __post_init__(self) -> None:
        """Somebody worked on each: in a profile that is new nobody would be asked whose it is."""
        for laptop in self.laptops:
            laptop.begin(f"{laptop.name}-{FIRST}")
            self._write(laptop, 0)

    def do(self, action: Action) -> None:
        what, which, number = action
        laptop = self.laptops[which]
        laptop.learner = laptop.core.learner.keys[0]
        match what:
            case "begin":
                self._begin(laptop)
            case "write":
                self._write(laptop, number)
            case "purge":
                self._purge(laptop, number)
            case "account":
                sign_in(laptop, self.server.url, self.account)
            case "stranger":
                sign_in(laptop, self.server.url, self.stranger)
            case "own key":
                sign_in(laptop, self.server.url, self.first_keys[which])
            case "shared":
                sign_in(laptop, self.server.url, self.first_keys[0])
            case "stop":
                laptop.sync(lambda: len(laptop.told) > number)
            case "sync":
                self.sync(laptop)

    def sync(self, laptop: Home) -> None:
        """Whoever sits there tells the truth."""
        status = laptop.sync()
        if status.question is None:
            return
        mine = status.question.learner != self.stranger
        laptop.service.answer(MINE if mine else KEEP_APART)
        laptop.learner = laptop.core.learner.keys[0]
        laptop.sync()

    def nobody_sees_another(self) -> None:
        for laptop in self.laptops:
            assert self.stranger not in laptop.shown()
            assert self.stranger not in laptop.core.identity.own_keys()
        assert there(self.server, self.stranger) == {self.stranger: [f"r-{self.stranger}"]}

    def _begin(self, laptop: Home) -> None:
        laptop.begin(f"{self.account}-{len(self.written)}-{laptop.name}")
        self._write(laptop, -1)

    def _write(self, laptop: Home, number: int) -> None:
        own = sorted(laptop.shown())
        if own:
            self.written.update(laptop.write(own[number % len(own)]))

    def _purge(self, laptop: Home, number: int) -> None:
        own = sorted(one for one in laptop.shown() if FIRST not in one)
        if own:
            gone = own[number % len(own)]
            self.given_up.update(laptop.ids(gone))
            laptop.core.sessions.trash(gone)
            laptop.core.sessions.purge(gone)


@pytest.mark.timeout(3600)
@settings(
    max_examples=5 if settings.get_current_profile_name() == "ci" else 300,
    phases=[Phase.generate],  # to make an example smaller takes minutes
)
@given(actions=ACTIONS)
def test_in_any_order_nothing_is_lost_doubled_or_seen_by_another(
    server: ServerProcess, actions: list[Action]
) -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        example = next(_EXAMPLES)
        names = [f"left-{example}", f"right-{example}"]
        laptops = [stack.enter_context(newcomer(Path(folder) / one, name=one)) for one in names]
        world = World(
            server,
            laptops,
            [one.learner for one in laptops],
            f"user:any-{example}",
            f"user:stranger-{example}",
        )
        _put_theirs(server, world.stranger)
        for action in actions:
            world.do(action)
            world.nobody_sees_another()
        _ends_well(world)


def _put_theirs(server: ServerProcess, stranger: str) -> None:
    client = server.client(stranger)
    document = session(stranger, learnerKey=stranger)
    assert client("POST", "/runtime/sessions", document).status == 201
    theirs = record(f"r-{stranger}", stranger)
    assert client("POST", f"/runtime/sessions/{stranger}/records", theirs).status == 201
    client.close()


def _ends_well(world: World) -> None:
    """Once both are signed in, everything is the account's, once, and on both."""
    for laptop in world.laptops:
        sign_in(laptop, world.server.url, world.account)
    for _ in range(3):
        for laptop in world.laptops:
            world.sync(laptop)
    world.nobody_sees_another()
    held = there(world.server, world.account)
    for laptop in world.laptops:
        status = laptop.sync()
        assert (status.phase, status.error, status.parked) == (SyncPhase.IDLE, None, ())
        assert laptop.shown() == held
    found = Counter(id for ids in held.values() for id in ids)
    assert max(found.values(), default=1) == 1
    assert world.written - world.given_up <= set(found) <= world.written
    for key in world.first_keys:
        assert there(world.server, key) == {}
