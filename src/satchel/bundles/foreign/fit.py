"""Texts made fit for the domain: what no database keeps is replaced, the rest stays as it is."""

from __future__ import annotations

import re

from satchel.domain.json_value import MAX_RECORD_BYTES, encode, text_fault
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import MAX_TITLE

REPLACEMENT = "\ufffd"
_CUT = "\n[…]"
_ROOM = MAX_RECORD_BYTES - 64 * 1024  # for the rest of the record
_DATA = r"data:image/[\w.+-]{1,80};base64,[A-Za-z0-9+/=]*+"
_IMAGE = re.compile(rf"!\[[^\[\]]{{0,200}}\]\(\s?{_DATA}\s?\)|{_DATA}", re.IGNORECASE)


def fit_text(text: str) -> str:
    """`text` with U+FFFD for every NUL and every half of a character."""
    if text_fault(text) is None:
        return text
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\0", REPLACEMENT)


def fit_title(text: str) -> str:
    """`text` as a title: one line, printable, not too long; empty where nothing is left."""
    plain = fit_text(text[: MAX_TITLE * 8])
    line = " ".join("".join(c if c.isprintable() else " " for c in plain).split())
    return line if len(line) <= MAX_TITLE else line[: MAX_TITLE - 1].rstrip() + "…"


def without_image_data(text: str) -> str:
    """`text` with a word in place of images that are written out in it: nobody reads those megabytes."""
    return _IMAGE.sub("[Image]", text) if ";base64," in text else text


def fit_payload(payload: JsonObject) -> JsonObject:
    """`payload`, made smaller if it is too large for a record: texts of attachments go first, then the end
    of the message itself."""
    if _bytes(payload) <= _ROOM:
        return payload
    attachments = payload.get("attachments")
    if isinstance(attachments, list):
        names: JsonObject = {
            "attachments": [
                {key: part for key, part in one.items() if key != "text"}
                for one in attachments[:1000]
                if isinstance(one, dict)
            ]
        }
        payload = payload | names
    content = str(payload["content"])
    while (size := _bytes(payload)) > _ROOM and content:
        content = content[: int(len(content) * min(0.95, _ROOM / size))]
        payload = payload | {"content": content + _CUT}
    return payload


def _bytes(payload: JsonObject) -> int:
    return len(encode(payload).encode())
