"""Who this profile is: its device, the learner keys it owns, and the revisions it has given."""

from __future__ import annotations

from typing import Final

from sqlalchemy import select, update

from satchel.domain.contracts import NewId
from satchel.domain.errors import CorruptRow, NotFound, ReadOnlySession
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import ANONYMOUS
from satchel.domain.validation import check_key
from satchel.store.database import SqliteDatabase
from satchel.store.local_statements import NO_LEASE
from satchel.store.settings import Settings
from satchel.store.tables import SessionRow, table

_DEVICE: Final = "device"
_KEYS: Final = "learnerKeys"
_REV: Final = "highestRev"


class Identity:
    """Kept in the profile's settings."""

    def __init__(self, database: SqliteDatabase, settings: Settings, new_id: NewId) -> None:
        self._database = database
        self._settings = settings
        self._new_id = new_id
        # Only one's own sessions can be claimed, so a claim tells whose they are.
        columns = table(SessionRow).c
        self._written = database.prepare(
            select(columns.learner_key).where(columns.lease_epoch > 0).distinct()
        )
        self._forget_claims = database.prepare(
            update(table(SessionRow)).values(lease_epoch=0, **NO_LEASE)
        )

    def mint(self) -> None:
        """Gives a new profile its device id and its anonymous learner key, once.

        Keys that were there and can no longer be read are taken from the sessions this profile wrote to:
        a fresh key would turn the learner's own work into somebody else's. Raises `CorruptRow` where no
        session tells.
        """
        if self._settings.get(_DEVICE) is not None and self.own_keys():
            return
        with self._database.transaction():
            if self._settings.get(_DEVICE) is None:
                self._settings.set(_DEVICE, self._new_id())
            if not self.own_keys():
                self._settings.set(_KEYS, self._keys_to_begin_with())

    def renew(self) -> None:
        """A fresh device id and a fresh anonymous learner key: what was written here so far is another's work.

        An account's key goes too; signing in brings it back.
        """
        with self._database.transaction():
            self._settings.set(_DEVICE, self._new_id())
            self._settings.set(_KEYS, [f"{ANONYMOUS}{self._new_id()}"])
            self._database.run(self._forget_claims)  # or damaged keys would be rebuilt from them

    def device(self) -> str:
        device = self._settings.get(_DEVICE)
        if not isinstance(device, str):
            raise NotFound("This profile has no device id yet. Start Satchel where it may write.")
        return device

    def own_keys(self) -> tuple[str, ...]:
        """The learner keys this profile owns, the one for new sessions first."""
        keys = self._settings.get(_KEYS)
        return tuple(key for key in keys if isinstance(key, str)) if isinstance(keys, list) else ()

    def add_own_key(self, key: str) -> None:
        """From now on sessions under `key` are this profile's own. Raises `ValidationFailed`."""
        check_key("learnerKey", key)
        with self._database.transaction():
            keys: list[JsonValue] = list(self.own_keys())
            if key not in keys:
                self._settings.set(_KEYS, [*keys, key])

    def put_first(self, key: str) -> None:
        """New sessions are under `key` from now on; the others stay this profile's. Raises `ValidationFailed`."""
        check_key("learnerKey", key)
        with self._database.transaction():
            keys = self.own_keys()
            if keys[:1] != (key,):
                self._settings.set(_KEYS, [key, *(one for one in keys if one != key)])

    def check_own(self, learner_key: str) -> None:
        """Raises `ReadOnlySession` if work under `learner_key` is somebody else's."""
        if learner_key not in self.own_keys():
            raise ReadOnlySession(
                "This session is another learner's work: it can be read here, not changed. "
                "Import it with “this was mine” if it is yours."
            )

    def next_rev(self, seen: int = 0) -> int:
        """One above the highest revision this device ever gave or saw: no number is given twice."""
        return self.note_rev(max(self._highest_rev(), seen) + 1)

    def note_rev(self, rev: int) -> int:
        """Remembers that `rev` was given or seen, and answers it."""
        if rev > self._highest_rev():
            self._settings.set(_REV, rev)
        return rev

    def _keys_to_begin_with(self) -> list[JsonValue]:
        if not self._settings.is_set(_KEYS):
            return [f"{ANONYMOUS}{self._new_id()}"]
        with self._database.lenient_text():
            written: list[JsonValue] = [row[0] for row in self._database.run(self._written)]
        if not written:
            raise CorruptRow("setting", _KEYS, "it does not say whose work is in this profile")
        return written

    def _highest_rev(self) -> int:
        highest = self._settings.get(_REV)
        return highest if isinstance(highest, int) else 0
