"""A real server process for tests: started on a free port over a database of the test's, talked to over HTTP."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

OPERATOR = "an-operators-token-of-the-tests"

_SOURCES = os.pathsep.join(
    filter(None, (str(Path(__file__).parents[2] / "src"), os.environ.get("PYTHONPATH")))
)
_KEPT = ("PATH", "SYSTEMROOT", "LANG")
_SECONDS = 40.0


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    """By lower-case name."""
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str | None:
        """Of the error, if it is one."""
        return str(self.json["error"]["code"]) if self.status >= 400 else None


@dataclass
class Client:
    """One learner's, or an operator's, connection. Paths go out exactly as they are given."""

    url: str
    token: str | None = None
    _connection: http.client.HTTPConnection | None = field(default=None, repr=False)

    def __call__(
        self,
        method: str,
        path: str,
        document: object = None,
        *,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """`document` goes as JSON; `body` (bytes, or an iterable sent in chunks) as it is."""
        sent = dict(headers or {})
        if self.token is not None:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        if document is not None:
            body = json.dumps(document).encode()
        chunked = body is not None and not isinstance(body, bytes)
        for last in (False, True):
            connection = self._connected()
            try:
                connection.request(method, path, body, sent, encode_chunked=chunked)
            except (BrokenPipeError, ConnectionResetError):
                if connection.sock is None:  # it was not even connected
                    raise
                # Who refuses a body may not read it all; the answer is there all the same.
            try:
                answer = connection.getresponse()
                data = answer.read()
            except (http.client.RemoteDisconnected, ConnectionResetError):
                self.close()  # an idle connection may be dead when it is used
                if last or chunked:
                    raise
                continue
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, found, data)
        raise AssertionError("unreachable")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        self.close()

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            parts = urlsplit(self.url)
            assert parts.hostname is not None
            self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        return self._connection


@dataclass
class ServerProcess:
    """A running server. `log` is what it said on standard error."""

    url: str
    database_url: str
    process: subprocess.Popen[str]
    log_file: Path
    state_dir: Path

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8")

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.splitlines()]

    def client(self, token: str | None = None) -> Client:
        return Client(self.url, token)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Asks it to end, and answers its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(_SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return status

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


def environ_of(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a server process: nothing of the person who runs the tests."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {
        **kept,
        "HOME": str(folder),
        "PYTHONPATH": _SOURCES,
        "SATCHEL_STATE_DIR": str(folder / "state"),
        **more,
    }


def start(database_url: str, folder: Path, *words: str, **environ: str) -> subprocess.Popen[str]:
    """Starts `satchel-server serve`; its log goes to `folder`/log. See `served` for one that is up."""
    folder.mkdir(parents=True, exist_ok=True)
    port = () if "--port" in words else ("--port", "0")
    with (folder / "log").open("a", encoding="utf-8") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "satchel_server", "--json", "serve", *port, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environ_of(folder, SATCHEL_DATABASE_URL=database_url, **environ),
        )


def started(database_url: str, folder: Path, *words: str, **environ: str) -> ServerProcess:
    """A server that listens. It may still wait for its database."""
    process = start(database_url, folder, *words, **environ)
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        status = process.wait(_SECONDS)
        process.stdout.close()
        said = (folder / "log").read_text(encoding="utf-8")
        raise AssertionError(f"the server ended with {status}: {said}")
    url = json.loads(line)["url"]
    return ServerProcess(url, database_url, process, folder / "log", folder / "state")


@contextmanager
def served(database_url: str, folder: Path, *words: str, **environ: str) -> Iterator[ServerProcess]:
    """A server that listens, for the length of a block."""
    server = started(database_url, folder, *words, **environ)
    try:
        yield server
    finally:
        server.kill()


def command(
    database_url: str, folder: Path, *words: str, **environ: str
) -> subprocess.CompletedProcess[str]:
    """Runs one `satchel-server` command to its end."""
    folder.mkdir(parents=True, exist_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "satchel_server", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environ_of(folder, SATCHEL_DATABASE_URL=database_url, **environ),
        timeout=_SECONDS,
    )


def until(condition: Callable[[], bool], seconds: float = _SECONDS) -> None:
    """Returns as soon as `condition` holds; fails the test where it does not in time."""
    limit = time.monotonic() + seconds
    pause = Pause()
    while not condition():
        assert time.monotonic() < limit, "it did not come to pass in time"
        pause()


class Pause:
    """A short wait for another process, on nothing that could wake us."""

    def __call__(self) -> None:
        import threading

        threading.Event().wait(0.02)


def segment(text: str) -> str:
    """`text` as one segment of a path."""
    return quote(text, safe="")
