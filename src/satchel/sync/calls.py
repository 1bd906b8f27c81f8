"""The calls of the wire, one method each: what is sent, and the answer held to the shape it must have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeVar
from urllib.parse import quote

from satchel.domain.contracts import Clock
from satchel.domain.errors import SatchelError, ValidationFailed
from satchel.domain.json_value import JsonValue, encode, encode_checked, faults
from satchel.domain.runtime import JsonObject
from satchel.domain.validation import check_key
from satchel.net import Answer, Wire
from satchel.sync.answers import Asked, check, json_in, malformed

Read = TypeVar("Read")

SESSIONS: Final = "/runtime/sessions"
_WHAT: Final = "What is to be sent"
_TOO_DEEP: Final = "nesting"
_WRAPPED: Final = 3
"""Levels around a payload: a batch, its list, a record."""


def session_path(session_id: str, rest: str = "") -> str:
    """Raises `ValidationFailed` if no path can name the id."""
    return f"{SESSIONS}/{_segment('id', session_id)}{rest}"


def stage_path(stage_id: str, learner_key: str | None = None) -> str:
    """Raises `ValidationFailed` if no path can name one of them."""
    stage = f"/runtime/stages/{_segment('stageId', stage_id)}"
    return (
        stage if learner_key is None else f"{stage}/learners/{_segment('learnerKey', learner_key)}"
    )


def _segment(name: str, value: str) -> str:
    return quote(check_key(name, value), safe="")


class Calls:
    """Sends requests and checks answers; remembers by how much the clocks differ.

    All calls raise what `Wire.send` raises and what `answers.check` makes of a refusal.
    """

    def __init__(self, wire: Wire, clock: Clock) -> None:
        self._wire = wire
        self._clock = clock
        self.clock_off: int | None = None
        """Seconds this laptop is ahead of the server, by its newest answer."""

    def get(self, path: str, asked: Asked, query: Sequence[tuple[str, str]] = ()) -> Answer:
        return self._done(self._wire.send("GET", path, query=query), asked)

    def write(
        self,
        method: str,
        path: str,
        asked: Asked,
        body: JsonObject | None = None,
        *,
        query: Sequence[tuple[str, str]] = (),
        proof: str | None = None,
    ) -> Answer:
        """`proof` is a second token, for a merge. Raises also what the body breaks of the JSON that survives."""
        text = None if body is None else _text_of(body).encode()
        more = None if proof is None else {"x-satchel-from-token": proof}
        return self._done(
            self._wire.send(method, path, query=query, body=text, more_headers=more), asked
        )

    def read(self, answer: Answer, asked: Asked, reading: Callable[[bytes], Read]) -> Read:
        """The body as `reading` makes it out. Raises `MalformedResponse` where it cannot."""
        try:
            return reading(answer.body)
        except SatchelError:
            raise malformed(answer.host, asked) from None

    def document(self, answer: Answer, asked: Asked, reading: Callable[[JsonValue], Read]) -> Read:
        """As `read`, of the JSON in it."""
        value = json_in(answer, asked)
        try:
            return reading(value)
        except SatchelError:
            raise malformed(answer.host, asked) from None

    def close(self) -> None:
        self._wire.close()

    def _done(self, answer: Answer, asked: Asked) -> Answer:
        if (date := answer.date) is not None:
            self.clock_off = round((self._clock() - date).total_seconds())
        check(answer, asked)
        return answer


def _text_of(body: JsonObject) -> str:
    """The body as JSON. Depth counts from a payload, not from what it is wrapped in for the journey.

    Raises `ValidationFailed` for what no server could keep.
    """
    try:
        return encode_checked(body, _WHAT)
    except ValidationFailed:
        shallow = (found for found in faults(body) if not found[1].startswith(_TOO_DEEP))
        within = (
            found for place, part in _parts("", body, _WRAPPED) for found in faults(part, place)
        )
        if next(chain(shallow, within), None) is not None:
            raise
        return encode(body)


def _parts(place: str, value: JsonValue, levels: int) -> Iterator[tuple[str, JsonValue]]:
    """What is in `value`, so many levels down, each by its JSON pointer."""
    if levels == 0 or not isinstance(value, dict | list):
        yield place, value
        return
    named = value.items() if isinstance(value, dict) else enumerate(value)
    for name, part in named:
        yield from _parts(f"{place}/{name}", part, levels - 1)
