"""What was saved from a damaged database, and what is missing: for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass, field

from satchel.domain.errors import shorten

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Gap:
    """The numbers of a session's records that could not be saved, as they were: first and last of each stretch."""

    session_id: str
    title: str
    ranges: tuple[tuple[int, int], ...]

    @property
    def count(self) -> int:
        return sum(last - first + 1 for first, last in self.ranges)


@dataclass(frozen=True, slots=True)
class Salvaged:
    """The outcome of a repair. Nothing of the damaged file is gone: it is kept."""

    sessions: int = 0
    records: int = 0
    drafts: int = 0
    gaps: tuple[Gap, ...] = ()
    """Sessions with records missing. Those that are left are numbered anew from 0, in their order."""
    revived: tuple[str, ...] = ()
    """Sessions whose own row was damaged: put together again around their records."""
    lost: tuple[str, ...] = ()
    """Sessions of which nothing but the id is left."""
    refused: int = 0
    """Rows that were there and hold no sense any more."""
    examples: tuple[str, ...] = ()
    """The first few of them, in words."""
    pages: int = 0
    """Parts of the file that could not be read."""
    notes: tuple[str, ...] = field(default=())
    """Whatever else should be known, as sentences."""
    kept: str = ""
    """Where the damaged file is now."""

    @property
    def complete(self) -> bool:
        """Whether there is no sign that anything is missing."""
        return not (self.gaps or self.revived or self.lost or self.refused or self.notes)

    def sentences(self) -> list[str]:
        """The report, the most important first."""
        told = [
            f"Saved: {_counted(self.sessions, 'session')} with {_counted(self.records, 'record')}"
            + (f" and {_counted(self.drafts, 'draft')}." if self.drafts else ".")
        ]
        if self.complete:
            told.append("Nothing is missing, as far as can be told.")
        for gap in self.gaps[:_SHOWN]:
            told.append(
                f"Missing in “{shorten(gap.title or gap.session_id)}”: "
                f"{_counted(gap.count, 'record')} (number {_stretches(gap.ranges)}). "
                "The others are numbered anew, in their order."
            )
        if len(self.gaps) > _SHOWN:
            told.append(f"Records are missing in {len(self.gaps) - _SHOWN} more sessions.")
        if self.revived:
            told.append(
                f"Of {_some('session', self.revived)} the title or other details could not be read; "
                "the records are there."
            )
        if self.lost:
            told.append(f"Nothing but the id is left of {_some('session', self.lost)}.")
        if self.refused:
            told.append(
                f"{_counted(self.refused, 'row')} made no sense and stayed behind: "
                f"{'; '.join(self.examples)}."
            )
        told += self.notes
        if self.kept:
            told.append(f"The damaged file is kept as “{self.kept}”.")
        return told

    def document(self) -> dict[str, object]:
        """For programs."""
        return {
            "sessions": self.sessions,
            "records": self.records,
            "drafts": self.drafts,
            "complete": self.complete,
            "gaps": [
                {"session": gap.session_id, "missing": [list(one) for one in gap.ranges]}
                for gap in self.gaps
            ],
            "revived": list(self.revived),
            "lost": list(self.lost),
            "refused": self.refused,
            "unreadablePages": self.pages,
            "notes": list(self.notes),
            "kept": self.kept,
        }


def _stretches(ranges: tuple[tuple[int, int], ...]) -> str:
    shown = [str(a) if a == b else f"{a}–{b}" for a, b in ranges[:_SHOWN]]
    return ", ".join(shown) + (" and more" if len(ranges) > _SHOWN else "")


def _some(what: str, names: tuple[str, ...]) -> str:
    shown = ", ".join(f"“{shorten(name)}”" for name in names[:3])
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"the {what}{'s' if len(names) > 1 else ''} {shown}{more}"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
