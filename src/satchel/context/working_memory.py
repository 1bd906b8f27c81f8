"""Working memory: the facts of a session, stored with it, and what its newest records bind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import attrgetter
from typing import Final

from satchel.context.cutting import LEAST
from satchel.context.said import SYSTEM
from satchel.context.tokens import Counter
from satchel.context.turns import MOST_CHARACTERS, PER_MESSAGE
from satchel.domain.contracts import NewId
from satchel.domain.facts import (
    COURSE,
    FOREIGN,
    LEARNER,
    QUESTION,
    SCENE,
    Fact,
    FactChange,
    changed,
    read_facts,
    stored_facts,
    told,
    with_bindings,
)
from satchel.domain.json_value import JsonValue, text_fault
from satchel.domain.packs import BUDGET, FACTS, OMITTED, WHOLE, PackPart
from satchel.domain.runtime import WORKSPACE_STAGE, JsonObject
from satchel.domain.satchel_object import value_of
from satchel.domain.spoken import cut, one_line
from satchel.store.history import Entry, History
from satchel.store.local_sessions import LocalSessions
from satchel.store.rows import SessionState

HEAD: Final = "What is known in this session:"
_LONGEST_REF: Final = 200
_LOOKED_AT: Final = 48
"""The newest records, which say where the learner is now."""
_SCENE, _QUESTION = attrgetter("scene_id"), attrgetter("sub_anchor")


class WorkingMemory:
    """Facts stay with a session wherever it goes: they are a field of its `satchel` object."""

    def __init__(self, history: History, sessions: LocalSessions, new_id: NewId) -> None:
        self._history = history
        self._sessions = sessions
        self._new_id = new_id

    def facts(self, session_id: str) -> tuple[Fact, ...]:
        """What is known now, in its order. Raises `SessionNotFound`, `CorruptRow`."""
        state = self._history.stored(session_id)
        return told(self.of(state, self._newest(state)))

    def change(self, session_id: str, change: FactChange) -> tuple[Fact, ...]:
        """Changes what is stored then, and stores what is bound with it.

        Raises `ReadOnlySession` for others' work, `NotFound` where there is no such fact any more,
        `ValidationFailed` for a text that cannot be one, and what every write raises.
        """
        kept: tuple[Fact, ...] = ()

        def apply(state: SessionState) -> JsonValue:
            nonlocal kept
            kept = changed(self.of(state, self._newest(state)), change, self._new_id())
            return stored_facts(kept)

        self._sessions.change_facts(session_id, apply)
        return told(kept)

    def of(self, state: SessionState, newest: Iterable[Entry]) -> tuple[Fact, ...]:
        """The stored facts of a session with what `newest`, its last records from the last on, bind."""
        return with_bindings(read_facts(value_of(state.satchel, "facts")), bindings(state, newest))

    def _newest(self, state: SessionState) -> list[Entry]:
        return self._history.before(state.key, state.next_seq, _LOOKED_AT, "")


def bindings(state: SessionState, newest: Iterable[Entry]) -> list[Fact]:
    """Course and learner of a session, and the scene and the question its records were anchored to last."""
    session = state.session
    found = [Fact(LEARNER, LEARNER, session.learner_key, False, session.learner_key)]
    if session.stage_id != WORKSPACE_STAGE:
        found.insert(0, Fact(COURSE, COURSE, session.stage_id, False, session.stage_id))
    for kind, anchor in ((SCENE, _SCENE), (QUESTION, _QUESTION)):
        for entry in newest:
            if ref := _sound(anchor(entry)):
                found.append(Fact(kind, kind, ref, False, ref, _sound(entry.id)))
                break
    return [_short(fact) for fact in found]


def fact_lines(
    facts: Sequence[Fact], room: int, counter: Counter
) -> tuple[JsonObject | None, int, list[PackPart]]:
    """The message that comes first in a pack, its tokens, and what is in it; what does not fit is left out.

    Pinned facts come before bindings. Who learns is told by a pinned fact only: a learner key is nobody's name.
    """
    spoken = [fact for fact in facts if fact.text and (fact.pinned or fact.kind != LEARNER)]
    spoken.sort(key=lambda fact: not fact.pinned)
    lines = [f"- {_kind(fact)}: {fact.text}" for fact in spoken]
    number = _fitting(lines, room, counter)
    parts = [
        PackPart(FACTS, WHOLE, None, None, counter.count(line) if place < number else 0)
        if place < number
        else PackPart(FACTS, OMITTED, None, None, 0, BUDGET, cut(fact.text, 60))
        for place, (fact, line) in enumerate(zip(spoken, lines, strict=True))
    ]
    if not number:
        return None, 0, parts
    text = _text(lines[:number])
    return {"role": SYSTEM, "content": text}, PER_MESSAGE + counter.count(text), parts


def _fitting(lines: Sequence[str], room: int, counter: Counter) -> int:
    """How many of the lines, from the first on, fit in `room` tokens as one message."""
    if room < LEAST:
        return 0
    lengths = accumulate(map(len, lines))
    low, high = 0, sum(length <= room * MOST_CHARACTERS for length in lengths)
    middle = high  # as a rule all of them
    while low < high:
        if PER_MESSAGE + counter.count(_text(lines[:middle])) <= room:
            low = middle
        else:
            high = middle - 1
        middle = (low + high + 1) // 2
    return low


def _text(lines: Sequence[str]) -> str:
    return "\n".join((HEAD, *lines))


def _sound(value: object) -> str | None:
    """A damaged row can hold anything, which no fact can."""
    return value if isinstance(value, str) and not text_fault(value) else None


def _short(fact: Fact) -> Fact:
    return Fact(
        fact.id,
        fact.kind,
        cut(one_line(fact.text), _LONGEST_REF),
        fact.pinned,
        cut(fact.ref or "", _LONGEST_REF),
        fact.record_id,
    )


def _kind(fact: Fact) -> str:
    return "note" if fact.kind == FOREIGN else fact.kind
