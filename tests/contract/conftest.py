"""The suite of this folder runs once for each backend."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.domain.contracts import RuntimeStore
from tests.contract.backends import BACKENDS, Backend, Opened
from tests.contract.over_http import Shared


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what a backend is known to have otherwise."""
    left_out = {item for item in items if _has_otherwise(item)}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


def _has_otherwise(item: pytest.Item) -> bool:
    backend = (
        item.callspec.params.get("opened")
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else None
    )
    if not isinstance(backend, Backend) or not backend.otherwise:
        return False
    return re.search(backend.otherwise, item.nodeid) is not None


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    found = Shared(tmp_path_factory.mktemp("shared"))
    yield found
    found.close()


@pytest.fixture(params=BACKENDS, ids=lambda backend: backend.name)
def opened(request: pytest.FixtureRequest, tmp_path: Path, shared: Shared) -> Iterator[Opened]:
    backend = request.param
    assert isinstance(backend, Backend)
    with backend.open(tmp_path / "store", shared) as found:
        yield found


@pytest.fixture
def store(opened: Opened) -> RuntimeStore:
    return opened.store
