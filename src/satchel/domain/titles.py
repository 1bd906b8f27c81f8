"""A title for a session that came without one, from what is in it."""

from __future__ import annotations

from collections.abc import Iterable

from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import CHAT

_LONGEST = 60


def derived_title(kind: str, payloads: Iterable[JsonValue]) -> str:
    """What a chat calls itself, else the beginning of its first question; empty where there is neither."""
    if kind != CHAT:
        return ""
    first_question = ""
    for payload in payloads:
        if not isinstance(payload, dict):
            continue
        title = payload.get("title")
        if payload.get("kind") == "chat_session_state" and isinstance(title, str) and title.strip():
            return _line(title)
        content = payload.get("content")
        if not first_question and payload.get("role") == "user" and isinstance(content, str):
            first_question = _line(content)
    return first_question


def _line(text: str) -> str:
    words = "".join(c if c.isprintable() else " " for c in text[: _LONGEST * 8]).split()
    line = " ".join(words)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"
