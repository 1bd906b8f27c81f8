"""The transfers of one profile as windows ask for them. `domain.transfers.TransferDesk` tells what is promised.

Each call opens a core of its own and closes it again: an import must not share a connection with the window
that goes on writing, and may outlast it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from satchel.config import Paths
from satchel.domain.arrivals import ArrivalReport, FileReport, ImportWish
from satchel.domain.transfers import (
    Arrived,
    FoundFiles,
    Inspected,
    Progress,
    SendWish,
    SentReport,
    Stop,
)

if TYPE_CHECKING:
    from satchel.core import Core

# The database and the bundles are imported when they are asked for: windows get their desk before.

MOST_FILES: Final = 200
_MOST_LOOKED_AT: Final = 20_000
_DEEPEST: Final = 8
SUFFIXES: Final = (".sessionbundle", ".age", ".zip", ".json", ".jsonl", ".ndjson")
"""What is looked for in folders. A file that is named is read whatever it is called."""


class ProfileDesk:
    """The desk of one profile, by its id. Any number of them may be at work at once."""

    def __init__(self, paths: Paths, profile: str) -> None:
        self._paths = paths
        self._profile = profile

    def files_in(self, paths: Sequence[str]) -> FoundFiles:
        files: dict[str, None] = {}
        for path in paths:
            if not Path(path).is_dir():
                files[path] = None
                continue
            for found in _below(path):
                if len(files) >= MOST_FILES:
                    return FoundFiles(tuple(files), left_out=True)
                files[found] = None
        names = tuple(files)
        return FoundFiles(names[:MOST_FILES], left_out=len(names) > MOST_FILES)

    def inspect(
        self, file: str, passphrase: str | None, stop: Stop, *, include_deleted: bool = False
    ) -> Inspected:
        from satchel.transfer.incoming import look

        def arrived(_report: ArrivalReport) -> None:
            _check(stop)

        _check(stop)
        wish = ImportWish(write=False, passphrase=passphrase, include_deleted=include_deleted)
        with self._core() as core:
            return look(core, file, wish, arrived)

    def bring(
        self,
        inspected: Inspected,
        wish: ImportWish,
        stop: Stop,
        progress: Progress,
        arrived: Arrived,
    ) -> FileReport:
        from satchel.transfer.incoming import bring

        def count(done: int, total: int | None) -> None:
            progress(done, total)
            _check(stop)

        _check(stop)
        with self._core() as core:
            return bring(core, inspected.file, wish, count, seen=inspected.seen, arrived=arrived)

    def propose(self, folder: str, title: str, *, locked: bool) -> str:
        from satchel.bundles.format import ENCRYPTED_SUFFIX, SUFFIX
        from satchel.bundles.names import free_path

        return str(free_path(Path(folder), title, ENCRYPTED_SUFFIX if locked else SUFFIX))

    def send(
        self, ids: Sequence[str], target: str, wish: SendWish, stop: Stop, progress: Progress
    ) -> SentReport:
        from satchel.transfer.outgoing import ExportWish, send

        def count(done: int, total: int) -> None:
            progress(done, total)
            _check(stop)

        _check(stop)
        how = ExportWish(
            redact=wish.redact,
            passphrase=wish.passphrase,
            replace=wish.replace,
            lasting=wish.lasting,
        )
        with self._core() as core:
            sent = send(core, ids, Path(target), how, count)
        report = sent.report
        return SentReport(
            tuple(str(file.path) for file in report.files),
            report.sessions,
            report.records,
            tuple((one.title or one.id, one.error.message) for one in report.left_out),
            tuple(sent.redactions.items()),
        )

    def _core(self) -> Core:
        from satchel.core import open_core
        from satchel.system import new_id, now

        return open_core(self._paths, profile=self._profile, clock=now, new_id=new_id)


def _check(stop: Stop) -> None:
    """Raises `Cancelled` where the work is to stop."""
    if stop():
        from satchel.bundles.importing import Cancelled

        raise Cancelled("Stopped.")


def _below(folder: str) -> Iterator[str]:
    """Files that may hold sessions, by name in a lasting order. Links are not followed: they may go in a ring."""
    looked_at = 0
    top = folder.rstrip(os.sep).count(os.sep)
    for place, folders, names in os.walk(folder):
        folders.sort()
        if place.count(os.sep) - top >= _DEEPEST:
            folders.clear()
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__MACOSX"]
        for name in sorted(names):
            looked_at += 1
            if looked_at > _MOST_LOOKED_AT:
                return
            if name.lower().endswith(SUFFIXES) and not name.startswith("."):
                yield str(Path(place) / name)
