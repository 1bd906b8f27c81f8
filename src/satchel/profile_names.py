"""What a profile may be called."""

from __future__ import annotations

import unicodedata

from satchel.domain.errors import ProfileError

MAX_NAME = 80

# These change how the text around a name is read; joiners, which Persian and emoji need, do not.
_BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def check_name(name: str) -> str:
    """`name` in one form (NFC), without space around it. Raises `ProfileError` if it cannot be a name."""
    tidy = unicodedata.normalize("NFC", name).strip()
    if any(_is_control(character) for character in tidy):
        raise ProfileError(
            "A profile's name is one line without control characters. Choose another."
        )
    if not any(character.isprintable() and not character.isspace() for character in tidy):
        raise ProfileError("A profile's name cannot be empty. Choose one.")
    if len(tidy) > MAX_NAME:
        raise ProfileError(
            f"A profile's name has at most {MAX_NAME} characters. Choose a shorter one."
        )
    return tidy


def _is_control(character: str) -> bool:
    return (
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _BIDI_CONTROLS
    )


def fits(name: str) -> bool:
    """Whether `name` is one as it stands."""
    try:
        return check_name(name) == name
    except ProfileError:
        return False


def fold(name: str) -> str:
    """What two names have in common that count as the same, whatever their form and case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
