"""The records of a session: appended, one or many, and read."""

from __future__ import annotations

from typing import Final

from satchel.domain.errors import ValidationFailed
from satchel_server.answers import Answer, document
from satchel_server.operations import Call, Operation, Parameter, Takes
from satchel_server.routes.showing import listing

_APPENDING: Final = (
    "SESSION_NOT_FOUND",
    "FUTURE_VERSION",
    "RUNTIME_APPEND_CONFLICT",
    "RECORD_ID_CONFLICT",
    "SESSION_REPLACED",
)


def append(call: Call) -> Answer:
    record = call.store.append(call.caller, call.name("sessionId"), call.document())
    return document(record.to_wire(), 201)


def append_batch(call: Call) -> Answer:
    records = call.store.append_batch(call.caller, call.name("sessionId"), call.document())
    return document({"records": [record.to_wire() for record in records]})


def list_records(call: Call) -> Answer:
    found = call.store.list_records(
        call.caller,
        call.name("sessionId"),
        scene_id=call.query("sceneId"),
        after=_number(call, "after"),
        limit=_number(call, "limit"),
    )
    return Answer(200, listing(found))


def _number(call: Call, name: str) -> int | None:
    """Raises `ValidationFailed`. Plain clients send neither."""
    text = call.query(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 16):
        raise ValidationFailed(f"`{name}` must be a whole number from 0.")
    return int(text)


OPERATIONS: Final = (
    Operation(
        "POST",
        "/runtime/sessions/{sessionId}/records",
        "appendRecord",
        "Append a record. The same id and content again answers the stored one.",
        append,
        takes=Takes.JSON,
        body="NewRecord",
        success=201,
        answer="Record",
        codes=_APPENDING,
    ),
    Operation(
        "POST",
        "/runtime/sessions/{sessionId}/records:batch",
        "appendRecords",
        "Append up to 500 records, all or none.",
        append_batch,
        takes=Takes.JSON,
        body="NewRecords",
        answer="Records",
        codes=_APPENDING,
    ),
    Operation(
        "GET",
        "/runtime/sessions/{sessionId}/records",
        "listRecords",
        "Records in the order of their numbers.",
        list_records,
        answer="RecordList",
        codes=("SESSION_NOT_FOUND",),
        parameters=(
            Parameter("sceneId", {"type": "string"}, "Only one scene's; empty is a scene too."),
            Parameter(
                "after",
                {"type": "integer", "minimum": 0, "maximum": 9_999_999_999_999_999},
                "Only records behind this number.",
            ),
            Parameter(
                "limit",
                {"type": "integer", "minimum": 0, "maximum": 9_999_999_999_999_999},
                "At most so many; all where it is absent.",
            ),
        ),
    ),
)
