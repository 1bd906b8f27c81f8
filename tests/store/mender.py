"""Mends a database again and again, killed one step later each time: `python -m tests.store.mender WHAT FOLDER …`.

A step is a call that changes the disk beyond SQLite's own writing. After every kill the same is done once more,
undisturbed. Prints a line for each kill.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from satchel.domain.errors import DatabaseMissing
from satchel.store import replacing
from satchel.store.health import restore
from satchel.store.opening import Location, open_database
from satchel.store.salvage.aftermath import Aftermath
from satchel.store.salvage.repair import repair
from tests.fakes import FakeClock, FakeIds
from tests.store.wounds import contents

STEPS = ("link", "replace", "unlink", "fsync", "rename")


class Death:
    """Kills the process at the n-th step."""

    def __init__(self, at: int) -> None:
        self._left = at
        for name in STEPS:
            setattr(os, name, self._deadly(getattr(os, name)))
        for place, name in ((Aftermath, "run"), (replacing, "sync_folder")):
            setattr(place, name, self._deadly(getattr(place, name)))

    def _deadly(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def deadly(*args: Any, **named: Any) -> Any:
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            self._left -= 1
            return call(*args, **named)

        return deadly


def do(what: str, folder: Path, backup: Path) -> None:
    location = Location(folder)
    if what == "repair":
        repair(location, clock=FakeClock(), new_id=FakeIds())
    else:
        restore(location, backup, clock=FakeClock())


def state(folder: Path) -> str:
    """What a person finds who starts the program now."""
    try:
        open_database(Location(folder), clock=FakeClock()).close()
    except DatabaseMissing:
        return "missing"
    sessions, records, _ = contents(Location(folder).database)
    return f"{len(sessions)} {sum(map(len, records.values()))}"


def main(what: str, source: Path, scratch: Path, backup: Path) -> None:
    for step in count():
        folder = scratch / str(step)
        shutil.copytree(source, folder)
        child = os.fork()
        if child == 0:
            Death(step)
            do(what, folder, backup)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        aside = list((folder / "set-aside").glob("*.db"))
        found = {
            "killed": os.WIFSIGNALED(status),
            "kept": [path.stat().st_size for path in aside],
            "log": bool(list(folder.rglob("*.db-wal"))),
            "after": state(shutil.copytree(folder, scratch / f"{step}-look"))
            if what != "repair"
            else "",
        }
        do(what, folder, backup)
        found["again"] = state(folder)
        found["left"] = sorted(path.name for path in folder.glob("satchel.db*"))
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()
        if not found["killed"]:
            return


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:]))
