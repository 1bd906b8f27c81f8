"""What goes back to a client: JSON through the domain's encoder, and every refusal in the one error shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from satchel.bundles.faults import BundleFault, LimitPassed
from satchel.domain.errors import (
    DiskFull,
    PayloadTooLarge,
    SatchelError,
    StoreUnavailable,
    UnreadableInput,
    ValidationFailed,
)
from satchel.domain.json_value import JsonValue, encode
from satchel.store.faults import ConnectionLost
from satchel_server.faults import STATUS, InternalError, RateLimited

JSON: Final = "application/json"
BUNDLE: Final = "application/vnd.satchel.sessionbundle+zip"

_RETRY_SECONDS: Final = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """`body` is bytes, or pieces that are sent as they come."""

    status: int
    body: bytes | Iterable[bytes] = b""
    media_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    code: str | None = None
    """Of the error it tells, for the log."""
    cause: SatchelError | None = None
    """What the answer keeps to itself."""


NOTHING: Final = Answer(204)


def document(value: JsonValue, status: int = 200) -> Answer:
    """`value` with its members in their order and its numbers as they are."""
    return Answer(status, encode(value).encode())


def refusal(error: SatchelError) -> Answer:
    """The answer that tells `error`. What is the server's own affair, a path or a row, is not told."""
    told = _told(error)
    body: dict[str, object] = {"code": told.code, "message": told.message}
    if told.details is not None:
        body["details"] = told.details
    status = STATUS[told.code]
    headers: dict[str, str] = {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if isinstance(told, RateLimited):
        headers["Retry-After"] = str(told.retry_after)
    elif status == 503:
        headers["Retry-After"] = str(_RETRY_SECONDS)
    return Answer(
        status,
        msgspec.json.encode({"error": body}),
        headers=headers,
        code=told.code,
        cause=None if told is error else error,
    )


def _told(error: SatchelError) -> SatchelError:
    if isinstance(error, LimitPassed):
        return PayloadTooLarge(error.message)
    if isinstance(error, UnreadableInput | BundleFault):
        return ValidationFailed(error.message)
    if isinstance(error, DiskFull):
        return StoreUnavailable("The server's disk is full. Tell its operator; nothing was stored.")
    if isinstance(error, ConnectionLost) and error.fate_unknown:
        return StoreUnavailable(
            "The server lost its database while this was being written: it may have been done, or not. "
            "Look before you repeat it."
        )
    if isinstance(error, StoreUnavailable):
        return StoreUnavailable(
            "The server cannot use its database at the moment. Nothing was changed; ask again in a moment."
        )
    return error if error.code in STATUS else InternalError()
