"""The short form of `python -m tests.server.faults`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.faults import run


@pytest.mark.timeout(180)
def test_nothing_acknowledged_is_lost_or_doubled_whatever_is_stopped_cut_or_killed(
    tmp_path: Path,
) -> None:
    told = run(tmp_path, seconds=0, seed=3)
    assert told.acknowledged > 0
    assert set(told.faults) == {
        "server_killed",
        "way_cut",
        "postgresql_stopped",
        "postgresql_crashed",
    }
