"""Answers that are at odds with what the same server said before: by a lie of something on the way, or a stale copy.

For Satchel's own server, where within one incarnation numbers stay and nothing is taken away.
"""

from __future__ import annotations

from satchel.domain.remote_errors import MalformedResponse
from satchel.store.kept import Kept
from satchel.sync.remote_protocol import Change, Held


class AtOdds(MalformedResponse):
    """A server that contradicts itself. Nothing was taken from its answer."""


def falls_short(told: Change | None, held: Held) -> bool:
    """Whether it shows less than the feed has told of it in this run."""
    if told is None or told.there is None or told.last_seq is None:
        return False
    return is_same(told.there.incarnation, held) and (
        held.tail is None or held.tail < told.last_seq
    )


def contradicts(kept: Kept | None, held: Held) -> bool:
    """Whether what was confirmed of this incarnation is another thing now."""
    if kept is None or not kept.known or not is_same(kept.stamp, held):
        return False
    if kept.state.session.kind != held.there.session.kind:
        return True
    there = {one.id: one.seq for one in reversed(held.records)}
    return any(
        number is not None and there.get(id) != number for id, number in kept.numbers.items()
    )


def is_same(stamp: str | None, held: Held) -> bool:
    return stamp is not None and stamp == held.there.incarnation
