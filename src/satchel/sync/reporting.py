"""What became of runs, in plain values: written down by the service, and read for status bar, page and command line."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from satchel.domain.errors import SatchelError
from satchel.domain.json_value import JsonValue
from satchel.domain.remote_errors import Unauthenticated
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import (
    ANOTHER_SERVER,
    ASK_MANY_GONE,
    ASK_SERVER_CHANGED,
    ASK_WHOSE_WORK,
    BELIEVE_GONE,
    KEEP_APART,
    MEND_NOTHING,
    MINE,
    NOTE_BASE_LIMITS,
    NOTE_BASE_STAGES,
    NOTE_CONTESTED,
    NOTE_DROPPED,
    NOTE_FAULTS,
    NOTE_FORKED,
    NOTE_MOVED,
    NOTE_TITLES_STAY,
    NOTE_UNREADABLE,
    SAME_SERVER_RESTORED,
    SEND_AGAIN,
    SESSION_MOVED,
    Parked,
    SyncPhase,
    SyncQuestion,
    SyncStatus,
)
from satchel.store.faults import ConstraintBroken
from satchel.store.sync_book import SyncBook
from satchel.sync.engine import Engine

_FAULTS_TOLD: Final = 3
CLOCK_TOLD: Final = 300
"""Seconds by which the clocks may differ before anybody is told."""

_SIGN_IN: Final = (Unauthenticated.code, "KEYRING_UNAVAILABLE", "TOKEN_MISSING")
_OUT_OF_REACH: Final = (
    "OFFLINE",
    "UNREACHABLE",
    "CONNECTION_REFUSED",
    "TIMED_OUT",
    "ANSWER_LOST",
    "PROXY_REFUSED",
    "CAPTIVE_PORTAL",
    "MAINTENANCE",
    "SERVER_BUSY",
)
_BASE: Final = (NOTE_BASE_STAGES, NOTE_BASE_LIMITS, NOTE_TITLES_STAY)


class TokenMissing(SatchelError):
    """The token was for one run only, or is not where it was kept."""

    code = "TOKEN_MISSING"


def status_of(book: SyncBook, *, enabled: bool) -> SyncStatus:
    """As it stands in the database."""
    remote = book.remote()
    progress, unsent = remote.progress, book.outbox()
    error = remembered(progress.get("error"))
    parked = [_parked(*one) for one in book.parked()]
    moved = sum(one.code == SESSION_MOVED for one in parked)
    status = SyncStatus(
        SyncPhase.IDLE,
        pushed=_count(progress.get("pushed")),
        pulled=_count(progress.get("pulled")),
        waiting=sum(one.records + one.changes for one in unsent),
        parked=tuple(one for one in parked if one.code != SESSION_MOVED),
        copies=tuple(book.copies()),
        last_success=_text(progress.get("lastSuccess")),
        error=error,
        question=_question(remote.question),
        clock_off=_count(progress.get("clockOff")),
        moved=moved,
        notes=((NOTE_MOVED,) if moved else ()) + _notes(progress),
        unsent=tuple(one.id for one in unsent),
    )
    return replace(status, phase=_phase(status, enabled))


def outcome_of(engine: Engine, clock_off: int | None, *, ours: bool) -> JsonObject:
    """What is remembered of a run that came to its end."""
    told = engine.told
    notes: list[JsonValue] = []
    for found, note in (
        (told.contested, NOTE_CONTESTED),
        (told.forked, NOTE_FORKED),
        (told.dropped, NOTE_DROPPED),
        (told.unreadable, NOTE_UNREADABLE),
        (engine.faults, NOTE_FAULTS),
    ):
        if found:
            notes.append(note)
    notes += dict.fromkeys(
        error.message
        for _, error in engine.faults[:_FAULTS_TOLD]
        if not isinstance(error, ConstraintBroken)  # in the database's words, not in ours
    )
    return _outcome(engine.pushed, told.pulled, notes, clock_off, ours=ours)


def outcome_of_stillness(clock_off: int | None) -> JsonObject:
    """The same of a run in which a server of ours had nothing new, nor this laptop."""
    return _outcome(0, 0, [], clock_off, ours=True)


def _outcome(
    pushed: int, pulled: int, notes: list[JsonValue], clock_off: int | None, *, ours: bool
) -> JsonObject:
    off = clock_off or 0
    return {
        "pushed": pushed,
        "pulled": pulled,
        "notes": notes,
        "ours": ours,
        "clockOff": off if abs(off) >= CLOCK_TOLD else 0,
        "error": None,
        "retryAt": None,
    }


def error_document(error: SatchelError) -> JsonObject:
    return {"code": error.code, "message": error.message}


def phase_of_code(code: str | None) -> SyncPhase | None:
    if code in _SIGN_IN:
        return SyncPhase.SIGN_IN
    if code in _OUT_OF_REACH:
        return SyncPhase.OFFLINE
    return None if code is None else SyncPhase.ERROR


def _phase(status: SyncStatus, enabled: bool) -> SyncPhase:
    code = None if status.error is None else status.error.code
    if not enabled:
        return SyncPhase.OFF
    if status.question is not None:
        return SyncPhase.ASKING
    idle = SyncPhase.WAITING if status.waiting else SyncPhase.IDLE
    return phase_of_code(code) or idle


def _notes(progress: JsonObject) -> tuple[str, ...]:
    stored = progress.get("notes")
    found = (
        tuple(note for note in stored if isinstance(note, str)) if isinstance(stored, list) else ()
    )
    return found + (_BASE if progress.get("ours") is False else ())


def _parked(session_id: str, title: str, why: JsonObject) -> Parked:
    return Parked(
        session_id,
        title,
        _text(why.get("record")),
        _text(why.get("code")) or "",
        _text(why.get("message")) or "",
        _text(why.get("mend")) or MEND_NOTHING,
    )


def _question(document: JsonObject | None) -> SyncQuestion | None:
    if document is None:
        return None
    count = _count(document.get("count"))
    if document.get("kind") == ASK_WHOSE_WORK:
        return _whose_work(_text(document.get("learner")) or "", count)
    if document.get("kind") == ASK_SERVER_CHANGED:
        return SyncQuestion(
            ASK_SERVER_CHANGED,
            "Under this address another server answers than before, or the same one after it was restored. "
            "Nothing here was changed. Which is it?",
            (SAME_SERVER_RESTORED, ANOTHER_SERVER),
            count,
        )
    return SyncQuestion(
        ASK_MANY_GONE,
        f"{count:,} sessions of this laptop are not on the server any more. Nothing here was changed. "
        "Are they to go to the trash here, too, or to be sent again?",
        (BELIEVE_GONE, SEND_AGAIN),
        count,
    )


def _whose_work(learner: str, count: int) -> SyncQuestion:
    so_far = f"there are {count:,} sessions" if count != 1 else "there is 1 session"
    if count == 0:
        so_far = "somebody else signed in before"
    return SyncQuestion(
        ASK_WHOSE_WORK,
        f"The token is for {learner}, and in this profile {so_far}. Is that the same person? If so, that work "
        "goes along. If not, the token is put away, and its owner signs in in a profile of their own: nothing of "
        "one is ever seen by the other. Nothing was sent or fetched.",
        (MINE, KEEP_APART),
        count,
        learner,
    )


def remembered(document: JsonValue) -> SatchelError | None:
    if not isinstance(document, dict):
        return None
    kind = type(
        "Remembered", (SatchelError,), {"code": _text(document.get("code")) or SatchelError.code}
    )
    found: SatchelError = kind(_text(document.get("message")) or "")
    return found


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) else None


def _count(value: JsonValue) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
