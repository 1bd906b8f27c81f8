"""OpenMAIC runtime dumps: sessions and records in one JSON object, a JSON list, or NDJSON.

Nothing is written here. Every part is checked on its own, so that one that is damaged can be reported with
its place and the rest still lands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias, TypeVar

import msgspec

from satchel.domain.errors import (
    PayloadTooLarge,
    RecordIdConflict,
    SatchelError,
    UnreadableInput,
    ValidationFailed,
    shorten,
)
from satchel.domain.json_value import MAX_RECORD_BYTES, decode, same
from satchel.domain.runtime import JsonObject, content_of, is_newer
from satchel.domain.validation import check_payload, parse_record, parse_session

FORMAT = "openmaic-runtime"
MAX_FILE_BYTES = 256 * 1024 * 1024

_BOM = b"\xef\xbb\xbf"
_PROBED_LINES = 20
_Parts: TypeAlias = Iterable[tuple[str, bytes]]
_Cut = TypeVar("_Cut")


@dataclass(frozen=True, slots=True)
class Found:
    """A whole session of a dump: the wire documents, records in the order of their `seq`."""

    document: JsonObject
    records: list[JsonObject]
    place: str

    @property
    def id(self) -> str:
        return str(self.document["id"])


@dataclass(frozen=True, slots=True)
class Broken:
    """A part of a dump that cannot land: whose it is as far as it says so, and what is wrong where."""

    id: str | None
    records: int
    error: SatchelError
    place: str


@dataclass(slots=True)
class Dump:
    sessions: list[Found] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)


def read_dump_file(path: Path) -> Dump:
    """What is in the file. Raises `UnreadableInput`, `PayloadTooLarge`; sizes are counted while reading."""
    shown = shorten(str(path))
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except IsADirectoryError:
        raise UnreadableInput(f"“{shown}” is a folder. Name the files in it.") from None
    except FileNotFoundError:
        raise UnreadableInput(f"There is no file “{shown}”.") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "its name cannot be one"
        raise UnreadableInput(f"“{shown}” cannot be read ({reason}).") from None
    if len(data) > MAX_FILE_BYTES:
        raise PayloadTooLarge(
            f"“{shown}” is larger than {MAX_FILE_BYTES // 1024**2} MiB. Import it in smaller parts."
        )
    return read_dump(data)


def read_dump(data: bytes) -> Dump:
    """The sessions in `data`, recognised by what it holds. Raises `UnreadableInput` if it is something else."""
    data = data.removeprefix(_BOM)  # editors on Windows put one there; it says nothing
    return _Sorter().sorted(_parts(data))


# --- cutting a file into parts, each with its place ------------------------------------------------


def _parts(data: bytes) -> _Parts:
    start = data.lstrip()[:1]
    if start == b"[":
        return _listed("", _cut(data, list[msgspec.Raw]))
    if start == b"{":
        if _is_ndjson(data):
            return _lines(data)
        members = _cut(data, dict[str, msgspec.Raw])
        if "sessions" in members or "records" in members:
            return [
                part
                for name in ("sessions", "records")
                if name in members
                for part in _listed(f"/{name}", _cut(bytes(members[name]), list[msgspec.Raw], name))
            ]
    raise UnreadableInput(_what_it_is(data))


def _listed(path: str, items: list[msgspec.Raw]) -> Iterator[tuple[str, bytes]]:
    for index, item in enumerate(items):
        yield f"{path}/{index}", bytes(item)


def _lines(data: bytes) -> Iterator[tuple[str, bytes]]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield f"line {number}", line


def _is_ndjson(data: bytes) -> bool:
    """Whether one of the first lines is a session or a record on its own; a first line may be damaged."""
    for line in data.split(b"\n", _PROBED_LINES)[:_PROBED_LINES]:
        try:
            members = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        except (msgspec.MsgspecError, RecursionError):
            continue
        if "sessionId" in members or ("learnerKey" in members and "stageId" in members):
            return True
    return False


def _cut(data: bytes, kind: type[_Cut], member: str | None = None) -> _Cut:
    place = "This file" if member is None else f"The member “{member}” of this file"
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise UnreadableInput(f"{place} is nested too deeply to be a runtime dump.") from None
    except msgspec.ValidationError:
        raise UnreadableInput(f"{place} is not a list of sessions or records.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        reason = str(problem).removeprefix("JSON is malformed: ")
        raise UnreadableInput(f"{place} is not valid JSON: {reason}.") from None


def _what_it_is(data: bytes) -> str:
    if not data.strip():
        return "This file is empty."
    if data.startswith(b"PK\x03\x04"):
        return "This is a ZIP file (a SessionBundle or a course?). This version imports runtime dumps only."
    if data.startswith(b"SQLite format 3\0"):
        return "This is a database. If it is a backup, use “satchel backup restore FILE”."
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "This file is UTF-16 text. Save it as UTF-8 and import it again."
    return "This is not a runtime dump: it holds no list of sessions and no records."


# --- sorting the parts into sessions ---------------------------------------------------------------


@dataclass(slots=True)
class _Entry:
    document: JsonObject
    place: str
    records: list[tuple[JsonObject, str]] = field(default_factory=list)
    fault: tuple[SatchelError, str] | None = None


class _Sorter:
    """Collects sessions and the records that belong to them, in whatever order a file has them."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self._records: list[tuple[JsonObject, str]] = []
        self._dump = Dump()

    def sorted(self, parts: _Parts) -> Dump:
        for place, text in parts:
            try:
                self._take(text, place)
            except SatchelError as error:
                self._dump.broken.append(Broken(None, 0, error, place))
        for document, place in self._records:
            self._assign(document, place)
        for entry in self._entries.values():
            self._conclude(entry)
        return self._dump

    def _take(self, text: bytes, place: str) -> None:
        if len(text) > MAX_RECORD_BYTES + 1024 * 1024:
            raise PayloadTooLarge(f"This part is larger than {MAX_RECORD_BYTES // 1024**2} MiB.")
        document = decode(text)
        if not isinstance(document, dict):
            raise ValidationFailed("This is neither a session nor a record: not a JSON object.")
        if "sessionId" in document:
            self._records.append((document, place))
        elif "learnerKey" in document or "stageId" in document:
            self._take_session(document, place)
        else:
            raise ValidationFailed(
                "This is neither a session nor a record: it names no learner and no session."
            )

    def _take_session(self, document: JsonObject, place: str) -> None:
        name = document.get("id")
        if not isinstance(name, str):
            parse_session(document, keep_version=True)  # says what is wrong
            return
        known = self._entries.get(name)
        if known is None:
            self._entries[name] = _Entry(document, place)
        elif not same(known.document, document):
            known.fault = known.fault or (
                ValidationFailed(
                    f"The file holds two different sessions of the id “{shorten(name)}”."
                ),
                place,
            )

    def _assign(self, document: JsonObject, place: str) -> None:
        owner = document["sessionId"]
        entry = self._entries.get(owner) if isinstance(owner, str) else None
        if entry is not None:
            entry.records.append((document, place))
            return
        error = ValidationFailed(
            f"The record “{shorten(str(document.get('id')))}” belongs to a session "
            f"“{shorten(str(owner))}” that is not in the file."
        )
        self._dump.broken.append(Broken(owner if isinstance(owner, str) else None, 1, error, place))

    def _conclude(self, entry: _Entry) -> None:
        name = str(entry.document["id"])
        if entry.fault is None:
            entry.fault = _first_fault(entry)
        if entry.fault is not None:
            error, place = entry.fault
            self._dump.broken.append(Broken(name, len(entry.records), error, place))
            return
        try:
            records = _in_order(name, entry.records)
        except SatchelError as error:
            self._dump.broken.append(Broken(name, len(entry.records), error, entry.place))
            return
        self._dump.sessions.append(Found(entry.document, records, entry.place))


def _first_fault(entry: _Entry) -> tuple[SatchelError, str] | None:
    """A session lands whole or not at all: a history with a hole in it would be another history."""
    place = entry.place
    try:
        session = parse_session(entry.document, keep_version=True)
        for document, place in entry.records:  # noqa: B007  the place where it stopped is the answer
            record = parse_record(document, session.id)
            if not is_newer(session.runtime_dsl_version):
                check_payload(session.kind, record)
    except SatchelError as error:
        return error, place
    return None


def _in_order(session_id: str, records: list[tuple[JsonObject, str]]) -> list[JsonObject]:
    """Records by `seq`; those without one, in the order of the file. An exact repeat counts once."""
    by_id: dict[str, JsonObject] = {}
    for document, _ in records:
        name = str(document["id"])
        if name not in by_id:
            by_id[name] = document
        elif not same(content_of(by_id[name]), content_of(document)):
            raise RecordIdConflict(session_id, name)
    found = list(by_id.values())
    numbers = [_number(document.get("seq")) for document in found]
    if None in numbers:
        if any(number is not None for number in numbers):
            raise ValidationFailed(
                f"Some records of the session “{shorten(session_id)}” have a `seq` and some have none, "
                "so their order is not known."
            )
        return found
    if len(set(numbers)) != len(numbers):
        raise ValidationFailed(
            f"Two records of the session “{shorten(session_id)}” have the same `seq`."
        )
    order = sorted(zip(numbers, range(len(found)), strict=True))
    return [found[index] for _, index in order]


def _number(seq: object) -> int | None:
    if isinstance(seq, float) and seq.is_integer():
        seq = int(seq)
    return seq if isinstance(seq, int) and not isinstance(seq, bool) and seq >= 0 else None
