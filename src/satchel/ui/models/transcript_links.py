"""Addresses in plain text: where they stand, and which of them may be opened."""

from __future__ import annotations

import re
from typing import NamedTuple

from PySide6.QtCore import QUrl

SCHEMES = ("http", "https", "mailto", "satchel")
"""The only schemes a click may follow; `satchel` stays inside the application."""

_LINK = re.compile(
    r"(?:(?:https?|satchel)://|mailto:)[^\s<>\"“”«»`。，、；：！？（）【】「」『』《》\x00-\x1f\u2066-\u2069\u202a-\u202e]+",
    re.IGNORECASE,
)
_TRAILING = ".,;:!?…'’)]}"
_PAIRS = {")": "(", "]": "[", "}": "{"}


class Link(NamedTuple):
    """A stretch of text, from `start` to before `end`, that leads to `target`."""

    start: int
    end: int
    target: str


def find_links(text: str) -> list[Link]:
    """The links in `text`, in order. Punctuation that closes the sentence is not part of one."""
    found = []
    for match in _LINK.finditer(text):
        target = _trimmed(match.group())
        if may_open(target):
            found.append(Link(match.start(), match.start() + len(target), target))
    return found


def may_open(target: str) -> bool:
    """Whether `target` is an address that a person may follow with a click."""
    url = QUrl(target, QUrl.ParsingMode.StrictMode)
    if not url.isValid() or url.scheme() not in SCHEMES:
        return False
    return bool(url.path() if url.scheme() == "mailto" else url.host())


def shown_address(target: str) -> str:
    """The address as it is shown before it is opened: whole, and a host in other letters made plain."""
    plain = bytes(QUrl.toAce(QUrl(target).host()).data()).decode("ascii", "replace")
    return target if plain in target.lower() else f"{target}  ({plain})"


def _trimmed(link: str) -> str:
    while link and link[-1] in _TRAILING:
        opener = _PAIRS.get(link[-1])
        if opener is not None and link.count(opener) >= link.count(link[-1]):
            break
        link = link[:-1]
    return link
