"""Records as answers show them."""

from __future__ import annotations

from collections.abc import Iterable

from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import RuntimeRecord
from satchel.domain.validation import damage_of


def shown(records: Iterable[RuntimeRecord]) -> list[JsonValue]:
    """As on the wire, without those that do not validate: one damaged row must not hide the others."""
    return [record.to_wire() for record in records if damage_of(record) is None]
