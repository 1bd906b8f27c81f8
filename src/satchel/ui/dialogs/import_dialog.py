"""Shows first what an import would do, then does it with a way to stop, then says what happened."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from satchel.domain.arrivals import ArrivalReport, ImportWish
from satchel.domain.transfers import Inspected
from satchel.ui.dialogs.buttons import add_button
from satchel.ui.messages import words_for
from satchel.ui.models.arrival_rows import ArrivalRows, Now
from satchel.ui.sentences import together
from satchel.ui.theme import CONTROL, HUGE, LARGE, LIST_ROW, SMALL, TINY, Theme
from satchel.ui.transfer_flow import Brought, Looked, Step
from satchel.ui.transfer_words import (
    do_import,
    importing,
    left_out,
    messages_of,
    question,
    sessions_added,
    source,
)
from satchel.ui.widgets.arrival_table import ArrivalTable
from satchel.ui.widgets.choice import Tick
from satchel.ui.widgets.prose import Prose

WIDEST = 960
_STEPS = 1000


class ImportDialog(QDialog):
    """Enter imports, Esc cancels: before it has begun nothing happens, and after it what is added stays."""

    import_wanted = Signal(object)
    """An `ImportWish`, without passphrase."""
    unlock_wanted = Signal(str)
    stop_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = "looking"
        self._files: tuple[Inspected, ...] = ()
        self.setObjectName("import_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Import"))
        self.rows = ArrivalRows(self)
        self._title = Prose(
            theme, self.tr("Looking at what is there…"), self, size=22, semibold=True
        )
        self._title.setObjectName("import_title")
        self._source = Prose(theme, self.tr("Nothing is written yet."), self)
        self._source.setObjectName("import_source")
        self._source.setProperty("ink", "second")
        self._frame = QFrame(self)
        self._frame.setProperty("ground", "card")
        self.table = ArrivalTable(theme, self.rows, self._frame)
        inner = QVBoxLayout(self._frame)
        inner.setContentsMargins(1, 1, 1, 1)
        inner.addWidget(self.table)
        self._make_choices()
        self._make_progress()
        self._note = Prose(theme, "", self)
        self._note.setObjectName("import_note")
        self._note.setProperty("ink", "second")
        self._make_buttons()
        self._lay_out()
        for part in (self._frame, self._lock, self.mine, self.deleted, self._way):
            part.hide()
        self._fit()

    @property
    def state(self) -> str:
        """`looking preview importing report`."""
        return self._state

    @property
    def title(self) -> str:
        return self._title.text()

    @property
    def note(self) -> str:
        return self._note.text()

    # --- the three acts ----------------------------------------------------------------------------

    def show_preview(self, looked: Looked) -> None:
        """What importing the files would do."""
        self._state = "preview"
        self._files = looked.files
        self.rows.set_files(looked.files)
        self._frame.setVisible(bool(self.rows.rows))
        self._source.setText(together(source(looked.files), self.tr("Nothing is written yet.")))
        note = self.tr("Importing only adds. Nothing here is changed or removed.")
        if looked.left_out:
            note = self.tr(
                "There are more files than can be imported at once. Import the rest after."
            )
        self._note.setText(note)
        self._lock.setVisible(self.rows.locked)
        wrong = self.rows.wrong_passphrase
        self._lock_words.setText(
            self.tr("That is not the passphrase. Try again.")
            if wrong
            else self.tr("A file is locked with a passphrase. Ask who made it, and type it.")
        )
        self.mine.setVisible(self.rows.others > 0)
        self.deleted.setVisible(self.rows.deleted > 0)
        self._passphrase.setEnabled(True)
        self._unlock.setEnabled(True)
        self._chosen()
        if self.rows.locked:
            self._passphrase.selectAll()
            self._passphrase.setFocus()
        self._fit()

    def show_importing(self) -> None:
        self._state = "importing"
        adds = self.rows.adds
        self.rows.begin()
        self._title.setText(importing(adds))
        self._source.setText(source(self._files))
        for part in (self._lock, self.mine, self.deleted, self.go, self.copy):
            part.hide()
        self._way.show()
        self._bar.setRange(0, max(adds, 1) * _STEPS)
        self._note.setText(
            self.tr(
                "Cancel keeps the sessions already added and leaves out the rest. No session is left half done."
            )
        )
        self.cancel.setFocus()
        self._say_progress()
        self._fit()

    def note_arrival(self, file: int, report: ArrivalReport) -> None:
        self.rows.arrived(file, report)
        self._bar.setValue(self.rows.count(Now.ADDED) * _STEPS)
        self._say_progress()
        row = self.rows.under_way()
        if row is not None:
            self.table.show_row(self.rows.rows.index(row))

    def note_step(self, step: Step) -> None:
        if self._state == "importing" and step.total:
            self._far.setText(messages_of(step.done, step.total))
            within = min(step.done / step.total, 0.99)
            row = self.rows.under_way()
            if row is not None:
                of_file = sum(one.file == row.file for one in self.rows.rows)
                if of_file == 1:
                    self._bar.setValue(round((self.rows.count(Now.ADDED) + within) * _STEPS))

    def show_report(self, brought: Brought) -> None:
        """What became of it."""
        self._state = "report"
        for at, report in enumerate(brought.reports):
            if not (brought.stopped or brought.error) or at < len(brought.reports) - 1:
                self.rows.file_done(at, report)
        planned = self.rows.count(Now.WAITING) + self.rows.count(Now.UNDER_WAY)
        self.rows.end()
        added = self.rows.count(Now.ADDED)
        self._title.setText(self._outcome(brought, added))
        self._note.setText(self._afterwards(brought, added, planned))
        self._way.hide()
        self.copy.setVisible(bool(self.rows.details))
        self.cancel.setText(self.tr("Close"))
        self.cancel.setEnabled(True)
        self.cancel.setProperty("kind", "primary")
        self.cancel.style().polish(self.cancel)
        self.cancel.setDefault(True)
        self.cancel.setFocus()
        self._fit()

    def show_trouble(self, error: Exception) -> None:
        """It could not even be looked at."""
        self._state = "report"
        words = words_for(error)
        self._title.setText(words.what)
        self._note.setText(words.next_step)
        self.go.hide()
        self.cancel.setText(self.tr("Close"))
        self._fit()

    def reject(self) -> None:
        """While it imports, this stops the import; the dialog stays to say what became of it."""
        if self._state == "importing":
            self.cancel.setEnabled(False)
            self._doing.setText(self.tr("Stopping…"))
            self.stop_wanted.emit()
            return
        if self._state == "looking":
            self.stop_wanted.emit()
        super().reject()

    # --- words -------------------------------------------------------------------------------------

    def _outcome(self, brought: Brought, added: int) -> str:
        if brought.error is not None:
            return words_for(brought.error).what
        if brought.stopped:
            return self.tr("Stopped")
        if added == 0:
            return self.tr("Nothing was added")
        return sessions_added(added)

    def _afterwards(self, brought: Brought, added: int, missing: int) -> str:
        out = self.rows.count(Now.LEFT_OUT)
        if brought.stopped or brought.error is not None:
            return self.tr("Stopped. {added}, {missing}. You can import the file again.").format(
                added=sessions_added(added), missing=left_out(missing)
            )
        if out:
            return left_out(out) + ". " + self.tr("The table says why.")
        return self.tr("Everything that was new is here now.")

    def _say_progress(self) -> None:
        row = self.rows.under_way()
        if row is not None:
            title = f"\u2068{row.report.title}\u2069"
            self._doing.setText(self.tr("Adding “{title}”").format(title=title))
            self._far.setText("")

    # --- choices -----------------------------------------------------------------------------------

    def _chosen(self) -> None:
        self.rows.set_wish(mine=self.mine.isChecked(), include_deleted=self.deleted.isChecked())
        adds = self.rows.adds
        self._title.setText(
            self.tr("This file is locked")
            if self.rows.locked and self.rows.sessions == 0
            else question(adds, self.rows.sessions)
        )
        self.go.setVisible(adds > 0)
        self.go.setText(do_import(adds))
        self.copy.setVisible(bool(self.rows.details) and not self.rows.locked)
        self.cancel.setText(self.tr("Cancel") if adds or self.rows.locked else self.tr("Close"))
        if adds and not self.rows.locked:
            self.go.setDefault(True)
            self.go.setFocus()

    def _go(self) -> None:
        wish = ImportWish(mine=self.mine.isChecked(), include_deleted=self.deleted.isChecked())
        self.show_importing()
        self.import_wanted.emit(wish)

    def _try_passphrase(self) -> None:
        if self._passphrase.text() and self._state == "preview":
            self._passphrase.setEnabled(False)
            self._unlock.setEnabled(False)
            self.unlock_wanted.emit(self._passphrase.text())

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(self.rows.details)
        self.copy.setText(self.tr("Copied"))

    # --- parts -------------------------------------------------------------------------------------

    def _make_choices(self) -> None:
        theme = self._theme
        self._lock = QWidget(self)
        self._lock_words = Prose(theme, "", self._lock)
        self._lock_words.setObjectName("lock_words")
        self._passphrase = QLineEdit(self._lock)
        self._passphrase.setObjectName("import_passphrase")
        self._passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self._passphrase.setAccessibleName(self.tr("Passphrase"))
        self._passphrase.setPlaceholderText(self.tr("Passphrase"))
        self._passphrase.returnPressed.connect(self._try_passphrase)
        self._unlock = QPushButton(self.tr("Unlock"), self._lock)
        self._unlock.setObjectName("import_unlock")
        self._unlock.setAutoDefault(False)
        self._unlock.clicked.connect(self._try_passphrase)
        line = QHBoxLayout(self._lock)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.px(SMALL))
        line.addWidget(self._lock_words, 2)
        line.addWidget(self._passphrase, 1)
        line.addWidget(self._unlock)
        self.mine = Tick(theme, self.tr("This was mine: I wrote it on another laptop"), self)
        self.mine.setObjectName("import_mine")
        self.deleted = Tick(theme, self.tr("Bring back what was deleted here"), self)
        self.deleted.setObjectName("import_deleted")
        for tick in (self.mine, self.deleted):
            tick.toggled.connect(self._chosen)

    def _make_progress(self) -> None:
        theme = self._theme
        self._way = QWidget(self)
        self._doing = Prose(theme, "", self._way, semibold=True)
        self._doing.setObjectName("import_doing")
        self._far = Prose(theme, "", self._way)
        self._far.setProperty("ink", "second")
        self._bar = QProgressBar(self._way)
        self._bar.setObjectName("import_progress")
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(theme.px(6))
        self._bar.setAccessibleName(self.tr("Progress"))
        words = QHBoxLayout()
        words.addWidget(self._doing, 1)
        words.addWidget(self._far)
        box = QVBoxLayout(self._way)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(theme.px(SMALL))
        box.addLayout(words)
        box.addWidget(self._bar)

    def _make_buttons(self) -> None:
        roles = QDialogButtonBox.ButtonRole
        self._buttons = QDialogButtonBox(self)
        self.go = add_button(self._buttons, "", roles.AcceptRole, "import_go")
        self.copy = add_button(
            self._buttons, self.tr("Copy details"), roles.ActionRole, "import_copy"
        )
        self.cancel = add_button(
            self._buttons, self.tr("Cancel"), roles.RejectRole, "import_cancel"
        )
        self.go.clicked.connect(self._go)
        self.copy.clicked.connect(self._copy_details)
        self.cancel.clicked.connect(self.reject)
        self.go.hide()
        self.copy.hide()

    def _lay_out(self) -> None:
        theme, side = self._theme, self._theme.px(HUGE)
        head = QVBoxLayout()
        head.setSpacing(theme.px(TINY))
        head.addWidget(self._title)
        head.addWidget(self._source)
        foot = QHBoxLayout()
        foot.setSpacing(theme.px(LARGE))
        foot.addWidget(self._note, 1, Qt.AlignmentFlag.AlignVCenter)
        foot.addWidget(self._buttons)
        box = QVBoxLayout(self)
        box.setContentsMargins(side, side, side, side)
        box.setSpacing(theme.px(LARGE))
        box.addLayout(head)
        box.addWidget(self._frame, 1)
        for part in (self._lock, self.mine, self.deleted, self._way):
            box.addWidget(part)
        box.addLayout(foot)

    def _fit(self) -> None:
        """As wide as the window lets it be, as high as the rows need, and never beyond the window."""
        theme, window = self._theme, self.parentWidget()
        room = window.size() if window is not None else QSize(WIDEST, 700)
        width = min(theme.px(WIDEST), max(room.width() - 2 * HUGE, 480))
        inner = width - 2 * theme.px(HUGE) - 2
        self.table.resize(inner, self.table.height())
        self.table.fit()
        high = self.table.wanted_height() + 2
        most = max(round(room.height() * 0.55), theme.px(160))
        self._frame.setFixedHeight(min(high, most))
        layout = self.layout()
        assert layout is not None
        layout.activate()
        width = max(width, layout.minimumSize().width())
        over = layout.heightForWidth(width) - max(room.height(), 480)
        if over > 0:
            least = theme.px(CONTROL + LIST_ROW) + 2
            self._frame.setFixedHeight(max(self._frame.height() - over, least))
            layout.activate()
        self.setFixedSize(width, max(layout.heightForWidth(width), 1))
