"""Asking a server what it holds, before the last copy here goes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from satchel.domain.errors import SatchelError
from satchel.sync.running import Speaker


class ReadingBack:
    """Connects at the first question. Once the server could not be asked, it is not asked again. `close` it."""

    def __init__(self, connect: Callable[[], Speaker | None]) -> None:
        self._connect = connect
        self._speaker: Speaker | None = None
        self._given_up = False

    def records_of(self, session_id: str) -> frozenset[str] | None:
        """The ids of the records it shows of a session; None where it shows no such session, or cannot be asked."""
        if self._given_up:
            return None
        try:
            self._speaker = self._speaker or self._connect()
            if self._speaker is not None:
                held = self._speaker.get(session_id)
                if held is None:
                    return None
                return frozenset(one.record.id for one in held.records if one.record is not None)
        except SatchelError:
            pass
        self._given_up = True
        return None

    def close(self) -> None:
        if self._speaker is not None:
            with suppress(SatchelError):
                self._speaker.close()
