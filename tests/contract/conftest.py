"""The suite of this folder runs once for each backend."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.domain.contracts import RuntimeStore
from tests.contract.backends import BACKENDS, Backend, Opened


@pytest.fixture(params=BACKENDS, ids=lambda backend: backend.name)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    backend = request.param
    assert isinstance(backend, Backend)
    with backend.open(tmp_path / "store") as found:
        yield found


@pytest.fixture
def store(opened: Opened) -> RuntimeStore:
    return opened.store
