"""What windows and the command line see of retention: how long things stay, and what a run removed or kept.

Times are ISO-8601 strings; sizes are bytes. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from satchel.domain.errors import StoreUnavailable

EXPIRED = "expired"
"""A session whose time was over, moved to the trash."""
TRASH = "trash"
"""A session that lay in the trash long enough, deleted for good."""
EMPTY = "empty"
"""A session nothing was ever written in."""
EVICTED = "evicted"
"""The records of a session that the server holds: "not on this laptop"."""
DRAFT = "draft"
BACKUP = "backup"
SET_ASIDE = "set-aside"
"""A damaged database, long after everything that could be saved was saved."""
LEFTOVER = "leftover"
"""A file that a killed program left unfinished."""
JOURNAL = "journal"
"""Old lines of the journal of removals."""

KEPT_PINNED = "pinned"
KEPT_HELD = "held"
KEPT_UNSAFE = "unsafe"
"""It is nowhere else: not confirmed by the server as it is now, nor in a bundle since its last change."""
KEPT_UNSENT = "unsent"
"""As `KEPT_UNSAFE`, and the next sync will send it."""
KEPT_DRAFT = "draft"
"""Something was typed in it and not sent."""
KEPT_UNCHECKED = "unchecked"
"""The server could not be asked just now whether it holds every record."""
KEPT_NOT_SALVAGED = "not-salvaged"
KEPT_REFUSED = "refused"
"""The disk did not let it go."""


@dataclass(frozen=True, slots=True)
class RetentionSettings:
    """How long things stay in one profile. Days, from 0."""

    grace_days: int = 7
    """How long an expired session stays where it is, to be read and extended, before it goes to the trash."""
    trash_days: int = 30
    lives: tuple[tuple[str, int], ...] = ()
    """A kind of session, and how many days a new one of it lives; kinds that are not named live for ever."""
    draft_days: int = 90
    """Of drafts whose window is gone and that newer ones have replaced."""
    aside_days: int = 365
    evict_when_scarce: bool = False
    """Whether records the server holds may leave this laptop when its disk is nearly full."""
    evict_days: int = 90
    """How long nobody may have opened a session before its records may leave."""

    def life_of(self, kind: str) -> int | None:
        """How many days a new session of this kind lives; None: for ever."""
        return dict(self.lives).get(kind)


@dataclass(frozen=True, slots=True)
class Removal:
    """Something that was removed, or would be. `what` is one of the words above, `EXPIRED` to `JOURNAL`."""

    what: str
    id: str
    """A session's id, or a file's name."""
    reason: str
    """A sentence fragment for people, in English: "expired on 2026-11-20"."""
    size: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """What would be due by its age and stays. `why` is one of the `KEPT_…` words."""

    what: str
    id: str
    why: str
    message: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class SinceBoot:
    """Seconds since the laptop was started, in a start that `boot` names."""

    boot: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ClockQuestion:
    """The clock jumped, so nothing is removed until somebody says that it is right."""

    now: str
    expected: str
    """What it should show by what was seen before: the present is at least a day away from it."""

    @property
    def backwards(self) -> bool:
        return self.now < self.expected


@dataclass(frozen=True, slots=True)
class RetentionReport:
    """What one run did, or would do."""

    dry: bool
    removed: tuple[Removal, ...] = ()
    kept: tuple[Kept, ...] = ()
    question: ClockQuestion | None = None
    """Set: nothing was removed; `removed` tells what would be if the clock is right."""
    freed: int = 0
    """How much smaller the files became."""
    refusal: StoreUnavailable | None = None
    """Why it was not done, or not to its end: the data folder is only read, say, or another run is under way."""
    stopped: bool = False
    """It was told to stop, or the disk refused; the next run goes on."""

    @property
    def asks(self) -> bool:
        """Whether there is a question that matters: something waits for its answer."""
        return self.question is not None and bool(self.removed)

    @property
    def to_trash(self) -> tuple[Removal, ...]:
        """What went to the trash: it can be restored, and gives no room."""
        return tuple(one for one in self.removed if one.what == EXPIRED)

    @property
    def off_laptop(self) -> tuple[Removal, ...]:
        """What the server alone holds now."""
        return tuple(one for one in self.removed if one.what == EVICTED)

    @property
    def for_good(self) -> tuple[Removal, ...]:
        return tuple(one for one in self.removed if one.what not in (EXPIRED, EVICTED))


@dataclass(frozen=True, slots=True)
class RetentionWish:
    """How a run is to go about it."""

    dry: bool = False
    clock_is_right: bool = False
    """Somebody looked at the clock and says so."""
    evict: bool = False
    """Free space now: records the server holds leave, whatever the settings say."""
    ask: Callable[[Kept], bool] | None = field(default=None, compare=False)
    """Asked about each thing that stays otherwise, but for what a window has open; None: nobody is there."""


Stop: TypeAlias = Callable[[], bool]


class RetentionService(Protocol):
    """Retention of one profile. Calls touch the disk: windows make them away from their thread.

    They raise kinds of `StoreUnavailable` where the database itself cannot be opened.
    """

    def settings(self) -> RetentionSettings: ...

    def configure(self, settings: RetentionSettings) -> None:
        """Raises `ValidationFailed`, `StoreReadOnly`."""
        ...

    def run(self, wish: RetentionWish, stop: Stop) -> RetentionReport:
        """One run, on a connection of its own; `stop` is asked between steps. A second one at once leaves."""
        ...

    def run_daily(self, stop: Stop) -> RetentionReport | None:
        """The quiet run: None where one ended within the last day. Never raises; what went wrong is logged."""
        ...

    def clock_question(self) -> ClockQuestion | None:
        """What waits for an answer, from the last run that found it."""
        ...

    def clock_is_right(self) -> None:
        """Answers it; the next run goes on."""
        ...
