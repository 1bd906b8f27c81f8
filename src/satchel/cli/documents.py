"""Sessions and records as `--json` shows them: as on the wire, local facts in a `satchel` member beside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from satchel.cli.output import moment, table, visible, visible_lines
from satchel.domain.contracts import Damage, SessionSummary
from satchel.domain.errors import SatchelError
from satchel.domain.json_value import encode
from satchel.domain.runtime import CHAT, JsonObject, RuntimeRecord
from satchel.domain.satchel_object import value_of


def session_document(summary: SessionSummary) -> JsonObject:
    local: JsonObject = {
        "own": summary.own,
        "unread": summary.unread,
        "lastSeq": summary.last_seq,
        "activityAt": summary.activity_at,
        "lastOpenedAt": summary.last_opened_at,
        "trashedAt": summary.trashed_at,
        "trashReason": summary.trash_reason,
    }
    return summary.session.to_wire() | {"satchel": summary.satchel | local}


def damage_document(damage: Damage) -> JsonObject:
    return {"id": damage.id, "reason": damage.reason}


def session_table(summaries: Iterable[SessionSummary]) -> list[str]:
    rows = [
        (
            s.id,
            s.session.status,
            s.session.kind,
            str(0 if s.last_seq is None else s.last_seq + 1),
            moment(s.activity_at),
            _title(s),
        )
        for s in summaries
    ]
    return table(("ID", "STATUS", "KIND", "RECORDS", "LAST CHANGE", "TITLE"), rows)


def session_head(summary: SessionSummary) -> list[str]:
    """A session in a few lines, for people."""
    session = summary.session
    lines = [
        visible(summary.title) or "(no title)",
        f"  id       {visible(session.id)}",
        f"  stage    {visible(session.stage_id)}",
        f"  learner  {visible(session.learner_key)}{'' if summary.own else ' (others’ work, read-only)'}",
        f"  kind     {visible(session.kind)}, {session.status}, begun {moment(session.created_at)}",
    ]
    expires = value_of(summary.satchel, "expiresAt")
    if isinstance(expires, str):
        lines.append(f"  expires  {moment(expires)}")
    if summary.trashed_at is not None:
        lines.append(f"  in the trash since {moment(summary.trashed_at)}")
    return lines


def record_lines(record: RuntimeRecord, kind: str) -> Iterator[str]:
    """A record for people: its number, when, where in the course, and what it says."""
    place = [part for part in (record.scene_id, record.sub_anchor) if part is not None]
    if record.action_index is not None:
        place.append(f"action {record.action_index}")
    anchor = f"  [{visible(', '.join(place))}]" if place else ""
    head = f"#{record.seq}  {moment(record.created_at)}{anchor}"
    try:
        payload = record.payload
    except SatchelError as damage:
        yield f"{head}  (damaged: {visible(damage.message)})"
        return
    if kind == CHAT and isinstance(payload, dict) and isinstance(payload.get("content"), str):
        yield f"{head}  {visible(str(payload.get('role')))}:"
        yield from (f"    {line}" for line in visible_lines(str(payload["content"])))
    else:
        yield head
        yield f"    {visible(encode(payload))}"


def _title(summary: SessionSummary) -> str:
    marks = ("* " if summary.pinned else "") + ("" if summary.own else "(others) ")
    return marks + (summary.title or "—")


def named(summary: SessionSummary) -> str:
    """How a sentence names a session."""
    return f"“{visible(summary.title)}”" if summary.title else f"The session {visible(summary.id)}"
