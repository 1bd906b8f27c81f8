"""What one window does with its sessions: asks the workspace on the worker, reports by signals.

Outcomes arrive in the order they were asked for, which all of this relies on.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from satchel.domain.contracts import (
    LEASE_LOST,
    LEASE_UNAVAILABLE,
    READ_ONLY_FREE,
    READ_ONLY_HELD,
    READ_ONLY_STORE,
    READ_ONLY_UNKNOWN,
    SESSION_DELETED,
    Listing,
    OpenedSession,
    SessionSummary,
    Workspace,
)
from satchel.domain.errors import (
    CorruptRow,
    LeaseLost,
    SatchelError,
    SessionExpired,
    SessionTrashed,
)
from satchel.domain.panes import WorkspacePanes, with_session
from satchel.domain.runtime import RuntimeRecord
from satchel.ui.jobs import Jobs
from satchel.ui.lease_watch import LeaseWatch
from satchel.ui.models.session_groups import Group
from satchel.ui.session_changes import SessionChanges
from satchel.ui.session_news import ListingIndex, News, NewsReader, Start, read_start
from satchel.ui.session_opening import PAGE, SessionOpening
from satchel.ui.session_writing import SessionWriting


class SessionFlow(QObject):
    """Which session is shown, and what becomes of it. Carries intentions to the workspace and outcomes back.

    What is written in it goes by `writing`, what else is done to sessions by `changes`. It also tells what
    others do to the session shown: `came`, `followed`, `interrupted`, `left`, `gone`.
    """

    started = Signal(object)
    listed = Signal(object)
    opened = Signal(object)
    closed = Signal()
    older = Signal(object)
    appended = Signal(object)
    append_failed = Signal(str, object)
    came = Signal(object)
    """A record of the session shown that was written elsewhere."""
    followed = Signal(object, bool)
    """The session shown must be shown anew, in place: an `OpenedSession`; whether its history is another."""
    interrupted = Signal(object)
    """The session shown was lost, and from now on is an `OpenedSession` that can only be read."""
    left = Signal(str)
    """What was typed for the session shown in another window and not sent; empty if nothing is left."""
    held = Signal(object)
    """A session wished for is open in another living window: a person has to say what now."""
    gone = Signal(object, object)
    """The session shown is about to be closed, because it is not there any more: its summary, and why."""
    link_failed = Signal(object)
    """The session of a link cannot be opened."""
    panes_changed = Signal(object)
    changed = Signal(object)
    trashed = Signal(object)
    saving = Signal()
    failed = Signal(object)
    leaving = Signal()
    """The session shown is about to be left: who holds typed text hands it over now."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._workspace: Workspace | None = None
        self._current: OpenedSession | None = None
        self._listing = Listing((), ())
        self._index = ListingIndex((), (), {})
        self._panes = WorkspacePanes()
        self.writing = SessionWriting(jobs, lambda: self._workspace, lambda: self._current, self)
        self.writing.appended.connect(self._appended)
        self.writing.not_appended.connect(self._append_failed)
        self.writing.saving.connect(self.saving)
        self.writing.failed.connect(self.failed)
        self.changes = SessionChanges(jobs, lambda: self._workspace, self)
        self.changes.leaving.connect(self._let_go)
        self.changes.settled.connect(self._open_again)
        self.changes.changed.connect(self._changed)
        self.changes.trashed.connect(self._trashed)
        self.changes.failed.connect(self._change_failed)
        self._news = NewsReader(jobs, PAGE, self)
        self._news.told.connect(self._told)
        self._news.failed.connect(self.failed)
        self._news.stale.connect(self.refresh)
        self._opening = SessionOpening(jobs, self)
        self._opening.opened.connect(self._opened)
        self._opening.held.connect(self.held)
        self._opening.failed.connect(self._change_failed)
        self._opening.link_failed.connect(self.link_failed)
        self.leases = LeaseWatch(jobs, self)
        self.leases.session_interrupted.connect(self._interrupted)

    @property
    def current(self) -> OpenedSession | None:
        """The session this window shows."""
        return self._current

    @property
    def current_id(self) -> str | None:
        return None if self._current is None else self._current.summary.id

    @property
    def panes(self) -> WorkspacePanes:
        """What this window shows, as links say it."""
        return self._panes

    @property
    def loaded(self) -> bool:
        return self._workspace is not None

    @property
    def can_write(self) -> bool:
        return self._current is not None and self._current.read_only is None

    @property
    def summaries(self) -> tuple[SessionSummary, ...]:
        return self._listing.sessions

    def summary(self, session_id: str) -> SessionSummary | None:
        return self._index.by_id.get(session_id)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The sessions as the rail groups them."""
        return self._index.groups

    @property
    def recent(self) -> tuple[SessionSummary, ...]:
        """The first of one's own sessions that are not in the trash."""
        return self._index.recent

    # --- intentions ------------------------------------------------------------------------------

    def start(self, workspace: Workspace, panes: WorkspacePanes) -> None:
        """Reads the listing and opens what the window showed before; nothing is taken from another one."""
        self._workspace = workspace
        self.leases.begin(workspace)
        self._jobs.run(lambda: read_start(workspace, panes, PAGE), self._started, self._failed)

    def stop(self) -> None:
        """The workspace ends, and what it showed; another one may be started."""
        self._leave()
        self._opening.drop()
        self.leases.hold(None)
        self._workspace = self._current = None
        self._news.forget()

    def refresh(self, _done: object = None) -> None:
        """Looks what is new in the database, whoever changed it."""
        if self._workspace is not None:
            self._news.ask(self._workspace, self._current)

    def open(self, session_id: str) -> None:
        """Opens a session, unless it is the one shown. If a living window has it, `held` asks first."""
        if self._workspace is not None and session_id != self.current_id:
            self._leave()
            self._opening.ask_first(self._workspace, session_id)

    def open_to_read(self, session_id: str, *, by_link: bool = False) -> None:
        """Opens a session and takes it from no other window."""
        if self._workspace is not None and session_id != self.current_id:
            self._leave()
            self._opening.read(self._workspace, session_id, by_link=by_link)

    def take_over(self, session_id: str) -> None:
        """Opens a session, or goes on in the one shown, from whichever window it is taken."""
        if self._workspace is not None:
            self._leave()
            self._opening.take(self._workspace, session_id)

    def new_session(self) -> None:
        if self._workspace is not None:
            self._leave()
            taken = {one.title for one in self._listing.sessions}
            self._opening.begin(self._workspace, taken)

    def close(self) -> None:
        """Lets go of the open session and shows none."""
        self._leave()
        self._opening.drop()
        self._set_current(None)
        if self._workspace is not None:
            self._jobs.run(self._workspace.close, None, self._failed)
        self.closed.emit()

    def read_older(self, before: int) -> None:
        workspace, session_id = self._workspace, self.current_id
        if workspace is None or session_id is None:
            return
        self._jobs.run(
            lambda: (session_id, workspace.records(session_id, before, PAGE)),
            self._older,
            self._failed,
        )

    def mark_read(self, record_key: int) -> None:
        workspace, current = self._workspace, self._current
        if workspace is None or current is None or current.read_only == READ_ONLY_STORE:
            return
        session_id = current.summary.id
        self._jobs.run(
            lambda: workspace.mark_read(session_id, record_key), self.refresh, self._failed
        )

    # --- outcomes --------------------------------------------------------------------------------

    def _started(self, start: Start) -> None:
        self._listing, self._index = start.listing, start.index
        self._set_current(start.opened, note=True)
        self.listed.emit(start.listing)
        if start.opened is not None:
            self.opened.emit(start.opened)
        self.started.emit(start.learner)

    def _told(self, news: News) -> None:
        self._listing = news.listing
        self._index = news.index or self._index
        if self._opening.busy or not news.is_about(self._current):
            self._news.forget()
        else:
            self._follow(news)
        if news.index is not None:
            self.listed.emit(news.listing)

    def _follow(self, news: News) -> None:
        """Shows what others did to the session shown."""
        current, followed = self._current, news.followed
        if current is None:
            return
        if news.gone is not None:
            self._lose(current.summary, news.gone)
        elif followed is not None and followed.anew:
            opened = followed.opened
            if current.read_only is None:
                self._leave()  # what is typed stays a draft, whoever may write from now on
            if opened.read_only in (READ_ONLY_HELD, READ_ONLY_FREE):
                self.leases.lose(opened.summary.id, LEASE_LOST)
            self._show(opened)
            renumbered = opened.summary.history_rev != current.summary.history_rev
            self.followed.emit(opened, renumbered)
        elif followed is not None:
            before, count = current.summary, current.summary.count
            # A message of our own may have been shown since this was read.
            self._advance(followed.opened.summary, followed.opened.left)
            for record in followed.opened.records:
                if record.seq >= count:
                    self.came.emit(record)
            if followed.opened.summary != before:
                self.changed.emit(followed.opened.summary)
            self.left.emit(followed.opened.left)

    def _interrupted(self, session_id: str, reason: str) -> None:
        """The session is not held any more: says so at once, and reads what became of it behind that."""
        current = self._current
        if current is None or session_id != current.summary.id or current.read_only is not None:
            return
        if reason != SESSION_DELETED:
            self._leave()  # what is typed stays a draft
            word = READ_ONLY_UNKNOWN if reason == LEASE_UNAVAILABLE else READ_ONLY_HELD
            self._show(replace(current, read_only=word, left=""))
            self.interrupted.emit(self._current)
        self._news.forget()
        self.refresh()

    def _lose(self, summary: SessionSummary, why: SatchelError) -> None:
        """Closes a session that is not there any more. In the trash it keeps what was typed."""
        if not isinstance(why, CorruptRow):
            self.leases.lose(summary.id, SESSION_DELETED)
        self.gone.emit(summary, why)
        if not isinstance(why, SessionTrashed):
            self.writing.drop_draft()
            self._set_current(None)  # from now on nothing typed is noted for it
        self.close()

    def _opened(self, opened: OpenedSession) -> None:
        self._set_current(opened)
        self.opened.emit(opened)
        self.refresh()

    def _appended(self, record: RuntimeRecord) -> None:
        if self._current is not None and record.session_id == self.current_id:
            self._advance(replace(self._current.summary, last_seq=record.seq))
        self.appended.emit(record)
        self.refresh()

    def _append_failed(self, session_id: str, text: str, error: Exception) -> None:
        if session_id == self.current_id:
            self.append_failed.emit(text, error)
            if isinstance(error, LeaseLost):
                self.leases.ask()
            elif isinstance(error, SessionExpired):
                self._news.forget()  # time alone commits nothing
                self.refresh()
        else:  # the text is kept as that session's draft since `submit`
            self.failed.emit(error)

    def _older(self, page: tuple[str, list[RuntimeRecord]]) -> None:
        if page[0] == self.current_id:
            self.older.emit(page[1])

    def _changed(self, summary: SessionSummary) -> None:
        self.changed.emit(summary)
        self.refresh()

    def _trashed(self, summary: SessionSummary) -> None:
        self.trashed.emit(summary)
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self.failed.emit(error)

    def _change_failed(self, error: Exception) -> None:
        self.failed.emit(error)
        self.refresh()

    # --- small parts -----------------------------------------------------------------------------

    def _set_current(self, opened: OpenedSession | None, *, note: bool = False) -> None:
        """Shows `opened` from now on, and remembers it for the next start; to `note`, even the same."""
        self._show(opened)
        panes = with_session(self._panes, self.current_id)
        if (panes != self._panes or note) and self._workspace is not None:
            workspace, self._panes = self._workspace, panes
            self._jobs.run(lambda: workspace.note_panes(panes))
            self.panes_changed.emit(panes)

    def _show(self, opened: OpenedSession | None) -> None:
        self._current = opened
        self.leases.hold(self.current_id if self.can_write else None)

    def _let_go(self, session_id: str) -> None:
        if session_id == self.current_id:
            self.close()

    def _open_again(self, session_id: str) -> None:
        """Something was done to a session: if it is the one shown, it may be writable now, or not any more."""
        if self._workspace is not None and session_id == self.current_id:
            self._leave()
            self._opening.read(self._workspace, session_id)

    def _advance(self, summary: SessionSummary, left: str | None = None) -> None:
        """The session shown is as `summary` says; of its records, none is forgotten again."""
        if self._current is not None:
            last = max(summary.count, self._current.summary.count) - 1
            summary = replace(summary, last_seq=last if last >= 0 else None)
            left = self._current.left if left is None else left
            self._current = replace(self._current, summary=summary, left=left)

    def _leave(self) -> None:
        self.leaving.emit()
        self.writing.flush_draft()
