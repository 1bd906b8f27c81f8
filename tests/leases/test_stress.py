"""The short form of `python -m tests.leases.stress`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.leases.stress import run


@pytest.mark.timeout(180)
@pytest.mark.parametrize("watch", [True, False], ids=["watching", "looking"])
def test_contending_processes_write_nothing_under_a_lost_token(tmp_path: Path, watch: bool) -> None:
    report = run(tmp_path, processes=8, seconds=2.5, watch=watch)
    assert report.faults == []
    assert report.claims > 8
    assert report.taken_over > 0
    assert report.records > report.claims
    assert sum(report.told_by.values()) == report.taken_over
