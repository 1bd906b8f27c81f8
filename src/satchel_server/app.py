"""The server put together: `create_app` makes the FastAPI application of one configuration."""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from satchel import __version__
from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import SatchelError
from satchel.files import storage_error
from satchel.system import new_id as fresh_id
from satchel.system import now
from satchel_server import openapi
from satchel_server.answers import Answer, refusal
from satchel_server.auth import Gatekeeper
from satchel_server.bodies import Body
from satchel_server.callers import Caller
from satchel_server.config import ServerConfig
from satchel_server.database import opener_of
from satchel_server.faults import InternalError, RouteNotFound
from satchel_server.gate import PASSED, Gate, Passed
from satchel_server.limits import Load, RateLimit
from satchel_server.logs import LOGGER, Log
from satchel_server.operations import Call, Operation, Takes
from satchel_server.paths import EMPTY
from satchel_server.routes import OPERATIONS
from satchel_server.services import Backend, Check, Pulse, Services
from satchel_server.workers import Workers

_SETTLE_SECONDS: Final = 5.0
_APART: Final = 4
_NOBODY: Final = Caller(None)


def create_app(
    config: ServerConfig,
    *,
    log: Log | None = None,
    clock: Clock = now,
    new_id: NewId = fresh_id,
    check: Check = lambda opened: None,
) -> FastAPI:
    """An ASGI application that opens its database when it starts and closes it when it ends.

    `check` looks at the open database before anything is served from it; where it, or the database itself,
    makes going on pointless, `app.state.backend.failure` says why.
    """
    log = Log(logging.getLogger(LOGGER)) if log is None else log
    services = _services(config, log, clock, new_id, check)
    limits = config.limits
    load = Load(limits.requests, limits.held_bytes)
    app = FastAPI(
        title="Satchel runtime server",
        version=__version__,
        lifespan=_lifespan(services),
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        redirect_slashes=False,
    )
    app.state.backend = services.backend
    app.state.ended = True
    for operation in OPERATIONS:
        app.add_api_route(
            operation.path,
            _endpoint(operation, services, load),
            methods=[operation.method],
            operation_id=operation.id,
            response_class=Response,
            **openapi.route_document(operation),
        )
    openapi.complete(app)
    app.add_exception_handler(HTTPException, _no_route(services))
    rate = RateLimit(limits.rate, limits.burst, time.monotonic)
    app.add_middleware(Gate, services=services, rate=rate, load=load)
    return app


def _services(
    config: ServerConfig, log: Log, clock: Clock, new_id: NewId, check: Check
) -> Services:
    backend = Backend(opener_of(config, clock, new_id), check, log)
    return Services(
        config=config,
        backend=backend,
        pulse=Pulse(backend),
        workers=Workers(config.limits.threads),
        apart=Workers(_APART),
        gatekeeper=Gatekeeper(
            lambda: backend.opened.tokens,
            operator_token=config.operator_token,
            insecure_learner_tokens=config.insecure_learner_tokens,
        ),
        clock=clock,
        new_id=new_id,
        log=log,
    )


def _lifespan(
    services: Services,
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # A database that is there is open before the first request; one that is not is waited for behind them.
        services.backend.start()
        await asyncio.to_thread(services.backend.settle, _SETTLE_SECONDS)
        yield
        app.state.ended = await asyncio.to_thread(services.close)

    return lifespan


def _no_route(services: Services) -> Callable[[Request, Exception], Awaitable[Response]]:
    """No route, or another method of one: there is no 405. A credential that ended is said first here too."""

    async def answer(request: Request, _error: Exception) -> Response:
        passed: Passed = request.scope[PASSED]
        refused: SatchelError = RouteNotFound()
        try:
            if passed.unconfirmed is not None:
                await services.workers.run(services.gatekeeper.known, passed.unconfirmed)
        except SatchelError as error:
            refused = error
        told = refusal(refused)
        passed.answered(told)
        return _response(told)

    return answer


def _endpoint(
    operation: Operation, services: Services, load: Load
) -> Callable[[Request], Awaitable[Response]]:
    """The route function: reads the body while counting it, and works in one of the threads."""

    async def endpoint(request: Request) -> Response:
        passed: Passed = request.scope[PASSED]
        passed.operation = operation.id
        body = Body(
            request.receive, _limit(operation, services), services.config.limits.body_seconds
        )
        try:
            answer = await _answer(operation, services, load, request, passed, body)
        except SatchelError as refused:
            answer = refusal(refused)
        except OSError as problem:  # of the folder where files wait on their way in or out
            services.log.failed("request failed", problem, request=passed.request_id)
            answer = refusal(storage_error(problem, Path(tempfile.gettempdir())))
        except Exception as problem:  # noqa: BLE001  the outermost boundary: the answer says nothing of it
            services.log.failed("request failed", problem, request=passed.request_id)
            answer = refusal(InternalError())
        finally:
            passed.bytes_in = body.count
            body.done(load)
        if answer.status == 500 and answer.cause is not None:
            services.log.failed("request failed", answer.cause, request=passed.request_id)
        passed.answered(answer)
        return _response(answer, services.workers)

    return endpoint


async def _answer(
    operation: Operation,
    services: Services,
    load: Load,
    request: Request,
    passed: Passed,
    body: Body,
) -> Answer:
    """Raises what the route's function raises, and what reading the body does."""
    if passed.known is not None:
        operation.check_caller(passed.known.caller)
    if operation.takes is not Takes.FILE:
        text = await body.read(load) if operation.takes is Takes.JSON else b""
        call = _call(request, passed, services, text, None)
        workers = services.apart if operation.apart else services.workers
        return await workers.run(_carry_out, operation, passed, call)
    with tempfile.NamedTemporaryFile(prefix="satchel-arriving-") as file:
        await body.write_to(file, services.workers)
        file.flush()
        call = _call(request, passed, services, b"", Path(file.name))
        return await services.workers.run(_carry_out, operation, passed, call)


def _carry_out(operation: Operation, passed: Passed, call: Call) -> Answer:
    """In a thread. Raises `Unauthenticated` where the token ended since it was last asked about."""
    if passed.unconfirmed is not None:
        call.services.gatekeeper.known(passed.unconfirmed)
    return operation.handler(call)


def _call(
    request: Request, passed: Passed, services: Services, body: bytes, file: Path | None
) -> Call:
    names = {
        name: "" if value == EMPTY else unquote(value)
        for name, value in request.path_params.items()
    }
    known = passed.known
    return Call(
        _NOBODY if known is None else known.caller,
        None if known is None else known.expires_at,
        names,
        request.scope["query_string"],
        request.headers,
        body,
        file,
        services,
    )


def _limit(operation: Operation, services: Services) -> int:
    limits = services.config.limits
    return limits.bundle_bytes if operation.takes is Takes.FILE else limits.body_bytes


def _response(answer: Answer, workers: Workers | None = None) -> Response:
    media = None if answer.status == 204 else answer.media_type
    headers = dict(answer.headers)
    if isinstance(answer.body, bytes):
        return Response(answer.body, answer.status, headers, media)
    assert workers is not None
    return StreamingResponse(_pieces(answer.body, workers), answer.status, headers, media)


async def _pieces(body: Iterable[bytes], workers: Workers) -> AsyncIterator[bytes]:
    """Takes piece by piece from a thread: what makes them may read a disk or a database."""
    pieces: Iterator[bytes] = iter(body)
    try:
        while (piece := await workers.run(next, pieces, b"")) != b"":
            yield piece
    finally:
        close = getattr(pieces, "close", None)
        if close is not None:
            await workers.run(close)
