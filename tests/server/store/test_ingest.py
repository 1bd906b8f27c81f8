"""The measurement of batches runs, at a tiny size. How long anything takes is not judged here."""

from __future__ import annotations

import math

from tests.benchmarks import ingest
from tests.benchmarks.measure import LEAST_SAMPLES


def test_both_sides_are_measured() -> None:
    [(what, floor, ours, goal)] = ingest.measure(LEAST_SAMPLES, 10)
    assert "10 records" in what
    assert all(math.isfinite(side) and side > 0 for side in (floor, ours))
    assert goal == ingest.GOAL
