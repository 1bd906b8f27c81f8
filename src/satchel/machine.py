"""Which machine a data folder is used on, and what is done when it is another one: moved, or a new laptop.

A copied disk carries its learners' keys along. Until somebody says which it is, nothing is written, so that
thirty laptops made from one image are not one learner.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import msgspec

from satchel.config import Paths
from satchel.domain.errors import MachineChanged, StoreUnavailable
from satchel.domain.runtime import JsonObject
from satchel.files import replace_file

Answer = Literal["moved", "new"]

_VERSION: Final = 1
_MAX_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Note:
    """What the data folder remembers. The id itself is not kept: a hash tells as much, and less to others."""

    salt: str
    digest: str
    renew: tuple[str, ...] = ()
    """Profiles that still carry the keys of another laptop, by id: they get fresh ones when they are opened."""

    def is_of(self, machine_id: str) -> bool:
        return hmac.compare_digest(self.digest, _digest(self.salt, machine_id))


class Machine:
    """The note of one data folder. Whoever writes it holds `Profiles.locked`."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._read_id = paths.ground.machine_id

    def question(self) -> MachineChanged | None:
        """Why nothing may be written, if the folder was last used on another machine."""
        note = self._note()
        if note is None:
            return None
        machine_id = self._read_id()
        if machine_id is None or note.is_of(machine_id):
            return None
        return MachineChanged(
            "This data folder was last used on another laptop, so it is only read for now. Say which it is: "
            "“satchel profile machine moved” keeps everything as it is; “satchel profile machine new” makes "
            "this a laptop of its own, whose learners start with work of their own."
        )

    def remember(self) -> None:
        """Notes this machine, if none is noted; that it cannot be written is no reason not to start."""
        if self._note() is None:
            self.begin()

    def begin(self) -> None:
        """Notes this machine whatever was noted: a folder without a profile has nobody's keys."""
        if (machine_id := self._read_id()) is not None:
            with contextlib.suppress(StoreUnavailable):
                self._write(_note_of(machine_id))

    def moved(self) -> None:
        """From now on the folder belongs to this machine; everything else stays. Raises `StoreUnavailable`."""
        note, machine_id = self._note(), self._read_id()
        if machine_id is not None:
            renew = () if note is None else note.renew
            self._write(replace(_note_of(machine_id), renew=renew))

    def new(self, profiles: Sequence[str]) -> None:
        """As `moved`, but these profiles get fresh keys when they are opened. Raises `StoreUnavailable`.

        One write says all of it: a kill in between leaves the question or the whole answer.
        """
        machine_id = self._read_id() or secrets.token_hex(
            16
        )  # without one, no later question either
        self._write(replace(_note_of(machine_id), renew=tuple(sorted(profiles))))

    def is_due(self, profile: str) -> bool:
        """Whether the profile still carries the keys of another laptop."""
        note = self._note()
        return note is not None and profile in note.renew

    def renewed(self, profile: str) -> None:
        """The profile has fresh keys, committed. Raises `StoreUnavailable`."""
        note = self._note()
        if note is not None:
            self._write(replace(note, renew=tuple(one for one in note.renew if one != profile)))

    def _note(self) -> Note | None:
        """None if nothing is remembered, also where the file is damaged: it is made anew then."""
        try:
            with self._paths.machine_file.open("rb") as file:
                document = msgspec.json.decode(file.read(_MAX_BYTES))
        except (OSError, ValueError, RecursionError):
            return None
        match document:
            case {"salt": str(salt), "hash": str(digest), "renew": list(renew)}:
                return Note(salt, digest, tuple(one for one in renew if isinstance(one, str)))
        return None

    def _write(self, note: Note) -> None:
        document: JsonObject = {
            "version": _VERSION,
            "salt": note.salt,
            "hash": note.digest,
            "renew": [*note.renew],
        }
        content = msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
        replace_file(self._paths.machine_file, content)


def _note_of(machine_id: str) -> Note:
    salt = secrets.token_hex(16)
    return Note(salt, _digest(salt, machine_id))


def _digest(salt: str, machine_id: str) -> str:
    return hashlib.sha256(f"{salt}:{machine_id}".encode()).hexdigest()
