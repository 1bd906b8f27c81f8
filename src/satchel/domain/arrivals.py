"""What is in a file of sessions, and what became of it: values that the windows and the command line see."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a part of a file did not or would not come in. `place` says where in the file it is."""

    code: str
    message: str
    place: str


@dataclass(frozen=True, slots=True)
class ArrivalReport:
    """What became of one session of a file, or would. `id` is None where the file does not say whose it is."""

    id: str | None
    title: str
    outcome: str
    """`created unchanged extended forked restored deleted damaged`."""
    records: int
    adds: int = 0
    """How many records are new here."""
    common: int = 0
    """How many both copies begin with, where they parted."""
    new_id: str | None = None
    """Under which id it is here, where that is another one."""
    learner_key: str | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class FileReport:
    """What is in a file, or what became of it. `fault` is set where nothing of it could be read."""

    file: str
    format: str | None
    sessions: tuple[ArrivalReport, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for the user about the file as a whole."""
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class ImportWish:
    """How files are to be imported; with `write` false only said what would become of them."""

    write: bool = True
    mine: bool = False
    """From now on the learners of what comes in are this profile."""
    include_deleted: bool = False
    passphrase: str | None = None
