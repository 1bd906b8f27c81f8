"""A session here and the one a server holds under its id: what both are to each other, and what stands.

Pure. Records are ids in order; what is in them is compared elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from satchel.domain.merge import further_status
from satchel.domain.runtime import ACTIVE, QUIZ_ATTEMPT


@dataclass(frozen=True, slots=True)
class Here:
    """`numbers` are those the server gave to confirmed records; None: confirmed once, lost there since."""

    kind: str
    status: str
    ids: Sequence[str]
    numbers: Mapping[str, int | None]
    known: bool
    detached: bool
    base: str | None
    """The status last agreed."""
    stamp: str | None
    """The incarnation last reconciled."""

    def unsent(self) -> list[str]:
        return [id for id in self.ids if self.numbers.get(id) is None]


@dataclass(frozen=True, slots=True)
class There:
    """`ids` without repeats; `by_number` tells which id stands at a number."""

    kind: str
    status: str
    ids: Sequence[str]
    by_number: Mapping[int, str]
    stamp: str | None


@dataclass(frozen=True, slots=True)
class Meeting:
    """What becomes of both."""

    nothing: bool = False
    """There is nothing yet that a local copy could meet."""
    replaced: bool = False
    """They have nothing in common: theirs takes the id."""
    unsent: tuple[str, ...] = ()
    """Records that are here alone."""
    together: bool = True
    """Whether those may follow there; else they part, as a session of their own."""
    status: str = ACTIVE
    contested: bool = False
    """Both sides changed the status; the server's stands."""


def meet(here: Here, there: There, conflicting: Set[str] = frozenset()) -> Meeting:
    """`conflicting` are ids that both have with other content, where ours was never confirmed."""
    other = is_other(here, there)
    if here.detached and not there.ids:
        return Meeting(nothing=True)
    if _is_replaced(here, there, other=other):
        return Meeting(replaced=True)
    have = set(there.ids)
    unsent = tuple(id for id in here.ids if id not in have or id in conflicting)
    prefix = list(there.ids) == list(here.ids[: len(there.ids)])
    follows = there.status == ACTIVE and not conflicting
    together = follows and (here.kind != QUIZ_ATTEMPT or prefix)
    base = None if other or not here.known or here.detached else here.base
    if base is None:
        status, contested = further_status(here.status, there.status), False
    else:
        theirs = there.status != base
        contested = theirs and here.status not in (base, there.status)
        status = there.status if theirs else here.status
    return Meeting(unsent=unsent, together=together, status=status, contested=contested)


def is_other(here: Here, there: There) -> bool:
    """Whether it is another session under an old id, or another incarnation of this one.

    So it is where a confirmed number is missing, or carries another id, or the stamp is another.
    """
    moved = any(
        number is None or there.by_number.get(number) != id for id, number in here.numbers.items()
    )
    if here.stamp is None or there.stamp is None:
        return moved
    return moved or _creation(here.stamp) != _creation(there.stamp)


def is_recreated(before: str | None, now: str | None) -> bool:
    """Whether stamps tell for certain that it was deleted and created again: without a restore in between."""
    if before is None or now is None:
        return False
    return _server(before) == _server(now) and _creation(before) != _creation(now)


def _is_replaced(here: Here, there: There, *, other: bool) -> bool:
    # Empty, and created again for certain: what was confirmed was deleted, and an attempt belongs to its own
    # incarnation.
    counts = bool(here.numbers) or (here.kind == QUIZ_ATTEMPT and bool(here.unsent()))
    emptied = not there.ids and is_recreated(here.stamp, there.stamp) and counts
    apart = not set(there.ids) & (set(here.ids) | set(here.numbers))
    if here.kind != there.kind:
        return True
    return (other or here.detached) and (bool(there.ids) or emptied) and apart


def _server(stamp: str) -> str:
    """A stamp is the server's present id, a dot, and what is random of the creation."""
    return stamp.rpartition(".")[0]


def _creation(stamp: str) -> str:
    return stamp.rpartition(".")[2]
