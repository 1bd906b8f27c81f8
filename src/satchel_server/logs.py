"""The server's log: one JSON object a line on standard error. No token, no body, no learner's key.

A request is told by its route, not by its address: addresses hold learners' keys and sessions' ids.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, TextIO

import msgspec

LOGGER: Final = "satchel_server"
_FIELDS: Final = "satchel_fields"


class JsonLines(logging.Formatter):
    """Formats records as JSON; `secrets` are blotted out wherever they appear."""

    def __init__(self, secrets: Sequence[str] = ()) -> None:
        super().__init__()
        spelled = (msgspec.json.encode(secret).decode()[1:-1] for secret in secrets)
        self._secrets = tuple(dict.fromkeys((*secrets, *spelled)))

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        fields = getattr(record, _FIELDS, None)
        if isinstance(fields, dict):
            told |= fields
        if record.exc_info and record.exc_info[1] is not None:
            told["error"] = type(record.exc_info[1]).__name__
            told["at"] = places_of(record.exc_info[1])
        line = msgspec.json.encode(told).decode("utf-8", "replace")
        for secret in self._secrets:
            line = line.replace(secret, "***")
        return line


def places_of(error: BaseException) -> list[str]:
    """Where an error came from. Not what it says: that may quote what somebody sent."""
    frames = traceback.extract_tb(error.__traceback__)[-12:]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


class Log:
    """What the server has to say for its operator."""

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger

    def tell(self, event: str, **fields: object) -> None:
        self._logger.info(event, extra={_FIELDS: fields})

    def warn(self, event: str, **fields: object) -> None:
        self._logger.warning(event, extra={_FIELDS: fields})

    def failed(self, event: str, error: BaseException, **fields: object) -> None:
        """An error nobody foresaw: its kind and where it came from."""
        self._logger.error(event, exc_info=error, extra={_FIELDS: fields})


def begin_log(secrets: Sequence[str], stream: TextIO | None = None) -> Log:
    """Sends the server's log, and what uvicorn and the libraries say, to `stream` or standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(secrets))
    for name, level in (
        (LOGGER, logging.INFO),
        ("uvicorn.error", logging.WARNING),
        ("psycopg", logging.ERROR),
        ("satchel", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
    return Log(logging.getLogger(LOGGER))
