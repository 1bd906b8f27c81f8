"""The feed while others write, in this process and in others: it misses nothing and never runs ahead."""

from __future__ import annotations

import json
import subprocess
import threading
from pathlib import Path

from satchel_server.callers import Caller
from satchel_server.store import ServerStore
from tests.fakes import session
from tests.server.store.opened import LEO, MEI, Bench
from tests.server.store.writers import SHARED, run
from tests.store.processes import ROOT, environment, python

ROUNDS = 30


class Follower:
    """A client that keeps a cursor for one learner and believes nothing but the feed."""

    def __init__(self, store: ServerStore, caller: Caller) -> None:
        self._store = store
        self._caller = caller
        self._cursor: str | None = None
        self.view: dict[str, int | None] = {}

    def catch_up(self) -> int:
        """Reads to the end; how many changes there were."""
        told, more = 0, True
        while more:
            page = self._store.changes(self._caller, self._cursor, 3)
            assert not page.reset
            for change in page.changes:
                told += 1
                name = str(change["sessionId"])
                if change.get("deleted"):
                    self.view.pop(name, None)
                else:
                    last = change["lastSeq"]
                    assert last is None or isinstance(last, int)
                    self.view[name] = last
            self._cursor, more = page.cursor, page.more
        return told


class Acknowledged:
    """What writers were told is done: for each session a count of its writes, and the newest number."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._last: dict[str, tuple[int, int | None]] = {}

    def note(self, name: str, last: int | None) -> None:
        with self._turn:
            writes, highest = self._last.get(name, (0, None))
            if name == SHARED and last is not None and highest is not None:
                last = max(last, highest)  # told by several threads, in any order
            self._last[name] = (writes + 1, last)

    def now(self) -> dict[str, tuple[int, int | None]]:
        with self._turn:
            return dict(self._last)


def check(followers: list[Follower], done: Acknowledged) -> None:
    """Whatever was acknowledged before the feed was asked is in what it told."""
    before = done.now()
    for follower in followers:
        follower.catch_up()
    after = done.now()
    view = {name: last for follower in followers for name, last in follower.view.items()}
    for name, (writes, last) in before.items():
        if name != SHARED and after[name][0] != writes:
            continue  # written to again meanwhile: what it was then cannot be told from here
        if name == SHARED:
            assert (view[SHARED] or 0) >= (last or 0)
        elif last is not None and name in view:  # it may have been deleted, which is not told yet
            seen = view[name]
            assert (-1 if seen is None else seen) >= last


def settled(followers: list[Follower], store: ServerStore) -> None:
    """Once nobody writes, what was followed is what is there."""
    for follower, caller in zip(followers, (MEI, LEO), strict=True):
        follower.catch_up()
        assert follower.catch_up() == 0
        fresh = Follower(store, caller)
        fresh.catch_up()
        assert follower.view == fresh.view
        listed = store.list_partition(caller, "fractions", str(caller.learner_key))
        assert {str(one["id"]) for one in listed} == set(follower.view)
        for name, last in follower.view.items():
            records = store.list_records(caller, name)
            assert [record.seq for record in records] == list(range(len(records)))
            assert last == (len(records) - 1 if records else None)


def test_six_writers_in_this_process(bench: Bench) -> None:
    store = bench.store
    store.create_session(MEI, session(SHARED))
    followers = [Follower(store, MEI), Follower(store, LEO)]
    done = Acknowledged()
    failed: list[BaseException] = []
    writers = threading.Thread(target=lambda: failed.extend(run(store, "w", 6, ROUNDS, done.note)))
    writers.start()
    polls = 0
    while writers.is_alive():
        check(followers, done)
        polls += 1
    writers.join()
    assert failed == []
    assert polls > 5
    settled(followers, store)
    assert len(store.list_records(MEI, SHARED)) == 6 * ROUNDS


def test_six_writers_in_two_other_processes(bench: Bench, tmp_path: Path) -> None:
    store = bench.store
    store.create_session(MEI, session(SHARED))
    followers = [Follower(store, MEI), Follower(store, LEO)]
    done = Acknowledged()
    children = [
        subprocess.Popen(
            python(
                "tests.server.store.writers",
                *(bench.url, str(bench.mark), f"p{number}-", "3", str(ROUNDS)),
            ),
            env=environment(),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    readers = [threading.Thread(target=_read, args=(child, done)) for child in children]
    for reader in readers:
        reader.start()
    while any(reader.is_alive() for reader in readers):
        check(followers, done)
    for reader in readers:
        reader.join()
    assert [child.wait(30) for child in children] == [0, 0]
    settled(followers, store)
    assert len(store.list_records(MEI, SHARED)) == 6 * ROUNDS


def _read(child: subprocess.Popen[str], done: Acknowledged) -> None:
    with child:
        assert child.stdout is not None
        for line in child.stdout:
            name, last = json.loads(line)
            done.note(name, last)
