"""Open WebUI's chat exports: a list of chats, or one `chat` object by itself."""

from __future__ import annotations

import re

from satchel.bundles.foreign.branch import whole_branch
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
    an_object,
    listed,
    member,
    name_of,
    objects,
    step,
    words,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject

FORMAT = "open-webui"

_DETAILS = re.compile(r"<details\b[^<>]*+>|</details>", re.IGNORECASE)
_UNREAD = re.compile(r"type\s?=\s?[\"']?(reasoning|tool_calls|code_interpreter)\b", re.IGNORECASE)


def matches(item: JsonObject) -> bool:
    chat = item.get("chat", item)
    return isinstance(member(member(chat, "history"), "messages"), dict)


def conversation(item: JsonObject, place: str) -> Conversation:
    """Raises `Damaged`."""
    alone = "chat" not in item
    chat = item if alone else an_object(item["chat"], step(place, "chat"))
    inside = place if alone else step(place, "chat")
    messages = _branch(chat, inside)
    found = (_message(name, one, at) for at, (name, one) in enumerate(messages))
    created = moment(item.get("created_at")) or moment(chat.get("timestamp"))
    return Conversation(
        source=FORMAT,
        id=name_of(item.get("id")) or name_of(chat.get("id")) or _made_id(chat, messages),
        title=words(item.get("title")) or words(chat.get("title")),
        messages=[one for one in found if one is not None],
        created=created,
        updated=moment(item.get("updated_at")),
        pinned=item.get("pinned") is True,
        archived=item.get("archived") is True,
    )


def _made_id(chat: JsonObject, messages: list[tuple[str | None, JsonObject]]) -> str | None:
    """A chat exported alone has no id. When it began and what its first message is called never change."""
    began, first = name_of(chat.get("timestamp")), messages[0][0] if messages else None
    return None if first is None else f"{began or ''}:{first}"


def _branch(chat: JsonObject, place: str) -> list[tuple[str | None, JsonObject]]:
    history = chat.get("history")
    tree = step(step(place, "history"), "messages")
    nodes = {
        name: an_object(node, step(tree, name))
        for name, node in an_object(member(history, "messages"), tree).items()
    }
    leaf = name_of(member(history, "currentId"))
    if leaf is None or leaf not in nodes:
        flat = objects(chat.get("messages"), step(place, "messages"))
        return [(name_of(one.get("id")), one) for one, _ in flat]
    names = whole_branch(nodes, leaf, lambda node: name_of(node.get("parentId")), tree)
    return [(name, nodes[name]) for name in names]


def _message(name: str | None, message: JsonObject, at: int) -> Message | None:
    role = role_of(message.get("role"))
    if role is None:
        return None
    images, files = _files(message)
    more: JsonObject = {"attachments": [*files]} if files else {}
    if model := words(message.get("model")):
        more["model"] = model
    text = without_details(_content(message.get("content")))
    return Message(
        role=role,
        text=parts_of(text, "\n".join(["[Image]"] * images), named(files)),
        at=at,
        id=name,
        time=moment(message.get("timestamp")),
        more=more,
    )


def _content(content: JsonValue) -> str:
    if isinstance(content, str):
        return content
    parts = (
        "[Image]" if member(part, "type") == "image_url" else words(member(part, "text"))
        for part in listed(content)
    )
    return parts_of(*parts)


def _files(message: JsonObject) -> tuple[int, list[JsonObject]]:
    images, found = 0, list[JsonObject]()
    for one in listed(message.get("files")):
        name = words(member(one, "name")) or words(member(member(one, "file"), "filename"))
        if member(one, "type") == "image":
            images += 1
        elif name:
            found.append(attachment(name, size=member(one, "size")))
    return images, found


def without_details(text: str) -> str:
    """`text` without what was thought and what tools did, which Open WebUI folds into the message.

    A fold that was never closed is left as it is: where it ends cannot be known.
    """
    if "<details" not in text.lower():
        return text
    kept: list[str] = []
    at = depth = folded = 0
    for tag in _DETAILS.finditer(text):
        if tag[0].startswith("</"):
            depth = max(depth - 1, 0)
            if folded and depth < folded:
                at, folded = tag.end(), 0
            continue
        depth += 1
        if not folded and _UNREAD.search(tag[0]):
            kept.append(text[at : tag.start()])
            at, folded = tag.start(), depth
    kept.append(text[at:])
    return parts_of(*kept) if len(kept) > 1 else text
