"""What is new in the database since a window looked last, read on the worker in one go."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QTimer, Signal

from satchel.domain.contracts import (
    Followed,
    Learner,
    Listing,
    OpenedSession,
    SessionSummary,
    Workspace,
)
from satchel.domain.errors import CorruptRow, SatchelError, SessionNotFound, SessionTrashed
from satchel.domain.panes import WorkspacePanes
from satchel.ui.jobs import Jobs
from satchel.ui.listing_rest import MANY, ListingRest, leave_alone, let_go, uncollected
from satchel.ui.models.session_groups import Group, grouped, recent


@dataclass(frozen=True, slots=True)
class Start:
    """What a window begins with."""

    learner: Learner
    listing: Listing
    opened: OpenedSession | None
    index: ListingIndex


@dataclass(frozen=True, slots=True)
class ListingIndex:
    """What lists need of a listing, worked out where nobody waits for it."""

    groups: tuple[Group, ...]
    recent: tuple[SessionSummary, ...]
    by_id: Mapping[str, SessionSummary]


@dataclass(frozen=True, slots=True)
class News:
    """The listing, and what became of the session the window shows."""

    revision: object
    """Of the database, from before anything was read: what comes later is news again."""
    listing: Listing
    about: OpenedSession | None
    """The session shown when this was asked for."""
    followed: Followed | None = None
    gone: SatchelError | None = None
    """Why it cannot be shown any more."""
    index: ListingIndex | None = None
    """None: the listing is as it was told before."""
    began: float = 0.0
    ended: float = 0.0
    """When the listing was read, by the reader's timer."""
    rested: bool = False
    """The listing was not read: there may be another one by now."""

    def is_about(self, shown: OpenedSession | None) -> bool:
        """Whether that is what is shown still, and for as much: it may have been lost meanwhile."""
        if shown is None or self.about is None:
            return shown is self.about
        same = shown.summary.id == self.about.summary.id
        return same and shown.read_only == self.about.read_only


class NewsReader(QObject):
    """Asks on the worker; several wishes at once become one or two reads.

    The session shown is followed at once. A listing that takes long to read rests while changes come thick.
    """

    told = Signal(object)
    failed = Signal(object)
    stale = Signal()
    """Somebody wished to know while the last answer was on its way, or a listing rested: time to ask again."""

    def __init__(
        self,
        jobs: Jobs,
        page: int,
        parent: QObject,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._page = page
        self._timer = timer
        self._seen: object = None
        self._asked = self._wished = False
        self._listing: Listing | None = None
        self._rest = ListingRest()
        self._rested = QTimer(self, singleShot=True)
        self._rested.timeout.connect(self._again)

    def ask(self, workspace: Workspace, shown: OpenedSession | None) -> None:
        """Answers by `told`, if there is anything new."""
        if self._asked:
            self._wished = True
            return
        self._asked = True
        seen, page, before, timer = self._seen, self._page, self._listing, self._timer
        rests = before is not None and self._rest.left(timer()) > 0
        thick = self._rest.thick
        self._jobs.run(
            lambda: read_news(
                workspace, seen, shown, page, before, rests=rests, thick=thick, timer=timer
            ),
            self._done,
            self._not_done,
        )

    def forget(self) -> None:
        """What was told was not about what is shown by now: the next answer tells everything again."""
        self._seen = None

    def _done(self, news: News | None) -> None:
        self._asked = False
        old: list[SessionSummary] = []
        if news is not None:
            if news.index is not None and self._listing is not None:
                old += self._listing.sessions
            self._seen, self._listing = news.revision, news.listing
            if news.index is not None:
                self._rest.note(news.began, news.ended)
            if news.rested and not self._rested.isActive():
                self._rested.start(int(self._rest.left(self._timer()) * 1000) + 1)
            self.told.emit(news)
        if len(old) >= MANY:  # the last to refer to what is in no list any more; see `let_go`
            self._jobs.run(lambda: let_go(old))
        if self._wished:
            self._wished = False
            self.stale.emit()

    def _again(self) -> None:
        self.forget()
        self.stale.emit()

    def _not_done(self, error: Exception) -> None:
        self._asked = self._wished = False
        self.failed.emit(error)


def read_start(workspace: Workspace, panes: WorkspacePanes, page: int) -> Start:
    """Opens what the window showed before, if it is still there; nothing is taken from another window."""
    opened = None
    if panes.session_id is not None:
        try:
            opened = workspace.open(panes.session_id, page, take_over=False)
        except SatchelError:
            pass  # gone or damaged: the window starts at home, the list tells more
    if opened is not None and opened.summary.trashed_at is not None:
        opened = None
    with uncollected(0):
        listing = workspace.listing()
        index = index_of(listing, opened)
        if len(listing.sessions) >= MANY:
            leave_alone()
    return Start(workspace.learner, listing, opened, index)


def index_of(listing: Listing, shown: OpenedSession | None) -> ListingIndex:
    """The session that is `shown` has a row however old it is."""
    always = None if shown is None else shown.summary.id
    groups = grouped(listing.sessions, always=always)
    return ListingIndex(groups, recent(listing.sessions), {one.id: one for one in listing.sessions})


def read_news(
    workspace: Workspace,
    seen: object,
    shown: OpenedSession | None,
    page: int,
    before: Listing | None = None,
    *,
    rests: bool = False,
    thick: bool = False,
    timer: Callable[[], float] = time.monotonic,
) -> News | None:
    """None where the database is as it was at revision `seen`. Raises a `StoreUnavailable`.

    `before` is the listing as it was told last; while it `rests`, it is not read again; `thick` as of `uncollected`.
    """
    revision = workspace.revision()
    if revision == seen:
        return None
    began = timer()
    listing, index = before, None
    if listing is None or not rests:
        listing, index = _read_listing(workspace, before, shown, thick)
    news = News(revision, listing, shown, None, None, index, began, timer(), rests)
    if shown is None:
        return news
    try:
        followed = workspace.follow(shown, page)
    except (SessionNotFound, CorruptRow) as error:
        return replace(news, gone=error)
    if followed.opened.summary.trashed_at is not None and shown.summary.trashed_at is None:
        return replace(news, gone=SessionTrashed(shown.summary.id))
    return replace(news, followed=followed)


def _read_listing(
    workspace: Workspace, before: Listing | None, shown: OpenedSession | None, thick: bool
) -> tuple[Listing, ListingIndex | None]:
    """The listing, and its index where it is another one than `before`."""
    with uncollected(0 if before is None else len(before.sessions), thick=thick):
        listing = workspace.listing()
        if before is not None and listing == before:
            return before, None
        index = index_of(listing, shown)
        if len(listing.sessions) >= MANY:
            leave_alone()
    return listing, index
