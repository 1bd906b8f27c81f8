"""LM Studio's `….conversation.json`: messages in versions, one of which is selected.

The file has no id, and messages have neither ids nor times. LM Studio names its files by the millisecond a
conversation began, which is in the file too: that is its id here, so that a renamed copy is the same.
"""

from __future__ import annotations

from satchel.bundles.foreign.conversation import (
    Conversation,
    Message,
    attachment,
    named,
    parts_of,
    role_of,
)
from satchel.bundles.foreign.moments import moment
from satchel.bundles.foreign.shape import (
    listed,
    member,
    name_of,
    objects,
    step,
    words,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject

FORMAT = "lm-studio"


def matches(item: JsonObject) -> bool:
    """A conversation nobody wrote in yet is one too."""
    messages = item.get("messages")
    if not isinstance(messages, list):
        return False
    if not messages:
        return "createdAt" in item and ("systemPrompt" in item or "tokenCount" in item)
    return any(isinstance(member(one, "versions"), list) for one in messages)


def conversation(item: JsonObject, place: str) -> Conversation:
    """Raises `Damaged`."""
    messages = objects(item.get("messages"), step(place, "messages"))
    found = (_message(one, at, where) for at, (one, where) in enumerate(messages))
    created = moment(item.get("createdAt"))
    return Conversation(
        source=FORMAT,
        id=name_of(item.get("createdAt")) if created is not None else None,
        title=words(item.get("name")),
        messages=[one for one in found if one is not None],
        created=created,
        pinned=item.get("pinned") is True,
    )


def _message(message: JsonObject, at: int, place: str) -> Message | None:
    versions = objects(message.get("versions"), step(place, "versions"))
    if not versions:
        return None
    selected = message.get("currentlySelected")
    known = isinstance(selected, int) and 0 <= selected < len(versions)
    version, where = versions[selected if known else -1]  # type: ignore[index]
    role = role_of(version.get("role"))
    if role is None:
        return None
    if "steps" in version:
        steps = objects(version["steps"], step(where, "steps"))
        blocks = [
            block for one, _ in steps if _is_read(one) for block in listed(one.get("content"))
        ]
    else:
        blocks = listed(version.get("content"))
    files = [attachment(name) for block in blocks if (name := _file(block))]
    more: JsonObject = {"attachments": [*files]} if files else {}
    if model := words(member(version.get("senderInfo"), "senderName")):
        more["model"] = model
    return Message(
        role=role,
        text=parts_of(*map(_text, blocks), named(files)),
        at=at,
        more=more,
    )


def _is_read(one: JsonObject) -> bool:
    return one.get("type") == "contentBlock" and member(one.get("style"), "type") != "thinking"


def _text(block: JsonValue) -> str:
    kind = member(block, "type")
    if kind == "text":
        return words(member(block, "text"))
    return "[Image]" if kind == "image" or _is_image(block) else ""


def _file(block: JsonValue) -> str:
    if member(block, "type") != "file" or _is_image(block):
        return ""
    return words(member(block, "name")) or words(member(block, "fileIdentifier"))


def _is_image(block: JsonValue) -> bool:
    return member(block, "type") == "file" and member(block, "fileType") == "image"
