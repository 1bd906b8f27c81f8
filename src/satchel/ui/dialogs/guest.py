"""Asks what becomes of a guest's work before it is wiped."""

from __future__ import annotations

from PySide6.QtCore import QDir, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from satchel.ui.messages import words_for
from satchel.ui.sentences import together
from satchel.ui.theme import HUGE, LARGE, Theme
from satchel.ui.widgets.prose import Prose


class GuestDialog(QDialog):
    """*Save a backup file…* is the safe answer; Esc wipes nothing."""

    save_wanted = Signal(str)
    """The path of a file to copy everything to; it may be one that is to be replaced."""
    discarded = Signal()
    kept = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget, *, closing: bool) -> None:
        """`closing`: the guest's last window is about to close; else the guest is left of an earlier start."""
        super().__init__(parent)
        self._name = name
        self.setObjectName("guest_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Guest"))
        isolated = f"\u2068{name}\u2069"
        self._title = Prose(
            theme, self._question(closing).format(name=isolated), self, size=22, semibold=True
        )
        self._words = Prose(theme, self._explanation(), self)
        self._note = Prose(theme, "", self)
        self._note.setObjectName("guest_note")
        self._note.hide()
        self._buttons = QDialogButtonBox(self)
        roles = QDialogButtonBox.ButtonRole
        self.save = self._button(self.tr("Save a backup file…"), roles.AcceptRole, "guest_save")
        self.save.setDefault(True)
        self.discard = self._button(
            self.tr("Discard the work"), roles.DestructiveRole, "guest_discard"
        )
        stay = self.tr("Keep open") if closing else self.tr("Go on as guest")
        self.keep = self._button(stay, roles.RejectRole, "guest_keep")
        self.save.clicked.connect(self._choose)
        self.discard.clicked.connect(self._discard)
        self.keep.clicked.connect(self.reject)
        self.rejected.connect(self.kept)
        box = QVBoxLayout(self)
        side = theme.px(HUGE)
        box.setContentsMargins(side, side, side, side)
        box.setSpacing(theme.px(LARGE))
        for part in (self._title, self._words, self._note, self._buttons):
            box.addWidget(part)
        self._width = theme.px(560)
        self._fit()

    def saved(self, _nothing: None = None) -> None:
        """The file is there: nothing is lost any more."""
        self._discard()

    def not_saved(self, error: Exception) -> None:
        """Says why, and asks again."""
        self._say(together(self.tr("This was not saved."), words_for(error).sentence))
        self._set_usable(True)

    def _choose(self) -> None:
        chooser = QFileDialog(self, self.tr("Save a backup file"))
        chooser.setObjectName("guest_file")
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setNameFilter(self.tr("Satchel backups") + " (*.db)")
        chooser.setDefaultSuffix("db")
        places = QStandardPaths.standardLocations(QStandardPaths.StandardLocation.DocumentsLocation)
        chooser.setDirectory(next((one for one in places if QDir(one).exists()), QDir.homePath()))
        chooser.selectFile(f"{_as_file_name(self._name)}.db")
        chooser.fileSelected.connect(self._save)
        chooser.open()

    def _save(self, file: str) -> None:
        self._set_usable(False)
        self._say(self.tr("Saving…"))
        self.save_wanted.emit(file)

    def _discard(self) -> None:
        self.rejected.disconnect(self.kept)
        self.close()
        self.discarded.emit()

    def _say(self, words: str) -> None:
        self._note.setText(words)
        self._note.show()
        self._fit()

    def _fit(self) -> None:
        """As high as its words need: a dialog asks for the height of unbroken lines by itself."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        width = max(self._width, layout.minimumSize().width())
        self.setFixedSize(width, layout.heightForWidth(width))

    def _set_usable(self, usable: bool) -> None:
        for button in (self.save, self.discard, self.keep):
            button.setEnabled(usable)

    def _button(self, words: str, role: QDialogButtonBox.ButtonRole, name: str) -> QPushButton:
        button = QPushButton(words, self._buttons)
        button.setObjectName(name)
        button.setAutoDefault(False)
        if role is QDialogButtonBox.ButtonRole.AcceptRole:
            button.setProperty("kind", "primary")  # before it is polished, which the box sees to
        self._buttons.addButton(button, role)
        return button

    def _question(self, closing: bool) -> str:
        if closing:
            return self.tr("Keep what “{name}” did here?")
        return self.tr("Keep what the guest “{name}” did here last time?")

    def _explanation(self) -> str:
        return self.tr(
            "A guest's work does not stay on this laptop. Save it to a file, on a USB stick say, if somebody "
            "wants it later; then it is wiped here."
        )


def _as_file_name(name: str) -> str:
    """`name` without what a file system might not take."""
    kept = "".join(one if one.isalnum() or one in "-_ ." else "_" for one in name).strip(" .")
    return kept or "guest"
