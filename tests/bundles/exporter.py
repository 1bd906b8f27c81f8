"""The process that exports in these tests: `python -m tests.bundles.exporter FOLDER TARGET [LIMIT]`.

It exports again and again, each time under another name, and says what is finished the moment it is. With a
limit, a disk of its own, or a limit on the size of files, is full before the first export is whole.
"""

from __future__ import annotations

import resource
import shutil
import sys
from itertools import count
from pathlib import Path

from satchel.bundles.export import Wish, export_sessions
from satchel.domain.errors import SatchelError
from tests.bundles.packed import EXPORTER
from tests.fakes import FakeClock, FakeIds
from tests.store.opened import opened


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def export_on_and_on(folder: Path, target: Path) -> None:
    with opened(folder) as bench:
        ids = [one.id for one in bench.sessions.listing().sessions]
        say("ready")
        for number in count():
            path = target / f"{number}.sessionbundle"
            export_sessions(
                bench.store, ids, path, Wish(EXPORTER), clock=FakeClock(), new_id=FakeIds()
            )
            say(path.name)


def export_without_room(folder: Path, target: Path, limit: int) -> None:
    with opened(folder) as bench:
        ids = [one.id for one in bench.sessions.listing().sessions]
        if limit:
            _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        else:
            free = shutil.disk_usage(target).free
            (target / "ballast").write_bytes(bytes(free - 100_000))
        path = target / "work.sessionbundle"
        try:
            export_sessions(
                bench.store, ids, path, Wish(EXPORTER), clock=FakeClock(), new_id=FakeIds()
            )
        except SatchelError as refused:
            say("refused", refused.code, refused.message)
        say("left", *sorted(one.name for one in target.iterdir() if one.name != "ballast"))
        (target / "ballast").unlink(missing_ok=True)


if __name__ == "__main__":
    where, to, *rest = map(str, sys.argv[1:])
    if rest:
        export_without_room(Path(where), Path(to), int(rest[0]))
    else:
        export_on_and_on(Path(where), Path(to))
