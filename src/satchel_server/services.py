"""What requests are served with: the database once it is open, the threads, the log.

An unreachable database is waited for. No other one is ever taken in its place.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import NewerDatabase, SatchelError, StoreUnavailable
from satchel_server.auth import Gatekeeper
from satchel_server.config import ServerConfig
from satchel_server.logs import Log
from satchel_server.opening import CannotOpen
from satchel_server.store import ServerStore
from satchel_server.tokens import Tokens
from satchel_server.workers import Workers

FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 2.0
_LAST_SECONDS: Final = 2.0
"""For requests that were given up already: what they write, they write now or never."""

_MISTAKE: Final = (
    "The server made a mistake of its own when it opened its database. Its log tells where."
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A database that is open, of the newest schema, and knows its name."""

    store: ServerStore
    tokens: Tokens
    close: Callable[[], None]
    name_because: str
    """Why it answers under the name it has: `identity.SAME`, or what a restored backup shows itself by."""


Opener = Callable[[], Opened]
"""Opens the database. Raises `StoreUnavailable` where it cannot be reached yet, another `SatchelError` where waiting
would not help."""

Check = Callable[[Opened], None]
"""Raises a `SatchelError` where the server must not go on with what it found in the database."""


class Backend:
    """The database, as soon as it can be reached. A thread of its own tries until it is, or until `stop`."""

    def __init__(self, opener: Opener, check: Check, log: Log) -> None:
        self._opener, self._check, self._log = opener, check, log
        self._opened: Opened | None = None
        self._thread: threading.Thread | None = None
        self._tried, self._stopped = threading.Event(), threading.Event()
        self.given_up: Callable[[], None] = lambda: None
        """Called once where waiting will not help."""
        self.failure: SatchelError | None = None
        """Why waiting was given up."""

    @property
    def opened(self) -> Opened:
        """Raises `StoreUnavailable` before it is open."""
        if self._opened is None:
            raise StoreUnavailable("The database is not open yet.")
        return self._opened

    def start(self) -> None:
        """Begins to try. Idempotent."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._wait, name="satchel-opening", daemon=True)
            self._thread.start()

    def settle(self, seconds: float) -> None:
        """Waits for the first try: a database that is there is then open."""
        self._tried.wait(seconds)

    def stop(self) -> None:
        """Gives up waiting, or closes what is open."""
        self._stopped.set()
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()

    def _wait(self) -> None:
        pause, said = FIRST_PAUSE, ""
        while not self._stopped.is_set():
            reason = self._try()
            self._tried.set()
            if reason is None:
                return
            if reason != said:  # once, not at every try
                said = reason
                self._log.warn("the database cannot be reached: waiting for it", reason=reason)
            self._stopped.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _try(self) -> str | None:
        """Why it must be tried again; None where it is open, or will never be."""
        try:
            opened = self._opener()
            try:
                self._check(opened)
            except BaseException:
                opened.close()
                raise
        except SatchelError as error:
            if isinstance(error, StoreUnavailable) and not isinstance(error, NewerDatabase):
                return error.message
            self._give_up(error)
            return None
        except Exception as problem:  # noqa: BLE001  this thread's outermost boundary: unsaid, nobody would know
            self._log.failed("the database could not be opened", problem)
            self._give_up(CannotOpen(_MISTAKE))
            return None
        self._opened = opened
        self._log.tell(
            "the database is open", serverId=opened.store.server_id, because=opened.name_because
        )
        return None

    def _give_up(self, error: SatchelError) -> None:
        self.failure = error
        self._log.warn("the server stops", code=error.code, reason=error.message)
        self.given_up()


class Pulse:
    """Asks the database whether it answers: one question at a time, however many want to know."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._asker = ThreadPoolExecutor(1, thread_name_prefix="satchel-pulse")
        self._lock = threading.Lock()
        self._asked: Future[None] | None = None

    def feel(self, seconds: float) -> None:
        """Raises `StoreUnavailable` where it does not answer within so many seconds."""
        with self._lock:
            if self._asked is None or self._asked.done():
                self._asked = self._asker.submit(self._ask)
            asked = self._asked
        try:
            asked.result(seconds)
        except TimeoutError:
            raise StoreUnavailable("The database does not answer.") from None

    def stop(self) -> bool:
        """Whether no question is left without an answer."""
        self._asker.shutdown(wait=False, cancel_futures=True)
        return self._asked is None or self._asked.done()

    def _ask(self) -> None:
        self._backend.opened.store.ping()


@dataclass(frozen=True, slots=True)
class Services:
    config: ServerConfig
    backend: Backend
    pulse: Pulse
    workers: Workers
    apart: Workers
    """For what must be answered also when all other threads wait for a database."""
    gatekeeper: Gatekeeper
    clock: Clock
    new_id: NewId
    log: Log = field(repr=False)

    @property
    def store(self) -> ServerStore:
        """Raises `StoreUnavailable` while the database is not open."""
        return self.backend.opened.store

    def close(self) -> bool:
        """Waits a moment for requests that are worked on, then closes the database; whether all had ended."""
        ended = [self.workers.close(_LAST_SECONDS), self.apart.close(_LAST_SECONDS)]
        ended.append(self.pulse.stop())
        self.backend.stop()
        return all(ended)
