"""What the tests' other processes do: `python -m tests.store.child NAME FOLDER …`."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from satchel.domain.errors import SatchelError
from satchel.store import migrations  # now: an ordinary user may not be able to read it later
from satchel.store.opening import Location, create, open_database
from satchel.store.runtime_store import SqlRuntimeStore
from tests.fakes import FakeClock, record, session

NOBODY = 65534


def write_and_die(folder: Path, *sql: str) -> None:
    location = Location(folder)
    create(location)
    database = open_database(location, clock=FakeClock())
    store = SqlRuntimeStore(database)
    store.create_session(session())
    for n in range(50):
        store.append_record("lesson", record(f"r-{n}", payload="x" * 500))
    for one in sql:
        database.script(one)
    os.kill(os.getpid(), signal.SIGKILL)


def become_ordinary() -> None:
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def read_only_folder(folder: Path) -> dict[str, object]:
    become_ordinary()
    answer: dict[str, object] = {}
    try:
        database = open_database(Location(folder), clock=FakeClock())
        store = SqlRuntimeStore(database)
        answer["records"] = len(store.list_records("lesson"))
        answer["listed"] = len(store.list_sessions("fractions", "anon:mei"))
        answer["read_only"] = database.read_only
        store.append_record("lesson", record("new"))
    except SatchelError as refused:
        return {**answer, "refused": refused.code, "message": refused.message}
    return answer


def make(folder: Path) -> dict[str, object]:
    become_ordinary()
    try:
        create(Location(folder))
    except SatchelError as refused:
        return {"refused": refused.code, "message": refused.message}
    return {}


if __name__ == "__main__":
    name, folder, *rest = sys.argv[1:]
    if name == "write_and_die":
        write_and_die(Path(folder), *rest)
    elif name == "migrate":
        scripts = Path(__file__).parent / "rehearsal"
        migrations.upgrade(Path(folder), backup=Path(rest[0]), scripts=scripts)
    else:
        run = {"read_only_folder": read_only_folder, "make": make}[name]
        sys.stdout.write(json.dumps(run(Path(folder))))
