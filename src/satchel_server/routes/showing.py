"""Records as answers show them: as on the wire, without those that do not validate.

A damaged row must not hide the others. What is stored as JSON is passed on as it is, once it is known to be whole:
a session of ten thousand records is one answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import attrgetter
from typing import Final

import msgspec

from satchel.domain.json_value import JsonValue, encode
from satchel.domain.runtime import JsonObject, RuntimeRecord
from satchel.domain.timestamps import are_common
from satchel.domain.validation import damage_of
from satchel_server.answers import Answer

_TEXTS: Final = attrgetter("id", "created_at", "payload_text")
_PERHAPS: Final = attrgetter("scene_id", "sub_anchor")
_whole: Final = msgspec.json.Decoder(list[msgspec.Raw])


class _Shown(msgspec.Struct, omit_defaults=True, gc=False):
    """A record without unknown members, in the order of `RECORD_MEMBERS`."""

    id: str
    sessionId: str  # noqa: N815  a name of the wire
    seq: int
    sceneId: str | msgspec.UnsetType = msgspec.UNSET  # noqa: N815
    actionIndex: int | msgspec.UnsetType = msgspec.UNSET  # noqa: N815
    subAnchor: str | msgspec.UnsetType = msgspec.UNSET  # noqa: N815
    createdAt: str = ""  # noqa: N815
    payload: msgspec.Raw = msgspec.Raw()


def shown(records: Iterable[RuntimeRecord]) -> list[JsonValue]:
    """Looked at one by one."""
    return [record.to_wire() for record in records if damage_of(record) is None]


def listing(records: Sequence[RuntimeRecord]) -> bytes:
    """The JSON array of `records`."""
    if _are_plain(records):
        return msgspec.json.encode([_quickly(record) for record in records])
    return encode(shown(records)).encode()


def with_records(document: JsonObject, records: Sequence[RuntimeRecord]) -> Answer:
    """`document`, which has members, with its records behind them."""
    return Answer(200, encode(document)[:-1].encode() + b',"records":' + listing(records) + b"}")


def _are_plain(records: Sequence[RuntimeRecord]) -> bool:
    """Whether all are beyond doubt good and have no unknown members. A damaged row can hold anything."""
    certain = set(map(type, chain.from_iterable(map(_TEXTS, records))))
    possible = set(map(type, chain.from_iterable(map(_PERHAPS, records))))
    if not certain <= {str} or not possible <= {str, type(None)}:
        return False
    if any(record.envelope_text is not None for record in records):
        return False
    if not are_common(record.created_at for record in records):
        return False
    texts = ",".join([record.payload_text for record in records])
    try:
        return len(_whole.decode(f"[{texts}]")) == len(records)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False


def _quickly(record: RuntimeRecord) -> _Shown:
    unset = msgspec.UNSET
    return _Shown(
        record.id,
        record.session_id,
        record.seq,
        unset if record.scene_id is None else record.scene_id,
        unset if record.action_index is None else record.action_index,
        unset if record.sub_anchor is None else record.sub_anchor,
        record.created_at,
        msgspec.Raw(record.payload_text),
    )
