"""The log, and a report for whoever helps: both to copy."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from satchel.ui.fonts import fixed_families
from satchel.ui.panes.page import Page
from satchel.ui.theme import LARGE, SMALL, Theme


class LogPage(Page):
    """Shows the newest lines; the report is put together elsewhere and only copied here."""

    read_wanted = Signal()
    report_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "log_page", parent)
        self.set_title(self.tr("Log"))
        self.set_second(
            self.tr(
                "What Satchel noted about itself. A report says how this laptop and its data are; "
                "it holds no names, no titles and nothing you wrote."
            )
        )
        buttons = QWidget(self)
        self._buttons = QHBoxLayout(buttons)
        self.copy_report = QPushButton(self.tr("Copy report"), buttons)
        self.copy_report.setObjectName("copy_report_button")
        self.copy_report.clicked.connect(self.want_report)
        self._copy = QPushButton(self.tr("Copy log"), buttons)
        self._copy.setObjectName("copy_log_button")
        self._copy.clicked.connect(self._copy_log)
        self._buttons.addWidget(self.copy_report)
        self._buttons.addWidget(self._copy)
        self._buttons.addStretch(1)
        self.text = QPlainTextEdit(self)
        self.text.setObjectName("log_text")
        self.text.setProperty("ground", "code")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(self.tr("Newest lines of the log"))
        self.text.setPlaceholderText(self.tr("Nothing was noted yet."))
        self.add_part(buttons)
        self.add_part(self.text, 1)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._buttons.setContentsMargins(0, 0, 0, theme.px(LARGE))
        self._buttons.setSpacing(theme.px(SMALL))
        font = QFont(list(fixed_families()))
        font.setPixelSize(theme.px(14))
        self.text.setFont(font)
        self.text.setMinimumHeight(theme.px(160))

    def set_log(self, text: str) -> None:
        self.text.setPlainText(text)
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.horizontalScrollBar().setValue(0)
        self._copy.setEnabled(bool(text))

    def shown(self) -> None:
        self._copy.setText(self.tr("Copy log"))
        if self.copy_report.isEnabled():
            self.copy_report.setText(self.tr("Copy report"))
        self.read_wanted.emit()

    def want_report(self) -> None:
        """Looking everything over takes a while on a large database; the button says so."""
        self.copy_report.setEnabled(False)
        self.copy_report.setText(self.tr("Looking everything over…"))
        self.report_wanted.emit()

    def report_done(self, text: str | None) -> None:
        """The report is there and copied; None if it could not be made."""
        self.copy_report.setEnabled(True)
        if text is None:
            self.copy_report.setText(self.tr("Copy report"))
            return
        QGuiApplication.clipboard().setText(text)
        self.copy_report.setText(self.tr("Report copied"))

    def _copy_log(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self._copy.setText(self.tr("Log copied"))
