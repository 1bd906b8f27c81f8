"""Leases across machines: advisory, by this server's clock. A laptop without a network cannot honour them."""

from __future__ import annotations

from typing import Final

from satchel.domain.errors import ValidationFailed
from satchel.domain.json_value import JsonValue, text_fault
from satchel_server.answers import NOTHING, Answer, document
from satchel_server.faults import LeaseNotFound
from satchel_server.operations import Call, Operation, Parameter, Takes

LONGEST_SECONDS: Final = 24 * 60 * 60
_LONGEST_TEXT: Final = 500


def put(call: Call) -> Answer:
    body = call.document()
    token = body.get("token")
    lease = call.store.put_lease(
        call.caller,
        call.name("sessionId"),
        holder=_text("holder", body.get("holder")),
        token=None if token is None else _text("token", token),
        seconds=_seconds(body.get("seconds")),
        take_over=_flag("takeOver", body.get("takeOver", False)),
    )
    return document(lease.to_wire())


def read(call: Call) -> Answer:
    session_id = call.name("sessionId")
    lease = call.store.get_lease(call.caller, session_id)
    if lease is None:
        raise LeaseNotFound
    return document(lease.to_wire())


def delete(call: Call) -> Answer:
    token = _text("token", call.query("token"))
    call.store.delete_lease(call.caller, call.name("sessionId"), token)
    return NOTHING


def _text(name: str, value: JsonValue) -> str:
    if not isinstance(value, str) or not value or len(value) > _LONGEST_TEXT or text_fault(value):
        raise ValidationFailed(f"`{name}` must be a text of at most {_LONGEST_TEXT} characters.")
    return value


def _seconds(value: JsonValue) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= LONGEST_SECONDS:
        raise ValidationFailed(f"`seconds` must be a whole number from 1 to {LONGEST_SECONDS}.")
    return value


def _flag(name: str, value: JsonValue) -> bool:
    if not isinstance(value, bool):
        raise ValidationFailed(f"`{name}` must be true or false.")
    return value


OPERATIONS: Final = (
    Operation(
        "PUT",
        "/runtime/sessions/{sessionId}/lease",
        "putLease",
        "Claim the session, or hold on to it with the token of an earlier claim.",
        put,
        takes=Takes.JSON,
        body="LeaseClaim",
        answer="Lease",
        codes=("SESSION_NOT_FOUND", "LEASE_HELD", "LEASE_LOST"),
    ),
    Operation(
        "GET",
        "/runtime/sessions/{sessionId}/lease",
        "getLease",
        "Who holds the session.",
        read,
        answer="Lease",
        codes=("SESSION_NOT_FOUND", "LEASE_NOT_FOUND"),
    ),
    Operation(
        "DELETE",
        "/runtime/sessions/{sessionId}/lease",
        "deleteLease",
        "Let go of the session. Repeating it changes nothing.",
        delete,
        success=204,
        codes=("SESSION_NOT_FOUND", "LEASE_LOST"),
        parameters=(
            Parameter(
                "token",
                {"type": "string", "minLength": 1, "maxLength": _LONGEST_TEXT},
                "The claim's token.",
                required=True,
            ),
        ),
    ),
)
