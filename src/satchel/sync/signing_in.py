"""Signing in: whose a token is, whether that is who worked here, and what was sent before that.

A profile is one learner's. Until it is sure that the token is that learner's, too, nothing is fetched or sent, and no
key is put down: of two learners nothing is ever seen together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from satchel.domain.errors import FutureVersion, SatchelError, ValidationFailed
from satchel.domain.remote_errors import (
    AnswerTooLarge,
    Forbidden,
    ForbiddenLearner,
    KeyringUnavailable,
    MalformedResponse,
    RemoteRefused,
    RouteNotFound,
    ServerFault,
    WebPage,
)
from satchel.domain.runtime import ANONYMOUS, JsonObject
from satchel.domain.syncing import ASK_WHOSE_WORK, KEEP_APART, MINE
from satchel.store.following import Following
from satchel.store.sync_book import SyncBook
from satchel.sync.remote_protocol import Capabilities, Remote
from satchel.sync.room import Room
from satchel.sync.setup import Former

Proof: TypeAlias = Callable[[Former], str | None]
"""What proves a former key; None where that is not to be had any more. Raises `KeyringUnavailable`."""


class NoLearner(SatchelError):
    """Whose sessions these are is said neither by the server nor by the profile."""

    code = "NO_LEARNER"


# --- whose it is ---------------------------------------------------------------------------------------


def learner_of(
    found: Capabilities | None, named: str | None, asked_for: str | None, address: str
) -> str:
    """Whose sessions are meant: the server's word, else the settings'; of other servers also whom they are asked for.

    Raises `NoLearner`, and `ForbiddenLearner` for an operator's token.
    """
    fault = learner_fault(found, named, address)
    if fault is not None:
        raise fault
    key = (found.learner_key if found else None) or named or asked_for
    if key is None:
        raise _nobody()
    return key


def learner_fault(
    found: Capabilities | None, named: str | None, address: str
) -> SatchelError | None:
    """Why a server of ours cannot be used as it answers: the profile's own key would only be a guess."""
    if found is None or found.learner_key is not None:
        return None
    if found.operator:
        return ForbiddenLearner(
            f"The token for {address} is an operator's: it opens no learner's sessions. Ask for a token of your own."
        )
    return None if named is not None else _nobody()


def _nobody() -> NoLearner:
    return NoLearner(
        "The server does not say whose sessions this token opens. Name the learner key in the settings of the "
        "server; whoever gave you the token knows it."
    )


# --- whether it is who worked here ---------------------------------------------------------------------


def is_met(room: Room, learner: str, before: SyncBook | None) -> bool:
    """Whether `learner` may work here unasked: it is known, or nobody else did yet.

    `before` is what was met with the same token: whose keys went since has left.
    """
    own = room.identity.own_keys()
    if learner in own:
        return True
    fresh = all(one.startswith(ANONYMOUS) for one in own) and not room.work()
    return before is None and fresh


def ask(room: Room, book: SyncBook) -> None:
    count = room.work()
    book.ask({"kind": ASK_WHOSE_WORK, "count": count, "learner": book.learner_key})


def is_asked(question: JsonObject | None) -> bool:
    return question is not None and question.get("kind") == ASK_WHOSE_WORK


def answer(room: Room, book: SyncBook, choice: str) -> None:
    """Inside the caller's transaction. Raises `ValidationFailed` for what is no answer."""
    if choice not in (MINE, KEEP_APART):
        raise ValidationFailed(f"“{choice}” is no answer to what sync asks.")
    book.ask(None)
    if choice == MINE:
        room.identity.put_first(book.learner_key)
    else:
        room.setup.take_back()


def settle(room: Room, book: SyncBook) -> None:
    """The token is this profile's. If it was spoken for by an anonymous key before, that may hand over what it sent.

    Inside the caller's transaction.
    """
    before = room.setup.before()
    if before is None:
        return
    former = room.book_of(before.remote_key)
    room.setup.settle(hand_over=former is not None and _may_hand_over(former, book))


def _may_hand_over(former: SyncBook, book: SyncBook) -> bool:
    """Only an anonymous key's, on the very server where it was used."""
    then, now = former.remote(), book.remote()
    return (
        then.learner_key.startswith(ANONYMOUS)
        and then.learner_key != now.learner_key
        and then.server_id is not None
        and then.server_id == now.server_id
        and former.address() == book.address()
    )


# --- what was sent before ------------------------------------------------------------------------------


class HandingOver:
    """Asks for what earlier keys sent, until the server answers. What is here follows what it shows then.

    A request may be repeated: who has nothing left gives nothing.
    """

    def __init__(self, room: Room, book: SyncBook, proof: Proof) -> None:
        self._room = room
        self._book = book
        self._proof = proof

    def steps(self, remote: Remote) -> Iterator[str]:
        """One item after each request and each transaction.

        Raises what tells that the server is out of reach, or that it does not know who asks.
        """
        for former in self._room.setup.formers():
            if former.given_to is None:
                yield from self._ask_for(former, remote)

    def settle_rest(self) -> None:
        """Once the feed was heard to its end: what was not in it is not there any more."""
        room = self._room
        for former in room.setup.formers():
            if former.given_to == self._book.remote_key:
                with room.database.transaction():
                    own = room.identity.own_keys()
                    Following(room.database, self._book, own).follow_rest(former.remote_key)
                    room.setup.drop(former)

    def _ask_for(self, former: Former, remote: Remote) -> Iterator[str]:
        then = self._room.book_of(former.remote_key)
        try:
            proof = self._proof(former)
        except KeyringUnavailable:
            return  # the next run asks it again
        if then is None or proof is None or not _may_hand_over(then, self._book):
            self._give_up(former)
            return
        try:
            remote.merge_learner(then.learner_key, proof)
        except (Forbidden, RouteNotFound, RemoteRefused, ValidationFailed):
            self._give_up(former)
            return
        except (FutureVersion, ServerFault, MalformedResponse, WebPage, AnswerTooLarge):
            return  # the rest goes on meanwhile; the next run asks again
        yield "asked"
        with self._room.database.transaction():
            self._room.setup.handed_over(former, self._book.remote_key)
        yield "given"

    def _give_up(self, former: Former) -> None:
        """It stays under the key it was sent with, which the profile goes on owning."""
        with self._room.database.transaction():
            self._room.setup.drop(former)
