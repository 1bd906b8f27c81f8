"""What every request passes before a route sees it, in the order the runtime API prescribes.

Address, prefix, credential, rate. Behind it a path has only slashes that part segments, and there is a caller.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import MutableMapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from satchel.domain.errors import SatchelError, ValidationFailed
from satchel.store.postgres_faults import connection_lost
from satchel_server import auth
from satchel_server.answers import Answer, refusal
from satchel_server.auth import Known
from satchel_server.connections import is_ambiguous
from satchel_server.faults import InternalError, RouteNotFound
from satchel_server.limits import Load, RateLimit
from satchel_server.paths import routed, segments
from satchel_server.services import Services

PASSED: Final = "satchel.passed"
"""Where in an ASGI scope a request's `Passed` is."""

OPEN: Final = (["healthz"], ["readyz"], ["openapi.json"])

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,80}")
_QUIET: Final = ("health", "readiness")


@dataclass(slots=True)
class Passed:
    """What is known of a request, and what the log says of it."""

    request_id: str
    known: Known | None = None
    unconfirmed: str | None = field(default=None, repr=False)
    """The token, where it is only remembered whose it was: to be confirmed before anything is done."""
    operation: str | None = None
    status: int = 0
    code: str | None = None
    cause: str | None = None
    """The code of what an answer keeps to itself: a full disk, a damaged row."""
    bytes_in: int = 0
    bytes_out: int = 0

    def answered(self, answer: Answer) -> None:
        self.code = answer.code
        self.cause = None if answer.cause is None else answer.cause.code


class Gate:
    """ASGI middleware, the outermost."""

    def __init__(self, app: ASGIApp, *, services: Services, rate: RateLimit, load: Load) -> None:
        self._app, self._services = app, services
        self._rate, self._load = rate, load

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        headers = Headers(scope=scope)
        passed = Passed(_request_id(headers.get("x-request-id")) or self._services.new_id())
        scope[PASSED] = passed
        watched = _watched(send, passed)
        try:
            parts = self._address(scope)
            # A supervisor is answered also where there is no room for anybody else.
            with nullcontext() if parts in OPEN else self._load.request():
                await self._let_in(scope, parts, headers, passed)
                await self._app(scope, receive, watched)
        except SatchelError as refused:
            await send_answer(refusal(refused), passed, watched)
        except asyncio.CancelledError:  # the server stops, and has waited for this long enough
            if not passed.status:
                unclear = connection_lost("the server stops", fate_unknown=True)
                await send_answer(refusal(unclear), passed, watched)
        except Exception as problem:  # noqa: BLE001  the outermost boundary: the answer says nothing of it
            self._services.log.failed("request failed", problem, request=passed.request_id)
            if not passed.status:
                await send_answer(refusal(InternalError()), passed, watched)
        finally:
            if passed.operation not in _QUIET:
                self._tell(scope, passed, time.perf_counter() - began)

    async def _let_in(
        self, scope: Scope, parts: list[str], headers: Headers, passed: Passed
    ) -> None:
        scope["path"] = routed(parts)
        if parts in OPEN:
            return
        token = _credential(parts, headers)
        gatekeeper = self._services.gatekeeper
        known = gatekeeper.recalled(token)
        if known is None:
            known = await self._services.workers.run(gatekeeper.known, token)
        else:
            passed.unconfirmed = token
        passed.known = known
        self._rate.take(known.token_name)

    def _address(self, scope: Scope) -> list[str]:
        limits = self._services.config.limits
        raw: bytes = scope.get("raw_path") or scope["path"].encode()
        if len(raw) + len(scope["query_string"]) > limits.address_bytes:
            raise ValidationFailed("The address is too long. An id is at most 4,096 bytes.")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > (limits.header_bytes):
            raise ValidationFailed("The request's headers are too long. Send fewer, or shorter.")
        if is_ambiguous(scope["headers"]):
            raise ValidationFailed(
                "The request says in two ways where its body ends. Send Content-Length or Transfer-Encoding."
            )
        return segments(raw)

    def _tell(self, scope: Scope, passed: Passed, seconds: float) -> None:
        told: MutableMapping[str, object] = {
            "request": passed.request_id,
            "method": scope["method"],
            "operation": passed.operation,
            "status": passed.status,
            "ms": round(seconds * 1000, 2),
            "in": passed.bytes_in,
            "out": passed.bytes_out,
        }
        if passed.code is not None:
            told["code"] = passed.code
        if passed.cause is not None and passed.cause != passed.code:
            told["cause"] = passed.cause
        if passed.known is not None:
            told["token"] = passed.known.token_name
        self._services.log.tell("request", **told)


def _credential(parts: list[str], headers: Headers) -> str:
    """The token sent along. Raises `RouteNotFound` outside every prefix, `Unauthenticated` without one."""
    if parts[:1] == ["runtime"] or parts[:2] == ["api", "agent"]:
        return auth.bearer(_only(headers, "authorization"))
    if parts[:2] == ["v1", "sessions"]:
        return auth.plain(_only(headers, "x-xavier-token"))
    raise RouteNotFound


def _only(headers: Headers, name: str) -> str | None:
    """A header that came once. One that came twice, with two minds, is none."""
    found = headers.getlist(name)
    return found[0] if len(found) == 1 else None


def _request_id(given: str | None) -> str | None:
    return given if given is not None and _REQUEST_ID.fullmatch(given) else None


def _watched(send: Send, passed: Passed) -> Send:
    async def watch(message: Message) -> None:
        if message["type"] == "http.response.start":
            passed.status = message["status"]
            headers: list[Any] = message.setdefault("headers", [])
            headers.append((b"x-request-id", passed.request_id.encode()))
            headers.append((b"cache-control", b"no-store"))
        elif message["type"] == "http.response.body":
            passed.bytes_out += len(message.get("body", b""))
        await send(message)

    return watch


async def send_answer(answer: Answer, passed: Passed, send: Send) -> None:
    """Sends an answer that is whole."""
    assert isinstance(answer.body, bytes)
    passed.answered(answer)
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.headers.items()]
    if answer.status != 204:
        headers.append((b"content-type", answer.media_type.encode()))
        headers.append((b"content-length", str(len(answer.body)).encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})
