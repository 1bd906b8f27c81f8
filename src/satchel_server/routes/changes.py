"""What this server can, and what changed on it."""

from __future__ import annotations

from typing import Final

from satchel import __version__
from satchel.domain.errors import ValidationFailed
from satchel.domain.json_value import MAX_DEPTH, MAX_RECORD_BYTES
from satchel.domain.runtime import RUNTIME_DSL_VERSION
from satchel_server.answers import Answer, document
from satchel_server.appends import MOST_RECORDS
from satchel_server.operations import Call, Operation, Parameter, Who

FEATURES: Final = ("batch", "changes", "incarnation", "satchel", "lease", "bundles")


def capabilities(call: Call) -> Answer:
    limits = call.services.config.limits
    return document(
        {
            "server": "satchel",
            "version": __version__,
            "runtimeDslVersion": RUNTIME_DSL_VERSION,
            "serverId": call.store.server_id,
            "features": list(FEATURES),
            "limits": {
                "batchRecords": MOST_RECORDS,
                "bodyBytes": limits.body_bytes,
                "bundleBytes": limits.bundle_bytes,
                "recordBytes": MAX_RECORD_BYTES,
                "nesting": MAX_DEPTH,
                "requestsPerSecond": limits.rate,
            },
            "token": {
                "learnerKey": call.caller.learner_key,
                "operator": call.caller.operator,
                "expiresAt": call.token_expires_at,
            },
        }
    )


def changes(call: Call) -> Answer:
    page = call.store.changes(call.caller, call.query("cursor"), _limit(call.query("limit")))
    return document(page.to_wire())


def _limit(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text)):
        raise ValidationFailed("`limit` must be a whole number from 1.")
    return int(text)


OPERATIONS: Final = (
    Operation(
        "GET",
        "/runtime/capabilities",
        "getCapabilities",
        "Which server this is, what it can beside the base contract, and its limits.",
        capabilities,
        who=Who.ANYONE,
        answer="Capabilities",
    ),
    Operation(
        "GET",
        "/runtime/changes",
        "listChanges",
        "What changed for this learner since the cursor, in commit order.",
        changes,
        answer="Changes",
        parameters=(
            Parameter(
                "cursor", {"type": "string"}, "Where the last page ended; absent: the beginning."
            ),
            Parameter(
                "limit",
                {"type": "integer", "minimum": 1, "maximum": 999_999_999},
                "At most so many changes; the server may answer fewer.",
            ),
        ),
    ),
)
