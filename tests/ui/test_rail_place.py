"""The rail stays where its person looks while the sessions below it become others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from satchel.domain.contracts import Listing, SessionSummary
from satchel.ui.models.session_groups import MOST
from satchel.ui.models.session_roles import Kind
from satchel.ui.models.session_tree import Index, SessionTree
from satchel.ui.theme import make_theme
from satchel.ui.widgets.session_view import SessionView
from tests.ui.test_session_tree import summary

MANY = tuple(summary(f"Session {number:03}") for number in range(MOST))


def listed(tree: SessionTree, *sessions: SessionSummary) -> None:
    tree.set_listing(Listing(sessions, ()))


@pytest.fixture
def tree() -> SessionTree:
    tree = SessionTree()
    listed(tree, *MANY)
    return tree


@pytest.fixture
def view(tree: SessionTree, qtbot: QtBot) -> SessionView:
    view = SessionView(tree, make_theme("light"))
    tree.setParent(view)
    qtbot.addWidget(view)
    view.resize(240, 400)
    with qtbot.waitExposed(view):
        view.show()
    view.show_current("Session 000")
    return view


def at_top(view: SessionView) -> str:
    return str(view.indexAt(QPoint(0, 0)).data())


def test_what_comes_or_goes_further_up_moves_nothing(tree: SessionTree, view: SessionView) -> None:
    view.verticalScrollBar().setValue(1000)
    before, place = at_top(view), view.verticalScrollBar().value()
    assert before.startswith("Session")
    listed(tree, summary("New"), *MANY)
    assert at_top(view) == before
    assert view.verticalScrollBar().value() > place
    listed(tree, *MANY[5:])
    assert at_top(view) == before


def test_at_the_top_what_is_new_is_seen(tree: SessionTree, view: SessionView) -> None:
    view.scrollToTop()
    listed(tree, summary("New"), *MANY)
    assert view.verticalScrollBar().value() == 0
    assert view.currentIndex().data() == "Session 000"


def test_where_the_row_at_the_top_is_gone_the_list_stays(
    tree: SessionTree, view: SessionView
) -> None:
    view.verticalScrollBar().setValue(1000)
    gone = at_top(view)
    listed(tree, *[one for one in MANY if one.title != gone])
    assert view.verticalScrollBar().value() == 1000


def test_what_is_found_begins_at_the_top_and_the_way_back_is_known(
    tree: SessionTree, view: SessionView
) -> None:
    view.verticalScrollBar().setValue(1000)
    tree.set_search("session")
    view.show_found()
    assert view.verticalScrollBar().value() == 0
    view.show_current("Session 150")
    tree.set_search("")
    view.show_found()
    assert view.viewport().rect().intersects(view.visualRect(tree.index_of("Session 150")))


def test_rows_are_laid_out_once_for_a_listing_and_those_of_a_folded_folder_not_at_all(
    tree: SessionTree, view: SessionView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Kind] = []
    kind_of = SessionTree.kind_of

    def counted(tree: SessionTree, index: Index) -> Kind:
        asked.append(kind_of(tree, index))
        return asked[-1]

    monkeypatch.setattr(SessionTree, "kind_of", counted)
    listed(tree, *MANY[1:], *[replace(one, trashed_at="2026") for one in MANY[:1]])
    qtbot.waitUntil(lambda: len(asked) > MOST)
    view.grab()
    assert asked.count(Kind.SESSION) < 1.5 * MOST
    assert tree.rowCount(tree.group_indexes()[-1]) == 0
