"""Eight clients append while the server is killed, its way to PostgreSQL is cut, and PostgreSQL itself is stopped or
crashes: what was acknowledged is there, once and in its place.

`python -m tests.server.faults [--seconds 60] [--seed N]` for long; the suite runs the short form.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.fakes import record, session
from tests.postgres import Server, running
from tests.server.http.documents import at
from tests.server.http.relay import Relay
from tests.server.process import Client, Pause, ServerProcess, started, until

CLIENTS: Final = 8
_KEY: Final = "anon:many"
_SESSION: Final = "shared"
_WORDS: Final = ("--insecure-learner-tokens",)


@dataclass
class Writer:
    """A client that appends one record after the other, each until it is acknowledged."""

    url: str
    number: int
    stop: threading.Event
    acknowledged: dict[str, int] = field(default_factory=dict)
    unclear: int = 0
    """How many times it did not learn what became of an append, and asked again."""
    wrong: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Half of them write to a session all share, half to their own."""
        name = _SESSION if self.number % 2 else f"own-{self.number}"
        client, pause, count = Client(self.url, _KEY), Pause(), 0
        while not self.stop.is_set():
            id = f"w{self.number}-{count}"
            seq = self._append(client, name, id)
            if seq is None:
                pause()
                continue
            self.acknowledged[f"{name}/{id}"] = seq
            count += 1

    def _append(self, client: Client, name: str, id: str) -> int | None:
        try:
            reply = client("POST", at(name, "records"), record(id, name))
        except (OSError, http.client.HTTPException):
            client.close()
            self.unclear += 1
            return None
        if reply.status == 503:
            return None
        if reply.status != 201:
            self.wrong.append(f"{reply.status} {reply.body[:200]!r}")
            return None
        return int(reply.json["seq"])


@dataclass
class Told:
    """What a run saw. Raising `AssertionError`, it would have told of what was lost, doubled or out of place."""

    acknowledged: int = 0
    unclear: int = 0
    """How many times a client did not learn what became of an append, and asked again."""
    faults: Counter[str] = field(default_factory=Counter)
    longest_back: dict[str, float] = field(default_factory=dict)
    """Seconds from the end of a fault to the next append that was acknowledged, at the most, by kind of fault."""


class Run:
    """A server over a PostgreSQL of the run's own, clients that write to it, and what is done to both."""

    def __init__(self, postgres: Server, relay: Relay, folder: Path, seed: int) -> None:
        self._postgres, self._relay, self._folder = postgres, relay, folder
        self._chance = random.Random(seed)
        self._stop = threading.Event()
        self._port = str(_free_port())
        self._url = f"postgresql://satchel@127.0.0.1:{relay.port}/postgres"
        self._server = self._started()
        self._writers = [Writer(self._server.url, n, self._stop) for n in range(CLIENTS)]
        self._faults: tuple[Callable[[], None], ...] = (
            self.server_killed,
            self.way_cut,
            self.postgresql_stopped,
            self.postgresql_crashed,
        )

    def go(self, seconds: float) -> Told:
        """Raises `AssertionError` where something acknowledged is lost, doubled or out of place."""
        told = Told()
        try:
            self._begin()
            threads = [threading.Thread(target=writer.run) for writer in self._writers]
            for thread in threads:
                thread.start()
            try:
                self._disturb(seconds, told)
            finally:
                self._stop.set()
                for thread in threads:
                    thread.join()
            until(lambda: _is_ready(self._server))
            _check(self._server.client(_KEY), self._writers)
            told.acknowledged = self._acknowledged()
            told.unclear = sum(writer.unclear for writer in self._writers)
            return told
        finally:
            self._server.kill()

    def _begin(self) -> None:
        until(lambda: _is_ready(self._server))
        client = self._server.client(_KEY)
        for name in (_SESSION, *(f"own-{number}" for number in range(CLIENTS))):
            made = session(name, learnerKey=_KEY)
            assert client("POST", "/runtime/sessions", made).status == 201

    def _disturb(self, seconds: float, told: Told) -> None:
        """Each kind of fault once, then any, until the time is over."""
        end = time.monotonic() + seconds
        todo = list(self._faults)
        while todo or time.monotonic() < end:
            self._stop.wait(self._chance.uniform(0.2, 0.8))
            fault = todo.pop() if todo else self._chance.choice(self._faults)
            fault()
            over, before = time.monotonic(), self._acknowledged()
            until(lambda before=before: self._acknowledged() > before)  # type: ignore[misc]
            took = round(time.monotonic() - over, 2)
            name = fault.__name__
            told.faults[name] += 1
            told.longest_back[name] = max(took, told.longest_back.get(name, 0))

    def _acknowledged(self) -> int:
        return sum(len(writer.acknowledged) for writer in self._writers)

    def _started(self) -> ServerProcess:
        words = (*_WORDS, "--port", self._port)
        return started(self._url, self._folder, *words, SATCHEL_RATE="0")

    # --- faults ------------------------------------------------------------------------------------

    def server_killed(self) -> None:
        self._server.kill()
        self._server = self._started()

    def way_cut(self) -> None:
        self._relay.close()
        self._stop.wait(self._chance.uniform(0, 0.5))
        self._relay.open()

    def postgresql_stopped(self) -> None:
        self._restarted("fast")

    def postgresql_crashed(self) -> None:
        self._restarted("immediate")

    def _restarted(self, mode: str) -> None:
        self._postgres.stop(mode)
        self._stop.wait(self._chance.uniform(0, 1))
        self._postgres.start()


def _check(client: Client, writers: list[Writer]) -> None:
    assert [wrong for writer in writers for wrong in writer.wrong] == []
    for name in (_SESSION, *(f"own-{number}" for number in range(0, CLIENTS, 2))):
        listed = client("GET", at(name, "records")).json
        assert [one["seq"] for one in listed] == list(range(len(listed)))
        places = {f"{name}/{one['id']}": one["seq"] for one in listed}
        assert len(places) == len(listed), "a record is there twice"
        for writer in writers:
            for place, seq in writer.acknowledged.items():
                if place.startswith(f"{name}/"):
                    assert places.get(place) == seq, f"{place} was acknowledged as {seq}"


def _is_ready(server: ServerProcess) -> bool:
    try:
        return server.client()("GET", "/readyz").status == 200
    except OSError:
        return False


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def run(folder: Path, seconds: float, seed: int) -> Told:
    """A run over a PostgreSQL of its own: the one other tests use is not stopped under their hands."""
    with running() as postgres:
        relay = Relay(("127.0.0.1", postgres.port))
        relay.open()
        try:
            return Run(postgres, relay, folder, seed).go(seconds)
        finally:
            relay.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        told = run(Path(folder), wishes.seconds, wishes.seed)
    sys.stdout.write(json.dumps(vars(told)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
