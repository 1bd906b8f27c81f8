"""A window has a session open while sync changes it under its hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.errors import LeaseLost
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import RemoteSettings, TokenPlace
from satchel.sync.service import ProfileSync
from satchel.workspace import WindowWorkspace
from tests.fakes import FakeClock, FakeIds
from tests.sync.desk import ADDRESS, put_there, there
from tests.sync.model_remote import LEARNER, ModelRemote, Network, payload_of

PAGE = 50


@pytest.fixture
def core(data_dir: Path, clock: FakeClock, new_id: FakeIds) -> Iterator[Core]:
    with open_core(Paths(data_dir), clock=clock, new_id=new_id) as found:
        found.settings.set("learnerKeys", [LEARNER])
        yield found


@pytest.fixture
def window(core: Core) -> Iterator[WindowWorkspace]:
    found = core.workspace("window")
    yield found
    found.shut()


@pytest.fixture
def network() -> Network:
    return Network(True)


@pytest.fixture
def sync(core: Core, network: Network, clock: FakeClock) -> Iterator[ProfileSync]:
    service = ProfileSync(
        core.profile.directory,
        core.profile.id,
        clock=clock,
        new_id=lambda: f"made-{network.fresh()}",
        connect=lambda *_: ModelRemote(network),
    )
    service.configure(RemoteSettings(ADDRESS), token=None, keep=TokenPlace.THIS_RUN)
    yield service
    service.close()


def run(sync: ProfileSync) -> None:
    sync.run(lambda _: None, stop=lambda: False)


def said(core: Core, id: str) -> list[object]:
    return [
        payload.get("n")
        for one in core.store.list_records(id)
        if isinstance(payload := one.payload, dict)
    ]


def message(number: int) -> JsonObject:
    return payload_of(number)


def test_a_conversation_goes_on_where_it_is(
    core: Core, window: WindowWorkspace, sync: ProfileSync, network: Network
) -> None:
    put_there(network, "talk", records=1)
    run(sync)
    shown = window.open("talk", PAGE)
    window.append("talk", message(101))
    ((_, theirs),) = put_there(network, "talk", records=1)
    run(sync)
    assert window.lost("talk") is None
    followed = window.follow(shown, PAGE)
    assert followed.anew
    assert followed.opened.read_only is None
    window.append("talk", message(102))
    run(sync)
    assert [one.id for one in core.store.list_records("talk")] == there(network)["talk"]
    assert said(core, "talk") == [1, theirs, 101, 102]


def test_the_window_follows_an_attempt_that_becomes_one_of_its_own(
    core: Core, window: WindowWorkspace, sync: ProfileSync, network: Network
) -> None:
    put_there(network, "attempt", "quiz", records=1)
    run(sync)
    shown = window.open("attempt", PAGE)
    window.append("attempt", message(101))
    window.save_draft("attempt", "two thi")
    ((_, theirs),) = put_there(network, "attempt", records=1)
    run(sync)
    with pytest.raises(LeaseLost):
        window.append("attempt", message(102))  # never into the other attempt
    assert window.lost("attempt") is None
    opened = window.follow(shown, PAGE).opened
    assert opened.summary.id != "attempt"
    assert (opened.read_only, opened.draft) == (None, "two thi")
    window.append(opened.summary.id, message(102))
    run(sync)
    assert said(core, "attempt") == [1, theirs]
    assert said(core, opened.summary.id) == [1, 101, 102]
    assert there(network).keys() == {"attempt", opened.summary.id}


def test_who_reads_what_is_gone_there_is_told(
    core: Core, window: WindowWorkspace, sync: ProfileSync, network: Network
) -> None:
    put_there(network, "talk", records=1)
    put_there(network, "other", records=1)
    run(sync)
    window.open("talk", PAGE)
    network.server.delete("talk")
    run(sync)
    assert window.lost("talk") == "session deleted"
