"""Sessions and records, as OpenMAIC's public RuntimeStore contract has them.

A *session* is one learner's chat, quiz attempt, playback or other activity on a stage. Its *records* are
append-only and numbered by the store from 0 without gaps; that number (`seq`) is their only order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TypeAlias

import msgspec

from satchel.domain.errors import UnreadableInput
from satchel.domain.json_value import JsonValue, decode

JsonObject: TypeAlias = dict[str, JsonValue]

RUNTIME_DSL_VERSION = "0.1.0"

ACTIVE = "active"
COMPLETED = "completed"
ARCHIVED = "archived"
STATUSES = (ACTIVE, COMPLETED, ARCHIVED)

CHAT = "chat"
QUIZ_ATTEMPT = "quizAttempt"

WORKSPACE_STAGE = "satchel:workspace"
"""The stage of sessions that belong to no course."""

ANONYMOUS = "anon:"
"""What the learner key of somebody begins with who never signed in."""

SESSION_MEMBERS = (
    "id",
    "kind",
    "stageId",
    "learnerKey",
    "status",
    "createdAt",
    "updatedAt",
    "runtimeDslVersion",
)
RECORD_MEMBERS = (
    "id",
    "sessionId",
    "seq",
    "sceneId",
    "actionIndex",
    "subAnchor",
    "createdAt",
    "payload",
)

_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")


@dataclass(frozen=True, slots=True)
class RuntimeSession:
    """A session as on the wire. `envelope` holds its unknown members and the order of all, see `envelope_of`."""

    id: str
    kind: str
    stage_id: str
    learner_key: str
    status: str
    created_at: str
    updated_at: str
    runtime_dsl_version: str = RUNTIME_DSL_VERSION
    envelope: JsonObject | None = None

    def to_wire(self) -> JsonObject:
        return _filled(
            {
                "id": self.id,
                "kind": self.kind,
                "stageId": self.stage_id,
                "learnerKey": self.learner_key,
                "status": self.status,
                "createdAt": self.created_at,
                "updatedAt": self.updated_at,
                "runtimeDslVersion": self.runtime_dsl_version,
            },
            self.envelope,
        )

    def with_status(self, status: str, updated_at: str) -> RuntimeSession:
        return replace(self, status=status, updated_at=updated_at)


class RuntimeRecord(msgspec.Struct, frozen=True, gc=False):
    """A stored record. Payload and envelope stay text until asked for: most are only passed on.

    Texts and numbers refer to nothing: the cyclic collector need not look at each of a hundred thousand.
    """

    session_id: str
    key: int
    """The local key: never changes and is never shown. Drafts, marks and caches hang on it."""
    id: str
    seq: int
    scene_id: str | None
    action_index: int | None
    sub_anchor: str | None
    created_at: str
    payload_text: str
    envelope_text: str | None

    @property
    def payload(self) -> JsonValue:
        """The payload. Raises a `SatchelError` if the stored text is damaged or too deep to read."""
        return decode(self.payload_text)

    def to_wire(self) -> JsonObject:
        """As on the wire. Raises a `SatchelError` if a stored text is damaged."""
        known: JsonObject = {"id": self.id, "sessionId": self.session_id, "seq": self.seq}
        if self.scene_id is not None:
            known["sceneId"] = self.scene_id
        if self.action_index is not None:
            known["actionIndex"] = self.action_index
        if self.sub_anchor is not None:
            known["subAnchor"] = self.sub_anchor
        known["createdAt"] = self.created_at
        known["payload"] = self.payload
        envelope = None if self.envelope_text is None else decode(self.envelope_text)
        if not isinstance(envelope, dict | None):
            raise UnreadableInput("what was kept beside the record is not an object")
        return _filled(known, envelope)


class NewRecord(msgspec.Struct, frozen=True, gc=False):
    """A validated record on its way into a store, which gives it its `seq`.

    A payload never refers back to its record, so the cyclic collector need not look.
    """

    id: str
    created_at: str
    payload: JsonValue
    payload_text: str
    scene_id: str | None = None
    action_index: int | None = None
    sub_anchor: str | None = None
    envelope_text: str | None = None

    def stored(self, session_id: str, key: int, seq: int) -> RuntimeRecord:
        """As a store keeps it, under its number."""
        return RuntimeRecord(
            session_id,
            key,
            self.id,
            seq,
            self.scene_id,
            self.action_index,
            self.sub_anchor,
            self.created_at,
            self.payload_text,
            self.envelope_text,
        )

    def content(self) -> JsonObject:
        """What makes two records of one id the same: everything but `seq` and `sessionId`."""
        return content_of(self.stored("", 0, 0).to_wire())


@dataclass(frozen=True, slots=True)
class SessionTransition:
    """A change of status that happens in the same transaction as an append."""

    status: str
    updated_at: str


class Unset:
    """The type of `UNSET`: "no expectation", which differs from None, "no records"."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()

ExpectedSeq: TypeAlias = int | Unset | None


def content_of(wire: JsonObject) -> JsonObject:
    """A wire record without what the store or its place decides."""
    return {name: value for name, value in wire.items() if name not in ("seq", "sessionId")}


def envelope_of(
    document: JsonObject, known: tuple[str, ...], store_given: str
) -> JsonObject | None:
    """What must be kept of a document beside its known members, or None if that is nothing.

    The result has every member in the client's order, known ones with the value None; it is needed where
    members are unknown or stand in another order than `known`. `store_given` is the member that the store
    adds: where the client sent none, it does not count as out of order and comes last.
    """
    if list(document) == [name for name in known if name in document]:
        return None
    envelope: JsonObject = {
        name: (None if name in known else value) for name, value in document.items()
    }
    envelope.setdefault(store_given, None)
    return envelope


def is_newer(version: str) -> bool:
    """Whether a session of this runtime DSL version may be read but not written by this program."""
    if version == RUNTIME_DSL_VERSION:
        return False
    match = _VERSION.fullmatch(version)
    ours = _VERSION.fullmatch(RUNTIME_DSL_VERSION)
    assert ours is not None
    return match is None or _numbers(match) > _numbers(ours)


def _numbers(match: re.Match[str]) -> tuple[int, ...]:
    return tuple(int(part) for part in match.groups())


def _filled(known: JsonObject, envelope: JsonObject | None) -> JsonObject:
    """`known` members with their values, arranged and completed by `envelope`."""
    if envelope is None:
        return known
    merged: JsonObject = {name: known.get(name, value) for name, value in envelope.items()}
    return merged | {name: value for name, value in known.items() if name not in merged}
