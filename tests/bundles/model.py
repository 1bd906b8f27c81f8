"""The rules of importing in few words: what a laptop holds, and what becomes of a bundle on it.

A history is a list of record names; two records of one name have one content. `tests/bundles/test_model.py` lets
it and the program do the same and compares.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from satchel.bundles.outcomes import CREATED, DELETED, EXTENDED, FORKED, RESTORED, UNCHANGED
from satchel.domain.merge import fork_id, nearest_first
from satchel.domain.runtime import QUIZ_ATTEMPT, STATUSES, JsonObject

LIVE, TRASH = "live", "trash"


@dataclass
class Session:
    id: str
    root: str
    kind: str
    status: str = "active"
    history: list[str] = field(default_factory=list)
    place: str = LIVE
    evicted: bool = False
    """Its records are not on this laptop."""


@dataclass(frozen=True)
class Copy:
    """A session as a bundle has it."""

    id: str
    root: str
    kind: str
    status: str
    history: tuple[str, ...]


def contained(kind: str, inner: list[str], outer: list[str]) -> bool:
    if kind == QUIZ_ATTEMPT:
        return inner == outer[: len(inner)]
    rest = iter(outer)
    return all(one in rest for one in inner)


def common(left: list[str], right: list[str]) -> int:
    pairs = enumerate(zip(left, right, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(left), len(right)))


class Laptop:
    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}
        self.tombstones: set[str] = set()

    # --- what people do ----------------------------------------------------------------------------

    def export(self) -> list[Copy]:
        return [
            Copy(one.id, one.root, one.kind, one.status, tuple(one.history))
            for one in self.sessions.values()
            if one.place == LIVE and not one.evicted
        ]

    def empty_trash(self, id: str) -> None:
        del self.sessions[id]
        self.tombstones.add(id)

    def evict(self, id: str) -> None:
        self.sessions[id].history, self.sessions[id].evicted = [], True

    # --- the outcome table -------------------------------------------------------------------------

    def take(self, copy: Copy, content: dict[str, JsonObject], chosen: bool) -> str:
        """The outcome. `content` is what each record holds, as ids of forks need it."""
        family = [
            one
            for one in self.sessions.values()
            if one.kind == copy.kind and (one.root == copy.root or one.id == copy.id)
        ]
        family.sort(key=lambda one: (one.id != copy.id, one.id != copy.root, one.id))
        live = [one for one in family if one.place == LIVE]
        if self._holder(copy, live):
            return self._settle(copy, live, content, chosen)
        for one in [] if self._gone_on(copy, live) else family:
            if one.place == TRASH and (one.id == copy.id or self._alike(copy, one)):
                if not chosen:
                    return DELETED
                one.place = LIVE
                outcome = self._settle(copy, [*live, one], content, chosen)
                return DELETED if outcome == DELETED else RESTORED
        buried = copy.id in self.tombstones and copy.id not in {one.id for one in live}
        if buried and not chosen:
            return DELETED
        return self._settle(copy, live, content, chosen)

    def _alike(self, copy: Copy, one: Session) -> bool:
        history = list(copy.history)
        return not one.evicted and (
            contained(copy.kind, history, one.history) or contained(copy.kind, one.history, history)
        )

    def _gone_on(self, copy: Copy, live: list[Session]) -> Session | None:
        """The session of its own id here, if the copy goes on from it."""
        own = next((one for one in live if one.id == copy.id and not one.evicted), None)
        goes_on = own and contained(copy.kind, own.history, list(copy.history))
        return own if goes_on else None

    def _holder(self, copy: Copy, live: list[Session]) -> Session | None:
        history = list(copy.history)
        for one in live:
            if not history if one.evicted else contained(copy.kind, history, one.history):
                return one
        return None

    def _settle(
        self, copy: Copy, live: list[Session], content: dict[str, JsonObject], chosen: bool
    ) -> str:
        if holder := self._holder(copy, live):
            self._learn(copy, self._gone_on(copy, live) or holder)
            return UNCHANGED
        history = list(copy.history)
        for one in sorted(live, key=lambda one: (not one.evicted, -len(one.history))):
            filled = one.evicted and one.id == copy.id
            if filled or (not one.evicted and contained(copy.kind, one.history, history)):
                taught = self._gone_on(copy, live) or one
                one.history, one.evicted = history, False
                self._learn(copy, taught)
                return EXTENDED
        id, outcome = copy.id, FORKED if live else CREATED
        if id in self.sessions:
            id, outcome = self._fork(copy, live, content), FORKED
        if id in self.tombstones:
            if not chosen:
                return DELETED
            outcome = RESTORED
            self.tombstones.discard(id)
        self.sessions[id] = Session(id, copy.root, copy.kind, copy.status, history)
        return outcome

    def _fork(self, copy: Copy, live: list[Session], content: dict[str, JsonObject]) -> str:
        history = list(copy.history)
        shared = {one.id: common(one.history, history) for one in live if not one.evicted}
        near = nearest_first(shared or {copy.id: 0}, copy.root)[0]
        parting = history[shared.get(near, 0)]
        id = fork_id(near, parting, content[parting])
        while id in self.sessions:
            id = fork_id(id, parting, content[parting])
        return id

    def _learn(self, copy: Copy, one: Session) -> None:
        if one.id == copy.id:
            one.status = max(one.status, copy.status, key=STATUSES.index)
