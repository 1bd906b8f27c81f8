"""The server's row: one append through a real process, against raw psycopg behind a bare ASGI route."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tests.benchmarks.measure import Step, in_turns
from tests.postgres import shared
from tests.server.http.issuing import issued
from tests.server.process import served

GOAL: Final = 2.0
SAMPLES: Final = 1500

_MOMENT: Final = "2026-01-01T00:00:00.000Z"


def measure(samples: int = SAMPLES) -> list[tuple[str, float, float, float]]:
    """Name, floor, ours in seconds, goal."""
    with (
        tempfile.TemporaryDirectory(prefix="server-row-") as name,
        shared().database() as url,
        _bare(url) as bare,
        served(url, Path(name), SATCHEL_RATE="0") as server,
    ):
        token = issued(server, "anon:row").secret
        ours = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
        session = {"id": "row", "kind": "chat", "stageId": "t", "learnerKey": "anon:row"}
        session |= {"status": "active", "createdAt": _MOMENT, "updatedAt": _MOMENT}
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        _post(ours, "/runtime/sessions", session, headers)
        sides = in_turns(
            ("bare route", _appends(bare, "/", {})),
            ("ours", _appends(ours, "/runtime/sessions/row/records", headers)),
            samples,
            collect=False,
        )
        ours.close()
        return [("server: one append", sides[0].median, sides[1].median, GOAL)]


def _appends(
    connection: http.client.HTTPConnection, path: str, headers: dict[str, str]
) -> Iterator[Step]:
    payload = {"role": "user", "content": "How many thirds make a whole? " * 8}
    number = 0
    while True:
        record = {"id": f"r-{number:08}", "sessionId": "row", "createdAt": _MOMENT}
        document = record | {"payload": payload}
        yield lambda document=document: _post(connection, path, document, headers)  # type: ignore[misc]
        number += 1


def _post(
    connection: http.client.HTTPConnection,
    path: str,
    document: Mapping[str, object],
    headers: dict[str, str],
) -> bytes:
    connection.request("POST", path, json.dumps(document).encode(), headers)
    answer = connection.getresponse()
    body = answer.read()
    assert answer.status == 201, body
    return body


@contextmanager
def _bare(url: str) -> Iterator[http.client.HTTPConnection]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.bare_server", url],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline())
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        yield connection
        connection.close()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
