"""Grok's export: `conversations[]`, each with its `responses[]`."""

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
from satchel.bundles.foreign.shape import (
    an_object,
    listed,
    member,
    name_of,
    objects,
    step,
    words,
)
from satchel.domain.runtime import JsonObject

FORMAT = "grok"


def matches(item: JsonObject) -> bool:
    return isinstance(item.get("conversation"), dict) and "responses" in item


def conversation(item: JsonObject, place: str) -> Conversation:
    """Raises `Damaged`."""
    about = an_object(item.get("conversation"), step(place, "conversation"))
    inside = step(place, "responses")
    responses = [
        an_object(one.get("response"), step(where, "response"))
        for one, where in objects(item.get("responses"), inside)
    ]
    shown = set(_branch(about, responses, inside))
    found = (_message(one, at) for at, one in enumerate(responses) if at in shown)
    return Conversation(
        source=FORMAT,
        id=name_of(about.get("conversation_id")) or name_of(about.get("id")),
        title=words(about.get("title")),
        messages=[one for one in found if one is not None],
        created=moment(about.get("create_time")),
        updated=moment(about.get("modify_time")),
        pinned=about.get("starred") is True,
    )


def _name(response: JsonObject) -> str | None:
    return name_of(response.get("response_id")) or name_of(response.get("_id"))


def _branch(about: JsonObject, responses: list[JsonObject], place: str) -> list[int]:
    """Positions on the current branch: all of them where the answers are not chained up to the first."""
    everything = list(range(len(responses)))
    by_name = {name: at for at, one in enumerate(responses) if (name := _name(one))}
    if not responses or len(by_name) != len(responses):
        return everything
    leaf = name_of(about.get("leaf_response_id"))
    if leaf not in by_name:
        leaf = _name(responses[-1])
    assert leaf is not None  # every response has a name
    names, above = upwards(
        by_name, leaf, lambda at: name_of(responses[at].get("parent_response_id")), place
    )
    chained = above is None and (len(names) > 1 or len(responses) == 1)
    return [by_name[name] for name in names] if chained else everything


def _message(response: JsonObject, at: int) -> Message | None:
    role = role_of(response.get("sender"))
    if role is None or response.get("is_control") is True:
        return None
    drawn = len(listed(response.get("generated_image_urls")))
    images = drawn + len(listed(response.get("image_attachments")))
    files = [
        attachment(name)
        for one in listed(response.get("file_attachments"))
        if (name := words(member(one, "file_name") or member(one, "fileName")))
    ]
    more: JsonObject = {"attachments": [*files]} if files else {}
    details = member(response.get("metadata"), "requestModelDetails")
    if model := words(response.get("model")) or words(member(details, "modelId")):
        more["model"] = model
    pictures = "\n".join(["[Image]"] * min(images, 100))
    return Message(
        role=role,
        text=parts_of(words(response.get("message")), pictures, named(files)),
        at=at,
        id=_name(response),
        time=moment(response.get("create_time")),
        more=more,
    )
