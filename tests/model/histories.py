"""What the model's parts share: the switches, a server's refusals, and histories as lists of records."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

ORDER: Final = ("active", "completed", "archived")

Record: TypeAlias = tuple[str, int]
"""An id and its content. A number stands for the content, because other servers round numbers."""

History: TypeAlias = list[Record]

Rev: TypeAlias = tuple[int, str]

Stamp: TypeAlias = tuple[int, int] | None
"""An incarnation: the server's epoch, and a number that is given once."""


@dataclass
class Rules:
    """Every correction that a counterexample forced; False gives the first, or the most obvious, reading."""

    fork_whole: bool = True
    """A fork made by sync has the whole history and the id rule of bundles."""
    strict_incarnation: bool = True
    """A number must still carry the id confirmed there."""
    recreated_is_new: bool = True
    """Nothing in common: another session under an old id."""
    restore_revives: bool = True
    """A restore voids the bookkeeping and counts as "someone chose it"."""
    gone_sends_no_delete: bool = True
    """What came to the trash because it vanished there never deletes there."""
    detach: bool = True
    """The local copy of what was deleted there is not sent until its user says so."""
    import_cancels_delete: bool = True
    """A chosen import cancels a deletion that is not delivered yet."""
    guarded_delete: bool = True
    """What has grown there since it was trashed here is not deleted."""
    server_epoch: bool = True
    """Our server takes a new id when it is restored."""
    server_tombstones: bool = True
    """Our server refuses a creation under a deleted id, if it is asked to."""
    absence_is_no_deletion: bool = True
    """Of our server only the feed's deletions count, not a 404."""
    contained_is_subsequence: bool = True
    """For open-ended kinds order decides what is contained, not adjacency."""
    own_id_if_free: bool = True
    """An imported branch keeps its id where that is free here."""
    evict_reads_back: bool = True
    """Eviction asks the server, not the bookkeeping."""
    fork_fresh_rev: bool = True
    """A fork's `satchel` object gets a fresh revision of this device."""
    unknown_base_furthest: bool = True
    """Where no status was agreed yet the further one stands."""
    tomb_in_preview: bool = True
    """The tombstone of an emptied trash is previewed like the trash."""
    back_there_leaves_trash: bool = True
    """What vanished there and is back there leaves the trash."""
    fork_only_into_active: bool = True
    """Sync extends no relative that is closed here or there."""
    rev_never_reused: bool = True
    """A device never gives one revision twice."""
    confirmed_once: bool = True
    """What was confirmed once is remembered when the server has lost it."""
    incarnation: bool = True
    """Our server stamps creations; a write meant for another one is refused."""
    stub_keeps_ids: bool = True
    """A stub remembers which ids were confirmed, under which numbers."""
    fill_stub: bool = True
    """A bundle may fill a stub."""
    filled_pulls_first: bool = True
    """And then it is pulled before it is pushed, in a run that had come to its push, too."""
    unchanged_teaches: bool = True
    """A copy that another session holds whole still tells its own session's status and title."""
    trash_only_if_needed: bool = True
    """A copy that goes on from the live session of its id brings no other out of the trash."""
    choice_follows_fork: bool = True
    """What someone chose to bring back stays chosen when sync makes a fork of it."""
    owed_stays_owed: bool = True
    """A deletion owed is not forgotten because an older copy of the same id leaves the trash, too."""


class Unclear(Exception):
    """No answer: the request may have been carried out, or not."""


class Exists(Exception):
    pass


class Conflict(Exception):
    pass


class NotActive(Exception):
    pass


class NotFound(Exception):
    pass


class Deleted(Exception):
    """Our server: this id was deleted."""


class Violation(AssertionError):
    """An invariant does not hold."""


def same(left: int, right: int) -> bool:
    """Numbers compare as doubles."""
    return float(left) == float(right)


def ids(history: Iterable[Record]) -> list[str]:
    return [record[0] for record in history]


def dedupe(records: Iterable[Record]) -> History:
    seen: set[str] = set()
    return [one for one in records if not (one[0] in seen or seen.add(one[0]))]  # type: ignore[func-returns-value]


def is_prefix(left: Sequence[Record], right: Sequence[Record]) -> bool:
    return len(left) <= len(right) and ids(left) == ids(right)[: len(left)]


def is_subsequence(left: Sequence[Record], right: Sequence[Record]) -> bool:
    rest = iter(ids(right))
    return all(one in rest for one in ids(left))


def common(left: Sequence[Record], right: Sequence[Record]) -> int:
    """How many records both begin with."""
    pairs = enumerate(zip(left, right, strict=False))
    return next((n for n, (a, b) in pairs if a[0] != b[0]), min(len(left), len(right)))


def short_fork_id(relative: str, parting: Record) -> str:
    """In place of the product's, which also knows the content."""
    namespace = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
    return str(uuid.uuid5(namespace, f"{relative}\n{parting[0]}"))[:13]
