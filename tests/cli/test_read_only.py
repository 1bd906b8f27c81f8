"""The command line on a data folder that may only be read: a shared one, or a copied disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.machine_id import MACHINE_VARIABLE
from tests.cli.running import Cli, Processes, one_sentence
from tests.grounds import snapshot

WRITES = (
    ("session", "new"),
    ("session", "append", "s1", "hi"),
    ("session", "append", "s1", "hi", "--take-over"),
    ("session", "status", "s1", "archived"),
    ("session", "rename", "s1", "x"),
    ("session", "pin", "s1"),
    ("session", "facts", "s1", "--pin", "x"),
    ("session", "delete", "s1"),
    ("session", "delete", "s1", "--forever"),
    ("session", "restore", "s1"),
    ("profile", "new", "Leo"),
    ("profile", "use", "Learner"),
    ("profile", "rename", "Leo"),
    ("sync",),
    ("remote", "set", "https://another.example"),
    ("remote", "clear"),
    ("backup",),
    ("backup", "restore", "nothing.db"),
)


@pytest.fixture
def synced(cli: Cli) -> Cli:
    """A folder with a session in it, around which somebody began to sync."""
    _set_up(cli)
    (cli.data_dir.parent / ".stfolder").mkdir()
    return cli


@pytest.fixture
def copied(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The same on a disk that was copied to another laptop."""
    monkeypatch.setenv(MACHINE_VARIABLE, "laptop-1")
    _set_up(cli)
    monkeypatch.setenv(MACHINE_VARIABLE, "laptop-2")
    return cli


def _set_up(cli: Cli) -> None:
    cli.new("s1", "--title", "Slice it")
    cli.json("remote", "set", "https://school.example")


def test_a_synced_folder_is_read_and_says_why(synced: Cli) -> None:
    before = snapshot(synced.data_dir)
    for words in (("session", "list"), ("session", "show", "s1")):
        answer = synced(*words)
        assert answer.status == 0
        assert "Slice it" in answer.out
    assert synced("profile", "list").status == 0
    assert synced("session", "facts", "s1").status == 0
    assert synced("context", "s1", "--budget", "100").status == 0
    told = synced("session", "list")
    assert one_sentence(told)
    assert "Syncthing" in told.err
    assert "choose a local folder" in told.err
    assert synced("session", "list", "--quiet").err == ""
    assert synced("profile", "machine", "moved").status == 1
    assert snapshot(synced.data_dir) == before


@pytest.mark.parametrize("words", WRITES, ids=" ".join)
def test_a_synced_folder_refuses_every_write(synced: Cli, words: tuple[str, ...]) -> None:
    before = snapshot(synced.data_dir)
    answer = synced(*words)
    assert answer.status == 1
    assert one_sentence(answer)
    assert "choose a local folder" in answer.err
    assert synced("--json", *words).error["code"] == "SHARED_FOLDER"
    assert snapshot(synced.data_dir) == before


@pytest.mark.parametrize("folder", ["synced", "copied"])
def test_files_are_looked_into_and_written_but_nothing_is_taken_in(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, folder: str
) -> None:
    cli: Cli = request.getfixturevalue(folder)
    place = tmp_path_factory.mktemp("elsewhere")
    elsewhere, file = ("--data-dir", str(place / "data")), str(place / "one")
    cli.json(*elsewhere, "session", "new", "--id", "theirs")
    cli.json(*elsewhere, "bundle", "export", "--all", "-o", file)
    before = snapshot(cli.data_dir)
    assert cli.json("bundle", "import", file, "--dry-run")
    assert cli("bundle", "import", file, "--mine").status == 1
    assert cli("bundle", "export", "--all", "-o", str(place / "other")).status == 0
    assert snapshot(cli.data_dir) == before


def test_a_copy_may_be_carried_out_of_it(synced: Cli, tmp_path: Path) -> None:
    assert synced("backup", str(tmp_path / "kept.db")).status == 0
    elsewhere = tmp_path / "elsewhere" / "data"
    (tmp_path / ".stfolder").rmdir()
    assert synced("--data-dir", str(elsewhere), "session", "list").status == 0
    assert (
        synced("--data-dir", str(elsewhere), "backup", "restore", str(tmp_path / "kept.db")).status
        == 0
    )
    assert "Slice it" in synced("--data-dir", str(elsewhere), "session", "list").out


def test_the_doctor_says_it_too_and_touches_nothing(synced: Cli) -> None:
    before = snapshot(synced.data_dir)
    answer = synced("doctor", "--repair")
    assert answer.status == 1
    assert "Syncthing" in answer.out
    assert "All 1 sessions can be read." in answer.out
    assert snapshot(synced.data_dir) == before


def test_a_first_start_there_makes_nothing(cli: Cli) -> None:
    (cli.data_dir.parent / ".stfolder").mkdir()
    for words in (("session", "list"), ("session", "new"), ("profile", "new", "Mei"), ("doctor",)):
        answer = cli(*words)
        assert answer.status == 1
        assert not cli.data_dir.exists()
    assert one_sentence(cli("session", "list"))


@pytest.mark.parametrize("words", WRITES, ids=" ".join)
def test_a_copied_disk_refuses_every_write(copied: Cli, words: tuple[str, ...]) -> None:
    answer = copied(*words)
    assert answer.status == 1
    assert one_sentence(answer)
    assert "satchel profile machine new" in answer.err
    assert copied("--json", *words).error["code"] == "MACHINE_CHANGED"
    listed = copied("session", "list")
    assert (listed.status, "Slice it" in listed.out) == (0, True)


def test_moved(copied: Cli) -> None:
    assert copied.json("profile", "machine", "moved") == {"machine": "moved", "asked": True}
    assert copied("session", "append", "s1", "hi").status == 0
    assert copied("session", "list").err == ""
    assert copied.json("profile", "machine", "moved") == {"machine": "moved", "asked": False}


def test_new(copied: Cli) -> None:
    assert "laptop of its own" in copied("profile", "machine", "new").out
    refused = copied("session", "append", "s1", "hi")
    assert refused.status == 1
    assert "another learner's work" in refused.err
    assert "(others) Slice it" in copied("session", "list").out
    assert copied("session", "new").status == 0


@pytest.mark.parametrize("word", ["", "old", "Moved"])
def test_there_are_two_answers(copied: Cli, word: str) -> None:
    assert copied("profile", "machine", word).status == 2


@pytest.mark.slow
def test_real_processes_on_a_copied_disk(processes: Processes) -> None:
    first, second = (processes.environ(SATCHEL_MACHINE_ID=f"laptop-{n}") for n in (1, 2))
    assert processes.run("session", "new", "--id", "s1", env=first).status == 0
    assert processes.run("session", "append", "s1", "hi", env=second).status == 1
    assert processes.run("profile", "machine", "moved", env=second).status == 0
    assert processes.run("session", "append", "s1", "hi", env=second).status == 0
