"""The address of a request, taken apart from its raw bytes."""

from __future__ import annotations

from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.errors import ValidationFailed
from satchel_server.paths import EMPTY, routed, segments

_IDS = st.text(st.characters(codec="utf-8"), min_size=1).filter(
    lambda text: text not in (".", "..")
)


@given(st.lists(_IDS, min_size=1, max_size=4))
def test_whatever_an_id_holds_it_comes_back(ids: list[str]) -> None:
    raw = "/runtime/" + "/".join(quote(one, safe="") for one in ids)
    assert segments(raw.encode()) == ["runtime", *ids]


@given(st.lists(st.text(st.characters(codec="utf-8")), min_size=1, max_size=5))
def test_a_routed_path_has_as_many_slashes_as_segments_and_spells_them(parts: list[str]) -> None:
    path = routed(parts)
    found = path.split("/")[1:]
    assert ["" if one == EMPTY else unquote(one) for one in found] == parts
    assert "" not in found


@given(st.binary(max_size=60))
def test_any_bytes_are_taken_apart_or_refused(raw: bytes) -> None:
    try:
        found = segments(b"/" + raw)
    except ValidationFailed:
        return
    assert found


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        (b"/runtime/sessions/a+b", ["runtime", "sessions", "a+b"]),
        (b"/runtime/sessions/a%2Fb", ["runtime", "sessions", "a/b"]),
        (b"/runtime/sessions/..", ["runtime", ""]),
        (b"/runtime/sessions/%2e%2E", ["runtime", ""]),
        (b"/runtime/sessions/.%2e/x", ["runtime", "x"]),
        (b"/runtime/./x/.", ["runtime", "x", ""]),
        (b"/../../runtime", ["runtime"]),
        (b"/runtime/sessions//records", ["runtime", "sessions", "", "records"]),
        (b"/", [""]),
        (b"*", []),
    ],
)
def test_dots_are_followed_and_nothing_else_is_special(raw: bytes, parts: list[str]) -> None:
    assert segments(raw) == parts


@pytest.mark.parametrize("raw", [b"/%", b"/a%2", b"/%zz", b"/%E0%A4%A", b"/%ff", b"/%ED%A0%80"])
def test_what_spells_no_text_is_refused(raw: bytes) -> None:
    with pytest.raises(ValidationFailed, match="URI malformed"):
        segments(raw)
