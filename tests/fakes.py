"""Stand-ins every test may use: a clock that only ticks when asked, ids that count, documents as clients send."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject

NOON = "2026-03-02T12:00:00.000Z"
LATER = "2026-03-02T12:05:00.000Z"


@dataclass
class FakeClock:
    """Every call is one second after the one before; `now` may be set."""

    now: datetime = field(default_factory=lambda: datetime(2026, 3, 2, 12, tzinfo=UTC))
    step: timedelta = timedelta(seconds=1)

    def __call__(self) -> datetime:
        moment = self.now
        self.now = moment + self.step
        return moment


class FakeIds:
    """`00000000-0000-7000-8000-000000000001` and so on: valid as ids of profiles too."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def __call__(self) -> str:
        return f"00000000-0000-7000-8000-{next(self._numbers):012x}"


def session(id: str = "lesson", **members: JsonValue) -> JsonObject:
    """A session of a kind without payload rules, with `members` replaced or added."""
    document: JsonObject = {
        "id": id,
        "kind": "playback",
        "stageId": "fractions",
        "learnerKey": "anon:mei",
        "status": "active",
        "createdAt": NOON,
        "updatedAt": NOON,
    }
    return document | members


def record(id: str = "r-0", of: str = "lesson", **members: JsonValue) -> JsonObject:
    """A record of session `of`, with `members` replaced or added."""
    document: JsonObject = {
        "id": id,
        "sessionId": of,
        "createdAt": NOON,
        "payload": {"position": 3},
    }
    return document | members


def without(document: JsonObject, *names: str) -> JsonObject:
    return {name: value for name, value in document.items() if name not in names}


def nested(levels: int) -> JsonValue:
    """An array in an array, `levels` of them."""
    value: JsonValue = []
    for _ in range(levels - 1):
        value = [value]
    return value
