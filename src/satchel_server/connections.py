"""One client's connection: uvicorn's, with refusals in the one error shape, and an end to waiting for a request."""

from __future__ import annotations

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from satchel.domain.errors import ValidationFailed
from satchel_server.answers import refusal

HEAD_SECONDS: Final = 20.0
"""So long a request's first line and headers may take. Who sends them byte by byte would else keep a connection."""

_MALFORMED: Final = (
    "This is no HTTP request the server can read. Check what stands between it and the client."
)
_CAN_ANSWER: Final = (h11.IDLE, h11.SEND_RESPONSE)


class Connection(H11Protocol):
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        self._await_head()  # also while what is left of a refused body is thrown away
        super().on_response_complete()

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._stop_waiting()
            if is_ambiguous(self.headers):
                self.cycle.keep_alive = False

    def send_400_response(self, msg: str) -> None:
        if self.conn.our_state in _CAN_ANSWER:
            body = refusal(ValidationFailed(_MALFORMED)).body
            assert isinstance(body, bytes)
            headers = [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"),
            ]
            start = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            for event in (start, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _await_head(self) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(HEAD_SECONDS, self.timeout_keep_alive_handler)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def is_ambiguous(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether a body's end is told in two ways: a proxy in front may have believed the other one."""
    return {b"content-length", b"transfer-encoding"} <= {name for name, _ in headers}
