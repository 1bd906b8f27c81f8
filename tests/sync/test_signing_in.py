"""Tokens and the remotes they open: whatever is typed, answered and refused, each is with its own, and none is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from keyring.errors import KeyringLocked

from satchel.domain.remote_errors import ForbiddenLearner, KeyringUnavailable, ServerFault
from satchel.domain.satchel_object import fresh
from satchel.domain.syncing import (
    KEEP_APART,
    MINE,
    RemoteSettings,
    SyncPhase,
    SyncStatus,
    TokenPlace,
)
from satchel.sync.credentials import Credentials
from satchel.sync.remote_protocol import Capabilities
from satchel.sync.room import Room
from satchel.sync.service import ProfileSync
from satchel.sync.setup import Setup
from tests.fakes import FakeClock
from tests.store.opened import Bench, opened
from tests.sync.desk import ADDRESS
from tests.sync.model_remote import LEARNER, ModelRemote, Network, wire_session
from tests.sync.test_credentials import FakeRing


class Answering(ModelRemote):
    """Tells whose the token is: it is its learner's key. `whose` None: it does not tell."""

    def __init__(self, network: Network, token: str | None, telling: Telling) -> None:
        super().__init__(network, learner=token or LEARNER)
        self._telling = telling

    def capabilities(self) -> Capabilities | None:
        self._telling.between()
        found = super().capabilities()
        assert found is not None
        return found if self._telling.tells else replace(found, learner_key=None)

    def merge_learner(self, from_key: str, from_token: str) -> int:
        assert from_token == from_key  # the tokens of these tests are the keys
        if self._telling.merges_fail:
            raise ServerFault("Not now.", unclear=True)
        raise ForbiddenLearner("No.")


@dataclass
class Telling:
    tells: bool = True
    merges_fail: bool = False
    between: Callable[[], object] = lambda: None
    """Happens while the server is asked who it is."""


@dataclass
class Signing:
    bench: Bench
    folder: Path
    network: Network
    ring: FakeRing
    told: Telling
    service: ProfileSync

    def work(self) -> None:
        """Something that nobody signed in for: in the trash, for what is sent is no matter here."""
        session = wire_session("early", "chat", "workspace", "active")
        satchel = fresh("early", "Early", 1, "laptop")
        self.bench.store.insert_session(session, satchel)
        self.bench.sessions.trash("early")

    def sign_in(self, token: str | None, place: TokenPlace = TokenPlace.KEYRING) -> None:
        self.service.configure(RemoteSettings(ADDRESS), token=token, keep=place)

    def sync(self) -> SyncStatus:
        return self.service.run(lambda _: None, stop=lambda: False)

    def kept(self) -> list[str]:
        """Every token that is kept anywhere."""
        return sorted(self.ring.held.values())

    def is_with_its_own(self) -> None:
        """The token that is used is that of the remote it is used with."""
        room = Room(self.folder, clock=FakeClock(), new_id=lambda: "x")
        try:
            setup = room.setup.read()
            if setup is None or setup.remote_key is None or setup.slot is None:
                return
            book = room.book_of(setup.remote_key)
            assert book is not None
            held = self.ring.held.get(("Satchel", f"profile {setup.slot.name}"))
            assert held == book.learner_key
        finally:
            room.close()


@contextmanager
def signing(folder: Path) -> Iterator[Signing]:
    with opened(folder) as bench:
        bench.settings.set("learnerKeys", [LEARNER])
        network, ring, told = Network(True), FakeRing(), Telling()
        service = ProfileSync(
            folder,
            "profile",
            clock=FakeClock(),
            new_id=lambda: f"id-{network.fresh()}",
            connect=lambda _settings, token, _key, _ours: Answering(network, token, told),
            credentials=Credentials(
                folder, "profile", ring=lambda: ring, patience=5, person_patience=5
            ),
        )
        try:
            yield Signing(bench, folder, network, ring, told, service)
        finally:
            service.close()


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Signing]:
    with signing(tmp_path / "profile") as found:
        yield found


def test_a_server_that_names_nobody_is_not_met_under_a_guess(one: Signing) -> None:
    one.told.tells = False
    one.work()
    one.sign_in("a-token")
    status = one.sync()
    assert status.error is not None
    assert (status.error.code, one.network.requests) == ("NO_LEARNER", 0)
    assert "Name the learner key" in status.error.message
    named = RemoteSettings(ADDRESS, LEARNER)
    one.service.configure(named, token=None, keep=TokenPlace.KEYRING)
    assert one.sync().error is None


def test_whose_keys_were_taken_away_is_asked_about_although_it_was_met(one: Signing) -> None:
    one.sign_in("user:mei")
    assert one.sync().error is None
    one.bench.settings.set("learnerKeys", ["anon:new"])
    status = one.sync()
    assert status.question is not None
    assert status.question.learner == "user:mei"


def test_what_a_run_finds_out_is_about_the_set_up_it_began_with(one: Signing) -> None:
    one.work()
    one.sign_in(LEARNER)
    one.told.between = lambda: one.sign_in("user:lin")
    status = one.sync()
    assert (status.phase, status.error) == (SyncPhase.WAITING, None)
    one.told.between = lambda: None
    status = one.sync()
    assert status.question is not None
    assert status.question.learner == "user:lin"
    one.is_with_its_own()


def test_a_token_from_before_is_there_as_long_as_it_is_needed(one: Signing) -> None:
    one.work()
    one.sign_in(LEARNER)
    one.sync()
    one.told.merges_fail = True
    one.sign_in("user:mei")
    one.sync()
    assert one.kept() == [LEARNER, "user:mei"]
    one.service.answer(MINE)
    one.sync()
    assert one.kept() == [LEARNER, "user:mei"]
    one.told.merges_fail = False
    one.sync()
    assert one.kept() == ["user:mei"]


def test_whoever_comes_back_from_another_address_need_not_type_the_token_again(
    one: Signing,
) -> None:
    one.sign_in("user:mei")
    one.sync()
    other = RemoteSettings("https://other.example")
    one.service.configure(other, token=None, keep=TokenPlace.KEYRING)
    assert one.service.token_place() is None  # what is for one server goes to no other
    one.sign_in(None)
    assert one.service.token_place() is TokenPlace.KEYRING
    assert one.sync().error is None
    one.is_with_its_own()
    assert one.kept() == ["user:mei"]


def test_a_set_up_from_before_tokens_had_names_is_known(one: Signing) -> None:
    one.bench.settings.set("remote", {"address": ADDRESS, "tokenPlace": "keyring", "key": None})
    one.ring.held["Satchel", f"profile {ADDRESS}"] = "user:mei"
    assert one.service.token_place() is TokenPlace.KEYRING
    assert one.sync().error is None
    assert one.bench.identity.own_keys()[0] == "user:mei"
    one.sign_in("user:mei-2")
    assert one.sync().phase is SyncPhase.ASKING
    one.service.answer(KEEP_APART)
    assert one.kept() == ["user:mei"]


def test_a_keyring_that_is_locked_forgets_later(one: Signing) -> None:
    one.sign_in("user:mei")
    one.sync()
    one.sign_in("user:mei")
    one.ring.refuses = KeyringLocked("locked")
    with pytest.raises(KeyringUnavailable):
        one.sign_in("user:mei-2")
    assert one.kept() == ["user:mei", "user:mei"]
    one.ring.refuses = None
    one.sync()
    assert one.kept() == ["user:mei"]
    one.service.clear()
    assert one.kept() == []


def test_a_token_kept_just_before_a_kill_is_forgotten(
    one: Signing, monkeypatch: pytest.MonkeyPatch
) -> None:
    one.sign_in("user:mei")
    one.sync()

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Setup, "put", killed)
        with pytest.raises(KeyboardInterrupt):
            one.sign_in("user:lin")
    assert one.kept() == ["user:lin", "user:mei"]
    one.is_with_its_own()
    one.sync()
    assert one.kept() == ["user:mei"]


ACTIONS = st.lists(
    st.sampled_from(
        (LEARNER, "user:mei", "user:lin", "sync", MINE, KEEP_APART, "clear", "lock", "merges")
    ),
    max_size=20,
)


@pytest.mark.timeout(3600)
@settings(
    max_examples=10 if settings.get_current_profile_name() == "ci" else 1000,
    phases=[Phase.generate],
)
@given(actions=ACTIONS)
def test_each_token_is_with_its_remote_and_none_is_left(
    tmp_path_factory: pytest.TempPathFactory, actions: list[str]
) -> None:
    with signing(tmp_path_factory.mktemp("profile")) as one:
        one.work()
        for action in actions:
            _do(one, action)
            one.is_with_its_own()
        one.ring.refuses, one.told.merges_fail = None, False
        one.sign_in("user:mei")
        if one.sync().phase is SyncPhase.ASKING:
            one.service.answer(MINE)
        status = one.sync()
        assert (status.error, status.question) == (None, None)
        assert one.kept() == ["user:mei"]


def _do(one: Signing, action: str) -> None:
    locked = one.ring.refuses is not None
    match action:
        case "lock":
            one.ring.refuses = None if locked else KeyringLocked("locked")
        case "merges":
            one.told.merges_fail = not one.told.merges_fail
        case "sync":
            one.sync()
        case "clear":
            if not locked:
                one.service.clear()
        case "mine" | "apart":
            if one.service.status().question is not None:
                one.service.answer(action)
        case token:
            if locked:
                with pytest.raises(KeyringUnavailable):
                    one.sign_in(token)
            else:
                one.sign_in(token)
