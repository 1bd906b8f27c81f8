from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.bundles.format import ENCRYPTED_SUFFIX, SUFFIX
from satchel.bundles.names import MAX_NAME_BYTES, file_stem, free_path, key

FORBIDDEN = set('<>:"/\\|?*')


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Fractions", "Fractions"),
        ("分数：四分之三", "分数：四分之三"),
        ("a/b\\c:d*e?f", "a-b-c-d-e-f"),
        ("  two  spaces\tand\nlines ", "two spaces and lines"),
        ("", "session"),
        (" . . ", "session"),
        ("///", "session"),
        ("\u200b\u202e", "session"),
        ("..", "session"),
        (".hidden", "hidden"),
        ("-rf", "rf"),
        ("~root", "root"),
        ("end.", "end"),
        ("end. . ", "end"),
        ("CON", "_CON"),
        ("con.notes", "_con.notes"),
        ("Lpt1 .x", "_Lpt1 .x"),
        ("COM¹", "_COM¹"),
        ("Conrad", "Conrad"),
        ("gpj.\u202eexe", "gpj.exe"),
        ("a\0b\x1bc\x7f", "abc"),
        ("cafe\u0301", "café"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩🏽\u200d🚀 in space", "👩🏽\u200d🚀 in space"),
        ("\ud800half", "half"),
    ],
)
def test_titles_become_names(title: str, stem: str) -> None:
    assert file_stem(title) == stem


@given(title=st.text(max_size=300) | st.text("é👩🏽\u200d🚀\u0301", min_size=80, max_size=300))
def test_every_name_is_one_everywhere(title: str) -> None:
    stem = file_stem(title, 150)
    assert 0 < len(stem.encode()) <= 150
    assert not FORBIDDEN & set(stem)
    assert stem[0] not in ". -~"
    assert stem[-1] not in ". "
    assert unicodedata.is_normalized("NFC", stem) or len(stem) > 60
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in stem)
    assert not any(
        unicodedata.bidirectional(c)
        in ("LRO", "RLO", "LRE", "RLE", "PDF", "LRI", "RLI", "FSI", "PDI")
        for c in stem
    )
    assert file_stem(stem, 150) == stem


def test_a_long_title_is_cut_between_what_belongs_together() -> None:
    assert file_stem("ab" + "👩🏽\u200d🚀", 10) == "ab"
    assert file_stem("x" * 9 + "e\u0308\u0323", 10) == "x" * 9
    assert file_stem("é" * 50, 11) == "é" * 5


def test_names_that_are_taken_get_a_number(tmp_path: Path) -> None:
    for name in ("Fractions.sessionbundle", "FRACTIONS 2.sessionbundle"):
        (tmp_path / name).touch()
    assert free_path(tmp_path, "fractions").name == "fractions 3.sessionbundle"
    assert free_path(tmp_path, "fractions", ENCRYPTED_SUFFIX).name == "fractions.sessionbundle.age"
    assert free_path(tmp_path / "missing", "x").name == "x.sessionbundle"


def test_accents_written_in_two_ways_are_one_name(tmp_path: Path) -> None:
    (tmp_path / "cafe\u0301.sessionbundle").touch()
    assert free_path(tmp_path, "Café").name == "Café 2.sessionbundle"


def test_many_of_one_title_stay_apart_and_short() -> None:
    taken: set[str] = set()
    for _ in range(120):
        path = free_path(Path(), "长" * 300, taken=taken.__contains__)
        assert len(path.name.encode()) <= MAX_NAME_BYTES
        assert path.name.endswith(SUFFIX)
        assert key(path.name) not in taken
        taken.add(key(path.name))


def test_a_name_that_was_made_is_a_file_that_can_be_made(tmp_path: Path) -> None:
    for title in ("分" * 300, "NUL", "a:b", ""):
        free_path(tmp_path, title).write_bytes(b"x")
    assert len(list(tmp_path.iterdir())) == 4
