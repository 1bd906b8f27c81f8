"""One of the processes that contend for a session: `python -m tests.leases.contender DATA WINDOW --seconds S …`.

It claims with a take-over, appends under its token, notices its losses and, in the end, says what happened
as lines of JSON. How it notices: by watching the announcement, or by looking at it now and then.
"""

from __future__ import annotations

import argparse
import json
import random
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from satchel import system
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.errors import LeaseLost
from satchel.domain.lease import Lease
from satchel.domain.runtime import JsonObject
from satchel.domain.timestamps import from_datetime
from satchel.leases.announcement import Announcement

NET_SECONDS = 0.25
"""The slow timer behind the watch: it asks the database, which is never behind."""

LOOK_SECONDS = 0.002


class Rest(Protocol):
    def __call__(self, seconds: float) -> None:
        """Passes time, and calls for a look where the announcement seems to have changed."""


class Contender:
    def __init__(self, core: Core, window: str, chance: random.Random) -> None:
        self._core = core
        self._window = window
        self._chance = chance
        self._held: Lease | None = None
        self._written = 0
        self._asked = 0.0
        self.events: list[dict[str, object]] = []

    def round(self, rest: Rest) -> None:
        """Claims, writes until it has enough or has lost it, and gives the others a turn."""
        lease = self._held or self._claim()
        for _ in range(self._chance.randint(1, 30)):
            if self._held is None:
                break
            self._append(lease)
            rest(self._chance.uniform(0, 0.01))
        if self._held is not None and self._chance.random() < 0.2:
            self._release()
        until = time.monotonic() + self._chance.uniform(0, 0.2)
        while (left := until - time.monotonic()) > 0:
            rest(left)

    def look(self) -> None:
        """Whether it is still ours: what a window does when its watch or its timer calls."""
        lease = self._held
        if lease is None:
            return
        now = time.monotonic()
        if now - self._asked > NET_SECONDS:
            self._asked = now
            valid = self._core.claims.holds(lease)
        else:
            valid = self._core.claims.is_valid(lease)
        if not valid:
            self._tell(lease, "watch")

    def _claim(self) -> Lease:
        began = time.monotonic()
        lease = self._core.claims.claim("lesson", self._window, take_over=True)
        self._held = lease
        self._note("claimed", lease, began=began)
        return lease

    def _append(self, lease: Lease) -> None:
        self._written += 1
        document: JsonObject = {
            "id": f"{self._window}-{self._written}",
            "sessionId": "lesson",
            "createdAt": from_datetime(self._core.clock()),
            "payload": {"token": lease.token, "epoch": lease.epoch, "window": self._window},
        }
        try:
            self._core.store.append_record("lesson", document, lease_token=lease.token)
        except LeaseLost:
            self._note("refused", lease)
            if self._held is lease:
                self._tell(lease, "fence")

    def _release(self) -> None:
        lease, self._held = self._held, None
        if lease is not None:
            self._core.claims.release(lease)
            self._note("released", lease)

    def _tell(self, lease: Lease, how: str) -> None:
        self._held = None
        self._note("told", lease, how=how)
        if self._chance.random() < 0.3:
            self._append(lease)  # one that will not hear: the store refuses it

    def _note(self, what: str, lease: Lease, **more: object) -> None:
        self.events.append(
            {"what": what, "token": lease.token, "epoch": lease.epoch, "at": time.monotonic()}
            | more
        )


def looking_now_and_then(look: Callable[[], None]) -> Rest:
    """Without a watch: the identity of the file, again and again."""

    def rest(seconds: float) -> None:
        until = time.monotonic() + seconds
        while True:
            look()
            left = until - time.monotonic()
            if left <= 0:
                return
            select.select([], [], [], min(left, LOOK_SECONDS))

    return rest


def watching(announcement: Announcement, look: Callable[[], None]) -> Rest:
    """As a window does: the directory and the file, and the file again once it was replaced."""
    from PySide6.QtCore import (
        QCoreApplication,
        QDeadlineTimer,
        QEventLoop,
        QFileSystemWatcher,
        QTimer,
    )

    application = QCoreApplication.instance() or QCoreApplication([])
    watcher = QFileSystemWatcher(application)

    def changed(_path: str = "") -> None:
        places = (str(announcement.directory), str(announcement.path))
        known = {*watcher.files(), *watcher.directories()}
        for place in places:
            if place not in known and Path(place).exists():
                watcher.addPath(place)
        look()

    watcher.fileChanged.connect(changed)
    watcher.directoryChanged.connect(changed)
    net = QTimer(application, interval=int(NET_SECONDS * 1000))
    net.timeout.connect(changed)
    net.start()
    changed()
    everything = QEventLoop.ProcessEventsFlag.AllEvents
    waiting = everything | QEventLoop.ProcessEventsFlag.WaitForMoreEvents

    def rest(seconds: float) -> None:
        deadline = QDeadlineTimer(int(seconds * 1000))
        wake = QTimer(application, singleShot=True, interval=int(seconds * 1000))
        wake.start()
        while not deadline.hasExpired():
            QCoreApplication.processEvents(waiting)
        wake.deleteLater()
        QCoreApplication.processEvents(everything)

    return rest


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("window")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--no-watch", action="store_true")
    given = parser.parse_args()
    with open_core(Paths(given.data), clock=system.now, new_id=system.new_id) as core:
        lock = core.locks.hold(given.window)
        contender = Contender(core, given.window, random.Random(given.window))
        announcement = Announcement(core.profile.directory)
        if given.no_watch:
            rest = looking_now_and_then(contender.look)
        else:
            rest = watching(announcement, contender.look)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        until = time.monotonic() + given.seconds
        while time.monotonic() < until:
            contender.round(rest)
        after = time.monotonic() + 4 * NET_SECONDS  # the last losses are noticed too
        while (left := after - time.monotonic()) > 0:
            rest(left)
        for event in contender.events:
            sys.stdout.write(json.dumps(event) + "\n")
        if lock is not None:
            core.locks.let_go(given.window, lock)


if __name__ == "__main__":
    main()
