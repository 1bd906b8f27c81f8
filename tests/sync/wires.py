"""Wires for tests: bare requests to a server that runs on this machine, with a token and short limits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from satchel.net import Limits, NetworkSettings, Wire
from tests.servers.serving import Reply, Request, Served

TOKEN = {"authorization": "Bearer very-secret"}
QUICK = NetworkSettings(proxy="", limits=Limits(connect=2, read=0.3, total=2))


def ok(_request: Request) -> Reply:
    return Reply(200, b"{}")


@contextmanager
def wire_to(
    served: Served | str, settings: NetworkSettings = QUICK, path: str = ""
) -> Iterator[Wire]:
    address = served if isinstance(served, str) else served.address
    wire = Wire(address + path, settings, TOKEN)
    try:
        yield wire
    finally:
        wire.close()
