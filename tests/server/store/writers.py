"""Writers in other processes: `python -m tests.server.store.writers URL MARK NAME WRITERS ROUNDS`.

Each of the process's threads appends to sessions of two learners, changes, deletes and creates some. What was
acknowledged is told at once, a JSON line each.
"""

from __future__ import annotations

import json
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from satchel.domain.runtime import JsonObject
from satchel_server.callers import Caller
from satchel_server.store import ServerStore
from tests.fakes import LATER, record, session
from tests.server.store.opened import LEO, MEI, served

SHARED = "shared"
"""A session every writer appends to, of Mei."""

Tell = Callable[[str, int | None], None]
"""Told after each acknowledged write: the session, and its last number as this write left it; None: deleted."""


class Writer:
    """One writer. Its own sessions are nobody else's business, so that it knows what they must hold."""

    def __init__(self, store: ServerStore, name: str, tell: Tell) -> None:
        self._store = store
        self._name = name
        self._tell = tell
        self._chance = random.Random(name)
        self._numbers: dict[str, int] = {}
        self._lives: dict[str, int] = {}

    def run(self, rounds: int) -> None:
        for n in range(rounds):
            caller = self._chance.choice((MEI, LEO))
            place = f"{self._name}-{caller.learner_key}-{self._chance.randrange(3)}"
            own = f"{place}-{self._lives.setdefault(place, 0)}"
            if own not in self._numbers:
                self._store.create_session(caller, session(own, learnerKey=str(caller.learner_key)))
                self._acknowledge(own, -1)
            elif self._chance.random() < 0.1:
                self._store.delete_session(caller, own)
                del self._numbers[own]
                self._lives[place] += 1
                self._tell(own, None)
            elif self._chance.random() < 0.2:
                self._store.set_status(caller, own, {"status": "active", "updatedAt": LATER})
                self._acknowledge(own, self._numbers[own])
            else:
                self._append(caller, own, n)
            seq = self._store.append(MEI, SHARED, record(f"{self._name}-{n}", SHARED)).seq
            self._tell(SHARED, seq)

    def _append(self, caller: Caller, own: str, n: int) -> None:
        if self._chance.random() < 0.5:
            found = self._store.append(caller, own, record(f"r{n}", own))
            self._acknowledge(own, found.seq)
            return
        records: list[JsonObject] = [record(f"r{n}-{k}", own) for k in range(5)]
        batch = self._store.append_batch(caller, own, {"records": records})
        self._acknowledge(own, batch[-1].seq)

    def _acknowledge(self, own: str, last: int) -> None:
        self._numbers[own] = last
        self._tell(own, last)


def run(
    store: ServerStore, name: str, writers: int, rounds: int, tell: Tell
) -> list[BaseException]:
    """Lets so many writers write at once; answers what went wrong."""
    failed: list[BaseException] = []

    def write(number: int) -> None:
        try:
            Writer(store, f"{name}{number}", tell).run(rounds)
        except BaseException as error:  # noqa: BLE001  # told by the thread that waits
            failed.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed


def main(url: str, mark: str, name: str, writers: str, rounds: str) -> None:
    turn = threading.Lock()

    def tell(session_id: str, last: int | None) -> None:
        with turn:
            sys.stdout.write(json.dumps([session_id, last]) + "\n")
            sys.stdout.flush()

    with served(url, Path(mark)) as bench:
        failed = run(bench.store, name, int(writers), int(rounds), tell)
    if failed:
        raise failed[0]


if __name__ == "__main__":
    main(*sys.argv[1:])
