"""Documents as clients send them, and the addresses they go to."""

from __future__ import annotations

from typing import Any

from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from tests.fakes import record, session
from tests.server.process import Client, Reply, segment

CHAT: JsonObject = {"role": "user", "content": "How many halves are there?"}


def at(session_id: str, *more: str) -> str:
    return "/".join(("/runtime/sessions", segment(session_id), *more))


def created(learner: Client, name: str, **members: JsonValue) -> Any:
    """A session of that learner's, which must come into being."""
    reply = learner("POST", "/runtime/sessions", session(name, learnerKey=learner.token, **members))
    assert reply.status == 201, reply
    return reply.json


def appended(learner: Client, to: str, name: str, **members: JsonValue) -> Any:
    reply = append(learner, to, name, **members)
    assert reply.status == 201, reply
    return reply.json


def append(learner: Client, to: str, name: str, **members: JsonValue) -> Reply:
    return learner("POST", at(to, "records"), record(name, to, **members))
