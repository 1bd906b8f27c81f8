"""A window killed while its person types and sends: what was typed is a message or a draft, never neither or both."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from satchel.core import Core
from satchel.domain.runtime import CHAT, WORKSPACE_STAGE
from tests.ui.processes import LIMIT_MS, Other

TYPED = "so is 1/5 smaller than 1/4"


@pytest.fixture
def lesson(core: Core) -> str:
    made = core.workspace("before").new_session(kind=CHAT, stage_id=WORKSPACE_STAGE, title="Notes")
    return made.id


@pytest.fixture
def writer(core: Core, lesson: str, qtbot: QtBot) -> Iterator[Other]:
    """A window in another process, with something typed that is kept already."""
    other = Other(core.paths, qtbot)
    other.tell("open", lesson)
    other.wait(lambda it: it.current == lesson and it.writable)
    other.tell("type", TYPED)
    qtbot.waitUntil(lambda: core.marks.left_draft(lesson, "") == TYPED, timeout=LIMIT_MS)
    yield other
    other.kill()


def at_once(writer: Other) -> None:
    """Before the window can have answered."""
    writer.say("send")


def on_the_way(writer: Other) -> None:
    writer.tell("send")


def once_shown(writer: Other) -> None:
    writer.tell("send")
    writer.wait(lambda it: it.said == [TYPED])


@pytest.mark.parametrize("moment", [at_once, on_the_way, once_shown])
def test_what_was_typed_is_a_message_or_a_draft(
    core: Core, lesson: str, writer: Other, moment: Callable[[Other], None]
) -> None:
    moment(writer)
    writer.kill()
    said = [record.payload for record in core.store.list_records(lesson)]
    draft = core.marks.left_draft(lesson, "")
    as_message = [{"role": "user", "content": TYPED}]
    assert (said, draft) in ((as_message, ""), ([], TYPED))
    if moment is once_shown:
        assert said == as_message


def test_the_next_window_goes_on_with_what_was_typed(
    core: Core, lesson: str, writer: Other, qtbot: QtBot
) -> None:
    writer.kill()
    after = Other(core.paths, qtbot)
    after.wait(lambda it: it.current == lesson and it.draft == TYPED)
    assert after.asked == []
    after.kill()
