"""Telephone numbers in texts, told from the numbers of a classroom: a sum that loses its digits is spoilt.

Three kinds are believed. With a country code (`+` or `00`), by the lengths each country has. With a leading
zero or a form that nothing else has (`(415) 555-2671`, `138-1234-5678`), as it is written in Germany,
Britain, India, the Emirates, France, China, Mexico, Spain and North America. And any number of 8 to 12 digits
after a word that announces one ("phone", "手机", "llámame al"). A number next to an arithmetic sign is none,
nor is one that goes on as a date, a time, a fraction or a decimal. Numbers without any such sign stay.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

Span: TypeAlias = tuple[int, int]

_WIDE: Final = str.maketrans("＋（）－／．\u00a0\u2009\u202f\u2010\u2011\u2012", "+()-/.   ---")
_OTHER_DIGIT: Final = re.compile(r"(?![0-9])\d")
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")

_CUE: Final = re.compile(
    r"(?:\b(?:tel|phones?|telephone|mobile|cell ?phone|whatsapp|sms|fax|contact"
    r"|(?:call|text|ring|reach) (?:me|us|him|her|them)|(?:my|his|her|our|their|\w{1,20}['’]s) (?:new )?number"
    r"|telefon\w{0,8}|handy\w{0,8}|mobilnummer|rufnummer|ruf (?:mich|uns)|meine nummer"
    r"|tel[eé]fonos?|m[oó]vil|celular|ll[aá]m[ae]\w{0,6}|mi n[uú]mero"
    r"|t[eé]l[eé]phone|portable|mon num[eé]ro|telefone|meu n[uú]mero)\b"
    r"|电话|手机|号码|微信|拨打|打给|致电|联系|電話|手機|號碼|聯絡"
    r"|هاتف|جوال|موبايل|رقمي|اتصل|फ़ोन|फोन|मोबाइल|नंबर|कॉल)"
    r"[^\d\n!?]{0,24}\Z",
    re.IGNORECASE,
)
_BOOK: Final = re.compile(
    r"\b(?:(?:isbn|issn|doi)\b[\s:\-0-9]{0,12}|iban\b[\s:]{0,4}[A-Z]{2}[0-9 ]{0,30})\Z",
    re.IGNORECASE,
)
_LOOK_BACK: Final = 64

_SIGNS_BEFORE: Final = "=+*/×÷·^<>≤≥√−-–%$€£¥₹#@~_.&"
_SIGNS_AFTER: Final = "=+*×÷^<>≤≥√−%°€£¥₹_@"
_JOINED: Final = re.compile(r"[0-9A-Za-z_\u00c0-\u058f]")
"""Digits, and letters of alphabets that are written with spaces between words."""

_COUNTRY: Final = re.compile(
    r"1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|21\d|2[2-689]\d|3[578]\d|42\d|5[09]\d|67\d|68\d"
    r"|69\d|80\d|85\d|87\d|88\d|96\d|97\d|99\d"
)
_NATIONAL: Final = {
    "1": re.compile(r"[2-9]\d\d[2-9]\d{6}"),
    "34": re.compile(r"[6-9]\d{8}"),
    "44": re.compile(r"[1-37-9]\d{8,9}"),
    "49": re.compile(r"[1-9]\d{5,10}"),
    "52": re.compile(r"1?[1-9]\d{9}"),
    "86": re.compile(r"[1-9]\d{8,10}"),
    "91": re.compile(r"[1-9]\d{9}"),
    "971": re.compile(r"[2-9]\d{7,8}"),
}
_ELSEWHERE: Final = re.compile(r"[1-9]\d{6,11}")
_PLAIN_MOBILE: Final = re.compile(r"01[5-7]\d{8,9}|07\d{9}|0[67]\d{8}|05\d{8}|0[6-9]\d{9}")
_COUNTED: Final = "01234567890123456789 98765432109876543210"


def spans(text: str) -> list[Span]:
    """Where the telephone numbers in `text` are, in order."""
    if not any(character.isdigit() for character in text):
        return []
    plain = _plain(text)
    taken: list[Span] = []  # in order, none over another
    for form in _FORMS:
        for match in form.pattern.finditer(plain):
            found = _judged(plain, match, form)
            if found is None:
                continue
            at = bisect(taken, found)
            before_free = at == 0 or taken[at - 1][1] <= found[0]
            if before_free and (at == len(taken) or found[1] <= taken[at][0]):
                taken.insert(at, found)
    return taken


def _plain(text: str) -> str:
    """`text` with the digits of all scripts as ours, and the usual spaces and hyphens; places stay the same."""
    if text.isascii():
        return text
    return _OTHER_DIGIT.sub(lambda one: str(unicodedata.decimal(one[0])), text.translate(_WIDE))


class _Form(NamedTuple):
    """A way of writing numbers. `check` says whether a candidate is one, and may want a cue."""

    pattern: re.Pattern[str]
    check: Callable[[str], bool]
    international: bool = False
    cue: Callable[[str, str], bool] | None = None
    """Whether a candidate in a text needs a word that announces it."""


def _judged(text: str, match: re.Match[str], form: _Form) -> Span | None:
    """The longest beginning of a candidate, in whole groups, that is a number of this form."""
    start = match.start()
    if match[0].startswith("(") and ")" not in match[0]:
        start += 1  # it opens what stands around the number
    before = text[max(0, start - _LOOK_BACK) : start]
    if _BOOK.search(before):
        return None
    around = before + text[start : match.end() + _LOOK_BACK]
    announced: bool | None = None
    for end in _ends(text, start, match.end()):
        candidate = text[start:end]
        if not form.check(candidate):
            continue
        if announced is None:
            announced = _CUE.search(before) is not None
        if not announced and form.cue is not None and form.cue(candidate, around):
            continue
        free = form.international or announced
        listed = candidate[0] == "+" and before[-1:] in ("/", ",")  # the next of several
        if listed or _stands_alone(before, text[end : end + 3], free=free):
            return start, end
    return None


def _ends(text: str, start: int, end: int) -> Iterator[int]:
    """Where a candidate may end: at its end, or before a space inside it."""
    yield end
    for at in range(end - 1, start + 6, -1):
        if text[at] == " " and text[at - 1].isdigit():
            yield at


def _stands_alone(before: str, after: str, *, free: bool) -> bool:
    if before and _JOINED.match(before[-1]):
        return False
    if after and _JOINED.match(after[0]):
        return False
    if re.match(r"[:.,/\-–][0-9]", after) or re.search(r"[0-9][:.,/\-–]\Z", before):
        return False
    if free:
        return True
    sign = before.rstrip(" ")[-1:]
    bullet = (
        sign in ("-", "–", "*", "#") and not before.rstrip(" ")[:-1].rpartition("\n")[2].strip()
    )
    if sign and sign in _SIGNS_BEFORE and not bullet:
        return False
    follows = after.lstrip(" ")
    return not (follows[:1] and follows[0] in _SIGNS_AFTER) and not re.match(
        r"[-–/:] ?[0-9]", follows
    )


# --- the forms -------------------------------------------------------------------------------------


def _digits(text: str) -> str:
    return "".join(character for character in text if character.isdigit())


def _groups(text: str) -> list[str]:
    return re.findall(r"[0-9]+", text)


def _is_international(candidate: str) -> bool:
    number = candidate.lstrip("( ").removeprefix("+").lstrip()
    if candidate.startswith("00"):
        number = candidate[2:].lstrip(" ")
    if re.fullmatch(r"[0-9]+\.[0-9]+", number):
        return False  # a decimal
    number = number.lstrip("(")
    country = next((number[:size] for size in (1, 2, 3) if _COUNTRY.fullmatch(number[:size])), None)
    if country is None:
        return False
    rest = number[len(country) :]
    national = _digits(re.sub(r"\(0\)", "", rest, count=1))
    rule = _NATIONAL.get(country, _ELSEWHERE)
    return rule.fullmatch(national) is not None or (
        country != "1" and rule.fullmatch(national.removeprefix("0")) is not None
    )


def _is_trunk(candidate: str) -> bool:
    """A leading zero, an area, and the rest in groups."""
    groups = _groups(candidate)
    digits = "".join(groups)
    area, rest = groups[0], groups[1:]
    if not 9 <= len(digits) <= 12 or not rest or set(digits) <= {"0", "1"} or digits in _COUNTED:
        return False
    sizes = [len(group) for group in groups]
    if "." in candidate and all(size <= 3 for size in sizes) and sizes != [2] * 5:
        return False  # an address of a computer, a numbering
    if len(area) == 2:
        pairs = sizes == [2] * 5 and not _is_ascending(groups)
        return pairs or sizes in ([2, 3, 4], [2, 4, 4], [2, 7]) or _is_mexican_01(groups)
    return len(area) >= 3 and sum(sizes[1:]) >= 5 and set(sizes) != {3}


def _is_mexican_01(groups: list[str]) -> bool:
    return groups[0] == "01" and [len(group) for group in groups[1:]] in ([2, 4, 4], [3, 3, 4])


def _is_ascending(groups: list[str]) -> bool:
    numbers = [int(group) for group in groups]
    steps = {b - a for a, b in pairwise(numbers)}
    return len(steps) == 1


def _is_plain_mobile(candidate: str) -> bool:
    return (
        _PLAIN_MOBILE.fullmatch(candidate) is not None
        and candidate not in _COUNTED
        and len(set(candidate)) > 2
        and not _is_isbn(candidate)
    )


def _is_isbn(digits: str) -> bool:
    """Whether ten digits have the check digit of a book."""
    if len(digits) != 10:
        return False
    return sum((10 - at) * int(digit) for at, digit in enumerate(digits)) % 11 == 0


def _is_announced(candidate: str) -> bool:
    digits = _digits(candidate)
    decimal = re.fullmatch(r"[0-9]+\.[0-9]+", candidate) is not None
    date = re.fullmatch(r"[0-9]{4}[-./][0-9]{1,2}[-./][0-9]{1,2}", candidate) or re.fullmatch(
        r"[0-9]{1,2}[-./][0-9]{1,2}[-./][0-9]{4}", candidate
    )
    return 8 <= len(digits) <= 12 and not decimal and date is None


def _always(_: str) -> bool:
    return True


def _in_spaces(candidate: str, _: str) -> bool:
    """Groups with nothing but spaces between them can be a list of numbers."""
    return not any(character in candidate for character in "-.()")


def _in_spaces_outside_chinese(candidate: str, text: str) -> bool:
    return "-" not in candidate and _HAN.search(text) is None


_GAP: Final = r"[ .\-/()]{0,3}"
_FORMS: Final = (
    _Form(
        re.compile(rf"\(?\+ ?\(?[0-9](?:{_GAP}[0-9]){{6,16}}+"),
        _is_international,
        international=True,
    ),
    _Form(re.compile(rf"(?<![0-9])00 ?[1-9](?:{_GAP}[0-9]){{8,16}}+"), _is_international),
    _Form(
        re.compile(r"(?<![0-9])\(?0[1-9][0-9]{0,4}\)?(?:[ .\-/–]{1,3}[0-9]{2,8}){1,5}+(?![0-9])"),
        _is_trunk,
    ),
    _Form(re.compile(r"(?<![0-9])0[1-9][0-9]{8,10}(?![0-9])"), _is_plain_mobile),
    _Form(  # North America
        re.compile(
            r"(?<![0-9])(?:1[ .\-])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[ .\-])[2-9][0-9]{2}[ .\-][0-9]{4}(?![0-9])"
        ),
        _always,
        cue=_in_spaces,
    ),
    _Form(  # Mexico
        re.compile(
            r"(?<![0-9])(?:\((?:55|56|33|81)\) ?|(?:55|56|33|81)[ \-])[0-9]{4}[ \-][0-9]{4}(?![0-9])"
            r"|\([2-9][0-9]{2}\) ?[0-9]{3}[ \-][0-9]{4}(?![0-9])"
        ),
        _always,
        cue=_in_spaces,
    ),
    _Form(  # China
        re.compile(r"(?<![0-9])1[3-9][0-9][ \-][0-9]{4}[ \-][0-9]{4}(?![0-9])"),
        _always,
        cue=_in_spaces_outside_chinese,
    ),
    _Form(
        re.compile(r"(?<![0-9])\(?[0-9](?:[ .\-()]{0,2}[0-9]){7,14}+(?![0-9])"),
        _is_announced,
        cue=lambda _, __: True,
    ),
)
