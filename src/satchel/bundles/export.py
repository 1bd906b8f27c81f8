"""Sessions of this laptop into bundles: one, many or all, in as many files as they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from satchel.bundles.faults import BundleFull
from satchel.bundles.format import ENCRYPTED_SUFFIX, MAX_SESSIONS, SUFFIX, Exporter
from satchel.bundles.replaced import Replacing, tell_replaced
from satchel.bundles.unfinished import refuse_existing
from satchel.bundles.writer import BundleWriter
from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import DatabaseDamaged, SatchelError, StoreBusy, StoreUnavailable
from satchel.domain.runtime import JsonObject, RuntimeRecord
from satchel.domain.timestamps import from_datetime
from satchel.store.exported import Exported
from satchel.store.rows import SessionState

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of records written and of those to be written. What it raises cancels the export."""

PAGE: Final = 1000
_TRIES: Final = 3


class Source(Protocol):
    """What is read of the store. `SqlRuntimeStore` is one; give it a connection of its own."""

    def state(self, session_id: str) -> SessionState: ...

    def stream_records(self, session_id: str, page: int) -> Iterator[RuntimeRecord]: ...


class Redaction(Protocol):
    """Takes personal details out on the way. What it answers is what gets into the bundle."""

    def session(
        self, document: JsonObject, satchel: JsonObject
    ) -> tuple[JsonObject, JsonObject | None]: ...

    def record(self, document: JsonObject) -> JsonObject: ...


@dataclass(frozen=True, slots=True)
class Written:
    """A finished file."""

    path: Path
    sessions: int
    records: int
    bytes: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A session that is not in any file, and why."""

    id: str
    title: str
    error: SatchelError


@dataclass(slots=True)
class ExportReport:
    files: list[Written] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    whole: list[Exported] = field(default_factory=list)
    """Sessions that are in a finished file as they are here, nothing taken out."""

    @property
    def sessions(self) -> int:
        return sum(file.sessions for file in self.files)

    @property
    def records(self) -> int:
        return sum(file.records for file in self.files)


@dataclass(frozen=True, slots=True)
class Wish:
    """How it is to be exported."""

    exporter: Exporter
    redact: Redaction | None = None
    passphrase: str | None = None
    replace: bool = False
    replacing: Replacing = lambda bundle_id: None
    """Told of each bundle whose place is taken, before it is."""


class NotHere(SatchelError):
    """The session is known, but its records are not on this laptop."""

    code = "NOT_HERE"


def export_sessions(
    store: Source,
    ids: Sequence[str],
    target: Path,
    wish: Wish,
    *,
    clock: Clock,
    new_id: NewId,
    progress: Progress = lambda done, total: None,
) -> ExportReport:
    """Writes the sessions `ids`, in that order, to `target`, and behind 10,000 of them to further, numbered files.

    A session that cannot be exported is left out and told. What was finished before a failure stays. Raises
    `TargetExists` before anything is written, `StoreUnavailable` or a kind of it, and what `progress` raises.
    """
    ids = list(dict.fromkeys(ids))
    report = ExportReport()
    total = _count(store, ids)
    several = len(ids) > MAX_SESSIONS
    for number in range(1, -(-len(ids) // MAX_SESSIONS) + 1):
        refuse_existing(numbered(target, number) if several else target, wish.replace)
    return _Export(store, target, wish, clock, new_id, progress, report, total, several).run(ids)


def numbered(target: Path, number: int) -> Path:
    """`All work.sessionbundle` becomes `All work-2.sessionbundle`."""
    for suffix in (ENCRYPTED_SUFFIX, SUFFIX):
        if target.name.endswith(suffix):
            return target.with_name(f"{target.name[: -len(suffix)]}-{number}{suffix}")
    return target.with_name(f"{target.stem}-{number}{target.suffix}")


@dataclass(slots=True)
class _Export:
    _store: Source
    _target: Path
    _wish: Wish
    _clock: Clock
    _new_id: NewId
    _progress: Progress
    _report: ExportReport
    _total: int
    _several: bool
    _done: int = 0
    _in_file: list[SessionState] = field(default_factory=list)

    def run(self, ids: Sequence[str]) -> ExportReport:
        pending = list(reversed(ids))
        number = 1
        while pending:
            path = numbered(self._target, number) if self._several or number > 1 else self._target
            self._write_file(path, pending)
            number += 1
        return self._report

    def _write_file(self, path: Path, pending: list[str]) -> None:
        """Takes from the end of `pending` what fits into one file. Without a session there is no file."""
        records = 0
        bundle_id, at = self._new_id(), from_datetime(self._clock())
        writer = BundleWriter(
            path,
            exporter=self._wish.exporter,
            bundle_id=bundle_id,
            exported_at=at,
            redacted=self._wish.redact is not None,
            passphrase=self._wish.passphrase,
            replace=self._wish.replace,
        )
        self._in_file.clear()
        try:
            while pending:
                try:
                    records += self._add(writer, pending[-1])
                except BundleFull:
                    break
                pending.pop()
        except BaseException:
            writer.discard()
            raise
        if not writer.count:
            writer.discard()
            return
        if self._wish.replace:
            self._tell_replaced(path, writer)
        writer.finish()
        self._report.files.append(Written(path, writer.count, records, writer.size))
        if self._wish.redact is None:
            self._report.whole += [Exported(state, bundle_id, at) for state in self._in_file]

    def _tell_replaced(self, path: Path, writer: BundleWriter) -> None:
        try:
            tell_replaced(path, self._wish.replacing)
        except BaseException:
            writer.discard()
            raise

    def _add(self, writer: BundleWriter, id: str) -> int:
        """The number of records written of a session; 0 and an entry in the report where it is left out."""
        title = ""
        try:
            for _ in range(_TRIES):
                state = self._store.state(id)
                title = state.title
                if state.stub:
                    raise NotHere("Its records are not on this laptop. Fetch them, then export it.")
                try:
                    count = self._write(writer, state)
                except _Moved:
                    continue  # what was begun of it is not in the manifest
                self._done += count
                self._in_file.append(state)
                return count
        except DatabaseDamaged as error:
            self._report.left_out.append(LeftOut(id, title, error))
        except (StoreUnavailable, BundleFull):
            raise
        except SatchelError as error:
            self._report.left_out.append(LeftOut(id, title, error))
        else:
            busy = StoreBusy("It changed again and again while it was exported. Export it again.")
            self._report.left_out.append(LeftOut(id, title, busy))
        return 0

    def _write(self, writer: BundleWriter, state: SessionState) -> int:
        """Raises `_Moved` before the session counts as written, if it was renumbered meanwhile."""

        def tell(count: int) -> None:
            self._progress(min(self._done + count, self._total), self._total)

        redact, records = self._wish.redact, self._records(state)
        if redact is None:
            return writer.add_session(state.session, state.satchel, records, tell)
        document, satchel = redact.session(state.session.to_wire(), state.satchel)
        wires = (redact.record(record.to_wire()) for record in records)
        return writer.add_session(document, satchel, wires, tell)

    def _records(self, state: SessionState) -> Iterator[RuntimeRecord]:
        """What the session held when its state was read. Records appended since come with the next export."""
        id, count = state.session.id, state.next_seq
        yield from islice(self._store.stream_records(id, PAGE), count)
        now = self._store.state(id)
        if now.history_rev != state.history_rev or now.next_seq < count:
            raise _Moved


class _Moved(Exception):
    """The history was renumbered while it was read."""


def _count(store: Source, ids: Iterable[str]) -> int:
    total = 0
    for id in ids:
        with suppress(SatchelError):  # told when its turn comes
            total += store.state(id).next_seq
    return total
