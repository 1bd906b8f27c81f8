"""The proxy does to each request what it was told, and the server behind it has seen what it should have."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from satchel.domain.remote_errors import (
    AnswerLost,
    CaptivePortal,
    MaintenancePage,
    MalformedResponse,
    RemoteError,
    ServerBusy,
    ServerFault,
)
from satchel.sync.remote import HttpRemote
from tests.fakes import record, session
from tests.servers.proxy import Fault, FaultProxy, at_random, faulty, script
from tests.servers.reference import ReferenceServer
from tests.servers.serving import Request, serving
from tests.sync.remotes import remote_to

MET = [
    (Fault.CUT_BEFORE, AnswerLost, 0),
    (Fault.CUT_AFTER, AnswerLost, 1),
    (Fault.CUT_WITHIN, AnswerLost, 1),
    (Fault.GARBAGE, MalformedResponse, 0),
    (Fault.GARBAGE_AFTER, MalformedResponse, 1),
    (Fault.NOT_JSON, MalformedResponse, 1),
    (Fault.FAILURE, ServerFault, 0),
    (Fault.FAILURE_AFTER, ServerFault, 1),
    (Fault.BUSY, ServerBusy, 0),
    (Fault.PAGE, CaptivePortal, 0),
    (Fault.AWAY, MaintenancePage, 0),
]


@pytest.fixture
def server() -> ReferenceServer:
    found = ReferenceServer()
    found.plant(session())
    return found


@pytest.fixture
def proxy(server: ReferenceServer) -> Iterator[FaultProxy]:
    with serving(server.handle) as served, faulty(served.address, script()) as (found, _):
        yield found


@pytest.fixture
def remote(proxy: FaultProxy) -> Iterator[HttpRemote]:
    with remote_to(proxy.address) as found:
        yield found


def push(remote: HttpRemote, id: str = "a") -> tuple[int, ...]:
    return remote.append("lesson", [record(id)], expected_last_seq=None)


@pytest.mark.parametrize(("fault", "kind", "stored"), MET)
def test_a_write_meets_the_fault_and_says_whether_it_may_have_been_done(
    remote: HttpRemote,
    proxy: FaultProxy,
    server: ReferenceServer,
    fault: Fault,
    kind: type[RemoteError],
    stored: int,
) -> None:
    proxy.choose = script(fault)
    with pytest.raises(RemoteError) as met:
        push(remote)
    assert type(met.value) is kind
    assert len(server.ids("lesson")) == stored
    assert met.value.unclear or not stored, "what may have been done must not pass for undone"
    assert proxy.dealt[fault] == 1
    held = remote.get("lesson")
    assert held is not None
    assert len(held.records) == stored


def test_a_slow_answer_comes_all_the_same(
    remote: HttpRemote, proxy: FaultProxy, server: ReferenceServer
) -> None:
    proxy.choose = script(Fault.SLOW)
    assert push(remote) == (0,)


def test_what_is_delivered_twice_is_there_twice_unless_it_is_guarded(
    remote: HttpRemote, proxy: FaultProxy, server: ReferenceServer
) -> None:
    proxy.choose = script(Fault.TWICE)
    assert push(remote) == (0,)
    assert server.ids("lesson") == ["a"], "the guard refused the second"
    proxy.deliver_late(lambda writes: writes[0])
    assert server.ids("lesson") == ["a"]


def test_a_calm_proxy_passes_everything_on(
    remote: HttpRemote, proxy: FaultProxy, server: ReferenceServer
) -> None:
    proxy.choose = lambda _request: Fault.FAILURE
    for _ in range(3):
        with pytest.raises(ServerFault):
            push(remote)
    proxy.calm()
    assert push(remote) == (0,)
    assert proxy.dealt == {Fault.FAILURE: 3, Fault.NONE: 1}


def test_a_seed_deals_the_same_faults_again() -> None:
    request = Request("GET", "/", {}, b"")
    choose, again = at_random(7, 0.5), at_random(7, 0.5)
    faults = [choose(request) for _ in range(200)]
    assert faults == [again(request) for _ in range(200)]
    assert set(faults) == set(Fault)
