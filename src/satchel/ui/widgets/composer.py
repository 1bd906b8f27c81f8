"""Where a message is written and sent from, and the line under it that says how that went."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from satchel.domain.spoken import tidy
from satchel.ui.icons import icon
from satchel.ui.theme import CARD_RADIUS, CONTROL, SMALL, Theme
from satchel.ui.widgets.composer_field import ComposerField
from satchel.ui.widgets.composer_note import ComposerNote, Tone

DRAFT_MS = 300
"""Typing reaches `draft_changed` at most this much later, also while it goes on."""
SLOW_MS = 400


class Composer(QWidget):
    """Keeps the words in the box until they are committed. One message is on its way at a time."""

    submitted = Signal(str)
    draft_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pending: str | None = None
        self._busy = False
        self._locked = self._told = False
        self._reported = ""
        self._reported_since_submit = False
        self.field = ComposerField()
        self.send = QPushButton()
        self.send.setObjectName("send_button")
        self.send.setProperty("kind", "primary")
        self.send.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.note = ComposerNote(theme)
        self._box = _Box(theme, self.field, self.send)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._box)
        self._column.addWidget(self.note)
        self._drafts = QTimer(self, singleShot=True, interval=DRAFT_MS)
        self._drafts.timeout.connect(self.flush_draft)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._say_saving)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._typed)
        self.field.send_wanted.connect(self.submit)
        self.send.clicked.connect(self.submit)
        self.setFocusProxy(self.field)
        self._retranslate()
        self.set_theme(theme)

    # --- what the pane says ------------------------------------------------------------------------

    def text(self) -> str:
        return self.field.toPlainText()

    def begin(self, draft: str) -> None:
        """Starts over with another session's draft."""
        self._pending, self._busy = None, False
        self._slow.stop()
        self.note.clear()
        self.field.setPlainText(draft)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self._drafts.stop()
        self._reported = draft
        self._update_send()

    def set_locked(self, hint: str, placeholder: str) -> None:
        """Lets nobody write, and says why in `hint`; an empty hint with an empty placeholder unlocks.

        A box in which nothing stands and nothing can be written only takes room: the hint says it all.
        """
        self._locked, self._told = bool(hint or placeholder), bool(hint)
        self.field.setEnabled(not self._locked)
        self._box.update()
        self.field.setPlaceholderText(placeholder or self.tr("Write a message…"))
        self.note.say(Tone.LOCKED, hint)
        self._show_box()
        self._update_send()

    def set_busy(self, busy: bool) -> None:
        """While busy nothing is sent. What is on its way should have been answered when that ends."""
        if self._busy and not busy and self._pending is not None:
            pending = self._pending
            QTimer.singleShot(0, self, lambda: self._let_go(pending))
        self._busy = busy
        self._update_send()

    def submit(self) -> None:
        """Sends what is typed on its way. The words stay until `confirm` or `give_back`."""
        text = self.text()
        if not self._may_send():
            return
        self.flush_draft()  # so that a kill from here on loses nothing
        self._pending = text
        self._reported_since_submit = False
        self.note.clear()
        self._slow.start()
        self._update_send()
        self.submitted.emit(text.strip())

    def confirm(self, text: str) -> None:
        """`text` is committed: it leaves the box, and what was typed meanwhile stays."""
        if self._pending is None or tidy(self._pending.strip()).strip() != tidy(text).strip():
            return
        sent, self._pending = self._pending, None
        self._slow.stop()
        self.note.clear()
        now = self.text()
        if now.startswith(sent):
            rest = now[len(sent) :]
            self.field.remove_start(len(now) - len(rest.lstrip()))
        if not self.text():
            self.field.document().clearUndoRedoStacks()
        self._drafts.stop()
        self._reported = ""  # the commit dropped the draft
        if self.text() or self._reported_since_submit:
            self._report()
        self._update_send()

    def give_back(self, text: str, message: str) -> None:
        """`text` was not saved: it is in the box again if it left it, with the reason under it."""
        self._pending = None
        self._slow.stop()
        if text.strip() not in self.text():
            self.field.put_in_front(text + ("\n" if self.text() else ""))
        self.note.say(Tone.TROUBLE, message)
        self._update_send()

    def add(self, text: str) -> None:
        """Puts `text` before what is typed; nothing typed is replaced."""
        self.field.put_in_front(text + ("\n" if self.text() else ""))
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)

    @property
    def pending(self) -> str | None:
        """What is on its way, if anything is."""
        return self._pending

    def flush_draft(self) -> None:
        """Reports the draft now, if it is not the one reported last."""
        self._drafts.stop()
        if self.text() != self._reported:
            self._report()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.note.set_theme(theme)
        self.field.set_theme(theme)
        self._box.set_theme(theme)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(SMALL))
        self._dress_send()
        self._update_send()

    # --- Qt ----------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.flush_draft()
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._box.update()
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.LayoutDirectionChange:
            self._dress_send()

    # --- inside ------------------------------------------------------------------------------------

    def _let_go(self, pending: str) -> None:
        """Nobody answered for `pending`: it stays in the box, and can be sent again."""
        if self._pending == pending:
            self._pending = None
            self._slow.stop()
            self.note.clear()
            self._update_send()

    def _show_box(self) -> None:
        self._box.setVisible(not self._told or bool(self.text()))

    def _typed(self) -> None:
        self._show_box()
        self._update_send()
        if self.text() != self._pending and not self._drafts.isActive():
            self._drafts.start()

    def _report(self) -> None:
        self._reported = self.text()
        self._reported_since_submit = True
        self.draft_changed.emit(self._reported)

    def _may_send(self) -> bool:
        free = not (self._busy or self._locked or self._pending is not None)
        return free and bool(self.text().strip())

    def _update_send(self) -> None:
        self.send.setEnabled(self._may_send())

    def _say_saving(self) -> None:
        self.note.say(Tone.QUIET, self.tr("Saving… your words are still in the box"))

    def _dress_send(self) -> None:
        theme = self._theme
        self.send.setFont(theme.font(14, semibold=True))
        self.send.setFixedHeight(theme.px(CONTROL))
        self.send.setIconSize(QSize(theme.px(16 + 4), theme.px(16)))
        self.send.setIcon(
            icon(
                theme, "send", size=16, colour=theme.on_accent, rtl=self.isRightToLeft(), trailing=4
            )
        )

    def _retranslate(self) -> None:
        self.send.setText(self.tr("Send"))
        self.field.setAccessibleName(self.tr("Message"))
        if not self._locked:
            self.field.setPlaceholderText(self.tr("Write a message…"))


class _Box(QWidget):
    """The edge around field and button: it is the field's, so it shows the field's focus."""

    def __init__(self, theme: Theme, field: ComposerField, send: QPushButton) -> None:
        super().__init__()
        self._theme = theme
        self._field = field
        self._row = QHBoxLayout(self)
        self._row.addWidget(field, 1)
        self._row.addWidget(send, 0, Qt.AlignmentFlag.AlignBottom)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        send.setCursor(Qt.CursorShape.ArrowCursor)
        self.setFocusProxy(field)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        edge = theme.px(SMALL)
        # Contents margins are not mirrored by Qt; both sides are alike, the text's inset is the field's.
        self._row.setContentsMargins(2 * edge, edge, edge, edge)
        self._mirror()
        self._row.setSpacing(edge)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._mirror()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, field = self._theme, self._field
        focused, enabled = field.hasFocus(), field.isEnabled()
        width = 2 if focused else 1
        edge = theme.focus if focused else theme.line3 if enabled else theme.line2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme.raised if enabled else theme.sunk)
        painter.setPen(QPen(edge, width))
        inset = QPointF(width / 2, width / 2)
        shape = QRectF(inset, QPointF(self.width(), self.height()) - inset)
        painter.drawRoundedRect(shape, theme.px(CARD_RADIUS), theme.px(CARD_RADIUS))
        painter.end()

    def _mirror(self) -> None:
        edge = self._theme.px(SMALL)
        left, right = (edge, 2 * edge) if self.isRightToLeft() else (2 * edge, edge)
        self._row.setContentsMargins(left, edge, right, edge)
