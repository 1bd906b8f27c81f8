"""A proxy that stands between a client and a real server and does to requests what bad networks do.

Which fault meets which request is decided by a function; `at_random` makes one from a seed.
"""

from __future__ import annotations

import http.client
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias
from urllib.parse import urlsplit

from tests.servers.serving import Reply, Request, Served, serving


class Fault(Enum):
    NONE = "none"
    CUT_BEFORE = "cut before the server got it"
    CUT_AFTER = "the server did it, the answer is lost"
    CUT_WITHIN = "the server did it, the answer breaks off"
    SLOW = "the answer takes its time"
    GARBAGE = "what comes is no HTTP"
    GARBAGE_AFTER = "the server did it, what comes is no HTTP"
    NOT_JSON = "the server did it, the body is mangled"
    FAILURE = "500, and nothing was done"
    FAILURE_AFTER = "the server did it, and 500 comes"
    BUSY = "429 with Retry-After"
    TWICE = "the server gets it twice"
    PAGE = "a web page in its place"
    AWAY = "a page that says the service is not available"


WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_PAGE = b"<!DOCTYPE html><html><body>Sign in to this network</body></html>"
_HTML = {"content-type": "text/html; charset=utf-8"}
_GARBAGE = b"\x16\x03\x01\x02\x00\x01\x00 not HTTP at all\r\n\r\n"

Choose: TypeAlias = Callable[[Request], Fault]


@dataclass
class FaultProxy:
    """Its faults may be changed while it runs; `calm` ends them all."""

    target: str
    """The address of the server behind it."""
    choose: Choose
    slowness: float = 0.05
    """Seconds a slow answer waits."""
    retry_after: str = "0"
    dealt: Counter[Fault] = field(default_factory=Counter)
    address: str = ""

    def __post_init__(self) -> None:
        self._late: list[Request] = []
        self._lock = threading.Lock()
        self._ended = threading.Event()

    def calm(self) -> None:
        self.choose = lambda _request: Fault.NONE

    def deliver_late(self, pick: Callable[[Sequence[Request]], Request]) -> Reply | None:
        """Sends one of the writes that went by once more, as a network may; None if there was none."""
        with self._lock:
            request = pick(self._late) if self._late else None
        return None if request is None else self._forward(request)

    def end(self) -> None:
        self._ended.set()

    def handle(self, request: Request) -> Reply:
        with self._lock:
            fault = self.choose(request)
            self.dealt[fault] += 1
            if request.method in WRITES:
                self._late.append(request)
        return self._answered(request, fault)

    def _answered(self, request: Request, fault: Fault) -> Reply:
        match fault:
            case Fault.CUT_BEFORE:
                return Reply(raw=b"")
            case Fault.GARBAGE:
                return Reply(raw=_GARBAGE)
            case Fault.FAILURE:
                return Reply(500, b'{"error":{"code":"INTERNAL_ERROR","message":"proxy"}}')
            case Fault.BUSY:
                return Reply(429, b"{}", {"retry-after": self.retry_after})
            case Fault.PAGE:
                return Reply(200, _PAGE, _HTML)
            case Fault.AWAY:
                return Reply(503, _PAGE, _HTML | {"retry-after": self.retry_after})
        return self._changed(self._forward(request), request, fault)

    def _changed(self, reply: Reply, request: Request, fault: Fault) -> Reply:
        match fault:
            case Fault.CUT_AFTER:
                return Reply(raw=b"")
            case Fault.CUT_WITHIN:
                return Reply(raw=_half(reply))
            case Fault.GARBAGE_AFTER:
                return Reply(raw=_GARBAGE)
            case Fault.NOT_JSON if reply.body:
                return Reply(reply.status, reply.body[: len(reply.body) // 2], reply.headers)
            case Fault.FAILURE_AFTER:
                return Reply(500, b'{"error":{"code":"INTERNAL_ERROR","message":"proxy"}}')
            case Fault.TWICE:
                self._forward(request)
            case Fault.SLOW:
                self._ended.wait(self.slowness)
        return reply

    def _forward(self, request: Request) -> Reply:
        """The server's answer, over a connection of its own."""
        connection = http.client.HTTPConnection(urlsplit(self.target).netloc, timeout=30)
        try:
            connection.putrequest(
                request.method, request.target, skip_host=True, skip_accept_encoding=True
            )
            for name, value in request.headers.items():
                if name not in ("connection", "content-length"):
                    connection.putheader(name, value.encode("latin-1"))
            connection.putheader("content-length", str(len(request.body)))
            connection.endheaders(request.body)
            answer = connection.getresponse()
            return Reply(answer.status, answer.read(), _passed_on(dict(answer.headers.items())))
        except OSError:
            return Reply(502, _PAGE, _HTML)
        finally:
            connection.close()


@contextmanager
def faulty(
    target: str, choose: Choose, *, slowness: float = 0.05, retry_after: str = "0"
) -> Iterator[tuple[FaultProxy, Served]]:
    """A proxy before the server at `target`, on a port of its own, until the block ends."""
    proxy = FaultProxy(target, choose, slowness, retry_after)
    with serving(proxy.handle) as served:
        proxy.address = served.address
        try:
            yield proxy, served
        finally:
            proxy.end()


def at_random(seed: int, chance: float, faults: Sequence[Fault] = tuple(Fault)[1:]) -> Choose:
    """One of `faults` for one request in 1 / `chance`; the same seed deals the same to the same requests."""
    dice = random.Random(seed)
    return lambda _request: dice.choice(faults) if dice.random() < chance else Fault.NONE


def script(*faults: Fault) -> Choose:
    """One fault after the other, and then none."""
    rest = iter(faults)
    return lambda _request: next(rest, Fault.NONE)


def _passed_on(headers: Mapping[str, str]) -> dict[str, str]:
    own = ("content-length", "transfer-encoding", "connection", "keep-alive")
    return {name: value for name, value in headers.items() if name.lower() not in own}


def _half(reply: Reply) -> bytes:
    """An answer that promises more than comes."""
    head = f"HTTP/1.1 {reply.status} Ok\r\ncontent-length: {len(reply.body) + 2}\r\n\r\n"
    return head.encode() + reply.body[: len(reply.body) // 2]
