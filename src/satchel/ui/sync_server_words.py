"""A server in words: what a test of it found, where its token is kept, how far the clocks are apart."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLocale, QObject, QTimeZone

from satchel.domain.syncing import RemoteFindings, TokenPlace
from satchel.domain.timestamps import is_timestamp, to_datetime
from satchel.ui.messages import words_for
from satchel.ui.relative_time import date_and_time
from satchel.ui.sentences import together
from satchel.ui.widgets.said import BROKEN, CALM, WAITS, WELL, Tone

CLOCK_TOLD: Final = 300
"""Seconds: a difference of the clocks below this is nobody's concern."""


class ServerWords(QObject):
    """Qt's extractor sees plural forms only in `self.tr`."""

    def findings(self, found: RemoteFindings) -> list[tuple[str, Tone]]:
        """Everything a test found, a sentence each; what stands in the way comes first."""
        said: list[tuple[str, Tone]] = []
        if found.fault is not None:
            said.append((words_for(found.fault).sentence, BROKEN))
        if found.reachable and found.kind:
            said.append((self.kind(found), WELL))
        if found.learner_key is not None:
            said.append((self.whose(found.learner_key), WELL))
        if found.token_expires is not None and is_timestamp(found.token_expires):
            said.append((self.expires(found.token_expires), CALM))
        if abs(found.clock_off) > CLOCK_TOLD:
            said.append((self.clock(found.clock_off), WAITS))
        return said

    def kind(self, found: RemoteFindings) -> str:
        """Which server it is."""
        if found.kind == "satchel":
            if found.version:
                return self.tr("This is a Satchel server, version {version}.").format(
                    version=found.version
                )
            return self.tr("This is a Satchel server.")
        if found.kind == "openmaic-shared":
            return self.tr("This is an OpenMAIC server with one token for everybody.")
        return self.tr("This is an OpenMAIC server.")

    def whose(self, learner_key: str) -> str:
        return self.tr("The token is for {learner}.").format(learner=f"\u2068{learner_key}\u2069")

    def expires(self, moment: str) -> str:
        day = date_and_time(to_datetime(moment), QTimeZone.systemTimeZone(), QLocale())
        return self.tr("It holds until {day}.").format(day=f"\u2068{day}\u2069")

    def clock(self, seconds: int) -> str:
        """How far this laptop's clock is off, and that it does no harm."""
        span = self.span(abs(seconds))
        if seconds > 0:
            said = self.tr("This laptop's clock is {span} ahead of the server's.")
        else:
            said = self.tr("This laptop's clock is {span} behind the server's.")
        harmless = self.tr("Order and contents are right all the same; the times shown may be off.")
        return together(said.format(span=span), harmless)

    def span(self, seconds: int) -> str:
        """“7 minutes”, “3 hours”, “366 days”: one unit is enough."""
        if seconds >= 2 * 86_400:
            return self.tr("%n days", "", seconds // 86_400)
        if seconds >= 2 * 3600:
            return self.tr("%n hours", "", seconds // 3600)
        return self.tr("%n minutes", "", seconds // 60)

    def kept(self, place: TokenPlace | None) -> str:
        """Where the token is."""
        if place is TokenPlace.KEYRING:
            return self.tr("A token is kept in this laptop's password store.")
        if place is TokenPlace.FILE:
            return self.tr("A token is kept in a file that whoever uses this account can read.")
        if place is TokenPlace.THIS_RUN:
            return self.tr("A token is known until Satchel is closed, and is asked for again then.")
        return self.tr("No token is kept.")
