from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Cli, Processes


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def cli(
    data_dir: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Cli:
    monkeypatch.setenv("SATCHEL_DATA_DIR", str(data_dir))
    monkeypatch.setenv("HOME", str(tmp_path))
    return Cli(data_dir, capsys)


@pytest.fixture
def processes(data_dir: Path, tmp_path: Path) -> Processes:
    home = tmp_path / "home"
    home.mkdir()
    return Processes(data_dir, home)
