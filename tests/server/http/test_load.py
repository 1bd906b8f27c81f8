"""Short forms of what is measured by commands of its own: they must run, and nothing may be lost."""

from __future__ import annotations

from tests.benchmarks.measure import LEAST_SAMPLES
from tests.benchmarks.server import GOAL, measure
from tests.server.load import load
from tests.server.process import ServerProcess


def test_several_learners_append_at_once_and_all_of_it_is_there(server: ServerProcess) -> None:
    found = load(server, learners=6, seconds=0.3)
    assert found.refused == 0
    assert found.throughput > 0
    assert found.wait(0.5) <= found.wait(0.99)


def test_the_servers_row_measures_both_sides() -> None:
    [(name, floor, ours, goal)] = measure(LEAST_SAMPLES)
    assert name == "server: one append"
    assert floor > 0
    assert ours > 0
    assert goal == GOAL
