"""The `satchel` object: what Satchel knows of a session beside the public contract.

Each field is `{value, rev, device}`; between two copies the higher `(rev, device)` wins, field by field; where two
copies of one profile gave the same twice, the value decides, so that all choose alike. Unknown members are kept.
Values stay plain JSON; nothing here changes its arguments.
"""

from __future__ import annotations

from typing import cast

from satchel.domain.errors import ValidationFailed
from satchel.domain.json_value import JsonValue, same, text_fault
from satchel.domain.merge import canonical
from satchel.domain.runtime import JsonObject
from satchel.domain.timestamps import is_timestamp

FIELDS = ("title", "pinned", "expiresAt", "facts")
MAX_TITLE = 500
_NO_FIELD = -1, ""


def fresh(session_id: str, title: str, rev: int, device: str) -> JsonObject:
    """The object of a session that starts here and has no ancestor."""
    return {
        "title": field(title, rev, device),
        "pinned": field(False, rev, device),
        "expiresAt": field(None, rev, device),
        "facts": field([], rev, device),
        "lineage": {"root": session_id, "parent": None},
        "provenance": None,
    }


def field(value: JsonValue, rev: int, device: str) -> JsonObject:
    return {"value": value, "rev": rev, "device": device}


def value_of(satchel: JsonObject, name: str) -> JsonValue:
    """The value of a field; None where it is absent."""
    found = satchel.get(name)
    return found.get("value") if isinstance(found, dict) else None


def title_of(satchel: JsonObject) -> str:
    return cast(str, value_of(satchel, "title") or "")


def expires_at_of(satchel: JsonObject) -> str | None:
    """When its time is over; None: never."""
    found = value_of(satchel, "expiresAt")
    return found if isinstance(found, str) else None


def lineage_root(satchel: JsonObject, session_id: str) -> str:
    """The first ancestor's id; the session's own where it has none."""
    lineage = satchel.get("lineage")
    root = lineage.get("root") if isinstance(lineage, dict) else None
    return root if isinstance(root, str) and root else session_id


def highest_rev(satchel: JsonObject) -> int:
    """The highest revision seen in any field: the next one given here must be above it."""
    revs = [part.get("rev") for name in FIELDS if isinstance(part := satchel.get(name), dict)]
    return max((rev for rev in revs if isinstance(rev, int)), default=0)


def fork(
    satchel: JsonObject,
    *,
    parent: str,
    root: str,
    provenance: JsonObject | None,
    rev: int,
    device: str,
) -> JsonObject:
    """The object of a parted copy: its fields get a revision of this device, its lineage says from whom it parted."""
    fields = {
        name: field(part.get("value"), rev, device)
        for name in FIELDS
        if isinstance(part := satchel.get(name), dict)
    }
    return {
        **satchel,
        **fields,
        "lineage": {"root": root, "parent": parent},
        "provenance": provenance,
    }


def merged(here: JsonObject, arriving: JsonObject) -> JsonObject:
    """Field by field the higher `(rev, device)`; everything else as it is here."""
    newer = {
        name: part
        for name in FIELDS
        if isinstance(part := arriving.get(name), dict) and _stands_against(part, here.get(name))
    }
    return {**here, **newer}


def merged_unknown(here: JsonObject, arriving: JsonObject) -> JsonObject:
    """What of the members no version up to this one knows stands where both are kept in one place.

    Those that look like fields are merged as fields are; of the others what is here stays, what is missing comes.
    """
    known = (*FIELDS, "lineage", "provenance")
    return {
        name: part
        for name, part in arriving.items()
        if name not in known
        and (name not in here or (_is_field(here[name]) and _stands_against(part, here[name])))
    }


def is_newer_than(here: JsonObject, there: JsonObject) -> bool:
    """Whether any field of `here` would stand against that of `there`."""
    return any(_stands_against(here.get(name), there.get(name)) for name in FIELDS)


def _stands_against(part: JsonValue, other: JsonValue) -> bool:
    mine, theirs = _order(part), _order(other)
    if mine != theirs or not isinstance(part, dict) or not isinstance(other, dict):
        return mine > theirs
    value, against = part.get("value"), other.get("value")
    return not same(value, against) and canonical(value) > canonical(against)


def _is_field(part: JsonValue) -> bool:
    return _order(part) > _NO_FIELD


def _order(part: JsonValue) -> tuple[int, str]:
    if not isinstance(part, dict):
        return _NO_FIELD
    rev, device = part.get("rev"), part.get("device")
    return (rev, device) if isinstance(rev, int) and isinstance(device, str) else _NO_FIELD


def check(satchel: object) -> JsonObject:
    """`satchel` if it is such an object. Raises `ValidationFailed` with the first fault."""
    if not isinstance(satchel, dict):
        raise ValidationFailed("The `satchel` member must be an object.")
    for name in FIELDS:
        if name not in satchel:
            continue
        part = satchel[name]
        if not isinstance(part, dict) or "value" not in part:
            raise ValidationFailed(
                f"`satchel.{name}` must be an object with value, rev and device."
            )
        rev, device = part.get("rev"), part.get("device")
        if not isinstance(rev, int) or isinstance(rev, bool) or not 0 <= rev < 2**53:
            raise ValidationFailed(f"`satchel.{name}.rev` must be a whole number from 0.")
        if not isinstance(device, str) or text_fault(device):
            raise ValidationFailed(f"`satchel.{name}.device` must be a string.")
        if not _VALUE_RULES[name](part["value"]):
            raise ValidationFailed(f"`satchel.{name}.value` is not what a {name} can be.")
    return satchel


def check_title(title: str) -> str:
    """`title`, trimmed and on one line. Raises `ValidationFailed` if nothing is left or it is too long."""
    if reason := text_fault(title):
        raise ValidationFailed(f"The title holds {reason}. Type it again.")
    line = " ".join(title.split())
    if not line:
        raise ValidationFailed("The title is empty. Give the session a name.")
    if len(line) > MAX_TITLE:
        raise ValidationFailed(
            f"The title is longer than {MAX_TITLE} characters. Choose a shorter one."
        )
    return line


_VALUE_RULES = {
    "title": lambda value: isinstance(value, str),
    "pinned": lambda value: isinstance(value, bool),
    "expiresAt": lambda value: value is None or is_timestamp(value),
    "facts": lambda value: isinstance(value, list),
}
