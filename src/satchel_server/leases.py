"""Leases across machines: who works on a session, by this server's clock. They are advisory and bar no write."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from satchel.domain.errors import LeaseHeld, LeaseLost
from satchel.domain.runtime import JsonObject
from satchel.domain.timestamps import from_datetime, to_datetime
from satchel.domain.validation import check_key
from satchel_server.callers import Caller
from satchel_server.work import Ticket, Work, learner_of


@dataclass(frozen=True, slots=True)
class Lease:
    """Times are ISO-8601. `token` is for its holder alone: None where another asks."""

    session_id: str
    holder: str
    token: str | None
    claimed_at: str
    expires_at: str
    epoch: int

    def to_wire(self) -> JsonObject:
        wire: JsonObject = {
            "sessionId": self.session_id,
            "holder": self.holder,
            "claimedAt": self.claimed_at,
            "expiresAt": self.expires_at,
            "epoch": self.epoch,
        }
        return wire if self.token is None else wire | {"token": self.token}


class Leases(Work):
    def put_lease(
        self,
        caller: Caller,
        session_id: str,
        *,
        holder: str,
        token: str | None,
        seconds: int,
        take_over: bool = False,
    ) -> Lease:
        """Takes a lease for `seconds`, or prolongs the one whose `token`, or `holder`, this is.

        Raises `SessionNotFound`, and `LeaseHeld` while another holds it, unless `take_over`.
        """
        learner = learner_of(caller)
        fresh_token = self._randomness(16)

        def work(_doubtful: bool) -> tuple[Lease, list[Ticket]]:
            found = self._find(self._sql.session_locked, learner, session_id)
            rows = self._database.run(self._sql.lease_of, of=found.state.key)
            here = _lease(session_id, rows[0]) if rows else None
            now = self._clock()
            until = from_datetime(now + timedelta(seconds=seconds))
            lease = Lease(session_id, holder, fresh_token, from_datetime(now), until, 1)
            if here is not None:
                alive = now < to_datetime(here.expires_at)
                own = token == here.token if token is not None else holder == here.holder
                if alive and not own and not take_over:
                    told = replace(here, token=None).to_wire()
                    raise LeaseHeld(session_id, holder=told)
                lease = replace(lease, epoch=here.epoch + 1)
                if alive and own:
                    lease = replace(here, holder=holder, expires_at=until)
            statement = self._sql.insert_lease if here is None else self._sql.set_lease
            key = {"session_key" if here is None else "of": found.state.key}
            self._database.count(statement, **key, **_columns(lease))
            return lease, []

        return self._write(work, repeatable=True)

    def get_lease(self, caller: Caller, session_id: str) -> Lease | None:
        """Who holds the session now, without the token; None where nobody does. Raises `SessionNotFound`."""
        learner = learner_of(caller)

        def work() -> Lease | None:
            self._key(learner, session_id)
            rows = self._database.run(self._sql.lease, id=session_id, learner=learner)
            return replace(_lease(session_id, rows[0]), token=None) if rows else None

        lease = self._read(work)
        if lease is None or to_datetime(lease.expires_at) <= self._clock():
            return None
        return lease

    def delete_lease(self, caller: Caller, session_id: str, token: str) -> None:
        """Gives it back; none there, or an expired one, is no error.

        Raises `SessionNotFound`, and `LeaseLost` where another holds it.
        """
        learner = learner_of(caller)
        check_key("id", session_id)

        def work(_doubtful: bool) -> tuple[None, list[Ticket]]:
            found = self._find(self._sql.session_locked, learner, session_id)
            rows = self._database.run(self._sql.lease_of, of=found.state.key)
            if rows:
                here = _lease(session_id, rows[0])
                if here.token != token and self._clock() < to_datetime(here.expires_at):
                    raise LeaseLost(session_id)
                if here.token == token:  # it stays, over: its epoch must not be given again
                    over = replace(here, expires_at=from_datetime(self._clock()))
                    self._database.count(self._sql.set_lease, of=found.state.key, **_columns(over))
            return None, []

        self._write(work, repeatable=True)


def _lease(session_id: str, row: tuple[Any, ...]) -> Lease:
    token, holder, claimed_at, expires_at, epoch = row
    return Lease(session_id, holder, token, claimed_at, expires_at, epoch)


def _columns(lease: Lease) -> dict[str, Any]:
    return {
        "token": lease.token,
        "holder": lease.holder,
        "claimed_at": lease.claimed_at,
        "expires_at": lease.expires_at,
        "epoch": lease.epoch,
    }
