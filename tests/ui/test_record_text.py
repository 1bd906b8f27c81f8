"""What records say: chat in both shapes, quizzes, playback, the unknown and the damaged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.runtime import RuntimeRecord
from satchel.domain.spoken import tidy
from satchel.ui.models.record_text import SUMMARY_LENGTH, Mark, ShownRecord, Voice, shown

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
MEMBERS = st.sampled_from(
    [
        "role",
        "content",
        "kind",
        "message",
        "phase",
        "answers",
        "results",
        "title",
        "status",
        "event",
    ]
)


def said(
    payload: Any, kind: str = "chat", *, own: bool = True, scene: str | None = None
) -> ShownRecord:
    return shown(row(json.dumps(payload), scene), kind, own)


def row(payload_text: str, scene: str | None = None) -> RuntimeRecord:
    return RuntimeRecord(
        "s", 1, "r", 0, scene, None, None, "2026-11-30T09:00:00.000Z", payload_text, None
    )


def test_the_learner_and_the_tutor() -> None:
    mine = said({"role": "user", "content": "Why?"}, scene="scene-2")
    assert (mine.voice, mine.name, mine.text, mine.scene_id) == (
        Voice.OWN,
        "You",
        "Why?",
        "scene-2",
    )
    tutor = said({"role": "assistant", "content": "Because."})
    assert (tutor.voice, tutor.name, tutor.text) == (Voice.OTHER, "Tutor", "Because.")


def test_the_work_of_someone_else_is_not_called_you() -> None:
    theirs = said({"role": "user", "content": "Why?"}, own=False)
    assert (theirs.voice, theirs.name) == (Voice.OTHER, "Learner")


def test_a_chat_message_with_parts() -> None:
    found = said(
        {
            "kind": "chat_message",
            "role": "assistant",
            "content": "",
            "message": {
                "parts": [
                    {"type": "text", "text": "One"},
                    {"type": "image", "url": "x"},
                    {"type": "text", "text": "Two"},
                ],
                "metadata": {"senderName": " ليلى\n"},
            },
        }
    )
    assert (found.text, found.name, found.foreign_name) == ("One\n\nTwo", "ليلى", True)


@pytest.mark.parametrize(
    ("payload", "voice", "text"),
    [
        ({"title": "Q&A", "status": "active"}, Voice.NOTE, "Q&A"),
        ({"title": "Q&A", "status": "interrupted"}, Voice.NOTE, "Broken off: Q&A"),
        ({"content": "", "title": ""}, Voice.HIDDEN, ""),
    ],
)
def test_the_state_of_a_chat_is_quiet(payload: dict[str, str], voice: Voice, text: str) -> None:
    found = said({"kind": "chat_session_state", "role": "system"} | payload)
    assert (found.voice, found.text) == (voice, text)


def test_an_empty_system_message_is_hidden() -> None:
    assert said({"role": "system", "content": " "}).voice is Voice.HIDDEN


def test_quiz_answers_and_results_are_words_and_signs() -> None:
    draft = said({"phase": "draft", "answers": {}}, "quizAttempt")
    assert draft.text == "No answers yet"
    sent = said({"phase": "submitted", "answers": {"q1": "B", "x": ["A", "C"]}}, "quizAttempt")
    assert sent.text == "Handed in\nQuestion 1: B\nQuestion “x”: A, C"
    reviewed = said(
        {
            "phase": "reviewed",
            "answers": {"q1": "B", "q2": "A"},
            "results": [
                {"questionId": "q1", "correct": True, "earned": 2},
                {"questionId": "q2", "correct": False, "earned": 0, "aiComment": "Look\nagain"},
                {"questionId": "q3", "correct": None},
            ],
        },
        "quizAttempt",
    )
    assert reviewed.text.split("\n") == [
        "Checked: 1 of 3 right",
        "Question 1: B – right, 2 points",
        "Question 2: A – not right, 0 points",
        "Look again",
        "Question 3: no answer – not checked yet",
    ]
    assert reviewed.marks == ((1, Mark.RIGHT), (2, Mark.WRONG), (3, Mark.UNDER), (4, Mark.OPEN))


def test_playback_and_what_nobody_knows_take_one_line() -> None:
    assert said({"event": "leave", "seconds": 70}, "playback").text == "Left it after 70 seconds"
    assert said(None, "playback").text == "Nothing was noted here"
    long = said(
        {f"member {i}": ["x"] * 1000 for i in range(50)} | {"s": "y" * 10_000}, "whiteboard"
    )
    assert len(long.text) <= SUMMARY_LENGTH
    assert "\n" not in long.text


@pytest.mark.parametrize("text", ["", "{", '"\\ud800"', "[" * 100_000, "NaN", "-0", "\ufeff{}"])
def test_damaged_payloads_are_named(text: str) -> None:
    found = shown(row(text), "chat", own=True)
    assert found.voice is Voice.NOTE
    assert found.text == "This message cannot be read"


def test_nothing_that_steers_a_terminal_is_laid_out() -> None:
    assert tidy("a\r\nb\rc\u2028d\te\x00f\x1b[0m") == "a\nb\nc\nd    e\ufffdf\ufffd[0m"


@given(JSON, st.sampled_from(["chat", "quizAttempt", "playback", "pbl"]), st.booleans())
def test_no_json_is_too_strange(payload: Any, kind: str, own: bool) -> None:
    said(payload, kind, own=own)


@given(st.dictionaries(MEMBERS, JSON | st.sampled_from(["user", "chat_message", "reviewed"])))
def test_no_wrong_member_is_too_strange(payload: dict[str, Any]) -> None:
    for kind in ("chat", "quizAttempt", "playback"):
        found = said(payload, kind)
        assert (found.voice is Voice.HIDDEN) == (not found.text and not found.name)


@given(JSON, JSON)
def test_no_quiz_is_too_strange(answers: Any, results: Any) -> None:
    for phase in ("draft", "submitted", "reviewed"):
        found = said(
            {"phase": phase, "answers": {"q1": answers}, "results": [results]}, "quizAttempt"
        )
        assert all(number < found.text.count("\n") + 1 for number, _ in found.marks)


@given(st.text())
def test_no_text_is_too_strange(text: str) -> None:
    shown(row(text), "chat", own=True)
