"""Where a redirect may be followed: never with the token to another host, never with a write turned into a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin

from satchel.domain.errors import shorten
from satchel.domain.remote_errors import AddressRefused, CaptivePortal
from satchel.domain.web_address import host_of, origin_of

REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_KEEPS_METHOD: Final = frozenset({307, 308})


@dataclass(frozen=True, slots=True)
class Moved:
    """A request that was answered with another place."""

    method: str
    url: str
    status: int
    location: str


def followed(moved: Moved, *, secure: bool) -> str:
    """Where the request may go as it is. `secure`: whoever answered has proved who it is.

    Raises `CaptivePortal` or `AddressRefused` where it may not go there.
    """
    try:
        where = urljoin(moved.url, moved.location)
        same = origin_of(where) == origin_of(moved.url)
    except ValueError:
        where, same = "", False
    if same and (moved.method == "GET" or moved.status in _KEEPS_METHOD):
        return where
    host = host_of(moved.url)
    if not same and not secure:
        raise CaptivePortal(
            f"The network answers in place of {host} and leads to {host_of(where) if where else 'nowhere'}. "
            "Open a web browser, sign in to the network, and try again."
        )
    raise AddressRefused(
        f"The server at {host} sends requests on to {shorten(where.split('?')[0], 120)}. If you trust that address, "
        "enter it in the settings of the server."
    )
