"""Files of any format into one profile, or what they would bring: session by session, each with its outcome."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Final, cast

from satchel.bundles import runtime_dump
from satchel.bundles.faults import BundleChanged, BundleFault, NotABundle
from satchel.bundles.foreign.conversation import Terms
from satchel.bundles.foreign.recognise import read_file
from satchel.bundles.importing import Importer
from satchel.bundles.outcomes import CREATED, EXTENDED, FORKED, RESTORED, UNCHANGED, Arrival
from satchel.bundles.reader import BrokenSession, BundleSession, Fingerprint, open_bundle
from satchel.core import Core
from satchel.domain.arrivals import ArrivalReport, Fault, FileReport, ImportWish
from satchel.domain.errors import SatchelError, SessionNotFound, StoreUnavailable
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import title_of
from satchel.domain.timestamps import from_datetime
from satchel.domain.titles import derived_title
from satchel.domain.transfers import CANCELLED, Arrived, Inspected, Progress
from satchel.store.database import SqliteDatabase
from satchel.store.identity import Identity
from satchel.store.local_sessions import LocalSessions
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.settings import Settings
from satchel.store.staging import Staging

BUNDLE: Final = "satchel.sessionbundle"
DAMAGED: Final = "damaged"
HERE: Final = (CREATED, UNCHANGED, EXTENDED, FORKED, RESTORED)
"""Outcomes after which the session is in this profile."""

# `Progress` counts records. It may raise `Cancelled`: the session under way is then left out, those before it stay.


@dataclass(frozen=True, slots=True)
class _Dumped:
    """A session of a dump or of a foreign export, which is held in memory anyway."""

    found: runtime_dump.Found

    @property
    def document(self) -> JsonObject:
        return {name: part for name, part in self.found.document.items() if name != "satchel"}

    @property
    def satchel(self) -> JsonObject | None:
        given = self.found.document.get("satchel")
        return given if isinstance(given, dict) else None

    @property
    def provenance(self) -> JsonObject | None:
        return None

    @property
    def title(self) -> str:
        if self.satchel is not None and (title := title_of(self.satchel)):
            return title
        payloads: Iterator[JsonValue] = (one.get("payload") for one in self.found.records)
        return derived_title(str(self.found.document.get("kind")), payloads)

    def records(self) -> Iterator[JsonObject]:
        return iter(self.found.records)


@contextmanager
def importer(core: Core) -> Iterator[Importer]:
    """Takes sessions into a profile over a connection of its own, so that windows can go on writing.

    While it lasts a lock says that its unfinished sessions are not leftovers.
    """
    owner = core.new_id()
    lock = None if core.database.read_only else core.locks.hold(owner)
    database = core.another_connection()
    try:
        if not database.read_only:
            database.script("PRAGMA cache_size = -16000")
            database.script("PRAGMA wal_autocheckpoint = 0")
        yield _importer(core, database, owner)
    finally:
        database.close()
        if lock is not None:
            core.locks.let_go(owner, lock)


def sweep(core: Core) -> int:
    """Takes back what killed imports left half; answers how many sessions."""
    store = SqlRuntimeStore(core.database)
    return Staging(core.database, store, owner="").sweep(core.locks.alive)


def bring(
    core: Core,
    file: str,
    wish: ImportWish,
    progress: Progress,
    *,
    seen: object = None,
    arrived: Arrived | None = None,
) -> FileReport:
    """Reads one file of any format and takes in its sessions, or says what would become of them.

    Each session commits alone; a damaged one is told with its place and does not stop the others. With `seen`,
    what `look` found, only what is still the same comes in; `arrived` hears of every session at once. Raises
    `StoreUnavailable` or a kind of it, and what `progress` raises.
    """
    return _read(core, file, wish, progress, seen, arrived).report


def look(core: Core, file: str, wish: ImportWish, arrived: Arrived) -> Inspected:
    """What `bring` would do, and what it needs to know the file again. Raises what `arrived` raises."""
    found = _read(core, file, replace(wish, write=False), lambda _done, _total: None, None, arrived)
    try:
        size = Path(file).stat().st_size
    except (OSError, ValueError):
        size = 0
    return replace(found, size=size, own=frozenset(core.identity.own_keys()))


def _read(
    core: Core,
    file: str,
    wish: ImportWish,
    progress: Progress,
    seen: object,
    arrived: Arrived | None,
) -> Inspected:
    """The one way in. What is wrong with the file as a whole is in the report."""
    told = arrived or (lambda _report: None)
    try:
        with importer(core) as taking:
            if isinstance(seen, str):  # the digest of a file that was no bundle
                return _foreign(core, taking, file, wish, progress, seen, told)
            try:
                with open_bundle(Path(file), wish.passphrase, _fingerprint(seen)) as bundle:
                    sessions = tuple(
                        _telling(
                            (
                                _bundled(
                                    one, core, taking, wish, _counted(progress, bundle.records)
                                )
                                for one in bundle.sessions()
                            ),
                            told,
                        )
                    )
                    report = FileReport(file, BUNDLE, sessions, tuple(bundle.notes))
                    written = bundle.manifest
                    return Inspected(
                        report,
                        made_at=written.exported_at if written is not None else "",
                        device=written.exporter.device if written is not None else "",
                        seen=bundle.fingerprint,
                    )
            except NotABundle:
                if seen is not None:
                    raise _changed() from None
                return _foreign(core, taking, file, wish, progress, None, told)
    except StoreUnavailable:
        raise
    except BundleFault as error:
        return Inspected(FileReport(file, None, fault=_fault(error, str(error.place))))
    except SatchelError as error:
        if error.code == CANCELLED:
            raise
        return Inspected(FileReport(file, None, fault=_fault(error, "")))


def _foreign(
    core: Core,
    taking: Importer,
    file: str,
    wish: ImportWish,
    progress: Progress,
    seen: str | None,
    told: Arrived,
) -> Inspected:
    terms = Terms(
        learner_key=core.learner.keys[0] if core.learner.keys else "anon:unknown",
        now=from_datetime(core.clock()),
        begun=lambda session_id: _begun(core.store, session_id),
    )
    digest = _digest(file)
    if seen is not None and digest != seen:
        raise _changed()
    recognised = read_file(Path(file), terms)
    dump = recognised.dump
    total = sum(len(found.records) for found in dump.sessions)
    counted = _counted(progress, total)
    arrivals = (
        _arrive(
            _Dumped(found), found.id, _Dumped(found).title, found.place, core, taking, wish, counted
        )
        for found in dump.sessions
    )
    broken = (
        ArrivalReport(one.id, "", DAMAGED, one.records, fault=_fault(one.error, one.place))
        for one in dump.broken
    )
    sessions = tuple(_telling(chain(arrivals, broken), told))
    return Inspected(FileReport(file, recognised.format, sessions), seen=digest)


def _telling(reports: Iterable[ArrivalReport], told: Arrived) -> Iterator[ArrivalReport]:
    for report in reports:
        told(report)
        yield report


def _fingerprint(seen: object) -> Fingerprint | None:
    return cast("Fingerprint", seen) if isinstance(seen, dict) else None


def _digest(file: str) -> str:
    """What tells a file of another program from a later one. Empty where it cannot be read, which is told then."""
    try:
        with Path(file).open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (OSError, ValueError):
        return ""


def _changed() -> BundleChanged:
    return BundleChanged(
        "The file changed after it was looked at, so nothing of it was imported. Import it again."
    )


def _bundled(
    one: BundleSession | BrokenSession,
    core: Core,
    taking: Importer,
    wish: ImportWish,
    counted: Callable[[int], None],
) -> ArrivalReport:
    if isinstance(one, BrokenSession):
        fault = _fault(one.error, str(one.error.place))
        return ArrivalReport(one.id, one.title or "", DAMAGED, one.records, fault=fault)
    return _arrive(one, one.id, one.title, one.path, core, taking, wish, counted)


def _arrive(
    arrival: Arrival,
    session_id: str,
    title: str,
    place: str,
    core: Core,
    taking: Importer,
    wish: ImportWish,
    counted: Callable[[int], None],
) -> ArrivalReport:
    """One session. A disk that refuses ends the import: the others would fare no better."""
    learner = str(arrival.document.get("learnerKey"))
    try:
        if wish.write:
            verdict = taking.take(arrival, counted, include_deleted=wish.include_deleted)
        else:
            verdict = taking.preview(arrival, counted, include_deleted=wish.include_deleted)
    except StoreUnavailable:
        raise
    except BundleFault as error:
        fault = _fault(error, str(error.place))
        return ArrivalReport(session_id, title, DAMAGED, 0, learner_key=learner, fault=fault)
    except SatchelError as error:
        if error.code == CANCELLED:
            raise
        fault = _fault(error, place)
        return ArrivalReport(session_id, title, DAMAGED, 0, learner_key=learner, fault=fault)
    if wish.mine and wish.write and verdict.outcome in HERE:
        core.identity.add_own_key(learner)
    return ArrivalReport(
        session_id,
        title or (_title_here(core, verdict.session_id) if verdict.outcome in HERE else ""),
        verdict.outcome,
        verdict.records,
        adds=verdict.adds,
        common=verdict.common,
        new_id=verdict.session_id if verdict.session_id != session_id else None,
        learner_key=learner,
    )


def _counted(progress: Progress, total: int | None) -> Callable[[int], None]:
    """Adds up what single sessions report: each begins to count at nought."""
    done, last = 0, 0

    def count(arrived: int) -> None:
        nonlocal done, last
        done += arrived - last if arrived >= last else arrived
        last = arrived
        progress(done if total is None else min(done, total), total)

    return count


def _importer(core: Core, database: SqliteDatabase, owner: str) -> Importer:
    store = SqlRuntimeStore(database)
    identity = Identity(database, Settings(database), core.new_id)
    sessions = LocalSessions(database, store, identity, clock=core.clock, lease_ended=lambda: None)
    staging = Staging(database, store, owner=owner)
    return Importer(store, sessions, identity, staging, new_id=core.new_id)


def _begun(store: SqlRuntimeStore, session_id: str) -> str | None:
    try:
        return store.get_session(session_id).created_at
    except SessionNotFound:
        return None


def _title_here(core: Core, session_id: str) -> str:
    try:
        return core.sessions.summary(session_id).title
    except SatchelError:
        return ""


def _fault(error: SatchelError, place: str) -> Fault:
    return Fault(error.code, error.message, place)
