"""What windows know of sync at one moment. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from satchel.domain.syncing import RemoteSettings, SyncPhase, SyncStatus, TokenPlace

NO_SERVER: Final = SyncStatus(SyncPhase.NO_SERVER)
_PAUSED: Final = (SyncPhase.NO_SERVER, SyncPhase.OFF, SyncPhase.SIGN_IN, SyncPhase.ASKING)


@dataclass(frozen=True, slots=True)
class SyncNews:
    """The state as it was told last, the server as it is set up, and what is known of the network."""

    status: SyncStatus = NO_SERVER
    settings: RemoteSettings | None = None
    kept: TokenPlace | None = None
    """Where the token is; None: there is none."""
    metered: bool = False
    """Whether the network is known to be paid by volume."""
    stage: str = ""
    """What a run of this program is doing: a word of `SyncProgress`; empty while there is none."""

    settled: frozenset[str] = frozenset()
    """Local copies that somebody chose to have here alone: they ask for nothing any more."""

    @property
    def configured(self) -> bool:
        return self.settings is not None

    @property
    def running(self) -> bool:
        """Whether a run is under way, here or in another program."""
        return bool(self.stage) or self.status.phase is SyncPhase.RUNNING

    @property
    def held_back(self) -> bool:
        """Whether everything waits for another network, because this one is paid by volume."""
        return self.metered and self.settings is not None and not self.settings.on_metered

    @property
    def may_run(self) -> bool:
        """Whether a run may begin by itself, without anybody asking for it."""
        on = self.settings is not None and self.settings.enabled
        return on and not self.held_back and self.status.phase not in _PAUSED

    @property
    def locked_out(self) -> bool:
        """Whether the token is known to be there, but the keyring does not give it."""
        error = self.status.error
        locked = error is not None and error.code == "KEYRING_UNAVAILABLE"
        return self.status.phase is SyncPhase.SIGN_IN and locked

    @property
    def attention(self) -> int:
        """How many things only a person can mend."""
        status = self.status
        asks = status.question is not None
        signs_in = status.phase is SyncPhase.SIGN_IN
        return len(status.parked) + len(self.copies) + asks + signs_in + (status.moved > 0)

    @property
    def copies(self) -> tuple[str, ...]:
        """Local copies nobody has said anything about yet."""
        return tuple(one for one in self.status.copies if one not in self.settled)
