"""The floor of the server's rows: a bare ASGI route that takes a number, inserts and commits, by psycopg alone.

`python -m tests.benchmarks.bare_server URL` prints its port. No checks, no framework, no threads.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from typing import Any

import psycopg
import uvicorn

TABLES = """
CREATE TABLE IF NOT EXISTS bare_sessions (key bigint PRIMARY KEY, next_seq bigint NOT NULL);
CREATE TABLE IF NOT EXISTS bare_records (
    session_key bigint NOT NULL REFERENCES bare_sessions, seq bigint NOT NULL, id text NOT NULL,
    created_at text NOT NULL, payload text NOT NULL,
    PRIMARY KEY (session_key, seq), UNIQUE (session_key, id)
);
INSERT INTO bare_sessions VALUES (1, 0) ON CONFLICT DO NOTHING;
"""
_UPDATE = "UPDATE bare_sessions SET next_seq = next_seq + 1 WHERE key = 1 RETURNING next_seq"
_INSERT = "INSERT INTO bare_records VALUES (1, %s, %s, %s, %s)"


class BareApp:
    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        record = json.loads(body)
        with self._connection.transaction():
            found = self._connection.execute(_UPDATE).fetchone()
            assert found is not None
            seq = found[0] - 1
            values = (seq, record["id"], record["createdAt"], json.dumps(record["payload"]))
            self._connection.execute(_INSERT, values)
        answer = json.dumps({**record, "seq": seq}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(answer)).encode()),
        ]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        await send({"type": "http.response.body", "body": answer})


def main(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(TABLES.encode())
        config = uvicorn.Config(
            BareApp(connection),
            http="h11",
            loop="asyncio",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
        )
        # Said to be TCP, or asyncio leaves Nagle's delay on, which costs 40 ms an answer.
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
            listening.bind(("127.0.0.1", 0))
            print(listening.getsockname()[1], flush=True)
            asyncio.run(uvicorn.Server(config).serve([listening]))


if __name__ == "__main__":
    main(sys.argv[1])
