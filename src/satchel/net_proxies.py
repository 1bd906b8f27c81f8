"""Which proxy leads to an address, by what environment and system say. One odd entry of theirs spoils no other."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit
from urllib.request import getproxies


def proxy_for(address: str) -> str | None:
    """The proxy's address; None where there is none, or the host is to be reached without."""
    said, parts = getproxies(), urlsplit(address)
    found = (said.get(parts.scheme) or said.get("all") or "").strip()
    host, port = (parts.hostname or "").rstrip("."), parts.port
    if not found or any(
        _is_meant(one.strip(), host, port) for one in said.get("no", "").split(",")
    ):
        return None
    return found if "://" in found else f"http://{found}"


def _is_meant(exception: str, host: str, port: int | None) -> bool:
    """Whether one entry of NO_PROXY is about a host: its name or a domain above it, an address, or a network."""
    if exception == "*":
        return True
    with suppress(ValueError):
        return ip_address(host) in ip_network(exception.strip("[]"), strict=False)
    name, colon, named = exception.lower().rpartition(":")
    if colon and named.isdigit() and ":" not in name.strip("[]"):
        if int(named) != port:
            return False
    else:
        name = exception.lower()
    name = name.strip("[]").removeprefix("*").strip(".")
    return bool(name) and (host == name or host.endswith(f".{name}"))
