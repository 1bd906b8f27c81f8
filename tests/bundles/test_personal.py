from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.bundles.personal import Personal

NAMES = ["Amina Al-Rashid", "Noor", "王小明", "Bo", "Learner", "Class 7b", "민수", "राम", "José"]


def cleaned(text: str) -> str:
    return Personal(NAMES).without(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mail amina@example.com!", "mail [EMAIL]!"),
        ("a.b+c@mail.example.co.uk.", "[EMAIL]."),
        ("<mailto:amina@example.com>", "<mailto:[EMAIL]>"),
        ("-x@example.org, josé@ejemplo.es", "[EMAIL], [EMAIL]"),
        ("邮箱是amina@example.com请写信", "邮箱是[EMAIL]请写信"),
        ("3@4.5 and a@b and @home", "3@4.5 and a@b and @home"),
        ("call +49 30 1234567", "call [PHONE]"),
        ("https://u:pw@example.org/x?y=1 ok", "[URL] ok"),
        ("see https://example.org/?access_token=abc&x=1.", "see [URL]"),
        ("https://example.org/@noone/post?page=2", "https://example.org/@noone/post?page=2"),
        ("ssh://git@example.org/r", "[URL]"),
        ("key AKIAIOSFODNN7EXAMPLE.", "key [TOKEN]."),
        ("ghp_" + "a1" * 18, "[TOKEN]"),
        ("github_pat_" + "a1" * 15, "[TOKEN]"),
        ("sk-proj-" + "a1" * 15, "[TOKEN]"),
        ("sk-learn-classification-tutorial", "sk-learn-classification-tutorial"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl x", "[TOKEN] x"),
        ("Authorization: Bearer abcdefgh12345678", "Authorization: Bearer [TOKEN]"),
        ("the bearer of bad news, bearer instrumentation", None),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\nbye",
            "[TOKEN]\nbye",
        ),
        ("-----BEGIN PRIVATE KEY-----\n" + "A" * 64 + "\nis cut", "[TOKEN]\nis cut"),
        ("Amina Al-Rashid and AMINA", "[NAME] and [NAME]"),
        ("amina  al-rashid's", "[NAME]'s"),
        ("Noor2012 noor_k", "[NAME]2012 [NAME]_k"),
        ("Noordwijk, Minoor", "Noordwijk, Minoor"),
        ("我是王小明的同学", "我是[NAME]的同学"),
        ("민수는 학생", "[NAME]는 학생"),
        ("राम और रामायण", "[NAME] और रामायण"),
        ("Jose\u0301 José JOSÉ", "[NAME] [NAME] [NAME]"),
        ("Bo and the learner of class 7b", "Bo and the learner of class 7b"),
        ("1/3 of 3.14159 is 1.04720", "1/3 of 3.14159 is 1.04720"),
        ("[EMAIL] [PHONE] [NAME] [URL] [TOKEN]", None),
    ],
)
def test_personal_details_become_placeholders(text: str, expected: str | None) -> None:
    assert cleaned(text) == (text if expected is None else expected)


def test_a_name_that_is_the_word_of_a_placeholder_or_part_of_an_id() -> None:
    personal = Personal(["Email", "Ada"])
    text = "Ada: [EMAIL] ba7816bf-8f01-4cfe-ada1-5de223b00361 email"
    once = personal.without(text)
    assert once == "[NAME]: [EMAIL] ba7816bf-8f01-4cfe-ada1-5de223b00361 [NAME]"
    assert personal.without(once) == once


def test_what_was_replaced_is_counted() -> None:
    personal = Personal(NAMES)
    personal.without("Noor, noor: a@b.org, +49 30 1234567")
    assert personal.counts == {"name": 2, "email": 1, "phone": 1}


PIECES = [
    *NAMES,
    "a@b.org",
    "+49 30 1234567",
    "030 1234567",
    "612345678",
    "phone ",
    "https://u:p@h.org/",
    "AKIAIOSFODNN7EXAMPLE",
    "Bearer ",
    "abcdefgh12345678",
    "[NAME]",
    "=",
    " ",
    "/",
    "-",
    "x",
    "7",
    "手机",
    "@",
    ".org",
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=12).map("".join))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = cleaned(text)
    assert cleaned(once) == once


@pytest.mark.parametrize(
    "part",
    ["a", "a@", "a.", "@", "eyJaaaaaaaa.", "-----BEGIN PRIVATE KEY-----", "a://", "Noo", "aA1-"],
)
def test_no_text_takes_long(part: str) -> None:
    text = part * (200_000 // len(part))
    before = time.process_time()
    cleaned(text)
    assert time.process_time() - before < 10
