"""Who asks: the tokens a request carries, and whose they are.

A token holds 256 random bits and is stored as its SHA-256: nobody guesses it, so a plain hash protects it as well
as a slow one would, and can be looked up at every request. Looked up every time, a token that expired or was
revoked stops at once.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from satchel.domain.errors import ValidationFailed
from satchel.domain.validation import check_key
from satchel_server.callers import Caller
from satchel_server.faults import Unauthenticated
from satchel_server.tokens import TokenInfo

_MOST_RECENT: Final = 10_000
_NAME_LENGTH: Final = 12
_TTL: Final = re.compile(r"(\d{1,5})([mhdw])")
_MINUTES: Final = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}


class TokenBook(Protocol):
    """The tokens this server issued."""

    def find(self, secret: str) -> TokenInfo | None:
        """None where it was never issued. Raises `Unauthenticated` where it ended, `StoreUnavailable`."""
        ...


FindBook: TypeAlias = Callable[[], TokenBook]
"""Answers the book. Raises `StoreUnavailable` while the database is not open."""


@dataclass(frozen=True, slots=True)
class Known:
    """A caller, and by what name the log and the rate limit know the token: a piece of its hash."""

    caller: Caller
    token_name: str
    expires_at: str | None = None
    """ISO-8601."""


class Gatekeeper:
    """Tells whose a token is. Every call raises `StoreUnavailable` where the database cannot be asked."""

    def __init__(
        self, book: FindBook, *, operator_token: str | None, insecure_learner_tokens: bool
    ) -> None:
        self._book = book
        self._operator = None if operator_token is None else _digest(operator_token)
        self._insecure = insecure_learner_tokens
        self._recent: dict[bytes, Known] = {}

    def recalled(self, token: str) -> Known | None:
        """Whose it was a moment ago, if that is remembered: enough to let a request in, not to act on.

        Nothing may be done before `known` has confirmed it, in the thread where it is done. That saves each
        request a way through the threads of its own.
        """
        return self._recent.get(_digest(token))

    def known(self, token: str) -> Known:
        """Whose `token` is. Raises `Unauthenticated` where nobody's, or not any more."""
        digest = _digest(token)
        try:
            found = self._found(token, digest)
        except Unauthenticated:
            self._recent.pop(digest, None)
            raise
        if len(self._recent) >= _MOST_RECENT:
            self._recent.clear()
        self._recent[digest] = found
        return found

    def _found(self, token: str, digest: bytes) -> Known:
        name = digest.hex()[:_NAME_LENGTH]
        if self._operator is not None and hmac.compare_digest(digest, self._operator):
            return Known(Caller.operators(), name)
        stored = self._book().find(token)
        if stored is not None:
            key = stored.learner_key
            caller = Caller.operators() if stored.operator or key is None else Caller.learner(key)
            return Known(caller, name, stored.expires_at)
        if not self._insecure:
            raise Unauthenticated
        return Known(_by_key(token), name)


def bearer(header: str | None) -> str:
    """The token in an `Authorization` header. Raises `Unauthenticated`."""
    if header is None or not header.startswith("Bearer "):
        raise Unauthenticated
    return plain(header.removeprefix("Bearer ").strip(" "))


def plain(token: str | None) -> str:
    """A token that stands in a header alone. Raises `Unauthenticated`."""
    if not token:
        raise Unauthenticated
    return token


def minutes_of(ttl: str) -> int:
    """`30d` in minutes; also `m`, `h`, `w`. Raises `ValidationFailed`."""
    match = _TTL.fullmatch(ttl.strip())
    if match is None or not int(match[1]):
        raise ValidationFailed(
            "How long a token lasts is said as 90m, 12h, 30d or 8w. Say it like that."
        )
    return int(match[1]) * _MINUTES[match[2]]


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def _by_key(token: str) -> Caller:
    """As the reference server does it: the token is the learner's key. Raises `Unauthenticated`."""
    try:
        return Caller.learner(check_key("token", token))
    except ValidationFailed:
        raise Unauthenticated from None
