"""Satchel's own server, a real process, as sync sees it: the feed, batches, incarnations, leases, tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count

import pytest

from satchel.domain.errors import (
    AppendConflict,
    LeaseHeld,
    LeaseLost,
    PayloadTooLarge,
    RecordIdConflict,
    SessionDeleted,
    SessionNotFound,
    SessionReplaced,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.remote_errors import Forbidden, ForbiddenLearner, Unauthenticated
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import field, fresh
from satchel.domain.syncing import RemoteSettings
from satchel.domain.validation import parse_session
from satchel.sync.dialects import AUTO, SATCHEL
from satchel.sync.probe import probe
from satchel.sync.remote import HttpRemote
from satchel.sync.remote_protocol import HeldSession
from satchel.system import now
from tests.fakes import LATER, record, session
from tests.server.http.issuing import issued, token_book
from tests.server.process import OPERATOR, ServerProcess, served, until
from tests.sync.remotes import remote_to

_LEARNERS = count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("satchel-server")
    environ = {"SATCHEL_RATE": "0", "SATCHEL_OPERATOR_TOKEN": OPERATOR}
    with served(f"sqlite://{folder}/server.db", folder, **environ) as found:
        client = found.client()
        until(lambda: client("GET", "/readyz").status == 200)
        client.close()
        yield found


class Learner:
    """Somebody nobody else is in this run, with a token of their own."""

    def __init__(self, server: ServerProcess, stack: ExitStack) -> None:
        self.key = f"user:{next(_LEARNERS)}"
        self.token = issued(server, self.key).secret
        self._open: Callable[..., HttpRemote] = lambda **members: stack.enter_context(
            remote_to(server.url, token=self.token, clock=now, **members)
        )
        self.remote = self._open(dialect=SATCHEL, learner_key=None)

    def create(
        self, id: str, *, if_never_deleted: bool = True, **members: JsonValue
    ) -> HeldSession:
        document = session(id, learnerKey=self.key, **members)
        title = fresh(id, "Fractions", 3, "laptop")
        return self.remote.create(parse_session(document), title, if_never_deleted=if_never_deleted)

    def name(self, id: str) -> str:
        """An id nobody else has."""
        return f"{self.key}/{id}"


@pytest.fixture
def newcomer(server: ServerProcess) -> Iterator[Callable[[], Learner]]:
    with ExitStack() as stack:
        yield lambda: Learner(server, stack)


@pytest.fixture
def mei(newcomer: Callable[[], Learner]) -> Learner:
    return newcomer()


def records(of: str, *ids: str) -> list[JsonObject]:
    return [record(id, of, payload={"big": 2**60 + 1, "z": 1, "a": id}) for id in ids]


# --- who it is -----------------------------------------------------------------------------------------


def test_it_says_who_it_is_and_whose_the_token_is(mei: Learner, server: ServerProcess) -> None:
    found = mei.remote.capabilities()
    assert found is not None
    assert found.server_id
    assert found.version
    assert (found.max_batch, found.learner_key) == (500, mei.key)
    assert {"batch", "changes", "incarnation", "satchel"} <= found.features
    assert mei.remote.learner_key == mei.key
    assert mei.remote.clock_off is not None
    assert abs(mei.remote.clock_off) < 30
    settings = RemoteSettings(server.url, proxy="")
    findings = probe(settings, mei.token, None, now)
    assert (findings.fault, findings.kind, findings.learner_key) == (None, SATCHEL, mei.key)
    assert findings.server_id == found.server_id


def test_it_is_known_by_itself(mei: Learner, server: ServerProcess) -> None:
    with remote_to(server.url, dialect=AUTO, token=mei.token, learner_key=None) as remote:
        assert remote.max_batch == 500
        assert remote.listing("fractions").sessions == ()
        assert remote.learner_key == mei.key


def test_a_token_that_is_wrong_revoked_or_past_opens_nothing(server: ServerProcess) -> None:
    soon = issued(server, "user:late", seconds=-1)
    gone = issued(server, "user:gone")
    with token_book(server) as book:
        assert book.revoke(gone.id)
    for token in ("wrong", soon.secret, gone.secret):
        with remote_to(server.url, dialect=SATCHEL, token=token, learner_key=None) as remote:
            for call in (remote.capabilities, lambda remote=remote: remote.changes(None, 5)):
                with pytest.raises(Unauthenticated, match="Sign in again"):
                    call()
        findings = probe(RemoteSettings(server.url, proxy=""), token, None, now)
        assert isinstance(findings.fault, Unauthenticated)


def test_a_token_that_will_expire_says_when(server: ServerProcess) -> None:
    token = issued(server, "user:brief", seconds=3600).secret
    with remote_to(server.url, dialect=SATCHEL, token=token, learner_key=None) as remote:
        found = remote.capabilities()
    assert found is not None
    assert found.token_expires_at is not None
    assert found.token_expires_at.endswith("Z")


def test_an_operators_token_is_told_as_that(server: ServerProcess) -> None:
    findings = probe(RemoteSettings(server.url, proxy=""), OPERATOR, None, now)
    assert isinstance(findings.fault, ForbiddenLearner)


# --- sessions and records ------------------------------------------------------------------------------


def test_a_batch_goes_and_everything_comes_back_exactly(mei: Learner) -> None:
    id = mei.name("lesson")
    made = mei.create(id, zebra=1, note="kept")
    assert made.incarnation
    sent = records(id, *(f"r-{n}" for n in range(500)))
    assert mei.remote.fitting(sent) == 500
    assert mei.remote.append(
        id, sent, expected_last_seq=None, incarnation=made.incarnation
    ) == tuple(range(500))
    held = mei.remote.get(id)
    assert held is not None
    assert (held.tail, held.there.incarnation) == (499, made.incarnation)
    assert [one.id for one in held.records] == [f"r-{n}" for n in range(500)]
    kept = held.records[7].record
    assert kept is not None
    assert kept.payload_text == '{"big":1152921504606846977,"z":1,"a":"r-7"}'
    assert held.there.satchel is not None
    assert held.there.satchel["title"] == field("Fractions", 3, "laptop")


def test_a_repeated_append_answers_what_is_stored_whatever_the_tail(mei: Learner) -> None:
    id = mei.name("lesson")
    made = mei.create(id)
    mei.remote.append(id, records(id, "a", "b", "c"), expected_last_seq=None)
    for again in (records(id, "a", "b"), records(id, "b"), records(id, "c", "a")):
        expected = tuple("abc".index(str(one["id"])) for one in again)
        assert mei.remote.append(id, again, expected_last_seq=None) == expected
    with pytest.raises((AppendConflict, RecordIdConflict)):
        mei.remote.append(id, records(id, "c", "d"), expected_last_seq=2)
    with pytest.raises(RecordIdConflict):
        mei.remote.append(id, [record("a", id, payload="other")], expected_last_seq=2)
    with pytest.raises(AppendConflict) as conflict:
        mei.remote.append(
            id, records(id, "d", "e"), expected_last_seq=1, incarnation=made.incarnation
        )
    assert conflict.value.actual == 2


def test_a_write_for_another_incarnation_is_refused(mei: Learner) -> None:
    id = mei.name("lesson")
    old = mei.create(id).incarnation
    mei.remote.delete(id, incarnation=old, tail=None)
    assert mei.remote.get(id) is None
    with pytest.raises(SessionDeleted):
        mei.create(id)
    new = mei.create(id, if_never_deleted=False)
    assert new.incarnation != old
    attempts: list[Callable[[], object]] = [
        lambda: mei.remote.append(id, records(id, "a"), expected_last_seq=None, incarnation=old),
        lambda: mei.remote.append(
            id, records(id, "a", "b"), expected_last_seq=None, incarnation=old
        ),
        lambda: mei.remote.set_status(id, "completed", LATER, incarnation=old),
        lambda: mei.remote.put_satchel(id, fresh(id, "x", 9, "d"), incarnation=old),
        lambda: mei.remote.delete(id, incarnation=old),
    ]
    for attempt in attempts:
        with pytest.raises(SessionReplaced):
            attempt()
    held = mei.remote.get(id)
    assert held is not None
    assert (held.tail, held.there.session.status) == (None, "active")


def test_a_deletion_is_guarded_by_the_tail(mei: Learner) -> None:
    id = mei.name("lesson")
    made = mei.create(id)
    mei.remote.append(id, records(id, "a"), expected_last_seq=None)
    for wrong in (None, 4):
        with pytest.raises(AppendConflict):
            mei.remote.delete(id, incarnation=made.incarnation, tail=wrong)
    mei.remote.delete(id, incarnation=made.incarnation, tail=0)
    assert mei.remote.get(id) is None
    mei.remote.delete(id, incarnation=made.incarnation, tail=0)


def test_the_higher_revision_stands(mei: Learner) -> None:
    id = mei.name("lesson")
    made = mei.create(id)
    lower = fresh(id, "Older", 2, "zz")
    stands = mei.remote.put_satchel(id, lower, incarnation=made.incarnation)
    assert stands["title"] == field("Fractions", 3, "laptop")
    newer = lower | {"title": field("Newer", 4, "a")}
    stands = mei.remote.put_satchel(id, newer, incarnation=made.incarnation)
    assert stands["title"] == field("Newer", 4, "a")
    assert stands["pinned"] == field(False, 3, "laptop")


def test_a_record_over_the_limit_is_named(mei: Learner) -> None:
    id = mei.name("lesson")
    mei.create(id)
    half = "x" * (20 * 1024 * 1024)
    large = [record(name, id, payload=half) for name in ("first", "second")]
    assert mei.remote.fitting(large) == 1
    with pytest.raises(PayloadTooLarge):
        mei.remote.append(id, large, expected_last_seq=None)
    assert mei.remote.append(id, large[:1], expected_last_seq=None) == (0,)


# --- the feed ------------------------------------------------------------------------------------------


def _page(mei: Learner, cursor: str | None, limit: int = 100) -> tuple[list[tuple[str, bool]], str]:
    found = mei.remote.changes(cursor, limit)
    return [(one.session_id, one.deleted) for one in found.changes], found.cursor


def test_the_feed_tells_each_session_once_at_its_last_change(mei: Learner) -> None:
    a, b = mei.name("a"), mei.name("b")
    changes, cursor = _page(mei, None)
    assert changes == []
    made = mei.create(a)
    mei.create(b)
    mei.remote.append(a, records(a, "x"), expected_last_seq=None)
    page = mei.remote.changes(cursor, 100)
    assert [one.session_id for one in page.changes] == [b, a]
    assert not page.more
    assert not page.whole
    assert page.changes[1].last_seq == 0
    assert page.changes[0].last_seq is None
    there = page.changes[1].there
    assert there is not None
    assert (there.incarnation, there.session.learner_key) == (made.incarnation, mei.key)
    assert _page(mei, page.cursor) == ([], page.cursor)
    mei.remote.delete(b)
    changes, _ = _page(mei, page.cursor)
    assert changes == [(b, True)]


def test_the_feed_comes_in_pages(mei: Learner) -> None:
    ids = [mei.name(str(n)) for n in range(7)]
    for id in ids:
        mei.create(id)
    seen: list[str] = []
    cursor, more = None, True
    while more:
        page = mei.remote.changes(cursor, 3)
        seen += [one.session_id for one in page.changes]
        cursor, more = page.cursor, page.more
    assert seen == ids


@pytest.mark.parametrize("cursor", ["another-server.5", "nonsense", "{server}.99999"])
def test_a_cursor_of_nobodys_begins_at_the_beginning(mei: Learner, cursor: str) -> None:
    mei.create(mei.name("a"))
    server_id = mei.remote.changes(None, 5).server_id
    page = mei.remote.changes(cursor.format(server=server_id), 5)
    assert page.whole
    assert [one.session_id for one in page.changes] == [mei.name("a")]


def test_the_feed_of_one_is_not_anothers(newcomer: Callable[[], Learner]) -> None:
    mei, leo = newcomer(), newcomer()
    mei.create(mei.name("a"))
    assert leo.remote.changes(None, 5).changes == ()
    assert leo.remote.get(mei.name("a")) is None
    with pytest.raises(ForbiddenLearner):
        leo.remote.create(
            parse_session(session("new", learnerKey=mei.key)), {}, if_never_deleted=True
        )


# --- signing in, and leases ----------------------------------------------------------------------------


def test_sessions_pass_to_who_holds_both_credentials(newcomer: Callable[[], Learner]) -> None:
    anonymous, account, other = newcomer(), newcomer(), newcomer()
    id = anonymous.name("a")
    anonymous.create(id)
    with pytest.raises(Forbidden):
        account.remote.merge_learner(anonymous.key, other.token)
    assert account.remote.merge_learner(anonymous.key, anonymous.token) == 1
    assert account.remote.get(id) is not None
    assert anonymous.remote.get(id) is None


def test_a_lease_is_one_holders(mei: Learner) -> None:
    id = mei.name("a")
    mei.create(id)
    assert mei.remote.look(id) is None
    lease = mei.remote.take(id, "laptop-1", 60, token=None, take_over=False)
    assert lease.token
    with pytest.raises(LeaseHeld):
        mei.remote.take(id, "laptop-2", 60, token=None, take_over=False)
    again = mei.remote.take(id, "laptop-1", 120, token=lease.token, take_over=False)
    assert again.expires_at > lease.expires_at
    seen = mei.remote.look(id)
    assert seen is not None
    assert (seen.holder, seen.token) == ("laptop-1", None)
    taken = mei.remote.take(id, "laptop-2", 60, token=None, take_over=True)
    with pytest.raises(LeaseLost):
        mei.remote.give_back(id, lease.token)
    assert taken.token
    mei.remote.give_back(id, taken.token)
    assert mei.remote.look(id) is None
    with pytest.raises(SessionNotFound):
        mei.remote.take("ghost", "laptop-1", 60, token=None, take_over=False)
