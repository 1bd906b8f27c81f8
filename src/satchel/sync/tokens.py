"""Tokens in slots: each is kept under a name of its own, and forgotten when nothing needs it any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from satchel.domain.contracts import NewId
from satchel.domain.errors import SatchelError
from satchel.domain.syncing import TokenPlace
from satchel.sync.room import Room
from satchel.sync.setup import Slot

if TYPE_CHECKING:
    from satchel.sync.credentials import Credentials


class Tokens:
    """`credentials` finds what keeps them, when it is needed."""

    def __init__(self, credentials: Callable[[], Credentials], new_id: NewId) -> None:
        self._credentials = credentials
        self._new_id = new_id
        self._in_vain = False
        """Whether something could not be forgotten: a keyring that is locked is not asked again and again."""

    def keep(self, room: Room, address: str, secret: str, place: TokenPlace) -> Slot:
        """A new slot; those there are stay as they are. Raises what `Credentials.keep` raises."""
        slot = Slot(f"{address} {self._new_id()}", place)
        with room.database.transaction():
            room.setup.may_be_left(slot)
        self._credentials().keep(slot.name, secret, place)
        self._in_vain = False
        return slot

    def find(self, slot: Slot) -> str | None:
        """Raises `KeyringUnavailable`."""
        found = self._credentials().find(slot.name, slot.place)
        return None if found is None else found.secret

    def forget(self, slot: Slot) -> None:
        """With somebody who may unlock a keyring. Raises `KeyringUnavailable`."""
        self._credentials().forget(slot.name, slot.place)

    def tidy(self, room: Room) -> None:
        """Forgets what is left over. What cannot be reached now is for another time."""
        for slot in () if self._in_vain else room.setup.left():
            try:
                self._credentials().forget(slot.name, slot.place, person=False)
            except SatchelError:
                self._in_vain = True
                return
            with room.database.transaction():
                room.setup.forgotten(slot)
