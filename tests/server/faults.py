"""Eight clients append while the server is killed and its way to PostgreSQL is cut: what was acknowledged is there.

`python -m tests.server.faults [--seconds 60] [--seed N]` for long; the suite runs the short form.
"""

from __future__ import annotations

import argparse
import http.client
import random
import socket
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.fakes import record, session
from tests.postgres import shared
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
    """What a run saw."""

    acknowledged: int
    unclear: int
    kills: int
    outages: int


def run(database_url: str, folder: Path, relay: Relay, seconds: float, seed: int) -> Told:
    """Raises `AssertionError` where something acknowledged is lost, doubled or out of place."""
    chance = random.Random(seed)
    port = str(_free_port())
    server = started(database_url, folder, *_WORDS, "--port", port, SATCHEL_RATE="0")
    stop = threading.Event()
    told = Told(0, 0, 0, 0)
    try:
        until(lambda: _is_ready(server))
        client = server.client(_KEY)
        for name in (_SESSION, *(f"own-{number}" for number in range(CLIENTS))):
            made = session(name, learnerKey=_KEY)
            assert client("POST", "/runtime/sessions", made).status == 201
        writers = [Writer(server.url, number, stop) for number in range(CLIENTS)]
        threads = [threading.Thread(target=writer.run) for writer in writers]
        for thread in threads:
            thread.start()
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                stop.wait(chance.uniform(0.2, 0.8))
                if chance.random() < 0.5:
                    server.kill()
                    told.kills += 1
                    server = started(
                        database_url, folder, *_WORDS, "--port", port, SATCHEL_RATE="0"
                    )
                else:
                    relay.close()
                    told.outages += 1
                    stop.wait(chance.uniform(0, 0.5))
                    relay.open()
                _until_another_is_acknowledged(writers)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        until(lambda: _is_ready(server))
        _check(server.client(_KEY), writers)
        told.acknowledged = sum(len(writer.acknowledged) for writer in writers)
        told.unclear = sum(writer.unclear for writer in writers)
        return told
    finally:
        server.kill()


def _until_another_is_acknowledged(writers: list[Writer]) -> None:
    """It comes back by itself."""
    before = sum(len(writer.acknowledged) for writer in writers)
    until(lambda: sum(len(writer.acknowledged) for writer in writers) > before)


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


def on_postgres(folder: Path, seconds: float, seed: int) -> Told:
    """The run over this run's PostgreSQL, through a relay that can be cut."""
    postgres = shared()
    relay = Relay(("127.0.0.1", postgres.port))
    relay.open()
    with ExitStack() as stack:
        url = stack.enter_context(postgres.database())
        stack.callback(relay.close)
        through = url.replace(f":{postgres.port}/", f":{relay.port}/")
        return run(through, folder, relay, seconds, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        told = on_postgres(Path(folder), wishes.seconds, wishes.seed)
    sys.stdout.write(f"{told}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
