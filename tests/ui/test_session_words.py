"""Sessions without a title are called what they are."""

from __future__ import annotations

import pytest

from satchel.ui.models.session_words import name_of


@pytest.mark.parametrize(
    ("title", "kind", "words"),
    [
        ("Fractions", "quizAttempt", "Fractions"),
        ("", "quizAttempt", "Quiz attempt"),
        ("", "playback", "Course played"),
        ("", "chat", "Untitled session"),
        ("", "something new", "Untitled session"),
    ],
)
def test_a_session_has_a_name(title: str, kind: str, words: str) -> None:
    assert name_of(title, kind) == words
