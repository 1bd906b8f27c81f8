"""Facts of a session in words: what kind of thing each is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from satchel.domain.facts import BINDINGS, COURSE, FOREIGN, LEARNER, NOTE, QUESTION, SCENE, Fact
from satchel.ui.models.session_words import short_key

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


def shown_fact(fact: Fact) -> str:
    """As a list shows it: what records bound says what it is, and a learner's key is told short."""
    text = f"\u2068{_told(fact)}\u2069"
    if fact.kind in BINDINGS and not fact.pinned:
        return translate("Facts", "{kind}: {text}").format(kind=kind_of(fact), text=text)
    return text


def spoken_fact(fact: Fact) -> str:
    """All of it, for a screen reader."""
    how = translate("Facts", "kept") if fact.pinned else translate("Facts", "changes by itself")
    return f"{kind_of(fact)}, {how}: {_told(fact)}"


def _told(fact: Fact) -> str:
    return short_key(fact.text) if fact.kind == LEARNER else fact.text
