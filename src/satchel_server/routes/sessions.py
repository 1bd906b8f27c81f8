"""Sessions, one at a time: made, read, changed, deleted."""

from __future__ import annotations

from typing import Final

from satchel.domain.errors import SatchelError
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import UNSET
from satchel_server.answers import NOTHING, Answer, document
from satchel_server.operations import Call, Operation, Parameter, Takes
from satchel_server.routes.showing import with_records
from satchel_server.work import without

EXPECTED_INCARNATION: Final = Parameter(
    "expectedIncarnation", {"type": "string"}, "The stamp of the creation that is meant."
)
EXPECTED_LAST_SEQ: Final = Parameter(
    "expectedLastSeq",
    {"type": "string", "pattern": "^(0|[1-9][0-9]{0,15}|null)$"},
    "The number of the last record, or `null` for “no records”.",
)


def create(call: Call) -> Answer:
    return document(call.store.create_session(call.caller, call.document()), 201)


def read(call: Call) -> Answer:
    session_id = call.name("sessionId")
    if call.query("include") != "records":
        return document(call.store.get_session(call.caller, session_id))
    session, records = call.store.session_with_records(call.caller, session_id)
    return with_records(session, records)


def set_status(call: Call) -> Answer:
    """The session is looked up before the body is read, so what is wrong with the body is passed on."""
    body: object
    try:
        body = call.document()
    except SatchelError as problem:
        body = problem
    call.store.set_status(call.caller, call.name("sessionId"), body)
    return NOTHING


def put_satchel(call: Call) -> Answer:
    body = call.document()
    stands = call.store.put_satchel(
        call.caller,
        call.name("sessionId"),
        body.get("satchel", without(body, EXPECTED_INCARNATION.name)),
        expected_incarnation=body.get("expectedIncarnation", UNSET),
    )
    return document(stands)


def delete(call: Call) -> Answer:
    """What is absent is deleted already, and so is, to look at, what is another's."""
    incarnation = call.query("expectedIncarnation")
    call.store.delete_session(
        call.caller,
        call.name("sessionId"),
        expected_incarnation=UNSET if incarnation is None else incarnation,
        expected_last_seq=_seq(call.query("expectedLastSeq")),
    )
    return NOTHING


def _seq(text: str | None) -> object:
    """What the query means; a text that is no number stays one, and is refused as such."""
    if text is None:
        return UNSET
    if text == "null":
        return None
    number: JsonValue = text
    if text.isascii() and text.isdigit() and len(text) <= 16:
        number = int(text)
    return number


OPERATIONS: Final = (
    Operation(
        "POST",
        "/runtime/sessions",
        "createSession",
        "Create a session; the server stamps its version.",
        create,
        takes=Takes.JSON,
        body="NewSession",
        success=201,
        answer="Session",
        codes=("SESSION_ALREADY_EXISTS", "SESSION_DELETED"),
    ),
    Operation(
        "GET",
        "/runtime/sessions/{sessionId}",
        "getSession",
        "One session, with its records if asked for.",
        read,
        answer="Session",
        codes=("SESSION_NOT_FOUND",),
        parameters=(
            Parameter(
                "include",
                {"type": "string"},
                "`records` for its records too; anything else is ignored.",
            ),
        ),
    ),
    Operation(
        "PATCH",
        "/runtime/sessions/{sessionId}/status",
        "setStatus",
        "Change the status; any may follow any other.",
        set_status,
        takes=Takes.JSON,
        body="StatusChange",
        success=204,
        codes=(
            "SESSION_NOT_FOUND",
            "FUTURE_VERSION",
            "RUNTIME_APPEND_CONFLICT",
            "SESSION_REPLACED",
        ),
    ),
    Operation(
        "PUT",
        "/runtime/sessions/{sessionId}/satchel",
        "putSatchel",
        "Title, pin, expiry and facts: field by field the higher revision wins. Answers what stands now.",
        put_satchel,
        takes=Takes.JSON,
        body="SatchelChange",
        answer="Satchel",
        codes=("SESSION_NOT_FOUND", "FUTURE_VERSION", "SESSION_REPLACED"),
    ),
    Operation(
        "DELETE",
        "/runtime/sessions/{sessionId}",
        "deleteSession",
        "Delete a session and its records. One that is absent is deleted already.",
        delete,
        success=204,
        codes=("RUNTIME_APPEND_CONFLICT", "SESSION_REPLACED"),
        parameters=(EXPECTED_INCARNATION, EXPECTED_LAST_SEQ),
    ),
)
