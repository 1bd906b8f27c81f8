"""What a record says to a person: plain words made of its payload, whatever that holds. Never raises."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from enum import Enum

from PySide6.QtCore import QCoreApplication, QObject

from satchel.domain.errors import SatchelError
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import QUIZ_ATTEMPT, JsonObject, RuntimeRecord
from satchel.domain.spoken import CHAT_STATE, cut, one_line, quiz_state, spoken, tidy

translate = QCoreApplication.translate

PLAYBACK = "playback"

SUMMARY_LENGTH = 160
"""Characters of a payload that nothing here knows how to put into words."""

_NUMBERED_QUESTION = re.compile(r"(?:q|question)[-_ ]?(\d{1,4})", re.IGNORECASE)


class Voice(Enum):
    """Whose words a row shows, and so how it looks."""

    OWN = "own"
    OTHER = "other"
    NOTE = "note"
    """No one's: a small line without a name."""
    HIDDEN = "hidden"


class Mark(Enum):
    """A sign before a line, besides its words."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"
    UNDER = "under"
    """None of its own: it belongs to the line above."""
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A record in words. `marks` maps a paragraph of `text` (they are split at line feeds) to its sign."""

    voice: Voice
    name: str = ""
    text: str = ""
    marks: tuple[tuple[int, Mark], ...] = ()
    scene_id: str | None = None
    foreign_name: bool = False
    """Whether the name comes from the data, and so may be in any script."""
    state: bool = False
    """Whether it tells the state of a chat, which is noted after every message; once is enough."""


class RecordText(QObject):
    """Words with a number: Qt's extractor sees plural forms only in `self.tr`."""

    def entries(self, n: int) -> str:
        return self.tr("%n entries", "", n)

    def left_after(self, seconds: int) -> str:
        return self.tr("Left it after %n seconds", "", seconds)


def shown(record: RuntimeRecord, kind: str, own: bool) -> ShownRecord:
    """The words for `record` of a session of `kind`; `own` says whether the learner is the reader."""
    try:
        payload = record.payload
    except SatchelError:
        return ShownRecord(
            Voice.NOTE,
            text=translate("RecordText", "This message cannot be read"),
            marks=((0, Mark.DAMAGED),),
        )
    found = _in_words(payload, kind, own)
    if record.scene_id and found.voice is not Voice.HIDDEN:
        return replace(found, scene_id=record.scene_id)
    return found


def _in_words(payload: JsonValue, kind: str, own: bool) -> ShownRecord:
    if isinstance(payload, dict):
        if payload.get("kind") == CHAT_STATE:
            return _state(payload)
        if kind == QUIZ_ATTEMPT or "phase" in payload:
            quiz = _quiz(payload, own)
            if quiz is not None:
                return quiz
        if (message := _message(payload, own)) is not None:
            return message
        if kind == PLAYBACK and (step := _playback(payload)):
            return ShownRecord(Voice.NOTE, text=step)
    return ShownRecord(Voice.NOTE, text=_summary(payload))


# --- conversations ---------------------------------------------------------------------------------


def _message(payload: JsonObject, own: bool) -> ShownRecord | None:
    """A chat message, or None if the payload is none."""
    message = spoken(payload)
    if message is None or message.role not in ("user", "assistant", "system"):
        return None
    text, sender = tidy(message.text).strip("\n"), message.sender
    if message.role == "system":
        return ShownRecord(Voice.NOTE if text.strip() else Voice.HIDDEN, text=text)
    if message.role == "user":
        return ShownRecord(
            Voice.OWN if own else Voice.OTHER,
            translate("RecordText", "You") if own else translate("RecordText", "Learner"),
            text,
        )
    return ShownRecord(
        Voice.OTHER, sender or translate("RecordText", "Tutor"), text, foreign_name=bool(sender)
    )


def _state(payload: JsonObject) -> ShownRecord:
    """The state a chat was left in: its title, and that it was broken off; hidden where that says nothing."""
    content = payload.get("title") or payload.get("content")
    title = one_line(content) if isinstance(content, str) else ""
    if payload.get("status") == "interrupted":
        words = (
            translate("RecordText", "Broken off: {title}").format(title=title)
            if title
            else translate("RecordText", "Broken off")
        )
        return ShownRecord(Voice.NOTE, text=words, state=True)
    return ShownRecord(Voice.NOTE if title else Voice.HIDDEN, text=title, state=True)


# --- quizzes ---------------------------------------------------------------------------------------


def _quiz(payload: JsonObject, own: bool) -> ShownRecord | None:
    state = quiz_state(payload)
    if state is None:
        return None
    answers = state.answers
    if state.results is not None:
        lines, marks = _reviewed(answers, state.results)
    else:
        head = (
            translate("RecordText", "Answers so far, not handed in yet")
            if state.phase == "draft"
            else translate("RecordText", "Handed in")
        )
        lines, marks = (
            [
                head if answers else translate("RecordText", "No answers yet"),
                *_answer_lines(answers),
            ],
            (),
        )
    name = translate("RecordText", "You") if own else translate("RecordText", "Learner")
    return ShownRecord(Voice.OWN if own else Voice.OTHER, name, tidy("\n".join(lines)), marks)


def _answer_lines(answers: JsonObject) -> list[str]:
    return [
        translate("RecordText", "{question}: {answer}").format(
            question=_question(key), answer=_answer(value)
        )
        for key, value in answers.items()
    ]


def _reviewed(
    answers: JsonObject, results: list[JsonObject]
) -> tuple[list[str], tuple[tuple[int, Mark], ...]]:
    right = sum(result.get("correct") is True for result in results)
    lines = [
        translate("RecordText", "Checked: {right} of {all} right").format(
            right=right, all=len(results)
        )
        if results
        else translate("RecordText", "Checked")
    ]
    marks: list[tuple[int, Mark]] = []
    for result in results:
        key = one_line(str(result.get("questionId", "")))
        verdict, mark = _verdict(result)
        line = translate("RecordText", "{question}: {answer}").format(
            question=_question(key), answer=_answer(answers.get(key))
        )
        marks.append((len(lines), mark))
        lines.append(f"{line} – {verdict}")
        comment = result.get("aiComment")
        if isinstance(comment, str) and comment.strip():
            marks.append((len(lines), Mark.UNDER))
            lines.append(one_line(comment))
    return lines, tuple(marks)


def _verdict(result: JsonObject) -> tuple[str, Mark]:
    earned = result.get("earned")
    points = ""
    if isinstance(earned, int | float) and not isinstance(earned, bool):
        points = (
            translate("RecordText", ", 1 point")
            if earned == 1
            else translate("RecordText", ", {n} points").format(n=_number(earned))
        )
    if result.get("correct") is True:
        return translate("RecordText", "right") + points, Mark.RIGHT
    if result.get("correct") is False:
        return translate("RecordText", "not right") + points, Mark.WRONG
    return translate("RecordText", "not checked yet"), Mark.OPEN


def _question(key: str) -> str:
    match = _NUMBERED_QUESTION.fullmatch(key)
    if match:
        return translate("RecordText", "Question {n}").format(n=int(match.group(1)))
    return translate("RecordText", "Question “{id}”").format(id=one_line(key)[:60])


def _answer(value: JsonValue) -> str:
    if isinstance(value, str):
        return one_line(value) if value.strip() else translate("RecordText", "no answer")
    if isinstance(value, list):
        parts = [_answer(part) for part in value if not isinstance(part, list | dict)]
        return ", ".join(parts) if parts else translate("RecordText", "no answer")
    return translate("RecordText", "no answer") if value is None else _summary(value)


def _number(value: float) -> str:
    return str(int(value)) if isinstance(value, int) or value.is_integer() else f"{value:g}"


def _playback(payload: JsonObject) -> str:
    """A step through the course, where it is one of the known ones."""
    if payload.get("event") == "enter":
        return translate("RecordText", "Opened this part of the course")
    if payload.get("event") == "leave":
        seconds = payload.get("seconds")
        if isinstance(seconds, int) and not isinstance(seconds, bool) and 1 < seconds < 10**6:
            return RecordText().left_after(seconds)
        return translate("RecordText", "Left this part of the course")
    return ""


# --- everything else -------------------------------------------------------------------------------


def _summary(value: JsonValue) -> str:
    """One line for a value nothing here understands: its members, each cut short, never a page of it."""
    if value is None:
        return translate("RecordText", "Nothing was noted here")
    if isinstance(value, dict):
        parts = [f"{one_line(key)[:40]}: {_brief(part)}" for key, part in list(value.items())[:6]]
        if len(value) > len(parts):
            parts.append("…")
        return cut(" · ".join(parts), SUMMARY_LENGTH) or translate(
            "RecordText", "Nothing was noted here"
        )
    return cut(_brief(value), SUMMARY_LENGTH)


def _brief(value: JsonValue) -> str:
    if isinstance(value, str):
        return cut(one_line(value[:400]), 60)
    if isinstance(value, list):
        one = len(value) == 1
        return translate("RecordText", "1 entry") if one else RecordText().entries(len(value))
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    try:
        return cut(json.dumps(value), 60)
    except (ValueError, OverflowError):  # a whole number of more digits than Python prints
        return "…"
