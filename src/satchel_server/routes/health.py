"""For a supervisor: whether the process lives, and whether it can serve."""

from __future__ import annotations

from typing import Final

from satchel import __version__
from satchel_server.answers import Answer, document
from satchel_server.operations import Call, Operation, Who

PROBE_SECONDS: Final = 2.0
"""So long the database may take to answer: a supervisor does not wait much longer for us."""


def health(_call: Call) -> Answer:
    return document({"ok": True, "version": __version__})


def readiness(call: Call) -> Answer:
    call.services.pulse.feel(PROBE_SECONDS)
    return document({"ready": True})


OPERATIONS: Final = (
    Operation(
        "GET",
        "/healthz",
        "health",
        "The process lives.",
        health,
        who=Who.NOBODY,
        apart=True,
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
        apart=True,
        answer="Readiness",
        tag="supervision",
    ),
)
