"""Importing a long history against what any program must do, and how long a composer in use waits meanwhile.

`python -m tests.benchmarks.imports [RECORDS]` prints its own small table, and what memory importing takes.
"""

from __future__ import annotations

import hashlib
import itertools
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from satchel import system
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.arrivals import ImportWish
from satchel.domain.runtime import JsonObject
from satchel.transfer.incoming import bring
from tests.benchmarks.bundles import export, most_ever_held
from tests.benchmarks.ground import INSERT, BareRow, Ground, bare_database, prepared
from tests.benchmarks.measure import LEAST_SAMPLES, Side, Step, in_turns

RECORDS: Final = 1_000_000
GOAL: Final = 1.3
WAIT_SECONDS: Final = 0.05
MEMORY_GOAL: Final = 32.0
"""MiB, whatever the size."""

_EVERY_SECONDS: Final = 0.02
_PIECE: Final = 256 * 1024
_FEW: Final = 2_000
_MODULE: Final = "tests.benchmarks.imports"


def measure(records: int = RECORDS) -> list[tuple[str, float, float, float]]:
    """(what, the floor's seconds, ours, goal of the ratio). The floor of a wait is the longest that is allowed."""
    with (
        tempfile.TemporaryDirectory(prefix="benchmarks-") as name,
        prepared(Path(name) / "source") as ground,
    ):
        folder = Path(name)
        file = _packed(ground, records, folder)
        numbers = itertools.count()
        sides: tuple[Side, Side] = in_turns(
            ("bare", (partial(_bare, file, folder / f"{n}.db") for n in numbers)),
            ("ours", _steps(file, folder, numbers)),
            LEAST_SAMPLES,
        )
        longest = waits(file, folder / "composer")
        return [
            (f"import {records:,} records", sides[0].median, sides[1].median, GOAL),
            (f"longest wait beside {records:,} records", WAIT_SECONDS, longest, 1.0),
        ]


def _packed(ground: Ground, records: int, folder: Path) -> Path:
    file = folder / f"{records}.sessionbundle"
    export(ground.core, ground.session_of(records), file)
    return file


def _steps(file: Path, folder: Path, numbers: Iterator[int]) -> Iterator[Step]:
    for number in numbers:
        with _laptop(folder / f"laptop {number}") as core:
            yield partial(take_in, core, file)


def _laptop(folder: Path) -> Core:
    return open_core(Paths(folder), clock=system.now, new_id=system.new_id)


def take_in(core: Core, file: Path) -> None:
    report = bring(core, str(file), ImportWish(), lambda done, total: None)
    assert [one.outcome for one in report.sessions] == ["created"]


def _bare(file: Path, database: Path) -> None:
    """Unzip, sha256, decode, and one transaction."""
    connection = bare_database(database)
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(INSERT, _rows(file))
    connection.execute("COMMIT")
    connection.close()


def _rows(file: Path) -> Iterator[BareRow]:
    digest, decode_lines = hashlib.sha256(), msgspec.json.Decoder().decode_lines
    encode = msgspec.json.Encoder().encode
    rest = b""
    with zipfile.ZipFile(file) as bundle, bundle.open("sessions/0001/records.ndjson") as entry:
        while piece := entry.read(_PIECE):
            digest.update(piece)
            end = piece.rfind(b"\n") + 1
            for one in decode_lines(rest + piece[:end]):
                text = encode(one["payload"]).decode()
                yield (1, one["seq"], one["id"], None, None, None, one["createdAt"], text, None)
            rest = piece[end:]


# --- a composer in use -----------------------------------------------------------------------------


def waits(file: Path, folder: Path) -> float:
    """The longest that one append took, of one every 20 ms, while the file was imported by another process."""
    with _laptop(folder) as core:
        document: JsonObject = {
            "id": "typed", "kind": "playback", "stageId": "typed", "learnerKey": core.learner.keys[0],
            "status": "active", "createdAt": _NOW, "updatedAt": _NOW,
        }  # fmt: skip
        core.sessions.create(document, title="Typed")
        child = subprocess.Popen(
            [sys.executable, "-m", _MODULE, "import", str(folder), str(file)],
            stdout=subprocess.DEVNULL,
            cwd=Path(__file__).parents[2],
        )
        longest, tick = 0.0, threading.Event()
        while child.poll() is None:
            record: JsonObject = {
                "id": system.new_id(),
                "sessionId": "typed",
                "createdAt": _NOW,
                "payload": 1,
            }
            started = time.perf_counter()
            core.store.append_record("typed", record)
            longest = max(longest, time.perf_counter() - started)
            tick.wait(_EVERY_SECONDS)
        assert child.returncode == 0
        return longest


_NOW: Final = "2026-11-30T09:00:00.000Z"


# --- memory ----------------------------------------------------------------------------------------


def memory(records: int = RECORDS) -> float:
    """MiB more than with a small history: the most a process of its own ever held."""
    with (
        tempfile.TemporaryDirectory(prefix="benchmarks-") as name,
        prepared(Path(name) / "source") as ground,
    ):
        folder = Path(name)
        peaks = [_peak(folder / f"laptop {n}", _packed(ground, n, folder)) for n in (_FEW, records)]
        return peaks[1] - peaks[0]


def _peak(folder: Path, file: Path) -> float:
    command = [sys.executable, "-m", _MODULE, "import", str(folder), str(file)]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    return float(done.stdout)


def main() -> None:
    records = int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS
    for what, floor, ours, goal in measure(records):
        print(f"{what:45} {floor:7.3f} s {ours:7.3f} s {ours / floor:6.2f} of {goal}", flush=True)
    print(f"{'memory':45} {memory(records):+7.1f} MiB of {MEMORY_GOAL:+.0f}")


if __name__ == "__main__":
    if len(sys.argv) == 4:
        with _laptop(Path(sys.argv[2])) as opened:
            take_in(opened, Path(sys.argv[3]))
        print(most_ever_held())
    else:
        main()
