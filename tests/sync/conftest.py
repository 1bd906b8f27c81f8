"""A laptop, and the network it is on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sync.desk import desk
from tests.sync.model_remote import Network


@pytest.fixture
def network() -> Network:
    return Network(True)


@pytest.fixture
def one(tmp_path: Path, network: Network) -> Any:
    with desk(tmp_path / "profile", network) as found:
        yield found
