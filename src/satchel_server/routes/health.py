"""For a supervisor: whether the process lives, and whether it can serve."""

from __future__ import annotations

from typing import Final

from satchel import __version__
from satchel_server.answers import Answer, document
from satchel_server.operations import Call, Operation, Who


def health(_call: Call) -> Answer:
    return document({"ok": True, "version": __version__})


def readiness(call: Call) -> Answer:
    call.store.ping()
    return document({"ready": True})


OPERATIONS: Final = (
    Operation(
        "GET",
        "/healthz",
        "health",
        "The process lives.",
        health,
        who=Who.NOBODY,
        answer="Health",
        tag="supervision",
    ),
    Operation(
        "GET",
        "/readyz",
        "readiness",
        "The database answers.",
        readiness,
        who=Who.NOBODY,
        answer="Readiness",
        tag="supervision",
    ),
)
