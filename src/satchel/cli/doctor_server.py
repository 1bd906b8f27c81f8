"""What the doctor asks of a server, where one is set up: whether its token is to be had, and who answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from satchel.cli.output import visible
from satchel.domain.remote_errors import Unreachable
from satchel.domain.syncing import TokenPlace

if TYPE_CHECKING:
    from satchel.core import Core
    from satchel.domain.syncing import RemoteSettings, SyncService


class Seen(NamedTuple):
    """A name, whether all is well, and a sentence."""

    name: str
    ok: bool
    message: str


def look_at_server(core: Core) -> Iterator[Seen]:
    """Nothing where no server is set up: then no request is made, and no keyring opened."""
    service = core.sync()
    settings = service.settings()
    if settings is None:
        return
    yield _token(service)
    yield _server(service, settings)
    parked = len(service.status().parked)
    if parked:
        yield Seen("sync", False, f"The server refused {parked}: “satchel sync status” names them.")


def _token(service: SyncService) -> Seen:
    match service.token_place():
        case TokenPlace.KEYRING:
            return Seen("token", True, "The server's token is kept in the keyring.")
        case TokenPlace.FILE:
            return Seen(
                "token", True, "The server's token is kept in a file, for want of a keyring."
            )
        case _:
            return Seen("token", True, "No token for the server is kept; it is asked for anew.")


def _server(service: SyncService, settings: RemoteSettings) -> Seen:
    """A laptop that is offline is no fault: everything waits, and is safe."""
    name = "server"
    found = service.test(settings, token=None)
    if isinstance(found.fault, Unreachable):
        return Seen(name, True, f"Not to be reached now. {found.fault.message}")
    if found.fault is not None:
        return Seen(name, False, found.fault.message)
    version = f" {visible(found.version)}" if found.version else ""
    return Seen(name, True, f"{visible(found.address)} answers ({found.kind}{version}).")
