"""Calls of tools and their answers in the shapes programs store, told as the chat-completions format takes them."""

from __future__ import annotations

import pytest

from satchel.context.messages import blocks_of
from satchel.context.said import Said, read_said
from satchel.domain.json_value import JsonValue, decode, encode
from satchel.domain.runtime import CHAT, QUIZ_ATTEMPT, JsonObject
from tests.context.histories import message


def said(*payloads: JsonObject) -> list[Said]:
    return [read_said(encode(one), CHAT, f"r{n}") for n, one in enumerate(payloads)]


def told(*payloads: JsonObject) -> list[tuple[JsonValue, JsonValue]]:
    """Role and content of each message; of a call its id and arguments instead, of an answer its call's id too."""
    found: list[tuple[JsonValue, JsonValue]] = []
    for block in blocks_of(said(*payloads)):
        for one in block:
            calls = one.get("tool_calls")
            for part in calls if isinstance(calls, list) else []:
                assert isinstance(part, dict)
                function = part["function"]
                assert isinstance(function, dict)
                found.append((part["id"], function["arguments"]))
            if not isinstance(calls, list):
                found.append((one.get("tool_call_id", one["role"]), one["content"]))
    return found


def call(call_id: JsonValue, arguments: JsonValue, **more: JsonValue) -> JsonObject:
    """As OpenAI's format has it."""
    part: JsonValue = {"id": call_id, "function": {"name": "add", "arguments": arguments}, **more}
    return {"role": "assistant", "content": None, "tool_calls": [part]}


def answer(call_id: JsonValue, text: JsonValue) -> JsonObject:
    return {"role": "tool", "tool_call_id": call_id, "content": text}


@pytest.mark.parametrize("call_id", ["c1", 7])
@pytest.mark.parametrize("more", [{"type": "function"}, {}], ids=["typed", "bare"])
def test_a_message_that_is_nothing_but_a_call(call_id: JsonValue, more: JsonObject) -> None:
    asked = call(call_id, '{"a":1}', **more)
    shown = [(str(call_id), '{"a":1}'), (str(call_id), "3")]
    assert told(asked, answer(call_id, "3")) == shown
    del asked["content"]
    assert told(asked, answer(call_id, "3")) == shown


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ({"a": [1]}, '{"a":[1]}'),
        ('{"a": 1}', '{"a": 1}'),
        ("", "{}"),
        (None, "{}"),
        ("{}", "{}"),
        ('{"broken": ', '{"input":"{\\"broken\\": "}'),
        ("words", '{"input":"words"}'),
        ("[1,2]", '{"input":[1,2]}'),
        (5, '{"input":5}'),
    ],
)
def test_arguments_are_an_object(stored: JsonValue, shown: str) -> None:
    found = told(call("c", stored), answer("c", "ok"))[0][1]
    assert found == shown
    assert isinstance(decode(str(found)), dict)


def test_a_name_is_one_the_format_takes() -> None:
    part: JsonValue = {
        "id": "c",
        "type": "function",
        "function": {"name": "my tool.näme" + "x" * 90},
    }
    (one,) = said(message("assistant", "", tool_calls=[part]))
    assert one.calls[0].name == ("my_tool_n_me" + "x" * 90)[:64]


def test_an_id_that_is_used_again_is_another_call() -> None:
    assert told(
        call("c", '{"a":1}'), answer("c", "one"), call("c", '{"a":2}'), answer("c", "two")
    ) == [("c", '{"a":1}'), ("c", "one"), ("c-2", '{"a":2}'), ("c-2", "two")]


def test_a_call_that_is_noted_again_before_its_answer_is_the_same() -> None:
    assert told(call("c", '{"a":'), call("c", '{"a":1}'), answer("c", "one")) == [
        ("c", '{"input":"{\\"a\\":"}'),
        ("c", "one"),
    ]


def test_no_answer_is_lost() -> None:
    assert told(call("c", "{}"), answer("c", "one"), answer("c", "one"), answer("c", "more")) == [
        ("c", "{}"),
        ("c", "one"),
        ("system", "[a tool answered: more]"),
    ]


def test_answers_out_of_order() -> None:
    assert told(answer("b", "2"), call("a", "{}"), call("b", "{}"), answer("a", "1")) == [
        ("a", "{}"),
        ("a", "1"),
        ("b", "{}"),
        ("b", "2"),
    ]


def test_answers_as_parts_of_what_the_user_sends() -> None:
    words: JsonValue = [{"type": "text", "text": "two"}, {"type": "text", "text": "too"}]
    parts: JsonValue = [
        {"type": "tool_use", "id": "t1", "name": "add", "input": {"a": 1}},
        {"type": "tool_use", "id": "t2", "name": "add", "input": {}},
    ]
    results: JsonValue = [
        {"type": "tool_result", "tool_use_id": "t2", "content": words},
        {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "image"}]},
    ]
    assert told({"role": "assistant", "content": parts}, {"role": "user", "content": results}) == [
        ("t1", '{"a":1}'),
        ("t2", "{}"),
        ("t1", '[{"type":"image"}]'),
        ("t2", "two\n\ntoo"),
    ]


def test_answers_as_parts_of_what_a_tool_says() -> None:
    parts: JsonValue = [{"type": "tool-call", "toolCallId": "t", "toolName": "f", "args": {"a": 1}}]
    results: JsonValue = [{"type": "tool-result", "toolCallId": "t", "toolName": "f", "result": 3}]
    assert told({"role": "assistant", "content": parts}, {"role": "tool", "content": results}) == [
        ("t", '{"a":1}'),
        ("t", "3"),
    ]


def test_words_beside_calls_are_kept() -> None:
    parts: list[JsonValue] = [
        {"type": "text", "text": "See."},
        {"type": "tool-draw", "toolCallId": "t", "input": {}, "output": [1]},
    ]
    (one,) = said({"role": "assistant", "parts": parts})
    assert (one.role, one.text, len(one.calls)) == ("assistant", "See.", 1)
    (one,) = said({"role": "model", "content": "", "parts": parts[1:]})
    assert (one.role, one.text, len(one.calls)) == ("assistant", "", 1)


@pytest.mark.parametrize(
    ("earned", "shown"), [(2, ", 2 points"), (2.5, ", 2.5 points"), (10**400, ""), (True, "")]
)
def test_points_of_any_size(earned: JsonValue, shown: str) -> None:
    results: JsonValue = [{"questionId": "q", "correct": True, "earned": earned}]
    payload: JsonObject = {"phase": "reviewed", "answers": {"q": "a"}, "results": results}
    one = read_said(encode(payload), QUIZ_ATTEMPT, "r")
    assert one.text == f"[Quiz checked: 1 of 1 right] q: a – right{shown};"
