"""A conversation of some other program, and the `chat` session it becomes.

Ids are made so that importing twice changes nothing and a later, longer export continues the earlier one:
a session's is UUIDv5 of the source's name and its own id, a record's is UUIDv5 of the session's id and the
message's own id or, where it has none, its position. What changes from one export to the next (titles, who
answered last, times of export) therefore never goes into a record.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from satchel.bundles.foreign.fit import fit_payload, fit_text, fit_title, without_image_data
from satchel.bundles.foreign.moments import latest_of
from satchel.bundles.foreign.shape import Damaged, Emptiness
from satchel.bundles.runtime_dump import Found
from satchel.domain import satchel_object
from satchel.domain.errors import ValidationFailed
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import (
    ACTIVE,
    ARCHIVED,
    CHAT,
    RUNTIME_DSL_VERSION,
    WORKSPACE_STAGE,
    JsonObject,
)
from satchel.domain.timestamps import is_timestamp
from satchel.domain.validation import check_key, check_payload, parse_record, parse_session

ORIGIN = "origin"
"""The member of a session that says where it comes from: `{source, sourceId}`."""

MAX_MESSAGES = 1_000_000
USER, ASSISTANT, SYSTEM = "user", "assistant", "system"

_ROLES = {
    **dict.fromkeys(("user", "human", "learner", "student"), USER),
    **dict.fromkeys(("assistant", "model", "ai", "bot", "tutor"), ASSISTANT),
    **dict.fromkeys(("system", "developer"), SYSTEM),
}


@dataclass(frozen=True, slots=True)
class Terms:
    """What the caller decides for conversations that do not say it themselves.

    `now` is the time of the import. It only counts where a file knows no times at all; so that such a
    session has the same times when it comes again, `begun` answers the `createdAt` of a session that is
    already here, or None.
    """

    learner_key: str
    now: str
    begun: Callable[[str], str | None] = field(default=lambda _: None)

    def __post_init__(self) -> None:
        check_key("learnerKey", self.learner_key)
        if not is_timestamp(self.now):
            raise ValidationFailed("The time of the import must be ISO 8601 with a zone.")


@dataclass(frozen=True, slots=True)
class Message:
    """One message as its reader sees it. `at` is its position in the source, hidden ones counted."""

    role: str
    text: str
    at: int
    id: str | None = None
    time: str | None = None
    more: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conversation:
    """`id` is None where the file has none: then it is made of the first message, which a longer export
    begins with too. Two conversations that begin alike part later, and are kept apart as forks."""

    source: str
    id: str | None
    title: str
    messages: Sequence[Message]
    created: str | None = None
    updated: str | None = None
    pinned: bool = False
    archived: bool = False


def role_of(name: JsonValue) -> str | None:
    """Our name of a role; None for tools and whatever else nobody reads."""
    return _ROLES.get(name.casefold()) if isinstance(name, str) else None


def session_id(source: str, source_id: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{source}\n{fit_text(source_id)}"))


class RecordIds:
    """The ids of one session's records. An id that comes again is told apart by how often it came."""

    def __init__(self, session: str) -> None:
        self._namespace = uuid.UUID(session)
        self._met: dict[str, int] = {}

    def of(self, own: str | None, at: int) -> str:
        name = f"at\n{at}" if own is None else f"id\n{fit_text(own)}"
        times = self._met[name] = self._met.get(name, 0) + 1
        return str(uuid.uuid5(self._namespace, name if times == 1 else f"{name}\n{times}"))


def parts_of(*texts: str) -> str:
    """One text of several; empty ones leave no trace."""
    return "\n\n".join(text.strip("\n") for text in texts if text.strip())


def attachment(name: str, *, kind: str = "", size: JsonValue = None, text: str = "") -> JsonObject:
    """What is kept of a file that was sent along: never its path or address."""
    found: JsonObject = {"name": fit_text(name.replace("\\", "/").rsplit("/", 1)[-1])}
    if kind:
        found["type"] = fit_text(kind)
    if isinstance(size, int) and not isinstance(size, bool) and 0 <= size < 2**53:
        found["size"] = size
    if text.strip():
        found["text"] = fit_text(text)
    return found


def named(attachments: Sequence[JsonObject]) -> str:
    """A line for each attachment, so that its message shows that there was one."""
    return "\n".join(f"[File: {one['name']}]" for one in attachments)


def beginning(times: Sequence[str | None], own_id: str, terms: Terms) -> str:
    """When a conversation began that does not say so itself: the same for every longer export of it."""
    if times and times[0] is not None:
        return times[0]
    known = next((time for time in times if time is not None), None)
    return terms.begun(own_id) or known or terms.now


def landed(conversation: Conversation, terms: Terms, place: str) -> Found:
    """The session and its records. Raises `Emptiness` where nothing is to be read, `ValidationFailed`."""
    messages = [one for one in conversation.messages if one.text.strip()]
    if not messages:
        raise Emptiness("This conversation has no messages to read, so it was left out.")
    if len(messages) > MAX_MESSAGES:
        raise Damaged(f"This conversation has more than {MAX_MESSAGES:,} messages.", place)
    source_id = conversation.id if conversation.id is not None else _first_words(messages[0])
    own_id = session_id(conversation.source, source_id)
    times = [one.time for one in messages]
    began = conversation.created or beginning(times, own_id, terms)
    ids = RecordIds(own_id)
    records = [
        _record(conversation.source, source_id, own_id, ids, one, began, seq)
        for seq, one in enumerate(messages)
    ]
    document: JsonObject = {
        "id": own_id,
        "kind": CHAT,
        "stageId": WORKSPACE_STAGE,
        "learnerKey": terms.learner_key,
        "status": ARCHIVED if conversation.archived else ACTIVE,
        "createdAt": began,
        "updatedAt": latest_of(began, conversation.updated, *times),
        "runtimeDslVersion": RUNTIME_DSL_VERSION,
        ORIGIN: {"source": conversation.source, "sourceId": fit_text(source_id)},
        "satchel": _satchel(own_id, conversation),
    }
    _check(document, records)
    return Found(document, records, place)


def _record(
    source: str,
    source_id: str,
    session: str,
    ids: RecordIds,
    message: Message,
    began: str,
    seq: int,
) -> JsonObject:
    own = message.id if message.id is not None else f"{source_id}#{message.at}"
    payload: JsonObject = {
        "role": message.role,
        "content": without_image_data(fit_text(message.text)),
        "source": source,
        "sourceId": fit_text(own),
        **message.more,
    }
    return {
        "id": ids.of(message.id, message.at),
        "sessionId": session,
        "seq": seq,
        "createdAt": message.time or began,
        "payload": fit_payload(payload),
    }


def _satchel(own_id: str, conversation: Conversation) -> JsonObject:
    """Revision 0: whatever somebody changed here since then is newer."""
    found = satchel_object.fresh(own_id, fit_title(conversation.title), 0, "")
    if conversation.pinned:
        found["pinned"] = satchel_object.field(True, 0, "")
    return found


def _first_words(message: Message) -> str:
    words = f"{message.role}\n{fit_text(message.text)}"
    return f"sha256:{hashlib.sha256(words.encode()).hexdigest()}"


def _check(document: JsonObject, records: list[JsonObject]) -> None:
    """That what was made here is as the domain wants it, whatever the source had in store."""
    session = parse_session(document, keep_version=True)
    for record in records:
        check_payload(CHAT, parse_record(record, session.id))
