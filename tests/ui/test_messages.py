"""Every error becomes a sentence, with a next step and details to copy."""

from __future__ import annotations

import re

import pytest

from satchel.domain import errors
from satchel.domain.errors import SatchelError
from satchel.ui.messages import not_saved, words_for

CODES = sorted(
    {
        kind.code
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, SatchelError)
    }
)


def error_of(code: str) -> SatchelError:
    class One(SatchelError):
        pass

    One.code = code
    return One("A sentence of the core.", details={"where": 3})


@pytest.mark.parametrize("code", CODES)
def test_every_error_is_a_sentence(qapp: object, code: str) -> None:
    words = words_for(error_of(code))
    assert words.sentence.endswith(".")
    assert code in words.details
    assert "'where': 3" in words.details
    assert not re.search(r"please|oops|error|failed|!", words.sentence, re.IGNORECASE)


def test_what_is_unexpected_stays_calm(qapp: object) -> None:
    words = words_for(KeyError("x"))
    assert words.sentence.startswith("Something unexpected happened. What was saved is safe.")
    assert "KeyError" in words.details


def test_text_that_was_not_saved_is_said_to_be_back(qapp: object) -> None:
    assert not_saved(error_of("DISK_FULL")) == (
        "This was not saved: the disk is full. Your text is back in the box."
    )
    assert not_saved(KeyError("x")).endswith("Your text is back in the box.")
