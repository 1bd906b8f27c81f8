"""Compares what a window shows with what the database holds."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from PySide6.QtCore import QModelIndex, QObject

from satchel.ui.main_window import MainWindow
from satchel.ui.models.session_roles import Kind, Role
from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.panes.rail import Rail
from tests.ui.outside import NOT_HELD, Outside

Part = TypeVar("Part", bound=QObject)

Had = tuple[str, int]
"""A session that a window could write to a moment ago, and its epoch then."""


def lie(window: MainWindow, outside: Outside, had: Had | None) -> str:
    """What the window shows that is not so; empty if all of it is."""
    return _of_list(window, outside) or _of_session(window, outside, had)


def part(window: MainWindow, kind: type[Part]) -> Part:
    found = window.findChild(kind)
    assert isinstance(found, kind)
    return found


def session_rows(window: MainWindow) -> list[QModelIndex]:
    """The sessions in the rail, wherever they stand."""
    model = part(window, Rail).model
    found = []
    for group in model.group_indexes():
        model.fetchMore(group)  # as whoever looks into a folder
        rows = [model.index(row, 0, group) for row in range(model.rowCount(group))]
        found += [index for index in rows if index.data(Role.KIND) is Kind.SESSION]
    return found


def _of_list(window: MainWindow, outside: Outside) -> str:
    if part(window, Rail).model.searching:
        return ""
    rows = {
        index.data(Role.KEY): (index.data(), index.parent().data() == "Trash")
        for index in session_rows(window)
    }
    truth = {one.id: (one.title, one.trashed_at is not None) for one in outside.sessions()}
    return "" if rows == truth else f"the rail lists {rows}, not {truth}"


def _of_session(window: MainWindow, outside: Outside, had: Had | None) -> str:
    pane, shown, own = part(window, ConversationPane), window.flow.current, window.flow._workspace
    rows = pane.transcript.rows
    seen = [rows.words(position).text for position in range(rows.first, rows.end)]
    if shown is None:
        return "messages of nothing" if seen else ""
    id, me = shown.summary.id, getattr(own, "window", "")
    truth = outside.read_only(id, me)
    facts: dict[str, tuple[Any, Any]] = {
        "read-only state": (shown.read_only, truth),
        "messages": (seen, outside.said(id)),
        "banner": (not pane.banner.isHidden(), truth in NOT_HELD),
        "box": (pane.composer.field.isEnabled(), truth is None),
        "title": (window.windowTitle(), f"{outside.session(id).title} – Satchel"),
    }
    if truth in (None, *NOT_HELD) and pane.composer.pending is None:
        facts["draft"] = (pane.draft(), outside.core.marks.draft(id, me))
    if truth in NOT_HELD:
        facts["lost to nobody"] = (had == (id, outside.epoch(id)), False)
    wrong = [f"{name} {is_!r}, not {due!r}" for name, (is_, due) in facts.items() if is_ != due]
    return f"“{shown.summary.title}”: {', '.join(wrong)}" if wrong else ""


@contextmanager
def errors_logged() -> Iterator[list[str]]:
    """What the program itself calls unexpected."""
    found: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(f"{record.getMessage()} {record.exc_info}")

    ear, log = Ear(logging.ERROR), logging.getLogger("satchel")
    log.addHandler(ear)
    try:
        yield found
    finally:
        log.removeHandler(ear)
