"""Opening the database of a configuration, step by step; and the file that tells a restored backup."""

from __future__ import annotations

import hashlib
from pathlib import Path

from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import StoreUnavailable
from satchel.store.postgres import parts_of
from satchel_server.config import ServerConfig
from satchel_server.identity import Identity
from satchel_server.mark import Mark
from satchel_server.opening import CannotOpen, PostgresAddress, open_database, parse
from satchel_server.schema import upgrade
from satchel_server.services import Opened, Opener
from satchel_server.store import ServerStore
from satchel_server.tokens import Tokens


def opener_of(config: ServerConfig, clock: Clock, new_id: NewId) -> Opener:
    """Opens the database, brings it to the newest schema and learns its name."""

    def opener() -> Opened:
        mark = mark_of(config.state_dir, config.database_url)
        _check_place(mark)
        upgrade(config.database_url)
        database = open_database(config.database_url, pool_size=config.limits.threads)
        try:
            identity = Identity(database, mark, clock=clock)
            identity.look()
            store = ServerStore(database, identity, clock=clock, new_id=new_id)
            tokens = Tokens(database, clock=clock, new_id=new_id)
        except BaseException:
            database.close()
            raise
        return Opened(store, tokens, database.close, identity.reason)

    return opener


def mark_of(state_dir: Path, url: str) -> Path:
    """Where this machine notes how far it saw the database: outside of it, so that a restored backup shows."""
    parsed = parse(url)
    where = str(parsed)
    if isinstance(parsed, PostgresAddress):
        parts = parts_of(parsed.text)
        host = parts.get("host") or parts.get("hostaddr")
        where = f"{host}:{parts.get('port')}/{parts.get('dbname')}"
    return state_dir / f"{hashlib.sha256(where.encode()).hexdigest()[:16]}.mark"


def _check_place(mark: Path) -> None:
    """Raises `CannotOpen` where there can be no mark: without one, a restored backup would not be noticed."""
    try:
        Mark(mark)
    except StoreUnavailable as error:
        reason = getattr(error.__cause__, "strerror", None) or "it cannot be used"
        raise CannotOpen(
            f"The server cannot write to “{mark.parent}”, where it notes how far it saw its database ({reason}). "
            "Name another folder with SATCHEL_STATE_DIR."
        ) from error
