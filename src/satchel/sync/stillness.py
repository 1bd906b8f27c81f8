"""Whether all is still: nothing is open here, and the server says in one answer that nothing happened there."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from satchel.domain.remote_errors import RouteNotFound
from satchel.store.kept import RemoteState
from satchel.sync.comparing import PAGE, is_due
from satchel.sync.planning import Pace
from satchel.sync.remote_protocol import Remote

_TO_SETTLE: Final = ("error", "everything", "gone", "believe")
"""What a run remembered for the next one, which is then to be a whole one."""


def may_be_still(state: RemoteState, now: datetime, pace: Pace) -> bool:
    """Where nothing waits here to be sent or looked at: whether nothing else is due."""
    return (
        state.server_id is not None
        and state.cursor is not None
        and state.question is None
        and not any(state.progress.get(one) for one in _TO_SETTLE)
        and not is_due(state.progress, now, pace.compares_after)
    )


def is_still_there(remote: Remote, state: RemoteState) -> bool:
    """One request. It only asks: whatever is new is for a whole run. Raises what asking raises."""
    try:
        page = remote.changes(state.cursor, PAGE)
    except RouteNotFound:
        return False
    return (
        page.server_id == state.server_id
        and page.cursor == state.cursor
        and not (page.changes or page.whole or page.more)
    )
