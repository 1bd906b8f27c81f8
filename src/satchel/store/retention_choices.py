"""How long things stay, as one profile chose: a document in its settings."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from typing import Any, Final

from satchel.domain.errors import ValidationFailed
from satchel.domain.json_value import JsonValue
from satchel.domain.retention import RetentionSettings
from satchel.store.settings import Settings

_NAME: Final = "retention"
_LIVES: Final = "lives"
_DAYS: Final = ("grace_days", "trash_days", "draft_days", "aside_days", "evict_days")
_SWITCH: Final = "evict_when_scarce"
MOST_DAYS: Final = 36_500


class RetentionChoices:
    """Read with suspicion: what cannot be a number of days counts as not chosen."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def get(self) -> RetentionSettings:
        stored = self._settings.get(_NAME)
        if not isinstance(stored, dict):
            return RetentionSettings()
        days = {name: _days(stored.get(name)) for name in _DAYS}
        chosen: dict[str, Any] = {
            name: number for name, number in days.items() if number is not None
        }
        lives = {kind: _days(given) for kind, given in _items(stored.get(_LIVES))}
        chosen[_LIVES] = tuple((kind, life) for kind, life in lives.items() if life)
        chosen[_SWITCH] = stored.get(_SWITCH) is True
        return RetentionSettings(**chosen)

    def put(self, chosen: RetentionSettings) -> None:
        """Raises `ValidationFailed` for what is no number of days, `StoreReadOnly`."""
        document: dict[str, JsonValue] = {**asdict(chosen), _LIVES: dict(chosen.lives)}
        given = [document[name] for name in _DAYS] + [days for _, days in chosen.lives]
        if any(_days(days) is None for days in given) or 0 in dict(chosen.lives).values():
            raise ValidationFailed(
                f"How long things are kept is a whole number of days, at most {MOST_DAYS:,}. Choose another one."
            )
        self._settings.set(_NAME, document)

    def life_of(self, kind: str) -> timedelta | None:
        """How long a new session of this kind lives; None: for ever."""
        days = self.get().life_of(kind)
        return None if days is None else timedelta(days=days)


def _items(stored: JsonValue) -> list[tuple[str, JsonValue]]:
    return list(stored.items()) if isinstance(stored, dict) else []


def _days(given: JsonValue) -> int | None:
    number = isinstance(given, int) and not isinstance(given, bool)
    return given if number and isinstance(given, int) and 0 <= given <= MOST_DAYS else None
