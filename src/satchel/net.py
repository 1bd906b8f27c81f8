"""The only importer of httpx: how a request travels, and which error it becomes when it does not.

Proxies, certificates, time limits, redirects and dead connections are here; what the bytes mean is not.
"""

from __future__ import annotations

import queue
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Final
from urllib.parse import urlencode

import httpx

from satchel.domain.errors import SatchelError, shorten
from satchel.domain.remote_errors import (
    AddressRefused,
    AnswerLost,
    AnswerTooLarge,
    CertificateRefused,
    MalformedResponse,
    ProxyRefused,
    Unreachable,
)
from satchel.domain.web_address import (
    check_may_carry_token,
    checked_address,
    host_of,
    is_loopback,
)
from satchel.net_faults import causes_of, not_connected, proxy_refused, timed_out, untrusted
from satchel.net_proxies import proxy_for
from satchel.net_redirects import REDIRECTS, Moved, followed
from satchel.net_trip import Headers, Trip

_MOST_REDIRECTS: Final = 5
_PROXY_WANTS_CREDENTIALS: Final = 407
_NO_ADDRESS: Final = (
    httpx.LocalProtocolError,
    httpx.InvalidURL,
    httpx.UnsupportedProtocol,
    UnicodeError,
)
_CHUNK: Final = 64 * 1024
_KEEP_ALIVE: Final = 4.0
"""Seconds, below the five after which servers hang up: a connection about to die is not used."""


@dataclass(frozen=True, slots=True)
class Limits:
    """In seconds and bytes. Every wait has an end, and so has the whole call."""

    connect: float = 10
    read: float = 30
    total: float = 60
    """Of one call, the look-up of its host included, beyond what `slowest` grants for its bytes."""
    slowest: float = 32 * 1024
    """Bytes a second: a transfer that is at least so fast is let go on."""
    answer: int = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """What a user or a school set. What is not set comes from the environment and the system."""

    proxy: str | None = field(default=None, repr=False)
    """An address, which may hold a password; empty: none at all; None: as the environment says."""
    ca_file: str | None = None
    """Certificates of a school's own authority, PEM, trusted beside the usual ones."""
    plain_allowed: bool = False
    """Whether the user lets the token travel to this host without encryption."""
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. `headers` are by lower-case name."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)
    secure: bool
    """Whether whoever answered has proved who it is."""
    host: str

    @property
    def date(self) -> datetime | None:
        """The server's clock, to the second."""
        return http_date(self.headers.get("date", ""))


def http_date(text: str) -> datetime | None:
    """The moment a header names; None where it names none."""
    try:
        moment = parsedate_to_datetime(text)
        return None if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return None


class Wire:
    """Requests to one base address, with one set of secret headers. Any thread may use it; they take turns.

    Raises `AddressRefused` at once if the address cannot be one, or the secrets must not travel there.
    """

    def __init__(
        self,
        base_url: str,
        settings: NetworkSettings,
        secret_headers: Mapping[str, str],
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.base_url = checked_address(base_url)
        if secret_headers:
            check_may_carry_token(self.base_url, plain_allowed=settings.plain_allowed)
        self._settings = settings
        self._headers: Headers = [
            (b"accept", b"application/json"),
            (b"accept-encoding", b"identity"),
            (b"user-agent", b"satchel"),
            *_encoded(secret_headers),
        ]
        self._monotonic = monotonic
        self._turn = threading.Lock()
        self._carrier: _Carrier | None = None

    def __repr__(self) -> str:
        return f"Wire({self.base_url!r})"

    def close(self) -> None:
        """Hangs up, and lets go of whoever waits for an answer; a later request connects anew."""
        carrier, self._carrier = self._carrier, None
        if carrier is not None:
            carrier.dismiss()

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Sequence[tuple[str, str]] = (),
        body: bytes | None = None,
        more_headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Sends one request to a path below the base, escaped already, and answers whatever comes by HTTP.

        What provably was not sent is sent once more, a GET also where the answer was lost; nothing else is.
        Raises kinds of `Unreachable`, `CertificateRefused`, `AddressRefused`, `CaptivePortal`,
        `MalformedResponse`, `AnswerTooLarge`; `unclear` where it may have been carried out.
        """
        url = self.base_url + path
        headers = [*self._headers, *_encoded(more_headers or {})]
        if body is not None:
            headers.append((b"content-type", b"application/json"))
            headers.append((b"content-length", str(len(body)).encode()))
        trip = Trip(method, f"{url}?{urlencode(query)}" if query else url, headers, body)
        with self._turn:
            return self._travel(trip)

    def _travel(self, trip: Trip) -> Answer:
        for _ in range(_MOST_REDIRECTS):
            answer = self._carry_twice(trip)
            if answer.status == _PROXY_WANTS_CREDENTIALS:
                raise proxy_refused(str(answer.status))
            if answer.status not in REDIRECTS or "location" not in answer.headers:
                return answer
            moved = Moved(trip.method, trip.url, answer.status, answer.headers["location"])
            trip = trip.anew(followed(moved, secure=answer.secure))
        raise AddressRefused(
            f"The server at {host_of(trip.url)} sends requests round in a circle. Check its address."
        )

    def _carry_twice(self, trip: Trip) -> Answer:
        try:
            return self._carry(trip)
        except AnswerLost as lost:  # most often a kept connection that was dead when it was used
            if lost.unclear:
                raise
        return self._carry(trip.anew())

    def _carry(self, trip: Trip) -> Answer:
        carrier = self._carrier
        if carrier is None:
            carrier = self._carrier = _Carrier(self._settings, trip.url)
        limits = self._settings.limits
        ends = self._monotonic() + limits.total

        def patience() -> float:
            return ends + trip.moved / limits.slowest - self._monotonic()

        outcome = carrier.carry(trip, patience)
        if outcome is None:  # a look-up, or headers that trickle: they know no limit of their own
            self.close()
            raise timed_out(host_of(trip.url), unclear=trip.abandon())
        if isinstance(outcome, SatchelError):
            raise outcome
        return outcome


def _encoded(headers: Mapping[str, str]) -> Headers:
    for value in headers.values():
        if not value.isprintable() or value != value.strip():
            raise AddressRefused(
                "The token holds characters that cannot be sent. Copy it again, whole and on one line."
            )
    return [(name.encode(), value.encode()) for name, value in headers.items()]


# --- the one who is sent -----------------------------------------------------------------------------


class _Task:
    def __init__(self, trip: Trip) -> None:
        self.trip = trip
        self.done = threading.Event()
        self.outcome: Answer | SatchelError | None = None


class _Carrier:
    """A thread with an httpx client. Whoever waits for it may stop waiting; then it ends by itself.

    It is a daemon: a name server that never answers must not keep the program from ending.
    """

    def __init__(self, settings: NetworkSettings, address: str) -> None:
        self._limits = settings.limits
        self._timeouts = httpx.Timeout(
            settings.limits.read, connect=settings.limits.connect, pool=settings.limits.connect
        ).as_dict()
        self._proxy = _proxy(settings, address)
        self._client = _client(settings, address, self._proxy)
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._waited_for: _Task | None = None
        self._dismissed = False
        threading.Thread(target=self._work, name="satchel-net", daemon=True).start()

    def carry(self, trip: Trip, patience: Callable[[], float]) -> Answer | SatchelError | None:
        """The outcome of a request; None if patience ended first, or it was dismissed."""
        task = self._waited_for = _Task(trip)
        self._tasks.put(task)
        while not (task.done.is_set() or self._dismissed):
            left = patience()
            if left <= 0:
                return None
            task.done.wait(left)
        return task.outcome

    def dismiss(self) -> None:
        """Ends when it can, and lets go of whoever waits at once."""
        self._dismissed = True
        self._tasks.put(None)
        if self._waited_for is not None:
            self._waited_for.done.set()

    def _work(self) -> None:
        with self._client:
            while (task := self._tasks.get()) is not None and not self._dismissed:
                try:
                    task.outcome = self._one(task.trip)
                except SatchelError as fault:
                    task.outcome = fault
                except Exception as fault:  # noqa: BLE001  # whoever waits must hear of it, whatever it is
                    task.outcome = _fault_of(fault, task.trip, self._proxy)
                task.done.set()
                del task

    def _one(self, trip: Trip) -> Answer:
        url = httpx.URL(trip.url)
        request = httpx.Request(
            trip.method,
            url,
            headers=[(b"host", url.netloc), *trip.headers],  # httpx leaves it out beside a stream
            stream=_Parcel(trip),
            extensions={"timeout": self._timeouts, "trace": partial(_watch, trip)},
        )
        response = self._client.send(request, stream=True)
        try:
            body = _read(response, trip, self._limits.answer)
        finally:
            response.close()
        headers = {name.lower(): value for name, value in response.headers.items()}
        secure = trip.url.startswith("https:")
        return Answer(response.status_code, headers, body, secure, host_of(trip.url))


def _watch(trip: Trip, event: str, details: Mapping[str, Any]) -> None:
    """Hears of each step below; a proxy is first asked for a way, which is no departure."""
    if event == "http11.send_request_headers.started" and details["request"].method != b"CONNECT":
        trip.depart()


class _Parcel(httpx.SyncByteStream):
    """The body of a request on its way. What asks for the next piece has handed over those before."""

    def __init__(self, trip: Trip) -> None:
        self._trip = trip

    def __iter__(self) -> Iterator[bytes]:
        body = self._trip.body or b""
        for start in range(0, len(body), _CHUNK):
            yield body[start : start + _CHUNK]
            self._trip.moved += _CHUNK
        self._trip.sent = True


def _read(response: httpx.Response, trip: Trip, most: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    for part in response.iter_raw():
        size += len(part)
        trip.moved += len(part)
        if size > most:
            raise AnswerTooLarge(
                f"The answer of {host_of(trip.url)} is larger than {most // (1024 * 1024)} MiB and was not read. "
                "Ask whoever runs the server.",
                unclear=trip.unclear,
            )
        parts.append(part)
    return b"".join(parts)


def _proxy(settings: NetworkSettings, address: str) -> str | None:
    if is_loopback(address):  # what stays in this computer must not go through another
        return None
    return (proxy_for(address) if settings.proxy is None else settings.proxy.strip()) or None


def _client(settings: NetworkSettings, address: str, proxy: str | None) -> httpx.Client:
    trust = _trust(settings.ca_file) if address.startswith("https:") else False
    try:
        return httpx.Client(
            verify=trust,
            proxy=proxy,
            trust_env=False,
            limits=httpx.Limits(max_connections=2, keepalive_expiry=_KEEP_ALIVE),
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        )
    except (ValueError, ImportError, httpx.InvalidURL):
        raise ProxyRefused(
            "The proxy that is set is of a kind that cannot be used here. Enter one that begins with http://, "
            "in the settings of the server or in HTTPS_PROXY."
        ) from None


def _trust(ca_file: str | None) -> ssl.SSLContext:
    """Whom to believe: SSL_CERT_FILE or SSL_CERT_DIR where named, else the usual authorities; and the system's.

    A file of the settings comes on top. Raises `CertificateRefused` if one cannot be read.
    """
    named = "named by SSL_CERT_FILE"
    try:
        context = httpx.create_ssl_context()
        context.load_default_certs()
        if ca_file is not None:
            named = f"in “{shorten(ca_file)}”"
            context.load_verify_locations(cafile=ca_file)
        # From Python 3.13 on it is asked for members that authorities made by hand, as schools have them, often lack.
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    except (OSError, ValueError):  # an SSLError is an OSError
        raise CertificateRefused(
            f"The certificates {named} cannot be read: there must be a PEM file. Choose another, or none."
        ) from None
    return context


# --- what went wrong ---------------------------------------------------------------------------------


def _fault_of(fault: Exception, trip: Trip, proxy: str | None) -> SatchelError:
    """The error that tells of a failure below HTTP: its whole chain is asked what it was."""
    host = host_of(trip.url)
    chain = list(causes_of(fault))
    for cause in chain:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return untrusted(cause, host)
        if isinstance(cause, httpx.ProxyError):
            return proxy_refused(str(cause))
        if isinstance(cause, httpx.TimeoutException):
            return timed_out(host, unclear=trip.unclear)
    if isinstance(fault, httpx.ConnectError):
        return not_connected(chain, host, None if proxy is None else host_of(proxy))
    if isinstance(fault, _NO_ADDRESS):
        return AddressRefused(f"The address of {host} cannot be used as it is. Check it.")
    if isinstance(fault, httpx.RemoteProtocolError) and not _hung_up(fault):
        return MalformedResponse(
            f"What answers at {host} does not speak HTTP. Check the address and its port.",
            unclear=trip.unclear,
        )
    if isinstance(fault, httpx.TransportError | OSError):
        return AnswerLost(
            f"The connection to {host} broke before the answer came. It is tried again later.",
            unclear=trip.unclear,
        )
    return Unreachable(
        f"The request to {host} failed ({type(fault).__name__}). Try again; the log tells more.",
        unclear=trip.unclear,
    )


def _hung_up(fault: Exception) -> bool:
    """Whether the other end went, rather than saying what is no HTTP; httpx has one error for both."""
    return "disconnected" in str(fault) or "peer closed" in str(fault)
