"""One server process for the tests that need nothing else of it; each test has a learner of its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from tests.server.process import ServerProcess, served

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A learner's key is the token."""
    folder = tmp_path_factory.mktemp("journey-server")
    url = f"sqlite://{folder}/server.db"
    with served(url, folder, "--insecure-learner-tokens", SATCHEL_RATE="0") as found:
        yield found


@pytest.fixture
def learner() -> str:
    return f"anon:home-{next(_NUMBERS)}"
