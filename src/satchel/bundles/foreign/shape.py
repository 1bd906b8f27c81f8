"""Looking into JSON that somebody else wrote: what is not as it must be is damage, with its place."""

from __future__ import annotations

from satchel.domain.errors import ValidationFailed, shorten
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject

_LONGEST = 120


class Damaged(ValidationFailed):
    """A part of a file makes no sense. `place` is a JSON pointer."""

    def __init__(self, message: str, place: str) -> None:
        super().__init__(message, details=[{"path": place, "message": message}])
        self.place = place


class Emptiness(ValidationFailed):
    """A conversation without anything to read in it: no damage, and nothing to take in."""

    code = "NOTHING_TO_IMPORT"


def step(place: str, name: object) -> str:
    """The JSON pointer of a part of what lies at `place`, printable."""
    return f"{place}/{shorten(str(name), _LONGEST).replace('~', '~0').replace('/', '~1')}"


def an_object(value: JsonValue, place: str) -> JsonObject:
    if not isinstance(value, dict):
        raise Damaged("There should be a JSON object here. Export the conversation again.", place)
    return value


def a_list(value: JsonValue, place: str) -> list[JsonValue]:
    if not isinstance(value, list):
        raise Damaged("There should be a JSON list here. Export the conversation again.", place)
    return value


def objects(value: JsonValue, place: str) -> list[tuple[JsonObject, str]]:
    """The objects of a list, each with its place; a missing list is an empty one."""
    if value is None:
        return []
    found = enumerate(a_list(value, place))
    return [(an_object(item, step(place, number)), step(place, number)) for number, item in found]


def member(value: JsonValue, name: str) -> JsonValue:
    """A member that may be missing, of what may be no object."""
    return value.get(name) if isinstance(value, dict) else None


def words(value: JsonValue) -> str:
    """A text that may be missing."""
    return value if isinstance(value, str) else ""


def name_of(value: JsonValue) -> str | None:
    """An id: a text, or a number that serves as one. None where there is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 2**63 else None
    return value if isinstance(value, str) and value else None


def listed(value: JsonValue) -> list[JsonValue]:
    """The items of a list that may be missing."""
    return value if isinstance(value, list) else []
