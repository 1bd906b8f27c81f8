"""What a route is: a method, a path, who may call it, what goes in and out, and the function that does it.

Both the application and its OpenAPI document are made of these values, so that neither can say what the other does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import parse_qsl

from satchel.domain.runtime import JsonObject
from satchel.domain.validation import check_key
from satchel_server.answers import Answer
from satchel_server.bodies import read_object
from satchel_server.callers import Caller
from satchel_server.faults import ForbiddenAdmin, ForbiddenLearner

if TYPE_CHECKING:
    from satchel_server.services import Services
    from satchel_server.store import ServerStore


class Who(Enum):
    """Whose call it is."""

    NOBODY = "no credential is asked for"
    ANYONE = "any token of this server"
    LEARNER = "a learner's token"
    OPERATOR = "an operator's token"


class Takes(Enum):
    """What a request brings."""

    NOTHING = "nothing"
    JSON = "a JSON object"
    FILE = "a file, put on disk as it comes"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A member of the query, or a header."""

    name: str
    schema: JsonObject
    description: str
    place: str = "query"
    required: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A request, let in and read. Its names in the path are decoded and not yet checked."""

    caller: Caller
    token_expires_at: str | None
    names: Mapping[str, str]
    query_text: bytes
    headers: Mapping[str, str]
    body: bytes
    file: Path | None
    services: Services

    @property
    def store(self) -> ServerStore:
        """Raises `StoreUnavailable` while the database is not open."""
        return self.services.store

    def name(self, which: str) -> str:
        """An id from the path. Raises `ValidationFailed` where it cannot be one."""
        return check_key(which, self.names[which])

    def query(self, name: str) -> str | None:
        """The first value of that name, `+` a space; None where there is none."""
        text = self.query_text.decode("latin-1")
        return next((value for key, value in parse_qsl(text, True) if key == name), None)

    def document(self) -> JsonObject:
        """The JSON object in the body. Raises `UnreadableInput`, `ValidationFailed`."""
        return read_object(self.body)


Handler: TypeAlias = Callable[[Call], Answer]
"""Runs in a thread. What it raises of `SatchelError` is answered; anything else is an internal error."""


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    id: str
    summary: str
    handler: Handler
    who: Who = Who.LEARNER
    takes: Takes = Takes.NOTHING
    body: str | None = None
    """The name of the body's schema."""
    success: int = 200
    answer: str | None = None
    """The name of the answer's schema; None where there is no JSON in it."""
    answer_media: str | None = None
    """Where the answer is something else than JSON."""
    codes: tuple[str, ...] = ()
    """What it can refuse with, beside what every call can."""
    parameters: tuple[Parameter, ...] = field(default=())
    apart: bool = False
    """Whether it has threads of its own, so that it is answered also when all the others wait."""
    tag: str = "runtime"
    scheme: str = "bearer"

    def check_caller(self, caller: Caller) -> None:
        """Raises `ForbiddenLearner`, `ForbiddenAdmin` where this is not the caller's to ask."""
        if self.who is Who.LEARNER and caller.operator:
            raise ForbiddenLearner
        if self.who is Who.OPERATOR and not caller.operator:
            raise ForbiddenAdmin
