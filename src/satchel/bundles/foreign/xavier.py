"""The Xavier SessionBundle, both ways without loss.

A session of ours becomes documents that carry their record, as text, in `metadata.satchel`; the session is
there too, and once more beside the documents. A document of somebody else's becomes a `chat` record that
keeps the whole document in its payload; writing puts that document back as it was, and what the record has
that reading the document again would not give (another place, another time) goes beside the documents.

Texts, not objects, are carried: a program in between may sort members and round numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final, cast

from satchel.bundles.foreign.conversation import (
    ORIGIN,
    USER,
    RecordIds,
    Terms,
    beginning,
    role_of,
    session_id,
)
from satchel.bundles.foreign.fit import fit_text, fit_title
from satchel.bundles.foreign.moments import latest_of, moment
from satchel.bundles.foreign.shape import (
    Damaged,
    Emptiness,
    member,
    name_of,
    objects,
    step,
    words,
)
from satchel.bundles.runtime_dump import Found
from satchel.domain import satchel_object
from satchel.domain.errors import SatchelError, ValidationFailed
from satchel.domain.json_value import JsonValue, decode, encode, faults
from satchel.domain.runtime import (
    ACTIVE,
    CHAT,
    RUNTIME_DSL_VERSION,
    WORKSPACE_STAGE,
    JsonObject,
    is_newer,
)
from satchel.domain.validation import check_payload, parse_record, parse_session

FORMAT: Final = "xavier"
DOCUMENT: Final = "document"
DOCUMENT_TEXT: Final = "documentText"
"""Payload members with a foreign document: as JSON or, where the domain could not keep that, as its text."""

USUAL_DOCUMENTS: Final = 1000
"""Xavier itself exports no more in one bundle; we read and write as many as there are."""

_ENVELOPE: Final = "satchel"
_KNOWN: Final = ("session_id", "exported_at", "documents", _ENVELOPE)
_SPEAKER: Final = re.compile(r"\s{0,9}\**([A-Za-z]{2,12})\**:")


def matches(item: JsonObject) -> bool:
    return isinstance(item.get("session_id"), str) and isinstance(item.get("documents"), list)


# --- reading ---------------------------------------------------------------------------------------


def read(item: JsonObject, terms: Terms, place: str) -> Found:
    """The session of a bundle. Raises `Damaged`, `Emptiness`, `ValidationFailed`, `PayloadTooLarge`."""
    documents = objects(item.get("documents"), step(place, "documents"))
    carried = _carried_session(item, documents, place)
    if carried is None and not documents:
        raise Emptiness("This bundle has no documents, so it was left out.")
    base = session_id(FORMAT, words(item.get("session_id")))
    session = carried if carried is not None else _new_session(item, base, documents, terms)
    reading = _Reading(base, str(session["id"]), str(session["createdAt"]))
    beside = member(item.get(_ENVELOPE), "records")
    records: list[JsonObject] = []
    for number, (document, where) in enumerate(documents):
        record = _carried_record(document, where)
        if record is None:
            record = reading.record(document, number, where)
            record = _restored(record, member(beside, str(number)), where)
        records.append(record)
    _check(session, records, documents, place)
    return Found(session, records, place)


def _carried_session(
    item: JsonObject, documents: list[tuple[JsonObject, str]], place: str
) -> JsonObject | None:
    text = member(item.get(_ENVELOPE), "session")
    for document, _ in documents:
        if isinstance(text, str):
            break
        text = member(_envelope(document), "session")
    return _object(text, step(place, _ENVELOPE)) if isinstance(text, str) else None


def _carried_record(document: JsonObject, place: str) -> JsonObject | None:
    """The record a document was made of; None if there is none, or if its text was changed since."""
    text = member(_envelope(document), "record")
    if not isinstance(text, str):
        return None
    record = _object(text, step(step(place, "metadata"), _ENVELOPE))
    return record if _shown(record.get("payload")) == document.get("content") else None


def _restored(record: JsonObject, text: JsonValue, place: str) -> JsonObject:
    """The record as it was when it was written, the document put back in its place."""
    if not isinstance(text, str):
        return record
    known = _object(text, place)
    payload, read_again = known.get("payload"), record["payload"]
    if isinstance(payload, dict) and isinstance(read_again, dict):
        for name in (DOCUMENT, DOCUMENT_TEXT):
            if name in payload and name in read_again:
                payload[name] = read_again[name]
    return known


def _new_session(
    item: JsonObject, own_id: str, documents: list[tuple[JsonObject, str]], terms: Terms
) -> JsonObject:
    """A session whose bundle is not ours. When the bundle was exported is no time of the conversation."""
    times = [_time(document) for document, _ in documents]
    began = beginning(times, own_id, terms)
    source_id = words(item.get("session_id"))
    origin: JsonObject = {"source": FORMAT, "sourceId": fit_text(source_id)}
    more: JsonObject = {name: part for name, part in item.items() if name not in _KNOWN}
    if more and next(faults(more), None) is None:
        origin["members"] = more
    return {
        "id": own_id,
        "kind": CHAT,
        "stageId": WORKSPACE_STAGE,
        "learnerKey": terms.learner_key,
        "status": ACTIVE,
        "createdAt": began,
        "updatedAt": latest_of(began, *times),
        "runtimeDslVersion": RUNTIME_DSL_VERSION,
        ORIGIN: origin,
        "satchel": satchel_object.fresh(own_id, fit_title(source_id), 0, ""),
    }


class _Reading:
    """Makes records of foreign documents: the same document at the same place always gives the same record."""

    def __init__(self, base: str, session: str, began: str) -> None:
        self._ids = RecordIds(base)
        self._session = session
        self._began = began

    def record(self, document: JsonObject, number: int, place: str) -> JsonObject:
        content = document.get("content")
        if not isinstance(content, str):
            raise Damaged(
                "This document has no text. Export the session again.", step(place, "content")
            )
        own = name_of(document.get("id")) or name_of(document.get("path"))
        payload: JsonObject = {
            "role": _role(document, content),
            "content": fit_text(content),
            "source": FORMAT,
            "sourceId": fit_text(own or f"#{number}"),
        }
        if next(faults(document), None) is None:
            payload[DOCUMENT] = document
        else:
            payload[DOCUMENT_TEXT] = _text_of(document, place)
        return {
            "id": self._ids.of(own, number),
            "sessionId": self._session,
            "seq": number,
            "createdAt": _time(document) or self._began,
            "payload": payload,
        }


def _text_of(document: JsonObject, place: str) -> str:
    try:
        return json.dumps(document, separators=(",", ":"), allow_nan=False)
    except (RecursionError, ValueError):
        raise Damaged(
            "This document is nested too deeply, or a number in it is out of range.", place
        ) from None


def _role(document: JsonObject, content: str) -> str:
    metadata = document.get("metadata")
    said = member(metadata, "role"), member(member(metadata, "provenance"), "role")
    speaker = _SPEAKER.match(content)
    names = (*said, member(metadata, "speaker"), speaker[1] if speaker else None)
    return next((role for name in names if (role := role_of(name)) is not None), USER)


def _time(document: JsonObject) -> str | None:
    provenance = member(document.get("metadata"), "provenance")
    return moment(member(provenance, "recorded_at")) or moment(member(provenance, "observed_at"))


def _envelope(document: JsonObject) -> JsonValue:
    return member(document.get("metadata"), _ENVELOPE)


def _object(text: str, place: str) -> JsonObject:
    try:
        found = decode(text)
    except SatchelError as error:
        raise Damaged(f"What Satchel left here is damaged: {error.message}", place) from None
    if not isinstance(found, dict):
        raise Damaged("What Satchel left here is damaged: it is no object.", place)
    return found


def _check(
    session: JsonObject,
    records: list[JsonObject],
    documents: list[tuple[JsonObject, str]],
    place: str,
) -> None:
    """That all is as the domain wants it. A session lands whole or not at all."""
    parsed = parse_session(session, keep_version=True)
    met: set[str] = set()
    for record, (_, where) in zip(records, documents, strict=True):
        try:
            one = parse_record(record, parsed.id)
            if not is_newer(parsed.runtime_dsl_version):
                check_payload(parsed.kind, one)
        except ValidationFailed as error:
            raise Damaged(error.message, where) from None
        if one.id in met:
            raise Damaged("Two documents carry the same record. Export the session again.", where)
        met.add(one.id)


# --- writing ---------------------------------------------------------------------------------------


def write(session: JsonObject, records: Iterable[JsonObject], exported_at: int) -> Iterator[bytes]:
    """A bundle, piece by piece: memory does not grow with the records of Satchel's own.

    `session` and `records` are as on the wire and have passed validation; `exported_at` is in whole seconds
    since 1970.
    """
    origin = session.get(ORIGIN)
    foreign = member(origin, "source") == FORMAT
    own_name = words(member(origin, "sourceId")) if foreign else ""
    name = own_name or str(session["id"])
    reading = _Reading(session_id(FORMAT, name), str(session["id"]), str(session["createdAt"]))
    session_text = encode(session)
    head: JsonObject = {"session_id": name, "exported_at": exported_at}
    yield encode(head)[:-1].encode() + b',"documents":['
    beside: JsonObject = {}
    carried = False
    for number, record in enumerate(records):
        document = _foreign_document(record.get("payload"))
        if document is None:
            text = encode(_native_document(name, record, number, None if carried else session_text))
            carried = True
        else:
            text = _json(document)
            rest = _beside(reading.record(document, number, ""), record)
            if rest is not None:
                beside[str(number)] = rest
        yield (b"," if number else b"") + text.encode()
    tail: JsonObject = {_ENVELOPE: {"version": 1, "session": session_text, "records": beside}}
    more = member(origin, "members") if foreign else None
    if isinstance(more, dict):
        tail = {key: part for key, part in more.items() if key not in _KNOWN} | tail
    yield b"]," + encode(tail)[1:].encode()


def _foreign_document(payload: JsonValue) -> JsonObject | None:
    """The document a record came from; None for a record of ours, and where it was tampered with."""
    if member(payload, "source") != FORMAT:
        return None
    document = member(payload, DOCUMENT)
    if document is None:
        document = _parsed(words(member(payload, DOCUMENT_TEXT)))
    if not isinstance(document, dict) or not isinstance(document.get("content"), str):
        return None
    return None if isinstance(member(_envelope(document), "record"), str) else document


def _parsed(text: str) -> JsonValue:
    """None where `text` is not what we would write for what it says."""
    try:
        document = cast(JsonValue, json.loads(text))
        return document if text == _text_of(cast(JsonObject, document), "") else None
    except (ValueError, RecursionError, Damaged):
        return None


def _json(document: JsonObject) -> str:
    return encode(document) if next(faults(document), None) is None else _text_of(document, "")


def _beside(again: JsonObject, record: JsonObject) -> str | None:
    """What must be kept beside a document so that its record comes back; None if nothing must."""
    if encode(again) == encode(record):
        return None
    payload, read_again = record["payload"], again["payload"]
    assert isinstance(payload, dict)
    assert isinstance(read_again, dict)
    same = {
        name
        for name in (DOCUMENT, DOCUMENT_TEXT)
        if name in payload
        and name in read_again
        and encode(payload[name]) == encode(read_again[name])
    }
    lean = {name: (None if name in same else part) for name, part in payload.items()}
    return encode(record | {"payload": lean})


def _native_document(
    name: str, record: JsonObject, number: int, session_text: str | None
) -> JsonObject:
    payload = record.get("payload")
    metadata: JsonObject = {
        "kind": "session",
        "namespace": {"session_id": name},
        "provenance": {
            "source_app": "satchel",
            "message_id": record["id"],
            "recorded_at": record["createdAt"],
        },
    }
    if isinstance(role := member(payload, "role"), str):
        metadata["role"] = role
    envelope: JsonObject = {"version": 1, "record": encode(record)}
    if session_text is not None:
        envelope["session"] = session_text
    return {
        "id": record["id"],
        "path": f"sessions/{name}/{number + 1}",
        "content": _shown(payload),
        "metadata": metadata | {_ENVELOPE: envelope},
        "content_vector": None,
        "embedding": [],
    }


def _shown(payload: JsonValue) -> str:
    """What somebody else's program finds of a record: a chat's text; of other kinds, the payload itself."""
    content = member(payload, "content")
    return content if isinstance(content, str) else encode(payload)
