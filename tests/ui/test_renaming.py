"""A name that is being typed stays, whatever happens to the rows meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from satchel.domain.contracts import Listing
from satchel.ui.models.session_tree import SessionTree
from satchel.ui.theme import make_theme
from satchel.ui.widgets.session_view import SessionView
from tests.ui.test_session_tree import SESSIONS, summary


@pytest.fixture
def view(qtbot: QtBot) -> SessionView:
    tree = SessionTree()
    tree.set_listing(Listing(tuple(SESSIONS), ()))
    made = SessionView(tree, make_theme("light"))
    tree.setParent(made)
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.show()
    made.show_current("Notes")
    made.rename_current()
    return made


def editor_of(view: SessionView) -> QLineEdit:
    editor = view._delegate.editor
    assert editor is not None
    return editor


def tree_of(view: SessionView) -> SessionTree:
    tree = view.model()
    assert isinstance(tree, SessionTree)
    return tree


def test_a_count_that_changes_leaves_it(view: SessionView) -> None:
    editor_of(view).setText("Better no")
    more = [replace(one, unread=5) if one.id == "Notes" else one for one in SESSIONS]
    tree_of(view).set_listing(Listing(tuple(more), ()))
    assert editor_of(view).text() == "Better no"


def test_a_new_session_elsewhere_leaves_it(view: SessionView, qtbot: QtBot) -> None:
    editor_of(view).setText("Better no")
    tree = tree_of(view)
    tree.set_listing(Listing((summary("Brand new"), *SESSIONS), ()))
    assert editor_of(view).text() == "Better no"
    with qtbot.waitSignal(tree.rename_wanted) as asked:
        QTest.keyClicks(editor_of(view), "tes")
        QTest.keyClick(editor_of(view), Qt.Key.Key_Return)
    assert asked.args == ["Notes", "Better notes"]


def test_a_session_that_goes_takes_its_editor_along(view: SessionView) -> None:
    rest = [one for one in SESSIONS if one.id != "Notes"]
    tree_of(view).set_listing(Listing(tuple(rest), ()))
    assert view.state() != SessionView.State.EditingState


def test_asking_twice_goes_on_typing(view: SessionView) -> None:
    editor_of(view).setText("Better no")
    view.rename_current()  # Qt would complain, which fails a test
    assert editor_of(view).text() == "Better no"
