"""A server of the base contract as sync sees it: OpenMAIC's reference server, and its application's gateway."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from satchel.domain.errors import (
    AppendConflict,
    FutureVersion,
    PayloadTooLarge,
    SessionAlreadyExists,
    SessionNotActive,
    SessionNotFound,
    ValidationFailed,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.remote_errors import (
    Forbidden,
    ForbiddenLearner,
    RouteNotFound,
    ServerBusy,
    ServerFault,
    Unauthenticated,
    WebPage,
)
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import fresh
from satchel.domain.validation import parse_session
from satchel.sync.dialects import AUTO, DIALECTS, OPENMAIC_SHARED, SATCHEL, Credential
from satchel.sync.remote import HttpRemote
from tests.fakes import LATER, NOON, record, session
from tests.servers.gateway import PREFIX, Gateway
from tests.servers.reference import ReferenceServer
from tests.servers.serving import Reply, Request, Served, serving
from tests.sync.remotes import LEARNER, remote_to

TITLE = fresh("lesson", "Fractions", 3, "laptop")


@pytest.fixture
def server() -> ReferenceServer:
    return ReferenceServer()


@pytest.fixture
def served(server: ReferenceServer) -> Iterator[Served]:
    with serving(server.handle) as found:
        yield found


@pytest.fixture
def remote(served: Served) -> Iterator[HttpRemote]:
    with remote_to(served.address) as found:
        yield found


def create(remote: HttpRemote, id: str = "lesson", **members: JsonValue) -> None:
    remote.create(parse_session(session(id, **members)), TITLE, if_never_deleted=True)


def push(remote: HttpRemote, *documents: JsonObject, tail: int | None = None) -> None:
    for number, document in enumerate(documents):
        expected = tail if number == 0 else (-1 if tail is None else tail) + number
        remote.append(str(document["sessionId"]), [document], expected_last_seq=expected)


# --- what comes and goes -------------------------------------------------------------------------------


def test_a_session_goes_there_with_its_records_and_comes_back(remote: HttpRemote) -> None:
    made = remote.create(parse_session(session(note="kept")), TITLE, if_never_deleted=True)
    assert (made.id, made.incarnation, made.satchel) == ("lesson", None, TITLE)
    first = record("a", sceneId="s", actionIndex=2, subAnchor="q", payload={"z": 1, "a": [None]})
    assert remote.append("lesson", [first], expected_last_seq=None) == (0,)
    assert remote.append("lesson", [record("b")], expected_last_seq=0) == (1,)
    remote.set_status("lesson", "completed", LATER)

    held = remote.get("lesson")
    assert held is not None
    assert held.tail == 1
    assert held.there.session.to_wire() == session(
        note="kept", status="completed", updatedAt=LATER, runtimeDslVersion="0.1.0"
    )
    assert held.there.satchel == TITLE
    assert [(one.seq, one.id, one.fault) for one in held.records] == [
        (0, "a", None),
        (1, "b", None),
    ]
    kept = held.records[0].record
    assert kept is not None
    assert (kept.scene_id, kept.action_index, kept.sub_anchor) == ("s", 2, "q")
    assert kept.payload == {"z": 1, "a": [None]}


def test_the_order_of_a_database_is_not_taken_for_the_clients(remote: HttpRemote) -> None:
    create(remote)
    push(remote, record())
    held = remote.get("lesson")
    assert held is not None
    assert held.there.session.envelope is None
    assert held.records[0].record is not None
    assert held.records[0].record.envelope_text is None


def test_a_session_without_records_has_no_tail(remote: HttpRemote) -> None:
    create(remote)
    held = remote.get("lesson")
    assert held is not None
    assert (held.records, held.tail) == ((), None)


def test_one_record_id_may_be_there_twice(remote: HttpRemote, server: ReferenceServer) -> None:
    create(remote)
    push(remote, record("a"), record("a"))
    held = remote.get("lesson")
    assert held is not None
    assert [(one.seq, one.id) for one in held.records] == [(0, "a"), (1, "a")]
    assert held.tail == 1


def test_what_is_not_there_is_none(remote: HttpRemote) -> None:
    assert remote.get("ghost") is None
    remote.delete("ghost")


def test_what_is_anothers_is_not_there(served: Served, remote: HttpRemote) -> None:
    with remote_to(served.address, learner_key="anon:leo") as other:
        create(other, learnerKey="anon:leo")
    assert remote.get("lesson") is None
    with pytest.raises(ForbiddenLearner):
        create(remote)


def test_a_partition_is_listed_and_what_is_damaged_is_named(
    remote: HttpRemote, server: ReferenceServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(remote)
    create(remote, "other", createdAt="2026-01-01T00:00:00Z")
    create(remote, "elsewhere", stageId="planets")
    monkeypatch.setattr("tests.servers.reference._sound", lambda _: parse_session(session()))
    server.plant(session("broken", status="unheard-of"))
    found = remote.listing("fractions")
    assert sorted(one.id for one in found.sessions) == ["lesson", "other"]
    assert [one.id for one in found.damaged] == ["broken"]
    assert remote.listing("nothing").sessions == ()


def test_a_session_of_a_newer_version_is_read_as_it_is(
    remote: HttpRemote, server: ReferenceServer
) -> None:
    server.plant(session(runtimeDslVersion="99.0.0"))
    held = remote.get("lesson")
    assert held is not None
    assert held.there.session.runtime_dsl_version == "99.0.0"
    with pytest.raises(FutureVersion, match=r"99\.0\.0"):
        remote.append("lesson", [record()], expected_last_seq=None)
    with pytest.raises(FutureVersion):
        remote.set_status("lesson", "completed", LATER)
    remote.delete("lesson")
    assert remote.get("lesson") is None


# --- deep and broken records ---------------------------------------------------------------------------


def deep(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


def raw(seq: int, id: str, payload: bytes, more: bytes = b"") -> bytes:
    head = f'{{"id":"{id}","seq":{seq},"sessionId":"lesson","createdAt":"{NOON}",'.encode()
    return head + more + b'"payload":' + payload + b"}"


@pytest.mark.parametrize(
    "payload",
    [
        deep(600),
        deep(3000),
        deep(50_000),
        b'{"a":"\\ud800"}',
        b"-0",
        b'{"n":[1,-0.0]}',
        b'"\\u0000"',
    ],
    ids=["600", "3000", "50000", "half", "zero", "inside", "nul"],
)
def test_a_record_that_cannot_be_read_is_kept_as_written_and_hides_nothing(
    remote: HttpRemote, server: ReferenceServer, payload: bytes
) -> None:
    good: list[JsonValue] = [record("a") | {"seq": 0}, record("c") | {"seq": 2}]
    server.plant(session(), good[0], raw(1, "b", payload, b'"sceneId":"s","x":{"y":1},'), good[1])
    held = remote.get("lesson")
    assert held is not None
    assert [(one.seq, one.id) for one in held.records] == [(0, "a"), (1, "b"), (2, "c")]
    assert [one.fault is None for one in held.records] == [True, False, True]
    kept = held.records[1]
    assert kept.record is not None
    assert kept.record.payload_text == payload.decode()
    assert (kept.record.scene_id, kept.record.created_at) == ("s", NOON)
    assert kept.record.envelope_text is not None
    assert kept.raw == raw(1, "b", payload, b'"sceneId":"s","x":{"y":1},').decode()
    assert held.tail == 2


@pytest.mark.parametrize(
    ("text", "id"),
    [
        (b'{"id":"b","seq":1,"sessionId":"lesson","createdAt":"never","payload":1}', "b"),
        (
            b'{"id":7,"seq":1,"sessionId":"lesson","createdAt":"2026-01-01T00:00:00Z","payload":1}',
            None,
        ),
        (b'{"id":"b","seq":1,"sessionId":"lesson","createdAt":"2026-01-01T00:00:00Z"}', "b"),
        (b'{"seq":1}', None),
    ],
)
def test_what_is_no_record_takes_its_number_only(
    remote: HttpRemote, server: ReferenceServer, text: bytes, id: str | None
) -> None:
    server.plant(session(), record("a") | {"seq": 0}, text, record("c") | {"seq": 2})
    held = remote.get("lesson")
    assert held is not None
    assert [one.id for one in held.records] == ["a", id, "c"]
    assert held.records[1].record is None
    assert held.records[1].fault
    assert held.records[1].raw == text.decode()


def test_numbers_that_were_left_out_leave_gaps(remote: HttpRemote, server: ReferenceServer) -> None:
    server.plant(session(), record("a") | {"seq": 0}, record("d") | {"seq": 3})
    held = remote.get("lesson")
    assert held is not None
    assert held.tail == 3


# --- refusals ------------------------------------------------------------------------------------------


def test_each_refusal_is_the_error_the_contract_knows(remote: HttpRemote) -> None:
    create(remote)
    with pytest.raises(SessionAlreadyExists):
        create(remote)
    push(remote, record("a"))
    with pytest.raises(AppendConflict) as conflict:
        push(remote, record("b"), tail=None)
    assert (conflict.value.expected, conflict.value.actual) == (None, 0)
    with pytest.raises(ValidationFailed):
        remote.append("lesson", [record(createdAt="never")], expected_last_seq=0)
    with pytest.raises(SessionNotFound):
        push(remote, record(of="ghost"))
    with pytest.raises(SessionNotFound):
        remote.set_status("ghost", "completed", LATER)
    remote.set_status("lesson", "completed", LATER)
    with pytest.raises(SessionNotActive):
        push(remote, record("b"), tail=0)
    with pytest.raises(SessionNotActive):
        remote.set_status("lesson", "archived", LATER, expected_last_seq=0)


def test_a_record_over_the_limit_is_named(remote: HttpRemote) -> None:
    create(remote)
    for size in (32, 31):
        large = record("large-one", payload="x" * (size * 1024 * 1024))
        with pytest.raises(PayloadTooLarge):
            remote.append("lesson", [large], expected_last_seq=None)


def test_a_token_that_is_refused(server: ReferenceServer) -> None:
    gateway = Gateway(server, "the-token")
    with (
        serving(gateway.handle) as served,
        remote_to(served.address + PREFIX, dialect=OPENMAIC_SHARED, token="wrong") as remote,
    ):
        with pytest.raises(Unauthenticated):
            remote.get("lesson")
        with pytest.raises(Unauthenticated):
            create(remote)


def test_feeds_and_batches_are_of_our_server_only(remote: HttpRemote) -> None:
    assert remote.max_batch == 1
    assert remote.fitting([record("a"), record("b")]) == 1
    assert remote.fitting([]) == 0
    with pytest.raises(RouteNotFound):
        remote.changes(None, 100)
    with pytest.raises(RouteNotFound):
        remote.put_satchel("lesson", TITLE, incarnation=None)


def test_a_merge_is_not_for_learners(remote: HttpRemote) -> None:
    with pytest.raises(ForbiddenLearner):
        remote.merge_learner("anon:old", "old-token")


# --- dialects ------------------------------------------------------------------------------------------


def test_the_application_takes_one_token_and_the_learner_in_a_header(
    server: ReferenceServer,
) -> None:
    gateway = Gateway(server, "the-token")
    with (
        serving(gateway.handle) as served,
        remote_to(served.address + PREFIX, dialect=OPENMAIC_SHARED, token="the-token") as remote,
    ):
        create(remote)
        push(remote, record("a"))
        assert [one.id for one in remote.listing("fractions").sessions] == ["lesson"]
        assert server.ids("lesson") == ["a"]
        sent = len(served.requests)
        with pytest.raises(Forbidden):
            remote.merge_learner("anon:old", "old")
        assert len(served.requests) == sent, "it is always refused: why ask"
        gateway.away = True
        with pytest.raises(ServerBusy) as busy:
            remote.get("lesson")
        assert not busy.value.unclear
        with pytest.raises(ServerBusy):
            push(remote, record("b"), tail=0)
        gateway.away = False
        assert server.ids("lesson") == ["a"]
    assert {request.headers["x-learner-key"] for request in served.requests} == {LEARNER}


def test_the_wrong_path_is_told_as_a_web_page_and_not_as_absence(server: ReferenceServer) -> None:
    gateway = Gateway(server, "the-token")
    with (
        serving(gateway.handle) as served,
        remote_to(served.address, dialect=OPENMAIC_SHARED, token="the-token") as remote,
        pytest.raises(WebPage, match="/api/persistence"),
    ):
        remote.get("lesson")


def test_a_server_that_announces_nothing_is_spoken_to_in_the_base_contract(
    served: Served,
) -> None:
    with remote_to(served.address, dialect=AUTO) as remote:
        assert remote.capabilities() is None
        assert remote.max_batch == 1
        create(remote)
    with remote_to(served.address, dialect=AUTO) as remote:
        assert remote.get("lesson") is not None, "asked by itself where nobody asked before"
    with remote_to(served.address, dialect=AUTO, ours=False) as remote:
        before = len(served.requests)
        assert remote.get("lesson") is not None
        assert len(served.requests) == before + 2, "what is known is not asked again"


def test_a_server_that_should_be_ours_and_is_not(served: Served) -> None:
    with (
        remote_to(served.address, dialect=SATCHEL, token=LEARNER) as remote,
        pytest.raises(RouteNotFound),
    ):
        remote.capabilities()


def test_there_is_no_other_dialect_and_no_credential_shows_itself() -> None:
    with pytest.raises(ValidationFailed):
        Credential("esperanto", "t", None)
    for dialect in DIALECTS:
        credential = Credential(dialect, "very-secret", "anon:mei")
        assert "very-secret" not in repr(credential)
        assert credential.headers()["authorization"] == "Bearer very-secret"
    assert Credential(SATCHEL, "", "anon:mei").headers() == {}


def test_a_session_whose_records_say_not_found_is_looked_at_again(
    server: ReferenceServer,
) -> None:
    """To the record list a 404 means “none”; unless the session went between the two requests."""
    server.plant(session())
    gone: list[str] = []

    def records_are_missing(request: Request) -> Reply:
        if request.target.endswith("/records"):
            if gone:
                server.clear()
            return server.answer(request, "nobody")
        return server.handle(request)

    with serving(records_are_missing) as served, remote_to(served.address) as remote:
        held = remote.get("lesson")
        assert held is not None
        assert held.records == ()
        gone.append("now")
        assert remote.get("lesson") is None


def test_a_server_that_fails_may_have_done_it(remote: HttpRemote, server: ReferenceServer) -> None:
    server.plant(session("corrupt", status="unheard-of"))
    with pytest.raises(ServerFault) as read:
        remote.get("corrupt")
    assert not read.value.unclear
    with pytest.raises(ServerFault) as written:
        remote.delete("corrupt")
    assert written.value.unclear
