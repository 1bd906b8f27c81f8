"""Claude.ai's `conversations.json`: a flat list of messages, which newer exports chain into branches."""

from __future__ import annotations

from satchel.bundles.foreign.branch import upwards
from satchel.bundles.foreign.conversation import (
    Conversation,
    Message,
    attachment,
    named,
    parts_of,
    role_of,
)
from satchel.bundles.foreign.moments import moment
from satchel.bundles.foreign.shape import listed, member, name_of, objects, step, words
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject

FORMAT = "claude"

_NOBODY = "00000000-0000-4000-8000-000000000000"
"""The parent of a first message."""


def matches(item: JsonObject) -> bool:
    return "chat_messages" in item


def conversation(item: JsonObject, place: str) -> Conversation:
    """Raises `Damaged`."""
    inside = step(place, "chat_messages")
    messages = [message for message, _ in objects(item.get("chat_messages"), inside)]
    shown = set(_branch(item, messages, inside))
    found = (_message(one, at) for at, one in enumerate(messages) if at in shown)
    return Conversation(
        source=FORMAT,
        id=name_of(item.get("uuid")),
        title=words(item.get("name")),
        messages=[one for one in found if one is not None],
        created=moment(item.get("created_at")),
        updated=moment(item.get("updated_at")),
        pinned=item.get("is_starred") is True,
    )


def _branch(item: JsonObject, messages: list[JsonObject], place: str) -> list[int]:
    """Positions on the current branch: all of them where the messages are not chained, or not all."""
    by_name = {name: at for at, one in enumerate(messages) if (name := name_of(one.get("uuid")))}
    everything = list(range(len(messages)))
    if len(by_name) != len(messages) or not all("parent_message_uuid" in one for one in messages):
        return everything
    leaf = name_of(item.get("current_leaf_message_uuid"))
    if leaf not in by_name:
        leaf = name_of(messages[-1].get("uuid")) if messages else None
    if leaf is None:
        return everything
    names, above = upwards(
        by_name, leaf, lambda at: name_of(messages[at].get("parent_message_uuid")), place
    )
    chained = above in (None, _NOBODY) or above == name_of(messages[0].get("parent_message_uuid"))
    return [by_name[name] for name in names] if chained else everything


def _message(message: JsonObject, at: int) -> Message | None:
    role = role_of(message.get("sender"))
    if role is None:
        return None
    files = _attachments(message)
    blocks = parts_of(*(_block(block) for block in listed(message.get("content"))))
    return Message(
        role=role,
        text=parts_of(blocks or words(message.get("text")), named(files)),
        at=at,
        id=name_of(message.get("uuid")),
        time=moment(message.get("created_at")),
        more={"attachments": [*files]} if files else {},
    )


def _block(block: JsonValue) -> str:
    """What can be read of a block; what was thought, and what tools were told and answered, is left out."""
    kind = member(block, "type")
    if kind in ("text", "voice_note"):
        return words(member(block, "text"))
    return "[Image]" if kind == "image" else ""


def _attachments(message: JsonObject) -> list[JsonObject]:
    found: list[JsonObject] = []
    for one in [*listed(message.get("attachments")), *listed(message.get("files"))]:
        text = words(member(one, "extracted_content"))
        name = words(member(one, "file_name")) or ("pasted text" if text else "")
        if name:
            kind = words(member(one, "file_type"))
            found.append(attachment(name, kind=kind, size=member(one, "file_size"), text=text))
    return found
