"""Whose export a file is, told by what is in it and never by its name, and the sessions in it."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, Final

from satchel.bundles.foreign import (
    ai_studio,
    archive,
    chatgpt,
    claude,
    grok,
    lm_studio,
    open_webui,
    pieces,
    xavier,
)
from satchel.bundles.foreign.conversation import Conversation, Terms, landed
from satchel.bundles.foreign.pieces import Piece
from satchel.bundles.foreign.shape import Damaged
from satchel.bundles.format import MAX_SESSIONS
from satchel.bundles.runtime_dump import FORMAT as RUNTIME_DUMP
from satchel.bundles.runtime_dump import MAX_FILE_BYTES, Broken, Dump, Found, read_dump
from satchel.domain.errors import (
    PayloadTooLarge,
    SatchelError,
    UnreadableInput,
    ValidationFailed,
    shorten,
)
from satchel.domain.json_value import JsonValue, encode
from satchel.domain.runtime import JsonObject

FORMATS: Final = (
    xavier.FORMAT,
    chatgpt.FORMAT,
    claude.FORMAT,
    open_webui.FORMAT,
    grok.FORMAT,
    lm_studio.FORMAT,
    ai_studio.FORMAT,
)

_BOM: Final = b"\xef\xbb\xbf"
_PROBED: Final = 20


@dataclass(slots=True)
class Recognised:
    """What is in a file, and which program's export it is: one of `FORMATS`, or a runtime dump.

    A session can come twice, in different lengths, if the file holds it twice.
    """

    format: str
    dump: Dump = field(default_factory=Dump)


@dataclass(frozen=True, slots=True)
class _Reader:
    name: str
    matches: Callable[[JsonObject], bool]
    read: Callable[[JsonObject, Terms, str], Found]


def read_file(path: Path, terms: Terms) -> Recognised:
    """The sessions in a file of any of these formats, or a runtime dump: JSON, NDJSON, or a ZIP of JSON files.

    Raises `UnreadableInput` where it is none of them, `PayloadTooLarge`; what is damaged inside is in the answer.
    """
    shown = shorten(str(path))
    try:
        with path.open("rb") as stream:
            return read_stream(stream, terms)
    except IsADirectoryError:
        raise UnreadableInput(f"“{shown}” is a folder. Name the files in it.") from None
    except FileNotFoundError:
        raise UnreadableInput(f"There is no file “{shown}”.") from None
    except OSError as problem:
        reason = problem.strerror or "the system gave no reason"
        raise UnreadableInput(f"“{shown}” cannot be read ({reason}).") from None
    except ValueError:
        raise UnreadableInput(f"“{shown}” cannot be read (its name cannot be one).") from None


def read_bytes(data: bytes, terms: Terms) -> Recognised:
    """As `read_file`, of what is in memory."""
    return read_stream(io.BytesIO(data), terms)


def read_stream(stream: BinaryIO, terms: Terms) -> Recognised:
    """As `read_file`, of an open file that can be wound back."""
    head = stream.read(len(archive.MAGIC))
    stream.seek(0)
    if head == archive.MAGIC:
        return _read_archive(stream, terms)
    data = stream.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise PayloadTooLarge(
            f"This file is larger than {MAX_FILE_BYTES // 1024**2} MiB. Import it in smaller parts."
        )
    data = data.removeprefix(_BOM)
    name = format_of(data)
    if name is None:
        return Recognised(RUNTIME_DUMP, read_dump(data))
    found = _Collection(name)
    found.take(_pieces(data), terms)
    return found.result


def format_of(data: bytes) -> str | None:
    """The format of the first of these JSON texts that can be told; None if none of the first can."""
    for _, text in islice(_pieces(data.removeprefix(_BOM)), _PROBED):
        try:
            reader = _reader_of(pieces.value(text))
        except SatchelError:
            continue
        if reader is not None:
            return reader.name
    return None


def _read_archive(stream: BinaryIO, terms: Terms) -> Recognised:
    """Entries that are something else (settings, feedback) are passed over; those that cannot be read are
    told if the file turns out to be an export."""
    found: _Collection | None = None
    unread: list[Broken] = []
    for name, content in archive.entries(stream):
        if isinstance(content, SatchelError):
            unread.append(Broken(None, 0, content, shorten(name)))
            continue
        data = content.removeprefix(_BOM)
        known = format_of(data)
        if known is None:
            continue
        found = found or _Collection(known)
        found.take(_pieces(data), terms, f"{shorten(name)} ")
    if found is None:
        if unread:
            raise unread[0].error
        raise UnreadableInput(
            "This ZIP file holds no conversations that are known here. Choose the file as the other "
            "program exported it."
        )
    found.result.dump.broken += unread
    return found.result


def _pieces(data: bytes) -> Iterator[Piece]:
    start = data.lstrip()[:1]
    if start == b"[":
        yield from pieces.listed(data)
    elif start == b"{":
        if pieces.is_lines(data):
            yield from pieces.lines(data)
            return
        inside = pieces.members(data).get("conversations")
        if inside is not None and inside.lstrip()[:1] == b"[":
            yield from pieces.listed(inside, "/conversations")
        else:
            yield "", data


class _Collection:
    """Collects what was found; a damaged conversation is told, and the others land."""

    def __init__(self, name: str) -> None:
        self.result = Recognised(name)
        self._met: set[bytes] = set()
        self._full = False

    def take(self, found: Iterable[Piece], terms: Terms, before: str = "") -> None:
        dump = self.result.dump
        for place, text in found:
            if self._full:
                return
            shown = before + (place or "/")
            if len(dump.sessions) >= MAX_SESSIONS:
                self._full = True
                error = PayloadTooLarge(
                    f"The file holds more than {MAX_SESSIONS:,} conversations. The rest was left out; "
                    "import it in smaller parts."
                )
                dump.broken.append(Broken(None, 0, error, shown))
                return
            try:
                session = _landed(text, terms, place)
            except Damaged as damage:
                dump.broken.append(Broken(None, 0, damage, before + (damage.place or "/")))
            except SatchelError as error:
                dump.broken.append(Broken(None, 0, error, shown))
            else:
                session = Found(session.document, session.records, shown)
                if self._is_new(session):
                    dump.sessions.append(session)

    def _is_new(self, session: Found) -> bool:
        """An exact repeat counts once."""
        digest = hashlib.sha256()
        for document in chain((session.document,), session.records):
            digest.update(encode(document).encode())
        known = digest.digest() in self._met
        self._met.add(digest.digest())
        return not known


def _landed(text: bytes, terms: Terms, place: str) -> Found:
    item = pieces.value(text)
    reader = _reader_of(item)
    if reader is None or not isinstance(item, dict):
        raise ValidationFailed("This is no conversation that is known here, so it was left out.")
    return reader.read(item, terms, place)


def _reader_of(item: JsonValue) -> _Reader | None:
    if not isinstance(item, dict):
        return None
    return next((reader for reader in _READERS if reader.matches(item)), None)


def _chat(
    of: Callable[[JsonObject, str], Conversation],
) -> Callable[[JsonObject, Terms, str], Found]:
    return lambda item, terms, place: landed(of(item, place), terms, place)


_READERS: Final = (
    _Reader(xavier.FORMAT, xavier.matches, xavier.read),
    _Reader(chatgpt.FORMAT, chatgpt.matches, _chat(chatgpt.conversation)),
    _Reader(claude.FORMAT, claude.matches, _chat(claude.conversation)),
    _Reader(open_webui.FORMAT, open_webui.matches, _chat(open_webui.conversation)),
    _Reader(grok.FORMAT, grok.matches, _chat(grok.conversation)),
    _Reader(lm_studio.FORMAT, lm_studio.matches, _chat(lm_studio.conversation)),
    _Reader(ai_studio.FORMAT, ai_studio.matches, _chat(ai_studio.conversation)),
)
