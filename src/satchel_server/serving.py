"""Serving the application on an address: who may listen where, and how the process ends."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn

from satchel.domain.contracts import Clock
from satchel.domain.errors import SatchelError, shorten
from satchel.system import now
from satchel_server.app import create_app
from satchel_server.config import BadSetting, ServerConfig
from satchel_server.connections import Connection
from satchel_server.logs import Log
from satchel_server.services import Backend, Check, Opened

_FIRST_TRY_SECONDS: Final = 5.0
_KEEP_ALIVE_SECONDS: Final = 5
_MOST_HEAD_BYTES: Final = 64 * 1024
"""Of a request's first line and headers together; our own limits, which answer in words, are below it."""

Say = Callable[[str, int], None]
"""Hears, once it is so, the address the server listens at: its URL and its port."""


class NotSafe(SatchelError):
    """Listening there, like that, would give learners' data away."""

    code = "NOT_SAFE"


class CannotListen(SatchelError):
    code = "CANNOT_LISTEN"


def serve(
    config: ServerConfig,
    log: Log,
    say: Say,
    clock: Clock = now,
    leave: Callable[[int], object] = os._exit,
) -> None:
    """Serves until the process is asked to stop. Raises `NotSafe`, `CannotListen`, `BadSetting`, `NewerDatabase`.

    Calls `leave` where a thread waits for a database that answers no more: a process would wait for it at its end.
    """
    check_safe(config)
    with _bound(config) as listening:
        app = create_app(config, log=log, clock=clock, check=_tokens_check(config, clock))
        backend: Backend = app.state.backend
        host, port = listening.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        url = f"{'https' if config.tls else 'http'}://{shown}:{port}"
        server = _Server(_uvicorn_config(app, config), backend, lambda: say(url, port))
        backend.given_up = server.stop
        server.run([listening])
        log.tell("stopped", waiting=not app.state.ended)
        if not app.state.ended:
            leave(0)
        if backend.failure is not None:
            raise backend.failure


def check_safe(config: ServerConfig) -> None:
    """Raises `NotSafe` where what the settings say would give data away."""
    if is_loopback(config.host):
        return
    if config.insecure_learner_tokens:
        raise NotSafe(
            "--insecure-learner-tokens is for this computer alone: whoever knows a learner's key could read "
            "their sessions. Listen on 127.0.0.1, or issue tokens."
        )
    if not config.tls and not config.behind_proxy:
        raise NotSafe(
            "Beyond this computer tokens must not travel in the clear. Give --certificate and --key, or say "
            "--behind-proxy where a proxy in front of the server ends TLS."
        )


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach `host`. Raises `CannotListen` for a name nobody knows."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise CannotListen(
            f"There is no address “{shorten(host)}” on this computer. Name one with --host."
        ) from None
    return all(ipaddress.ip_address(one[4][0]).is_loopback for one in found)


def _tokens_check(config: ServerConfig, clock: Clock) -> Check:
    """Beyond this computer a server without a token is a mistake: nobody could use it, or someone forgot."""

    def check(opened: Opened) -> None:
        if config.operator_token is not None or is_loopback(config.host):
            return
        if any(token.is_valid(clock()) for token in opened.tokens.listed()):
            return
        raise NotSafe(
            "No token was issued yet, so the server listens on this computer only. Issue one with "
            "“satchel-server token issue”, or set SATCHEL_OPERATOR_TOKEN."
        )

    return check


@contextmanager
def _bound(config: ServerConfig) -> Iterator[socket.socket]:
    """A socket that has the address and does not listen yet. Raises `CannotListen`."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            config.host, config.port, type=socket.SOCK_STREAM
        )[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as problem:
        raise _cannot_listen(config, problem) from None
    with listening:
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
        except OSError as problem:
            raise _cannot_listen(config, problem) from None
        yield listening


def _cannot_listen(config: ServerConfig, problem: OSError) -> CannotListen:
    reason = problem.strerror or type(problem).__name__
    return CannotListen(
        f"The server cannot listen on {shorten(config.host)} port {config.port} ({reason}). "
        "Choose another with --host and --port; port 0 takes any that is free."
    )


def _uvicorn_config(app: object, config: ServerConfig) -> uvicorn.Config:
    made = uvicorn.Config(
        app,  # type: ignore[arg-type]  # an ASGI application
        http=Connection,
        loop="asyncio",
        ws="none",
        lifespan="on",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=config.stop_seconds,
        h11_max_incomplete_event_size=_MOST_HEAD_BYTES,
        ssl_certfile=config.certificate,
        ssl_keyfile=config.key,
    )
    try:
        made.load()
    except OSError as problem:  # SSLError is one
        raise BadSetting(
            f"The certificate or its key cannot be used ({problem.strerror or type(problem).__name__}). "
            "Both must be PEM files that belong together."
        ) from None
    return made


class _Server(uvicorn.Server):
    """Listens only once it is known that it may, and ends with an exit status of its own, not by the signal."""

    def __init__(
        self, config: uvicorn.Config, backend: Backend, listening: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._backend, self._listening = backend, listening

    def stop(self) -> None:
        """From any thread."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._backend.start()
        await asyncio.to_thread(self._backend.settle, _FIRST_TRY_SECONDS)
        if self._backend.failure is not None:
            self.should_exit = True
            return
        await super().startup(sockets)
        if self.started:
            self._listening()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
