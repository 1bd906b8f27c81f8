"""Signing in after work was done, and sent, without: what was sent is handed over once, whatever comes between."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from satchel.domain.errors import NotFound, ValidationFailed
from satchel.domain.runtime import QUIZ_ATTEMPT
from satchel.domain.syncing import (
    ASK_WHOSE_WORK,
    KEEP_APART,
    MINE,
    NOTE_MOVED,
    NOTE_SENT_BEFORE,
    SAME_SERVER_RESTORED,
    RemoteSettings,
    SyncPhase,
    TokenPlace,
)
from tests.fakes import LATER, session
from tests.journeys.accounts import goes_along, keys, newcomer, sign_in, tokens_kept
from tests.journeys.home import Home, there
from tests.journeys.runner import KILLED, runner
from tests.postgres import shared
from tests.server.http.issuing import issued, token_book
from tests.server.process import ServerProcess, served
from tests.servers.proxy import Fault, faulty
from tests.servers.reference import ReferenceServer
from tests.servers.serving import Request, serving

pytestmark = pytest.mark.timeout(120)

_ACCOUNTS = count(1)
MERGE = "/runtime/learners/merge"


@pytest.fixture(scope="module")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("signing-in")
    with (
        shared().database() as url,
        served(url, folder, "--insecure-learner-tokens", SATCHEL_RATE="0") as found,
    ):
        yield found


@pytest.fixture
def account() -> str:
    return f"user:{next(_ACCOUNTS)}"


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Home]:
    with newcomer(tmp_path / "laptop") as found:
        yield found


def worked(of: Home, server: ServerProcess, address: str | None = None) -> None:
    """Something of everything was sent without an account, and went on since."""
    sign_in(of, address or server.url, None)
    tag = of.learner[-12:]
    for name, kind, records in (
        ("lesson", "chat", 3),
        ("attempt", QUIZ_ATTEMPT, 2),
        ("done", "chat", 1),
        ("given-up", "chat", 2),
        ("thrown", "chat", 1),
        ("deleted", "chat", 1),
    ):
        of.begin(f"{name}-{tag}", kind, records)
    of.core.store.set_status(f"done-{tag}", "completed", LATER)
    assert of.sync().phase is SyncPhase.IDLE
    assert len(there(server, of.learner)) == 6
    of.service.evict(f"given-up-{tag}")
    of.core.sessions.trash(f"thrown-{tag}")
    of.core.sessions.trash(f"deleted-{tag}")
    of.core.sessions.purge(f"deleted-{tag}")
    of.write(f"lesson-{tag}", 2)
    of.write(f"attempt-{tag}")
    of.begin(f"new-{tag}", records=2)


def named(of: Home, name: str) -> str:
    """The id of a session that this laptop began before anybody signed in."""
    first = next(one for one in reversed(of.core.identity.own_keys()) if one.startswith("anon:"))
    return f"{name}-{first[-12:]}"


def begin(of: Home, *names: str) -> None:
    """Sends new sessions of one message each."""
    for name in names:
        of.begin(named(of, name), records=1)
    assert of.sync().phase is SyncPhase.IDLE


def is_whole(of: Home, server: ServerProcess, account: str) -> None:
    """The account has everything once, and so has the laptop; the key from before has nothing."""
    status = of.sync()
    assert (status.phase, status.error, status.waiting) == (SyncPhase.IDLE, None, 0)
    tag = of.core.identity.own_keys()[1][-12:]
    held, shown = there(server, account), of.shown()
    thrown = held.pop(f"thrown-{tag}")
    assert len(thrown) == 1
    assert of.core.sessions.listing(trash=True).sessions[0].id == f"thrown-{tag}"
    lengths = {name.removesuffix(f"-{tag}"): len(ids) for name, ids in held.items()}
    assert lengths == {"lesson": 5, "attempt": 3, "done": 1, "given-up": 2, "new": 2}
    assert shown | {f"given-up-{tag}": held[f"given-up-{tag}"]} == held
    assert there(server, of.core.identity.own_keys()[1]) == {}
    assert keys(of) == {account}
    assert status.notes == ()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_was_sent_before_is_handed_over(
    laptop: Home, account: str, kind: str, request: pytest.FixtureRequest
) -> None:
    name = "server" if kind == "sqlite" else "postgres_server"
    server: ServerProcess = request.getfixturevalue(name)
    worked(laptop, server)
    sign_in(laptop, server.url, account)
    before = laptop.shown()
    status = laptop.sync()
    assert status.question is not None
    assert (status.question.kind, status.question.learner) == (ASK_WHOSE_WORK, account)
    assert (status.question.count, status.waiting > 0) == (6, True)
    assert there(server, account) == {}
    assert (laptop.shown(), keys(laptop)) == (before, {laptop.learner})
    laptop.service.answer(MINE)
    assert laptop.sync().pushed == 5  # and nothing of what was there
    is_whole(laptop, server, account)
    assert tokens_kept(laptop) == [account]
    tag = laptop.learner[-12:]
    laptop.service.want(f"given-up-{tag}")
    laptop.sync()
    assert len(laptop.ids(f"given-up-{tag}")) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_killed_at_any_step_it_is_completed_by_the_next_run(
    tmp_path: Path, server: ServerProcess
) -> None:
    with runner() as child:
        for step in count(1):
            account = f"user:killed-{step}"
            with newcomer(tmp_path / str(step)) as laptop:
                sign_in(laptop, server.url, None)
                begin(laptop, "sent", "left")
                sign_in(laptop, server.url, account)
                laptop.sync()
                laptop.service.answer(MINE)
                laptop.write(named(laptop, "sent"))
                (ended,) = child.run(laptop, dies_at=step)
                assert laptop.sync().phase is SyncPhase.IDLE
                assert there(server, account) == laptop.shown()
                assert sorted(len(ids) for ids in laptop.shown().values()) == [1, 2]
                assert there(server, laptop.learner) == {}
                assert tokens_kept(laptop) == [account]
            if ended != KILLED:
                break
    assert step > 6


@pytest.mark.parametrize(
    "fault", [Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.NOT_JSON, Fault.FAILURE, Fault.FAILURE_AFTER]
)
def test_a_lost_answer_is_asked_for_again(
    laptop: Home, server: ServerProcess, account: str, fault: Fault
) -> None:
    left = [fault]

    def choose(request: Request) -> Fault:
        return left.pop() if left and request.target == MERGE else Fault.NONE

    with faulty(server.url, choose) as (proxy, _):
        worked(laptop, server, proxy.address)
        sign_in(laptop, proxy.address, account)
        laptop.sync()
        laptop.service.answer(MINE)
        laptop.sync()
        laptop.sync()
        assert not left
        is_whole(laptop, server, account)
        assert tokens_kept(laptop) == [account]


# --- whose work it is ----------------------------------------------------------------------------------


def test_a_profile_in_which_nobody_worked_asks_nothing(
    laptop: Home, server: ServerProcess, account: str
) -> None:
    document = session(named(laptop, "nothing-yet"), learnerKey=laptop.learner)
    laptop.core.sessions.create(document, title="")
    sign_in(laptop, server.url, account)
    assert laptop.sync().phase is SyncPhase.IDLE
    assert keys(laptop) == {account}


def test_kept_apart_nothing_of_one_is_seen_by_the_other(
    laptop: Home, server: ServerProcess, account: str
) -> None:
    client = server.client(account)
    document = session(f"theirs-{account}", learnerKey=account)
    assert client("POST", "/runtime/sessions", document).status == 201
    laptop.begin(named(laptop, "own"), records=1)
    sign_in(laptop, server.url, account)
    assert laptop.sync().phase is SyncPhase.ASKING
    laptop.service.answer(KEEP_APART)
    assert laptop.sync().phase is SyncPhase.NO_SERVER
    assert list(laptop.shown()) == [named(laptop, "own")]
    assert laptop.core.identity.own_keys() == (laptop.learner,)
    assert list(there(server, account)) == [f"theirs-{account}"]
    assert tokens_kept(laptop) == []
    client.close()


def test_a_token_typed_by_mistake_is_put_away_and_the_one_from_before_is_back(
    laptop: Home, server: ServerProcess, account: str
) -> None:
    own = f"{account}-own"
    sign_in(laptop, server.url, own)
    laptop.sync()
    laptop.learner = own
    begin(laptop, "lesson")
    for answer in (KEEP_APART, None):
        sign_in(laptop, server.url, account)
        status = laptop.sync()
        assert status.question is not None
        assert (status.question.kind, status.question.count) == (ASK_WHOSE_WORK, 1)
        if answer is None:  # the right one is typed instead
            sign_in(laptop, server.url, own)
        else:
            laptop.service.answer(answer)
        laptop.write(named(laptop, "lesson"))
        assert laptop.sync().phase is SyncPhase.IDLE
        assert there(server, own) == laptop.shown()
        assert there(server, account) == {}
        assert tokens_kept(laptop) == [own]
        assert account not in laptop.core.identity.own_keys()


def test_an_answer_to_whose_work_it_is_must_be_one(
    laptop: Home, server: ServerProcess, account: str
) -> None:
    laptop.begin(named(laptop, "own"), records=1)
    sign_in(laptop, server.url, account)
    laptop.sync()
    with pytest.raises(ValidationFailed):
        laptop.service.answer(SAME_SERVER_RESTORED)
    laptop.service.answer(MINE)
    with pytest.raises(NotFound):
        laptop.service.answer(MINE)


def test_a_window_that_was_open_before_goes_on_and_its_work_goes_along(
    laptop: Home, server: ServerProcess, account: str
) -> None:
    laptop.begin(named(laptop, "early"), records=1)
    sign_in(laptop, server.url, account)
    before = laptop.learner
    goes_along(laptop)
    laptop.learner = before
    begin(laptop, "late")
    assert there(server, account) == laptop.shown()
    assert len(laptop.shown()) == 2


# --- who holds both credentials ------------------------------------------------------------------------


def test_where_the_earlier_token_opens_nothing_any_more_it_stays_and_is_told(
    laptop: Home, server: ServerProcess, account: str
) -> None:
    early = issued(server, laptop.learner)
    sign_in(laptop, server.url, early.secret)
    begin(laptop, "lesson", "other")
    with token_book(server) as book:
        book.revoke(early.id)
    laptop.begin(named(laptop, "new"), records=1)
    sign_in(laptop, server.url, account)
    before = laptop.learner
    status = goes_along(laptop)
    assert (status.phase, status.notes) == (SyncPhase.IDLE, (NOTE_SENT_BEFORE,))
    assert list(there(server, account)) == [named(laptop, "new")]
    assert len(there(server, before)) == 2
    assert len(laptop.shown()) == 3
    assert tokens_kept(laptop) == [account]
    operator = server.client(issued(server, None).secret)
    wish = {"fromLearnerKey": before, "toLearnerKey": account}
    assert operator("POST", MERGE, wish).json == {"moved": 2}
    laptop.write(named(laptop, "lesson"))
    status = laptop.sync()  # whoever gave them: what is here follows what the server shows
    assert (status.phase, status.pushed, status.notes) == (SyncPhase.IDLE, 1, ())
    assert there(server, account) == laptop.shown()
    operator.close()


@pytest.mark.parametrize("known", [False, True], ids=["with both tokens", "the later one alone"])
def test_the_other_laptop_of_the_same_key_keeps_everything_until_it_signs_in(
    laptop: Home, tmp_path: Path, server: ServerProcess, account: str, known: bool
) -> None:
    begun = issued(server, laptop.learner).secret
    sign_in(laptop, server.url, begun)
    begin(laptop, *(f"lesson-{number}" for number in range(7)))
    with newcomer(tmp_path / "other", name="other") as other:
        sign_in(other, server.url, begun)
        other.sync()
        assert other.shown() == laptop.shown()
        sign_in(laptop, server.url, account)
        before = laptop.learner
        goes_along(laptop)
        other.write(named(laptop, "lesson-1"))
        mine = other.shown()
        for _ in range(2):
            status = other.sync()
            assert (status.question, status.parked, status.error) == (None, (), None)
            assert (status.moved, NOTE_MOVED in status.notes) == (7, True)
            assert other.shown() == mine
        laptop.write(named(laptop, "lesson-2"))
        laptop.sync()
        if known:  # as where the earlier token was for one run only
            other.service.clear()
        sign_in(other, server.url, account)
        status = goes_along(other)
        assert (status.phase, status.notes) == (SyncPhase.IDLE, ())
        laptop.sync()
        assert other.shown() == laptop.shown() == there(server, account)
        assert len(laptop.ids(named(laptop, "lesson-1"))) == 2
        assert there(server, before) == {}


def test_what_was_given_to_one_account_is_not_anothers_to_follow(
    laptop: Home, server: ServerProcess, account: str
) -> None:
    """The answer came, and nothing after it; then somebody signs in as another one of theirs."""
    sign_in(laptop, server.url, None)
    begin(laptop, "lesson")
    sign_in(laptop, server.url, account)
    laptop.sync()
    laptop.service.answer(MINE)
    laptop.sync(lambda: len(laptop.told) == 2)
    assert there(server, account) == laptop.shown()
    assert keys(laptop) == {laptop.learner}  # nothing followed yet
    for other in (f"{account}-too", account):
        sign_in(laptop, server.url, other)
        if laptop.sync().question is not None:
            laptop.service.answer(MINE)
        status = laptop.sync()
        assert (status.error, status.parked) == (None, ())
        assert there(server, f"{account}-too") == {}
    assert laptop.shown() == there(server, account)
    assert keys(laptop) == {account}


def test_what_was_given_away_and_back_goes_on(
    laptop: Home, server: ServerProcess, account: str
) -> None:
    sign_in(laptop, server.url, None)
    begin(laptop, "lesson", "other")
    operator = server.client(issued(server, None).secret)
    both = laptop.learner, account
    for giver, taker in (both, both[::-1]):
        wish = {"fromLearnerKey": giver, "toLearnerKey": taker}
        assert operator("POST", MERGE, wish).json == {"moved": 2}
        laptop.write(named(laptop, "lesson"))
        status = laptop.sync()
        assert (status.moved, status.parked) == (2 if taker == account else 0, ())
    assert laptop.shown() == there(server, laptop.learner)
    assert len(laptop.ids(named(laptop, "lesson"))) == 3
    operator.close()


def test_what_the_server_lost_before_it_was_handed_over_is_sent_again(
    laptop: Home, server: ServerProcess, account: str
) -> None:
    sign_in(laptop, server.url, None)
    begin(laptop, "kept", "lost")
    stays = laptop.shown()
    with sqlite3.connect(server.database_url.removeprefix("sqlite://")) as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM runtime_sessions WHERE id = ?", [named(laptop, "lost")])
    database.close()
    sign_in(laptop, server.url, account)
    goes_along(laptop)
    assert laptop.shown() == there(server, account) == stays


def test_a_server_without_additions_keeps_what_was_sent_before(laptop: Home, account: str) -> None:
    with serving(ReferenceServer().handle) as served:
        sign_in(laptop, served.address, None)
        begin(laptop, "lesson")
        settings = RemoteSettings(served.address, account, proxy="")
        laptop.service.configure(settings, token=account, keep=TokenPlace.FILE)
        status = goes_along(laptop)
        assert (status.phase, NOTE_SENT_BEFORE in status.notes) == (SyncPhase.IDLE, True)
        begin(laptop, "new")
        assert len(laptop.shown()) == 2
