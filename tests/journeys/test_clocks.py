"""Clocks wrong by a year: order and contents are right all the same, and the user is told."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from satchel import system
from satchel.domain.syncing import SyncPhase
from tests.journeys.home import home, there
from tests.server.process import ServerProcess

YEAR = timedelta(days=365)


def ahead() -> datetime:
    return system.now() + YEAR


def behind() -> datetime:
    return system.now() - YEAR


def test_clocks_a_year_off_change_no_order_and_are_told(
    tmp_path: Path, server: ServerProcess, learner: str
) -> None:
    with (
        home(tmp_path / "early", server, learner, name="early", clock=behind) as early,
        home(tmp_path / "late", server, learner, name="late", clock=ahead) as late,
    ):
        late.begin("clocks")
        written = []
        for one in (late, early, late, early):
            if one.core.sessions.taken("clocks"):
                written += one.write("clocks", 2)
            told = one.sync()
            assert told.phase is SyncPhase.IDLE, told
            written += [] if written else early.ids("clocks")
        titles = []
        for title, one in (("By the late one", late), ("By the early one", early)):
            one.sync()
            titles.append(one.core.sessions.rename("clocks", title).title)
            one.sync()
        off = [round(one.sync().clock_off / 86_400) for one in (late, early, late)]
        assert off == [365, -365, 365]
        assert late.shown() == early.shown() == there(server, learner) == {"clocks": written}
        assert {one.core.sessions.summary("clocks").title for one in (late, early)} == {titles[-1]}
