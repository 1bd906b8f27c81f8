"""Batches taken into PostgreSQL by the server's storage, against COPY of the same rows, ready made.

Ours validates, numbers, guards and notes the change; repeated it answers what is stored.
`python -m tests.benchmarks.ingest` prints its own small table.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import psycopg

from satchel.domain.runtime import JsonObject
from satchel_server.appends import MOST_RECORDS
from satchel_server.callers import Caller
from satchel_server.identity import Identity
from satchel_server.opening import open_database
from satchel_server.store import ServerStore
from tests import postgres
from tests.benchmarks.measure import Side, Step, in_turns
from tests.fakes import NOON, FakeClock, FakeIds, session

BATCHES: Final = 25
GOAL: Final = 2.0

_MEI: Final = Caller.learner("anon:mei")
_PAYLOAD: Final[JsonObject] = {"role": "user", "content": "What is a half of a third? " * 8}
_TEXT: Final = '{"role":"user","content":"' + "What is a half of a third? " * 8 + '"}'
_COPY: Final = (
    "COPY runtime_records (session_key, seq, id, scene_id, action_index, sub_anchor, created_at, payload, envelope)"
    " FROM STDIN"
)

_Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]


def measure(
    batches: int = BATCHES, records: int = MOST_RECORDS
) -> list[tuple[str, float, float, float]]:
    """(what, the floor's seconds, ours, goal of the ratio)."""
    with (
        tempfile.TemporaryDirectory(prefix="benchmarks-") as folder,
        postgres.migrated_database() as url,
        psycopg.connect(url, autocommit=True) as bare,
    ):
        database = open_database(url)
        try:
            clock = FakeClock()
            identity = Identity(database, Path(folder) / "mark", clock=clock)
            identity.look()
            store = ServerStore(database, identity, clock=clock, new_id=FakeIds())
            for name in ("bare", "ours"):
                store.create_session(_MEI, session(name, kind="chat"))
            floor, ours = in_turns(
                ("COPY", _copies(bare, records)),
                ("append_batch", _appends(store, records)),
                batches,
            )
        finally:
            database.close()
    return [_row(f"server: ingest {records:,} records into PostgreSQL", floor, ours)]


def _row(what: str, floor: Side, ours: Side) -> tuple[str, float, float, float]:
    return what, floor.median, ours.median, GOAL


def _copies(bare: _Connection, records: int) -> Iterator[Step]:
    found = bare.execute("SELECT key FROM runtime_sessions WHERE id = 'bare'").fetchone()
    assert found is not None
    for number in itertools.count():
        rows = [
            (found[0], number * records + n, _id(number, n), None, None, None, NOON, _TEXT, None)
            for n in range(records)
        ]
        yield partial(_copy, bare, rows)


def _copy(bare: _Connection, rows: list[tuple[Any, ...]]) -> None:
    bare.execute("BEGIN")
    with bare.cursor() as cursor, cursor.copy(_COPY) as copy:
        for row in rows:
            copy.write_row(row)
    bare.execute("COMMIT")


def _appends(store: ServerStore, records: int) -> Iterator[Step]:
    for number in itertools.count():
        first = number * records
        batch: list[JsonObject] = [
            {
                "id": _id(number, n),
                "sessionId": "ours",
                "seq": first + n,
                "createdAt": NOON,
                "payload": dict(_PAYLOAD),
            }
            for n in range(records)
        ]
        body = {"records": batch, "expectedLastSeq": first - 1 if first else None}
        yield partial(store.append_batch, _MEI, "ours", body)


def _id(number: int, n: int) -> str:
    return f"0192f0c1-{number:04x}-7000-8000-{n:012x}"


def main() -> None:
    for what, floor, ours, goal in measure():
        print(f"{what:50} {floor * 1e3:7.2f} ms {ours * 1e3:7.2f} ms {ours / floor:6.2f} of {goal}")


if __name__ == "__main__":
    main()
