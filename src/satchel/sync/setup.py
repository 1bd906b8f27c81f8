"""The server of a profile as somebody set it up, and which tokens are still needed: documents in its settings.

Never a token itself: each lies under a name of its own in `credentials`, and the set-up says which is in use. So a
token and the remote it opens are one, wherever the program ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Final

from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import RemoteSettings, TokenPlace
from satchel.store.settings import Settings

NAME: Final = "remote"
_FORMER: Final = "formerCredentials"
_LEFT: Final = "tokensToForget"

_KEY, _PLACE, _TOKEN, _SERIAL, _BEFORE = "key", "tokenPlace", "tokenName", "serial", "before"
_GIVEN: Final = "givenTo"


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a token lies: its name among the profile's credentials, and the place that was agreed."""

    name: str
    place: TokenPlace


@dataclass(frozen=True, slots=True)
class SetUp:
    """A server, and what it is asked with."""

    settings: RemoteSettings
    slot: Slot | None
    """None: there is no token."""
    remote_key: int | None
    """The row of the remote that is spoken to; None before it was met."""
    serial: int
    """Another one for every set-up: what a run finds out is about the one it began with."""


@dataclass(frozen=True, slots=True)
class Former:
    """What speaks for a learner key from before somebody signed in, as long as its sessions may be handed over."""

    remote_key: int
    slot: Slot | None
    """None: the key itself was the proof."""
    given_to: int | None = None
    """The row of the remote to which the server gave them; what is here is still to follow."""


class Setup:
    """Read with suspicion: what cannot be read counts as not set up. Writes belong into a transaction."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def read(self) -> SetUp | None:
        return _set_up(self._stored())

    def get(self) -> RemoteSettings | None:
        found = self.read()
        return None if found is None else found.settings

    def token_place(self) -> TokenPlace | None:
        found = self.read()
        return None if found is None or found.slot is None else found.slot.place

    def remote_key(self) -> int | None:
        found = self.read()
        return None if found is None else found.remote_key

    def slot_for(self, address: str) -> Slot | None:
        """Where the token for an address lies: that in use, or that from before somebody signed in elsewhere."""
        kept = [one for one in (self.read(), self.before()) if one is not None]
        return next((one.slot for one in kept if one.settings.address == address), None)

    def put(self, settings: RemoteSettings, slot: Slot | None) -> None:
        """Another address, learner or token is another remote: which one it is, the next run finds out.

        What was set up before can be had back until then, see `take_back`.
        """
        before = self.read()
        same = before is not None and (
            (before.settings.address, before.settings.learner_key, before.settings.dialect)
            == (settings.address, settings.learner_key, settings.dialect)
            and before.slot == slot
        )
        document: JsonObject = {**asdict(settings), **_slot_document(slot)}
        if same and before is not None:
            document[_KEY], document[_SERIAL] = before.remote_key, before.serial
            document[_BEFORE] = self._stored().get(_BEFORE)
        else:
            document[_SERIAL] = 1 + (0 if before is None else before.serial)
            document[_BEFORE] = self._kept_before(before)
        self._settings.set(NAME, document)
        self.needed_no_more(() if before is None or before.slot is None else (before.slot,))

    def met(self, remote_key: int | None, serial: int) -> bool:
        """Notes which remote it is, where it is still this set-up; whether it is."""
        now = self.read()
        if now is None or now.serial != serial:
            return False
        if now.remote_key != remote_key:
            self._settings.set(NAME, {**self._stored(), _KEY: remote_key})
        return True

    def clear(self) -> None:
        """Forgets the server. Its tokens are left over."""
        slots = self._slots()
        self._settings.set(NAME, None)
        self._settings.set(_FORMER, None)
        self.needed_no_more(slots)

    # --- signing in --------------------------------------------------------------------------------

    def before(self) -> SetUp | None:
        """What was set up until somebody signed in anew, while it is not settled whose token that was."""
        return _set_up(self._stored().get(_BEFORE))

    def take_back(self) -> None:
        """Everything is as it was before; the token that was typed since is left over."""
        now, before = self.read(), self._stored().get(_BEFORE)
        document = dict(before) if isinstance(before, dict) else None
        if document is not None and now is not None:
            document[_SERIAL] = now.serial + 1
        self._settings.set(NAME, document)
        self.needed_no_more(() if now is None or now.slot is None else (now.slot,))

    def settle(self, *, hand_over: bool) -> None:
        """The new token stands. That from before is kept as a former credential, or left over."""
        before, stored = self.before(), self._stored()
        if before is None:
            return
        if hand_over and before.remote_key is not None:
            others = [one for one in self.formers() if one.remote_key != before.remote_key]
            self._write_formers([*others, Former(before.remote_key, before.slot)])
        self._settings.set(NAME, {**stored, _BEFORE: None})
        self.needed_no_more(() if before.slot is None else (before.slot,))

    def formers(self) -> list[Former]:
        found = self._settings.get(_FORMER)
        documents = found if isinstance(found, list) else []
        return [one for one in map(_former, documents) if one is not None]

    def hands_over(self, to: int) -> bool:
        """Whether something is still to be asked for, or to follow to the remote `to`."""
        return any(one.given_to in (None, to) for one in self.formers())

    def handed_over(self, former: Former, to: int) -> None:
        """The server needs to be asked no more; the token neither."""
        done = Former(former.remote_key, None, to)
        self._write_formers([done if one == former else one for one in self.formers()])
        self.needed_no_more(() if former.slot is None else (former.slot,))

    def drop(self, former: Former) -> None:
        self._write_formers([one for one in self.formers() if one != former])
        self.needed_no_more(() if former.slot is None else (former.slot,))

    # --- tokens that are not needed any more ---------------------------------------------------------

    def may_be_left(self, slot: Slot) -> None:
        """A token is about to be kept there: should nothing come of it, it is to be forgotten."""
        self._write_left([*self.left(), slot])

    def left(self) -> list[Slot]:
        """Tokens that are still to be forgotten. One that is in use is never among them."""
        found, used = self._settings.get(_LEFT), self._slots()
        documents = found if isinstance(found, list) else []
        slots = [_slot(one) for one in documents]
        return [one for one in slots if one is not None and one not in used]

    def forgotten(self, slot: Slot) -> None:
        self._write_left([one for one in self.left() if one != slot])

    def needed_no_more(self, slots: tuple[Slot, ...] | list[Slot]) -> None:
        """Those of them that nothing uses any more are to be forgotten."""
        used, left = self._slots(), self.left()
        self._write_left([*left, *(one for one in slots if one not in used and one not in left)])

    # --- parts -------------------------------------------------------------------------------------

    def _slots(self) -> list[Slot]:
        """Of every token that is needed."""
        users: list[SetUp | Former | None] = [self.read(), self.before(), *self.formers()]
        return [one.slot for one in users if one is not None and one.slot is not None]

    def _kept_before(self, now: SetUp | None) -> JsonValue:
        """The last set-up of which it was settled whose token it has."""
        stored = self._stored()
        unsettled = stored.get(_BEFORE)
        if now is None or now.remote_key is None or unsettled is not None:
            return unsettled
        return {name: value for name, value in stored.items() if name != _BEFORE}

    def _stored(self) -> JsonObject:
        stored = self._settings.get(NAME)
        return stored if isinstance(stored, dict) else {}

    def _write_formers(self, formers: list[Former]) -> None:
        documents: list[JsonValue] = [
            {_KEY: one.remote_key, _GIVEN: one.given_to, **_slot_document(one.slot)}
            for one in formers
        ]
        self._write(_FORMER, documents)

    def _write_left(self, slots: list[Slot]) -> None:
        self._write(_LEFT, [_slot_document(one) for one in slots])

    def _write(self, name: str, documents: list[JsonValue]) -> None:
        if documents or self._settings.get(name) is not None:
            self._settings.set(name, documents or None)


# --- reading documents ---------------------------------------------------------------------------------


def _set_up(document: JsonValue) -> SetUp | None:
    if not isinstance(document, dict) or not isinstance(document.get("address"), str):
        return None
    known = {
        one.name: document[one.name]
        for one in fields(RemoteSettings)
        if one.name in document and _is_sound(one.name, document[one.name])
    }
    settings = RemoteSettings(**known)  # type: ignore[arg-type]
    named = {_TOKEN: settings.address, **document}  # so it was before they had names
    serial = _whole(document.get(_SERIAL))
    return SetUp(settings, _slot(named), _whole(document.get(_KEY)), serial or 0)


def _former(document: JsonValue) -> Former | None:
    if not isinstance(document, dict):
        return None
    key = _whole(document.get(_KEY))
    return None if key is None else Former(key, _slot(document), _whole(document.get(_GIVEN)))


def _slot(document: JsonValue) -> Slot | None:
    if not isinstance(document, dict):
        return None
    name, found = document.get(_TOKEN), document.get(_PLACE)
    place = next((place for place in TokenPlace if place.value == found), None)
    return Slot(name, place) if isinstance(name, str) and place is not None else None


def _slot_document(slot: Slot | None) -> JsonObject:
    return {} if slot is None else {_TOKEN: slot.name, _PLACE: slot.place.value}


def _whole(value: JsonValue) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


_SOUND: Final[dict[str, Callable[[JsonValue], bool]]] = {
    **dict.fromkeys(
        ("allow_plain", "enabled", "on_metered"), lambda value: isinstance(value, bool)
    ),
    **dict.fromkeys(("address", "dialect"), lambda value: isinstance(value, str)),
    "every_minutes": lambda value: (_whole(value) or 0) > 0,
}


def _is_sound(name: str, value: JsonValue) -> bool:
    sound = _SOUND.get(name)
    return isinstance(value, str | None) if sound is None else sound(value)
