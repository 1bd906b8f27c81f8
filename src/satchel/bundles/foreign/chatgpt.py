"""ChatGPT's `conversations.json`: a tree of messages under `mapping`, read from `current_node` upwards."""

from __future__ import annotations

from satchel.bundles.foreign.branch import whole_branch
from satchel.bundles.foreign.conversation import (
    ASSISTANT,
    Conversation,
    Message,
    attachment,
    named,
    parts_of,
    role_of,
)
from satchel.bundles.foreign.moments import moment
from satchel.bundles.foreign.shape import (
    Damaged,
    an_object,
    listed,
    member,
    name_of,
    step,
    words,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject

FORMAT = "chatgpt"

_UNREAD = {
    "user_editable_context",
    "model_editable_context",
    "thoughts",
    "reasoning_recap",
    "system_error",
}


def matches(item: JsonObject) -> bool:
    return isinstance(item.get("mapping"), dict) and (
        "current_node" in item or "conversation_id" in item
    )


def conversation(item: JsonObject, place: str) -> Conversation:
    """Raises `Damaged`."""
    tree = step(place, "mapping")
    nodes: dict[str, JsonObject] = {
        name: an_object(node, step(tree, name))
        for name, node in an_object(item.get("mapping"), tree).items()
    }
    leaf = name_of(item.get("current_node")) or _newest_leaf(nodes)
    if leaf is not None and leaf not in nodes:
        raise Damaged(
            "The newest message is not in the file. Export the conversation again.",
            step(place, "current_node"),
        )
    names = [] if leaf is None else whole_branch(nodes, leaf, _parent, tree)
    found = (_message(name, nodes[name], at, step(tree, name)) for at, name in enumerate(names))
    return Conversation(
        source=FORMAT,
        id=name_of(item.get("conversation_id")) or name_of(item.get("id")),
        title=words(item.get("title")),
        messages=[one for one in found if one is not None],
        created=moment(item.get("create_time")),
        updated=moment(item.get("update_time")),
        pinned=item.get("is_starred") is True,
        archived=item.get("is_archived") is True,
    )


def _parent(node: JsonObject) -> str | None:
    return name_of(node.get("parent"))


def _newest_leaf(nodes: dict[str, JsonObject]) -> str | None:
    """The last message of the last branch, where the file does not say which one was open."""
    at = next((name for name, node in nodes.items() if _parent(node) is None), None)
    for _ in nodes:
        children = [] if at is None else listed(nodes[at].get("children"))
        known = [child for child in map(name_of, children) if child in nodes]
        if not known:
            break
        at = known[-1]
    return at


def _message(name: str, node: JsonObject, at: int, place: str) -> Message | None:
    """None for what the program itself does not show."""
    if node.get("message") is None:
        return None
    message = an_object(node["message"], step(place, "message"))
    hidden = member(message.get("metadata"), "is_visually_hidden_from_conversation") is True
    told = message.get("recipient") in (None, "", "all") and message.get("channel") != "analysis"
    content = message.get("content")
    kind = words(member(content, "content_type"))
    if hidden or not told or kind in _UNREAD:
        return None
    author = member(message.get("author"), "role")
    text, images = _text(content)
    role = role_of(author)
    if role is None:
        if author != "tool" or not images:
            return None
        role, text = ASSISTANT, "\n".join(["[Image]"] * images)  # a picture that was drawn
    files = _attachments(message, skip_images=images > 0)
    more: JsonObject = {"attachments": [*files]} if files else {}
    if model := words(member(message.get("metadata"), "model_slug")):
        more["model"] = model
    return Message(
        role=role,
        text=parts_of(text, named(files)),
        at=at,
        id=name_of(message.get("id")) or name,
        time=moment(message.get("create_time")),
        more=more,
    )


def _text(content: JsonValue) -> tuple[str, int]:
    """What can be read, and how many images there are in it."""
    parts = [_part(part) for part in listed(member(content, "parts"))]
    if not parts and isinstance(text := member(content, "text"), str):
        parts = [text]
    return parts_of(*parts), parts.count("[Image]")


def _part(part: JsonValue) -> str:
    if isinstance(part, str):
        return part
    kind = words(member(part, "content_type"))
    if kind == "image_asset_pointer":
        return "[Image]"
    return words(member(part, "text"))  # what was said, for example; the sound itself is left out


def _attachments(message: JsonObject, *, skip_images: bool) -> list[JsonObject]:
    found: list[JsonObject] = []
    for one in listed(member(message.get("metadata"), "attachments")):
        kind = words(member(one, "mimeType") or member(one, "mime_type"))
        name = words(member(one, "name"))
        if name and not (skip_images and kind.startswith("image/")):
            found.append(attachment(name, kind=kind, size=member(one, "size")))
    return found
