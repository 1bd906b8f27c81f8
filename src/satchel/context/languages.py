"""How hard a text is for an encoding that knows English best, told by the commonest words of its language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

_LATIN: Final[tuple[tuple[float, str], ...]] = (
    (
        0.0,  # English, and what code is made of
        "the of and to in is that it for was on are with as be at by this have from or had not but what all were when "
        "we there can an your which their said if do will each about how up out them then she many some so these "
        "would other into has more her two like him see time could no make than first been its who now people my "
        "over did down only way find use may long little very after called just where most know get through back much "
        "before go good new our he his they you me us why because should here also any does same well a i "
        "def self return import class else elif none true false int str const function var let void static public "
        "private struct char null async await try except type name value id key data list string number object array "
        "file text error code test result index start end size length item items set add",
    ),
    (
        0.26,  # German
        "der die und in das den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat "
        "dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis "
        "mehr durch kann wenn sein ihr ihre ich wir uns man mir was dann hier können",
    ),
    (
        0.08,  # Spanish, French, Portuguese
        "que de la el en los las del se por con una un su para es al lo como pero más sus le ya sí porque esta entre "
        "cuando muy sin sobre ser tiene también me hasta hay donde desde todo nos uno y o a si no mi "
        "les des et à est pour dans qui pas sur plus ce au par ne il elle avec sont cette vous nous mais ou été comme "
        "tout leur fait aux même bien peut ces où être sa ses deux votre je tu c'est d'un "
        "os as da do dos das em não uma com na nas mais foi ao ele tem seu sua quando muito há está eu também "
        "só pelo pela até isso ela são você",
    ),
    (
        0.62,  # Italian, Dutch, Swedish, Danish, Norwegian
        "il di che è e per non sono con del della alla nel anche come più ma questo si gli delle dei ha lo una ci ogni "
        "het een van niet voor dat zijn op te met ook maar er bij naar uit deze worden wordt je kan nog wel "
        "att och det som på för med av är inte om till den har du ett eller från också var vi så jag "
        "og ikke af jeg vil være hvis også",
    ),
    (
        0.38,  # Indonesian, Malay, Vietnamese
        "yang dan untuk dengan pada dari ini itu dalam tidak akan anda adalah ke atau bisa dapat juga oleh saya ada "
        "kita di và là của có không các cho được với một người trong những này để đã khi",
    ),
    (
        1.15,  # Polish, Czech, Hungarian, Finnish, Turkish, Romanian and others
        "nie na się do w z i że jest to o jak za od po przez czy tak już który może a ale co dla być oraz lub są "
        "je se v že s ve pro jako ale by k jsou nebo tak které při jsem az hogy és egy nem is ez meg van csak de ha "
        "ja on ei että se oli joka mutta niin kuin hän ovat tai bir ve bu için ile da de çok ne gibi daha olarak "
        "și în nu cu este care pe din mai sunt sau al ir yra kad su kaip ne un ir ka ar",
    ),
)
_HINDI: Final = "के है में की और का को से हैं पर ने यह कि भी लिए एक नहीं तो कर हो था जो या थी थे इस वह गया अपने कोई आप हम मैं"

_RUSSIAN: Final = (
    "и в не на что с по как это для из от при он но к у за же вы мы я так все или его если"
)

_SCRIPTS: Final = (
    ("\u0900", "\u0964", frozenset(_HINDI.split())),
    ("\u0400", "\u0530", frozenset(_RUSSIAN.split())),
)
"""From `INDIC` on: from, to, the commonest words of the language known best."""

_SHARE: Final = 0.34
"""So large a part of a text is common words where its language is one of those above."""
_CODE: Final = 0.2
_SIGNS_OF_CODE: Final = 0.6
"""A sign for every so many words is code, or data."""
_LEAST: Final = 12
"""Words; fewer tell little."""


LATIN, INDIC, CYRILLIC = range(3)
SIGNS: Final = 3
OTHER: Final = 4


class Hardness(NamedTuple):
    """From 0, for the language of a script that is known best, to about 1."""

    latin: float
    indic: float
    cyrillic: float


class Trait(NamedTuple):
    """What a piece of text says of its language."""

    script: int
    """`LATIN`, `INDIC`, `CYRILLIC`, `SIGNS` or `OTHER`."""
    known: bool = False
    """Whether it is one of the commonest words."""
    hard: float = 0.0
    """How hard the languages are of which it is one."""


class Tally:
    """The traits of a text, added up."""

    def __init__(self) -> None:
        self.words = [0, 0, 0, 0, 0]
        self.known = [0, 0, 0, 0, 0]
        self.hard = 0.0

    def hardness(self) -> Hardness:
        words, known = self.words, self.known
        return Hardness(
            _of_latin(words[LATIN], known[LATIN], self.hard, words[SIGNS]),
            _of_script(words[INDIC], known[INDIC]),
            _of_script(words[CYRILLIC], known[CYRILLIC]),
        )


def trait(piece: str) -> Trait:
    word = piece.lstrip(" ")
    last = word[-1:]
    if last < "\u0250" or "Ḁ" <= last < "ἀ":
        if not last.isalpha():
            return Trait(OTHER if piece.isspace() or last.isdigit() else SIGNS)
        hard = _KNOWN.get(word.lower())
        return Trait(LATIN) if hard is None else Trait(LATIN, True, hard)
    for script, (first, end, common) in enumerate(_SCRIPTS, start=INDIC):
        if first <= last < end:
            return Trait(script, word.lower() in common)
    return Trait(OTHER)


def _of_latin(words: int, found: int, weight: float, signs: int) -> float:
    if not words:
        return 0.0
    sure = min(1.0, found / (words * _SHARE))
    code = min(1.0, signs / words / _SIGNS_OF_CODE)
    unknown = code * _CODE + (1 - code) * min(1.0, 0.5 + words / (2 * _LEAST))
    average = weight / found if found else 0.0
    return max(code * _CODE, sure * average + (1 - sure) * unknown)


def _of_script(words: int, known: int) -> float:
    return max(0.0, 1 - known / (words * _SHARE)) if words >= _LEAST else 0.0


def _averaged(lists: Iterable[tuple[float, str]]) -> Mapping[str, float]:
    """How hard the languages are, on average, that have a word among their commonest."""
    found: dict[str, list[float]] = {}
    for hard, words in lists:
        for word in set(words.split()):
            found.setdefault(word, []).append(hard)
    return MappingProxyType({word: sum(all_) / len(all_) for word, all_ in found.items()})


_KNOWN: Final = _averaged(_LATIN)
