"""Much at once: it goes in batches, shows how far it is, can be stopped, and keeps no window waiting."""

from __future__ import annotations

from pathlib import Path

from satchel.domain.syncing import SyncPhase
from tests.bundles.arrivals import hidden
from tests.sync.desk import desk, put_there, there
from tests.sync.model_remote import Network

MUCH = 10_000


def test_ten_thousand_records_are_sent_stopped_and_resumed(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        one.begin("long", records=MUCH)
        one.begin("short", records=3)
        assert one.service.status().waiting == MUCH + 5
        status = one.sync(lambda: bool(one.told) and one.told[-1].pushed >= MUCH // 2)
        assert status.phase is SyncPhase.WAITING
        assert status.waiting == MUCH // 2 + 4
        half = [step.done for step in one.told]
        assert half == sorted(half)
        assert all(step.total >= MUCH for step in one.told if step.stage == "confirm")
        requests = network.requests
        status = one.sync()
        assert (status.phase, status.pushed) == (SyncPhase.IDLE, MUCH // 2 + 3)
        assert network.requests - requests < 20
        assert there(network) == one.shown()


def test_a_long_history_comes_in_steps_and_a_kill_leaves_nothing_half(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        put_there(network, "long", records=5_000)
        one.sync(lambda: one.told[-1].stage == "pull" and hidden(one.bench) > 0)
        assert hidden(one.bench) == 1
        assert one.shown() == {}
        one.sync()
        assert hidden(one.bench) == 0
        assert one.shown() == there(network)
        one.write("long", 2)
        put_there(network, "long", records=3_000)
        one.sync()
        assert hidden(one.bench) == 0
        assert one.shown() == there(network)
        assert len(one.ids("long")) == 8_002
        assert [record.seq for record in one.records("long")] == list(range(8_002))


def test_steps_that_somebody_tidied_away_come_again(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        put_there(network, "long", records=5_000)

        def tidy() -> bool:
            if hidden(one.bench) and one.told[-1].stage == "pull":
                one.bench.damage("DELETE FROM runtime_records")
            return False

        one.sync(tidy)
        one.sync()
        assert one.shown() == there(network)
