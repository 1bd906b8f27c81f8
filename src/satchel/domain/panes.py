"""Which session and which course a window shows, and the links that say so.

The two are independent: another session does not change the course, another course not the session.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias
from urllib.parse import quote, unquote, urlsplit

from satchel.domain.errors import UnreadableInput, shorten
from satchel.domain.json_value import text_fault
from satchel.domain.validation import MAX_ID_BYTES

Layout: TypeAlias = Literal["home", "session", "course", "both"]

SCHEME = "satchel"
_PLACE = "workspace"


@dataclass(frozen=True, slots=True)
class WorkspacePanes:
    """What a window has open. None is "nothing"."""

    session_id: str | None = None
    course_id: str | None = None


def with_session(panes: WorkspacePanes, session_id: str | None) -> WorkspacePanes:
    """The same window with another session; an empty id is none."""
    return replace(panes, session_id=session_id or None)


def with_course(panes: WorkspacePanes, course_id: str | None) -> WorkspacePanes:
    """The same window with another course; an empty id is none."""
    return replace(panes, course_id=course_id or None)


def layout(panes: WorkspacePanes) -> Layout:
    """Which panes are to be seen."""
    if panes.session_id is None:
        return "home" if panes.course_id is None else "course"
    return "session" if panes.course_id is None else "both"


def is_link(text: str) -> bool:
    """Whether `text` means to be such a link, be it a good one or not."""
    return text.strip().lower().startswith(f"{SCHEME}:")


def workspace_href(panes: WorkspacePanes) -> str:
    """The link to what a window shows: `satchel://workspace?session=<id>&course=<id>`, in this order."""
    values = (("session", panes.session_id), ("course", panes.course_id))
    query = "&".join(f"{name}={quote(value, safe='')}" for name, value in values if value)
    return f"{SCHEME}://{_PLACE}?{query}" if query else f"{SCHEME}://{_PLACE}"


def parse_workspace_href(href: str) -> WorkspacePanes:
    """What a link points to. Members it does not know are ignored; an empty value is no value.

    Raises `UnreadableInput` if it is no such link.
    """
    try:
        parts = urlsplit(href.strip())
    except ValueError:
        raise _no_link(href) from None
    if (
        parts.scheme.lower() != SCHEME
        or parts.netloc.lower() != _PLACE
        or parts.path not in ("", "/")
    ):
        raise _no_link(href)
    found: dict[str, str] = {}
    for part in parts.query.split("&"):
        name, _, value = part.partition("=")
        if name in ("session", "course") and name not in found:
            found[name] = _decoded(value, href)
    return WorkspacePanes(found.get("session") or None, found.get("course") or None)


def _decoded(value: str, href: str) -> str:
    try:
        text = unquote(value, errors="strict")
    except UnicodeDecodeError:
        raise _no_link(href) from None
    if text_fault(text) or len(text.encode()) > MAX_ID_BYTES:
        raise _no_link(href)
    return text


def _no_link(href: str) -> UnreadableInput:
    return UnreadableInput(
        f"“{shorten(href)}” is not a link to a session or course. Such a link begins with "
        f"{SCHEME}://{_PLACE}; copy it again."
    )
