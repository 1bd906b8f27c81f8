"""The state of sync in words: the chip of the status bar, and the title and sentence of the page behind it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from satchel.domain.syncing import ASK_WHOSE_WORK, SyncPhase
from satchel.ui.messages import words_for
from satchel.ui.sync_news import SyncNews

GOOD, CALM, WAITS = "ok", "ink2", "warn"
"""Tones, named as roles of the theme."""


@dataclass(frozen=True, slots=True)
class SyncFact:
    """What the chip shows: words, the same in a word or two, what they mean, an icon and a tone."""

    text: str
    short: str
    meaning: str
    icon: str
    tone: str


class SyncWords(QObject):
    """Qt's extractor sees plural forms only in `self.tr`."""

    def fact(self, news: SyncNews) -> SyncFact:
        if news.attention:
            return self._attention(news)
        if news.running:
            return self._running(news)
        return self._resting(news)

    def title(self, news: SyncNews) -> str:
        """What the page says first."""
        if news.running:
            return self._running(news).text
        if news.locked_out:
            return self.tr("The password store is locked")
        if news.status.phase is SyncPhase.SIGN_IN:
            return self.tr("Sign in again")
        return self._resting(news).text

    def sentence(self, news: SyncNews) -> str:
        """Why it is so, and what happens next."""
        status, phase = news.status, news.status.phase
        if news.running:
            return self.tr("You can go on working. Nothing waits for it.")
        if phase is SyncPhase.SIGN_IN:
            if status.error is not None:
                return words_for(status.error).sentence
            return self.tr(
                "The server does not know this laptop's token, or not any more. Everything is kept here "
                "and goes out when somebody signs in."
            )
        if phase is SyncPhase.ASKING:
            return self.tr("Nothing is sent or fetched until somebody answers. Nothing is lost.")
        if status.error is not None and phase in (SyncPhase.OFFLINE, SyncPhase.ERROR):
            return words_for(status.error).sentence
        return self._resting(news).meaning

    def waiting(self, n: int) -> str:
        """“Nothing”, “1 change”, “12 changes”."""
        if n == 0:
            return self.tr("Nothing. Everything from this laptop is on the server.")
        return self.tr("1 change") if n == 1 else self.tr("%n changes", "", n)

    def things(self, n: int) -> str:
        if n == 1:
            return self.tr("1 thing needs attention")
        return self.tr("%n things need attention", "", n)

    def more(self, n: int) -> str:
        if n == 1:
            return self.tr("1 more is listed when these are mended.")
        return self.tr("%n more are listed when these are mended.", "", n)

    def _attention(self, news: SyncNews) -> SyncFact:
        meaning = self.tr("Something needs a hand. Nothing you wrote is lost.")
        if news.attention > 1 or news.status.parked or news.copies or news.status.moved:
            text, short = self.things(news.attention), self._short_things(news.attention)
            return SyncFact(text, short, meaning, "warning", WAITS)
        if news.status.question is not None:
            text, short = self._question(news), self.tr("A question")
            return SyncFact(text, short, meaning, "info", WAITS)
        text = self.title(news)
        return SyncFact(text, self.tr("Sign in"), self.sentence(news), "key", WAITS)

    def _question(self, news: SyncNews) -> str:
        question = news.status.question
        if question is not None and question.kind == ASK_WHOSE_WORK:
            return self.tr("Whose work is this?")
        return self.tr("A question about the server")

    def _short_things(self, n: int) -> str:
        return self.tr("1 thing") if n == 1 else self.tr("%n things", "", n)

    def _running(self, news: SyncNews) -> SyncFact:
        status = news.status
        if news.stage == "push" and status.total:
            done = min(status.done + 1, status.total)
            text = self.tr("Sending {done} of {total}…").format(done=done, total=status.total)
        elif news.stage == "pull":
            text = self.tr("Fetching…")
        else:
            text = self.tr("Comparing with the server…")
        meaning = self.tr("Sending and fetching. You can go on working.")
        return SyncFact(text, self.tr("Working…"), meaning, "arrow_sync", CALM)

    def _resting(self, news: SyncNews) -> SyncFact:
        n = news.status.waiting
        match news.status.phase:
            case SyncPhase.NO_SERVER:
                meaning = self.tr(
                    "Everything is kept on this laptop alone. Nothing is sent anywhere."
                )
                text, short = self.tr("No server set up"), self.tr("No server")
                return SyncFact(text, short, meaning, "cloud_off", CALM)
            case SyncPhase.OFF:
                return self._off(n)
            case _ if news.held_back:
                return self._held_back(n)
            case SyncPhase.OFFLINE:
                return self._offline(n)
            case SyncPhase.ERROR:
                return self._error(n)
            case SyncPhase.ASKING:
                text, short = self._question(news), self.tr("A question")
                return SyncFact(text, short, "", "info", WAITS)
            case SyncPhase.WAITING if n:
                meaning = self.tr("Everything is saved here and goes out in a moment.")
                return SyncFact(self._some(n), self._some(n), meaning, "arrow_circle_up", WAITS)
        meaning = self.tr("What is on this laptop is on the server too, and the other way round.")
        text, short = self.tr("Everything is on the server"), self.tr("Sent")
        return SyncFact(text, short, meaning, "server", GOOD)

    def _off(self, n: int) -> SyncFact:
        meaning = self.tr("Nothing is sent or fetched until it is switched on again.")
        text, short = self.tr("Sending is switched off"), self.tr("Off")
        if n:
            text = self.tr("Switched off – {changes}").format(changes=self._some(n))
        return SyncFact(text, short, meaning, "cloud_off", WAITS if n else CALM)

    def _held_back(self, n: int) -> SyncFact:
        meaning = self.tr(
            "This connection is paid by volume. Satchel waits for another one, or until you say so."
        )
        text, short = self.tr("Waiting for another network"), self.tr("Paid network")
        if n:
            text = self.tr("Paid network – {changes}").format(changes=self._some(n))
        return SyncFact(text, short, meaning, "cloud_off", WAITS if n else CALM)

    def _offline(self, n: int) -> SyncFact:
        meaning = self.tr(
            "The server did not answer. Everything is saved here and goes out when it answers."
        )
        text, short = self.tr("Offline"), self.tr("Offline")
        if n:
            text = self.tr("Offline – {changes}").format(changes=self._some(n))
            short = self.tr("Offline – {number}").format(number=n)
        return SyncFact(text, short, meaning, "cloud_off", WAITS if n else CALM)

    def _error(self, n: int) -> SyncFact:
        meaning = self.tr("Everything is saved here, and it is tried again by itself.")
        text, short = self.tr("The server could not be used"), self.tr("Not sent")
        if n:
            text = self.tr("Not sent – {changes}").format(changes=self._some(n))
        return SyncFact(text, short, meaning, "warning", WAITS)

    def _some(self, n: int) -> str:
        if n == 1:
            return self.tr("1 change waiting")
        return self.tr("%n changes waiting", "", n)
