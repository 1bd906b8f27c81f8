"""Tests that ask for `bench` or `store` run on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel_server.store import ServerStore
from tests.server.store.opened import POSTGRESQL, SQLITE, Bench, opened


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def bench(kind: str, tmp_path: Path) -> Iterator[Bench]:
    with opened(kind, tmp_path) as found:
        yield found


@pytest.fixture
def store(bench: Bench) -> ServerStore:
    return bench.store
