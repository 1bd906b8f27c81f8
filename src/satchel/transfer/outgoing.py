"""Sessions of one profile into a bundle, or into a Xavier bundle, as they are or with personal details taken out."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from satchel import __version__
from satchel.bundles.export import ExportReport, Progress, Wish, Written, export_sessions
from satchel.bundles.foreign import xavier
from satchel.bundles.format import Exporter
from satchel.bundles.redaction import Redaction
from satchel.bundles.replaced import Replacing, tell_replaced
from satchel.bundles.unfinished import UnfinishedFile, refuse_existing
from satchel.core import Core, profiles_of
from satchel.domain.errors import StoreUnavailable, UnreadableInput
from satchel.domain.runtime import JsonObject
from satchel.store.database import SqliteDatabase
from satchel.store.exported import Exports
from satchel.store.runtime_store import SqlRuntimeStore

SATCHEL: Final = "satchel"
XAVIER: Final = "xavier"
FORMATS: Final = (SATCHEL, XAVIER)

_SECRET: Final = "redactionSecret"
_PAGE: Final = 1_000


@dataclass(frozen=True, slots=True)
class ExportWish:
    """How sessions are to leave. A passphrase encrypts the file; `replace` consents to replacing one."""

    format: str = SATCHEL
    redact: bool = False
    passphrase: str | None = None
    replace: bool = False
    lasting: bool = True
    """Whether the file is one to keep: a temporary one makes nothing safe."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What was written, and how many personal details of each kind were taken out."""

    report: ExportReport
    redactions: dict[str, int]


def send(
    core: Core, ids: Sequence[str], target: Path, wish: ExportWish, progress: Progress
) -> Sent:
    """Writes the sessions `ids` to `target`, and behind 10,000 of them to further files.

    Raises `TargetExists`, `UnreadableInput`, `SessionNotFound` for Xavier, `StoreUnavailable` or a kind of it.
    """
    redaction = _Taken(_redaction(core)) if wish.redact else None
    database = core.another_connection()
    try:
        store = SqlRuntimeStore(database)
        replacing = _let_go if database.read_only else Exports(database).forget
        if wish.format == XAVIER:
            report = _send_xavier(core, store, ids, target, wish, redaction, replacing)
            return Sent(report, _counts(redaction))
        exporter = Exporter("Satchel", __version__, "" if wish.redact else core.identity.device())
        report = export_sessions(
            store,
            ids,
            target,
            Wish(exporter, redaction, wish.passphrase, wish.replace, replacing),
            clock=core.clock,
            new_id=core.new_id,
            progress=progress,
        )
        if wish.lasting and not database.read_only:
            _note(database, report)
        return Sent(report, _counts(redaction))
    finally:
        database.close()


def _note(database: SqliteDatabase, report: ExportReport) -> None:
    """What is in a bundle may one day leave this laptop. That it cannot be noted only keeps it here."""
    with suppress(StoreUnavailable):
        Exports(database).note(report.whole)


def _let_go(bundle_id: str | None) -> None:
    """Where nothing may be written, nothing is ever removed for being in a bundle."""


class _Taken:
    """`Redaction` as an export asks for it."""

    def __init__(self, redaction: Redaction) -> None:
        self.redaction = redaction

    def session(
        self, document: JsonObject, satchel: JsonObject
    ) -> tuple[JsonObject, JsonObject | None]:
        found = self.redaction.session({**document, "satchel": satchel})
        lineage = found.pop("satchel", None)
        return found, lineage if isinstance(lineage, dict) else None

    def record(self, document: JsonObject) -> JsonObject:
        return self.redaction.record(document)


def _redaction(core: Core) -> Redaction:
    """With this device's secret: pseudonyms match each other here, and nobody else's."""
    secret = core.settings.get(_SECRET)
    if not isinstance(secret, str):
        secret = secrets.token_hex(32)
        core.settings.set(_SECRET, secret)
    profiles = profiles_of(core.paths, clock=core.clock, new_id=core.new_id)
    names = [profile.name for profile in profiles.list()]
    return Redaction(bytes.fromhex(secret), names)


def _counts(taken: _Taken | None) -> dict[str, int]:
    return {} if taken is None else dict(taken.redaction.report())


def _send_xavier(
    core: Core,
    store: SqlRuntimeStore,
    ids: Sequence[str],
    target: Path,
    wish: ExportWish,
    taken: _Taken | None,
    replacing: Replacing,
) -> ExportReport:
    if len(ids) != 1 or wish.passphrase is not None:
        raise UnreadableInput(
            "A Xavier bundle holds one session and is not encrypted. Name one session, without a passphrase."
        )
    refuse_existing(target, wish.replace)
    state = store.state(ids[0])
    session: JsonObject = {**state.session.to_wire(), "satchel": state.satchel}
    if taken is not None:
        session = taken.redaction.session(session)

    def records() -> Iterator[JsonObject]:
        for record in store.stream_records(ids[0], _PAGE):
            wire = record.to_wire()
            yield wire if taken is None else taken.redaction.record(wire)

    file = UnfinishedFile(target, replace=wish.replace)
    try:
        for piece in xavier.write(session, records(), int(core.clock().timestamp())):
            file.write(piece)
        if wish.replace:
            tell_replaced(target, replacing)
        size = file.commit()
    except BaseException:
        file.discard()
        raise
    report = ExportReport()
    report.files.append(Written(target, 1, state.next_seq, size))
    return report
