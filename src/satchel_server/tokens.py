"""Tokens this server issued: kept as hashes, bound to a learner or to operators, ended by time or by hand."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam, insert, select, update

from satchel.domain.contracts import Clock, NewId
from satchel.domain.timestamps import from_datetime, to_datetime
from satchel.domain.validation import check_key
from satchel.store.faults import ConnectionLost
from satchel.store.sql import Database
from satchel_server.faults import Unauthenticated
from satchel_server.tables import TOKENS

_BYTES: Final = 32
_T: Final = TOKENS.c
_SHOWN: Final = (
    _T.id,
    _T.learner_key,
    _T.operator,
    _T.label,
    _T.issued_at,
    _T.expires_at,
    _T.revoked_at,
)


@dataclass(frozen=True, slots=True)
class Issued:
    """A new token. Its secret is shown now and never again."""

    id: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class TokenInfo:
    """A token as a list shows it. Times are ISO-8601."""

    id: str
    learner_key: str | None
    operator: bool
    label: str
    issued_at: str
    expires_at: str | None
    revoked_at: str | None

    def is_valid(self, now: datetime) -> bool:
        if self.revoked_at is not None:
            return False
        return self.expires_at is None or now < to_datetime(self.expires_at)


class Tokens:
    """Every call raises `StoreUnavailable` where the database refuses."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Clock,
        new_id: NewId,
        randomness: Callable[[int], str] = secrets.token_urlsafe,
    ) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id
        self._randomness = randomness
        prepare = database.prepare
        self._insert = prepare(
            insert(TOKENS).values({column.name: bindparam(column.name) for column in _T})
        )
        self._by_hash = prepare(select(_T.hash, *_SHOWN).where(_T.hash == bindparam("digest")))
        self._all = prepare(select(*_SHOWN).order_by(_T.issued_at, _T.id))
        self._revoke = prepare(
            update(TOKENS)
            .where(_T.id == bindparam("of"), _T.revoked_at.is_(None))
            .values(revoked_at=bindparam("at"))
        )

    def issue(
        self,
        *,
        learner_key: str | None,
        operator: bool = False,
        label: str = "",
        expires_at: datetime | None = None,
    ) -> Issued:
        """A token for one learner, or for operators. Raises `ValidationFailed` for a key that is none."""
        if not operator:
            check_key("learnerKey", learner_key)
        secret = self._randomness(_BYTES)
        issued = Issued(self._new_id(), secret)
        with self._database.transaction():
            self._database.count(
                self._insert,
                id=issued.id,
                hash=_digest(secret),
                learner_key=None if operator else learner_key,
                operator=int(operator),
                label=label,
                issued_at=from_datetime(self._clock()),
                expires_at=None if expires_at is None else from_datetime(expires_at),
                revoked_at=None,
            )
        return issued

    def find(self, secret: str) -> TokenInfo | None:
        """What is known of it; None where it was never issued.

        Raises `Unauthenticated` where it has expired, by this server's clock, or was revoked.
        """
        digest = _digest(secret)
        try:
            rows = self._database.run(self._by_hash, digest=digest)
        except ConnectionLost:  # it was dead already: the next one is not
            rows = self._database.run(self._by_hash, digest=digest)
        if not rows or not hmac.compare_digest(str(rows[0][0]), digest):
            return None
        info = _info(*rows[0][1:])
        if not info.is_valid(self._clock()):
            raise Unauthenticated
        return info

    def revoke(self, token_id: str) -> bool:
        """Whether there was such a token that was not revoked yet."""
        with self._database.transaction():
            moment = from_datetime(self._clock())
            return self._database.count(self._revoke, of=token_id, at=moment) > 0

    def listed(self) -> list[TokenInfo]:
        """Every token ever issued, oldest first."""
        return self._database.run_into(_info, self._all)


def _info(
    id: str,
    learner_key: str | None,
    operator: Any,
    label: str,
    issued_at: str,
    expires_at: str | None,
    revoked_at: str | None,
) -> TokenInfo:
    return TokenInfo(id, learner_key, bool(operator), label, issued_at, expires_at, revoked_at)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
