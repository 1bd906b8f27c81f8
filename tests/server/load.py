"""Fifty learners appending at once to a real server on PostgreSQL: throughput, and how long the slowest wait.

`python -m tests.server.load [--seconds 60] [--learners 50] [--sqlite]`. Afterwards every acknowledged record must be
there, once, and numbered without a gap.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.fakes import record, session
from tests.postgres import running
from tests.server.http.documents import at
from tests.server.http.issuing import token_book
from tests.server.process import Client, ServerProcess, served

_PROCESSES: Final = 2


@dataclass(frozen=True)
class Load:
    seconds: float
    waits: list[float]
    """Of each append that was answered, in seconds, shortest first."""
    refused: int

    @property
    def throughput(self) -> float:
        return len(self.waits) / self.seconds

    def wait(self, share: float) -> float:
        """The wait, in seconds, that this share of all appends does not pass."""
        return self.waits[min(len(self.waits) - 1, int(share * len(self.waits)))]


def load(server: ServerProcess, learners: int, seconds: float) -> Load:
    """Puts the load on a running server and checks what it kept. Raises `AssertionError` where something is lost."""
    keys = [f"anon:pupil-{number}" for number in range(learners)]
    with token_book(server) as book:
        tokens = [book.issue(learner_key=key).secret for key in keys]
    pairs = list(zip(keys, tokens, strict=True))
    with ProcessPoolExecutor(_PROCESSES) as pool:
        parts = [pairs[number::_PROCESSES] for number in range(_PROCESSES)]
        work = [pool.submit(_several, server.url, part, seconds) for part in parts]
        found = [answer for future in work for answer in future.result()]
    for key, token, waits, _ in found:
        client = Client(server.url, token)
        listed = client("GET", at(key, "records")).json
        assert [one["seq"] for one in listed] == list(range(len(listed)))
        names = {one["id"] for one in listed}
        assert names >= {f"r{number}" for number in range(len(waits))}, f"{key} lost records"
        assert len(names) == len(listed)
    waits = sorted(wait for _, _, part, _ in found for wait in part)
    return Load(seconds, waits, sum(refused for *_, refused in found))


def _several(
    url: str, pairs: Sequence[tuple[str, str]], seconds: float
) -> list[tuple[str, str, list[float], int]]:
    """Some learners, a thread each."""
    found: list[tuple[str, str, list[float], int]] = []

    def one(key: str, token: str) -> None:
        waits, refused = _appending(Client(url, token), key, seconds)
        found.append((key, token, waits, refused))

    threads = [threading.Thread(target=one, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _appending(client: Client, key: str, seconds: float) -> tuple[list[float], int]:
    made = client("POST", "/runtime/sessions", session(key, learnerKey=key, kind="chat"))
    assert made.status == 201, made
    waits: list[float] = []
    refused = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        payload = {"role": "user", "content": f"Message {len(waits)} of {key}. " * 8}
        document = record(f"r{len(waits)}", key, payload=payload)  # type: ignore[arg-type]
        began = time.perf_counter()
        reply = client("POST", at(key, "records"), document)
        if reply.status == 201:
            waits.append(time.perf_counter() - began)
        else:
            refused += 1
    return waits, refused


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--learners", type=int, default=50)
    parser.add_argument("--sqlite", action="store_true")
    wishes = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="load-")))
        if wishes.sqlite:
            url = f"sqlite://{folder}/server.db"
        else:
            url = stack.enter_context(stack.enter_context(running()).database())
        server = stack.enter_context(served(url, folder, SATCHEL_RATE="0"))
        found = load(server, wishes.learners, wishes.seconds)
    told = {
        "database": "sqlite" if wishes.sqlite else "postgresql",
        "learners": wishes.learners,
        "seconds": found.seconds,
        "appends": len(found.waits),
        "perSecond": round(found.throughput, 1),
        "medianMs": round(found.wait(0.5) * 1000, 2),
        "p99Ms": round(found.wait(0.99) * 1000, 2),
        "longestMs": round(found.waits[-1] * 1000, 2),
        "refused": found.refused,
    }
    sys.stdout.write(json.dumps(told) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
