"""Clocks wrong by a year: order and contents are right all the same, and the user is told."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from satchel import system
from satchel.domain.syncing import SyncPhase
from tests.journeys.home import home, there
from tests.server.process import served

YEAR = timedelta(days=365)


def ahead() -> datetime:
    return system.now() + YEAR


def behind() -> datetime:
    return system.now() - YEAR


def test_clocks_a_year_off_change_no_order_and_are_told(tmp_path: Path) -> None:
    url = f"sqlite://{tmp_path}/server.db"
    with (
        served(url, tmp_path, "--insecure-learner-tokens") as server,
        home(tmp_path / "early", server, name="early", clock=behind) as early,
        home(tmp_path / "late", server, name="late", clock=ahead) as late,
    ):
        late.begin("lesson")
        written = []
        for one in (late, early, late, early):
            if one.core.sessions.taken("lesson"):
                written += one.write("lesson", 2)
            told = one.sync()
            assert told.phase is SyncPhase.IDLE, told
            written += [] if written else early.ids("lesson")
        titles = []
        for title, one in (("By the late one", late), ("By the early one", early)):
            one.sync()
            titles.append(one.core.sessions.rename("lesson", title).title)
            one.sync()
        off = [round(one.sync().clock_off / 86_400) for one in (late, early, late)]
        assert off == [365, -365, 365]
        assert late.shown() == early.shown() == there(server) == {"lesson": written}
        assert {one.core.sessions.summary("lesson").title for one in (late, early)} == {titles[-1]}
