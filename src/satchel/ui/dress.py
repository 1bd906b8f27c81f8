"""How the application looks and speaks: fonts, language, theme, and what is kept of that between starts."""

from __future__ import annotations

import logging

from PySide6.QtCore import (
    QLibraryInfo,
    QLocale,
    QMessageLogContext,
    QObject,
    QtMsgType,
    QTranslator,
)
from PySide6.QtWidgets import QApplication

from satchel.resources import resource
from satchel.ui.contrast_palette import system_palette
from satchel.ui.fonts import load_fonts
from satchel.ui.language import locale_of, translation_for
from satchel.ui.preferences import Preferences
from satchel.ui.style import apply
from satchel.ui.theme import Theme
from satchel.ui.theme_source import ThemeSource

_log = logging.getLogger("satchel")


class Dress(QObject):
    """Dresses `app` once and again whenever the look changes. `owned` says whether it is all ours."""

    def __init__(
        self, app: QApplication, preferences: Preferences, *, owned: bool, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._app = app
        self._preferences = preferences
        self._translators: list[QTranslator] = []
        self._locale_before = QLocale()
        QLocale.setDefault(locale_of(preferences.language, QLocale()))
        app.setApplicationName("Satchel")
        load_fonts()
        if owned:
            app.setDesktopFileName("satchel")
            app.setLayoutDirection(QLocale().textDirection())
        self._speak()
        self.look = ThemeSource(app.styleHints(), self, system_palette)
        preferences.dress(self.look)
        self.look.changed.connect(self._wear)
        apply(app, self.look.current)

    def take_off(self) -> None:
        """Leaves an adopted application as it was."""
        self.look.changed.disconnect(self._wear)
        for translator in self._translators:
            self._app.removeTranslator(translator)
        QLocale.setDefault(self._locale_before)

    def _speak(self) -> None:
        language = translation_for(QLocale())
        if language is not None:
            qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
            self._translate(f"{qt}/qtbase_{language}.qm")
            self._translate(str(resource("translations", f"satchel_{language}.qm")))

    def _translate(self, file: str) -> None:
        translator = QTranslator(self)
        if translator.load(file):
            self._app.installTranslator(translator)
            self._translators.append(translator)

    def _wear(self, theme: Theme) -> None:
        apply(self._app, theme)
        self._preferences.keep(self.look)


def note_qt_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    """What Qt has to say goes to the log, not to a terminal nobody reads."""
    serious = kind in (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
    _log.log(logging.ERROR if serious else logging.WARNING, "Qt: %s", text)
