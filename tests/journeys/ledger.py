"""What was written on a journey, by whom it was deleted, and what the network did behind everybody's back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from satchel.domain.runtime import QUIZ_ATTEMPT, JsonObject


@dataclass(frozen=True, slots=True)
class Entry:
    kind: str
    content: JsonObject
    """The record without its session and its number."""
    before: tuple[str, ...]
    """The history it was written behind: of an attempt it may never have another."""


@dataclass
class Ledger:
    """The witness against which laptops and servers are held."""

    records: dict[str, Entry] = field(default_factory=dict)
    deleted: set[str] = field(default_factory=set)
    """Ids of records of sessions that somebody deleted for good: they may be gone, and need not be."""
    late: set[str] = field(default_factory=set)
    """Ids of records that a server without stamps took from the network a second time, much later."""
    mixed: set[str] = field(default_factory=set)
    """Ids of attempts' records that a server without stamps took behind another history."""

    def wrote(self, record_id: str, kind: str, content: JsonObject, before: Iterable[str]) -> None:
        self.records[record_id] = Entry(kind, content, tuple(before))

    def lasting(self) -> set[str]:
        """What nobody deleted."""
        return self.records.keys() - self.deleted

    def parting(self, kind: str, history: list[str]) -> str | None:
        """The first record of an attempt that follows others than it was written behind."""
        if kind != QUIZ_ATTEMPT or self.mixed & set(history):
            return None
        for number, record_id in enumerate(history):
            if self.records[record_id].before != tuple(history[:number]):
                return record_id
        return None
