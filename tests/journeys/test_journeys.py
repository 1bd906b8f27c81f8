"""Two laptops and a bad network end alike, on every kind of server; `python -m tests.journeys` goes farther."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import pytest

from tests.journeys.places import PLACES, running
from tests.journeys.runs import travel

ROUNDS = 200


@pytest.mark.timeout(180)
@pytest.mark.parametrize("kind", PLACES)
def test_two_laptops_end_alike_and_nothing_is_lost_or_doubled(kind: str, tmp_path: Path) -> None:
    seed = secrets.randbelow(10**6)
    sys.stdout.write(f"seed {seed}\n")  # shown if it fails
    with running(kind, tmp_path) as place:
        report = travel(place, tmp_path, seed, ROUNDS)
    assert report.faults > ROUNDS // 10
    assert report.records > ROUNDS // 4
