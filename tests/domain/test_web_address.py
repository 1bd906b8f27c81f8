"""Addresses of servers as they are typed, and the one spelling of each that is kept."""

from __future__ import annotations

import pytest

from satchel.domain.remote_errors import AddressRefused
from satchel.domain.web_address import checked_address, host_of


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" https://school.example/ ", "https://school.example"),
        ("HTTPS://School.Example/Api//", "https://school.example/Api"),
        ("https://school.example:443", "https://school.example"),
        ("https://school.example:", "https://school.example"),
        ("http://school.example:443", "http://school.example:443"),
        ("http://127.0.0.1:80/x", "http://127.0.0.1/x"),
        ("http://[::1]:80", "http://[::1]"),
        ("http://[::1]:4747/", "http://[::1]:4747"),
        ("https://schüle.example", "https://schüle.example"),
    ],
)
def test_one_server_has_one_spelling(typed: str, kept: str) -> None:
    assert checked_address(typed) == kept
    assert checked_address(kept) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "school.example",
        "ftp://school.example",
        "https://",
        "https://:443",
        "https://[::1",
        "https://school.example:0",
        "https://school.example:99999",
        "https://school.example:port",
        "https://school .example",
        "https://school..example",
        "https://.example",
        f"https://{'a' * 64}.example",
        f"https://school.example/{'a' * 2000}",
        "https://mei@school.example",
        "https://mei:secret@school.example",
        "https://school.example\\@elsewhere.example",
        "https://school.example?x",
        "https://school.example#x",
    ],
)
def test_what_no_server_can_be_at_is_refused_at_once(typed: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        checked_address(typed)
    assert "secret" not in refused.value.message


@pytest.mark.parametrize("scheme", ["http://", "", "http://["])
def test_of_an_address_only_the_host_is_told(scheme: str) -> None:
    assert host_of(f"{scheme}mei:secret@proxy.example:3128").endswith("proxy.example:3128")
    assert "secret" not in host_of(f"{scheme}mei:secret@proxy.example:3128/path")
