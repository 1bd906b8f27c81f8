"""The other process of the lease rows: `python -m tests.benchmarks.watcher PROFILE BARE`.

It watches two folders of one layout. For the bare one it tells when the watch fires, for the profile's when
it knows that the session is lost; a line each, in nanoseconds of the clock both processes read.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFileSystemWatcher, QSocketNotifier

from satchel.domain.lease import Lease
from satchel.leases.announcement import Announcement
from tests.store.opened import Bench, opened

LAST = "end"
CLAIM = "claim"
SESSION = "lesson"


def watch(
    announcement: Announcement, changed: Callable[[], None], parent: QCoreApplication
) -> None:
    """Directory and file, and the file again once it was replaced: what Qt needs to miss nothing."""
    watcher = QFileSystemWatcher(parent)
    places = (str(announcement.directory), str(announcement.path))

    def fired(_path: str) -> None:
        changed()
        known = {*watcher.files(), *watcher.directories()}
        for place in places:
            if place not in known:
                watcher.addPath(place)

    watcher.addPaths(places)
    watcher.fileChanged.connect(fired)
    watcher.directoryChanged.connect(fired)


class Watcher:
    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._held: Lease | None = None
        self._bare_seen: object = None

    def obey(self) -> None:
        word = sys.stdin.readline().strip()
        if word == CLAIM:
            self._held = self._bench.claims.claim(SESSION, "watcher")
            assert self._bench.claims.is_valid(self._held)
            say("held")
        elif word in ("", LAST):
            QCoreApplication.quit()

    def look(self) -> None:
        if self._held is not None and not self._bench.claims.is_valid(self._held):
            say(time.perf_counter_ns())
            self._held = None

    def bare(self, announcement: Announcement) -> Callable[[], None]:
        self._bare_seen = announcement.identity()

        def changed() -> None:
            """Told once for each file, though directory and file both fire."""
            now, seen = time.perf_counter_ns(), announcement.identity()
            if seen != self._bare_seen:
                self._bare_seen = seen
                say(now)

        return changed


def say(word: object) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main(profile: Path, bare: Path) -> None:
    application = QCoreApplication([])
    with opened(profile) as bench:
        bench.living.update({"watcher", "other"})
        watcher = Watcher(bench)
        watch(bench.announcement, watcher.look, application)
        beside = Announcement(bare)
        watch(beside, watcher.bare(beside), application)
        words = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, application)
        words.activated.connect(watcher.obey)
        say("ready")
        application.exec()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
