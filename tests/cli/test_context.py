"""`satchel context` and `satchel session facts`."""

from __future__ import annotations

from typing import Any

import pytest

from satchel.context.tokens import best_counter
from satchel.domain.packs import TIERS
from tests.cli.running import Cli, one_sentence


@pytest.fixture
def talk(cli: Cli) -> str:
    """A session of a few turns."""
    cli.new("s1", "--stage", "course:x", "--title", "分数")
    for number in range(6):
        role = "assistant" if number % 2 else "user"
        cli.json("session", "append", "s1", f"{number}: why? " + "because " * 9, "--role", role)
    return "s1"


def test_the_document(cli: Cli, talk: str) -> None:
    found = cli.json("context", talk, "--budget", "4000", "--tier", "shallow")
    assert list(found) == [
        "tier",
        "budget",
        "tokens",
        "counter",
        "messages",
        "included",
        "condensed",
        "omitted",
    ]
    assert (found["tier"], found["budget"], found["counter"]) == (
        "shallow",
        4000,
        best_counter().name,
    )
    assert (found["included"], found["condensed"], found["omitted"]) == (6, 0, 0)
    assert [one["role"] for one in found["messages"]] == ["system", *["user", "assistant"] * 3]
    assert 0 < found["tokens"] <= 4000


def test_every_tier(cli: Cli, talk: str) -> None:
    for tier in TIERS:
        found = cli.json("context", talk, "--budget", "120", "--tier", tier, "--explain")
        explanation = found["explanation"]
        assert explanation["asked"] == tier
        assert explanation["reserve"] == (0 if explanation["exact"] else 12)
        assert found["tokens"] <= 120 - explanation["reserve"]
        parts: list[dict[str, Any]] = explanation["parts"]
        assert set(parts[0]) == {
            "what",
            "state",
            "firstSeq",
            "lastSeq",
            "tokens",
            "reason",
            "label",
        }
        assert found["included"] + found["condensed"] + found["omitted"] == 6


def test_what_people_read(cli: Cli, talk: str) -> None:
    out = cli("context", talk, "--budget", "150", "--explain").out
    assert "assistant:\n    5: why?" in out
    assert "0 left out" in out or "(did not fit any more)" in out


def test_what_cannot_be_done(cli: Cli, talk: str) -> None:
    refused = [
        (("context", "nowhere", "--budget", "5"), 1),
        (("context", talk), 2),
        (("context", talk, "--budget", "0"), 2),
        (("context", talk, "--budget", "x"), 2),
        (("context", talk, "--budget", "9", "--tier", "abyss"), 2),
        (("session", "facts", talk, "--forget", "9"), 1),
        (("session", "facts", talk, "--pin", " "), 1),
        (("session", "facts", talk, "--pin", "x", "--forget", "1"), 2),
    ]
    for words, status in refused:
        answer = cli(*words)
        assert answer.status == status, words
        assert one_sentence(answer), words


def test_a_session_in_the_trash_has_none(cli: Cli, talk: str) -> None:
    cli.json("session", "delete", talk)
    answer = cli("--json", "context", talk, "--budget", "500")
    assert (answer.status, answer.error["code"]) == (1, "SESSION_TRASHED")


def test_facts_are_changed_by_their_number(cli: Cli, talk: str) -> None:
    def texts(*words: str) -> list[str]:
        return [one["text"] for one in cli.json("session", "facts", talk, *words)["facts"]]

    assert texts("--pin", "Likes pizza", "--pin", "Is 13")[2:] == ["Likes pizza", "Is 13"]
    assert texts("--forget", "2") == ["course:x", "Likes pizza", "Is 13"]
    assert texts("--move", "3", "1") == ["Is 13", "course:x", "Likes pizza"]
    assert texts("--reword", "1", "Is 14")[0] == "Is 14"
    cli.json("session", "facts", talk, "--keep", "2")
    assert [line[5] for line in cli("session", "facts", talk).out.splitlines()] == ["*"] * 3
    first = cli.json("context", talk, "--budget", "500")["messages"][0]["content"]
    assert first.splitlines()[1:] == ["- note: Is 14", "- course: course:x", "- note: Likes pizza"]


def test_several_facts_are_remembered_together_or_not_at_all(cli: Cli, talk: str) -> None:
    assert cli("session", "facts", talk, "--pin", "Likes pizza", "--pin", "").status == 1
    assert len(cli.json("session", "facts", talk)["facts"]) == 2
