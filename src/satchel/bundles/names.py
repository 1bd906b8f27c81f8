"""File names that Windows, macOS and Linux take alike. The true title stays inside the file."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Final

from satchel.bundles.format import SUFFIX

MAX_NAME_BYTES: Final = 200
FALLBACK: Final = "session"

_FORBIDDEN: Final = dict.fromkeys(map(ord, '<>:"/\\|?*'), "-")
_JOINERS: Final = "\u200c\u200d"
"""Zero width, but part of how Persian and many emoji are written."""
_RESERVED: Final = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
    + [f"{device}{digit}" for device in ("com", "lpt") for digit in "0123456789¹²³"]
)


def file_stem(title: str, room: int = MAX_NAME_BYTES, fallback: str = FALLBACK) -> str:
    """`title` as the beginning of a file name, in at most `room` bytes of UTF-8.

    Characters that steer or hide (controls, direction marks, invisible ones) stay out, so that a name looks
    like what it is.
    """
    text = unicodedata.normalize("NFC", title).translate(_FORBIDDEN)
    text = "".join(map(_shown, text))
    stem = _trimmed(_cut(_trimmed(" ".join(text.split())), room))
    if not stem.strip(_JOINERS + "-"):
        stem = fallback
    if stem.split(".")[0].rstrip().casefold() in _RESERVED:
        stem = _cut(f"_{stem}", room)
    return stem


def free_path(
    folder: Path,
    title: str,
    suffix: str = SUFFIX,
    *,
    fallback: str = FALLBACK,
    taken: Callable[[str], bool] | None = None,
) -> Path:
    """A path in `folder` for a file of that title; where the name is taken, a number is added.

    Names that differ only in capitals, or in how an accent is written, count as the same: some systems cannot
    tell them apart. `taken` answers for the `key` of a name, else the folder is asked.
    """
    is_taken = taken or keys_in(folder).__contains__
    number = 1
    while True:
        ending = suffix if number == 1 else f" {number}{suffix}"
        room = MAX_NAME_BYTES - len(ending.encode())
        name = file_stem(title, room, fallback) + ending
        if not is_taken(key(name)):
            return folder / name
        number += 1


def key(name: str) -> str:
    """What names have in common that some system takes for the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def keys_in(folder: Path) -> frozenset[str]:
    """The keys of all names in `folder`; none where it cannot be read."""
    try:
        return frozenset(key(path.name) for path in folder.iterdir())
    except OSError:
        return frozenset()


def _shown(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Zs", "Zl", "Zp") or character in "\t\r\n":
        return " "
    if (
        category[0] == "C" and character not in _JOINERS
    ):  # controls, formats, surrogates, unassigned
        return ""
    return character


def _trimmed(text: str) -> str:
    """Without what Windows drops at the end, what hides a file or looks like an option at its beginning."""
    return text.rstrip(". ").lstrip(". -~").rstrip(". ")


def _cut(text: str, room: int) -> str:
    """At most `room` bytes, not parted within a character and what belongs to it."""
    data = text.encode("utf-8", "ignore")
    if len(data) <= room:
        return text
    kept = data[:room].decode("utf-8", "ignore")
    while kept and (_continues(text[len(kept)]) or kept[-1] == "\u200d"):
        kept = kept[:-1]
    return kept or data[:room].decode("utf-8", "ignore")


def _continues(character: str) -> bool:
    return (
        bool(unicodedata.combining(character))
        or character in "\u200d\ufe0f"
        or (unicodedata.category(character) in ("Mn", "Me", "Mc", "Sk") and not character.isascii())
    )
