"""What gives a person away in a text, and the placeholder that takes its place.

E-mail addresses, telephone numbers (`telephone`), names that are told, web addresses with credentials, and
the shapes of common tokens. Every pattern is bounded or possessive: no text makes it slow.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Final

from satchel.bundles import telephone

EMAIL, PHONE, NAME, URL, TOKEN = "email", "phone", "name", "url", "token"
KINDS: Final = (EMAIL, PHONE, NAME, URL, TOKEN)

UUID: Final = r"[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"

_CJK: Final = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_LOCAL: Final = rf"(?:[^\W{_CJK}]|[.%+\-])"
_LABEL: Final = rf"[^\W_{_CJK}](?:[^\W_{_CJK}]|-)*+"
_ADDRESS: Final = re.compile(
    rf"(?<![^\W{_CJK}])(?<![.%+\-]){_LOCAL}++@(?:{_LABEL}\.)+[^\W\d_{_CJK}](?:[^\W_{_CJK}]|-)++"
)
_LINK: Final = re.compile(
    r"(?<![A-Za-z0-9+.\-])[A-Za-z][A-Za-z0-9+.\-]{1,30}://[^\s<>\"'`，。；、）】]++"
)
_USER_IN_LINK: Final = re.compile(r"[^:/]++://[^/?#@]*+@")
_SECRET_IN_LINK: Final = re.compile(
    r"[?&#;](?:[a-z0-9_.\-]{0,30}(?:token|passw(?:or)?d|pwd|secret|signature|api_?key|apikey|credential)"
    r"|key|sig|auth|code|jwt|sid|session(?:_?id)?)=[^&#\s]",
    re.IGNORECASE,
)
_PRIVATE_KEY: Final = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:(?!-----)[\s\S])*+-----END [A-Z0-9 ]{0,60}-----|(?:\s*+[A-Za-z0-9+/=]{16,}+)*+)"
)
_CREDENTIAL: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA)[A-Z0-9]{16}(?![A-Za-z0-9])"
    r"|gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|glpat-[A-Za-z0-9_\-]{20,255}"
    r"|xox[abeoprs]-[A-Za-z0-9\-]{10,255}|AIza[A-Za-z0-9_\-]{35}|(?:hf|npm)_[A-Za-z0-9]{30,255}"
    r"|[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}|sk-(?=[A-Za-z_\-]{0,60}[0-9])[A-Za-z0-9_\-]{20,255}"
    r"|eyJ[A-Za-z0-9_\-]{8,}+\.[A-Za-z0-9_\-]{8,}+(?:\.[A-Za-z0-9_\-]*+)*+"
    r")"
)
_ANNOUNCED: Final = re.compile(
    r"\b(Bearer\s{1,4}|Basic\s{1,4}(?=[A-Za-z0-9+/]{0,60}[0-9=])"
    r"|aws_secret_access_key[\"']?\s{0,4}[=:]\s{0,4}[\"']?)(?=[A-Za-z._~+/=\-]{0,60}[0-9=])"
    r"[A-Za-z0-9._~+/=\-]{16,}+",
    re.IGNORECASE,
)
_KEPT: Final = rf"\[(?:EMAIL|PHONE|NAME|URL|TOKEN)\]|{UUID}"

_UNSPACED: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"
)
"""Scripts that do not part words by spaces, or put endings right behind them."""

_SHORTEST_UNSPACED, _SHORTEST, _SHORTEST_PART = 2, 3, 4
_GENERIC_WORDS: Final = (
    "learner guest teacher student pupil user assistant system admin tutor class classroom group team "
    "room school grade year form laptop computer device test demo table lesson course child children "
    "parent english maths math science history alumno alumna estudiante profesor profesora maestro "
    "maestra invitado clase grupo escuela lehrer lehrerin schüler schülerin klasse gruppe gast élève "
    "classe 学生 老师 教师 访客 学习者 同学 小组 班级 电脑"
)
_GENERIC: Final = frozenset(_GENERIC_WORDS.split())


def placeholder(kind: str) -> str:
    return f"[{kind.upper()}]"


class Personal:
    """Replaces personal details. `names` are those of people: whole ones and their longer parts.

    A name counts from three letters, two in scripts without spaces; one that is an ordinary classroom word
    ("Learner", "Class 7") is none. Names are found as whole words, whatever their case; in scripts without
    spaces anywhere. `counts` is how often each kind was replaced.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.counts: Counter[str] = Counter()
        self._names = _pattern(names)

    def without(self, text: str, *, names: bool = True) -> str:
        """`text` with placeholders, looked at until nothing more is found: doing it again changes nothing."""
        while True:
            cleaned = self._once(text, names=names)
            if cleaned == text:
                return text
            text = cleaned

    def _once(self, text: str, *, names: bool) -> str:
        if "://" in text:
            text = _LINK.sub(self._link, text)
        if len(text) >= 20:
            text = self._replaced(_PRIVATE_KEY, TOKEN, text) if "PRIVATE KEY" in text else text
            text = self._replaced(_CREDENTIAL, TOKEN, text)
            text = _ANNOUNCED.sub(self._announced, text)
        if "@" in text:
            text = self._replaced(_ADDRESS, EMAIL, text)
        text = self._phones(text)
        if names and self._names is not None:
            text = self._names.sub(self._name, text)
        return text

    def _put(self, kind: str) -> str:
        self.counts[kind] += 1
        return placeholder(kind)

    def _replaced(self, pattern: re.Pattern[str], kind: str, text: str) -> str:
        return pattern.sub(lambda _: self._put(kind), text)

    def _link(self, link: re.Match[str]) -> str:
        told = _USER_IN_LINK.match(link[0]) or _SECRET_IN_LINK.search(link[0])
        return self._put(URL) if told else link[0]

    def _announced(self, match: re.Match[str]) -> str:
        return match[1] + self._put(TOKEN)

    def _phones(self, text: str) -> str:
        parts: list[str] = []
        at = 0
        for start, end in telephone.spans(text):
            parts += (text[at:start], self._put(PHONE))
            at = end
        return "".join([*parts, text[at:]]) if at else text

    def _name(self, match: re.Match[str]) -> str:
        if match.lastgroup != "name":
            return match[0]
        after = match.string[match.end() : match.end() + 1]
        bordered = _UNSPACED.search(match[0]) is None
        if bordered and after and unicodedata.category(after).startswith("M"):
            return match[0]  # a vowel sign: the word goes on
        return self._put(NAME)


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Placeholders and ids are matched first, so that no name is found inside them."""
    wanted = {form for name in names for part in _parts(name) for form in _forms(part)}
    if not wanted:
        return None
    spelled = "|".join(map(_spelled, sorted(wanted, key=lambda name: (-len(name), name))))
    return re.compile(rf"{_KEPT}|(?P<name>{spelled})", re.IGNORECASE)


def _parts(name: str) -> list[str]:
    whole = " ".join(name.split())
    words = whole.split(" ")
    telling = [word for word in words if _letters(word) and word.casefold() not in _GENERIC]
    if len(words) > 1:
        telling = [word for word in telling if not any(letter.isdigit() for letter in word)]
    if not telling:
        return []
    least = _SHORTEST_UNSPACED if _UNSPACED.search(whole) else _SHORTEST
    found = [whole] if _letters(whole) >= least else []
    if len(words) > 1:
        for word in telling:
            least = _SHORTEST_UNSPACED if _UNSPACED.search(word) else _SHORTEST_PART
            found += [word] if _letters(word) >= least else []
    return found


def _letters(text: str) -> int:
    """How many there are; vowel signs count."""
    whole = unicodedata.normalize("NFC", text)
    return sum(unicodedata.category(character)[0] in "LM" for character in whole)


def _forms(name: str) -> set[str]:
    return {unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)}


def _spelled(name: str) -> str:
    spelled = r"\s{1,3}".join(map(re.escape, name.split(" ")))
    if _UNSPACED.search(name):
        return spelled
    return rf"(?<![^\W\d_]){spelled}(?![^\W\d_])"
