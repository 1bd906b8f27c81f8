"""The benchmark of runs that find nothing new, at a tiny size. How long anything takes is not judged here."""

from __future__ import annotations

from tests.benchmarks import idle


def test_the_row_of_idle_runs_measures_both_sides() -> None:
    ((what, floor, ours, goal),) = idle.measure(sessions=12, samples=5)
    assert what == "sync: nothing new, 12 sessions"
    assert goal == 1.5
    assert floor > 0
    assert ours > 0
