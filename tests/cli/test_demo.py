from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from satchel.cli import demo
from tests.cli.running import SOURCES, Cli, one_sentence


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where throw-away folders go, to see that they are gone."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("PYTHONPATH", SOURCES)
    return folder


def test_the_whole_story(cli: Cli, tmp_path: Path, scratch: Path) -> None:
    picture = tmp_path / "window.png"
    answer = cli("demo", "--screenshot", str(picture))
    assert (answer.status, answer.err) == (0, "")
    for words in (
        "Mei",
        "5 sessions",
        "killed",
        "numbered without gaps",
        "nothing wrong",
        "backup",
    ):
        assert words in answer.out
    assert picture.read_bytes() == b"a picture"
    assert list(scratch.iterdir()) == []
    assert not cli.data_dir.exists(), "the user's own data is not touched"


def test_for_programs(cli: Cli, scratch: Path) -> None:
    document = cli.json("demo")
    assert len(document["steps"]) == 9
    assert list(scratch.iterdir()) == [Path(document["screenshot"])]


def test_a_story_that_fails_leaves_nothing_behind(
    cli: Cli, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "own_command", lambda: ["/bin/false"])
    answer = cli("demo")
    assert (answer.status, one_sentence(answer)) == (1, True)
    assert list(scratch.iterdir()) == []
