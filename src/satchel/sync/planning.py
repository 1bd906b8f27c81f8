"""The stage `plan`: which sessions this run looks at, and whether a person must be asked first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from satchel.domain.contracts import Clock
from satchel.domain.json_value import JsonValue
from satchel.domain.remote_errors import RouteNotFound
from satchel.domain.runtime import WORKSPACE_STAGE
from satchel.domain.syncing import ASK_MANY_GONE
from satchel.store.database import SqliteDatabase
from satchel.store.kept import RemoteState
from satchel.store.sync_book import ABSENT, CHANGED, DELETED, SyncBook
from satchel.sync.comparing import PAGE, Comparison, in_turn_of, is_due, is_known, note_time
from satchel.sync.hearing import Hearing
from satchel.sync.remote_protocol import Change, Changes, Remote

_FEW: Final = 5


@dataclass(frozen=True, slots=True)
class Pace:
    """How much of what need not be looked at is looked at nevertheless, and what makes a run ask or give up."""

    lively: int = 50
    """On other servers: sessions used last, each run."""
    in_turn: int = 200
    """On other servers: of all the rest, each run."""
    compares_after: float | None = 24 * 3600
    """On our own server: seconds after which everything here is held against the feed from its beginning."""
    compares_in_turn: int = 50
    """Sessions whose records are read then although they seem to be alike."""
    failures: int = 3
    """Requests in a row that come to nothing, after which the server counts as out of reach."""
    hears_itself: bool = True
    """Whether a run that wrote reads what the feed says of that: where the server is set back before the next run,
    the cursor must stand behind it."""
    asks_when_many_gone: bool = True
    asks_when_server_changed: bool = True


class Planner:
    def __init__(
        self,
        database: SqliteDatabase,
        book: SyncBook,
        remote: Remote,
        pace: Pace,
        *,
        hearing: Hearing,
        clock: Clock,
        ours: bool,
        quiet: bool = False,
    ) -> None:
        """`quiet`: it is known already that nothing is to be sent or fetched."""
        self._database = database
        self._book = book
        self._remote = remote
        self._pace = pace
        self._hearing = hearing
        self._clock = clock
        self._ours = ours
        self.todo: list[str] = []
        """Ids of sessions, in the order in which they are looked at."""
        self.records = 0
        """How many records are to be sent."""
        self.told: dict[str, Change] = {}
        """What the feed said in this run, by session."""
        self._quiet = quiet
        self.asked = False
        """A question has to be answered first: nothing is to be done."""

    def plan(self) -> Iterator[str]:
        """Ends each step with a `yield`; the result is in `todo` and `asked`."""
        before = self._book.remote()
        if before.question is not None:
            self.asked = True
            return
        if self._ours:
            yield from self.follow_feed()
            if not self.asked:
                yield from self._compare(before)
            if self.asked or self._asks_first(self._doomed_by_feed()):
                return
            there = list(self._book.looks())
            if self._quiet:
                self.todo = there
            else:
                self._arrange(there, [id for id, _ in self._book.pending()])
        else:
            listed = self._listed()
            yield "plan"
            known = self._book.known_ids()
            missing = [id for id in known if id not in set(listed)]
            if self._asks_first(missing):
                return
            self._arrange(*self._due(listed, missing))

    def _arrange(self, first: Iterable[str], then: Iterable[str]) -> None:
        """What somebody waits for comes before everything."""
        wanted = [id for id, awaited in self._book.pending() if awaited]
        self.todo = list(dict.fromkeys([*wanted, *first, *then, *self._book.owed()]))
        if self.todo:
            self.records = sum(one.records for one in self._book.outbox())

    # --- our own server ----------------------------------------------------------------------------

    def follow_feed(self) -> Iterator[str]:
        """Notes what is to be looked at, page by page. Our own server only."""
        more = True
        while more:
            remote = self._book.remote()
            try:
                page = self._remote.changes(remote.cursor, PAGE)
            except RouteNotFound:  # a server of another make lies at the address now
                with self._database.transaction():
                    self._book.ask_about_server(None)
                self.asked = True
                return
            another = page.server_id != remote.server_id
            if another and self._pace.asks_when_server_changed:
                with self._database.transaction():
                    self._book.ask_about_server(page.server_id)
                self.asked = True
                yield "plan"
                return
            everything = another or page.whole or bool(remote.progress.get("everything"))
            self._take_page(self._hearing.page(page), remote.cursor, everything=everything)
            more = page.more
            yield "plan"

    def _take_page(self, page: Changes, cursor: str | None, *, everything: bool) -> None:
        """The cursor and what is still to be looked at are kept together."""
        changed = [one for one in page.changes if one.deleted or not is_known(self._book, one)]
        self.told.update((one.session_id, one) for one in changed)
        if not everything and page.cursor == cursor and not changed:
            return
        with self._database.transaction():
            looks = self._book.looks()
            if everything:
                told_before = [id for id, mark in looks.items() if mark == CHANGED]
                self._book.look([*self._book.met(), *told_before], ABSENT)
                self._book.note(everything=False)
            gone = [one.session_id for one in changed if one.deleted]
            self._book.look([one.session_id for one in changed if not one.deleted], CHANGED)
            self._book.look([id for id in gone if id in looks or self._concerns(id)], DELETED)
            self._book.set_server(page.server_id, page.cursor)

    def _compare(self, before: RemoteState) -> Iterator[str]:
        """Holds everything against the feed from its beginning, where it is time."""
        now = self._clock()
        if not is_due(before.progress, now, self._pace.compares_after):
            return
        if before.cursor is None:  # it was just read from there
            with self._database.transaction():
                note_time(self._book, now)
            return
        comparison = Comparison(self._database, self._book, self._remote, self._hearing)
        yield from comparison.steps(now, self._pace.compares_in_turn)
        self.told.update((one.session_id, one) for one in comparison.differing)

    def _concerns(self, session_id: str) -> bool:
        book = self._book
        return (
            book.glance(session_id) is not None
            or book.find_in_trash(session_id) is not None
            or book.tomb(session_id) is not None
        )

    def _doomed_by_feed(self) -> list[str]:
        gone = [id for id, mark in self._book.looks().items() if mark == DELETED]
        known = set(self._book.known_ids()) if gone else set()
        return [id for id in gone if id in known]

    # --- others ------------------------------------------------------------------------------------

    def _listed(self) -> list[str]:
        """What lies on the stages known here. Under others there may be more; it is not found."""
        stages = dict.fromkeys([*self._book.stages(), WORKSPACE_STAGE])
        found = {one.id for stage in stages for one in self._remote.listing(stage).sessions}
        self._hearing.listed(found)
        return sorted(found)

    def _due(self, listed: list[str], missing: list[str]) -> tuple[list[str], list[str]]:
        """What is new there, is not there, is to be sent, is used; and some of the rest, in turn."""
        here = self._book.all_ids()
        due = {*missing, *(id for id, _ in self._book.pending())}
        due.update(self._book.lively_ids(self._pace.lively))
        rest = [id for id in here if id not in due]
        with self._database.transaction():
            due.update(in_turn_of(self._book, rest, self._pace.in_turn))
        known = set(here)
        first = [id for id in listed if id not in known or id in due]
        return first, [id for id in here if id in due]

    # --- questions ---------------------------------------------------------------------------------

    def _asks_first(self, doomed: list[str]) -> bool:
        """Many at once, or over several runs, hardly are what somebody wanted."""
        if not doomed or not self._pace.asks_when_many_gone:
            return False
        if self._book.remote().progress.get("believe") is True:
            return False
        lately = set(self._book.lately_gone())
        count = len(lately.union(doomed))
        everything = len(lately.union(self._book.known_ids()))
        if count < everything and (count <= _FEW or count * 10 <= everything):
            return False
        ids: list[JsonValue] = [*doomed]
        with self._database.transaction():
            self._book.ask({"kind": ASK_MANY_GONE, "ids": ids, "count": count})
        self.asked = True
        return True
