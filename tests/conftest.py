"""What holds for every test: no real home folder, no network, its own data folder, a clock that stands still."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.fakes import FakeClock, FakeIds

settings.register_profile(
    "ci",
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("ci"), max_examples=2000)
settings.load_profile(os.environ.get("SATCHEL_HYPOTHESIS", "ci"))

_HAS_DISPLAY = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))

_HOMES = {
    "HOME": "home",
    "USERPROFILE": "home",
    "XDG_DATA_HOME": "home/data",
    "XDG_CONFIG_HOME": "home/config",
    "XDG_CACHE_HOME": "home/cache",
    "XDG_STATE_HOME": "home/state",
}


def pytest_configure() -> None:
    # A run in the background inherits an interrupt that is ignored, and so would the programs it starts.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.platform.startswith("linux") and not _HAS_DISPLAY:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    base = tmp_path_factory.mktemp("person")
    for name, folder in _HOMES.items():
        (base / folder).mkdir(parents=True, exist_ok=True)
        monkeypatch.setenv(name, str(base / folder))
    monkeypatch.delenv("SATCHEL_DATA_DIR", raising=False)
    monkeypatch.setenv("SATCHEL_MACHINE_ID", "")  # whatever machine the tests run on


@pytest.fixture(scope="session", autouse=True)
def _no_network() -> Iterator[None]:
    """Only this machine may be talked to, and only the test's own process and children."""
    connect: Callable[[socket.socket, Any], None] = socket.socket.connect

    def refuse_others(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in (
            "127.0.0.1",
            "::1",
            "localhost",
        ):
            raise OSError(f"a test must not connect to {address!r}")
        connect(self, address)

    patch = pytest.MonkeyPatch()
    patch.setattr(socket.socket, "connect", refuse_others)
    yield
    patch.undo()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """A data folder that is not there yet."""
    return tmp_path / "data"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def new_id() -> FakeIds:
    return FakeIds()
