"""Turns as messages of the chat-completions format. A call of a tool and its answer are one block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Final, TypeAlias

from satchel.context.said import ASSISTANT, SYSTEM, TOOL, Call, Result, Said
from satchel.context.tokens import Counter
from satchel.context.turns import PER_MESSAGE
from satchel.domain.json_value import encode
from satchel.domain.runtime import JsonObject

Block: TypeAlias = list[JsonObject]
"""Messages that are of use only together."""

NO_ANSWER: Final = "[called {name} with {arguments}: no answer was kept]"
NO_CALL: Final = "[a tool answered: {text}]"


def blocks_of(spoken: Sequence[Said]) -> list[Block]:
    """The messages of one turn, in order.

    An answer stands right behind the message that called for it, as the format demands; a call without an
    answer, an answer without a call, or one more answer to the same call, is told in words.
    """
    spoken = _told_apart(spoken)
    answers: dict[str, Result] = {}
    for one in spoken:
        for result in one.results:
            answers.setdefault(result.call_id, result)
    blocks: list[Block] = []
    called: set[str] = set()
    told = {
        (call.id, answers[call.id].text)
        for one in spoken
        for call in one.calls
        if call.id in answers
    }
    for one in spoken:
        blocks += _with_calls(one, answers, called)
        for result in one.results:
            if (result.call_id, result.text) not in told:
                told.add((result.call_id, result.text))
                blocks.append([{"role": SYSTEM, "content": NO_CALL.format(text=result.text)}])
    return blocks


def plain_blocks_of(spoken: Iterable[Said]) -> list[Block]:
    """The same where no tools are."""
    return [[{"role": one.role, "content": one.text}] for one in spoken if one.text]


def tokens_of(messages: Iterable[JsonObject], counter: Counter) -> int:
    """Of messages as they are sent, with what each takes beside its content."""
    total = 0
    for message in messages:
        total += PER_MESSAGE + counter.count(str(message["content"]))
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            total += PER_MESSAGE + sum(counter.count(text) for text in _call_texts(call))
        if isinstance(call_id := message.get("tool_call_id"), str):
            total += PER_MESSAGE + counter.count(call_id)
    return total


def arguments_of(call: object) -> str:
    """The arguments of a call in a message."""
    return _call_texts(call)[-1]


def with_arguments(call: object, arguments: str) -> JsonObject:
    call_id, name, _ = _call_texts(call)
    return _call(Call(call_id, name, arguments))


def _told_apart(spoken: Sequence[Said]) -> list[Said]:
    """A call whose id was answered already is another one: some programs count anew. Its id gets a number."""
    taken = {call.id for one in spoken for call in one.calls}
    now: dict[str, str] = {}
    called: set[str] = set()
    answered: set[str] = set()
    result: list[Said] = []
    for one in spoken:
        for call in one.calls:
            if now.setdefault(call.id, call.id) in answered:
                numbered = (f"{call.id}-{number}" for number in count(2))
                now[call.id] = next(new for new in numbered if new not in taken)
                taken.add(now[call.id])
            called.add(now[call.id])
        calls = tuple(call._replace(id=now[call.id]) for call in one.calls)
        results = tuple(r._replace(call_id=now.get(r.call_id, r.call_id)) for r in one.results)
        answered.update(r.call_id for r in results if r.call_id in called)
        result.append(Said(one.role, one.text, one.opens, calls, results))
    return result


def _with_calls(one: Said, answers: dict[str, Result], called: set[str]) -> list[Block]:
    calls = [call for call in one.calls if call.id not in called]
    called.update(call.id for call in calls)
    answered = [call for call in calls if call.id in answers]
    open_ones = [
        NO_ANSWER.format(name=call.name, arguments=call.arguments)
        for call in calls
        if call.id not in answers
    ]
    text = "\n".join(filter(None, [one.text, *open_ones]))
    if not answered:
        return [[{"role": one.role, "content": text}]] if text else []
    block: Block = [
        {"role": ASSISTANT, "content": text, "tool_calls": [_call(call) for call in answered]}
    ]
    for call in answered:
        block.append({"role": TOOL, "tool_call_id": call.id, "content": answers[call.id].text})
    return [block]


def _call(call: Call) -> JsonObject:
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": call.arguments},
    }


def _call_texts(call: object) -> tuple[str, str, str]:
    if isinstance(call, dict) and isinstance(function := call.get("function"), dict):
        return str(call.get("id")), str(function.get("name")), str(function.get("arguments"))
    return "", "", encode(None)
