"""The calls of the wire, one method each: what is sent, and the answer held to the shape it must have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from urllib.parse import quote

from satchel.domain.contracts import Clock
from satchel.domain.errors import SatchelError
from satchel.domain.json_value import JsonValue, encode_checked
from satchel.domain.runtime import JsonObject
from satchel.domain.validation import check_key
from satchel.net import Answer, Wire
from satchel.sync.answers import Asked, check, json_in, malformed

Read = TypeVar("Read")

SESSIONS = "/runtime/sessions"


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
        text = None if body is None else encode_checked(body, "What is to be sent").encode()
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
