"""The server of a profile as somebody set it up: a document in its settings. Never the token."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Final

from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import RemoteSettings, TokenPlace
from satchel.store.settings import Settings

NAME: Final = "remote"
_KEY: Final = "key"
_PLACE: Final = "tokenPlace"


class Setup:
    """Read with suspicion: what cannot be read counts as not set up."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def get(self) -> RemoteSettings | None:
        stored = self._stored()
        if not isinstance(stored.get("address"), str):
            return None
        known = {
            one.name: stored[one.name]
            for one in fields(RemoteSettings)
            if one.name in stored and _is_sound(one.name, stored[one.name])
        }
        return RemoteSettings(**known)  # type: ignore[arg-type]

    def put(
        self, settings: RemoteSettings, place: TokenPlace | None, *, new_token: bool = False
    ) -> None:
        """Another address or learner is another remote: which one it is, the next run finds out.

        A new token may be another learner's.
        """
        before = self.get()
        same = before is not None and (before.address, before.learner_key, before.dialect) == (
            settings.address,
            settings.learner_key,
            settings.dialect,
        )
        document: JsonObject = {
            **asdict(settings),
            _PLACE: None if place is None else place.value,
            _KEY: self.remote_key() if same and not new_token else None,
        }
        self._settings.set(NAME, document)

    def clear(self) -> None:
        self._settings.set(NAME, None)

    def token_place(self) -> TokenPlace | None:
        found = self._stored().get(_PLACE)
        return next((place for place in TokenPlace if place.value == found), None)

    def remote_key(self) -> int | None:
        """The row of the remote that is spoken to; None before it was met."""
        found = self._stored().get(_KEY)
        return found if isinstance(found, int) and not isinstance(found, bool) else None

    def met(self, remote_key: int | None) -> None:
        if self.remote_key() != remote_key:
            self._settings.set(NAME, {**self._stored(), _KEY: remote_key})

    def _stored(self) -> JsonObject:
        stored = self._settings.get(NAME)
        return stored if isinstance(stored, dict) else {}


def _is_sound(name: str, value: JsonValue) -> bool:
    if name in ("allow_plain", "enabled", "on_metered"):
        return isinstance(value, bool)
    if name == "every_minutes":
        return isinstance(value, int) and not isinstance(value, bool) and value > 0
    if name in ("address", "dialect"):
        return isinstance(value, str)
    return isinstance(value, str | None)
