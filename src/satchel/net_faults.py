"""The sentences for what fails below HTTP, told from the exceptions of the standard library that lie beneath."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator, Sequence

from satchel.domain.errors import SatchelError
from satchel.domain.remote_errors import (
    CertificateRefused,
    ConnectionRefused,
    Offline,
    ProxyRefused,
    TimedOut,
)


def causes_of(fault: BaseException) -> Iterator[BaseException]:
    """The exception and what it came from, the outermost first."""
    step: BaseException | None = fault
    while step is not None:
        yield step
        step = step.__cause__ or step.__context__


def timed_out(host: str, *, unclear: bool) -> TimedOut:
    return TimedOut(
        f"The server at {host} did not answer in time. It is tried again later.", unclear=unclear
    )


def not_connected(
    chain: Sequence[BaseException], host: str, proxy: str | None = None
) -> SatchelError:
    """`proxy`: its host, where the way leads through one. Then only it was asked for a connection."""
    if any(isinstance(cause, ssl.SSLError) for cause in chain):
        return CertificateRefused(
            f"No encrypted connection to {host} comes about. Check whether its address begins with http://, "
            "and whether the network wants you to sign in."
        )
    if proxy is not None:
        return ProxyRefused(
            f"The proxy that is set, {proxy}, cannot be reached. Check the network, and then the proxy in the "
            "settings of the server and in HTTPS_PROXY."
        )
    if any(isinstance(cause, socket.gaierror) for cause in chain):
        return Offline(
            f"The name {host} is not found. Check the network, and then the address of the server."
        )
    if any(isinstance(cause, ConnectionRefusedError) for cause in chain):
        return ConnectionRefused(
            f"Nothing answers at {host}: the server is not running, or the port is another one. "
            "Ask whoever runs it."
        )
    return Offline(f"There is no way to {host} now. Check the network; it is tried again later.")


def untrusted(cause: ssl.SSLCertVerificationError, host: str) -> CertificateRefused:
    reason = {
        9: "is not valid yet by this laptop's clock. Check the date of this laptop.",
        10: "has expired, or the clock of this laptop is wrong. Check the date, then ask whoever runs the server.",
        62: f"is for another name than {host}. Check the address; the network may want you to sign in.",
        64: f"is for another address than {host}. Check the address; the network may want you to sign in.",
    }.get(
        cause.verify_code,
        "comes from an authority this laptop does not know. If the school has its own, choose its file in the "
        "settings of the server; the network may also want you to sign in.",
    )
    return CertificateRefused(f"The certificate of {host} {reason} Nothing was sent.")


def proxy_refused(reason: str) -> ProxyRefused:
    if "407" in reason:
        return ProxyRefused(
            "The proxy of this network wants a name and a password. Enter its address with both "
            "(http://name:password@proxy:port) in the settings of the server, or ask for an exception."
        )
    return ProxyRefused(
        "The proxy of this network does not let the request through. Check the proxy in the settings of the "
        "server and in HTTPS_PROXY, or ask whoever runs the network."
    )
