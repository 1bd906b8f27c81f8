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
        0.3,  # German
        "der die und in das den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat "
        "dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis "
        "mehr durch kann wenn sein ihr ihre ich wir uns man mir was dann hier können",
    ),
    (
        0.06,  # Spanish, French, Portuguese
        "que de la el en los las del se por con una un su para es al lo como pero más sus le ya sí porque esta entre "
        "cuando muy sin sobre ser tiene también me hasta hay donde desde todo nos uno y o a si no mi "
        "les des et à est pour dans qui pas sur plus ce au par ne il elle avec sont cette vous nous mais ou été comme "
        "tout leur fait aux même bien peut ces où être sa ses deux votre je tu c'est d'un "
        "os as da do dos das em não uma com na nas mais foi ao ele tem seu sua quando muito há está eu também "
        "só pelo pela até isso ela são você",
    ),
    (
        0.55,  # Italian, Dutch, Swedish, Danish, Norwegian
        "il di che è e per non sono con del della alla nel anche come più ma questo si gli delle dei ha lo una ci ogni "
        "het een van niet voor dat zijn op te met ook maar er bij naar uit deze worden wordt je kan nog wel "
        "att och det som på för med av är inte om till den har du ett eller från också var vi så jag "
        "og ikke af jeg vil være hvis også",
    ),
    (
        0.3,  # Indonesian, Malay, Vietnamese
        "yang dan untuk dengan pada dari ini itu dalam tidak akan anda adalah ke atau bisa dapat juga oleh saya ada "
        "kita di karena lebih setiap sama kami jika telah và là của có không các cho được với một "
        "người trong những này để đã khi",
    ),
    (
        1.05,  # Polish, Czech, Hungarian, Finnish, Turkish, Romanian and others
        "nie na się do w z i że jest to o jak za od po przez czy tak już który może a ale co dla być oraz lub są "
        "je se v že s ve pro jako ale by k jsou nebo tak které při jsem az hogy és egy nem is ez meg van csak de ha "
        "ja on ei että se oli joka mutta niin kuin hän ovat tai bir ve bu için ile da de çok ne gibi daha olarak "
        "și în nu cu este care pe din mai sunt sau al ir yra kad su kaip ne un ir ka ar",
    ),
    (
        1.2,  # Irish, Welsh, Basque, Kurdish, Esperanto and others that few texts are in
        "an na ar le go do is sé sí agus leis seo nach yn y yr ac i o mae am i'r a'r eta da ez bat edo dira du "
        "ji li bi di de û ku ya kaj la estas oni ne e ya ka wa kwa ni te ko he nga ba da",
    ),
)
_LETTERS: Final = MappingProxyType(
    {
        letter: hard
        for hard, letters in (
            (0.1, "ãßœảạấầẩẫậắằặẻẽẹếềểễệỉịỏọốồổỗộớờởỡợủụứừửữựỳỵỷỹđơư"),
            (0.55, "åøæığ"),
            (0.92, "əșțăčćđěłřšůýžąęśźżńőűþð"),
            (1.15, "āēīūģķļņėįųűŵŷĉĝĥĵŝŭşṣẹǧ"),
        )
        for letter in letters
    }
)
"""How hard the languages are that have letters few others have."""
_PLAIN_CYRILLIC: Final = frozenset("абвгдеёжзийклмнопрстуфхцчшщыьэюя")
_HINDI: Final = "के है में की और का को से हैं पर ने यह कि भी लिए एक नहीं तो कर हो था जो या थी थे इस वह गया अपने कोई आप हम मैं"

_RUSSIAN: Final = "что как это для из он же вы мы его если так только был она они чтобы этого этот когда будет есть уже"
_WORDS_OF_HINDI: Final = frozenset(_HINDI.split())
_WORDS_OF_RUSSIAN: Final = frozenset(_RUSSIAN.split())

_SHARE: Final = 0.34
_SHARE_OF_RUSSIAN: Final = 0.24
"""So large a part of a text is common words where its language is one of those above."""
_UNKNOWN: Final = 1.35
"""How hard a language is of which nothing is known: most that are rare are harder than those that are listed."""
_CODE: Final = 0.2
_SIGNS_OF_CODE: Final = 0.6
"""A sign for every so many words is code, or data."""
_LEAST: Final = 12
"""Words; fewer tell little."""


LATIN, INDIC, CYRILLIC = range(3)
SIGNS: Final = 3
OTHER: Final = 4


class Hardness(NamedTuple):
    """From 0, for the language of a script that is known best, to about 1.4."""

    latin: float
    indic: float
    cyrillic: float


class Trait(NamedTuple):
    """What a piece of text says of its language."""

    script: int
    """`LATIN`, `INDIC`, `CYRILLIC`, `SIGNS` or `OTHER`."""
    known: float = 0.0
    """How much it says that the language is known: 1 for one of the commonest words; below 0 that it is not."""
    hard: float = 0.0
    """How hard the languages are of which it is one."""


class Tally:
    """The traits of a text, added up."""

    def __init__(self) -> None:
        self.words = [0, 0, 0, 0, 0]
        self.known = [0.0, 0.0, 0.0, 0.0, 0.0]
        self.hard = 0.0

    def hardness(self) -> Hardness:
        words, known = self.words, self.known
        return Hardness(
            _of_latin(words[LATIN], known[LATIN], self.hard, words[SIGNS]),
            _of_script(words[INDIC], known[INDIC], _SHARE),
            _of_script(words[CYRILLIC], known[CYRILLIC], _SHARE_OF_RUSSIAN),
        )


def trait(piece: str) -> Trait:
    word = piece.lstrip(" ").lower()
    last = word[-1:]
    if last < "\u0260" and not last.isalpha():
        return Trait(OTHER if piece.isspace() or last.isdigit() else SIGNS)
    if not word[0].isalpha():  # a sign goes with it
        word = word[1:]
    if last < "\u0260" or "Ḁ" <= last < "ἀ":
        return _latin(word)
    if "\u0400" <= last < "\u0530":
        return Trait(CYRILLIC, _of_cyrillic(word))
    if "\u0900" <= last < "\u0964":
        return Trait(INDIC, word in _WORDS_OF_HINDI)
    return Trait(OTHER)


def _latin(word: str) -> Trait:
    """A common word says more the fewer languages have it; so does a letter."""
    if found := _KNOWN.get(word):
        return Trait(LATIN, *found)
    if not word.isascii():
        for letter in word:
            if hard := _LETTERS.get(letter):
                return Trait(LATIN, 1.0, hard)
    return Trait(LATIN)


def _of_cyrillic(word: str) -> float:
    """How much a word says that its language is Russian."""
    if not _PLAIN_CYRILLIC.issuperset(word):
        return -1.2
    if word in _WORDS_OF_RUSSIAN:
        return 1.0
    return 0.6 if "ы" in word or "э" in word else 0.0


def _of_latin(words: int, found: float, weight: float, signs: int) -> float:
    if not words:
        return 0.0
    sure = min(1.0, found / (words * _SHARE))
    code = min(1.0, signs / words / _SIGNS_OF_CODE)
    unknown = code * _CODE + (1 - code) * _unknown(words)
    average = weight / found if found else 0.0
    return max(code * _CODE, sure * average + (1 - sure) * unknown)


def _of_script(words: int, found: float, share: float) -> float:
    if not words:
        return 0.0
    return (1 - max(0.0, min(1.0, found / (words * share)))) * min(1.0, _unknown(words))


def _unknown(words: int) -> float:
    return min(_UNKNOWN, 0.65 + words / (2 * _LEAST))


def _averaged(lists: Iterable[tuple[float, str]]) -> Mapping[str, tuple[float, float]]:
    """By word: how much it says, and how hard the languages are, on average, that have it among their commonest."""
    found: dict[str, list[float]] = {}
    for hard, words in lists:
        for word in set(words.split()):
            found.setdefault(word, []).append(hard)
    return MappingProxyType(
        {word: (1 / len(all_), sum(all_) / len(all_)) for word, all_ in found.items()}
    )


_KNOWN: Final = _averaged(_LATIN)
