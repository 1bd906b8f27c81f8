"""Conversations for programs that know no stages: a fresh session under an opaque id, found again by it."""

from __future__ import annotations

from typing import Final

from satchel.domain.errors import SessionNotFound
from satchel.domain.json_value import decode
from satchel.domain.runtime import CHAT, WORKSPACE_STAGE
from satchel_server.answers import Answer, document
from satchel_server.operations import Call, Operation, Takes
from satchel_server.routes.showing import with_records


def create(call: Call) -> Answer:
    """A body is not needed; what it holds is for later versions to read, and so must be JSON."""
    if call.body:
        decode(call.body)
    session = call.store.create_agent_session(call.caller)
    return document({"sessionId": session["id"]}, 201)


def resume(call: Call) -> Answer:
    session_id = call.name("sessionId")
    session, records = call.store.session_with_records(call.caller, session_id)
    if session["kind"] != CHAT or session["stageId"] != WORKSPACE_STAGE:
        raise SessionNotFound(session_id)
    return with_records({"sessionId": session["id"], "session": session}, records)


OPERATIONS: Final = (
    Operation(
        "POST",
        "/api/agent/sessions",
        "createAgentSession",
        "Begin a conversation; answers its id.",
        create,
        takes=Takes.JSON,
        body="Anything",
        success=201,
        answer="AgentSession",
        tag="agent",
    ),
    Operation(
        "GET",
        "/api/agent/sessions/{sessionId}",
        "resumeAgentSession",
        "A conversation with its records.",
        resume,
        answer="AgentConversation",
        codes=("SESSION_NOT_FOUND",),
        tag="agent",
    ),
)
