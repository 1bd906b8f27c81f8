"""The calls of Xavier's clients, with its token header and its SessionBundle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from satchel.bundles.foreign import xavier
from satchel.domain.errors import ValidationFailed
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import check_title
from satchel.domain.validation import check_key
from satchel_server.answers import Answer, document
from satchel_server.operations import Call, Operation, Parameter, Takes
from satchel_server.routes.showing import shown

_PAGE: Final = 500


def create(call: Call) -> Answer:
    title = call.document().get("title", "")
    if not isinstance(title, str):
        raise ValidationFailed("`title` must be a text.")
    session = call.store.create_agent_session(call.caller, check_title(title) if title else "")
    return document({"session_id": session["id"], "title": title}, 201)


def export(call: Call) -> Answer:
    session_id = check_key("id", call.query("id"))
    session = call.store.get_session(call.caller, session_id)
    session.pop("incarnation", None)
    exported_at = int(call.services.clock().timestamp())
    pieces = xavier.write(session, _records(call, session_id), exported_at)
    first = next(pieces)  # what cannot be exported is refused before anything is sent
    return Answer(200, chain([first], pieces))


def _records(call: Call, session_id: str) -> Iterator[JsonObject]:
    for record in call.store.stream_records(call.caller, session_id, _PAGE):
        yield from shown([record])  # type: ignore[misc]  # records are objects


OPERATIONS: Final = (
    Operation(
        "POST",
        "/v1/sessions",
        "createXavierSession",
        "Begin a conversation under a title.",
        create,
        takes=Takes.JSON,
        body="XavierSession",
        success=201,
        answer="XavierCreated",
        tag="xavier",
        scheme="xavier",
    ),
    Operation(
        "GET",
        "/v1/sessions/export",
        "exportXavierSession",
        "A session as a Xavier SessionBundle.",
        export,
        answer="XavierBundle",
        codes=("SESSION_NOT_FOUND",),
        parameters=(
            Parameter("id", {"type": "string", "minLength": 1}, "The session's id.", required=True),
        ),
        tag="xavier",
        scheme="xavier",
    ),
)
