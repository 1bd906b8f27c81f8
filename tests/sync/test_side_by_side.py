"""The engine does what the model does; the long form is `python -m tests.sync.side_by_side`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sync.side_by_side import search


@pytest.mark.parametrize("satchel", [True, False], ids=["satchel", "base"])
def test_the_engine_and_the_model_do_the_same(tmp_path: Path, satchel: bool) -> None:
    count, found = search(tmp_path, satchel, seed=20261201, seconds=45, most=20)
    assert not found
    assert count > 0
