"""The process that imports in these tests: `python -m tests.bundles.bringer WHAT FOLDER FILE [LIMIT]`."""

from __future__ import annotations

import sys
from pathlib import Path

from satchel import system
from satchel.bundles.importing import Cancelled
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.arrivals import ImportWish
from satchel.domain.errors import SatchelError
from satchel.store.staging import STEP
from satchel.transfer.incoming import bring, sweep
from tests.faults.on_disk import Fault, say

ROOM = 600 * 1024


def bring_in(core: Core, file: str) -> None:
    """Says what became of each session, in one line."""
    report = bring(core, file, ImportWish(), lambda done, total: None)
    say(*(one.outcome for one in report.sessions))


def stop_half_way(core: Core, file: str) -> None:
    """Waits after the first step for somebody to say how to go on."""

    once = iter([True])

    def progress(done: int, total: int | None) -> None:
        if done >= STEP and next(once, False):
            say("half")
            if sys.stdin.readline() == "cancel\n":
                raise Cancelled("Stopped.")

    try:
        say(*(one.outcome for one in bring(core, file, ImportWish(), progress).sessions))
    except Cancelled:
        say("cancelled")


def without_room(core: Core, folder: Path, file: str, limit: int) -> None:
    fault = Fault(folder, limit)
    fault.begin(room=ROOM)
    try:
        bring_in(core, file)
    except SatchelError as refused:
        say("refused", refused.code, refused.message)
    say("visible", *whole(core))
    fault.end()
    sweep(core)
    say("hidden", core.database.script("SELECT count(*) FROM runtime_sessions WHERE hidden")[0][0])
    bring_in(core, file)
    say("visible", *whole(core))


def whole(core: Core) -> list[int]:
    """How many records the visible sessions have."""
    return [len(core.store.list_records(one.id)) for one in core.sessions.listing().sessions]


def main(what: str, folder: Path, file: str, limit: int = 0) -> None:
    with open_core(Paths(folder / "data"), clock=system.now, new_id=system.new_id) as core:
        say("ready")
        if what == "bring":
            bring_in(core, file)
        elif what == "half":
            stop_half_way(core, file)
        else:
            without_room(core, folder, file, limit)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], *map(int, sys.argv[4:]))
