"""What a deep pack tells beside the turns: a stored summary, quiz results, and where in the course the learner is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from satchel.context.cutting import LEAST, cut_text
from satchel.context.said import SYSTEM, quiz_results
from satchel.context.tokens import Counter
from satchel.context.turns import PER_MESSAGE
from satchel.domain.errors import SatchelError
from satchel.domain.json_value import decode
from satchel.domain.packs import CUT, POSITION, QUIZ, SUMMARY, TOO_LARGE, WHOLE, PackPart
from satchel.domain.runtime import WORKSPACE_STAGE, JsonObject
from satchel.domain.spoken import cut, one_line, quiz_state
from satchel.store.history import History, LastOf
from satchel.store.rows import SessionState

PLAYBACK: Final = "playback"
_QUIZZES: Final = 6
_LONGEST_QUIZ: Final = 600
"""Characters."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A message beside the turns. `last_seq`: it tells of the records up to that one."""

    message: JsonObject
    tokens: int
    part: PackPart
    last_seq: int = -1


def surroundings(
    history: History, state: SessionState, room: int, counter: Counter
) -> Iterator[Extra]:
    """In the order in which they give way where there is no room, the last one first. `room` is for each."""
    summary = history.summary(state)
    if summary is not None:
        head = "Summary of the beginning of this session:\n"
        yield from _extra(head + summary.text, SUMMARY, room, counter, summary.last_seq)
    if state.session.stage_id == WORKSPACE_STAGE:  # no course
        return
    quizzes = [line for last in history.quizzes_of(state, _QUIZZES) if (line := _quiz_line(last))]
    if quizzes:
        text = "\n".join(("Quiz results in this course, newest first:", *quizzes))
        yield from _extra(text, QUIZ, room, counter)
    for last in history.newest_of(state, PLAYBACK, 1):
        where = [last.scene_id, last.action_index, last.sub_anchor]
        place = "/".join(one_line(str(part)) for part in where if part is not None)
        if place:
            text = f"Position in the course: {cut(place, 80)} ({_moment(last.created_at)})"
            yield from _extra(text, POSITION, room, counter)


def _extra(
    text: str, what: str, room: int, counter: Counter, last_seq: int = -1
) -> Iterator[Extra]:
    if room < LEAST:
        return
    shown = cut_text(text, room - PER_MESSAGE, counter)
    if not shown:
        return
    tokens = counter.count(shown) + PER_MESSAGE
    whole = shown == text
    part = PackPart(
        what,
        WHOLE if whole else CUT,
        0 if last_seq >= 0 else None,
        last_seq if last_seq >= 0 else None,
        tokens,
        "" if whole else TOO_LARGE,
        cut(one_line(text), 60),
    )
    yield Extra({"role": SYSTEM, "content": shown}, tokens, part, last_seq)


def _quiz_line(last: LastOf) -> str:
    """A reviewed attempt in a line; nothing for one that is under way, or damaged."""
    try:
        payload = decode(last.payload_text)
    except (SatchelError, TypeError, AttributeError):
        return ""
    state = quiz_state(payload) if isinstance(payload, dict) else None
    if state is None or state.results is None:
        return ""
    scene = one_line(str(last.scene_id)) if last.scene_id else "a quiz"
    told = cut(quiz_results(state.answers, state.results), _LONGEST_QUIZ)
    return f"- {_moment(last.created_at)} {cut(scene, 60)}: {told}"


def _moment(created_at: object) -> str:
    return str(created_at)[:16].replace("T", " ")
