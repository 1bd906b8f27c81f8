"""Where files come in and go out of one window: opens the dialogs and leads between them and the flow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import Shiboken

from satchel.domain.arrivals import ArrivalReport, ImportWish
from satchel.domain.contracts import SessionSummary
from satchel.domain.errors import StoreReadOnly
from satchel.ui.dialogs.import_dialog import ImportDialog
from satchel.ui.export_flow import ExportFlow
from satchel.ui.theme_source import ThemeSource
from satchel.ui.transfer_flow import Brought, Looked, Step, TransferFlow
from satchel.ui.transfer_words import documents


class Transfers(QObject):
    """One thing at a time: while a dialog is open nothing else begins."""

    imported = Signal(str)
    """Something new is here; the id of the first of it."""
    failed = Signal(object)

    def __init__(self, window: QWidget, flow: TransferFlow, look: ThemeSource) -> None:
        super().__init__(window)
        self._window = window
        self._flow = flow
        self._look = look
        self._dialog: ImportDialog | None = None
        self._paths: tuple[str, ...] = ()
        self._waiting: tuple[str, ...] = ()
        self._passphrase: str | None = None
        self._looked = Looked((), False)
        self._begun = self._writable = False
        self._export = ExportFlow(window, flow, look)
        self._export.closed.connect(self._go_on)
        flow.looked.connect(self._preview)
        flow.arrived.connect(self._arrived)
        flow.stepped.connect(self._stepped)
        flow.brought.connect(self._report)
        flow.failed.connect(self._failed)

    def begin(self, profile: str, *, writable: bool) -> None:
        """The sessions are there: what was asked for before is done now."""
        self._flow.begin(profile)
        self._begun, self._writable = True, writable
        self._go_on()

    def end(self) -> None:
        """The window goes: what is under way stops, whole."""
        self._flow.end()

    @property
    def ready(self) -> bool:
        """Whether files can be taken in now."""
        return self._writable and self._open_dialog() is None and not self._export.open

    def choose(self) -> None:
        """Asks for files, and shows what they would bring."""
        if not self.ready:
            return
        chooser = QFileDialog(self._window, self.tr("Import sessions"))
        chooser.setObjectName("import_files")
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFiles)
        kinds = "*.sessionbundle *.age *.zip *.json *.jsonl *.ndjson"
        chooser.setNameFilters(
            [self.tr("Session files") + f" ({kinds})", self.tr("All files") + " (*)"]
        )
        chooser.setDirectory(documents())
        chooser.filesSelected.connect(self.bring_in)
        chooser.open()

    def bring_in(self, paths: Sequence[str]) -> None:
        """Shows what files, and the files in folders, would bring; a person then says whether they are to."""
        if self._begun and not self._writable:
            self.failed.emit(StoreReadOnly("Nothing can be imported now."))
            return
        if not self.ready:
            self._waiting = (*self._waiting, *paths)
            return
        if not paths:
            return
        self._paths, self._passphrase = tuple(paths), None
        dialog = ImportDialog(self._look.current, self._window)
        dialog.import_wanted.connect(self._bring)
        dialog.unlock_wanted.connect(self._unlock)
        dialog.stop_wanted.connect(self._flow.cancel)
        dialog.finished.connect(self._closed)
        self._dialog = dialog
        dialog.open()
        self._flow.look(self._paths)

    def export(self, sessions: Sequence[SessionSummary]) -> None:
        """Asks how sessions are to leave, and where to."""
        if self._open_dialog() is None:
            self._export.begin(sessions)

    # --- between the dialog and the flow -------------------------------------------------------------

    def _open_dialog(self) -> ImportDialog | None:
        """The dialog, if it is still there: it deletes itself."""
        if self._dialog is not None and not Shiboken.isValid(self._dialog):
            self._dialog = None
        return self._dialog

    def _closed(self) -> None:
        self._dialog = None
        self._go_on()

    def _go_on(self) -> None:
        """What was asked for while something else was open, or nothing yet, has its turn."""
        paths, self._waiting = self._waiting, ()
        if paths:
            self.bring_in(paths)

    def _unlock(self, passphrase: str) -> None:
        self._passphrase = passphrase
        self._flow.look(self._paths, passphrase)

    def _bring(self, wish: ImportWish) -> None:
        self._flow.bring(self._looked.files, wish, self._passphrase)

    def _preview(self, looked: Looked) -> None:
        self._looked = looked
        if (dialog := self._open_dialog()) is not None:
            dialog.show_preview(looked)

    def _arrived(self, file: int, report: ArrivalReport) -> None:
        if (dialog := self._open_dialog()) is not None:
            dialog.note_arrival(file, report)

    def _stepped(self, step: Step) -> None:
        if (dialog := self._open_dialog()) is not None:
            dialog.note_step(step)

    def _report(self, brought: Brought) -> None:
        if (dialog := self._open_dialog()) is not None:
            dialog.show_report(brought)
            if new := dialog.rows.first_new():
                self.imported.emit(new)

    def _failed(self, error: Exception) -> None:
        if (dialog := self._open_dialog()) is not None:
            dialog.show_trouble(error)
        elif not self._export.open:
            self.failed.emit(error)
