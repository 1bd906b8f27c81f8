"""The shapes of bodies and answers, as JSON Schema: the components of the OpenAPI document. Data, no code."""

from __future__ import annotations

from typing import Final

from satchel.domain.runtime import STATUSES, JsonObject
from satchel.domain.validation import MAX_ID_BYTES
from satchel_server.faults import STATUS

_TEXT: Final[JsonObject] = {"type": "string"}
_ID: Final[JsonObject] = {
    "type": "string",
    "minLength": 1,
    "maxLength": MAX_ID_BYTES,
    "description": f"At most {MAX_ID_BYTES} bytes of UTF-8, without U+0000; where a path names it, not “.” or “..”.",
}
_TIME: Final[JsonObject] = {
    "type": "string",
    "format": "date-time",
    "description": "ISO-8601 with seconds and a zone, calendar-checked, no leap second.",
}
_STATUS: Final[JsonObject] = {"type": "string", "enum": [*STATUSES]}
_SEQ: Final[JsonObject] = {"type": "integer", "minimum": 0}
_EXPECTED: Final[JsonObject] = {
    "type": ["integer", "null"],
    "minimum": 0,
    "maximum": 2**53 - 1,
    "description": "The number of the last record; null for “no records”.",
}
_OPEN: Final[JsonObject] = {"type": "object", "additionalProperties": True}


def _object(required: tuple[str, ...], properties: JsonObject) -> JsonObject:
    """An object with these members and any others: unknown ones are kept, everywhere."""
    return {"type": "object", "required": list(required), "properties": properties}


def _ref(name: str) -> JsonObject:
    return {"$ref": f"#/components/schemas/{name}"}


_SESSION: Final[JsonObject] = {
    "id": _ID,
    "kind": {**_TEXT, "minLength": 1},
    "stageId": _ID,
    "learnerKey": _ID,
    "status": _STATUS,
    "createdAt": _TIME,
    "updatedAt": _TIME,
}
_RECORD: Final[JsonObject] = {
    "id": _ID,
    "sessionId": _ID,
    "sceneId": _TEXT,
    "actionIndex": {"type": "integer", "minimum": 0, "maximum": 2**53},
    "subAnchor": _TEXT,
    "createdAt": _TIME,
    "payload": {
        "description": "Any JSON value, null included; its rules depend on the session's kind."
    },
}
_TRANSITION: Final[JsonObject] = _object(
    ("status", "updatedAt"), {"status": _STATUS, "updatedAt": _TIME}
)
_EXPECTATIONS: Final[JsonObject] = {
    "expectedLastSeq": _EXPECTED,
    "expectedIncarnation": _TEXT,
}


def _revised(value: JsonObject) -> JsonObject:
    """A field of which the higher `(rev, device)` wins."""
    rev: JsonObject = {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}
    return _object(("value", "rev", "device"), {"value": value, "rev": rev, "device": _TEXT})


SCHEMAS: Final[JsonObject] = {
    "Error": _object(
        ("error",),
        {
            "error": _object(
                ("code", "message"),
                {
                    "code": {"type": "string", "enum": [*sorted(STATUS)]},
                    "message": _TEXT,
                    "details": {},
                },
            )
        },
    ),
    "NewSession": _object(
        tuple(_SESSION),
        {
            **_SESSION,
            "satchel": {
                **_OPEN,
                "description": "What Satchel knows beside the base contract; with `ifNeverDeleted: true` an id "
                "that was deleted once is refused.",
            },
        },
    ),
    "Session": _object(
        (*_SESSION, "runtimeDslVersion"),
        {
            **_SESSION,
            "runtimeDslVersion": _TEXT,
            "incarnation": {**_TEXT, "description": "A stamp of this creation."},
            "satchel": _ref("Satchel"),
            "records": {"type": "array", "items": _ref("Record")},
        },
    ),
    "SessionList": {"type": "array", "items": _ref("Session")},
    "StatusChange": _object(
        ("status", "updatedAt"), {"status": _STATUS, "updatedAt": _TIME, **_EXPECTATIONS}
    ),
    "Satchel": _object(
        (),
        {
            "title": _revised(_TEXT),
            "pinned": _revised({"type": "boolean"}),
            "expiresAt": _revised({"anyOf": [_TIME, {"type": "null"}]}),
            "facts": _revised({"type": "array"}),
        },
    ),
    "SatchelChange": _object(
        ("satchel",), {"satchel": _ref("Satchel"), "expectedIncarnation": _TEXT}
    ),
    "NewRecord": _object(
        ("id", "sessionId", "createdAt", "payload"),
        {**_RECORD, **_EXPECTATIONS, "sessionTransition": _TRANSITION},
    ),
    "Record": _object(("id", "sessionId", "seq", "createdAt", "payload"), {**_RECORD, "seq": _SEQ}),
    "RecordList": {"type": "array", "items": _ref("Record")},
    "NewRecords": _object(
        ("records",),
        {
            "records": {
                "type": "array",
                "minItems": 1,
                "maxItems": 500,
                "items": _object(("id", "sessionId", "createdAt", "payload"), _RECORD),
            },
            **_EXPECTATIONS,
            "sessionTransition": _TRANSITION,
        },
    ),
    "Records": _object(("records",), {"records": _ref("RecordList")}),
    "Merge": _object(
        ("fromLearnerKey", "toLearnerKey"), {"fromLearnerKey": _ID, "toLearnerKey": _ID}
    ),
    "Moved": _object(("moved",), {"moved": _SEQ}),
    "Capabilities": _object(
        ("server", "version", "runtimeDslVersion", "serverId", "features", "limits", "token"),
        {
            "server": {"const": "satchel"},
            "version": _TEXT,
            "runtimeDslVersion": _TEXT,
            "serverId": {**_TEXT, "description": "Another one: everything must be reconciled."},
            "features": {"type": "array", "items": _TEXT},
            "limits": _OPEN,
            "token": _object(
                ("learnerKey", "operator", "expiresAt"),
                {
                    "learnerKey": {"type": ["string", "null"]},
                    "operator": {"type": "boolean"},
                    "expiresAt": {"anyOf": [_TIME, {"type": "null"}]},
                },
            ),
        },
    ),
    "Changes": _object(
        ("serverId", "cursor", "more", "reset", "changes"),
        {
            "serverId": _TEXT,
            "cursor": {**_TEXT, "description": "For the next page. Opaque."},
            "more": {"type": "boolean"},
            "reset": {
                "type": "boolean",
                "description": "The cursor asked with is not this server's: reconcile everything.",
            },
            "changes": {
                "type": "array",
                "items": _object(
                    ("sessionId",),
                    {
                        "sessionId": _TEXT,
                        "session": _ref("Session"),
                        "lastSeq": {"type": ["integer", "null"]},
                        "deleted": {"type": "boolean"},
                        "moved": {"type": "boolean"},
                        "damaged": {"type": "boolean"},
                        "incarnation": _TEXT,
                    },
                ),
            },
        },
    ),
    "LeaseClaim": _object(
        ("holder", "seconds"),
        {
            "holder": {"type": "string", "minLength": 1, "maxLength": 500},
            "seconds": {"type": "integer", "minimum": 1, "maximum": 24 * 60 * 60},
            "takeOver": {"type": "boolean"},
            "token": {"type": "string", "minLength": 1, "maxLength": 500},
        },
    ),
    "Lease": _object(
        ("sessionId", "holder", "claimedAt", "expiresAt"),
        {
            "sessionId": _TEXT,
            "holder": _TEXT,
            "token": {**_TEXT, "description": "For its holder only."},
            "claimedAt": _TIME,
            "expiresAt": _TIME,
            "epoch": _SEQ,
        },
    ),
    "Arrived": _object(
        ("sessions", "notes"),
        {
            "sessions": {
                "type": "array",
                "items": _object(
                    ("id", "title", "outcome", "records"),
                    {
                        "id": {"type": ["string", "null"]},
                        "title": _TEXT,
                        "outcome": {
                            "enum": ["created", "unchanged", "extended", "forked", "damaged"]
                        },
                        "records": _SEQ,
                        "newId": _TEXT,
                        "error": _OPEN,
                    },
                ),
            },
            "notes": {"type": "array", "items": _TEXT},
        },
    ),
    "Anything": {"description": "Is not looked at."},
    "AgentSession": _object(("sessionId",), {"sessionId": _TEXT}),
    "AgentConversation": _object(
        ("sessionId", "session", "records"),
        {"sessionId": _TEXT, "session": _ref("Session"), "records": _ref("RecordList")},
    ),
    "XavierSession": _object((), {"title": {"type": "string", "maxLength": 500}}),
    "XavierCreated": _object(("session_id",), {"session_id": _TEXT, "title": _TEXT}),
    "XavierBundle": _object(
        ("session_id", "documents", "exported_at"),
        {
            "session_id": _TEXT,
            "documents": {"type": "array", "items": _OPEN},
            "exported_at": {"type": "integer"},
        },
    ),
    "Health": _object(("ok", "version"), {"ok": {"const": True}, "version": _TEXT}),
    "Readiness": _object(("ready",), {"ready": {"const": True}}),
}
