"""Sending records to a server: one against a bare POST of httpx, and many against one request each.

`python -m tests.benchmarks.push` prints its own small table. The server is a process of ours over SQLite.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import httpx

from satchel.domain.json_value import encode
from satchel.domain.runtime import JsonObject
from satchel.domain.validation import parse_session
from satchel.sync.dialects import SATCHEL
from satchel.sync.remote import HttpRemote
from satchel.system import now
from tests.fakes import record, session
from tests.server.process import ServerProcess, served, until
from tests.sync.remotes import remote_to

LEARNER = "anon:benchmark"
TEXT = "What is a half, and how many of them make a whole? " * 4
BATCH = 500

MeasuredRow = tuple[str, float, float, float]


@dataclass
class Sender:
    """Appends to a session of its own, always behind the last."""

    remote: HttpRemote
    bare: httpx.Client
    id: str
    last: int | None = None

    def create(self) -> Sender:
        document = session(self.id, kind="chat", learnerKey=LEARNER)
        self.remote.create(parse_session(document), {}, if_never_deleted=False)
        return self

    def next_record(self, ahead: int = 0) -> JsonObject:
        number = (-1 if self.last is None else self.last) + 1 + ahead
        return record(f"r-{number}", self.id, payload={"role": "user", "content": TEXT})

    def with_satchel(self, document: JsonObject) -> None:
        (self.last,) = self.remote.append(self.id, [document], expected_last_seq=self.last)

    def with_httpx(self, document: JsonObject) -> None:
        body = encode({**document, "expectedLastSeq": self.last}).encode()
        answer = self.bare.post(
            f"/runtime/sessions/{self.id}/records",
            content=body,
            headers={"content-type": "application/json"},
        )
        self.last = answer.raise_for_status().json()["seq"]

    def many(self, documents: list[JsonObject]) -> None:
        self.last = self.remote.append(self.id, documents, expected_last_seq=self.last)[-1]


def measure(samples: int = 200, batches: int = 5) -> list[MeasuredRow]:
    """(what, the floor's seconds, ours, goal of the ratio): medians taken in turns."""
    with _senders() as sender:
        return [_one(sender, samples), _many(sender, samples, batches)]


def _one(sender: Callable[[], Sender], samples: int) -> MeasuredRow:
    bare, ours = sender(), sender()
    floor: list[float] = []
    taken: list[float] = []
    for _ in range(samples + 3):
        floor.append(_seconds(bare.with_httpx, bare.next_record()))
        taken.append(_seconds(ours.with_satchel, ours.next_record()))
    medians = statistics.median(floor[3:]), statistics.median(taken[3:])
    return ("push one record", *medians, 1.3)


def _many(sender: Callable[[], Sender], samples: int, batches: int) -> MeasuredRow:
    one, many = sender(), sender()
    floor = [_seconds(one.with_satchel, one.next_record()) for _ in range(samples)]
    taken = []
    for _ in range(batches):
        documents = [many.next_record(ahead) for ahead in range(BATCH)]
        taken.append(_seconds(many.many, documents) / BATCH)
    medians = statistics.median(floor), statistics.median(taken)
    return ("push a record of many, in batches of 500", *medians, 1 / 50)


def _seconds(
    work: Callable[[JsonObject], None] | Callable[[list[JsonObject]], None], given: object
) -> float:
    started = time.perf_counter()
    work(given)  # type: ignore[arg-type]
    return time.perf_counter() - started


@contextmanager
def _senders() -> Iterator[Callable[[], Sender]]:
    with tempfile.TemporaryDirectory(prefix="push-") as folder, _server(Path(folder)) as server:
        headers = {"authorization": f"Bearer {LEARNER}"}
        bare = httpx.Client(base_url=server.url, headers=headers, trust_env=False)
        with bare, remote_to(server.url, dialect=SATCHEL, token=LEARNER, clock=now) as remote:
            numbers = count()
            yield lambda: Sender(remote, bare, f"session-{next(numbers)}").create()


@contextmanager
def _server(folder: Path) -> Iterator[ServerProcess]:
    url = f"sqlite://{folder}/server.db"
    with served(url, folder, "--insecure-learner-tokens", SATCHEL_RATE="0") as server:
        client = server.client()
        until(lambda: client("GET", "/readyz").status == 200)
        client.close()
        yield server


def main() -> None:
    for what, floor, ours, goal in measure():
        print(
            f"{what}: {floor * 1e6:.0f} µs, {ours * 1e6:.0f} µs, {ours / floor:.3f} × (≤ {goal:g})"
        )


if __name__ == "__main__":
    main()
