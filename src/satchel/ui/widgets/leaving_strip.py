"""The strip of a window that is about to close and sends its last changes first. It can be skipped."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from satchel.ui.icons import pixmap
from satchel.ui.sync_news import SyncNews
from satchel.ui.theme import MEDIUM, PANE_SIDE, SMALL, Theme
from satchel.ui.widgets.prose import Prose


class LeavingStrip(QFrame):
    """Hidden but for the few seconds it is about."""

    skip_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("leaving_strip")
        self.setProperty("ground", "banner")
        self._icon = QLabel(self)
        self._words = Prose(theme, "", self)
        self._skip = QPushButton(self.tr("Close now"), self)
        self._skip.setObjectName("leave_now_button")
        self._skip.clicked.connect(self.skip_wanted)
        self._box = QHBoxLayout(self)
        self._box.addWidget(self._icon)
        self._box.addWidget(self._words, 1)
        self._box.addWidget(self._skip)
        self.set_theme(theme)
        self.hide()

    def begin(self) -> None:
        """The window is about to close."""
        words = self.tr(
            "Sending your last changes. What is not sent now goes out at the next start."
        )
        self._words.setText(words)
        self.setAccessibleName(words)
        self._skip.setEnabled(True)
        self.show()
        self._skip.setFocus()

    def set_news(self, news: SyncNews) -> None:
        """How far it is."""
        status = news.status
        if self.isVisible() and news.stage == "push" and status.total:
            done = min(status.done + 1, status.total)
            self._words.setText(
                self.tr(
                    "Sending {done} of {total}… What is not sent now goes out at the next start."
                ).format(done=done, total=status.total)
            )

    def set_theme(self, theme: Theme) -> None:
        side = theme.px(PANE_SIDE)
        self._words.set_theme(theme)
        self._box.setContentsMargins(side, theme.px(SMALL), side, theme.px(SMALL))
        self._box.setSpacing(theme.px(MEDIUM))
        self._icon.setPixmap(pixmap(theme, "arrow_sync", 20, theme.warn, self.devicePixelRatioF()))
