"""What a session is called where lists and heads show it: its title, or words for what it is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from satchel.domain.runtime import QUIZ_ATTEMPT

PLAYBACK = "playback"


def name_of(title: str, kind: str = "") -> str:
    """`title` where there is one. Sessions that a course began have none."""
    translate = QCoreApplication.translate
    if title:
        return title
    if kind == QUIZ_ATTEMPT:
        return translate("SessionWords", "Quiz attempt")
    if kind == PLAYBACK:
        return translate("SessionWords", "Course played")
    return translate("SessionWords", "Untitled session")
