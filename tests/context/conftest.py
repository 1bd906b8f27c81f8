from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.context.histories import Packs, packs_of
from tests.store.opened import opened


@pytest.fixture
def packs(tmp_path: Path) -> Iterator[Packs]:
    """A fresh profile."""
    with opened(tmp_path / "profile") as bench:
        yield packs_of(bench)
