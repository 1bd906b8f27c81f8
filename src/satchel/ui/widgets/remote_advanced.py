"""What few people need to say about a server: whose work, which make, a certificate, a proxy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from satchel.domain.syncing import RemoteSettings
from satchel.ui.theme import MEDIUM, SMALL, TINY, Theme
from satchel.ui.widgets.choice import Choice
from satchel.ui.widgets.prose import Prose


class RemoteAdvanced(QWidget):
    """Folded away until somebody asks for it, or something in it is set."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._labels: list[Prose] = []
        self.open = QPushButton(self)
        self.open.setObjectName("advanced_button")
        self.open.setCheckable(True)
        self.open.toggled.connect(self._show)
        self._inside = QWidget(self)
        self._in = QVBoxLayout(self._inside)
        self._in.setContentsMargins(0, 0, 0, 0)
        self.learner = self._field("learner_field", self.tr("Learner key"))
        self.learner.setPlaceholderText(self.tr("As the server says"))
        self._labels.append(Prose(theme, self.tr("Kind of server"), self._inside, semibold=True))
        self._in.addWidget(self._labels[-1])
        self.dialects = {name: Choice(theme, text, self._inside) for name, text in self._kinds()}
        for name, choice in self.dialects.items():
            choice.setObjectName(f"dialect_{name}")
            choice.toggled.connect(self.changed)
            self._in.addWidget(choice)
        self.certificate = self._field("certificate_field", self.tr("Certificate of the school"))
        self.certificate.setPlaceholderText(self.tr("The system's own"))
        self._choose = QPushButton(self.tr("Choose a file…"), self._inside)
        self._choose.setObjectName("certificate_button")
        self._choose.clicked.connect(self._ask_for_file)
        line = QHBoxLayout()
        line.addWidget(self._choose)
        line.addStretch(1)
        self._in.addLayout(line)
        self.proxy = self._field("proxy_field", self.tr("Proxy"))
        self.proxy.setPlaceholderText(self.tr("As the system says"))
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        top = QHBoxLayout()
        top.addWidget(self.open)
        top.addStretch(1)
        self._box.addLayout(top)
        self._box.addWidget(self._inside)
        self.dialects["auto"].setChecked(True)
        self.set_theme(theme)
        self._show(False)

    def apply(self, settings: RemoteSettings) -> RemoteSettings:
        """`settings` with what is said here."""
        chosen = next(name for name, choice in self.dialects.items() if choice.isChecked())
        proxy = self.proxy.text().strip() or None
        if proxy is None and settings.proxy == "":
            proxy = ""  # “none at all” is not said here, and not unsaid
        return replace(
            settings,
            learner_key=self.learner.text().strip() or None,
            dialect=chosen,
            ca_file=self.certificate.text().strip() or None,
            proxy=proxy,
        )

    def set_settings(self, settings: RemoteSettings) -> None:
        self.learner.setText(settings.learner_key or "")
        self.dialects.get(settings.dialect, self.dialects["auto"]).setChecked(True)
        self.certificate.setText(settings.ca_file or "")
        self.proxy.setText(settings.proxy or "")
        plain = RemoteSettings(settings.address, proxy=settings.proxy or None)
        if self.apply(plain) != plain or settings.proxy:
            self.open.setChecked(True)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for label in self._labels:
            label.set_theme(theme)
            label.setContentsMargins(
                0, theme.px(SMALL if label is not self._labels[0] else 0), 0, 0
            )
        for choice in self.dialects.values():
            choice.set_theme(theme)
        self._in.setSpacing(theme.px(TINY))
        self._box.setSpacing(theme.px(MEDIUM))
        self._in.setContentsMargins(0, 0, 0, theme.px(SMALL))

    def _kinds(self) -> tuple[tuple[str, str], ...]:
        return (
            ("auto", self.tr("Find out")),
            ("satchel", self.tr("Satchel")),
            ("openmaic", self.tr("OpenMAIC, the learner key is the token")),
            ("openmaic-shared", self.tr("OpenMAIC, one token for everybody")),
        )

    def _field(self, name: str, title: str) -> QLineEdit:
        label = Prose(self._theme, title, self._inside, semibold=True)
        self._labels.append(label)
        field = QLineEdit(self._inside)
        field.setObjectName(name)
        field.setAccessibleName(title)
        field.textChanged.connect(self.changed)
        self._in.addWidget(label)
        self._in.addWidget(field)
        return field

    def _ask_for_file(self) -> None:
        chooser = QFileDialog(self.window(), self.tr("Certificate of the school"))
        chooser.setObjectName("certificate_file")
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.setNameFilters(
            [self.tr("Certificates") + " (*.pem *.crt *.cer)", self.tr("All files") + " (*)"]
        )
        chooser.setDirectory(str(Path.home()))
        chooser.fileSelected.connect(self.certificate.setText)
        chooser.open()

    def _show(self, shown: bool) -> None:
        self._inside.setVisible(shown)
        self.open.setText(self.tr("Show less") if shown else self.tr("Show all"))
