"""What arrives, and what can become of it: the words the outcome table of the SessionBundle format uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from satchel.domain.runtime import JsonObject

CREATED: Final = "created"
UNCHANGED: Final = "unchanged"
EXTENDED: Final = "extended"
FORKED: Final = "forked"
RESTORED: Final = "restored"
DELETED: Final = "deleted"


class Arrival(Protocol):
    """A session as some file has it. Records come in order and can be read more than once."""

    @property
    def document(self) -> JsonObject:
        """As on the wire."""
        ...

    @property
    def satchel(self) -> JsonObject | None:
        """The `satchel` object; None where the format has none."""
        ...

    @property
    def provenance(self) -> JsonObject | None:
        """Where it comes from, for a session that has to take another id: `{bundle, exportedAt, device}`."""
        ...

    def records(self) -> Iterator[JsonObject]: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes, or became, of an arriving session."""

    outcome: str
    session_id: str
    """Under which id it is here, or would be."""
    records: int
    """How many arrived."""
    adds: int
    """How many of them are new here."""
    common: int
    """How many both begin with, for one that parted."""
