"""A session whose time runs out in a window, and what a window can do about it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.contracts import READ_ONLY_EXPIRED, READ_ONLY_OTHERS, READ_ONLY_TRASHED
from satchel.domain.errors import ReadOnlySession, SessionExpired
from satchel.domain.retention import RetentionSettings
from satchel.domain.runtime import JsonObject
from satchel.store.retention_choices import RetentionChoices
from satchel.workspace import WindowWorkspace
from tests.fakes import FakeClock, FakeIds, session

DAY = timedelta(days=1)
HELLO: JsonObject = {"role": "user", "content": "What is a half?"}


@pytest.fixture
def core(data_dir: Path, clock: FakeClock, new_id: FakeIds) -> Iterator[Core]:
    """Conversations live for two days here."""
    with open_core(Paths(data_dir), clock=clock, new_id=new_id) as found:
        RetentionChoices(found.settings).put(RetentionSettings(lives=(("chat", 2),)))
        yield found


@pytest.fixture
def window(core: Core) -> Iterator[WindowWorkspace]:
    window = core.workspace("left")
    yield window
    window.shut()


@pytest.fixture
def lesson(window: WindowWorkspace) -> str:
    id = window.new_session(kind="chat", stage_id="satchel:workspace", title="Halves").id
    assert window.open(id, 10).read_only is None
    window.append(id, HELLO)
    return id


def test_it_runs_out_while_it_is_open_and_goes_on_with_more_time(
    window: WindowWorkspace, lesson: str, clock: FakeClock
) -> None:
    shown = window.open(lesson, 10)
    clock.now += 3 * DAY
    with pytest.raises(SessionExpired):
        window.append(lesson, HELLO)
    with pytest.raises(SessionExpired):
        window.set_status(lesson, "completed")
    followed = window.follow(shown, 10)
    assert (followed.opened.read_only, followed.anew) == (READ_ONLY_EXPIRED, True)
    window.save_draft(lesson, "half a thought")
    window.rename(lesson, "Thirds")
    extended = window.extend(lesson, 5).expires_at
    assert extended is not None
    assert extended.startswith("2026-03-10T12:")
    opened = window.follow(followed.opened, 10).opened
    assert (opened.read_only, opened.draft) == (None, "half a thought")
    assert window.append(lesson, HELLO).seq == 1


def test_one_that_is_over_is_opened_to_be_read(
    window: WindowWorkspace, lesson: str, clock: FakeClock
) -> None:
    window.close()
    clock.now += 3 * DAY
    opened = window.open(lesson, 10)
    assert (opened.read_only, len(opened.records)) == (READ_ONLY_EXPIRED, 1)
    assert window.held_elsewhere(lesson) is None
    window.extend(lesson, None)
    assert window.open(lesson, 10).read_only is None


def test_the_trash_and_another_learner_come_first(
    core: Core, window: WindowWorkspace, lesson: str, clock: FakeClock
) -> None:
    core.store.create_session(session("theirs"))
    core.database.script(
        "UPDATE runtime_sessions SET satchel = json_set(satchel, '$.expiresAt.value', '2026-03-01T00:00:00Z')"
    )
    window.trash(lesson)
    assert window.open(lesson, 10).read_only == READ_ONLY_TRASHED
    assert window.open("theirs", 10).read_only == READ_ONLY_OTHERS
    with pytest.raises(ReadOnlySession):
        window.extend("theirs", 3)
    window.restore(lesson)
    assert window.open(lesson, 10).read_only is None
