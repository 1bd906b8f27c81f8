"""After a server's answers were not true for a while, a day brings everybody back to what is; see `lies.py`."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from tests.journeys.lies import lied_to
from tests.server.process import ServerProcess


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seed", [14, 1077, None])
def test_lies_are_forgotten(tmp_path: Path, server: ServerProcess, seed: int | None) -> None:
    seed = secrets.randbelow(10**6) if seed is None else seed
    tale = lied_to(server, tmp_path, seed)
    assert tale.told
    assert not tale.later, f"seed {seed}: {tale.later}"
