"""What is new in the database since a window looked last, read on the worker in one go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

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
from satchel.ui.models.session_groups import Group, grouped


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

    def is_about(self, shown: OpenedSession | None) -> bool:
        """Whether that is what is shown still, and for as much: it may have been lost meanwhile."""
        if shown is None or self.about is None:
            return shown is self.about
        same = shown.summary.id == self.about.summary.id
        return same and shown.read_only == self.about.read_only


class NewsReader(QObject):
    """Asks on the worker; several wishes at once become one or two reads."""

    told = Signal(object)
    failed = Signal(object)
    stale = Signal()
    """Somebody wished to know while the last answer was on its way: time to ask again."""

    def __init__(self, jobs: Jobs, page: int, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._page = page
        self._seen: object = None
        self._asked = self._wished = False
        self._listing: Listing | None = None

    def ask(self, workspace: Workspace, shown: OpenedSession | None) -> None:
        """Answers by `told`, if there is anything new."""
        if self._asked:
            self._wished = True
            return
        self._asked = True
        seen, page, before = self._seen, self._page, self._listing
        self._jobs.run(
            lambda: read_news(workspace, seen, shown, page, before), self._done, self._not_done
        )

    def forget(self) -> None:
        """What was told was not about what is shown by now: the next answer tells everything again."""
        self._seen = None

    def _done(self, news: News | None) -> None:
        self._asked = False
        if news is not None:
            self._seen, self._listing = news.revision, news.listing
            self.told.emit(news)
        if self._wished:
            self._wished = False
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
    listing = workspace.listing()
    return Start(workspace.learner, listing, opened, index_of(listing, opened))


def index_of(listing: Listing, shown: OpenedSession | None) -> ListingIndex:
    """The session that is `shown` has a row however old it is."""
    always = None if shown is None else shown.summary.id
    groups = grouped(listing.sessions, always=always)
    return ListingIndex(groups, {one.id: one for one in listing.sessions})


def read_news(
    workspace: Workspace,
    seen: object,
    shown: OpenedSession | None,
    page: int,
    before: Listing | None = None,
) -> News | None:
    """None where the database is as it was at revision `seen`. Raises a `StoreUnavailable`.

    `before` is the listing as it was told last.
    """
    revision = workspace.revision()
    if revision == seen:
        return None
    listing = workspace.listing()
    index = None
    if listing == before:
        listing = before
    else:
        index = index_of(listing, shown)
    if shown is None:
        return News(revision, listing, None, index=index)
    session_id = shown.summary.id
    try:
        followed = workspace.follow(shown, page)
    except (SessionNotFound, CorruptRow) as error:
        return News(revision, listing, shown, gone=error, index=index)
    if followed.opened.summary.trashed_at is not None and shown.summary.trashed_at is None:
        return News(revision, listing, shown, gone=SessionTrashed(session_id), index=index)
    return News(revision, listing, shown, followed, index=index)
