"""Holding everything here against our own server's feed from its beginning, now and then.

The feed tells a change once. What a wrong answer left here, or a change that never came, is found like this.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from satchel.domain.expiry import has_time
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import is_newer_than
from satchel.domain.timestamps import from_datetime, moment_of
from satchel.store.choices import satchel_of
from satchel.store.database import SqliteDatabase
from satchel.store.local_sessions import EXPIRED, GONE
from satchel.store.sync_book import ABSENT, CHANGED, DELETED, SyncBook
from satchel.sync.hearing import Hearing
from satchel.sync.remote_protocol import Change, Changes, Remote

PAGE: Final = 500
_AT: Final = "comparedAt"
_TURN: Final = "turn"


class Comparison:
    """`differing`: what is not here as the feed tells it."""

    def __init__(
        self, database: SqliteDatabase, book: SyncBook, remote: Remote, hearing: Hearing
    ) -> None:
        self._database = database
        self._book = book
        self._remote = remote
        self._hearing = hearing
        self._seen: set[str] = set()
        self._gone: list[str] = []
        self._alike: list[str] = []
        self.differing: list[Change] = []

    def steps(self, now: datetime, in_turn: int) -> Iterator[str]:
        """Notes what is to be looked at. Ends without a result where the server changes meanwhile.

        Also `in_turn` sessions that seem to be alike: of two histories of one length only their records tell.
        """
        server_id, cursor, more = self._book.remote().server_id, None, True
        while more:
            page = self._remote.changes(cursor, PAGE)
            if page.server_id != server_id or page.whole:
                return  # the next run's feed says so, too
            self._seen.update(one.session_id for one in page.changes)
            self._read(self._hearing.page(page), now)
            cursor, more = page.cursor, page.more
            yield "plan"
        with self._database.transaction():
            self._note(now, in_turn)

    def _read(self, page: Changes, now: datetime) -> None:
        for change in page.changes:
            if change.deleted:
                self._gone.append(change.session_id)
            elif not self._rests(change, now):
                self._place(change)

    def _place(self, change: Change) -> None:
        if is_known(self._book, change, exactly=True):
            self._alike.append(change.session_id)
        else:
            self.differing.append(change)

    def _rests(self, change: Change, now: datetime) -> bool:
        """Whether nobody here wants it: it is in the trash, given up, or its time was over, and still is."""
        book, id = self._book, change.session_id
        satchel = (change.there and change.there.satchel) or {}
        kept = book.glance(id)
        if kept is not None:
            return kept.state.stub and kept.known and not kept.wanted
        trashed = book.find_in_trash(id)
        if trashed is not None:
            reason, here = trashed.state.trash_reason, trashed.state.satchel
            return reason != GONE and not (reason == EXPIRED and is_newer_than(satchel, here))
        tomb, stamp = book.tomb(id), change.there and change.there.incarnation
        length = 0 if change.last_seq is None else change.last_seq + 1
        rests = (
            tomb is not None and tomb.rests and tomb.stamp == stamp and length <= len(tomb.known)
        )
        return rests and not has_time(satchel, lambda: now)

    def _note(self, now: datetime, in_turn: int) -> None:
        book, looks = self._book, self._book.looks()
        known = dict.fromkeys(book.known_ids())
        told = [id for id, mark in looks.items() if mark == CHANGED]
        absent = [id for id in (*known, *told) if id not in self._seen]
        book.look([one.session_id for one in self.differing], CHANGED)
        book.look([id for id in self._gone if id in known], DELETED)
        book.look([id for id in absent if looks.get(id) != DELETED], ABSENT)
        book.look(in_turn_of(book, self._alike, in_turn), CHANGED)
        note_time(book, now)


def is_due(progress: JsonObject, now: datetime, seconds: float | None) -> bool:
    """Whether the last comparison is so long ago, or lies ahead: a clock was wrong then, or is now. None: never."""
    if seconds is None:
        return False
    last = moment_of(progress.get(_AT))
    return last is None or not 0 <= (now - last).total_seconds() < seconds


def note_time(book: SyncBook, now: datetime) -> None:
    """Inside the caller's transaction."""
    book.note(**{_AT: from_datetime(now)})


def in_turn_of(book: SyncBook, ids: list[str], most: int) -> list[str]:
    """Some of `ids`, so that after some runs each has had its turn. Inside the caller's transaction."""
    last, ordered = book.remote().progress.get(_TURN), sorted(ids)
    begin = bisect_right(ordered, last) if isinstance(last, str) else 0
    turn = (ordered[begin:] + ordered[:begin])[:most]
    if turn and len(turn) < len(ids):
        book.note(**{_TURN: turn[-1]})
    return turn


def is_known(book: SyncBook, change: Change, *, exactly: bool = False) -> bool:
    """Whether a change only tells what was confirmed already: most often what was sent from here.

    `exactly`: also not less than that.
    """
    there, kept = change.there, book.glance(change.session_id)
    if there is None or kept is None or not kept.known or kept.state.detached:
        return False
    satchel, agreed = there.satchel or {}, satchel_of(kept.agreed) or {}
    return (
        kept.stamp is not None
        and kept.stamp == there.incarnation
        and kept.tail == change.last_seq
        and kept.base == there.session.status
        and not is_newer_than(satchel, agreed)
        and not (exactly and is_newer_than(agreed, satchel))
    )
