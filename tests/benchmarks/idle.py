"""A run of sync that finds nothing new, on many sessions, against one bare GET of the feed from the same server.

`python -m tests.benchmarks.idle [SESSIONS]` prints its own line. The server is a process of ours over SQLite.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from satchel.domain.syncing import SyncPhase
from tests.benchmarks.measure import Step, in_turns
from tests.fakes import session
from tests.journeys.home import Home, home
from tests.server.process import ServerProcess, served

GOAL: Final = 1.5
SESSIONS: Final = 10_000
SAMPLES: Final = 300
LEARNER: Final = "anon:benchmark"

MeasuredRow = tuple[str, float, float, float]


def measure(sessions: int = SESSIONS, samples: int = SAMPLES) -> list[MeasuredRow]:
    """Name, floor, ours in seconds, goal."""
    with tempfile.TemporaryDirectory(prefix="idle-") as name, server_in(Path(name)) as server:
        _fill(server, sessions)
        with home(Path(name) / "laptop", server, LEARNER) as laptop, _bare(server) as bare:
            _bring_everything(laptop, sessions)
            sides = in_turns(
                ("one GET", _asks(bare, _cursor(bare))),
                ("a run", _runs(laptop)),
                samples,
                collect=False,
            )
            assert laptop.told[-1].stage == "plan"
            what = f"sync: nothing new, {sessions:,} sessions"
            return [(what, sides[0].median, sides[1].median, GOAL)]


def _runs(laptop: Home) -> Iterator[Step]:
    while True:
        yield laptop.sync


def _asks(bare: httpx.Client, cursor: str) -> Iterator[Step]:
    path = f"/runtime/changes?limit=500&cursor={cursor}"
    while True:
        yield lambda: bare.get(path).raise_for_status().json()


def _cursor(bare: httpx.Client) -> str:
    """Behind everything there is."""
    cursor, more = "", True
    while more:
        asked = {"limit": "500"} | ({"cursor": cursor} if cursor else {})
        page = bare.get("/runtime/changes", params=asked).raise_for_status().json()
        cursor, more = page["cursor"], page["more"]
    return cursor


def _bring_everything(laptop: Home, sessions: int) -> None:
    for _ in range(3):
        status = laptop.sync()
        assert status.phase is SyncPhase.IDLE, status
    assert len(laptop.core.sessions.listing().sessions) == sessions


def _fill(server: ServerProcess, sessions: int) -> None:
    client = server.client(LEARNER)
    for number in range(sessions):
        document = session(f"lesson-{number}", kind="chat", learnerKey=LEARNER)
        assert client("POST", "/runtime/sessions", document).status == 201
    client.close()


@contextmanager
def _bare(server: ServerProcess) -> Iterator[httpx.Client]:
    headers = {"authorization": f"Bearer {LEARNER}"}
    with httpx.Client(base_url=server.url, headers=headers, trust_env=False) as bare:
        yield bare


@contextmanager
def server_in(folder: Path) -> Iterator[ServerProcess]:
    url = f"sqlite://{folder}/server.db"
    with served(url, folder, "--insecure-learner-tokens", SATCHEL_RATE="0") as server:
        yield server


def main() -> None:
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else SESSIONS
    for what, floor, ours, goal in measure(sessions):
        print(
            f"{what}: {floor * 1e3:.2f} ms, {ours * 1e3:.2f} ms, {ours / floor:.2f} × (≤ {goal:g})"
        )


if __name__ == "__main__":
    main()
