"""The conversation: head, banner, transcript, composer. Shows one session and reports what a person wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QDesktopServices,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from satchel.domain.contracts import (
    READ_ONLY_EXPIRED,
    READ_ONLY_FREE,
    READ_ONLY_HELD,
    READ_ONLY_NEWER,
    READ_ONLY_OTHERS,
    READ_ONLY_STATUS,
    READ_ONLY_STORE,
    READ_ONLY_STUB,
    READ_ONLY_TRASHED,
    READ_ONLY_UNKNOWN,
    Clock,
    OpenedSession,
    SessionSummary,
)
from satchel.domain.runtime import ARCHIVED, QUIZ_ATTEMPT, RuntimeRecord
from satchel.ui.absence import absent_words
from satchel.ui.messages import read_only
from satchel.ui.models.record_text import PLAYBACK, Voice
from satchel.ui.models.session_words import name_of
from satchel.ui.models.transcript_links import may_open
from satchel.ui.sentences import together
from satchel.ui.sync_news import SyncNews
from satchel.ui.theme import LARGE, PANE_SIDE, READING_MEASURE, SMALL, Theme
from satchel.ui.widgets.composer import Composer
from satchel.ui.widgets.expired_banner import ExpiredBanner
from satchel.ui.widgets.interrupted_banner import InterruptedBanner, Where
from satchel.ui.widgets.left_draft import LeftDraft
from satchel.ui.widgets.memory_panel import MemoryPanel
from satchel.ui.widgets.transcript import Transcript
from satchel.ui.widgets.transcript_accessible import spoken
from satchel.ui.widgets.transcript_head import TranscriptHead
from satchel.ui.widgets.transcript_style import utc_now

_SILENT_KINDS = (QUIZ_ATTEMPT, PLAYBACK)
"""Kinds of session that hold no messages, so none can be written into them."""

_WHERE = {
    READ_ONLY_HELD: Where.ELSEWHERE,
    READ_ONLY_FREE: Where.FREE,
    READ_ONLY_UNKNOWN: Where.UNKNOWN,
}


class ConversationPane(QWidget):
    """Nothing typed is dropped before `append` has shown it committed."""

    message_submitted = Signal(str)
    older_wanted = Signal(int)
    """The `seq` of the oldest record shown: those before it come into view soon."""
    draft_changed = Signal(str)
    read_up_to = Signal(int)
    """The local key of the newest record, now that it is in view."""
    left_settled = Signal(str)
    """What another window left unsent was put into the box, or turned down."""
    take_back_requested = Signal()
    close_requested = Signal()
    anchor_activated = Signal(str)
    """A scene's id, or a whole `satchel:` link."""

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, clock: Clock = utc_now
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._opened: OpenedSession | None = None
        self._summary: SessionSummary | None = None
        self._left_pending: set[str] = set()
        self._left_settled: set[str] = set()
        self._had_it = False
        """Whether this window could write to the session shown."""
        self._reach = absent_words(SyncNews())
        self.head = TranscriptHead(theme, self)
        self.banner = InterruptedBanner(theme, self)
        self.expired = ExpiredBanner(theme, self)
        self.memory = MemoryPanel(theme, self)
        self.transcript = Transcript(self, clock)
        self.composer = Composer(theme, self)
        self._foot = QVBoxLayout()
        self.left = LeftDraft(theme, self)
        self._foot.addWidget(self.left)
        self._foot.addWidget(self.composer)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.head)
        self._column.addWidget(self.banner)
        self._column.addWidget(self.expired)
        self._column.addWidget(self.memory)
        self._column.addWidget(self.transcript, 1)
        self._column.addLayout(self._foot)
        self._connect()
        self.set_theme(theme)
        self.clear()

    def show_session(self, opened: OpenedSession) -> None:
        """Shows a session from its end. The one shown already keeps its place and what is in its box."""
        again = self._summary is not None and self._summary.id == opened.summary.id
        if not again:
            self._leave()
            self._left_settled.clear()
            self._had_it = False
        # What was kept for a session that could not be written to comes with the leave to write.
        blank = self._opened is not None and self._opened.read_only and not self.draft()
        self._opened = opened
        self.update_summary(opened.summary)
        if not again or (blank and opened.draft):
            self.composer.begin(opened.draft)
        self._show_records(opened, again)
        self._show_state()
        self.offer_left(opened.left)

    def show_interrupted(self, opened: OpenedSession) -> None:
        """The session shown can only be read from now on; what is shown of it stays."""
        self._opened = opened
        self._show_state()
        self.offer_left("")
        if QAccessible.isActive():  # it does not take the focus, so it is said
            QAccessible.updateAccessibility(
                QAccessibleAnnouncementEvent(self.banner, self.banner.words)
            )

    def offer_left(self, text: str) -> None:
        """Offers what another window left unsent, once; empty: nothing is left."""
        known = text in self._left_settled or text.strip() in ("", self.draft().strip())
        self.left.offer("" if known else text)

    def clear(self) -> None:
        """Shows no session."""
        self._leave()
        self._opened = self._summary = None
        self.head.set_title("")
        self.head.set_state("", locked=False)
        self.banner.set_shown(False)
        self.expired.show_end(None)
        self.left.offer("")
        self.transcript.show_records((), "", own=True)
        self.transcript.set_empty_words("")
        self.composer.begin("")
        self.composer.set_locked("", " ")

    def prepend(self, records: Sequence[RuntimeRecord]) -> None:
        """Older records, in `seq` order, above those shown; what is being read stays in place."""
        self.transcript.prepend(self._of_this(records))

    def append(self, record: RuntimeRecord) -> None:
        """A committed record. If it is the message that was on its way, it leaves the box."""
        if not self._of_this([record]):
            return
        mine = self.composer.pending is not None
        came = self.transcript.append(record, reveal=mine)
        words = self.transcript.rows.words(self.transcript.rows.find(record.seq))
        if words.voice is Voice.OWN:
            self.composer.confirm(words.text)
        if came and not mine and words.voice is not Voice.HIDDEN and QAccessible.isActive():
            QAccessible.updateAccessibility(
                QAccessibleAnnouncementEvent(self.transcript, spoken(words, ""))
            )

    def append_failed(self, text: str, message: str) -> None:
        """`text` was not saved: it is in the box, with `message` saying why.

        Text sent from a session that was left meanwhile is that session's draft and does not come here.
        """
        if text.strip() in self._left_pending and self.composer.pending is None:
            self._left_pending.discard(text.strip())
            return
        self.composer.give_back(text, message)

    def set_busy(self, busy: bool) -> None:
        self.composer.set_busy(busy)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.head.set_theme(theme)
        self.banner.set_theme(theme)
        self.expired.set_theme(theme)
        self.memory.set_theme(theme)
        self.transcript.set_theme(theme)
        self.left.set_theme(theme)
        self.composer.set_theme(theme)
        self._place_foot()
        self.update()

    def set_scene_titles(self, scene_title: Callable[[str], str | None]) -> None:
        """How a scene is called, say “Slide 2: Same pizza, different slices”; None if unknown."""
        self.transcript.set_scene_titles(scene_title)

    def set_unsent_from(self, seq: int | None) -> None:
        """Records from `seq` on are marked as saved here and not sent; None marks nothing."""
        self.transcript.set_unsent_from(seq)

    def set_reach(self, news: SyncNews) -> None:
        """Whether what is not on this laptop can be fetched now; it is said where such a session is shown."""
        self._reach = absent_words(news)
        opened = self._opened
        if opened is not None and opened.read_only == READ_ONLY_STUB:
            self._show_state()

    def focus_composer(self) -> None:
        self.composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def draft(self) -> str:
        return self.composer.text()

    def flush_draft(self) -> None:
        """Reports what was typed last at once; for a window that is about to show another session."""
        self.composer.flush_draft()

    def update_summary(self, summary: SessionSummary) -> None:
        """The title or another fact of the session shown changed; one of another session is ignored."""
        if self._opened is not None and self._opened.summary.id == summary.id:
            self._summary = summary
            title = name_of(summary.title, summary.session.kind)
            self.head.set_title(title)
            self.setAccessibleName(title)

    # --- Qt ----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._theme.paper)
        painter.end()

    def resizeEvent(self, event: QEvent) -> None:
        self._place_foot()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._opened is not None:
            self._show_state()
        elif event.type() == QEvent.Type.LayoutDirectionChange:
            self._place_foot()

    # --- inside ------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self.transcript.older_wanted.connect(self.older_wanted)
        self.transcript.newest_seen.connect(self.read_up_to)
        self.transcript.anchor_activated.connect(self.anchor_activated)
        self.transcript.link_activated.connect(self._open_link)
        self.composer.submitted.connect(self.message_submitted)
        self.composer.draft_changed.connect(self.draft_changed)
        self.banner.take_back_wanted.connect(self.take_back_requested)
        self.banner.close_wanted.connect(self.close_requested)
        self.left.taken.connect(self._take_left)
        self.left.turned_down.connect(self._settle_left)

    def _leave(self) -> None:
        """Remembers what is on its way: whatever becomes of it, it is not for the next session's box."""
        if self.composer.pending is not None:
            self._left_pending.add(self.composer.pending.strip())

    def _show_records(self, opened: OpenedSession, again: bool) -> None:
        summary = opened.summary
        if again and self.transcript.refresh_records(opened.records):
            return
        self.transcript.show_records(
            opened.records, summary.session.kind, own=summary.own, unread=summary.unread
        )

    def _show_state(self) -> None:
        opened = self._opened
        assert opened is not None
        reason, silent = opened.read_only, opened.summary.session.kind in _SILENT_KINDS
        self._had_it = self._had_it or reason is None
        self.banner.say(_WHERE.get(reason or "", Where.ELSEWHERE), lost=self._had_it)
        self.banner.set_shown(reason in _WHERE)
        over = reason == READ_ONLY_EXPIRED
        self.expired.show_end(opened.summary.expires_at if over else None)
        self.head.set_state(self._state_words(opened), locked=reason is not None)
        if reason is not None:
            self.composer.set_locked(self._hint(reason), " ")
            absent = reason == READ_ONLY_STUB
            self.transcript.set_empty_words(
                self._reach if absent else self.tr("There is nothing in this session.")
            )
        elif silent:
            self.composer.set_locked("", self.tr("This session holds no messages"))
            self.transcript.set_empty_words(self.tr("There is nothing in this session yet."))
        else:
            self.composer.set_locked("", "")
            self.transcript.set_empty_words(
                self.tr("No messages yet. Write the first one in the box below.")
            )

    def _state_words(self, opened: OpenedSession) -> str:
        archived = opened.summary.session.status == ARCHIVED
        return {
            None: self.tr("Open in this window, and only on this laptop")
            if opened.summary.detached
            else self.tr("Open in this window"),
            READ_ONLY_OTHERS: self.tr("Read only: someone else's work"),
            READ_ONLY_STATUS: self.tr("Read only: in the archive")
            if archived
            else self.tr("Read only: finished"),
            READ_ONLY_TRASHED: self.tr("Read only: in the trash"),
            READ_ONLY_STUB: self.tr("Not on this laptop"),
            READ_ONLY_EXPIRED: self.tr("Read only: its time is over"),
            READ_ONLY_NEWER: self.tr("Read only: from a newer Satchel"),
            READ_ONLY_STORE: self.tr("Read only: nothing can be saved now"),
        }.get(opened.read_only, self.tr("Read only"))

    def _hint(self, reason: str) -> str:
        if reason not in _WHERE:
            return read_only(reason)
        if self._had_it:
            next_step = self.tr("Take the session back to go on writing.")
        else:
            next_step = self.tr("Take the session over to write here.")
        kept = self.tr("Your draft is kept.") if self.draft().strip() else ""
        return together(kept, next_step)

    def _take_left(self, text: str) -> None:
        self.composer.add(text)
        self.focus_composer()
        self._settle_left(text)

    def _settle_left(self, text: str) -> None:
        self._left_settled.add(text)
        self.left_settled.emit(text)

    def _of_this(self, records: Sequence[RuntimeRecord]) -> list[RuntimeRecord]:
        """Those of the session shown: an answer may come after the person went elsewhere."""
        shown = None if self._summary is None else self._summary.id
        return [record for record in records if record.session_id == shown]

    def _open_link(self, target: str) -> None:
        if not may_open(target):
            return
        if QUrl(target).scheme() == "satchel":
            self.anchor_activated.emit(target)
        else:
            QDesktopServices.openUrl(QUrl(target))

    def _place_foot(self) -> None:
        """The composer under the messages' column, which stays at the leading edge of a wide pane."""
        theme = self._theme
        measure = theme.px(READING_MEASURE) + 2 * theme.px(LARGE)
        rest = max(PANE_SIDE, self.width() - PANE_SIDE - measure)
        left, right = (rest, PANE_SIDE) if self.isRightToLeft() else (PANE_SIDE, rest)
        self._foot.setSpacing(theme.px(SMALL))
        self._foot.setContentsMargins(left, theme.px(8), right, theme.px(LARGE))
