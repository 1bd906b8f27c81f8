"""The branch of a conversation that its reader sees: from its last message up to the first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from satchel.bundles.foreign.shape import Damaged, step

Node = TypeVar("Node")


def upwards(
    nodes: Mapping[str, Node], leaf: str, parent: Callable[[Node], str | None], place: str
) -> tuple[list[str], str | None]:
    """Names from the first to `leaf`, and the name above the first that is not among `nodes`, if there is one.

    Raises `Damaged` where the way leads round in a circle.
    """
    names: list[str] = []
    seen: set[str] = set()
    at: str | None = leaf
    while at is not None and at in nodes:
        if at in seen:
            raise Damaged(
                "The messages follow each other in a circle, so their order is not known. "
                "Export the conversation again.",
                step(place, at),
            )
        seen.add(at)
        names.append(at)
        at = parent(nodes[at])
    return names[::-1], at


def whole_branch(
    nodes: Mapping[str, Node], leaf: str, parent: Callable[[Node], str | None], place: str
) -> list[str]:
    """As `upwards`, where a message whose predecessor is missing is damage: a history with a hole in it
    would be another history."""
    names, missing = upwards(nodes, leaf, parent, place)
    if missing is not None:
        raise Damaged(
            "The message before this one is not in the file. Export the conversation again.",
            step(place, names[0] if names else leaf),
        )
    return names
