"""The field a message is typed into: plain text, one line growing to six, safe with input methods."""

from __future__ import annotations

import re
from math import ceil

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QInputMethodEvent,
    QKeyEvent,
    QPalette,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from satchel.ui.theme import CONTROL, Theme
from satchel.ui.widgets.transcript_style import alignment, runs_rtl

LINES = 6
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class ComposerField(QPlainTextEdit):
    """Enter asks to send, Shift+Enter breaks the line; while an input method composes, Enter is its own."""

    send_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self._composing = False
        self._pad = 8
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)  # the box around it paints the ground
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(self._clean)
        self._take_side("")

    def set_theme(self, theme: Theme) -> None:
        self.setFont(theme.font(16))
        self._pad = max(0, (theme.px(CONTROL) - self.fontMetrics().lineSpacing()) // 2)
        colours = QPalette(self.palette())
        for group, ground, ink in (
            (QPalette.ColorGroup.Active, theme.raised, theme.ink),
            (QPalette.ColorGroup.Inactive, theme.raised, theme.ink),
            (QPalette.ColorGroup.Disabled, theme.sunk, theme.ink2),
        ):
            colours.setColor(group, QPalette.ColorRole.Base, ground)
            colours.setColor(group, QPalette.ColorRole.Text, ink)
            colours.setColor(group, QPalette.ColorRole.PlaceholderText, theme.ink2)
        self.setPalette(colours)
        self.setCursorWidth(max(1, theme.px(1)))
        self._fit()

    def remove_start(self, length: int) -> None:
        """Takes the first `length` characters away; the rest, the cursor in it and what is being composed stay."""
        cursor = QTextCursor(self.document())
        # Positions count UTF-16 units.
        units = len(self.toPlainText()[:length].encode("utf-16-le", "surrogatepass")) // 2
        cursor.setPosition(units, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()

    def put_in_front(self, text: str) -> None:
        cursor = QTextCursor(self.document())
        cursor.insertText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif self._composing:
            event.accept()
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.textCursor().insertText("\n")
            self.ensureCursorVisible()
        elif not event.isAutoRepeat():  # a key held down sends once
            self.send_wanted.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Files are for the window, which imports them; all else comes in as plain text."""
        files = source.hasUrls() and all(url.isLocalFile() for url in source.urls())
        return source.hasText() and not files

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self.canInsertFromMimeData(source):
            self.textCursor().insertText(_UNSTORABLE.sub("", source.text()))
            self.ensureCursorVisible()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._take_side(self.toPlainText())

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 8, self.minimumHeight())

    def _clean(self) -> None:
        """Takes out what no store can keep. It can only come from a broken input method."""
        text = self.toPlainText()
        if _UNSTORABLE.search(text):
            kept = _UNSTORABLE.sub("", text)
            self.setPlainText(kept)
            self.moveCursor(QTextCursor.MoveOperation.End)
            return
        self._take_side(text)

    def _take_side(self, text: str) -> None:
        """Begins lines at the edge where the text's own direction begins; Qt gives it one for all lines."""
        option = self.document().defaultTextOption()
        wanted = alignment(runs_rtl(text, self.isRightToLeft()))
        if option.alignment() != wanted:
            option.setAlignment(wanted)
            self.document().setDefaultTextOption(option)

    def _fit(self) -> None:
        """As high as its lines, up to six; measured, because a fallback font makes some lines higher."""
        wanted, lines, least = 0, 0, self.fontMetrics().lineSpacing()
        block = self.document().firstBlock()
        while block.isValid() and lines < LINES:
            self.blockBoundingRect(block)  # lays it out, if Qt has not come to it yet
            layout = block.layout()
            for number in range(max(1, layout.lineCount())):
                if lines < LINES:
                    line = layout.lineAt(number)
                    wanted += ceil(line.height()) if line.isValid() else least
                    lines += 1
            block = block.next()
        more = self.document().size().height() > LINES
        policy = (
            Qt.ScrollBarPolicy.ScrollBarAsNeeded if more else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        if policy != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)
        self.setViewportMargins(0, self._pad, 0, self._pad)
        # One pixel more, or rounding makes Qt count one line less as fitting.
        self.setFixedHeight(max(wanted, least) + 2 * self._pad + (1 if more else 0))
