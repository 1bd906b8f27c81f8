"""Sessions that arrive, without a file, and what takes them in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from satchel.bundles.importing import Importer
from satchel.bundles.outcomes import Verdict
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import fresh
from satchel.store.staging import Staging
from satchel.system import new_id
from tests.fakes import record, session
from tests.store.opened import Bench, look


@dataclass
class Arriving:
    """As `bundles.outcomes.Arrival`. `reads` counts how often the records were begun."""

    document: JsonObject
    documents: Sequence[JsonObject]
    satchel: JsonObject | None = None
    provenance: JsonObject | None = None
    reads: int = field(default=0, init=False)
    before: Callable[[int], None] = field(default=lambda number: None)
    """Called before each record is handed over, with its number."""

    def records(self) -> Iterator[JsonObject]:
        self.reads += 1
        for number, document in enumerate(self.documents):
            self.before(number)
            yield document


def arriving(
    document: JsonObject, documents: Sequence[JsonObject], satchel: JsonObject | None = None
) -> Arriving:
    return Arriving(document, documents, satchel)


def copy_of(
    id: str, names: Sequence[str], *, root: str | None = None, **members: object
) -> Arriving:
    """A session whose records are called `names`; what one holds follows from its name, up to a `=`.

    `a` and `a=2` are two records of one id with other content.
    """
    documents: list[JsonObject] = []
    for name in names:
        called, _, content = name.partition("=")
        documents.append(record(called, id, payload={"said": content or called}))
    satchel = fresh(id, f"Title of {id}", 1, "elsewhere")
    satchel["lineage"] = {"root": root or id, "parent": None}
    return Arriving(session(id, **members), documents, satchel)  # type: ignore[arg-type]


def importer_of(bench: Bench, owner: str = "importing") -> Importer:
    staging = Staging(bench.database, bench.store, owner=owner, pause=lambda seconds: None)
    return Importer(bench.store, bench.sessions, bench.identity, staging, new_id=new_id)


def take(bench: Bench, arrival: Arriving, *, include_deleted: bool = False) -> Verdict:
    return importer_of(bench).take(arrival, lambda arrived: None, include_deleted=include_deleted)


def preview(bench: Bench, arrival: Arriving, *, include_deleted: bool = False) -> Verdict:
    return importer_of(bench).preview(arrival, include_deleted=include_deleted)


def names_of(bench: Bench, id: str) -> list[str]:
    """The history here as `copy_of` takes it."""
    found = []
    for one in bench.store.list_records(id):
        payload = one.payload
        said = payload["said"] if isinstance(payload, dict) else None
        found.append(one.id if said == one.id else f"{one.id}={said}")
    return found


def stored(bench: Bench) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in the database but the local keys' counter."""
    names = [name for (name,) in look(bench.location, "SELECT name FROM sqlite_master")]
    tables = [name for name in names if name.startswith("runtime_") or name == "tombstones"]
    tables.append("settings")
    return {name: look(bench.location, f"SELECT * FROM {name} ORDER BY 1") for name in tables}


def hidden(bench: Bench) -> int:
    return int(look(bench.location, "SELECT count(*) FROM runtime_sessions WHERE hidden = 1")[0][0])


def histories(bench: Bench) -> list[tuple[str, ...]]:
    return sorted(tuple(names_of(bench, one.id)) for one in bench.sessions.listing().sessions)


def evict(bench: Bench, id: str) -> None:
    bench.damage(
        "DELETE FROM runtime_records WHERE session_key = "
        "(SELECT key FROM runtime_sessions WHERE id = ?)",
        id,
    )
    bench.damage("UPDATE runtime_sessions SET stub = 1 WHERE id = ?", id)
