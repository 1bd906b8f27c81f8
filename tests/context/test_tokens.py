"""The token counters: how near the estimate comes to the exact one, and that it takes any text."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.context import estimate
from satchel.context.estimate import EstimateCounter
from satchel.context.tokens import ExactCounter, best_counter
from satchel.domain.packs import PackRefused

CORPUS = Path(__file__).with_name("corpus")
TOTALS: dict[str, int] = json.loads((CORPUS / "o200k.json").read_text())
"""What `o200k_base` finds in each text, written down so that no test needs its table."""

LANGUAGES: dict[str, dict[str, Any]] = json.loads((CORPUS / "languages.json").read_text())
"""The same few sentences in many languages, with what `o200k_base` finds."""

with_library = pytest.mark.skipif(
    importlib.util.find_spec("bpe_openai") is None, reason="the extra “tokens” is not installed"
)


def test_there_are_seven_kinds_of_text() -> None:
    assert {path.stem for path in CORPUS.glob("*.txt")} == set(TOTALS)
    assert len(TOTALS) == 7


@pytest.mark.parametrize("kind", TOTALS)
def test_the_estimate_is_near_and_rather_high(kind: str) -> None:
    counted = EstimateCounter().count((CORPUS / f"{kind}.txt").read_text())
    assert 0.98 <= counted / TOTALS[kind] <= 1.25


@pytest.mark.parametrize("kind", TOTALS)
def test_so_it_is_for_every_paragraph_together(kind: str) -> None:
    """As packs count: message by message, where a short one tells little of its language."""
    parts = (CORPUS / f"{kind}.txt").read_text().split("\n")
    counted = sum(EstimateCounter().count(f"{part}\n") for part in parts)
    assert 0.98 <= counted / TOTALS[kind] <= 1.3


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_is_told_too_low(language: str) -> None:
    text, exact = LANGUAGES[language]["text"], LANGUAGES[language]["tokens"]
    assert 0.98 <= EstimateCounter().count(text) / exact <= 1.25
    sentences = text.replace("? ", "?\n").replace(". ", ".\n").split("\n")
    assert 0.95 <= sum(map(EstimateCounter().count, sentences)) / exact <= 1.3


@with_library
def test_what_the_languages_take_is_written_down() -> None:
    exact = ExactCounter()
    assert {name: exact.count(one["text"]) for name, one in LANGUAGES.items()} == {
        name: one["tokens"] for name, one in LANGUAGES.items()
    }


@with_library
@pytest.mark.parametrize("kind", TOTALS)
def test_the_exact_counter_finds_what_is_written_down(kind: str) -> None:
    assert ExactCounter().count((CORPUS / f"{kind}.txt").read_text()) == TOTALS[kind]


@with_library
def test_the_exact_counter_is_taken_where_it_is_there() -> None:
    counter = best_counter()
    assert (counter.name, counter.exact) == ("o200k_base", True)
    assert counter.count("<|endoftext|>") > 1  # what looks like a command is text


def test_without_the_library_the_estimate_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    counter = best_counter()
    assert (counter.name, counter.exact, counter.count("")) == ("estimate", False, 0)


def test_a_damaged_library_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satchel.context.tokens._LIBRARY", "satchel.context.nowhere")
    with pytest.raises(PackRefused, match="Install it anew"):
        ExactCounter().count("x")


@given(st.text(st.characters()))
def test_any_text_is_counted(text: str) -> None:
    counted = EstimateCounter().count(text)
    assert counted == EstimateCounter().count(text)
    assert (counted > 0) == bool(text)


@given(st.text(), st.text())
def test_more_text_has_more_tokens_or_as_many(one: str, other: str) -> None:
    """Together never many more than apart: packs count message by message."""
    count = EstimateCounter().count
    assert count(f"{one}\n{other}") <= (count(one) + count(other) + 2) * 1.3 + 2


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("0123456789" * 10_000, 33_400),
        (" " * 100_000, 1_500),
        ("-" * 100_000, 10_000),
        ("a" * 100_000, 40_000),
        ("\n" * 5_000, 500),
    ],
)
def test_long_runs_are_counted_quickly(text: str, most: int) -> None:
    assert 0 < EstimateCounter().count(text) <= most


@given(st.text(st.characters()))
def test_a_text_is_taken_apart_to_the_last_sign(text: str) -> None:
    assert "".join(estimate._PIECE.findall(text)) == text


@pytest.mark.parametrize("at_once", [1, 500, 3_000])
def test_a_very_long_text_is_taken_apart_bit_by_bit(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    text = "".join((CORPUS / f"{kind}.txt").read_text() for kind in TOTALS)
    whole = EstimateCounter().count(text)
    monkeypatch.setattr(estimate, "_MOST_AT_ONCE", at_once)
    found = EstimateCounter().count(text)
    assert found == whole or at_once == 1  # then every sign is a piece


@pytest.mark.parametrize("length", [39, 40, 50, 5_000])
def test_capitals_without_end_are_no_trap(length: int) -> None:
    """A long name is taken apart into words, and a long word is no long name again."""
    assert 0 < EstimateCounter().count("A" * length) <= length
    assert 0 < EstimateCounter().count("ABCDEFGHIJ" * length) <= 10 * length


@with_library
@pytest.mark.parametrize(
    "text",
    [
        "ଓଡ଼ିଶା ଏକ ରାଜ୍ୟ। ଏହାର ରାଜଧାନୀ ଭୁବନେଶ୍ୱର।",
        "ਪੰਜਾਬੀ ਇੱਕ ਭਾਸ਼ਾ ਹੈ। ਇਹ ਪੰਜਾਬ ਵਿੱਚ ਬੋਲੀ ਜਾਂਦੀ ਹੈ।",
        "සිංහල භාෂාව ශ්‍රී ලංකාවේ භාවිතා වේ.",
        "አማርኛ የኢትዮጵያ የሥራ ቋንቋ ነው። ብዙ ሰዎች ይናገሩታል።",
        "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᏗᎪᏪᎵ",
        "le\u0301a\u0300 cafe\u0301 de\u0301ja\u0300 vu e\u0302tre",
        "𝒜𝓑𝔠𝟙 𝓗𝓮𝓵𝓵𝓸",
        "٠١٢٣٤٥٦٧٨٩ ٢٠٢٤",
        " " * 3_000,
        "\n" * 3_000,
        "QUJD" * 300,
        "iVBOR" * 300,
        "\x00\x01\x02" * 50,
        json.dumps("😀🎉👋🏽🌧🏫🍕👩‍🏫🤔🧠🔥" * 10),
        "            \n\t\t \n" * 100,
        "ភាសាខ្មែរគឺជាភាសាកំណើតរបស់ជនជាតិខ្មែរ។",
        "မြန်မာဘာသာစကားသည် မြန်မာနိုင်ငံ၏ ရုံးသုံးဘာသာစကား ဖြစ်သည်။",
        "Ertəsi gün uşaqlar məktəbə getdilər, çünki müəllim onları gözləyirdi.",
        "PLEASE READ ALL THE INSTRUCTIONS CAREFULLY BEFORE YOU ANSWER",
    ],
)
def test_what_is_rare_is_never_told_far_too_low(text: str) -> None:
    """A pack keeps a tenth in reserve: what is missed by more would be too much for an assistant."""
    assert EstimateCounter().count(text * 3) >= 0.9 * ExactCounter().count(text * 3)
