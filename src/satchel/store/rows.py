"""Between rows and values: reading a session row with suspicion, and the columns a value becomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from satchel.domain.contracts import Damage
from satchel.domain.errors import SatchelError, shorten
from satchel.domain.json_value import JsonValue, decode, encode_checked
from satchel.domain.runtime import STATUSES, JsonObject, NewRecord, RuntimeSession
from satchel.domain.satchel_object import check as check_satchel
from satchel.domain.satchel_object import expires_at_of, lineage_root, title_of, value_of
from satchel.domain.timestamps import from_datetime, is_timestamp, sort_key, to_datetime

SESSION_COLUMNS: Final = (
    "key",
    "id",
    "kind",
    "stage_id",
    "learner_key",
    "status",
    "created_at",
    "updated_at",
    "runtime_dsl_version",
    "envelope",
    "satchel",
    "title",
    "pinned",
    "next_seq",
    "history_rev",
    "activity_at",
    "last_opened_at",
    "read_key",
    "read_count",
    "trashed_at",
    "trash_reason",
    "hidden",
    "stub",
    "detached",
    "lease_token",
    "lease_window",
    "lease_epoch",
)
_TEXTS: Final = (
    "id",
    "kind",
    "stage_id",
    "learner_key",
    "status",
    "created_at",
    "updated_at",
    "runtime_dsl_version",
    "activity_at",
    "satchel",
)
_TEXTS_OR_NOTHING: Final = (
    "envelope",
    "last_opened_at",
    "trashed_at",
    "trash_reason",
    "lease_token",
    "lease_window",
)
_COUNTS: Final = ("next_seq", "history_rev", "read_key", "read_count", "lease_epoch")


@dataclass(frozen=True, slots=True)
class SessionState:
    """What is stored of a session, its records aside."""

    key: int
    session: RuntimeSession
    satchel: JsonObject
    next_seq: int
    history_rev: int
    activity_at: str
    last_opened_at: str | None
    read_key: int
    read_count: int
    trashed_at: str | None
    trash_reason: str | None
    hidden: bool
    stub: bool
    detached: bool
    lease_token: str | None
    lease_window: str | None
    lease_epoch: int

    @property
    def last_seq(self) -> int | None:
        return self.next_seq - 1 if self.next_seq else None

    @property
    def title(self) -> str:
        return title_of(self.satchel)

    @property
    def expires_at(self) -> str | None:
        return expires_at_of(self.satchel)

    @property
    def pinned(self) -> bool:
        return value_of(self.satchel, "pinned") is True


def read_session(row: Sequence[Any]) -> SessionState | Damage:
    """The session in a row of `SESSION_COLUMNS`, or what is wrong with it."""
    cells = dict(zip(SESSION_COLUMNS, row, strict=True))
    reason = _row_fault(cells)
    if reason is None:
        try:
            envelope = None if cells["envelope"] is None else _object(cells["envelope"])
            satchel = check_satchel(_object(cells["satchel"]))
        except SatchelError as error:
            reason = error.message
    if reason is not None:
        return Damage(str(cells["id"]), reason)
    return SessionState(
        key=cells["key"],
        session=RuntimeSession(
            id=cells["id"],
            kind=cells["kind"],
            stage_id=cells["stage_id"],
            learner_key=cells["learner_key"],
            status=cells["status"],
            created_at=cells["created_at"],
            updated_at=cells["updated_at"],
            runtime_dsl_version=cells["runtime_dsl_version"],
            envelope=envelope,
        ),
        satchel=satchel,
        next_seq=cells["next_seq"],
        history_rev=cells["history_rev"],
        activity_at=cells["activity_at"],
        last_opened_at=cells["last_opened_at"],
        read_key=cells["read_key"],
        read_count=cells["read_count"],
        trashed_at=cells["trashed_at"],
        trash_reason=cells["trash_reason"],
        hidden=bool(cells["hidden"]),
        stub=bool(cells["stub"]),
        detached=bool(cells["detached"]),
        lease_token=cells["lease_token"],
        lease_window=cells["lease_window"],
        lease_epoch=cells["lease_epoch"],
    )


def session_columns(
    session: RuntimeSession, satchel: JsonObject, activity_at: str
) -> dict[str, Any]:
    """Every column of a new session row. `activity_at` is the newest of its creation and its records."""
    envelope = session.envelope
    return {
        "id": session.id,
        "kind": session.kind,
        "stage_id": session.stage_id,
        "learner_key": session.learner_key,
        "status": session.status,
        "created_at": session.created_at,
        "created_instant": sort_key(session.created_at),
        "updated_at": session.updated_at,
        "runtime_dsl_version": session.runtime_dsl_version,
        "envelope": None if envelope is None else encode_checked(envelope, "The session"),
        "activity_at": activity_at,
        "activity_instant": sort_key(activity_at),
        "next_seq": 0,
        "history_rev": 0,
        "last_opened_at": None,
        "read_key": 0,
        "read_count": 0,
        "trashed_at": None,
        "trash_reason": None,
        "hidden": 0,
        "stub": 0,
        "detached": 0,
        "lease_token": None,
        "lease_window": None,
        "lease_epoch": 0,
        "lease_host": None,
        "lease_pid": None,
        "lease_claimed_at": None,
        "incarnation": None,
        **satchel_columns(satchel, session.id),
    }


def satchel_columns(satchel: JsonObject, session_id: str) -> dict[str, Any]:
    """The `satchel` object and the columns that repeat parts of it."""
    return {
        "satchel": encode_checked(satchel, "The session's satchel object"),
        "title": title_of(satchel),
        "pinned": int(value_of(satchel, "pinned") is True),
        "expires_at": _in_one_form(value_of(satchel, "expiresAt")),
        "lineage_root": lineage_root(satchel, session_id),
    }


def _in_one_form(moment: JsonValue) -> str | None:
    """A time that the database can compare with others of this form; the satchel object keeps how it was said."""
    return from_datetime(to_datetime(moment)) if isinstance(moment, str) else None


def record_columns(session_key: int, seq: int, record: NewRecord) -> dict[str, Any]:
    return {
        "session_key": session_key,
        "seq": seq,
        "id": record.id,
        "scene_id": record.scene_id,
        "action_index": record.action_index,
        "sub_anchor": record.sub_anchor,
        "created_at": record.created_at,
        "payload": record.payload_text,
        "envelope": record.envelope_text,
    }


def _row_fault(cells: dict[str, Any]) -> str | None:
    for name in _TEXTS:
        if not isinstance(cells[name], str) or not cells[name]:
            return f"{name} is not a text"
    for name in _TEXTS_OR_NOTHING:
        if not isinstance(cells[name], str | None):
            return f"{name} is not a text"
    for name in _COUNTS:
        if not isinstance(cells[name], int) or cells[name] < 0:
            return f"{name} is not a number"
    if cells["status"] not in STATUSES:
        return f"unknown status “{shorten(cells['status'])}”"
    for name in ("created_at", "updated_at", "activity_at"):
        if not is_timestamp(cells[name]):
            return f"{name} is not a time"
    return None


def _object(text: object) -> JsonObject:
    value = decode(cast(str, text))
    if not isinstance(value, dict):
        raise SatchelError("a JSON column does not hold an object")
    return value
