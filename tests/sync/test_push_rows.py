"""The benchmark of sending runs, at a tiny size. How long anything takes is not judged here."""

from __future__ import annotations

from tests.benchmarks import push


def test_both_rows_of_sending_measure_both_sides() -> None:
    rows = push.measure(samples=5, batches=1)
    assert [row[3] for row in rows] == [1.3, 1 / 50]
    for what, floor, ours, _ in rows:
        assert floor > 0, what
        assert ours > 0, what
