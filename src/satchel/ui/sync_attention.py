"""What needs a person, in words: each thing with why, and what mends it. Values only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from PySide6.QtCore import QObject

from satchel.domain.syncing import (
    ANOTHER_SERVER,
    ASK_MANY_GONE,
    ASK_SERVER_CHANGED,
    ASK_WHOSE_WORK,
    BELIEVE_GONE,
    KEEP_APART,
    MEND_FRESH_ID,
    MEND_RETRY,
    MEND_SEND_AGAIN,
    MINE,
    SAME_SERVER_RESTORED,
    SEND_AGAIN,
    Parked,
    SyncPhase,
    SyncQuestion,
)
from satchel.ui.messages import words_for
from satchel.ui.remote_messages import parked_words
from satchel.ui.sentences import together
from satchel.ui.sync_news import SyncNews

MEND, ANSWER, SIGN_IN, OPEN, SETTLE = "mend", "answer", "sign-in", "open", "settle"
"""What a step does: mend a session, answer the question, open the server's settings, open the session, let it be."""
AGAIN = "again"
"""Run once more."""
_NO_TOKEN = ("KEYRING_UNAVAILABLE", "TOKEN_MISSING")

TitleOf: TypeAlias = Callable[[str], str]
"""What a session is called, by its id."""


@dataclass(frozen=True, slots=True)
class Step:
    """A button: what it says, and what it does with which argument."""

    words: str
    does: str
    about: str = ""
    how: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """One row."""

    icon: str
    what: str
    why: str
    steps: tuple[Step, ...]
    details: str = ""


class Attention(QObject):
    """Qt's extractor sees plural forms only in `self.tr`."""

    def things(self, news: SyncNews, title_of: TitleOf) -> tuple[Thing, ...]:
        """The most pressing first: while it is not mended, nothing goes on."""
        status = news.status
        found = []
        if status.question is not None:
            found.append(self._question(status.question))
        if status.phase is SyncPhase.SIGN_IN:
            found.append(self._sign_in(news))
        if status.moved:
            found.append(self._moved(status.moved))
        found += [self._parked(one) for one in status.parked]
        found += [self._copy(one, title_of(one)) for one in news.copies]
        return tuple(found)

    def _question(self, question: SyncQuestion) -> Thing:
        if question.kind == ASK_WHOSE_WORK:
            return self._whose_work(question)
        n = question.count
        if question.kind == ASK_SERVER_CHANGED:
            what = self.tr("Another server answers at the known address")
            why = self.tr(
                "It may be the same server, set up anew or brought back from a backup, or really another "
                "one. Ask whoever runs it if you are not sure. Nothing is sent or deleted before you say."
            )
        elif question.kind == ASK_MANY_GONE:
            what = self.tr("1 session is gone from the server") if n == 1 else self._many_gone(n)
            why = self.tr(
                "Did somebody delete them on purpose? Then they move to the trash here too, from where "
                "they can be restored. If not, they are sent to the server again."
            )
        else:
            what, why = self.tr("The server needs an answer"), question.message
        steps = tuple(Step(self._choice(one), ANSWER, one) for one in question.choices)
        return Thing("info", what, why, steps, question.message)

    def _whose_work(self, question: SyncQuestion) -> Thing:
        n = question.count
        so_far = (
            self.tr("1 session was begun in this profile before.") if n == 1 else self._begun(n)
        )
        why = self.tr(
            "If that was you, your work goes to the server with you. If it was somebody else, the token is "
            "put away here, and whoever it belongs to adds a profile of their own. Nothing is sent or "
            "fetched before you say."
        )
        return Thing(
            "info",
            self.tr("The token is for {learner}. Is that you?").format(
                learner=_isolated(question.learner)
            ),
            together(so_far, why),
            (
                *(Step(self._choice(one), ANSWER, one) for one in question.choices),
                Step(self.tr("Use another token…"), SIGN_IN),
            ),
            question.message,
        )

    def _begun(self, n: int) -> str:
        if n == 0:
            return self.tr("Somebody signed in to this profile before, with another token.")
        return self.tr("%n sessions were begun in this profile before.", "", n)

    def _many_gone(self, n: int) -> str:
        return self.tr("%n sessions are gone from the server", "", n)

    def _choice(self, choice: str) -> str:
        return {
            SAME_SERVER_RESTORED: self.tr("It is the same server"),
            ANOTHER_SERVER: self.tr("It is another server"),
            BELIEVE_GONE: self.tr("Move them to the trash"),
            SEND_AGAIN: self.tr("Send them again"),
            MINE: self.tr("That is me: take my work along"),
            KEEP_APART: self.tr("That is not me: keep us apart"),
        }.get(choice, choice)

    def _sign_in(self, news: SyncNews) -> Thing:
        step = Step(self.tr("Sign in…"), SIGN_IN)
        if news.status.error is not None and news.status.error.code in _NO_TOKEN:
            words = words_for(news.status.error)
            again = Step(self.tr("Try again"), AGAIN)
            return Thing("key", words.what, words.next_step, (step, again), words.details)
        return Thing(
            "key",
            self.tr("The server wants somebody to sign in"),
            self.tr(
                "It does not know this laptop's token, or not any more. Everything is kept here "
                "meanwhile."
            ),
            (step,),
        )

    def _moved(self, n: int) -> Thing:
        return Thing(
            "key",
            self.tr("1 session belongs to an account now") if n == 1 else self._many_moved(n),
            self.tr(
                "That happens when somebody signs in on another laptop. What is here stays here, and what is "
                "written to it waits until that account signs in."
            ),
            (Step(self.tr("Sign in…"), SIGN_IN),),
        )

    def _many_moved(self, n: int) -> str:
        return self.tr("%n sessions belong to an account now", "", n)

    def _parked(self, one: Parked) -> Thing:
        what, next_step = parked_words(one.code, one.message)
        return Thing(
            "document_error",
            self.tr("“{title}” was not sent").format(title=_isolated(one.title)),
            together(what, next_step),
            self._mends(one),
            f"{one.code}\n{one.message}\n{one.session_id} {one.record_id or ''}".strip(),
        )

    def _mends(self, one: Parked) -> tuple[Step, ...]:
        verb = {
            MEND_RETRY: self.tr("Try again"),
            MEND_FRESH_ID: self.tr("Send under another id"),
            MEND_SEND_AGAIN: self.tr("Send again"),
        }.get(one.mend)
        if verb is None:
            return (Step(self.tr("Open it"), OPEN, one.session_id),)
        return (Step(verb, MEND, one.session_id, one.mend),)

    def _copy(self, session_id: str, title: str) -> Thing:
        return Thing(
            "document_text",
            self.tr("“{title}” was deleted on the server").format(title=_isolated(title)),
            self.tr(
                "There was something here that the server never had, so it was kept. It stays on this "
                "laptop alone, unless you send it again."
            ),
            (
                Step(self.tr("Send again"), MEND, session_id, MEND_SEND_AGAIN),
                Step(self.tr("Keep it here"), SETTLE, session_id),
                Step(self.tr("Open it"), OPEN, session_id),
            ),
        )


MANY_SHOWN: Final = 50
"""More rows at once help nobody; the rest come when these are mended."""


def _isolated(title: str) -> str:
    return f"\u2068{title}\u2069"
