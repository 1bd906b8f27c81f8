"""Sessions out of one window: the dialog, the name of the file, the writing."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from satchel.domain.contracts import SessionSummary
from satchel.domain.transfers import SentReport
from satchel.ui.dialogs.export_dialog import ExportDialog
from satchel.ui.theme_source import ThemeSource
from satchel.ui.transfer_flow import Step, TransferFlow
from satchel.ui.transfer_words import documents, sessions_name

SUFFIX = ".sessionbundle"
LOCKED = ".sessionbundle.age"


class ExportFlow(QObject):
    """One export at a time."""

    closed = Signal()

    def __init__(self, window: QWidget, flow: TransferFlow, look: ThemeSource) -> None:
        super().__init__(window)
        self._window = window
        self._flow = flow
        self._look = look
        self._dialog: ExportDialog | None = None
        self._sessions: tuple[SessionSummary, ...] = ()
        flow.proposed.connect(self._ask_place)
        flow.stepped.connect(self._stepped)
        flow.sent.connect(self._sent)
        flow.stopped.connect(self._stopped)
        flow.failed.connect(self._failed)

    @property
    def open(self) -> bool:
        return self._dialog is not None

    def begin(self, sessions: Sequence[SessionSummary]) -> None:
        """Asks how these are to leave. What is in the trash stays."""
        self._sessions = tuple(one for one in sessions if one.trashed_at is None)
        if self.open or not self._sessions:
            return
        own = sum(one.own for one in self._sessions)
        dialog = ExportDialog(
            self._look.current, self._title, own, len(self._sessions) - own, self._window
        )
        dialog.place_wanted.connect(self._propose)
        dialog.stop_wanted.connect(self._flow.cancel)
        dialog.finished.connect(self._closed)
        self._dialog = dialog
        dialog.open()

    def write(self, path: str) -> None:
        """To the file a person named. Only one that was there under this very name may be replaced."""
        dialog = self._dialog
        if dialog is None:
            return
        wish = dialog.wish(replace=False)
        suffix = LOCKED if wish.passphrase else SUFFIX
        if path.endswith(suffix):
            wish = dialog.wish(replace=os.path.exists(path))  # noqa: PTH110 - the chooser has asked
        else:
            path = path.removesuffix(SUFFIX) + suffix
        ids = [one.id for one in self._sessions if one.own or dialog.with_others]
        dialog.show_writing()
        self._flow.send(ids, path, wish)

    @property
    def _title(self) -> str:
        """Of the one session there is, else empty."""
        return self._sessions[0].title if len(self._sessions) == 1 else ""

    def _propose(self) -> None:
        if self._dialog is not None:
            locked = self._dialog.wish(replace=False).passphrase is not None
            self._flow.propose(documents(), self._title or sessions_name(), locked=locked)

    def _ask_place(self, proposed: str) -> None:
        if self._dialog is None:
            return
        chooser = QFileDialog(self._dialog, self.tr("Export"))
        chooser.setObjectName("export_file")
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        kind = "*" + (LOCKED if proposed.endswith(LOCKED) else SUFFIX)
        chooser.setNameFilter(self.tr("Session files") + f" ({kind})")
        chooser.setDirectory(str(Path(proposed).parent))
        chooser.selectFile(Path(proposed).name)
        chooser.fileSelected.connect(self.write)
        chooser.open()

    def _stepped(self, step: Step) -> None:
        if self._dialog is not None:
            self._dialog.note_step(step)

    def _sent(self, report: SentReport) -> None:
        if self._dialog is not None:
            self._dialog.show_report(report)

    def _stopped(self) -> None:
        if self._dialog is not None:
            self._dialog.show_stopped()

    def _failed(self, error: Exception) -> None:
        if self._dialog is not None:
            self._dialog.show_trouble(error)

    def _closed(self) -> None:
        self._dialog = None
        self.closed.emit()
