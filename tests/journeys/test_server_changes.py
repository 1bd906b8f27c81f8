"""Another server, or the same one without its past, under a known address: nothing here goes, the user is asked."""

from __future__ import annotations

import shutil
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from satchel.domain.syncing import (
    ANOTHER_SERVER,
    ASK_SERVER_CHANGED,
    SAME_SERVER_RESTORED,
    SyncPhase,
    SyncStatus,
)
from tests.journeys.home import Home, home, there
from tests.server.process import ServerProcess, started

LEARNER = "anon:mei"


@dataclass
class School:
    """A server that keeps its address while its insides are changed."""

    folder: Path
    port: int
    server: ServerProcess = field(init=False)

    def start(self) -> None:
        words = ("--insecure-learner-tokens", "--port", str(self.port))
        self.server = started(f"sqlite://{self.folder}/server.db", self.folder, *words)

    def back_up(self) -> None:
        with (
            closing(sqlite3.connect(self.folder / "server.db")) as original,
            closing(sqlite3.connect(self.folder / "backup.db")) as copy,
        ):
            original.backup(copy)
        shutil.copytree(self.folder / "state", self.folder / "backup-state")

    def restore(self, *, mark: str) -> None:
        """The mark outside of the database is `kept` as it is, `lost`, or `old` as the backup."""
        if mark == "kept":
            self.server.stop()  # in peace: the mark must say how far it came
        self.server.kill()
        self._remove_database()
        shutil.copy(self.folder / "backup.db", self.folder / "server.db")
        if mark != "kept":
            shutil.rmtree(self.folder / "state")
        if mark == "old":
            shutil.copytree(self.folder / "backup-state", self.folder / "state")
        self.start()

    def reinstall(self) -> None:
        self.server.kill()
        self._remove_database()
        shutil.rmtree(self.folder / "state")
        self.start()

    def _remove_database(self) -> None:
        for path in self.folder.glob("server.db*"):
            path.unlink()


@contextmanager
def school(folder: Path) -> Iterator[School]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    found = School(folder, port)
    found.start()
    try:
        yield found
    finally:
        found.server.kill()


@pytest.fixture
def lessons(tmp_path: Path) -> Iterator[tuple[School, Home]]:
    """Two sessions that are on the server and here."""
    with (
        school(tmp_path / "school") as one,
        home(tmp_path / "laptop", one.server, LEARNER) as laptop,
    ):
        laptop.begin("first", records=3)
        laptop.begin("second", records=2)
        assert laptop.sync().phase is SyncPhase.IDLE
        yield one, laptop


def asked(laptop: Home, status: SyncStatus, shown: dict[str, list[str]]) -> None:
    """A question, and nothing was done before it is answered: not by further runs, either."""
    assert status.phase is SyncPhase.ASKING
    assert status.question is not None
    assert status.question.kind == ASK_SERVER_CHANGED
    assert status.question.choices == (SAME_SERVER_RESTORED, ANOTHER_SERVER)
    assert laptop.sync().phase is SyncPhase.ASKING
    assert laptop.shown() == shown


def ends_well(school: School, laptop: Home, shown: dict[str, list[str]]) -> None:
    for _ in range(2):
        status = laptop.sync()
    assert (status.phase, status.question, status.error) == (SyncPhase.IDLE, None, None)
    assert laptop.shown() == shown
    assert not laptop.core.sessions.listing(trash=True).sessions
    assert there(school.server, LEARNER) == shown


@pytest.mark.parametrize("answer", [SAME_SERVER_RESTORED, ANOTHER_SERVER])
def test_a_server_reinstalled_empty_is_filled_again(
    lessons: tuple[School, Home], answer: str
) -> None:
    school, laptop = lessons
    laptop.write("second")
    shown = laptop.shown()
    school.reinstall()
    asked(laptop, laptop.sync(), shown)
    assert there(school.server, LEARNER) == {}
    laptop.service.answer(answer)
    ends_well(school, laptop, shown)


@pytest.mark.parametrize(
    ("mark", "answer"), [("kept", SAME_SERVER_RESTORED), ("lost", ANOTHER_SERVER)]
)
def test_what_an_old_backup_lacks_is_sent_again(
    lessons: tuple[School, Home], mark: str, answer: str
) -> None:
    school, laptop = lessons
    school.back_up()
    laptop.begin("third", records=2)
    laptop.write("first", 2)
    laptop.sync()
    laptop.write("second")
    shown = laptop.shown()
    school.restore(mark=mark)
    asked(laptop, laptop.sync(), shown)
    assert there(school.server, LEARNER) == {
        "first": shown["first"][:3],
        "second": shown["second"][:2],
    }
    laptop.service.answer(answer)
    ends_well(school, laptop, shown)


def test_a_whole_machine_set_back_is_noticed_by_how_far_was_read(
    lessons: tuple[School, Home],
) -> None:
    """It answers under its old name, the mark being as old as the database: nobody is asked, all is compared."""
    school, laptop = lessons
    school.back_up()
    laptop.begin("third", records=2)
    laptop.write("first", 2)
    laptop.sync()
    shown = laptop.shown()
    school.restore(mark="old")
    ends_well(school, laptop, shown)


def test_another_server_with_other_sessions_gets_ours_and_gives_its_own(
    lessons: tuple[School, Home], tmp_path: Path
) -> None:
    school, laptop = lessons
    shown = laptop.shown()
    with home(tmp_path / "other", school.server, LEARNER, name="other") as other:
        school.reinstall()
        other.begin("elsewhere", records=2)
        assert other.sync().phase is SyncPhase.IDLE
        asked(laptop, laptop.sync(), shown)
        assert list(there(school.server, LEARNER)) == ["elsewhere"]
        laptop.service.answer(ANOTHER_SERVER)
        ends_well(school, laptop, shown | other.shown())
