"""Records as lines of `records.ndjson`.

Most payloads are only passed on: their stored text goes out as it is, looked over by the decoder without being
made into values. `tests/bundles/test_lines.py` holds the result to what encoding the wire document gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, cast

import msgspec

from satchel.bundles.format import MAX_LINE_BYTES
from satchel.domain.errors import CorruptRow, PayloadTooLarge, SatchelError, shorten
from satchel.domain.json_value import encode
from satchel.domain.runtime import JsonObject, RuntimeRecord
from satchel.domain.validation import damage_of

_BLOCK_RECORDS: Final = 1000
_BLOCK_BYTES: Final = 256 * 1024
_LINE_ROOM: Final = 256
"""What a line takes beside its payload, roughly: only to know when a block is large enough."""


class _Bare(msgspec.Struct, gc=False):
    """What most records are: `_Line` without what few have."""

    id: str
    sessionId: str  # noqa: N815
    seq: int
    createdAt: str  # noqa: N815
    payload: msgspec.Raw


class _Line(msgspec.Struct, gc=False):
    """A record on its way out. The names are the wire's own: that costs nothing to write."""

    id: str
    sessionId: str  # noqa: N815
    seq: int
    sceneId: str | msgspec.UnsetType  # noqa: N815
    actionIndex: int | msgspec.UnsetType  # noqa: N815
    subAnchor: str | msgspec.UnsetType  # noqa: N815
    createdAt: str  # noqa: N815
    payload: msgspec.Raw


_encode_lines = msgspec.json.Encoder().encode_lines
_look_over = msgspec.json.Decoder(msgspec.Raw).decode


def blocks(
    session_id: str, records: Iterable[RuntimeRecord | JsonObject]
) -> Iterator[tuple[int, bytes]]:
    """How many records, and their lines, a block at a time.

    Raises `CorruptRow` where a record is damaged or out of its order, `PayloadTooLarge` for a line over the limit.
    """
    pending: list[_Bare | _Line | JsonObject] = []
    size = 0
    for seq, record in enumerate(records):
        if type(record) is RuntimeRecord:
            if record.seq != seq or record.session_id != session_id:
                raise _out_of_order(session_id, seq)
            pending.append(_line(record))
            size += len(record.payload_text) + _LINE_ROOM
        else:
            document = cast(JsonObject, record)
            if document.get("seq") != seq or document.get("sessionId") != session_id:
                raise _out_of_order(session_id, seq)
            pending.append(document)
            size += _BLOCK_BYTES // _BLOCK_RECORDS
        if size >= _BLOCK_BYTES or len(pending) >= _BLOCK_RECORDS:
            yield len(pending), _joined(pending)
            pending, size = [], 0
    if pending:
        yield len(pending), _joined(pending)


def _line(record: RuntimeRecord) -> _Bare | _Line | JsonObject:
    text, created_at = record.payload_text, record.created_at
    if record.envelope_text is None and type(text) is type(created_at) is str:
        scene_id, action_index, sub_anchor = record.scene_id, record.action_index, record.sub_anchor
        try:
            payload = _look_over(text)
        except (msgspec.MsgspecError, RecursionError, ValueError):
            return _canonical(record)  # damaged, or too deep for a quick look
        if scene_id is None and action_index is None and sub_anchor is None:
            return _Bare(record.id, record.session_id, record.seq, created_at, payload)
        return _Line(
            record.id,
            record.session_id,
            record.seq,
            msgspec.UNSET if scene_id is None else scene_id,
            msgspec.UNSET if action_index is None else action_index,
            msgspec.UNSET if sub_anchor is None else sub_anchor,
            created_at,
            payload,
        )
    return _canonical(record)


def _canonical(record: RuntimeRecord) -> JsonObject:
    if reason := damage_of(record):
        raise CorruptRow("record", str(record.id), reason)
    return record.to_wire()


def _joined(pending: list[_Bare | _Line | JsonObject]) -> bytes:
    """The lines of a block, each ended. A stored text may hold line breaks between its parts."""
    try:
        data = _encode_lines(pending)
    except RecursionError:  # legal, but too deep for this stack
        data = b""
    if data.count(b"\n") != len(pending):
        data = b"".join(map(_carefully, pending))
    if len(data) > MAX_LINE_BYTES:
        for line in data.split(b"\n"):
            if len(line) > MAX_LINE_BYTES:
                raise PayloadTooLarge(
                    "A record is too large for a bundle. Split it into smaller parts."
                )
    return data


def _carefully(line: _Bare | _Line | JsonObject) -> bytes:
    if isinstance(line, _Bare | _Line):
        members = {name: getattr(line, name) for name in line.__struct_fields__}
        document = {name: value for name, value in members.items() if value is not msgspec.UNSET}
        document["payload"] = msgspec.json.decode(line.payload)
        line = document
    return encode(line).encode() + b"\n"


def _out_of_order(session_id: str, seq: int) -> SatchelError:
    return CorruptRow(
        "session", shorten(session_id), f"its records are not numbered without gaps at {seq:,}"
    )
