"""What lists and heads say of a session: its title or words for what it is, its mark, its state, whose work it is."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication

from satchel.domain.contracts import SessionSummary
from satchel.domain.runtime import ANONYMOUS, COMPLETED, QUIZ_ATTEMPT, WORKSPACE_STAGE
from satchel.ui.absence import trash_words
from satchel.ui.models.session_roles import Mark

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


def heading_of(stage: str) -> str:
    """What the sessions of a stage stand under. Until a course is open, its stage id says most."""
    if stage == WORKSPACE_STAGE:
        return QCoreApplication.translate("SessionTree", "Without a course")
    return stage.removeprefix("course:")


def new_messages(count: int) -> str:
    """“1 new message”, “2 new messages”."""
    if count == 1:
        return QCoreApplication.translate("SessionTree", "1 new message")
    return QCoreApplication.translate("SessionTree", "%n new messages", "", count)


def mark_of(summary: SessionSummary, unsent: Collection[str] = ()) -> Mark:
    """One mark only: unread over unsent over done."""
    if summary.unread > 0:
        return Mark.UNREAD
    if summary.id in unsent:
        return Mark.UNSENT
    if summary.session.status == COMPLETED:
        return Mark.DONE
    return Mark.NONE


def state_of(summary: SessionSummary) -> str:
    """What is to be known of a session beside its marks: that it is not here, only here, or why it went."""
    if summary.trashed_at is not None:
        return trash_words(summary.trash_reason)
    if summary.stub:
        return QCoreApplication.translate("SessionTree", "not on this laptop")
    if summary.detached:
        return QCoreApplication.translate("SessionTree", "only on this laptop")
    return ""


def learner_of(summary: SessionSummary) -> str:
    """Whose work it is, short enough for a row, where it is another's; else empty."""
    return "" if summary.own else short_key(summary.session.learner_key)


def short_key(key: str) -> str:
    """A learner's key, short. Of one without a name the end tells most: it begins with the time it was made."""
    named = key.removeprefix(ANONYMOUS)
    if len(named) <= 16:
        return named
    return f"…{named[-6:]}" if named != key else f"{key[:9]}…{key[-6:]}"
