"""What goes into a bundle comes out of it, and goes in again as the same bytes."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satchel.bundles.format import (
    MANIFEST_ENTRY,
    MIMETYPE,
    Manifest,
    manifest_bytes,
    read_manifest,
)
from satchel.bundles.reader import BundleSession, open_bundle
from satchel.domain.json_value import JsonValue, encode
from satchel.domain.runtime import JsonObject, RuntimeRecord
from satchel.domain.satchel_object import fresh
from satchel.domain.validation import parse_record, parse_session
from satchel.resources import resource
from tests.bundles.packed import EXPORTER, lesson, raw_entries, read_all, wire, write
from tests.domain.strategies import json_values, shuffled, texts, timestamps, unknown_members
from tests.fakes import NOON, record, session

SAMPLES: list[JsonValue] = [
    "👩🏽\u200d🚀",
    "שלום עולם",
    "مرحبا\u200f",
    "四分之三",
    "\u2028\u2029\x85",
    2**70,
    1e-7,
    10**400,
    -1,
]

ids = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=9
)


@st.composite
def histories(draw: st.DrawFn) -> tuple[JsonObject, JsonObject | None, list[JsonObject]]:
    """A session that a store would keep, with records in the form it answers them."""
    id = draw(ids.filter(lambda text: text not in (".", "..")))
    document = draw(shuffled(session(id, createdAt=draw(timestamps), kind="free")))
    kept = parse_session(document, keep_version=True).to_wire()
    full = draw(unknown_members) | fresh(id, draw(texts), draw(st.integers(0, 9)), draw(texts))
    satchel = draw(st.none() | st.just(full))
    names = draw(st.lists(ids, unique=True, max_size=6))
    payloads: st.SearchStrategy[JsonValue] = json_values | st.sampled_from(SAMPLES)
    records: list[JsonObject] = []
    for seq, name in enumerate(names):
        members: JsonObject = {"payload": draw(payloads)}
        if draw(st.booleans()):
            members |= {"sceneId": draw(texts), "actionIndex": draw(st.integers(0, 99))}
        given_ = (
            draw(shuffled(record(name, id, **members)))
            if draw(st.booleans())
            else record(name, id, **members)
        )
        records.append(stored(given_, id, seq).to_wire())
    return kept, satchel, records


def stored(document: JsonObject, session_id: str, seq: int) -> RuntimeRecord:
    new = parse_record(document, session_id)
    return RuntimeRecord(
        session_id,
        seq + 1,
        new.id,
        seq,
        new.scene_id,
        new.action_index,
        new.sub_anchor,
        new.created_at,
        new.payload_text,
        new.envelope_text,
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(given_=st.lists(histories(), max_size=3, unique_by=lambda one: str(one[0]["id"])))
def test_what_is_written_is_read_and_written_again_as_the_same_bytes(
    given_: list[tuple[JsonObject, JsonObject | None, list[JsonObject]]], tmp_path: Path
) -> None:
    first = write(tmp_path / "first.sessionbundle", given_, replace=True)
    found = read_all(first)
    assert (found.faults, found.notes) == ([], [])
    assert found.sessions == given_
    assert [list(document) for document, _, _ in found.sessions] == [
        list(one) for one, _, _ in given_
    ]
    second = write(tmp_path / "second.sessionbundle", found.sessions, replace=True)
    assert second.read_bytes() == first.read_bytes()
    for (_, _, records), (path, _) in zip(given_, _lines_by_session(first), strict=True):
        assert raw_entries(first)[path] == b"".join(encode(one).encode() + b"\n" for one in records)


def _lines_by_session(path: Path) -> list[tuple[str, bytes]]:
    return [(name, data) for name, data in raw_entries(path).items() if name.endswith(".ndjson")]


@pytest.mark.parametrize("passphrase", [None, "correct horse 🐎"])
def test_what_a_bundle_says_of_itself(passphrase: str | None, tmp_path: Path) -> None:
    path = write(
        tmp_path / "b", [lesson("a"), lesson("b", 0)], passphrase=passphrase, redacted=True
    )
    with open_bundle(path, passphrase) as bundle:
        assert bundle.manifest is not None
        assert (bundle.manifest.redacted, bundle.manifest.bundle_id) == (True, "bundle-1")
        assert bundle.manifest.exporter == EXPORTER
        assert (bundle.count, bundle.records, bundle.encrypted) == (2, 3, passphrase is not None)
        first, second = bundle.sessions()
        assert isinstance(first, BundleSession)
        assert isinstance(second, BundleSession)
        assert (first.title, first.id) == ("Title of a", "a")
        assert first.provenance == {"bundle": "bundle-1", "exportedAt": NOON, "device": "device-1"}
        assert list(first.records()) == list(first.records()) == wire(3, "a")
        assert list(second.records()) == []
        assert first.entry is not None
        assert first.hashes == first.entry.sha256
        assert second.entry is not None
        assert second.entry.last_seq is None


def test_other_programs_can_tell_what_it_is_by_its_first_bytes(tmp_path: Path) -> None:
    data = write(tmp_path / "b", [lesson()]).read_bytes()
    assert data[30:38] == b"mimetype"
    assert data[38 : 38 + len(MIMETYPE)] == MIMETYPE.encode()
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.testzip() is None
        infos = file.infolist()
    assert infos[0].compress_type == zipfile.ZIP_STORED
    assert infos[0].extra == b""
    assert infos[-1].filename == MANIFEST_ENTRY
    assert {info.date_time for info in infos} == {(1980, 1, 1, 0, 0, 0)}


def test_the_documents_are_as_their_schemas_say(tmp_path: Path) -> None:
    whole = wire(2)
    whole.append(
        record("r-2", sceneId="s", actionIndex=1, subAnchor="a", unknown=[None]) | {"seq": 2}
    )
    path = write(tmp_path / "b", [(session(extra=1), fresh("lesson", "标题", 1, "d"), whole)])
    for name, data in raw_entries(path).items():
        kind = name.rsplit("/", 1)[-1].split(".")[0]
        if kind in ("manifest", "session"):
            check(kind, json.loads(data))
        for line in data.splitlines() if kind == "records" else []:
            check("record", json.loads(line))


@pytest.mark.parametrize(
    ("kind", "bad"),
    [
        ("manifest", {"format": "other"}),
        ("manifest", {"sessions": [{}]}),
        ("session", {"status": "asleep"}),
        ("session", {"dslVersion": "1"}),
        ("session", {"satchel": {"title": "bare"}}),
        ("record", {"seq": -1}),
        ("record", {"createdAt": "yesterday"}),
    ],
)
def test_the_schemas_refuse(kind: str, bad: dict[str, Any], tmp_path: Path) -> None:
    manifest = Manifest(bundle_id="b", exported_at=NOON, exporter=EXPORTER)
    good: dict[str, Any] = {
        "manifest": json.loads(manifest_bytes(manifest)),
        "session": session(),
        "record": wire(1)[0],
    }
    check(kind, good[kind])
    with pytest.raises(jsonschema.ValidationError):
        check(kind, good[kind] | bad)


def check(kind: str, document: object) -> None:
    schema = json.loads(resource("schemas", f"bundle-{kind}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema)


def test_a_manifest_is_read_as_it_was_written() -> None:
    manifest = Manifest(bundle_id="b", exported_at=NOON, exporter=EXPORTER, redacted=True)
    assert read_manifest(manifest_bytes(manifest)) == manifest
    with_more = json.loads(manifest_bytes(manifest)) | {"later": {"deep": [1]}}
    assert read_manifest(json.dumps(with_more).encode("utf-8-sig")) == manifest
