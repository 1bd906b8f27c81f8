"""What is kept of a session for one remote, and of the remote itself: values that `sync_book` reads and writes."""

from __future__ import annotations

from dataclasses import dataclass, field

from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import is_newer_than
from satchel.store.choices import satchel_of
from satchel.store.reordering import Present
from satchel.store.rows import SessionState


@dataclass(slots=True)
class Kept:
    """A session here, and what the remote has confirmed of it."""

    state: SessionState
    id: str
    """Its wire id. The row of one in the trash whose id has a new owner bears another."""
    revive: bool
    wanted: bool
    known: bool
    """The remote has told us that it holds the session."""
    tail: int | None
    base: str | None
    """The status last agreed."""
    stamp: str | None
    """The incarnation last reconciled."""
    agreed: str | None
    """The `satchel` object last seen there; as it is spelt here, where nothing here is newer."""
    spelt: str
    """The `satchel` object as it is spelt here."""
    elsewhere: dict[str, int | None]
    """Of confirmed records that are not here."""
    parked: JsonObject | None
    numbers: dict[str, int | None] = field(default_factory=dict)
    """Of all confirmed records; None: confirmed once, lost there since."""
    records: list[Present] = field(default_factory=list)
    """Those here, in their order."""

    @property
    def key(self) -> int:
        return self.state.key

    @property
    def learner_key(self) -> str:
        return self.state.session.learner_key

    def unsent(self) -> list[Present]:
        return [one for one in self.records if self.numbers.get(one.id) is None]

    def tells_more(self) -> bool:
        """Whether a field of the `satchel` object is newer here than there."""
        return is_newer_than(self.state.satchel, satchel_of(self.agreed) or {})


@dataclass(frozen=True, slots=True)
class Tomb:
    """A session that was deleted here for good, as one remote is to see it."""

    owed: bool
    rests: bool
    """It went by time: the same one is not pulled again."""
    known: frozenset[str]
    stamp: str | None


@dataclass(frozen=True, slots=True)
class Unsent:
    """What is here alone of one session: so many records, and other changes (it is new, its status, its title)."""

    id: str
    records: int
    changes: int


@dataclass(frozen=True, slots=True)
class RemoteState:
    learner_key: str
    server_id: str | None
    """None where the server is not Satchel's, or was not asked yet."""
    cursor: str | None
    question: JsonObject | None
    progress: JsonObject
