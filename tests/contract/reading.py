"""Short ways to read what a store answers and what it refuses with."""

from __future__ import annotations

from collections.abc import Iterable

from satchel.domain.contracts import RuntimeStore
from satchel.domain.errors import SatchelError
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject, RuntimeRecord, RuntimeSession


def ids_of(found: Iterable[RuntimeSession | RuntimeRecord]) -> list[str]:
    return [one.id for one in found]


def fault_paths(error: SatchelError) -> list[str]:
    """The JSON pointers of the faults in an error's details."""
    details = error.details
    assert isinstance(details, list)
    return [fault["path"] for fault in details]


def history(store: RuntimeStore, session_id: str = "lesson") -> list[tuple[int, str, JsonValue]]:
    """`(seq, id, payload)` of every record."""
    return [(found.seq, found.id, found.payload) for found in store.list_records(session_id)]


def state(store: RuntimeStore, session_id: str = "lesson") -> tuple[JsonObject, list[JsonObject]]:
    """Everything of a session, to compare before and after a refusal."""
    records = [found.to_wire() for found in store.list_records(session_id)]
    return store.get_session(session_id).to_wire(), records
