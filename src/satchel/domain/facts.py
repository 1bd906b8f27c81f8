"""Working memory as values: what is known in a session, pinned by a person or bound by its records.

Kept as the `facts` field of the `satchel` object: a list, in the order in which it is told. Entries that this
version does not know are kept as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import chain, count
from typing import Final, TypeAlias

from satchel.domain.errors import NotFound, ValidationFailed, shorten
from satchel.domain.json_value import JsonValue, text_fault
from satchel.domain.merge import canonical
from satchel.domain.runtime import JsonObject

NOTE: Final = "note"
SCENE: Final = "scene"
QUESTION: Final = "question"
COURSE: Final = "course"
LEARNER: Final = "learner"
FOREIGN: Final = "foreign"
BINDINGS: Final = (COURSE, SCENE, QUESTION, LEARNER)

MAX_FACTS: Final = 64
MAX_FACT_LENGTH: Final = 500
_MEMBERS: Final = ("id", "kind", "text", "pinned", "ref", "recordId", "forgotten")


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is known. What records bind has an id made of its kind, and is bound anew by later ones."""

    id: str
    kind: str
    text: str
    """One line; what a pack says."""
    pinned: bool
    """By a person; then records do not change it."""
    ref: str | None = None
    """The id of the scene, question, course or learner."""
    record_id: str | None = None
    """The record that bound it."""
    forgotten: bool = False
    """A binding a person did not want: it does not come back for the same `ref`, and is not told."""
    kept: JsonValue = field(default=None, compare=False, repr=False)
    """The stored entry, with whatever this version does not know."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A person's own words."""

    text: str


@dataclass(frozen=True, slots=True)
class Keep:
    """Makes a binding a pinned fact."""

    fact_id: str


@dataclass(frozen=True, slots=True)
class Reword:
    fact_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """To another place among the facts that are told, counted from 0."""

    fact_id: str
    place: int


@dataclass(frozen=True, slots=True)
class Forget:
    fact_id: str


FactChange: TypeAlias = Pin | Keep | Reword | Move | Forget


def read_facts(value: JsonValue) -> tuple[Fact, ...]:
    """The facts in a stored list, unknown entries as `FOREIGN`. Never raises; ids are made distinct.

    What has no id of its own, or shares it, gets one of its content, never of its place: another window may have
    moved it.
    """
    entries = value if isinstance(value, list) else []
    read = [_read(entry) for entry in entries]
    often = Counter(fact.id for fact in read)
    found: dict[str, Fact] = {}
    for entry, fact in zip(entries, read, strict=True):
        named = fact.id if often[fact.id] == 1 else f"{fact.id}#{_digest(entry)}"
        alike = (f"{named}.{number}" for number in count(2))
        one_id = next(one for one in chain([named], alike) if one not in found)
        found[one_id] = replace(fact, id=one_id)
    return tuple(found.values())


def stored_facts(facts: Iterable[Fact]) -> list[JsonValue]:
    """`facts` as the list that is kept."""
    return [_stored(fact) for fact in facts]


def told(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Those that are shown and packed."""
    return tuple(fact for fact in facts if not fact.forgotten)


def with_bindings(facts: Sequence[Fact], bound: Iterable[Fact]) -> tuple[Fact, ...]:
    """`facts` with what records bind now: in the place of what they bound before, else behind the others.

    What a person pinned or forgot of the same thing stays as it is.
    """
    result = list(facts)
    for fact in bound:
        place = next(
            (i for i, one in enumerate(result) if one.kind == fact.kind and not _settled(one)), None
        )
        if any(one.kind == fact.kind and one.ref == fact.ref and _settled(one) for one in result):
            if place is not None:
                del result[place]
        elif place is not None:
            result[place] = replace(fact, id=result[place].id, kept=result[place].kept)
        elif any(one.id == fact.id for one in result):
            result.append(replace(fact, id=f"{fact.id}:{fact.ref}"))
        else:
            result.append(fact)
    return tuple(result)


def changed(facts: Sequence[Fact], change: FactChange, new_id: str) -> tuple[Fact, ...]:
    """`facts` after `change`. Raises `NotFound`, and `ValidationFailed` where a text or the number is too much."""
    if isinstance(change, Pin):
        check_room(facts)
        return (*facts, Fact(new_id, NOTE, check_fact(change.text), pinned=True))
    place = _place(facts, change.fact_id)
    fact, others = facts[place], [*facts[:place], *facts[place + 1 :]]
    if isinstance(change, Move):
        shown = [place for place, one in enumerate(others) if not one.forgotten]
        before = shown[max(0, change.place) :]
        others.insert(before[0] if before else len(others), fact)
        return tuple(others)
    if isinstance(change, Forget):
        if fact.kind not in BINDINGS:
            return tuple(others)
        fact = replace(fact, forgotten=True, pinned=False)
    elif fact.kind == FOREIGN:
        raise ValidationFailed(
            "This entry was made by another program. It can be moved or forgotten, not changed."
        )
    elif isinstance(change, Reword):
        fact = replace(fact, text=check_fact(change.text), pinned=True)
    else:
        check_room(facts)
        fact = replace(fact, pinned=True)
    return _few_forgotten((*facts[:place], fact, *facts[place + 1 :]))


def check_fact(text: str) -> str:
    """`text` on one line. Raises `ValidationFailed` if nothing is left or it is too long."""
    if reason := text_fault(text):
        raise ValidationFailed(f"This note holds {reason}. Type it again.")
    line = " ".join(text.split())
    if not line:
        raise ValidationFailed("The note is empty. Write what is to be remembered.")
    if len(line) > MAX_FACT_LENGTH:
        raise ValidationFailed(
            f"The note is longer than {MAX_FACT_LENGTH} characters. Make it shorter, or pin two."
        )
    return line


def _settled(fact: Fact) -> bool:
    return fact.pinned or fact.forgotten


def _place(facts: Sequence[Fact], fact_id: str) -> int:
    for place, fact in enumerate(facts):
        if fact.id == fact_id:
            return place
    raise NotFound(f"There is no fact “{shorten(fact_id)}” here any more. Look at the list again.")


def check_room(facts: Sequence[Fact]) -> None:
    """Raises `ValidationFailed` where no further fact can be pinned."""
    if sum(fact.pinned for fact in facts) >= MAX_FACTS:
        raise ValidationFailed(
            f"A session remembers {MAX_FACTS} facts at most. Forget one that is no longer needed."
        )


def _few_forgotten(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Without the bindings that were forgotten longest ago, where there are many."""
    too_many = sum(fact.forgotten for fact in facts) - MAX_FACTS
    kept: list[Fact] = []
    for fact in facts:
        if fact.forgotten and too_many > 0:
            too_many -= 1
        else:
            kept.append(fact)
    return tuple(kept)


def _read(entry: JsonValue) -> Fact:
    if isinstance(entry, dict):
        kind, text = entry.get("kind"), entry.get("text")
        own_id, ref, record_id = entry.get("id"), entry.get("ref"), entry.get("recordId")
        if (
            kind in (NOTE, *BINDINGS)
            and isinstance(text, str)
            and isinstance(own_id, str)
            and isinstance(ref, str | None)
            and isinstance(record_id, str | None)
        ):
            pinned, forgotten = entry.get("pinned") is not False, entry.get("forgotten") is True
            line = " ".join(text.split())[: 2 * MAX_FACT_LENGTH]
            return Fact(own_id, str(kind), line, pinned, ref, record_id, forgotten, entry)
    if isinstance(entry, str) and (line := " ".join(entry.split())[: 2 * MAX_FACT_LENGTH]):
        return Fact(f"foreign-{_digest(entry)}", FOREIGN, line, pinned=True, kept=entry)
    return Fact(f"foreign-{_digest(entry)}", FOREIGN, "", pinned=True, kept=entry)


def _digest(entry: JsonValue) -> str:
    return sha256(canonical(entry)).hexdigest()[:12]  # however its members are ordered


def _stored(fact: Fact) -> JsonValue:
    if fact.kind == FOREIGN:
        return fact.kept
    known: JsonObject = {"id": fact.id, "kind": fact.kind, "text": fact.text, "pinned": fact.pinned}
    if fact.ref is not None:
        known["ref"] = fact.ref
    if fact.record_id is not None:
        known["recordId"] = fact.record_id
    if fact.forgotten:
        known["forgotten"] = True
    if isinstance(fact.kept, dict):
        return known | {name: part for name, part in fact.kept.items() if name not in _MEMBERS}
    return known
