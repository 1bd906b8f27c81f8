"""Sync killed as a process, at each of its steps, and two processes that sync one profile at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, groupby
from pathlib import Path

import pytest

from satchel.domain.runtime import CHAT, QUIZ_ATTEMPT
from satchel.domain.syncing import SyncPhase
from tests.fakes import LATER, NOON, session
from tests.journeys.home import Home, home, there
from tests.journeys.runner import KILLED, Runner, runner
from tests.server.process import Client, ServerProcess

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks")


@pytest.fixture
def laptop(tmp_path: Path, server: ServerProcess, learner: str) -> Iterator[Home]:
    with home(tmp_path / "laptop", server, learner) as found:
        yield found


@pytest.fixture
def child() -> Iterator[Runner]:
    with runner() as found:
        yield found


def put_there(client: Client, id: str, kind: str, number: int) -> None:
    """A record of another client's, in a session that may have to be made."""
    document = session(id, kind=kind, learnerKey=str(client.token), stageId="satchel:workspace")
    assert client("POST", "/runtime/sessions", document).status in (201, 409)
    payload = (
        {"role": "user", "content": "a"} if kind == CHAT else {"phase": "draft", "answers": {}}
    )
    record = {"id": f"{id}-{number}", "sessionId": id, "createdAt": NOON, "payload": payload}
    assert client("POST", f"/runtime/sessions/{id}/records", record).status == 201


def busy(laptop: Home, client: Client, turn: int) -> None:
    """Something of everything that a run does, in sessions of their own each turn."""
    known, attempt, old = f"known-{turn}", f"attempt-{turn}", f"old-{turn}"
    put_there(client, known, CHAT, 0)
    put_there(client, attempt, QUIZ_ATTEMPT, 0)
    put_there(client, old, CHAT, 0)
    assert laptop.sync().phase is SyncPhase.IDLE
    laptop.begin(f"new-{turn}", records=3)
    laptop.write(known, 2)
    laptop.write(attempt)
    laptop.core.sessions.rename(known, "Another title")
    laptop.core.store.set_status(old, "completed", LATER)
    put_there(client, known, CHAT, 1)
    put_there(client, attempt, QUIZ_ATTEMPT, 1)
    put_there(client, f"theirs-{turn}", CHAT, 0)


def is_whole(laptop: Home, turn: int) -> None:
    shown = laptop.shown()
    names = [f"{name}-{turn}" for name in ("new", "known", "attempt", "theirs", "old")]
    assert [len(shown[name]) for name in names] == [3, 4, 2, 1, 1]
    assert len(shown) == 6 * turn  # what went on here of the attempt is one of its own


@pytest.mark.timeout(120)
def test_a_process_killed_at_any_step_is_completed_by_the_next_run(
    laptop: Home, server: ServerProcess, child: Runner
) -> None:
    client = server.client(laptop.learner)
    for turn in count(1):
        busy(laptop, client, turn)
        (ended,) = child.run(laptop, dies_at=turn)
        for _ in range(2):
            status = laptop.sync()
        assert (status.phase, status.error) == (SyncPhase.IDLE, None)
        is_whole(laptop, turn)
        if ended != KILLED:
            break
    assert ended == 0
    assert turn > 12
    assert there(server, laptop.learner) == laptop.shown()


def test_of_two_processes_one_waits(laptop: Home, server: ServerProcess, child: Runner) -> None:
    for number in range(20):
        laptop.begin(f"twice-{number}", records=5)
    assert child.run(laptop, times=2) == [0, 0]
    steps = (laptop.core.profile.directory / "steps").read_text().splitlines()
    assert len(list(groupby(steps))) == 2  # all of one, then all of the other
    assert there(server, laptop.learner) == laptop.shown()
