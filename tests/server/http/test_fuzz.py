"""The short form of `python -m tests.server.fuzz`, and what the OpenAPI document says beside what is tried there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from satchel_server.faults import STATUS
from satchel_server.openapi import codes_of
from satchel_server.routes import OPERATIONS
from tests.server.fuzz import fuzz
from tests.server.process import ServerProcess, served


def test_schemathesis_finds_no_500_and_no_undocumented_answer(tmp_path: Path) -> None:
    with served(f"sqlite://{tmp_path}/server.db", tmp_path, SATCHEL_RATE="0") as server:
        found = fuzz(server, tmp_path, examples=3, seed=1, parts=1, phases="fuzzing")
        assert not found, "\n".join(found)
        assert [one for one in server.events if one["level"] == "error"] == []


def test_the_document_has_every_route_and_every_answer_of_each(
    sqlite_server: ServerProcess,
) -> None:
    document: dict[str, Any] = sqlite_server.client()("GET", "/openapi.json").json
    promised = {
        (method.upper(), path): told
        for path, methods in document["paths"].items()
        for method, told in methods.items()
    }
    assert set(promised) == {(one.method, one.path) for one in OPERATIONS}
    for one in OPERATIONS:
        told = promised[one.method, one.path]
        statuses = {str(one.success), *(str(STATUS[code]) for code in codes_of(one))}
        assert set(told["responses"]) == statuses, one.id
        assert told["operationId"] == one.id
    assert set(_references(document)) <= set(document["components"]["schemas"])


def _references(value: object) -> list[str]:
    if isinstance(value, list):
        return [name for part in value for name in _references(part)]
    if isinstance(value, dict):
        own = value.get("$ref")
        found = [own.rpartition("/")[2]] if isinstance(own, str) else []
        return found + [name for part in value.values() for name in _references(part)]
    return []
