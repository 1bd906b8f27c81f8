"""Turn packs as windows and the command line see them: what an assistant is given of a session, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from satchel.domain.errors import SatchelError, ValidationFailed
from satchel.domain.facts import Fact, FactChange
from satchel.domain.runtime import JsonObject

AUTO: Final = "auto"
SHALLOW: Final = "shallow"
MEDIUM: Final = "medium"
DEEP: Final = "deep"
TIERS: Final = (AUTO, SHALLOW, MEDIUM, DEEP)

MAX_BUDGET: Final = 10_000_000

# How much of a part is in the pack.
WHOLE: Final = "whole"
CUT: Final = "cut"
CONDENSED: Final = "condensed"
OMITTED: Final = "omitted"
SKIPPED: Final = "skipped"

# What a part is.
FACTS: Final = "facts"
SUMMARY: Final = "summary"
QUIZ: Final = "quiz"
POSITION: Final = "position"
TURN: Final = "turn"

# Why a part is not whole.
BUDGET: Final = "budget"
"""It did not fit any more."""
TOO_LARGE: Final = "too-large"
"""A turn larger than the whole budget."""
OLDER: Final = "older"
"""Older than what goes in whole."""
DAMAGED: Final = "damaged"
"""A record that cannot be read."""
NOT_READ: Final = "not-read"
"""Beyond what is read for one pack."""
SUMMARISED: Final = "summarised"
"""A summary stands for it."""


class PackPart(msgspec.Struct, frozen=True, gc=False):
    """Something that is in a pack, or is not. `first_seq` to `last_seq` are records, both included."""

    what: str
    state: str
    first_seq: int | None
    last_seq: int | None
    tokens: int
    reason: str = ""
    """One of the words above; empty where it is whole."""
    label: str = ""
    """The first words of it, or what is damaged: one line, from the data."""


@dataclass(frozen=True, slots=True)
class Pack:
    """What an assistant is given. `tokens` are at most `budget` less `reserve`."""

    session_id: str
    tier: str
    """Never `AUTO`, which stands in `asked`."""
    asked: str
    budget: int
    reserve: int
    """Tokens kept free because the counter is not exact."""
    tokens: int
    counter: str
    exact: bool
    messages: tuple[JsonObject, ...]
    """As chat completions take them: `role`, `content`, `tool_calls`, `tool_call_id`."""
    parts: tuple[PackPart, ...]
    """What is known first, then the oldest first."""
    included: int
    """Records that are in it whole or cut."""
    condensed: int
    """Records a line or a summary stands for."""
    omitted: int
    """All other records of the session."""


class PackRefused(SatchelError):
    """No pack can be made of this session as it is."""

    code = "NO_PACK"


class PackSource(Protocol):
    """How a window shows what an assistant would be given. For the pool or the worker, never its own thread:
    the first pack may load a counter, for half a second."""

    def pack(self, session_id: str, budget: int, tier: str = AUTO) -> Pack:
        """The pack of a session, in at most `budget` tokens.

        Raises `SessionNotFound`, `CorruptRow`, `SessionTrashed`; `PackRefused` where the records are not on this
        laptop; `ValidationFailed` for a budget or a tier that cannot be.
        """
        ...

    def facts(self, session_id: str) -> tuple[Fact, ...]:
        """What is known in a session, in its order. Raises `SessionNotFound`, `CorruptRow`."""
        ...

    def change_facts(self, session_id: str, change: FactChange) -> tuple[Fact, ...]:
        """What is known then; committed when it returns.

        Raises `ReadOnlySession` for others' work, `NotFound` where the fact is gone, `ValidationFailed` for a text
        that is empty or too long, or for one fact too many.
        """
        ...


def check_asked(budget: int, tier: str) -> None:
    """Raises `ValidationFailed` for a budget or a tier that cannot be."""
    if not 1 <= budget <= MAX_BUDGET:
        raise ValidationFailed(
            f"A budget is a number of tokens from 1 to {MAX_BUDGET:,}. Give another one."
        )
    if tier not in TIERS:
        raise ValidationFailed(
            f"There is no tier “{tier[:40]}”. Take {', '.join(TIERS[:-1])} or {TIERS[-1]}."
        )
