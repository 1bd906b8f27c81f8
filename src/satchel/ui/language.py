"""Which language the windows speak: the system's, or the one chosen. Applied when Satchel starts."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLocale

SYSTEM: Final = ""
LANGUAGES: Final = {"en_GB": "English", "zh_CN": "简体中文", "es_ES": "Español"}
"""Each under its own name: who cannot read the window finds it all the same."""

_FILES: Final = {"zh_CN": "zh_CN", "es_ES": "es"}


def locale_of(choice: str, system: QLocale) -> QLocale:
    """The locale a choice stands for. The system's own, with its country, where it speaks that language."""
    chosen = QLocale(choice) if choice in LANGUAGES else system
    same = chosen.language() == system.language() and chosen.script() == system.script()
    return system if same else chosen


def spoken_by(locale: QLocale) -> str:
    """Which of `LANGUAGES` a window speaks where the locale is `locale`; English if there is no other."""
    if locale.language() == QLocale.Language.Spanish:
        return "es_ES"
    if locale.language() == QLocale.Language.Chinese:
        simplified = QLocale.Script.SimplifiedHanScript
        return "zh_CN" if locale.script() in (simplified, QLocale.Script.AnyScript) else "en_GB"
    return "en_GB"


def translation_for(locale: QLocale) -> str | None:
    """The ending of the translation's file name for `locale`; None for English."""
    return _FILES.get(spoken_by(locale))
