"""A session's turns, read backwards from the newest. Nothing is read that nobody asked for.

A turn is a record the learner opened it with, and what answers it. What a tool answered stays with the call:
where they stand in two turns, these are taken as one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, TypeAlias

import msgspec

from satchel.context.said import Said, read_said
from satchel.context.tokens import Counter
from satchel.domain.errors import SatchelError
from satchel.store.history import Entry

PER_MESSAGE: Final = 4
"""Tokens a message takes beside its content, in the chat-completions format; a call of a tool takes as many."""
MOST_CHARACTERS: Final = 16
"""In a token: what has more of them than this for each token there is room for is not even counted."""
LONGEST_TURN: Final = 512
"""Records looked at for the beginning of a turn that is too large for the pack anyhow."""
MOST_SKIPPED: Final = 500
"""Damaged records on the way, after which nothing older is read."""
_LOOK_AHEAD: Final = 8
"""Turns within which a tool's answer finds its call."""
FIRST_PAGE: Final = 48
_LARGEST_PAGE: Final = 384

ReadBefore: TypeAlias = Callable[[int, int], list[Entry]]
"""Records below a `seq`, at most so many, newest first."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A record that can be read, with what it says."""

    entry: Entry
    said: Said


@dataclass(slots=True)
class Turn:
    """Records of one turn, oldest first. `left_out` of them stand between the first and the others."""

    pieces: list[Piece]
    first_seq: int
    last_seq: int
    tokens: int
    """More than there is room for where it was not counted to the end; 0 where it was not counted at all."""
    complete: bool
    """Whether its beginning was found."""
    left_out: int = 0
    has_tools: bool = False

    @property
    def records(self) -> int:
        return self.last_seq - self.first_seq + 1

    def open_answers(self) -> set[str]:
        """What tools answered to calls that are not in this turn."""
        return {r.call_id for piece in self.pieces for r in piece.said.results} - self.calls()

    def calls(self) -> set[str]:
        return {call.id for piece in self.pieces for call in piece.said.calls}

    def behind(self, older: Turn) -> Turn:
        """Both as one."""
        return Turn(
            older.pieces + self.pieces,
            older.first_seq,
            self.last_seq,
            older.tokens + self.tokens,
            older.complete,
            older.left_out + self.left_out,
            older.has_tools or self.has_tools,
        )


@dataclass(slots=True)
class Backwards:
    """The turns of one session, newest first; `skipped` collects what cannot be read on the way."""

    newest: list[Entry]
    """The first page, read already."""
    read_before: ReadBefore
    counter: Counter
    kind: str
    room: int
    """Tokens of the whole pack: a turn larger than that is not read whole."""
    counting: bool = True
    """False from where turns are condensed anyhow."""
    counted: dict[int, int] = field(default_factory=dict)
    """By record key: what was counted now, and not before."""
    skipped: list[tuple[int, str]] = field(default_factory=list)
    characters: int = 0
    """Of payload read so far."""

    def turns(self) -> Iterator[Turn]:
        single = self._single_turns()
        ahead: deque[Turn] = deque()
        while True:
            turn = ahead.popleft() if ahead else next(single, None)
            if turn is None:
                return
            while turn.has_tools and (wanted := turn.open_answers()):
                ahead.extend(islice(single, max(0, _LOOK_AHEAD - len(ahead))))
                found = next((i for i, one in enumerate(ahead) if wanted & one.calls()), None)
                if found is None:
                    break
                for _ in range(found + 1):
                    turn = turn.behind(ahead.popleft())
            yield turn

    def _single_turns(self) -> Iterator[Turn]:
        pending: list[Piece] = []
        tokens = left_out = 0
        tools = False
        first_seq = last_seq = self.newest[0].seq if self.newest else -1
        for entry in self._entries():
            first_seq = entry.seq
            piece = self._piece(entry)
            if piece is None:
                if len(self.skipped) >= MOST_SKIPPED:
                    left_out = LONGEST_TURN
                    break
                continue
            one = piece.said
            if not one.opens and (tokens > self.room or len(pending) >= LONGEST_TURN):
                left_out += 1
                if left_out >= LONGEST_TURN:
                    break
                continue
            pending.append(piece)
            tools = tools or bool(one.calls or one.results)
            if (
                self.counting
            ):  # what says nothing counts too, or much of it would be read to its beginning
                tokens += self.tokens_of(piece) or 1
            if one.opens:
                yield Turn(pending[::-1], first_seq, last_seq, tokens, True, left_out, tools)
                pending, tokens, left_out, last_seq, tools = [], 0, 0, first_seq - 1, False
        if pending:
            complete = left_out < LONGEST_TURN
            yield Turn(pending[::-1], first_seq, last_seq, tokens, complete, left_out, tools)

    def tokens_of(self, piece: Piece) -> int:
        """Of the messages a record becomes; more than there is room for where it is not worth counting."""
        most = self.room * MOST_CHARACTERS
        # Asked before the cache is, or a pack would depend on what was counted for others.
        if len(piece.entry.payload_text) > most and sum(map(len, _texts(piece.said))) > most:
            return self.room + 1
        known = piece.entry.tokens
        if type(known) is not int or known < 0:  # not counted yet, or a damaged cache
            known = self.counted[piece.entry.key] = count_said(piece.said, self.counter)
        return known

    def _entries(self) -> Iterator[Entry]:
        entries, page = self.newest, FIRST_PAGE
        while entries:
            yield from entries
            page = min(2 * page, _LARGEST_PAGE)
            entries = self.read_before(entries[-1].seq, page)

    def _piece(self, entry: Entry) -> Piece | None:
        """None for a record that cannot be read."""
        text = entry.payload_text
        try:
            if type(text) is not str or type(entry.created_at) is not str:
                raise TypeError
            self.characters += len(text)
            return Piece(entry, read_said(text, self.kind, entry.id))
        except SatchelError as damage:
            self.skipped.append((entry.seq, damage.message))
        except TypeError:
            self.skipped.append((entry.seq, "What is stored is not a text."))
        return None


def count_said(one: Said, counter: Counter) -> int:
    """Tokens of the messages that `messages.blocks_of` makes of what one record says."""
    messages = (1 if one.text or one.calls else 0) + len(one.calls) + 2 * len(one.results)
    return PER_MESSAGE * messages + sum(map(counter.count, _texts(one)))


def _texts(one: Said) -> list[str]:
    texts = [one.text] if one.text else []
    for call in one.calls:
        texts += call.id, call.name, call.arguments
    for result in one.results:
        texts += result.call_id, result.name, result.text
    return texts
