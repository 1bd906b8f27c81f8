"""The address of a server as people type it. Pure."""

from __future__ import annotations

from satchel.domain.remote_errors import AddressRefused
from satchel.domain.web_address import checked_address, is_loopback


def whole_address(typed: str) -> str:
    """What was typed, with https:// where nothing is said, and no slash at the end."""
    text = typed.strip().rstrip("/")
    return f"https://{text}" if text and "://" not in text else text


def is_address(address: str) -> bool:
    """Whether it is one that can be asked at all."""
    try:
        return bool(checked_address(address))
    except AddressRefused:
        return False


def is_plain(address: str) -> bool:
    """Whether what goes there can be read on the way: not encrypted, and not to this laptop itself."""
    return is_address(address) and address.startswith("http://") and not is_loopback(address)
