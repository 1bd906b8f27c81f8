"""The short form of `python -m tests.server.faults`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.faults import on_postgres


@pytest.mark.timeout(180)
def test_nothing_acknowledged_is_lost_or_doubled_while_the_server_is_killed_and_postgresql_cut(
    tmp_path: Path,
) -> None:
    told = on_postgres(tmp_path, seconds=3, seed=3)
    assert told.acknowledged > 0
    assert told.kills + told.outages >= 1
