"""Exports of other programs as the tests use them: samples, reading them, and checking what came of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from satchel.bundles.foreign.conversation import Terms
from satchel.bundles.foreign.recognise import read_bytes
from satchel.bundles.runtime_dump import Dump, Found
from satchel.domain.validation import check_payload, parse_record, parse_session

DATA = Path(__file__).parent / "data"
SHARED = Path(__file__).parents[3] / "shared" / "data" / "runtime"
NOW = "2026-12-01T08:00:00.000Z"
TERMS = Terms("anon:here", NOW)

SAMPLES = {
    "ai_studio.json": "ai-studio",
    "chatgpt.json": "chatgpt",
    "claude.json": "claude",
    "grok.json": "grok",
    "lm_studio.json": "lm-studio",
    "open_webui.json": "open-webui",
    "xavier.json": "xavier",
}


def sample(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def read(value: Any, terms: Terms = TERMS) -> Dump:
    return read_bytes(json.dumps(value).encode(), terms).dump


def first(value: Any, terms: Terms = TERMS) -> Found:
    return read(value, terms).sessions[0]


def said(found: Found) -> list[tuple[Any, ...]]:
    payloads: list[Any] = [record["payload"] for record in found.records]
    return [(payload["role"], payload["content"], payload["sourceId"]) for payload in payloads]


def times(found: Found) -> list[Any]:
    return [record["createdAt"] for record in found.records]


def check(found: Found) -> None:
    session = parse_session(found.document, keep_version=True)
    for seq, record in enumerate(found.records):
        assert record["seq"] == seq
        check_payload(session.kind, parse_record(record, session.id))
