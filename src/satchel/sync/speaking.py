"""The client a profile's runs speak through: kept between runs as long as nothing it is made of has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from satchel.domain.contracts import Clock
from satchel.domain.syncing import RemoteSettings
from satchel.sync.reporting import TokenMissing
from satchel.sync.room import Room
from satchel.sync.running import Speaker
from satchel.sync.setup import Former, SetUp
from satchel.sync.tokens import Tokens

Connect = Callable[[RemoteSettings, str | None, str | None, bool | None], Speaker]
"""Settings, token, learner key, and whether it is known to be Satchel's server: the client of it."""


@dataclass(slots=True)
class _Kept:
    revision: object
    """Of the database, from before anything below was read from it."""
    setup: SetUp
    made_of: tuple[RemoteSettings, str | None, str | None, bool | None]
    speaker: Speaker


class Speaking:
    """`connect` is given by tests; else it is HTTP. Used by one run at a time."""

    def __init__(self, connect: Connect | None, tokens: Tokens, clock: Clock) -> None:
        self._connect = connect
        self._tokens = tokens
        self._clock = clock
        self._kept: _Kept | None = None

    def as_before(self, revision: object) -> tuple[SetUp, Speaker] | None:
        """What the last run spoke with, where nothing was committed since; its connection may live still."""
        kept = self._kept
        return None if kept is None or kept.revision != revision else (kept.setup, kept.speaker)

    def kept(self, room: Room, setup: SetUp, revision: object) -> Speaker:
        """The client of the last run where it is made of the same, else a new one. Raises what `new` raises.

        `revision` is the database's from before `setup` was read.
        """
        made_of, kept = self._made_of(room, setup), self._kept
        if kept is not None and kept.made_of == made_of:
            kept.revision, kept.setup = revision, setup
            return kept.speaker
        self.let_go()
        speaker = self._made(*made_of)
        self._kept = _Kept(revision, setup, made_of, speaker)
        return speaker

    def let_go(self) -> None:
        """The next run connects anew."""
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.speaker.close()

    def new(self, room: Room, setup: SetUp) -> Speaker:
        """A client of one's own, to be closed. Raises `KeyringUnavailable`, `TokenMissing`."""
        return self._made(*self._made_of(room, setup))

    def token(self, setup: SetUp) -> str | None:
        """None: it is asked without one. Raises `KeyringUnavailable`, `TokenMissing`."""
        if setup.slot is None:
            return None
        found = self._tokens.find(setup.slot)
        if found is None:
            raise TokenMissing(
                "The token for the server is not where it was kept. Sign in to the server again."
            )
        return found

    def proof(self, room: Room, former: Former) -> str | None:
        """What speaks for a learner from before: where there was no token, the key was one."""
        if former.slot is not None:
            return self._tokens.find(former.slot)
        book = room.book_of(former.remote_key)
        return None if book is None else book.learner_key

    def _made_of(
        self, room: Room, setup: SetUp
    ) -> tuple[RemoteSettings, str | None, str | None, bool | None]:
        token = self.token(setup)
        key = next(iter(room.identity.own_keys()), None)
        book = room.book_of(setup.remote_key)
        known = book is not None and book.remote().server_id is not None
        return setup.settings, token, key, True if known else None

    def _made(
        self, settings: RemoteSettings, token: str | None, key: str | None, ours: bool | None
    ) -> Speaker:
        if self._connect is not None:
            return self._connect(settings, token, key, ours)
        from satchel.sync.probe import remote_of

        return remote_of(settings, token, key, self._clock, ours=ours)
