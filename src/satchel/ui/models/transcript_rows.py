"""The records a transcript shows, by position, and what each says. No pixels here."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from satchel.domain.runtime import RuntimeRecord
from satchel.domain.timestamps import to_datetime
from satchel.ui.models.record_text import ShownRecord, Voice, shown

_KEPT = 512
REPEATS_WITHIN = 3
"""How many records back the state of a chat is looked for, to tell it only when it changes."""
_LOOK_BACK = 32
"""How many hidden records a day's heading looks past."""


class TranscriptRows:
    """Records at positions that never change: the first page counts from 0, older ones go below it.

    The sequence given to `begin` is kept as it is and not copied: opening costs the same for a million.
    """

    def __init__(self) -> None:
        self._older: list[RuntimeRecord] = []
        self._page: Sequence[RuntimeRecord] = ()
        self._newer: list[RuntimeRecord] = []
        self._words: OrderedDict[int, ShownRecord] = OrderedDict()
        self._kind = ""
        self._own = True
        self._unsent_from: int | None = None
        self.new_from: int | None = None
        """The position that "New since you last looked" stands over."""

    def begin(self, records: Sequence[RuntimeRecord], kind: str, own: bool, unread: int) -> None:
        self._older, self._page, self._newer = [], records, []
        self._kind, self._own = kind, own
        self._words.clear()
        self._unsent_from = None
        first_new = len(records) - unread
        self.new_from = first_new if 0 < unread <= len(records) and first_new > 0 else None

    @property
    def first(self) -> int:
        return -len(self._older)

    @property
    def end(self) -> int:
        return len(self._page) + len(self._newer)

    def __len__(self) -> int:
        return self.end - self.first

    def __getitem__(self, position: int) -> RuntimeRecord:
        if position < 0:
            return self._older[-position - 1]
        if position < len(self._page):
            return self._page[position]
        return self._newer[position - len(self._page)]

    def prepend(self, records: Sequence[RuntimeRecord]) -> int:
        """Puts older records in front; those not older than the first are left out. Answers how many came."""
        limit = self[self.first].seq if len(self) else None
        wanted = [record for record in records if limit is None or record.seq < limit]
        for position in range(self.first, self.first + REPEATS_WITHIN):
            self._words.pop(position, None)  # a state may now repeat an older one
        self._older.extend(reversed(wanted))
        return len(wanted)

    def append(self, record: RuntimeRecord) -> bool:
        """Adds the newest record; one that is here already is left out. Answers whether it came."""
        if len(self) and record.seq <= self[self.end - 1].seq:
            return False
        self._newer.append(record)
        return True

    def find(self, seq: int) -> int:
        """The position of the record numbered `seq`, or the nearest there is."""
        return max(self.first, min(self.since(seq), self.end - 1))

    def since(self, seq: int) -> int:
        """The position from which on records are numbered `seq` or higher; `end` where there are none."""
        positions = range(self.first, self.end)
        return self.first + bisect_left(positions, seq, key=lambda position: self[position].seq)

    def mark_unsent(self, seq: int | None) -> range:
        """Records from `seq` on were not sent yet; None: all were. Answers the positions where that is news."""
        before, self._unsent_from = self._unsent_from, seq
        if seq == before:
            return range(0)
        edges = sorted(self.since(one) for one in (before, seq) if one is not None)
        return range(edges[0], edges[1] if len(edges) > 1 else self.end)

    def unsent(self, position: int) -> bool:
        """Whether it is a message that was not sent yet. Small lines that are no one's words do not say so."""
        waits = self._unsent_from is not None and self[position].seq >= self._unsent_from
        return waits and self.words(position).voice in (Voice.OWN, Voice.OTHER)

    def words(self, position: int) -> ShownRecord:
        found = self._words.get(position)
        if found is None:
            found = shown(self[position], self._kind, self._own)
            if found.state and self._repeats(position, found):
                found = replace(found, voice=Voice.HIDDEN)
            self._words[position] = found
            if len(self._words) > _KEPT:
                self._words.popitem(last=False)
        return found

    def _repeats(self, position: int, words: ShownRecord) -> bool:
        for earlier in range(position - 1, max(self.first, position - REPEATS_WITHIN) - 1, -1):
            before = shown(self[earlier], self._kind, self._own)
            if before.state:
                return before.text == words.text
        return False

    def forget_words(self) -> None:
        """Makes all words anew when next asked for: the language changed."""
        self._words.clear()

    def hidden(self, position: int) -> bool:
        return self.words(position).voice is Voice.HIDDEN

    def moment(self, position: int) -> datetime | None:
        """When the record was made; None where its time cannot be read."""
        try:
            return to_datetime(self[position].created_at)
        except (ValueError, TypeError):
            return None

    def shown_before(self, position: int) -> int | None:
        """The nearest earlier position that shows something, if there is one close by."""
        for earlier in range(position - 1, max(self.first, position - _LOOK_BACK) - 1, -1):
            if not self.hidden(earlier):
                return earlier
        return None

    def shown_from(self, position: int, step: int) -> int | None:
        """The nearest position from `position` on, in the direction of `step`, that shows something."""
        while self.first <= position < self.end:
            if not self.hidden(position):
                return position
            position += step
        return None
