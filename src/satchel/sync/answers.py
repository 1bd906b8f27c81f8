"""What an answer says: the JSON in it, or the error it tells. A client goes by `code`, not by status alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NoReturn

from satchel.domain.errors import (
    AppendConflict,
    FutureVersion,
    LeaseHeld,
    LeaseLost,
    PayloadTooLarge,
    RecordIdConflict,
    SatchelError,
    SessionAlreadyExists,
    SessionDeleted,
    SessionNotActive,
    SessionNotFound,
    SessionReplaced,
    ValidationFailed,
    shorten,
)
from satchel.domain.json_value import JsonValue, decode
from satchel.domain.remote_errors import (
    CaptivePortal,
    ForbiddenAdmin,
    ForbiddenLearner,
    MaintenancePage,
    MalformedResponse,
    RemoteRefused,
    RouteNotFound,
    ServerBusy,
    ServerFault,
    Unauthenticated,
    WebPage,
)
from satchel.domain.runtime import RUNTIME_DSL_VERSION, JsonObject
from satchel.net import Answer, http_date

_NOT_ACTIVE: Final = (
    "records may only be appended to an active session",
    " is no longer active; ",
)
"""Parts of messages that OpenMAIC's clients match: the wire has no code for it."""

_VERSION: Final = re.compile(r'version "([^"]{1,40})"')
_QUOTED: Final = re.compile(r"[\"“]([^\"”]{1,200})[\"”]")
_PORTAL: Final = 511
_TELLING: Final = frozenset({401, 413, 429, 503})
"""Statuses that say enough, whatever the body."""

_SAID_BY_PAGES: Final = frozenset({401, 413, 429})
"""Of these what stands before a server tells them by pages of its own."""

_AWAY: Final = frozenset({502, 503, 504})
_OF_A_SESSION: Final = frozenset(
    {
        "SESSION_NOT_FOUND",
        "SESSION_ALREADY_EXISTS",
        "SESSION_REPLACED",
        "SESSION_DELETED",
        "RECORD_ID_CONFLICT",
        "RUNTIME_APPEND_CONFLICT",
        "LEASE_HELD",
        "LEASE_LOST",
    }
)
_BUSY: Final = frozenset({"RATE_LIMITED", "STORE_UNAVAILABLE", "OVERLOADED"})
_LONGEST_REASON: Final = 500
_LONGEST_WAIT: Final = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request was about: an error names it, and knows whether it may have been carried out."""

    session_id: str = ""
    record_id: str = ""
    writes: bool = False
    """Whether a request that failed without a clear refusal may have changed something."""


def json_in(answer: Answer, asked: Asked) -> JsonValue:
    """The document of a 2xx. Raises what `check` raises, and `MalformedResponse`."""
    check(answer, asked)
    try:
        return decode(answer.body)
    except SatchelError:
        raise malformed(answer.host, asked) from None


def check(answer: Answer, asked: Asked) -> None:
    """Raises the error an answer tells: of `domain.errors` where the contract knows it, else a `RemoteError`."""
    if _is_page(answer) and answer.status not in _SAID_BY_PAGES:
        _tell_page(answer, asked)
    if not 200 <= answer.status < 300:
        raise _refusal(answer, asked)


def malformed(host: str, asked: Asked) -> MalformedResponse:
    return MalformedResponse(
        f"The server at {host} answers in a way Satchel does not understand. Nothing was taken from it; "
        "update Satchel, or ask whoever runs the server.",
        unclear=asked.writes,
    )


def retry_after(answer: Answer) -> float | None:
    """Seconds of `Retry-After`, in either form; a date counts from the server's own clock. At most a day."""
    text = answer.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return min(float(text[:9]), _LONGEST_WAIT)
    until = http_date(text)
    if until is None:
        return None
    seconds = (until - (answer.date or until)).total_seconds()
    return min(max(seconds, 0.0), _LONGEST_WAIT)


# --- pages -------------------------------------------------------------------------------------------


def _is_page(answer: Answer) -> bool:
    """Whether it is a web page, by what it says or by how it begins."""
    if answer.status == _PORTAL:
        return True
    return "html" in answer.headers.get("content-type", "") or answer.body.lstrip()[:1] == b"<"


def _tell_page(answer: Answer, asked: Asked) -> NoReturn:
    if answer.status in _AWAY:
        raise MaintenancePage(
            f"The server at {answer.host} is not to be had now: a page answers in its place "
            f"(status {answer.status}). It is tried again later.",
            unclear=asked.writes and answer.status != 503,
            retry_after=retry_after(answer),
        )
    if answer.status == _PORTAL or (not answer.secure and answer.status < 300):
        raise CaptivePortal(
            f"A web page answers in place of {answer.host}: the network wants you to sign in first. Open a web "
            "browser and sign in; if no page asks for that, check the address of the server."
        )
    raise WebPage(
        f"At {answer.host} there is a web page (status {answer.status}), but no runtime API. Check the address: "
        "it may need a path, such as /api/persistence.",
        unclear=asked.writes and answer.status >= 500,
    )


# --- refusals ----------------------------------------------------------------------------------------


def _refusal(answer: Answer, asked: Asked) -> SatchelError:
    if answer.status not in _TELLING and _is_mangled(answer):
        return malformed(answer.host, asked)
    code, message, details = _told(answer)
    id = asked.session_id
    if (
        not id and code in _OF_A_SESSION
    ):  # no session was asked for: whoever says so is another server
        return _by_status(answer, asked, "", message)
    match code:
        case "VALIDATION_FAILED":
            ended = any(part in message for part in _NOT_ACTIVE)
            kind = SessionNotActive if ended else ValidationFailed
            reason = shorten(message.rstrip("."), _LONGEST_REASON) or "it does not say why"
            sentence = (
                f"The server at {answer.host} does not take it: {reason}. It stays on this laptop."
            )
            return kind(sentence, details=details)
        case "FORBIDDEN_LEARNER":
            return ForbiddenLearner(
                f"The token for {answer.host} does not open the sessions of this learner. Sign in again."
            )
        case "FORBIDDEN_ADMIN":
            return ForbiddenAdmin(
                f"Only whoever runs {answer.host} may do that. Ask them to do it there."
            )
        case "SESSION_NOT_FOUND":
            return SessionNotFound(id)
        case "SESSION_ALREADY_EXISTS":
            return SessionAlreadyExists(id)
        case "SESSION_REPLACED":
            return SessionReplaced(id)
        case "SESSION_DELETED":
            return SessionDeleted(id)
        case "RECORD_ID_CONFLICT":
            return RecordIdConflict(id, _text(details, "recordId") or asked.record_id)
        case "RUNTIME_APPEND_CONFLICT":
            return _conflict(id, details)
        case "FUTURE_VERSION":
            version = _VERSION.search(message)
            named = _QUOTED.search(message)  # a merge of learners meets one it did not ask for
            return FutureVersion(
                id or (named[1] if named else "?"),
                version[1] if version else "?",
                RUNTIME_DSL_VERSION,
            )
        case "LEASE_HELD":
            return LeaseHeld(id, holder=details)
        case "LEASE_LOST":
            return LeaseLost(id)
        case _:
            return _by_status(answer, asked, code, message)


def _by_status(answer: Answer, asked: Asked, code: str, message: str) -> SatchelError:
    status = answer.status
    if code == "UNAUTHENTICATED" or status == 401:
        return _unauthenticated(answer.host)
    if code == "PAYLOAD_TOO_LARGE" or status == 413:
        what = f"The record “{shorten(asked.record_id)}”" if asked.record_id else "What was sent"
        return PayloadTooLarge(
            f"{what} is larger than the server at {answer.host} takes. It stays on this laptop."
        )
    if code == "ROUTE_NOT_FOUND" or status in (404, 405, 501):
        return RouteNotFound(
            f"The server at {answer.host} does not know this call. Check the address, path included."
        )
    if code in _BUSY or status in (429, 503):
        return ServerBusy(
            f"The server at {answer.host} asks for patience. It is tried again later.",
            retry_after=retry_after(answer),
        )
    if status >= 500:
        return ServerFault(
            f"The server at {answer.host} failed (status {status}). It is tried again later; if it stays so, "
            "ask whoever runs it.",
            unclear=asked.writes,
            retry_after=retry_after(answer),
        )
    return RemoteRefused(
        f"The server at {answer.host} refuses (status {status}): {shorten(message, 200) or 'it does not say why'}. "
        "Ask whoever runs it.",
        unclear=asked.writes and status == 408,
        details={"status": status, "code": code, "message": shorten(message, 500)},
    )


def _is_mangled(answer: Answer) -> bool:
    """Whether it says that it is JSON, and is none: something on the way cut it, and nobody knows what it said."""
    if "json" not in answer.headers.get("content-type", "") or not answer.body:
        return False
    try:
        decode(answer.body)
    except SatchelError:
        return True
    return False


def _told(answer: Answer) -> tuple[str, str, JsonValue]:
    """Code, message and details of an error body; empty where it has another shape, as a gateway's may."""
    try:
        body = decode(answer.body)
    except SatchelError:
        return "", "", None
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return "", "", None
    return _text(error, "code"), _text(error, "message"), error.get("details")


def _text(value: JsonValue, name: str) -> str:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def _conflict(session_id: str, details: JsonValue) -> AppendConflict:
    given: JsonObject = details if isinstance(details, dict) else {}
    return AppendConflict(
        session_id, _seq(given.get("expectedLastSeq")), _seq(given.get("actualLastSeq"))
    )


def _seq(value: JsonValue) -> int | None:
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _unauthenticated(host: str) -> Unauthenticated:
    return Unauthenticated(
        f"The server at {host} does not take the token: it is wrong, revoked or has expired. Sign in again."
    )
