"""The server's storage, as the routes call it: each call one transaction, on behalf of one caller.

Another learner's session looks absent. The parts are in files of their own.
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable

from satchel.domain.contracts import Clock, NewId
from satchel.store.sql import Database
from satchel_server.appends import Appends
from satchel_server.attempts import Attempts
from satchel_server.feed import Feed
from satchel_server.identity import Identity, Randomness
from satchel_server.leases import Leases
from satchel_server.moves import Moves
from satchel_server.sessions import Sessions


class ServerStore(Sessions, Appends, Moves, Feed, Leases):
    """May be shared by threads. Every call raises `StoreUnavailable` or a kind of it where the database refuses;

    a `ConnectionLost` with `fate_unknown` where it may have been carried out all the same.
    """

    def __init__(
        self,
        database: Database,
        identity: Identity,
        *,
        clock: Clock,
        new_id: NewId,
        randomness: Randomness = secrets.token_hex,
        pause: Callable[[float], None] = time.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        super().__init__(
            database,
            identity,
            clock=clock,
            new_id=new_id,
            randomness=randomness,
            attempts=Attempts(pause=pause, jitter=jitter),
        )

    @property
    def server_id(self) -> str:
        """The name this database answers under at the moment. Raises `StoreUnavailable`."""
        return self._read(lambda: self._identity.server_id)

    def ping(self) -> None:
        """Raises `StoreUnavailable` where the database does not answer."""
        self._read(lambda: self._database.run(self._sql.ping))
