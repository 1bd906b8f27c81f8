"""What one window does with its sessions: asks the workspace on the worker, reports by signals.

Outcomes arrive in the order they were asked for; that order is what the two queues below rely on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from satchel.domain.contracts import (
    READ_ONLY_HELD,
    READ_ONLY_STORE,
    Listing,
    OpenedSession,
    SessionSummary,
    Workspace,
)
from satchel.domain.errors import LeaseLost, SatchelError, SessionTrashed
from satchel.domain.panes import WorkspacePanes, with_session
from satchel.domain.runtime import CHAT, WORKSPACE_STAGE, RuntimeRecord
from satchel.ui.drafts import Drafts
from satchel.ui.jobs import Jobs
from satchel.ui.session_news import News, NewsReader, Start, read_start

PAGE = 100
"""Records read at once; older ones are read as the person scrolls to them."""

SLOW_MS = 400
"""Saving is only spoken of when it takes longer than a blink."""


class SessionFlow(QObject):
    """Carries intentions to the workspace and the outcomes back.

    It also follows what others do to the session shown: `came`, `followed` and `gone` tell of it.
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
        self._opening = 0
        self._outbox: deque[tuple[str, str]] = deque()
        self._trash: list[str] = []
        self._panes = WorkspacePanes()
        self._drafts = Drafts(jobs, lambda: self._workspace, self)
        self._drafts.failed.connect(self.failed)
        self._news = NewsReader(jobs, PAGE, self)
        self._news.told.connect(self._told)
        self._news.failed.connect(self.failed)
        self._news.stale.connect(self.refresh)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self.saving)

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
    def can_undo(self) -> bool:
        return bool(self._trash)

    @property
    def can_write(self) -> bool:
        return self._current is not None and self._current.read_only is None

    def summary(self, session_id: str) -> SessionSummary | None:
        return next((one for one in self._listing.sessions if one.id == session_id), None)

    # --- intentions ------------------------------------------------------------------------------

    def start(self, workspace: Workspace, panes: WorkspacePanes) -> None:
        """Reads the listing and opens what the window showed before; nothing is taken from another one."""
        self._workspace = workspace
        self._jobs.run(lambda: read_start(workspace, panes, PAGE), self._started, self._failed)

    def stop(self) -> None:
        """The workspace ends, and what it showed; another one may be started."""
        self._leave()
        self._workspace = self._current = None
        self._news.forget()

    def refresh(self) -> None:
        """Looks what is new in the database, whoever changed it."""
        if self._workspace is not None:
            self._news.ask(self._workspace, self._current)

    def open(self, session_id: str, *, again: bool = False, by_link: bool = False) -> None:
        """Opens a session; `again` also if it is the one shown. `by_link` takes it from no other window."""
        if self._workspace is None or (session_id == self.current_id and not again):
            return
        workspace = self._workspace
        self._leave()
        self._opening += 1
        self._jobs.run(
            lambda: workspace.open(session_id, PAGE, take_over=not by_link),
            self._opened,
            self._link_failed if by_link else self._opening_failed,
        )

    def new_session(self) -> None:
        if self._workspace is None:
            return
        workspace, title = self._workspace, self._fresh_title()
        self._leave()
        self._opening += 1

        def begin() -> OpenedSession:
            made = workspace.new_session(kind=CHAT, stage_id=WORKSPACE_STAGE, title=title)
            return workspace.open(made.id, PAGE)

        self._jobs.run(begin, self._began, self._opening_failed)

    def close(self) -> None:
        """Lets go of the open session and shows none."""
        self._leave()
        self._set_current(None)
        if self._workspace is not None:
            self._jobs.run(self._workspace.close, None, self._failed)
        self.closed.emit()

    def submit(self, text: str) -> None:
        """Appends a message to the open session. Until it is committed its text is kept as a draft."""
        if self._workspace is None or self._current is None:
            return
        workspace, session_id = self._workspace, self._current.summary.id
        self.note_draft(text)
        self.flush_draft()
        self._outbox.append((session_id, text))
        self._slow.start()
        self._jobs.run(
            lambda: workspace.append(session_id, {"role": "user", "content": text}),
            self._appended,
            self._append_failed,
        )

    def note_draft(self, text: str) -> None:
        """Keeps what is typed; an emptied box does not forget a message that is still on its way."""
        if self._outbox and not text:
            return
        if self._current is not None and self._current.read_only is None:
            self._drafts.note(self._current.summary.id, text)

    def flush_draft(self) -> None:
        """Saves what is typed now, without waiting for the pause."""
        self._drafts.flush()

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
            lambda: workspace.mark_read(session_id, record_key), self._marked, self._failed
        )

    def rename(self, session_id: str, title: str) -> None:
        self._change(lambda workspace: workspace.rename(session_id, title))

    def pin(self, session_id: str, pinned: bool) -> None:
        self._change(lambda workspace: workspace.pin(session_id, pinned))

    def set_status(self, session_id: str, status: str) -> None:
        self._change(lambda workspace: workspace.set_status(session_id, status))
        if session_id == self.current_id:
            self.open(session_id, again=True)

    def trash(self, session_id: str) -> None:
        if session_id == self.current_id:
            self.close()
        self._trash.append(session_id)
        self._change(lambda workspace: workspace.trash(session_id), self._trashed)

    def undo_trash(self) -> None:
        """Takes the session that was trashed last out of the trash."""
        if self._trash:
            self.restore(self._trash[-1])

    def restore(self, session_id: str) -> None:
        self._trash = [one for one in self._trash if one != session_id]
        self._change(lambda workspace: workspace.restore(session_id))
        if session_id == self.current_id:
            self.open(session_id, again=True)

    # --- outcomes --------------------------------------------------------------------------------

    def _started(self, start: Start) -> None:
        self._listing = start.listing
        self._set_current(start.opened, note=True)
        self.listed.emit(start.listing)
        if start.opened is not None:
            self.opened.emit(start.opened)
        self.started.emit(start.learner)

    def _told(self, news: News) -> None:
        before, self._listing = self._listing, news.listing
        if self._opening or news.about != self.current_id:
            self._news.forget()
        else:
            self._follow(news)
        if news.listing != before:
            self.listed.emit(news.listing)

    def _follow(self, news: News) -> None:
        """Shows what others did to the session shown."""
        current, followed = self._current, news.followed
        if current is None:
            return
        if news.gone is not None:
            self._lose(current.summary, news.gone)
        elif followed is not None and followed.anew:
            if current.read_only is None:
                self._leave()  # what is typed stays a draft, whoever may write from now on
            self._current, opened = followed.opened, followed.opened
            renumbered = opened.summary.history_rev != current.summary.history_rev
            self.followed.emit(opened, renumbered)
        elif followed is not None:
            before, count = current.summary, current.summary.count
            # A message of our own may have been shown since this was read.
            self._advance(followed.opened.summary)
            for record in followed.opened.records:
                if record.seq >= count:
                    self.came.emit(record)
            if followed.opened.summary != before:
                self.changed.emit(followed.opened.summary)

    def _lose(self, summary: SessionSummary, why: SatchelError) -> None:
        """Closes a session that is not there any more. In the trash it keeps what was typed."""
        self.gone.emit(summary, why)
        if not isinstance(why, SessionTrashed):
            self._drafts.drop()
            self._set_current(None)  # from now on nothing typed is noted for it
        self.close()

    def _began(self, opened: OpenedSession) -> None:
        self.refresh()
        self._opened(opened)

    def _opened(self, opened: OpenedSession) -> None:
        self._opening -= 1
        if self._opening == 0:  # someone who clicked twice sees the second only
            self._set_current(opened)
            self.opened.emit(opened)
            self.refresh()

    def _opening_failed(self, error: Exception) -> None:
        self._opening -= 1
        self.failed.emit(error)
        self.refresh()

    def _link_failed(self, error: Exception) -> None:
        self._opening -= 1
        self.link_failed.emit(error)

    def _appended(self, record: RuntimeRecord) -> None:
        self._outbox.popleft()
        self._slow.stop()
        if self._current is not None and record.session_id == self.current_id:
            self._advance(replace(self._current.summary, last_seq=record.seq))
        self.appended.emit(record)
        self.refresh()

    def _append_failed(self, error: Exception) -> None:
        session_id, text = self._outbox.popleft()
        self._slow.stop()
        if session_id == self.current_id:
            self.append_failed.emit(text, error)
            if isinstance(error, LeaseLost):
                self._show_held(session_id, text)
        else:  # the text is kept as that session's draft since `submit`
            self.failed.emit(error)

    def _show_held(self, session_id: str, text: str) -> None:
        """Another window took the session: shows it as it is now, with the text kept as the draft."""
        workspace, current = self._workspace, self._current
        if workspace is None or current is None:
            return
        self._opening += 1

        def read() -> OpenedSession:
            records = workspace.records(session_id, None, PAGE)
            return replace(current, records=records, read_only=READ_ONLY_HELD, draft=text)

        self._jobs.run(read, self._opened, self._opening_failed)

    def _older(self, page: tuple[str, list[RuntimeRecord]]) -> None:
        session_id, records = page
        if session_id == self.current_id:
            self.older.emit(records)

    def _marked(self, _nothing: None) -> None:
        self.refresh()

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

    def _change(
        self,
        change: Callable[[Workspace], SessionSummary],
        on_done: Callable[[SessionSummary], None] | None = None,
    ) -> None:
        workspace = self._workspace
        if workspace is not None:
            self._jobs.run(lambda: change(workspace), on_done or self._changed, self._change_failed)

    def _set_current(self, opened: OpenedSession | None, *, note: bool = False) -> None:
        """Shows `opened` from now on, and remembers it for the next start; to `note`, even the same."""
        self._current = opened
        panes = with_session(self._panes, self.current_id)
        if (panes != self._panes or note) and self._workspace is not None:
            workspace, self._panes = self._workspace, panes
            self._jobs.run(lambda: workspace.note_panes(panes))
            self.panes_changed.emit(panes)

    def _advance(self, summary: SessionSummary) -> None:
        """The session shown is as `summary` says; of its records, none is forgotten again."""
        if self._current is not None:
            last = max(summary.count, self._current.summary.count) - 1
            summary = replace(summary, last_seq=last if last >= 0 else None)
            self._current = replace(self._current, summary=summary)

    def _leave(self) -> None:
        self.leaving.emit()
        self.flush_draft()

    def _fresh_title(self) -> str:
        """“New session”, “New session 2”, …: the first that no session has."""
        taken = {one.title for one in self._listing.sessions}
        title, number = self.tr("New session"), 1
        while title in taken:
            number += 1
            title = self.tr("New session {number}").format(number=number)
        return title
