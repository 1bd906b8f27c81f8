"""What the payload of a record says, as plain text: for the transcript, for packs, in no language of its own."""

from __future__ import annotations

import re
from typing import NamedTuple

from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject

CHAT_STATE = "chat_session_state"
"""The `kind` of a payload that notes the state of a chat, as it is written after every message."""

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_LINE_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_PHASES = ("draft", "submitted", "reviewed")


class Spoken(NamedTuple):
    """A chat message. `role` is what the payload says; `sender` the name it gives, or empty."""

    role: str
    text: str
    sender: str


class QuizState(NamedTuple):
    """A quiz attempt at one moment; `results` is None where nothing was reviewed."""

    phase: str
    answers: JsonObject
    results: list[JsonObject] | None


def spoken(payload: JsonObject) -> Spoken | None:
    """The chat message a payload is, or None if it is none."""
    inner = payload.get("message")
    message: JsonObject = inner if isinstance(inner, dict) else {}
    role = payload.get("role") or message.get("role")
    if not isinstance(role, str):
        return None
    places = (payload.get("content"), message.get("parts"), message.get("content"))
    found = [words for place in places if (words := words_of(place)) is not None]
    if not found:
        return None
    return Spoken(role, next(filter(None, found), ""), _sender(message.get("metadata")))


def words_of(content: JsonValue) -> str | None:
    """The text of a message: a string, or the text parts of a list. None if there is no such thing."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = [
        part["text"]
        for part in content
        if isinstance(part, dict)
        and part.get("type", "text") == "text"
        and isinstance(part.get("text"), str)
    ]
    return "\n\n".join(str(text) for text in texts)


def quiz_state(payload: JsonObject) -> QuizState | None:
    """The state of a quiz attempt a payload notes, or None if it is none."""
    phase, answers = payload.get("phase"), payload.get("answers")
    if phase not in _PHASES or not isinstance(answers, dict):
        return None
    results = payload.get("results")
    if phase != "reviewed" or not isinstance(results, list):
        return QuizState(str(phase), answers, None)
    return QuizState(str(phase), answers, [one for one in results if isinstance(one, dict)])


def tidy(text: str) -> str:
    """`text` fit to be laid out: one kind of line break, nothing that controls a terminal."""
    return _UNSEEN.sub("\ufffd", _LINE_BREAK.sub("\n", text)).replace("\t", "    ")


def one_line(text: str) -> str:
    if not text.isprintable():  # as it seldom is
        text = tidy(text)
    return " ".join(text.split())


def cut(text: str, limit: int) -> str:
    """`text`, or its beginning and an ellipsis: `limit` characters at most."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _sender(metadata: JsonValue) -> str:
    name = metadata.get("senderName") if isinstance(metadata, dict) else None
    return one_line(name)[:60] if isinstance(name, str) else ""
