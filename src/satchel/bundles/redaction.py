"""Histories made fit to be shown to others: personal details become placeholders, ids keyed pseudonyms.

Pure; nothing is read or written. What is replaced, and what is not:

* Every text in a payload, at any depth. Numbers are no texts. Member names too, save the words of the
  formats themselves (`role`, `content` …): names can carry data, as in `{"scores": {"Amina": 3}}`.
* Ids of sessions, records, stages, scenes and learners, in the envelope, in payload members that are named
  for one, and as UUIDs or known ids in texts. A pseudonym is HMAC-SHA256 of the id with a secret of this
  device, shaped as a UUID (version 8): the same id has the same one in every export, and only who has the
  secret can tell which. A pseudonym of ours is recognised by its second half and stays as it is.
* The stage of sessions without a course stays: everybody has it.
* Titles, device, unknown members, and documents of other programs (an embedding tells its text) are left out.
  Of the `satchel` object only the lineage is left, in pseudonyms, so that forks still find each other.
* Times stay. So do names of people who have no profile here: nobody can know them.
"""

from __future__ import annotations

import hmac
import re
import uuid
from collections import Counter
from collections.abc import Iterable
from typing import Final

from satchel.bundles.foreign.xavier import DOCUMENT, DOCUMENT_TEXT
from satchel.bundles.foreign.xavier import FORMAT as XAVIER
from satchel.bundles.personal import KINDS, UUID, Personal
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import (
    RECORD_MEMBERS,
    SESSION_MEMBERS,
    WORKSPACE_STAGE,
    JsonObject,
)
from satchel.domain.satchel_object import lineage_root
from satchel.domain.validation import MAX_ID_BYTES

ID: Final = "id"
LEAST_SECRET_BYTES: Final = 16

_UUID: Final = re.compile(rf"(?<![0-9A-Za-z\-]){UUID}(?![0-9A-Za-z\-])")
_WORD: Final = re.compile(r"[\w:%.~@+\-]{8,}+")
_SHAPED: Final = re.compile(r"[^\s]{8,}")
_HEAD_BITS, _TAG_BITS = 60, 62

_WHAT_HAS_IDS: Final = (
    "session chatSession chat_session stage scene record message parent parentMessage parent_message "
    "user learner source device conversation attempt document"
)
_ID_MEMBERS: Final = frozenset(
    f"{what}{end}" for what in _WHAT_HAS_IDS.split() for end in ("Id", "_id", "Ids", "_ids")
) | {"learnerKey", "learner_key", "device", "replyTo"}
_PLACES_OF_IDS: Final = (
    "message messages session sessions record records stage stages scene scenes learner user"
)
_OWNERS: Final = frozenset(_PLACES_OF_IDS.split())
"""Members whose objects have an `id` that others refer to."""

_OWNED_IDS: Final = frozenset(f"{owner}/id" for owner in _OWNERS)

_WORDS_OF_FORMATS: Final = (
    "role content phase answers kind type status payloadVersion id title text parts message messages "
    "metadata name value values results result questionId questions correct earned score points attachments "
    "source model size event seconds createdAt updatedAt config toolCalls originalRole data url"
)
_FORMAT_WORDS: Final = frozenset(_WORDS_OF_FORMATS.split())
_ENUMERATED: Final = frozenset(("role", "originalRole", "phase", "kind", "type", "status"))
"""Members that hold words of the format: no names are looked for in them."""


class Redaction:
    """One export's redaction: the same for every session in it.

    `names` are those of the profiles on this device. `ids` are ids that may be spoken of in texts; those of
    a session and its records are known from when they were met.
    """

    def __init__(self, secret: bytes, names: Iterable[str], ids: Iterable[str] = ()) -> None:
        if len(secret) < LEAST_SECRET_BYTES:
            raise ValueError(f"a secret of less than {LEAST_SECRET_BYTES} bytes")
        self._secret = secret
        self._personal = Personal(names)
        self._ids = 0
        self._known = {one for one in ids if _is_telling(one)}

    def report(self) -> dict[str, int]:
        """How often each kind was replaced so far; `id` counts pseudonyms."""
        counts: Counter[str] = self._personal.counts
        return {kind: counts[kind] for kind in KINDS} | {ID: self._ids}

    def session(self, document: JsonObject) -> JsonObject:
        """A session as on the wire, redacted. It must have passed validation."""
        self._know(document, "id", "stageId", "learnerKey")
        found = {name: document[name] for name in SESSION_MEMBERS if name in document}
        for name in ("id", "stageId", "learnerKey"):
            found[name] = self.pseudonym(str(found[name]))
        satchel = document.get("satchel")
        if isinstance(satchel, dict) and isinstance(lineage := satchel.get("lineage"), dict):
            parent = lineage.get("parent")
            found["satchel"] = {
                "lineage": {
                    "root": self.pseudonym(lineage_root(satchel, str(document["id"]))),
                    "parent": self.pseudonym(parent) if isinstance(parent, str) else None,
                }
            }
        return found

    def record(self, document: JsonObject) -> JsonObject:
        """A record as on the wire, redacted. It must have passed validation."""
        self._know(document, "id", "sessionId", "sceneId")
        found = {name: document[name] for name in RECORD_MEMBERS if name in document}
        for name in ("id", "sessionId", "sceneId"):
            if name in found:
                found[name] = self.pseudonym(str(found[name]))
        if isinstance(anchor := found.get("subAnchor"), str):
            found["subAnchor"] = self.text(anchor)
            if len(str(found["subAnchor"]).encode()) > MAX_ID_BYTES:
                del found["subAnchor"]
        payload = found["payload"]
        if isinstance(payload, dict) and payload.get("source") == XAVIER:
            payload = {k: v for k, v in payload.items() if k not in (DOCUMENT, DOCUMENT_TEXT)}
        found["payload"] = self.value(payload)
        return found

    def text(self, text: str, *, names: bool = True) -> str:
        """`text` with placeholders and pseudonyms."""
        while True:
            cleaned = _UUID.sub(lambda match: self.pseudonym(match[0]), text)
            if self._known:
                cleaned = _WORD.sub(self._word, cleaned)
            cleaned = self._personal.without(cleaned, names=names)
            if cleaned == text:
                return text
            text = cleaned

    def value(self, value: JsonValue) -> JsonValue:
        """A JSON value with every text in it redacted; the value given is not changed."""
        root: list[JsonValue] = [value]
        pending: list[tuple[list[JsonValue] | JsonObject, int | str, str]] = [(root, 0, "")]
        while pending:
            holder, key, owner = pending.pop()
            item: JsonValue = holder[key]  # type: ignore[index]
            if isinstance(item, str):
                holder[key] = self._member(owner, item)  # type: ignore[index]
            elif isinstance(item, list):
                items = list(item)
                holder[key] = items  # type: ignore[index]
                pending += [(items, number, owner) for number in range(len(items))]
            elif isinstance(item, dict):
                members = self._renamed(item)
                holder[key] = members  # type: ignore[index]
                inside = f"{owner}/" if owner in _OWNERS else ""
                pending += [
                    (members, name, f"{inside}{name}" if name == "id" else name) for name in members
                ]
        return root[0]

    def pseudonym(self, own: str) -> str:
        """What stands for an id in every export of this device."""
        if own in ("", WORKSPACE_STAGE) or self._is_pseudonym(own):
            return own
        self._ids += 1
        digest = hmac.digest(self._secret, b"id\n" + own.encode(), "sha256")
        head = int.from_bytes(digest[:8], "big") >> (64 - _HEAD_BITS)
        return _shaped(head, self._tag(head))

    def _is_pseudonym(self, text: str) -> bool:
        if len(text) != 36 or text[14] != "8" or _UUID.fullmatch(text) is None:
            return False
        value = uuid.UUID(text).int
        head = (value >> 80) << 12 | (value >> 64) & 0xFFF
        return text == _shaped(head, self._tag(head))

    def _tag(self, head: int) -> int:
        digest = hmac.digest(self._secret, b"tag\n" + head.to_bytes(8, "big"), "sha256")
        return int.from_bytes(digest[:8], "big") >> (64 - _TAG_BITS)

    def _know(self, document: JsonObject, *names: str) -> None:
        for name in names:
            if isinstance(own := document.get(name), str) and _is_telling(own):
                self._known.add(own)

    def _word(self, match: re.Match[str]) -> str:
        word = match[0].rstrip(".:")
        if word not in self._known:
            return match[0]
        return self.pseudonym(word) + match[0][len(word) :]

    def _member(self, owner: str, text: str) -> str:
        if owner in _ID_MEMBERS or (owner.partition("/")[0] in _OWNERS and owner.endswith("/id")):
            return self.pseudonym(text)
        return self.text(text, names=owner not in _ENUMERATED)

    def _renamed(self, item: JsonObject) -> JsonObject:
        """The members under redacted names; two that would be the same are told apart by a number."""
        names = {name: self._name(name) for name in item}
        taken = {name for name, new in names.items() if name == new}
        found: JsonObject = {}
        for name, new in names.items():
            free = new if name == new else _free(new, taken)
            taken.add(free)
            found[free] = item[name]
        return found

    def _name(self, name: str) -> str:
        if name in _FORMAT_WORDS or name in _ID_MEMBERS:
            return name
        return self.text(name)


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def _shaped(head: int, tag: int) -> str:
    """A UUID of version 8 (RFC 9562): a layout of one's own."""
    return str(uuid.UUID(int=(head >> 12) << 80 | 8 << 76 | (head & 0xFFF) << 64 | 2 << 62 | tag))


def _is_telling(own: str) -> bool:
    """Whether an id cannot be an ordinary word or number, so that it may be looked for in texts."""
    return (
        own != WORKSPACE_STAGE
        and _SHAPED.fullmatch(own) is not None
        and any(character in own for character in ":%_0123456789")
        and any(character.isalpha() for character in own)
    )
