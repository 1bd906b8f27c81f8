"""Bundles against what any program must do: export a long history, and the half of an import that reads.

`python -m tests.benchmarks.bundles [RECORDS]` prints its own small table, and what memory exporting and reading take.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Final

import msgspec

from satchel import system
from satchel.bundles.export import Wish, export_sessions
from satchel.bundles.format import Exporter
from satchel.bundles.reader import BundleSession, open_bundle
from satchel.config import Paths
from satchel.core import Core, open_core
from tests.benchmarks.ground import RECORD_COLUMNS, Ground, prepared
from tests.benchmarks.measure import LEAST_SAMPLES, Side, Step, in_turns

RECORDS: Final = 1_000_000
EXPORT_GOAL: Final = 1.3
READ_GOAL: Final = 2.5
"""Not one of the design: an import's is 1.3 against a floor that also inserts, which takes several times as long."""
MEMORY_GOAL: Final = 32.0
"""MiB, whatever the size."""

_PIECE: Final = 256 * 1024
_PAGE: Final = 1000
_FEW: Final = 2_000
_MODULE: Final = "tests.benchmarks.bundles"


def measure(records: int = RECORDS) -> list[tuple[str, float, float, float]]:
    """(what, the floor's seconds, ours, goal of the ratio): medians, in turns."""
    with (
        tempfile.TemporaryDirectory(prefix="benchmarks-") as folder,
        prepared(Path(folder)) as ground,
    ):
        return [
            (f"export {records:,} records", *_export(ground, records, Path(folder)), EXPORT_GOAL),
            (f"read {records:,} records of a bundle", *_read(Path(folder)), READ_GOAL),
        ]


def _export(ground: Ground, records: int, folder: Path) -> tuple[float, float]:
    id = ground.session_of(records)
    return _medians(
        repeat(partial(_bare_export, ground, id, folder / "bare")),
        repeat(partial(export, ground.core, id, folder / "ours.sessionbundle")),
    )


def _bare_export(ground: Ground, id: str, path: Path) -> None:
    """Read, encode, sha256, deflate at level 1, and flushed to disk."""
    sql = f"SELECT {RECORD_COLUMNS} FROM runtime_records WHERE session_key = ? ORDER BY seq"
    found = ground.reader.execute(sql, (ground.key_of(id),))
    packer, digest = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS), hashlib.sha256()
    encode_lines = msgspec.json.Encoder().encode_lines
    with path.open("wb") as file:
        while rows := found.fetchmany(_PAGE):
            lines = encode_lines(
                [
                    {
                        "id": row[1],
                        "sessionId": id,
                        "seq": row[2],
                        "createdAt": row[6],
                        "payload": msgspec.Raw(row[7]),
                    }
                    for row in rows
                ]
            )
            digest.update(lines)
            file.write(packer.compress(lines))
        file.write(packer.flush())
        file.flush()
        os.fsync(file.fileno())


def export(core: Core, id: str, path: Path) -> None:
    export_sessions(
        core.store,
        [id],
        path,
        Wish(Exporter("satchel", "0", "device"), replace=True),
        clock=system.now,
        new_id=system.new_id,
    )


def _read(folder: Path) -> tuple[float, float]:
    path = folder / "ours.sessionbundle"
    return _medians(repeat(partial(_bare_read, path)), repeat(partial(read, path)))


def _bare_read(path: Path) -> int:
    """Unzip, sha256, decode."""
    digest, decode_lines = hashlib.sha256(), msgspec.json.Decoder().decode_lines
    count, rest = 0, b""
    with zipfile.ZipFile(path) as file, file.open("sessions/0001/records.ndjson") as entry:
        while piece := entry.read(_PIECE):
            digest.update(piece)
            end = piece.rfind(b"\n") + 1
            count += len(decode_lines(rest + piece[:end]))
            rest = piece[end:]
    return count


def read(path: Path) -> int:
    count = 0
    with open_bundle(path) as bundle:
        for session in bundle.sessions():
            assert isinstance(session, BundleSession)
            count += sum(1 for _ in session.records())
    return count


def _medians(floor: Iterator[Step], ours: Iterator[Step]) -> tuple[float, float]:
    sides: tuple[Side, Side] = in_turns(("bare", floor), ("ours", ours), LEAST_SAMPLES)
    return sides[0].median, sides[1].median


# --- memory ----------------------------------------------------------------------------------------


def memory(records: int = RECORDS) -> list[tuple[str, float]]:
    """(what, MiB more than the same with a small history): the most a process of its own ever held."""
    with (
        tempfile.TemporaryDirectory(prefix="benchmarks-") as folder,
        prepared(Path(folder)) as ground,
    ):
        few, many = ground.session_of(_FEW), ground.session_of(records)
        found = []
        for what in ("export", "read"):
            peaks = [
                _peak(what, Path(folder), id, name) for id, name in ((few, "few"), (many, "many"))
            ]
            found.append((f"{what} {records:,} records", peaks[1] - peaks[0]))
        return found


def _peak(what: str, folder: Path, id: str, name: str) -> float:
    command = [sys.executable, "-m", _MODULE, what, str(folder), id, str(folder / name)]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    return float(done.stdout)


def _work(what: str, folder: Path, id: str, path: Path) -> None:
    if what == "export":
        with open_core(Paths(folder / "data"), clock=system.now, new_id=system.new_id) as core:
            export(core, id, path)
    else:
        read(path)
    print(most_ever_held())


def most_ever_held() -> float:
    """MiB. What `getrusage` says would begin with what the process that started this one held."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise LookupError("the system does not say how much memory was held")


def main() -> None:
    records = int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS
    for what, floor, ours, goal in measure(records):
        print(f"{what:45} {floor:7.2f} s {ours:7.2f} s {ours / floor:6.2f} of {goal}")
    for what, more in memory(records):
        print(f"{what + ', memory':45} {more:+7.1f} MiB of {MEMORY_GOAL:+.0f}")


if __name__ == "__main__":
    if len(sys.argv) == 5:
        _work(sys.argv[1], Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
    else:
        main()
