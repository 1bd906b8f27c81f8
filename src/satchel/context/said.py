"""What one record says to an assistant: a text, calls of tools, and what tools answered. Takes any payload."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, cast

import msgspec

from satchel.domain.errors import SatchelError
from satchel.domain.json_value import JsonValue, decode, encode
from satchel.domain.runtime import CHAT, QUIZ_ATTEMPT, JsonObject
from satchel.domain.spoken import (
    CHAT_STATE,
    QuizState,
    one_line,
    quiz_state,
    spoken,
    words_of,
)

USER: Final = "user"
ASSISTANT: Final = "assistant"
SYSTEM: Final = "system"
TOOL: Final = "tool"

_NOT_IN_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")
_LONGEST_NAME: Final = 64
"""Of a tool, in the chat-completions format."""
_MOST_POINTS: Final = 10**15


class Call(NamedTuple):
    id: str
    name: str
    arguments: str
    """A JSON object, as text."""


class Result(NamedTuple):
    call_id: str
    name: str
    text: str


class Said(msgspec.Struct, frozen=True, gc=False):
    """One record's part in a conversation. `opens`: a turn begins with it."""

    role: str
    text: str
    opens: bool
    calls: tuple[Call, ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.text or self.calls or self.results)


NOTHING: Final = Said(SYSTEM, "", False)


class _Plain(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """Most messages are a role and a text."""

    role: Literal["user", "assistant", "system"]
    content: str


_decode_plain = msgspec.json.Decoder(_Plain).decode


def read_said(payload_text: str, kind: str, record_id: str) -> Said:
    """What a stored payload says. Raises a `SatchelError` where it is damaged or too deep to read."""
    try:
        plain = _decode_plain(payload_text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return said(decode(payload_text), kind, record_id)
    return Said(plain.role, plain.content, plain.role == USER)


def said(payload: JsonValue, kind: str, record_id: str) -> Said:
    """What a payload of a session of `kind` says.

    In a chat, a turn begins where the learner speaks. In other sessions the learner acts with every record
    that is no message, so each of these begins one.
    """
    if isinstance(payload, dict):
        if payload.get("kind") == CHAT_STATE:
            return _state(payload)
        if (kind == QUIZ_ATTEMPT or "phase" in payload) and (quiz := quiz_state(payload)):
            return _quiz(quiz)
        found = _message(payload, record_id)
        if found is not None:
            return found
    if payload is None:
        return Said(SYSTEM, "", kind != CHAT)
    return Said(SYSTEM, f"[{kind}] {encode(payload)}", kind != CHAT)


def _message(payload: JsonObject, record_id: str) -> Said | None:
    calls: list[Call] = []
    results: list[Result] = []
    for part in _tool_parts(payload):
        _read_part(part, f"{record_id}-{len(calls)}", calls, results)
    message = spoken(payload)
    if message is None and (calls or results):  # its content is null then, or not there at all
        message = spoken({**payload, "content": payload.get("parts") or ""})
    if message is None:
        return _tool_answer(payload, "")
    role, text = message.role, message.text
    if role not in (USER, ASSISTANT, SYSTEM):
        if answer := _tool_answer(payload, text):
            return answer
        role = SYSTEM
    if call_id := _as_id(payload.get("tool_call_id")):
        return Said(SYSTEM, "", False, (), (Result(call_id, _name(payload), text),))
    if calls and role != ASSISTANT:  # who asks for tools answers
        role = ASSISTANT
    return Said(role, text, role == USER, tuple(calls), tuple(results))


def _tool_answer(payload: JsonObject, text: str) -> Said | None:
    call_id = _as_id(payload.get("tool_call_id")) or _as_id(payload.get("toolCallId"))
    if not call_id:
        return None
    answer = text or _text(payload.get("result", payload.get("output")))
    return Said(SYSTEM, "", False, (), (Result(call_id, _name(payload), answer),))


# --- tools -----------------------------------------------------------------------------------------


def _tool_parts(payload: JsonObject) -> Iterator[JsonObject]:
    """The parts of a message that may be calls or results, wherever programs put them."""
    message = payload.get("message")
    inner: JsonObject = message if isinstance(message, dict) else {}
    for holder in (payload, inner):
        for name in ("tool_calls", "toolCalls", "toolInvocations", "parts", "content"):
            listed = holder.get(name)
            if isinstance(listed, list):
                yield from (part for part in listed if isinstance(part, dict))


def _read_part(
    part: JsonObject, fallback_id: str, calls: list[Call], results: list[Result]
) -> None:
    inner = part.get("toolInvocation") or part.get("function")
    whole: JsonObject = {**part, **inner} if isinstance(inner, dict) else part
    kind = part.get("type")
    kind = kind if isinstance(kind, str) else ""
    if kind in ("tool-result", "tool_result"):
        results.append(Result(_id(whole, fallback_id), _name(whole), _answer(whole)))
        return
    name = _NOT_IN_A_NAME.sub("_", _name(whole) or kind.removeprefix("tool-"))[:_LONGEST_NAME]
    called = kind.startswith("tool") or kind == "dynamic-tool" or "function" in (kind, *part)
    if not (called or "toolCallId" in whole) or not name:
        return
    call_id = _id(whole, fallback_id)
    asked = next((whole[key] for key in ("arguments", "args", "input") if key in whole), None)
    calls.append(Call(call_id, name, _arguments(asked)))
    if any(key in whole for key in ("result", "output", "errorText", "error")):
        results.append(Result(call_id, name, _answer(whole)))


def _arguments(asked: JsonValue) -> str:
    """What a tool was asked with; what is no object, broken off perhaps, is told as a part of one."""
    value = asked
    if isinstance(asked, str):
        try:
            value = decode(asked)
        except SatchelError:
            value = asked
    if isinstance(value, dict):
        return asked if isinstance(asked, str) else encode(value)
    return "{}" if value is None or value == "" else encode({"input": value})


def _id(part: JsonObject, fallback: str) -> str:
    for name in ("toolCallId", "tool_call_id", "tool_use_id", "id"):
        if found := _as_id(part.get(name)):
            return found
    return fallback


def _as_id(value: JsonValue) -> str:
    """Some programs count; empty where it is none."""
    return str(value) if type(value) is int else value if isinstance(value, str) else ""


def _name(part: JsonObject) -> str:
    for name in ("toolName", "name"):
        if isinstance(found := part.get(name), str):
            return found
    return ""


def _answer(part: JsonObject) -> str:
    for name in ("result", "output", "content", "errorText", "error"):
        if part.get(name) is not None:
            return _text(part[name])
    return ""


def _text(value: JsonValue) -> str:
    if value is None:
        return ""
    if isinstance(value, list) and value and all(map(_is_words, value)):
        return words_of(value) or ""
    return value if isinstance(value, str) else encode(value)


def _is_words(part: JsonValue) -> bool:
    return isinstance(part, dict) and part.get("type") == "text" and "text" in part


# --- what is no message ----------------------------------------------------------------------------


def _state(payload: JsonObject) -> Said:
    """The state of a chat is noted after every message; only that it was broken off says something."""
    if payload.get("status") != "interrupted":
        return NOTHING
    title = payload.get("title")
    named = f": {one_line(title)}" if isinstance(title, str) and title.strip() else ""
    return Said(SYSTEM, f"[The conversation was broken off{named}]", False)


def _quiz(quiz: QuizState) -> Said:
    answers = "; ".join(f"{key}: {_given(value)}" for key, value in quiz.answers.items())
    if quiz.results is not None:
        return Said(SYSTEM, quiz_results(quiz.answers, quiz.results), False)
    head = "Answers so far, not handed in" if quiz.phase == "draft" else "Answers handed in"
    return Said(USER, f"[{head}] {answers}".rstrip(), True)


def quiz_results(answers: JsonObject, results: list[JsonObject]) -> str:
    """A reviewed quiz attempt in one line."""
    right = sum(result.get("correct") is True for result in results)
    return " ".join(
        [
            f"[Quiz checked: {right} of {len(results)} right]",
            *(_result(answers, r) for r in results),
        ]
    )


def _result(answers: JsonObject, result: JsonObject) -> str:
    key = str(result.get("questionId", ""))
    verdict = {True: "right", False: "not right"}.get(result.get("correct") is True, "")
    if result.get("correct") not in (True, False):
        verdict = "not checked"
    earned = result.get("earned")
    points = f", {earned:g} points" if _are_points(earned) else ""
    comment = result.get("aiComment")
    added = f" ({one_line(comment)})" if isinstance(comment, str) and comment.strip() else ""
    return f"{key}: {_given(answers.get(key))} – {verdict}{points}{added};"


def _are_points(earned: JsonValue) -> bool:
    """What is written as an integer can be larger than any number that is told shortly."""
    return type(earned) in (int, float) and abs(cast(float, earned)) < _MOST_POINTS


def _given(value: JsonValue) -> str:
    if isinstance(value, str):
        return one_line(value) or "no answer"
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return ", ".join(map(str, value)) or "no answer"
    return "no answer" if value is None else encode(value)
