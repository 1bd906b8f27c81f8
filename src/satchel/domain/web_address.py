"""Addresses of servers: what one looks like, and where a token may travel."""

from __future__ import annotations

from typing import Final
from urllib.parse import SplitResult, urlsplit

from satchel.domain.errors import shorten
from satchel.domain.remote_errors import AddressRefused

_LONGEST: Final = 2000
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def checked_address(address: str) -> str:
    """A base address in the one spelling it has: two are one server's only if they are the same.

    Raises `AddressRefused`.
    """
    parts = _parts(address.strip()) if len(address) <= _LONGEST else None
    if parts is None or not address.strip().isprintable() or " " in address.strip():
        raise AddressRefused(
            f"“{shorten(address)}” is not the address of a server. It begins with https:// and a name."
        )
    if parts.username is not None or parts.password is not None:
        raise AddressRefused(
            "The address holds a name or a password. Take it out, and enter the token on its own."
        )
    if parts.query or parts.fragment:
        end = "?" if parts.query else "#"
        raise AddressRefused(
            f"The address of a server ends before “{end}”. Take the rest out of it."
        )
    netloc = parts.netloc.lower()
    if parts.port == _DEFAULT_PORTS[parts.scheme]:
        netloc = netloc.rpartition(":")[0]
    return f"{parts.scheme}://{netloc.removesuffix(':')}{parts.path.rstrip('/')}"


def check_may_carry_token(address: str, *, plain_allowed: bool) -> None:
    """Raises `AddressRefused` unless a token may travel there: https, this computer, or the user allowed it."""
    if address.startswith("https://") or is_loopback(address) or plain_allowed:
        return
    raise AddressRefused(
        f"The connection to {host_of(address)} is not encrypted: others on the network could read the token. "
        "Use an address with https://, or allow this host in the settings of the server."
    )


def is_loopback(address: str) -> bool:
    """Whether the address is of this computer."""
    host = urlsplit(address).hostname or ""
    four = host.split(".")
    return host in ("localhost", "::1") or (
        len(four) == 4
        and four[0] == "127"
        and all(part.isascii() and part.isdigit() for part in four)
    )


def origin_of(address: str) -> tuple[str, str | None, int | None]:
    """What must be the same for two addresses to be of one server."""
    parts = urlsplit(address)
    return parts.scheme, parts.hostname, parts.port or _DEFAULT_PORTS.get(parts.scheme)


def host_of(address: str) -> str:
    """The name, and the port if there is one, fit for a message; never a password."""
    try:
        found = urlsplit(address).netloc
    except ValueError:
        found = ""
    return shorten((found or address).rpartition("@")[2])


def _parts(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        good = parts.scheme in _DEFAULT_PORTS and bool(parts.hostname) and parts.port != 0
        (parts.hostname or "").encode(
            "idna"
        )  # a part of it is empty, or too long for any name server
    except ValueError:
        return None
    return parts if good else None
