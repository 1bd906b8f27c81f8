"""Remotes for tests: a client of a server that runs on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from satchel.domain.contracts import Clock
from satchel.net import Limits, NetworkSettings, Wire
from satchel.sync.dialects import OPENMAIC, Credential
from satchel.sync.remote import HttpRemote
from tests.fakes import FakeClock

LEARNER = "anon:mei"
QUICK = NetworkSettings(proxy="", limits=Limits(connect=2, read=2, total=5))


@contextmanager
def remote_to(
    address: str,
    *,
    dialect: str = OPENMAIC,
    token: str = "",
    learner_key: str | None = LEARNER,
    clock: Clock | None = None,
    ours: bool | None = None,
) -> Iterator[HttpRemote]:
    credential = Credential(dialect, token, learner_key)
    wire = Wire(address, QUICK, credential.headers())
    remote = HttpRemote(wire, credential, clock or FakeClock(), ours=ours)
    try:
        yield remote
    finally:
        remote.close()
