"""What one learner has on one stage, and calls over many sessions at once."""

from __future__ import annotations

from typing import Final

from satchel.domain.json_value import JsonValue
from satchel.domain.validation import check_key
from satchel_server.answers import NOTHING, Answer, document
from satchel_server.callers import Caller
from satchel_server.faults import Unauthenticated
from satchel_server.operations import Call, Operation, Parameter, Takes, Who

FROM_TOKEN: Final = "X-Satchel-From-Token"


def list_partition(call: Call) -> Answer:
    found = call.store.list_partition(call.caller, call.name("stageId"), call.name("learnerKey"))
    listed: list[JsonValue] = list(found)
    return document(listed)


def delete_learner(call: Call) -> Answer:
    call.store.delete_learner(call.caller, call.name("stageId"), call.name("learnerKey"))
    return NOTHING


def delete_stage(call: Call) -> Answer:
    call.store.delete_stage(call.caller, call.name("stageId"))
    return NOTHING


def delete_all(call: Call) -> Answer:
    call.store.delete_all(call.caller)
    return NOTHING


def merge(call: Call) -> Answer:
    """Keys are looked at before it is asked whose they are."""
    body = call.document()
    from_key = check_key("fromLearnerKey", body.get("fromLearnerKey"))
    to_key = check_key("toLearnerKey", body.get("toLearnerKey"))
    moved = call.store.merge_learners(call.caller, from_key, to_key, proof=_proof(call))
    return document({"moved": moved})


def _proof(call: Call) -> Caller | None:
    """Whose the second token is; None where there is none, or where it proves nothing."""
    token = call.headers.get(FROM_TOKEN.lower())
    if not token:
        return None
    try:
        return call.services.gatekeeper.known(token).caller
    except Unauthenticated:
        return None


OPERATIONS: Final = (
    Operation(
        "GET",
        "/runtime/stages/{stageId}/learners/{learnerKey}/sessions",
        "listSessions",
        "A learner's sessions on a stage, by the instant of their creation, then by id.",
        list_partition,
        answer="SessionList",
    ),
    Operation(
        "POST",
        "/runtime/learners/merge",
        "mergeLearners",
        "Move all sessions of one learner to another: for operators, or with proof of both keys.",
        merge,
        who=Who.ANYONE,
        takes=Takes.JSON,
        body="Merge",
        answer="Moved",
        codes=("FORBIDDEN_LEARNER", "FUTURE_VERSION"),
        parameters=(
            Parameter(
                FROM_TOKEN,
                {"type": "string"},
                "A token of the other key, for who is no operator.",
                "header",
            ),
        ),
    ),
    Operation(
        "DELETE",
        "/runtime/stages/{stageId}/learners/{learnerKey}",
        "deleteLearner",
        "Delete what one learner has on one stage.",
        delete_learner,
        who=Who.ANYONE,
        success=204,
        codes=("FORBIDDEN_LEARNER",),
    ),
    Operation(
        "DELETE",
        "/runtime/stages/{stageId}",
        "deleteStage",
        "Delete a stage with all its sessions.",
        delete_stage,
        who=Who.OPERATOR,
        success=204,
    ),
    Operation(
        "DELETE",
        "/runtime",
        "deleteEverything",
        "Delete all sessions of all learners.",
        delete_all,
        who=Who.OPERATOR,
        success=204,
    ),
)
