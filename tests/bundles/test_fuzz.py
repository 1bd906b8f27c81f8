"""The short form of `python -m tests.bundles.fuzz`."""

from __future__ import annotations

from tests.bundles import fuzz


def test_files_changed_at_random_are_read_or_refused_and_nothing_else() -> None:
    outcomes, wrong = fuzz.run(seconds=5, seed=20261130)
    assert wrong == []
    assert outcomes["refused"]
    assert outcomes["in part"]
