"""The table of actions: complete, without clashes, and usable when it says so."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QMenu,
    QWidget,
)

from satchel.ui.actions import ACTIONS, MENUS, ROW_MENU, Situation
from satchel.ui.commands import Commands
from tests.ui.test_main_window import Opener
from tests.ui.test_session_tree import SESSIONS, summary

SPECS = {spec.name: spec for spec in ACTIONS if spec.name != "-"}


def test_every_action_has_a_method_and_a_place() -> None:
    assert {spec.menu for spec in SPECS.values()} == {name for name, _ in MENUS}
    assert all(callable(getattr(Commands, name)) for name in SPECS)
    assert set(ROW_MENU) - {"-"} <= set(SPECS)


def test_the_window_offers_the_whole_table(open_window: Opener) -> None:
    window = open_window()
    for name, _ in MENUS:
        menu = window.findChild(QMenu, f"menu_{name}")
        assert isinstance(menu, QMenu), name
        offered = ["-" if one.isSeparator() else one.objectName() for one in menu.actions()]
        wanted = [spec for spec in ACTIONS if spec.menu == name]
        assert offered == ["-" if one.name == "-" else f"action_{one.name}" for one in wanted]
        assert "-" not in (offered[0], offered[-1])
        shown = [one for one in menu.actions() if not one.isSeparator()]
        for action, spec in zip(shown, [one for one in wanted if one.name != "-"], strict=True):
            assert action.text().replace("&", "").strip()
            assert action.shortcut() == QKeySequence(spec.keys)
            assert action.isCheckable() == spec.checkable
            if not spec.keys:
                assert action.shortcut().isEmpty()


def test_what_changes_with_the_situation_changes_in_the_menu(open_window: Opener) -> None:
    window = open_window()
    for spec in SPECS.values():
        action = window.findChild(QAction, f"action_{spec.name}")
        assert isinstance(action, QAction)
        assert action.isEnabled() == spec.enabled(Situation(loaded=True)), spec.name


def test_no_two_actions_share_their_keys(qapp: object) -> None:
    keys = [QKeySequence(spec.keys).toString() for spec in SPECS.values() if spec.keys]
    assert all(keys)
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("title", "usable"),
    [
        ("Slice it", {"open", "export", "rename", "pin", "done", "archive", "trash"}),
        ("Quiz 1", {"open", "export", "rename", "pin", "archive", "reopen", "trash"}),
        ("Last year", {"open", "export", "rename", "pin", "reopen", "trash"}),
        ("Ming's work", {"open", "export", "trash"}),
        ("Old", {"open", "restore"}),
    ],
)
def test_what_can_be_done_with_a_row(title: str, usable: set[str]) -> None:
    target = next(one for one in SESSIONS if one.title == title)
    now = Situation(loaded=True, target=target)
    found = {spec.name for spec in SPECS.values() if spec.menu == "session" and spec.enabled(now)}
    assert found == usable


def test_nothing_touches_the_sessions_before_they_are_there() -> None:
    now = Situation(loaded=False, target=summary("x"))
    usable = {spec.name for spec in SPECS.values() if spec.enabled(now)}
    assert not usable & {"new_session", "rename", "trash", "open", "done", "find"}
    assert "new_session" in {
        spec.name for spec in SPECS.values() if spec.enabled(replace(now, loaded=True))
    }


def test_every_control_has_a_name(open_window: Opener) -> None:
    window = open_window()
    nameless = [
        part
        for part in window.findChildren(QWidget)
        if isinstance(part, QAbstractButton | QLineEdit | QAbstractItemView)
        and not part.objectName().startswith("qt_")
        and not (part.accessibleName() or getattr(part, "text", str)())
        and not isinstance(part, QHeaderView)
        and not isinstance(part.parent(), QLineEdit)
    ]
    assert nameless == []
