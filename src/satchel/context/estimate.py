"""The built-in token counter: an estimate of what `o200k_base` finds, without its table of 200,000 pieces.

Text is cut where that encoding cuts it, which is a rule and needs no table. Only how many tokens a piece
becomes is estimated: by its script and length, and a little too high rather than too low.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from satchel.context.languages import CYRILLIC, INDIC, LATIN, Tally, Trait, trait

_UPPER = "A-ZÀ-ÖØ-Þ"
_LOWER = "a-zß-öø-ɏə\u0300-\u036fḀ-ỿ"
_HAN = (
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099\u309a\u309d-\u30fa"
    "\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_ARABIC = (
    "\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06ef\u06fa-\u06ff"
    "\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc"
)
_INDIC = "\u0900-\u0963\u0970-\u0dff\u0e01-\u0e3a\u0e40-\u0e4e\u1000-\u103f\u1050-\u108f\u1780-\u17d3\u200d"
"""Of South and South-East Asia: signs for vowels belong to the word, which \\w does not know."""
_LEAD = r"(?:[^\r\n\w]|_)?"
"""One sign goes with the letters behind it."""

_KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "blob": r"(?=[a-z]*[A-Z\d])[A-Za-z0-9+]{40,}",
        "latin": rf"{_LEAD}(?:[{_UPPER}]*[{_LOWER}]+|[{_UPPER}]+)(?:'(?:[sdmt]|ll|ve|re))?",
        "han": f"{_LEAD}[{_HAN}]+",
        "arabic": f"{_LEAD}[{_ARABIC}]+",
        "indic": f"{_LEAD}[{_INDIC}]+",
        "hangul": f"{_LEAD}[\uac00-\ud7af]+",
        "digits": r"\d{1,3}",
        "greek": f"{_LEAD}[\u0370-\u03ff\u1f00-\u1fff]+",
        "cyrillic": f"{_LEAD}[\u0400-\u052f]+",
        "other": rf"{_LEAD}[^\W\d_]+",
        "signs": r" ?(?:[^\s\w]|_)+[\r\n/]*",
        "space": r"\s*[\r\n]+|\s+(?!\S)|\s+",
    }
)
"""The pieces by script, in the order in which they are tried."""

_COMMON = r" [a-z]+(?=[ ,.;:\n)])"
"""Most words are of this kind, which is found faster by itself."""
_PIECE = re.compile("|".join((_COMMON, *_KINDS.values())))
_PARTS = re.compile("|".join(list(_KINDS.values())[1:]))
_KIND = re.compile("|".join(f"(?P<{kind}>{piece})" for kind, piece in _KINDS.items()))
_KIND_OF_PART = re.compile(_KIND.pattern.removeprefix(f"(?P<blob>{_KINDS['blob']})|"))
"""A part of a long name is no long name again, however many capitals it has."""

_MOST_REMEMBERED: Final = 20_000
_LONGEST_REMEMBERED: Final = 32
"""Pieces of which the cost is remembered, and their characters: most of a text are few pieces."""
_MOST_AT_ONCE: Final = 1024 * 1024
"""Characters that are taken apart at once."""

Table: TypeAlias = tuple[float, ...]

# Tokens of a word by its number of letters; the last one is for each letter beyond.
_EASY: Final = (1.0, 1.0, 1.0, 1.03, 1.07, 1.13, 1.17, 1.22, 1.29, 1.38, 1.46, 1.54, 1.6, 1.7, 0.28)
_HARD: Final = (1.0, 1.0, 1.0, 1.08, 1.4, 1.65, 2.0, 2.25, 2.5, 2.75, 2.95, 3.3, 3.5, 3.8, 0.38)
_EASY_ACCENTED: Final = (1.0, 1.0, 1.02, 1.03, 1.1, 1.2, 1.3, 1.35, 1.5, 1.7, 1.8, 1.9, 2.0, 0.2)
_HARD_ACCENTED: Final = (1.0, 1.0, 1.04, 1.22, 1.7, 2.1, 2.5, 2.85, 3.2, 3.5, 3.7, 3.95, 4.3, 0.42)
_ARABIC_WORD: Final = (1.0, 1.0, 1.08, 1.29, 1.68, 2.06, 2.43, 2.68, 3.0, 3.5, 4.0, 0.49)
_INDIC_WORD: Final = (1.0, 1.0, 1.02, 1.19, 1.39, 1.86, 2.17, 2.68, 2.84, 3.1, 3.7, 3.8, 4.1, 0.41)
_HANGUL_WORD: Final = (1.0, 1.15, 1.75, 2.5, 2.85, 3.35, 4.1, 0.6)
_OTHER_WORD: Final = (1.0, 1.0, 1.03, 1.1, 1.35, 1.7, 2.0, 2.35, 2.55, 2.75, 2.85, 3.0, 3.1, 0.3)
_SIGNS: Final = (0.0, 1.0, 1.02, 1.08, 1.35, 1.65, 2.1, 0.6)

_HAN_START: Final = 0.25
_HAN_EACH: Final = 0.785
_TRADITIONAL_EACH: Final = 0.45
_TRADITIONAL: Final = frozenset(
    "這個們來說時為國會學對發經還後開關過動現長問頭體點電當從無與見實間樣裡著話麼讓應該種幾書師東門車馬鳥魚風雲飛"
    "愛歡樂聽覺買賣錢萬邊業產將總統號張條線級結給記識試認語讀課誰請論講證議護變員場報壞壓廣態復歲氣決沒測漢灣臺濟灘"
)
"""Common characters in the forms of Taiwan and Hong Kong, which share fewer tokens."""
_VOWEL_SIGNS = re.compile("[\u064b-\u0652\u0670]")
_VOWEL_SIGN: Final = 0.88
_RARE_ARABIC = re.compile("[\u06ad\u06c6-\u06cb\u06ce\u06d0\u06d5]")
_RARE_LETTER: Final = 0.5
"""More for each letter that only Uyghur and Kurdish have."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_COMBINING = re.compile("[\u01cd-\u01dc\u0300-\u036f]")
_COMBINING_MARK: Final = 0.98
"""Accents apart from their letters, as some systems write names, break a word up; so do those of Pinyin."""
_BYTES: Final = 10.0
_SCRIPTS: Final = (
    (0x0000, 1.0),
    (0x0250, 2.7 * _BYTES),  # phonetic
    (0x02B0, 1.0),
    (0x0530, 1.13),  # Armenian
    (0x0590, 1.2),  # Hebrew
    (0x0700, 2.5),  # Syriac, Thaana, N'Ko
    (0x0900, 1.0),  # Devanagari
    (0x0980, 1.22),  # Bengali
    (0x0A00, 1.75),  # Gurmukhi
    (0x0A80, 1.25),  # Gujarati
    (0x0B00, 3.05),  # Oriya
    (0x0B80, 1.15),  # Tamil
    (0x0C00, 1.34),  # Telugu
    (0x0C80, 1.25),  # Kannada, Malayalam
    (0x0D80, 1.7),  # Sinhala
    (0x0E00, 1.06),  # Thai
    (0x0E80, 2.5 * _BYTES),  # Lao
    (0x0F00, 2.3),  # Tibetan
    (0x1000, 1.45),  # Burmese
    (0x10A0, 1.13),  # Georgian
    (0x1100, 2.3 * _BYTES),  # Ethiopic
    (0x13A0, 3.2 * _BYTES),  # Cherokee and what is rarer
    (0x1780, 1.58),  # Khmer
    (0x1800, 2.5 * _BYTES),
    (0x10000, 3.9 * _BYTES),
)
"""By first letter: how many times as many tokens a word takes as one of a well known script; from `_BYTES` on, of
so many of them for each letter."""
_BLOCKS: Final = tuple(first for first, _ in _SCRIPTS)
_RARITY: Final = tuple(rarity for _, rarity in _SCRIPTS)
_BLOB_EACH: Final = 0.74
_TOLD_BY: Final = 80
"""Characters, by which a long name is told from letters without words."""
_HEX_EACH: Final = 0.62
_HEX = re.compile("[0-9a-f]+|[0-9A-F]+")
_CAPITALS: Final = 0.25
"""So much of the way to a hard language is a word in capitals."""
_LEAD_BACKSLASH: Final = 0.55
_ESCAPED = re.compile(r"\\u[a-f]+")
"""The letters at the beginning of a character that JSON tells by its number: one token is the sign."""
_LEAD_SIGN: Final = 0.2
_MARGIN: Final = 1.08
"""The estimate is meant to be high: a request that is too long is refused, one that is short is not."""

_ONE_TOKEN: Final = frozenset(
    "¡£¥§©«®°±·»¿×،؛؟।–—‘’“”„…€№™←↑→↓│★☆♥✅✓✔❤、。《「」【】（），：👍😀😂😉😊"
)
_SOMETIMES_TWO: Final = frozenset("²³½÷─》！；？👌👏🔥😍😘😭🙏🤣")
"""Behind a space, or before others of their kind."""
_ADDED_TO_SIGNS: Final = frozenset("\u200d\ufe0f\u20e3🏻🏼🏽🏾🏿")


class Cost(NamedTuple):
    """Tokens of a piece: `easy`, and up to `more` where the text is hard; `script` is a place in `Hardness`."""

    easy: float
    more: float = 0.0
    script: int = 0


class EstimateCounter:
    """Needs no file and no network. Not exact, so packs keep a reserve."""

    name: Final = "estimate"
    cache_name: Final = "estimate-4"
    exact: Final = False

    def __init__(self) -> None:
        self._pieces: dict[str, tuple[Cost, Trait]] = {}

    def count(self, text: str) -> int:
        """About as many tokens as `o200k_base` finds, rather more; the same for the same text."""
        pieces = self._pieces
        if len(pieces) > _MOST_REMEMBERED:
            pieces = self._pieces = {}
        tally, easy, more = Tally(), 0.0, [0.0, 0.0, 0.0]
        words, known = tally.words, tally.known
        found = _pieces(text) if len(text) > _MOST_AT_ONCE else Counter(_PIECE.findall(text))
        for text_of, times in found.items():
            piece = pieces.get(text_of)
            if piece is None:
                piece = _cost_of(text_of), trait(text_of)
                if len(text_of) <= _LONGEST_REMEMBERED:
                    pieces[text_of] = piece
            (least, most, script), (language, weight, hard) = piece
            easy += times * least
            more[script] += times * most
            words[language] += times
            if weight:
                known[language] += times * weight
                tally.hard += times * weight * hard
        hardness = tally.hardness()
        return round(easy + sum(most * hard for most, hard in zip(more, hardness, strict=True)))


def _pieces(text: str) -> Counter[str]:
    """The pieces of a text, and how often each is there. All at once they would take hundreds of megabytes."""
    found: Counter[str] = Counter()
    start = 0
    while start < len(text):
        some = _PIECE.findall(text[start : start + _MOST_AT_ONCE])
        if start + _MOST_AT_ONCE < len(text) and len(some) > 1:
            some.pop()  # it may go on
        found.update(some)
        start += sum(map(len, some))
    return found


def _cost_of(piece: str, kinds: re.Pattern[str] = _KIND) -> Cost:
    kind = kinds.match(piece)
    assert kind is not None
    return _COSTS[kind.lastgroup or "other"](piece)


def _word(table: Table) -> Callable[[str], Cost]:
    def cost(piece: str) -> Cost:
        lead = _lead(piece)
        found = _looked_up(table, len(piece) - (lead > 0))
        return Cost((found + _LEAD_SIGN * (lead > 1)) * _MARGIN)

    return cost


def _latin(piece: str) -> Cost:
    """Between the tables of two kinds of languages; see `languages`."""
    lead = _lead(piece)
    letters = len(piece) - (lead > 0)
    plain = piece.isascii()
    easy = _looked_up(_EASY if plain else _EASY_ACCENTED, letters)
    heavy = _looked_up(_HARD if plain else _HARD_ACCENTED, letters)
    sign = (0.0, 0.0, _LEAD_SIGN, _LEAD_BACKSLASH)[lead + (piece[0] == "\\")]
    if _ESCAPED.fullmatch(piece):
        sign = 1.0
    if not plain and (marks := len(_COMBINING.findall(piece))):
        return Cost(letters - marks + sign + _COMBINING_MARK * marks)
    if letters > 2 and piece[-1].isupper():
        easy += _CAPITALS * (heavy - easy)
    return Cost((easy + sign) * _MARGIN, (heavy - easy) * _MARGIN, LATIN)


def _arabic(piece: str) -> Cost:
    """Vowel signs, which few texts have, are mostly tokens of their own."""
    letters = _VOWEL_SIGNS.sub("", piece)
    rare = _RARE_LETTER * len(_RARE_ARABIC.findall(letters))
    signs = _VOWEL_SIGN * (len(piece) - len(letters))
    return Cost(_arabic_word(letters or piece).easy + rare + signs)


def _indic(piece: str) -> Cost:
    """Hindi is known best; the other scripts of the region take more, some of them much more."""
    first = piece[_lead(piece) > 0]
    tokens = _indic_word(piece).easy * (_rarity(first) if _is_letter(first) else 1.0)
    return Cost(tokens, 0.26 * tokens, INDIC) if first < "\u0980" else Cost(tokens)


def _other(piece: str) -> Cost:
    """A script that is not known at all is taken apart into the bytes of its letters."""
    lead = _lead(piece) > 0
    rarity = _rarity(piece[lead])
    if rarity >= _BYTES:
        return Cost(rarity / _BYTES * (len(piece) - lead))
    return Cost(_other_word(piece).easy * rarity)


def _rarity(letter: str) -> float:
    return _RARITY[bisect_right(_BLOCKS, ord(letter)) - 1]


def _digits(piece: str) -> Cost:
    return Cost(1.0 if piece.isascii() else float(len(piece)))


def _space(piece: str) -> Cost:
    """A line's indent is one token, and so are a few empty lines; what is longer is not."""
    lines = piece.count("\n") + piece.count("\r")
    indented = sum(map(bool, piece.splitlines())) if 1 < lines < len(piece) else 0
    return Cost(max(1.0, lines / 12 + (len(piece) - lines) / 96 + indented))


def _cyrillic(piece: str) -> Cost:
    tokens = _other_word(piece).easy
    return Cost(0.83 * tokens, 0.42 * tokens, CYRILLIC)


def _han(piece: str) -> Cost:
    rare = sum(sign in _TRADITIONAL for sign in piece)
    return Cost((_HAN_START + _HAN_EACH * len(piece) + _TRADITIONAL_EACH * rare) * _MARGIN)


def _signs(piece: str) -> Cost:
    text = piece.rstrip("\r\n")
    if _CONTROL.search(text):
        return Cost(float(len(text)))
    if text.isascii():
        changes = sum(a != b for a, b in pairwise(text))
        runs = 1 + changes + (len(text) - changes) // 16  # “------” is one token, “-+-+-+” is not
        return Cost(max(1.0, min(_looked_up(_SIGNS, len(text)), _looked_up(_SIGNS, runs))))
    return Cost(max(1.0, sum(map(_sign, text.lstrip(" ")))))


def _sign(sign: str) -> float:
    """Signs beyond ASCII seldom share a token."""
    if sign in _ONE_TOKEN or sign in _ADDED_TO_SIGNS or sign.isascii():
        return 1.1
    if sign in _SOMETIMES_TWO:
        return 1.7
    code = ord(sign)
    if code < 0x1F500:
        return 2.25
    return 2.3 if 0x1F600 <= code < 0x1F650 else 2.95


def _blob(piece: str) -> Cost:
    """Base64 and long numbers: letters without words. Other long names are made of words."""
    if piece.isdecimal():
        return Cost(len(piece) / 3)
    if _HEX.fullmatch(piece):
        return Cost(_HEX_EACH * len(piece))
    beginning = piece[:_TOLD_BY]
    capitals = sum(sign.isupper() for sign in beginning)
    mixed = capitals < len(beginning) or len(piece) > _TOLD_BY
    if any(sign.isdecimal() for sign in beginning) or (mixed and 4 * capitals > len(beginning)):
        return Cost(_BLOB_EACH * len(piece))
    parts = [_cost_of(part, _KIND_OF_PART) for part in _PARTS.findall(piece)]
    return Cost(sum(part.easy for part in parts), sum(part.more for part in parts), LATIN)


def _lead(piece: str) -> int:
    """0 where the word begins at once, 1 behind a space, 2 behind a sign."""
    first = piece[0]
    if first == " ":
        return 1
    return 0 if len(piece) == 1 or _is_letter(first) else 2


def _is_letter(sign: str) -> bool:
    return sign.isalpha() or "\u0900" <= sign < "\u0e00"


def _looked_up(table: Table, letters: int) -> float:
    last = len(table) - 2
    if letters <= last:
        return table[letters]
    return table[last] + table[-1] * (letters - last)


_arabic_word = _word(_ARABIC_WORD)
_indic_word = _word(_INDIC_WORD)
_other_word = _word(_OTHER_WORD)

_COSTS: Final[Mapping[str, Callable[[str], Cost]]] = MappingProxyType(
    {
        "blob": _blob,
        "latin": _latin,
        "han": _han,
        "arabic": _arabic,
        "indic": _indic,
        "hangul": _word(_HANGUL_WORD),
        "greek": _word(_HARD_ACCENTED),
        "cyrillic": _cyrillic,
        "other": _other,
        "digits": _digits,
        "signs": _signs,
        "space": _space,
    }
)
