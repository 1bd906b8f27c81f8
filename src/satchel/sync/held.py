"""Documents of a server become values. What does not validate is flagged and kept; it never hides the rest."""

from __future__ import annotations

import msgspec

from satchel.domain.contracts import Damage
from satchel.domain.errors import SatchelError, UnreadableInput, ValidationFailed, shorten
from satchel.domain.json_value import JsonValue, decode, encode
from satchel.domain.runtime import RECORD_MEMBERS, SESSION_MEMBERS, JsonObject, NewRecord
from satchel.domain.satchel_object import check as check_satchel
from satchel.domain.validation import parse_record, parse_records, parse_session
from satchel.sync.raw_json import items_of, members_of
from satchel.sync.remote_protocol import Change, Changes, Held, HeldListing, HeldRecord, HeldSession

_OURS = ("incarnation", "records")
_LONGEST_ID = 4096


def held_session(document: JsonValue) -> HeldSession:
    """A session as a server shows it. Raises `ValidationFailed`."""
    if not isinstance(document, dict):
        raise ValidationFailed("A session must be a JSON object.")
    stamp = document.get("incarnation")
    satchel = document.get("satchel")
    plain = {name: value for name, value in document.items() if name not in _OURS}
    if not isinstance(
        stamp, str
    ):  # another server: its order of members is its database's, not the client's
        plain = _in_order(plain, SESSION_MEMBERS)
    return HeldSession(
        parse_session(plain, keep_version=True),
        _sound_satchel(satchel),
        stamp if isinstance(stamp, str) else None,
    )


def held_listing(body: bytes) -> HeldListing:
    """A partition. Raises `UnreadableInput` if the body is no list."""
    sessions: list[HeldSession] = []
    damaged: list[Damage] = []
    for item in items_of(body):
        try:
            sessions.append(held_session(decode(item)))
        except SatchelError as fault:
            damaged.append(Damage(shorten(_id_in(item) or "?"), fault.message))
    return HeldListing(tuple(sessions), tuple(damaged))


def held_records(
    body: bytes, session_id: str, order: tuple[str, ...] = RECORD_MEMBERS
) -> tuple[HeldRecord, ...]:
    """The records in a list, by `seq`. Members named in `order` come first: another server's order is its own.

    Raises `UnreadableInput` or `ValidationFailed` if it is no list of numbered objects.
    """
    return _records(_value(body), body, session_id, order)


def held_whole(body: bytes, session_id: str) -> Held:
    """A session with its records inside, as our own server shows it. Raises as `held_records`."""
    document = _value(body)
    members: dict[str, bytes] = {}
    if not isinstance(document, dict):  # something in it lies too deep
        members = members_of(body)
        document = {name: _value(text) for name, text in members.items() if name != "records"}
    records = _records(document.get("records"), members.get("records", b""), session_id, ())
    return held_with(held_session(document), records)


def held_with(there: HeldSession, records: tuple[HeldRecord, ...]) -> Held:
    return Held(there, records, records[-1].seq if records else None)


def held_changes(document: JsonValue) -> Changes:
    """A page of the feed. Raises `ValidationFailed`."""
    if not isinstance(document, dict):
        raise ValidationFailed("A page of the feed must be a JSON object.")
    server_id, cursor = document.get("serverId"), document.get("cursor")
    entries = document.get("changes")
    if not (isinstance(server_id, str) and isinstance(cursor, str) and isinstance(entries, list)):
        raise ValidationFailed("A page of the feed must say serverId, cursor and changes.")
    return Changes(
        server_id=server_id,
        cursor=cursor,
        changes=tuple(_change(entry) for entry in entries),
        more=document.get("more") is True,
        whole=document.get("reset") is True,
    )


def seq_of(value: JsonValue) -> int:
    """A record's number. Raises `ValidationFailed`."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53:
        return value
    raise ValidationFailed("A record must have a number from 0.")


# --- parts -------------------------------------------------------------------------------------------


def _in_order(document: JsonObject, known: tuple[str, ...]) -> JsonObject:
    first = {name: document[name] for name in known if name in document}
    return first | document


def _sound_satchel(value: JsonValue) -> JsonObject | None:
    try:
        return check_satchel(value)
    except ValidationFailed:
        return None


def _records(
    documents: JsonValue, text: bytes, session_id: str, order: tuple[str, ...]
) -> tuple[HeldRecord, ...]:
    """`text` is only taken apart where `documents`, what it decodes to, are not all good."""
    found = _good_records(documents, session_id, order)
    if found is None:
        whole = text or encode(documents).encode()
        found = [_one_record(item, session_id, order) for item in items_of(whole)]
    numbers = [record.seq for record in found]
    if numbers != sorted(set(numbers)):
        raise UnreadableInput("The records are not in the order of their numbers.")
    return tuple(found)


def _good_records(
    documents: JsonValue, session_id: str, order: tuple[str, ...]
) -> list[HeldRecord] | None:
    """The quick way, where every record is good; else None."""
    if not isinstance(documents, list):
        return None
    wire = [_in_order(item, order) for item in documents if isinstance(item, dict)]
    if len(wire) != len(documents):
        return None
    try:
        numbers = [seq_of(item.get("seq")) for item in wire]
        records = parse_records(wire, session_id, None)
    except SatchelError:
        return None
    return [
        HeldRecord(seq, record.id, record, None, "")
        for seq, record in zip(numbers, records, strict=True)
    ]


def _one_record(item: bytes, session_id: str, order: tuple[str, ...]) -> HeldRecord:
    members = members_of(item)
    seq = seq_of(_value(members.get("seq", b"null")))
    raw = item.decode("utf-8", "replace")
    try:
        document = decode(item)
        assert isinstance(document, dict)
        record = parse_record(_in_order(document, order), session_id)
        return HeldRecord(seq, record.id, record, None, "")
    except SatchelError as fault:
        kept = _kept(members, session_id, order)
        id = kept.id if kept is not None else _id_in(item)
        return HeldRecord(seq, id, kept, fault.message, raw)


def _kept(members: dict[str, bytes], session_id: str, order: tuple[str, ...]) -> NewRecord | None:
    """A record whose payload alone is at fault, with that payload's text as it was written; else None."""
    payload = members.get("payload")
    if payload is None:
        return None
    try:
        rest: JsonObject = {
            name: None if name == "payload" else decode(text) for name, text in members.items()
        }
        record = parse_record(_in_order(rest, order), session_id)
    except SatchelError:
        return None
    return msgspec.structs.replace(record, payload_text=payload.decode("utf-8", "replace"))


def _value(text: bytes) -> JsonValue:
    try:
        return decode(text)
    except SatchelError:
        return None


def _id_in(item: bytes) -> str | None:
    try:
        id = _value(members_of(item).get("id", b"null"))
    except UnreadableInput:
        return None
    return id if isinstance(id, str) and 0 < len(id) <= _LONGEST_ID else None


def _change(entry: JsonValue) -> Change:
    id = entry.get("sessionId") if isinstance(entry, dict) else None
    if not isinstance(entry, dict) or not isinstance(id, str):
        raise ValidationFailed("A change must say which session it is about.")
    if entry.get("deleted") is True:
        stamp = entry.get("incarnation")
        return Change(
            id,
            True,
            None,
            None,
            moved=entry.get("moved") is True,
            stamp=stamp if isinstance(stamp, str) else None,
        )
    try:
        there = held_session(entry.get("session"))
    except ValidationFailed:
        there = None
    last = entry.get("lastSeq")
    return Change(id, False, there, None if last is None else seq_of(last))
