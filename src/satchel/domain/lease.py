"""The lease rule: one window at a time may write to a session, and the last claim wins.

Pure functions of what is known: the present lease, who asks, and who is alive. Storage and files are in
`leases`. The token fences writes; the epoch only orders claims and is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from satchel.domain.errors import LeaseHeld
from satchel.domain.runtime import JsonObject
from satchel.domain.timestamps import is_timestamp


@dataclass(frozen=True, slots=True)
class Holder:
    """Who asks for or has a lease. Host, process and time are only ever shown to people."""

    window: str
    host: str
    pid: int


@dataclass(frozen=True, slots=True)
class Lease:
    session_id: str
    token: str
    epoch: int
    holder: Holder
    claimed_at: str

    def to_document(self) -> JsonObject:
        """As in the announcement file, without the session's id, which is the key there."""
        return {
            "token": self.token,
            "epoch": self.epoch,
            "window": self.holder.window,
            "host": self.holder.host,
            "pid": self.holder.pid,
            "claimedAt": self.claimed_at,
        }


Alive = Callable[[str], bool]
"""Whether the window of an id lives at this moment."""


def claim(
    present: Lease | None,
    epoch: int,
    asking: Holder,
    *,
    session_id: str,
    token: str,
    at: str,
    alive: Alive,
    take_over: bool,
) -> Lease:
    """The lease `asking` holds from now on. `epoch` is the session's highest so far.

    Raises `LeaseHeld` if another living window has it and `take_over` is false. A dead holder never
    stands in the way.
    """
    if not take_over and is_held_against(present, asking.window, alive) and present is not None:
        raise LeaseHeld(session_id, holder=present.to_document())
    return Lease(session_id, token, epoch + 1, asking, at)


def is_held_against(present: Lease | None, window: str | None, alive: Alive) -> bool:
    """Whether a living window other than `window` holds the lease."""
    return present is not None and present.holder.window != window and alive(present.holder.window)


def release(present: Lease | None, token: str) -> Lease | None:
    """What is left after the holder of `token` lets go: a lease that went to another stays."""
    return None if present is not None and present.token == token else present


def forgotten(leases: Iterable[Lease], alive: Alive) -> list[Lease]:
    """The leases of dead windows, which nobody needs to be asked about."""
    return [lease for lease in leases if not alive(lease.holder.window)]


def parse_lease(session_id: object, document: object) -> Lease | None:
    """A lease as announced; None if it is not one. What a file says is never more than a hint."""
    match document:
        case {
            "token": str(token),
            "epoch": int(epoch),
            "window": str(window),
            "host": str(host),
            "pid": int(pid),
            "claimedAt": str(at),
        } if isinstance(session_id, str) and is_timestamp(at):
            return Lease(session_id, token, epoch, Holder(window, host, pid), at)
    return None
