"""Lists that take long to read rest while changes come thick, and are left alone by the collector."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import open_core
from satchel.store.opening import Location
from satchel.system import new_id, now
from satchel.ui.listing_rest import MANY, ListingRest, uncollected
from satchel.ui.session_news import read_news
from tests.store.retention_load import fill


def _read(rest: ListingRest, began: float, took: float) -> float:
    rest.note(began, began + took)
    return began + took


def test_the_first_change_is_shown_at_once() -> None:
    rest = ListingRest()
    ended = _read(rest, 10.0, 0.5)
    assert rest.left(ended) == 0.0


def test_thick_changes_rest_longer_and_longer_up_to_a_limit() -> None:
    rest = ListingRest()
    at = _read(rest, 10.0, 0.5)
    rests = []
    for _ in range(6):
        at = _read(rest, at + rest.left(at), 0.5)
        rests.append(rest.left(at))
    assert rests == pytest.approx([0.5, 1.0, 1.5, 2.0, 2.0, 2.0])


def test_a_pause_ends_it() -> None:
    rest = ListingRest()
    at = _read(rest, 10.0, 0.5)
    at = _read(rest, at, 0.5)
    assert rest.left(at) > 0
    at = _read(rest, at + 60.0, 0.5)
    assert rest.left(at) == 0.0


def test_what_is_quickly_read_never_rests() -> None:
    rest = ListingRest()
    at = 10.0
    for _ in range(20):
        at = _read(rest, at, 0.01)
        assert rest.left(at) == 0.0


def break_off(before: int) -> None:
    with uncollected(before):
        assert not gc.isenabled()
        raise ValueError("broken")


@pytest.mark.parametrize("running", [True, False])
@pytest.mark.parametrize("before", [0, MANY])
def test_the_collector_is_as_it_was_afterwards(running: bool, before: int) -> None:
    was = gc.isenabled()
    try:
        (gc.enable if running else gc.disable)()
        with pytest.raises(ValueError, match="broken"):
            break_off(before)
        assert gc.isenabled() is running
    finally:
        (gc.enable if was else gc.disable)()


def test_a_list_of_very_many_is_never_gone_through_however_little_of_it_is_new(
    tmp_path: Path,
) -> None:
    with open_core(Paths(tmp_path), clock=now, new_id=new_id) as core:
        fill(Location(core.profile.directory), core.learner.keys[0], MANY, trashed=True)
        workspace = core.workspace(new_id())
        try:
            first = read_news(workspace, None, None, 1)
            workspace.new_session(kind="chat", stage_id="workspace", title="One more")
            assert first is not None
            then = read_news(workspace, first.revision, None, 1, first.listing)
            assert then is not None
            assert then.index is not None
            held = (then.listing.sessions, then.index.by_id, then.listing.sessions[-1])
            looked_at = set(map(id, gc.get_objects()))
            assert not [type(one) for one in held if id(one) in looked_at]
        finally:
            workspace.close()
            gc.unfreeze()
