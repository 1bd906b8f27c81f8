"""Makes turn packs: what is known first, then what a tier tells of the older turns, then the newest whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from satchel.context.condensing import block_text
from satchel.context.explaining import turn_parts
from satchel.context.said import SYSTEM
from satchel.context.surroundings import Extra, surroundings
from satchel.context.tiers import Choice, Turns, medium, shallow
from satchel.context.tokens import Counter
from satchel.context.turns import FIRST_PAGE, Backwards, Turn
from satchel.context.working_memory import WorkingMemory, fact_lines
from satchel.domain.facts import told
from satchel.domain.packs import AUTO, DEEP, MEDIUM, SHALLOW, Pack, PackRefused, check_asked
from satchel.domain.runtime import JsonObject
from satchel.store.history import Entry, History
from satchel.store.rows import SessionState
from satchel.store.token_counts import TokenCounts

PER_PACK: Final = 3
"""Tokens a request takes beside its messages."""
_TRIES: Final = 5


@dataclass(slots=True)
class _Filled:
    """A tier, filled."""

    tier: str
    choice: Choice
    extras: list[Extra] = field(default_factory=list)

    @property
    def last_told(self) -> int:
        return max((extra.last_seq for extra in self.extras), default=-1)

    def fits_well(self, turns: Turns, room: int, least: Choice) -> bool:
        """What `AUTO` asks of a tier: it tells more than a shallow pack, and still has the newest in full.

        In full means: as many turns whole as a shallow pack has, or turns that take half of the room; where even
        the newest turn is too large to be whole, it has three fifths of the room, which is enough.
        """
        choice = self.choice
        if not (choice.condensed or self.extras):
            return False
        if not least.whole:
            return choice.cut is not None or not turns.read
        whole = sum(turns.cost(place) for place in range(len(choice.whole)))
        return len(choice.whole) == len(least.whole) or 2 * whole >= room


class Packer:
    """For any thread but a window's own: an exact counter is loaded at the first pack."""

    def __init__(
        self, history: History, counts: TokenCounts, memory: WorkingMemory, counter: Counter
    ) -> None:
        self._history = history
        self._counts = counts
        self._memory = memory
        self._counter = counter

    def pack(self, session_id: str, budget: int, tier: str = AUTO) -> Pack:
        """The pack of a session. The same session, budget and tier always give the same pack.

        Raises `ValidationFailed`, `SessionNotFound`, `CorruptRow`, `SessionTrashed`, `PackRefused`.
        """
        check_asked(budget, tier)
        for _ in range(_TRIES):
            state = self._history.state(session_id)
            pack, counted = self._packed(state, budget, tier)
            if self._history.stands(state):
                self._counts.keep(self._counter.cache_name, counted)
                return pack
        raise PackRefused(
            "The messages of this session are being put in order just now. Try again in a moment."
        )

    def _packed(
        self, state: SessionState, budget: int, tier: str
    ) -> tuple[Pack, Mapping[int, int]]:
        """The pack, and what was counted for it. Read in steps: somebody may renumber the records meanwhile."""
        counter = self._counter
        reserve = 0 if counter.exact else -(-budget // 10)
        room = max(0, budget - reserve - PER_PACK)

        def read_before(seq: int, limit: int) -> list[Entry]:
            return self._history.before(state.key, seq, limit, counter.cache_name)

        newest = read_before(state.next_seq, FIRST_PAGE)
        source = Backwards(newest, read_before, counter, state.session.kind, room)
        facts = told(self._memory.of(state, newest))
        known, known_tokens, known_parts = fact_lines(facts, room // 2, counter)
        turns = Turns(source)
        filled = self._filled(state, turns, room - known_tokens, tier)
        messages = [*([known] if known else []), *_messages(filled, turns)]
        told_parts = (
            *known_parts,
            *(extra.part for extra in filled.extras),
            *turn_parts(filled.choice, turns, filled.last_told),
        )
        used = known_tokens + sum(extra.tokens for extra in filled.extras) + filled.choice.tokens
        included, condensed = _counted(filled, source)
        pack = Pack(
            session_id=state.session.id,
            tier=filled.tier,
            asked=tier,
            budget=budget,
            reserve=reserve,
            tokens=used + PER_PACK if messages else 0,
            counter=counter.name,
            exact=counter.exact,
            messages=tuple(messages),
            parts=told_parts,
            included=included,
            condensed=condensed,
            omitted=max(0, state.next_seq - included - condensed),
        )
        return pack, source.counted

    def _filled(self, state: SessionState, turns: Turns, room: int, tier: str) -> _Filled:
        least = shallow(turns, room)
        if tier == SHALLOW:
            return _Filled(SHALLOW, least)
        if tier in (DEEP, AUTO):
            deep = self._deep(state, turns, room, least)
            if tier == DEEP or (deep.extras and deep.fits_well(turns, room, least)):
                return deep
        middle = _Filled(MEDIUM, medium(turns, room, least) or least)
        if tier == MEDIUM or middle.fits_well(turns, room, least):
            return middle
        return _Filled(SHALLOW, least)

    def _deep(self, state: SessionState, turns: Turns, room: int, least: Choice) -> _Filled:
        """Everything there is to tell, less and less of it until every turn of `least` is mentioned."""
        extras = list(surroundings(self._history, state, room // 6, self._counter))
        while extras:
            filled = _Filled(DEEP, least, extras)
            left = room - sum(extra.tokens for extra in extras)
            choice = medium(turns, left, least, filled.last_told)
            if choice is not None:
                return replace(filled, choice=choice)
            extras = extras[:-1]
        return _Filled(DEEP, medium(turns, room, least) or least)


def _messages(filled: _Filled, turns: Turns) -> list[JsonObject]:
    choice = filled.choice
    messages = [extra.message for extra in filled.extras]
    if choice.condensed:
        first = turns.read.index(choice.condensed[0])
        lines = [turns.line(first + number) for number in range(len(choice.condensed))]
        messages.append({"role": SYSTEM, "content": block_text(lines)})
    for block in choice.cut_blocks:
        messages += block
    for place in range(len(choice.whole) - 1, -1, -1):
        for block in turns.blocks(place):
            messages += block
    return messages


def _counted(filled: _Filled, source: Backwards) -> tuple[int, int]:
    """Records that are in the pack, and records a line or a summary stands for."""
    choice = filled.choice
    damaged = [seq for seq, _ in source.skipped]

    def readable(turns: list[Turn]) -> int:
        return sum(
            turn.records - sum(turn.first_seq <= seq <= turn.last_seq for seq in damaged)
            for turn in turns
        )

    included = [*choice.whole, *([choice.cut] if choice.cut else [])]
    mentioned = [*included, *choice.condensed]
    oldest = min((turn.first_seq for turn in mentioned), default=filled.last_told + 1)
    return readable(included), readable(choice.condensed) + max(
        0, min(filled.last_told + 1, oldest)
    )
