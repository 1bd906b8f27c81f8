"""What can be wrong with a bundle, each with its place and a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from satchel.domain.errors import SatchelError, UnreadableInput, shorten


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a bundle: an entry of the ZIP file and, in a file of records, a line counted from 1."""

    entry: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        if self.entry is None:
            return "the file"
        name = shorten(self.entry, 120)
        return name if self.line is None else f"{name}, line {self.line:,}"


WHOLE_FILE = Place()


class BundleFault(UnreadableInput):
    """A bundle, or a part of one, cannot be believed. `details` holds the place for programs."""

    def __init__(self, message: str, place: Place = WHOLE_FILE) -> None:
        super().__init__(message, details={"entry": place.entry, "line": place.line})
        self.place = place


class NotABundle(BundleFault):
    """The file is something else. Whoever knows other formats may try them."""


class NewerBundle(BundleFault):
    code = "NEWER_BUNDLE"


class LimitPassed(BundleFault):
    """More, larger, deeper or more tightly packed than a bundle can be."""

    code = "BUNDLE_LIMIT"


class BundleChanged(BundleFault):
    """The file is not the one that was looked at before."""

    code = "BUNDLE_CHANGED"


class PassphraseNeeded(BundleFault):
    code = "PASSPHRASE_NEEDED"


class WrongPassphrase(BundleFault):
    code = "WRONG_PASSPHRASE"


class TargetExists(SatchelError):
    """A file of that name is there already, and nobody has said that it may go."""

    code = "FILE_EXISTS"


class BundleFull(SatchelError):
    """No further session fits into this file; it goes into the next one."""

    code = "BUNDLE_FULL"


@contextmanager
def at(place: Place) -> Iterator[None]:
    """Gives the faults of the domain's own rules the place where they were met."""
    try:
        yield
    except BundleFault:
        raise
    except SatchelError as error:
        raise BundleFault(error.message, place) from None
