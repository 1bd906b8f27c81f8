"""Asks how sessions are to leave, then writes them with a way to stop, then says what is where."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from satchel.domain.transfers import SendWish, SentReport
from satchel.ui.dialogs.buttons import add_button
from satchel.ui.messages import words_for
from satchel.ui.sentences import together
from satchel.ui.theme import HUGE, LARGE, SMALL, TINY, Theme
from satchel.ui.transfer_flow import Step
from satchel.ui.transfer_words import export_question, messages_of, taken_out
from satchel.ui.widgets.choice import Tick
from satchel.ui.widgets.prose import Prose


class ExportDialog(QDialog):
    """Enter goes on to the name of the file, Esc writes nothing."""

    place_wanted = Signal()
    """All is said but where the file is to be."""
    stop_wanted = Signal()

    def __init__(self, theme: Theme, title: str, own: int, others: int, parent: QWidget) -> None:
        """`title` is that of the one session it is about; `others` is how many are not one's own."""
        super().__init__(parent)
        self._theme = theme
        self._state = "asking"
        self._own, self._others = own, others
        self._one = title
        self._folder = ""
        self.setObjectName("export_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Export"))
        self._title = Prose(theme, "", self, size=22, semibold=True)
        self._source = Prose(
            theme,
            self.tr("Into a file that another laptop can import. Nothing here changes."),
            self,
        )
        self._source.setProperty("ink", "second")
        self._make_choices()
        self._bar = QProgressBar(self)
        self._bar.setObjectName("export_progress")
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(theme.px(6))
        self._bar.setAccessibleName(self.tr("Progress"))
        self._bar.hide()
        self._note = Prose(theme, "", self)
        self._note.setObjectName("export_note")
        self._note.hide()
        self._make_buttons()
        self._lay_out()
        self._changed()

    @property
    def state(self) -> str:
        """`asking writing report`."""
        return self._state

    @property
    def title(self) -> str:
        return self._title.text()

    @property
    def note(self) -> str:
        return self._note.text()

    @property
    def with_others(self) -> bool:
        return self._own == 0 or self.others.isChecked()

    def wish(self, *, replace: bool) -> SendWish:
        return SendWish(self.redact.isChecked(), self.passphrase.text() or None, replace)

    # --- what becomes of it ------------------------------------------------------------------------

    def show_writing(self) -> None:
        self._state = "writing"
        for part in (self.redact, self.others, self.passphrase, self.again, self.go):
            part.hide()
        self._bar.setRange(0, 0)
        self._bar.show()
        self._say(self.tr("Cancel leaves no file behind."))
        self.cancel.setFocus()

    def note_step(self, step: Step) -> None:
        if self._state == "writing" and step.total:
            self._bar.setRange(0, 1000)
            self._bar.setValue(round(1000 * step.done / step.total))
            self._say(messages_of(step.done, step.total))

    def show_report(self, report: SentReport) -> None:
        name = f"\u2068{PurePath(report.files[0]).name}\u2069" if report.files else ""
        if report.files:
            self._folder = str(PurePath(report.files[0]).parent)
            self._end(self.tr("Saved as “{name}”").format(name=name))
        else:
            self._end(self.tr("Nothing was exported"))
        words = [taken_out(report.redactions)] if report.redactions else []
        if report.left_out:
            titles = ", ".join(f"“\u2068{title}\u2069”" for title, _why in report.left_out[:3])
            words.append(
                self.tr("Left out, because it cannot be read: {titles}.").format(titles=titles)
            )
        self._say(together(*words))
        self.show_folder.setVisible(bool(self._folder))
        self._fit()

    def show_stopped(self) -> None:
        self._end(self.tr("Stopped. No file was written."))
        self._say("")

    def show_trouble(self, error: Exception) -> None:
        words = words_for(error)
        self._end(words.what)
        self._say(words.next_step)

    def reject(self) -> None:
        """While it writes, this stops it; the dialog stays to say so."""
        if self._state == "writing":
            self.cancel.setEnabled(False)
            self._say(self.tr("Stopping…"))
            self.stop_wanted.emit()
        else:
            super().reject()

    def _end(self, title: str) -> None:
        self._state = "report"
        self._title.setText(title)
        for part in (self._bar, self._source, self.redact, self.others):
            part.hide()
        for field in (self.passphrase, self.again, self.go):
            field.hide()
        self.cancel.setText(self.tr("Close"))
        self.cancel.setEnabled(True)
        self.cancel.setDefault(True)
        self.cancel.setFocus()

    def _say(self, words: str) -> None:
        self._note.setText(words)
        self._note.setVisible(bool(words))
        self._fit()

    # --- parts -------------------------------------------------------------------------------------

    def _make_choices(self) -> None:
        theme = self._theme
        self.others = Tick(theme, self.tr("Others' work too"), self)
        self.others.setChecked(True)
        self.others.setVisible(self._own > 0 and self._others > 0)
        self.redact = Tick(
            theme, self.tr("Take out personal details, as far as they are found"), self
        )
        self.redact.setObjectName("export_redact")
        self.passphrase = self._field("export_passphrase")
        self.passphrase.setPlaceholderText(self.tr("Passphrase, if the file is to be locked"))
        self.passphrase.setAccessibleName(self.tr("Passphrase, if the file is to be locked"))
        self.again = self._field("export_again")
        self.again.setPlaceholderText(self.tr("The same passphrase again"))
        self.again.setAccessibleName(self.tr("The same passphrase again"))
        self.others.toggled.connect(self._changed)
        for field in (self.passphrase, self.again):
            field.textChanged.connect(self._changed)

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(name)
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setMaxLength(1000)
        return field

    def _make_buttons(self) -> None:
        roles = QDialogButtonBox.ButtonRole
        self._buttons = QDialogButtonBox(self)
        self.go = add_button(
            self._buttons, self.tr("Choose a place…"), roles.AcceptRole, "export_go"
        )
        self.show_folder = add_button(
            self._buttons, self.tr("Show in folder"), roles.ActionRole, "export_show"
        )
        self.cancel = add_button(
            self._buttons, self.tr("Cancel"), roles.RejectRole, "export_cancel"
        )
        self.go.setDefault(True)
        self.go.clicked.connect(self.place_wanted)
        self.show_folder.clicked.connect(self._show_folder)
        self.show_folder.hide()
        self.cancel.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        theme, side = self._theme, self._theme.px(HUGE)
        head = QVBoxLayout()
        head.setSpacing(theme.px(TINY))
        head.addWidget(self._title)
        head.addWidget(self._source)
        fields = QVBoxLayout()
        fields.setSpacing(theme.px(SMALL))
        fields.addWidget(self.passphrase)
        fields.addWidget(self.again)
        box = QVBoxLayout(self)
        box.setContentsMargins(side, side, side, side)
        box.setSpacing(theme.px(LARGE))
        box.addLayout(head)
        box.addWidget(self.others)
        box.addWidget(self.redact)
        box.addLayout(fields)
        box.addWidget(self._bar)
        box.addWidget(self._note)
        box.addWidget(self._buttons)

    def _changed(self) -> None:
        """A passphrase is only taken when it was typed twice alike: a slip would lock the file for good."""
        count = self._own + (self._others if self.with_others else 0)
        self._title.setText(export_question(count, self._one))
        locked = bool(self.passphrase.text())
        self.again.setVisible(locked)
        alike = self.passphrase.text() == self.again.text() or not locked
        self.go.setEnabled(alike)
        self._say(
            self.tr("Nobody can open the file without the passphrase. Write it down.")
            if locked
            else ""
        )

    def _show_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(self._folder))

    def _fit(self) -> None:
        layout = self.layout()
        if layout is not None:
            layout.activate()
            width = max(self._theme.px(560), layout.minimumSize().width())
            self.setFixedSize(width, layout.heightForWidth(width))
