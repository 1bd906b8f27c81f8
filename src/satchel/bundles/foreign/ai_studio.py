"""AI Studio's prompts: `chunkedPrompt.chunks[]`.

The file has no id, no title and, in older files, no times: see `Conversation.id` and `Terms.begun`.
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
from satchel.bundles.foreign.shape import listed, member, objects, step, words
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject

FORMAT = "ai-studio"


def matches(item: JsonObject) -> bool:
    return isinstance(member(item.get("chunkedPrompt"), "chunks"), list)


def conversation(item: JsonObject, place: str) -> Conversation:
    """Raises `Damaged`."""
    inside = step(step(place, "chunkedPrompt"), "chunks")
    chunks = objects(member(item.get("chunkedPrompt"), "chunks"), inside)
    found = (_message(chunk, at) for at, (chunk, _) in enumerate(chunks))
    return Conversation(
        source=FORMAT, id=None, title="", messages=[one for one in found if one is not None]
    )


def _message(chunk: JsonObject, at: int) -> Message | None:
    """None for what was only thought."""
    role = role_of(chunk.get("role"))
    if role is None or chunk.get("isThought") is True:
        return None
    text = words(chunk.get("text")) or "".join(map(_part, listed(chunk.get("parts"))))
    image = "[Image]" if "driveImage" in chunk or "inlineImage" in chunk else ""
    kinds = (kind for kind in ("driveDocument", "driveVideo", "driveAudio") if kind in chunk)
    files = [attachment(kind.removeprefix("drive").lower()) for kind in kinds]
    return Message(
        role=role,
        text=parts_of(text, image, named(files)),
        at=at,
        time=moment(chunk.get("createTime")),
        more={"attachments": [*files]} if files else {},
    )


def _part(part: JsonValue) -> str:
    return "" if member(part, "thought") is True else words(member(part, "text"))
