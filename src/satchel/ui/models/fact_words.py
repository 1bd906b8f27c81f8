"""Facts of a session in words: what kind of thing each is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from satchel.domain.facts import COURSE, FOREIGN, LEARNER, NOTE, QUESTION, SCENE, Fact

translate = QCoreApplication.translate


def kind_of(fact: Fact) -> str:
    """“Note”, “Course”, …"""
    return {
        NOTE: translate("Facts", "Note"),
        SCENE: translate("Facts", "Slide"),
        QUESTION: translate("Facts", "Question"),
        COURSE: translate("Facts", "Course"),
        LEARNER: translate("Facts", "Learner"),
        FOREIGN: translate("Facts", "Of another program"),
    }.get(fact.kind, fact.kind)


def spoken_fact(fact: Fact) -> str:
    """All of it, for a screen reader."""
    how = translate("Facts", "kept") if fact.pinned else translate("Facts", "changes by itself")
    return f"{kind_of(fact)}, {how}: {fact.text}"
