"""What a window shows, and the links that say so."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.errors import UnreadableInput
from satchel.domain.panes import (
    WorkspacePanes,
    is_link,
    layout,
    parse_workspace_href,
    with_course,
    with_session,
    workspace_href,
)
from satchel.domain.validation import MAX_ID_BYTES
from tests.domain.strategies import texts

ids = texts.filter(bool)
panes = st.builds(WorkspacePanes, st.none() | ids, st.none() | ids)


@given(panes)
def test_a_link_leads_back(shown: WorkspacePanes) -> None:
    href = workspace_href(shown)
    assert parse_workspace_href(href) == shown
    assert workspace_href(parse_workspace_href(href)) == href
    assert href.isascii()
    assert href.isprintable()
    assert " " not in href
    assert is_link(href)


@given(panes, ids)
def test_either_side_changes_alone(shown: WorkspacePanes, other: str) -> None:
    assert with_session(shown, other) == replace(shown, session_id=other)
    assert with_course(shown, other) == replace(shown, course_id=other)
    assert with_session(shown, None).course_id == shown.course_id
    assert with_course(shown, None).session_id == shown.session_id
    assert with_session(shown, "").session_id is None
    assert with_course(shown, "").course_id is None


def test_the_layout_is_what_is_open() -> None:
    found = {
        (session, course): layout(WorkspacePanes(session, course))
        for session, course in product((None, "s"), (None, "c"))
    }
    assert found == {
        (None, None): "home",
        ("s", None): "session",
        (None, "c"): "course",
        ("s", "c"): "both",
    }


@pytest.mark.parametrize(
    ("shown", "href"),
    [
        (WorkspacePanes(), "satchel://workspace"),
        (WorkspacePanes("s"), "satchel://workspace?session=s"),
        (WorkspacePanes(None, "c"), "satchel://workspace?course=c"),
        (WorkspacePanes("s", "c"), "satchel://workspace?session=s&course=c"),
        (
            WorkspacePanes("a b&c=d/e?f#g%"),
            "satchel://workspace?session=a%20b%26c%3Dd%2Fe%3Ff%23g%25",
        ),
        (WorkspacePanes("a+b"), "satchel://workspace?session=a%2Bb"),
        (WorkspacePanes("分数"), "satchel://workspace?session=%E5%88%86%E6%95%B0"),
        (WorkspacePanes("~._-"), "satchel://workspace?session=~._-"),
    ],
)
def test_order_and_encoding(shown: WorkspacePanes, href: str) -> None:
    assert workspace_href(shown) == href


@pytest.mark.parametrize(
    ("href", "shown"),
    [
        ("  satchel://workspace?session=s\n", WorkspacePanes("s")),
        ("SATCHEL://Workspace?session=S", WorkspacePanes("S")),
        ("satchel://workspace/?session=s", WorkspacePanes("s")),
        ("satchel://workspace?course=c&session=s", WorkspacePanes("s", "c")),
        ("satchel://workspace?session=&course=", WorkspacePanes()),
        ("satchel://workspace?session", WorkspacePanes()),
        ("satchel://workspace?", WorkspacePanes()),
        ("satchel://workspace?session=a&session=b", WorkspacePanes("a")),
        ("satchel://workspace?later=1&session=s&&=", WorkspacePanes("s")),
        ("satchel://workspace?session=a+b", WorkspacePanes("a+b")),
        ("satchel://workspace?session=a=b", WorkspacePanes("a=b")),
        ("satchel://workspace?session=100%", WorkspacePanes("100%")),
        ("satchel://workspace?session=s#part", WorkspacePanes("s")),
        ("satchel://workspace?session=分数", WorkspacePanes("分数")),
        ("satchel://workspace?session=" + "a" * MAX_ID_BYTES, WorkspacePanes("a" * MAX_ID_BYTES)),
    ],
)
def test_read_leniently(href: str, shown: WorkspacePanes) -> None:
    assert parse_workspace_href(href) == shown


@pytest.mark.parametrize(
    "href",
    [
        "",
        "session=s",
        "https://workspace?session=s",
        "satchel:workspace?session=s",
        "satchel:/workspace?session=s",
        "satchel://elsewhere?session=s",
        "satchel://user@workspace?session=s",
        "satchel://workspace:80?session=s",
        "satchel://workspace/other?session=s",
        "satchel://workspace.example?session=s",
        "javascript:satchel://workspace?session=s",
        "satchel://[workspace?session=s",
        "satchel://workspace?session=%ff",
        "satchel://workspace?session=%00",
        "satchel://workspace?session=%ed%a0%80",
        "satchel://workspace?session=" + "a" * (MAX_ID_BYTES + 1),
        "satchel://workspace?session=" + "%E5%88%86" * MAX_ID_BYTES,
    ],
)
def test_what_is_no_link_is_told_in_a_sentence(href: str) -> None:
    with pytest.raises(UnreadableInput) as refusal:
        parse_workspace_href(href)
    assert len(refusal.value.message) < 300
    assert refusal.value.message.isprintable()


@given(st.text(max_size=60) | st.text(max_size=40).map("satchel://workspace?session={}".format))
def test_anything_at_all_is_a_link_or_a_sentence(href: str) -> None:
    try:
        shown = parse_workspace_href(href)
    except UnreadableInput:
        return
    assert parse_workspace_href(workspace_href(shown)) == shown
