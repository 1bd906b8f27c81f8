"""The model's world: the network with its faults, what happened unseen, and what must hold."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from tests.model.histories import (
    Conflict,
    Deleted,
    Exists,
    History,
    NotActive,
    NotFound,
    Record,
    Rules,
    Stamp,
    Unclear,
    Violation,
    dedupe,
    ids,
    same,
    short_fork_id,
)
from tests.model.laptop import LIVE, STUB, TRASH, Laptop, Session
from tests.model.servers import BaseServer, Held, SatchelServer
from tests.model.syncing import SyncingLaptop

OK, LOST_REQUEST, LOST_ANSWER = "ok", "lost request", "lost answer"
WRITES = ("create", "append", "patch", "delete", "put_satchel")


class World:
    def __init__(self, satchel: bool, laptops: int, rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.numbered = self.epochs = self.creations = 0
        self.server: BaseServer = (SatchelServer if satchel else BaseServer)(self)
        self.fault = OK
        self.fork_id: Callable[[str, Record], str] = short_fork_id
        self.titles_tell = True
        """Forks have the laptop in their title, so that a title that is not settled shows."""
        self.sent: list[tuple[Callable[..., Any], tuple[Any, ...], int | None]] = []
        """Every write, and which incarnation it was meant for: they may be delivered again."""
        self._actor: SyncingLaptop | None = None
        self._replaying = False
        self._saw: dict[tuple[str, str], int | None] = {}
        self._meant: int | None = None
        self._content: dict[str, int] = {}
        self._parents: dict[str, tuple[str, ...]] = {}
        """What each record was written after: its attempt."""
        self._deleted: set[str] = set()
        self._ever_deleted: set[str] = set()
        self._mixed_by_base: set[str] = set()
        """Records of attempts that the base contract could not keep apart."""
        self.trashed: set[tuple[str, str]] = set()
        self._dead: dict[str, str] = {}
        """Record ids and the session they were deleted with."""
        self.laptops = [SyncingLaptop(self, f"L{n}", self.server) for n in range(laptops)]
        self._ever: dict[str, set[str]] = {one.name: set() for one in self.laptops}
        self._knew: dict[str, set[str]] = {one.name: set() for one in self.laptops}
        self._confirmed: dict[str, set[tuple[str, str]]] = {one.name: set() for one in self.laptops}

    def fresh_id(self) -> str:
        self.numbered += 1
        return f"f{self.numbered}"

    def record(self) -> Record:
        """One in three has a content that other servers round."""
        self.numbered += 1
        n = self.numbered
        return (f"r{n}", n if n % 3 else 2**53 + 2 * n + 1)

    def wrote(self, record: Record, before: History) -> None:
        self._content[record[0]], self._parents[record[0]] = record[1], tuple(ids(dedupe(before)))

    def knows(self, content: Iterable[Record]) -> None:
        """What bundles from elsewhere hold."""
        self._content.update(content)

    # --- the network -------------------------------------------------------------------------------

    def call(self, laptop: SyncingLaptop, work: Callable[..., Any], *arguments: Any) -> Any:
        """A request of a laptop, with the fault that is due."""
        fault, self.fault = self.fault, OK
        if work.__name__ in WRITES:
            meant = self._saw.get((laptop.name, arguments[0]))
            self.sent.append((work, arguments, meant))
        if fault == LOST_REQUEST:
            raise Unclear
        self._actor = laptop
        try:
            answer = work(*arguments)
        except Exception:
            if fault == LOST_ANSWER:
                raise Unclear from None
            raise
        finally:
            self._actor = None
        if fault == LOST_ANSWER:
            raise Unclear
        self._note_seen(laptop, work.__name__, arguments, answer)
        return answer

    def _note_seen(
        self, laptop: SyncingLaptop, name: str, arguments: tuple[Any, ...], answer: Any
    ) -> None:
        if not self.server.satchel or name not in ("get", "create"):
            return
        sid = arguments[0]
        stamp: Stamp = answer.stamp if isinstance(answer, Held) else answer
        self._saw[laptop.name, sid] = stamp and stamp[1]
        session = laptop.find(sid, LIVE, STUB)
        if session and isinstance(answer, Held) and not answer.records:
            seen = session.there.stamp
            if not (seen and seen[0] == self.server.epoch):
                # After a restore an empty one tells nothing: sent again, or deleted and made again?
                self._forgive(lambda _, with_: with_ == sid)

    def replay(self, number: int) -> None:
        """Delivers an old write again."""
        work, arguments, self._meant = self.sent[number % len(self.sent)]
        self._replaying = True
        try:
            work(*arguments)
            if not self.server.satchel and work.__name__ == "append":
                self._mixed_by_base |= set(ids(arguments[1]))
                self._dead.clear()
        except (Exists, Conflict, NotActive, NotFound, Deleted):
            pass
        finally:
            self._replaying = False

    # --- told by the parts -------------------------------------------------------------------------

    def violated(self, what: str) -> NoReturn:
        raise Violation(what)

    def on_write(self, server: BaseServer, sid: str) -> None:
        if not server.satchel or not (self._actor or self._replaying):
            return
        meant = self._saw.get((self._actor.name, sid)) if self._actor else self._meant
        if meant != server.sessions[sid].number:
            self.violated(f"(k) a write to {sid} that was meant for another incarnation")

    def on_create(self, server: BaseServer, sid: str, revive: bool) -> None:
        actor = self._actor
        known_gone = sid in self._deleted and not revive
        if actor and known_gone and (server.satchel or sid in self._knew[actor.name]):
            self.violated(f"(e) {actor.name} brings {sid} back, nobody chose it")
        if (revive and actor) or (not actor and self._replaying):
            self._forgive(lambda _, with_: with_ == sid)

    def on_delete(self, server: BaseServer, sid: str, held: Held) -> None:
        actor = self._actor
        self._deleted.add(sid)
        self._ever_deleted.add(sid)
        self._dead.update(dict.fromkeys(ids(held.records), sid))
        if actor is None:
            return
        if (actor.name, sid) not in self.trashed:
            self.violated(f"(e) {actor.name} deletes {sid} there, its user never did")
        if actor.find(sid, LIVE):
            self.violated(f"(e) {actor.name} deletes {sid} there and holds it as live")
        if server.satchel and not set(ids(held.records)) <= actor.tombs[sid].known:
            self.violated(f"(e) {actor.name} deletes records of {sid} that it never saw")

    def on_gone(self, laptop: Laptop, sid: str) -> None:
        if self.server.satchel and sid not in self._ever_deleted:
            self.violated(f"(e) {laptop.name} trashes {sid}, nobody deleted it")

    def choose(self, laptop: Laptop, session: Session) -> None:
        self.trashed.discard((laptop.name, session.id))
        back = {session.id} | {self._dead.get(id) for id in ids(session.history)}
        self._forgive(lambda _, with_: with_ in back)

    def restored(self) -> None:
        """The server was: what was deleted since is undone."""
        self._deleted.clear()
        self._dead.clear()

    def on_append(
        self, server: BaseServer, sid: str, held: Held, records: Sequence[Record]
    ) -> None:
        have, actor = ids(held.records), self._actor
        another = False
        if actor and not server.satchel:
            confirmed = set(actor.get(sid, LIVE).there.numbers)
            another = bool(confirmed - set(have))
            if not have or another:
                self._dead.clear()  # emptied, or another of the same length: the base contract cannot tell
        for id, _ in records:
            if actor and self._dead.get(id) == sid:
                if (sid, id) in self._confirmed[actor.name]:
                    self.violated(f"(e) {actor.name} sends {id} again, deleted with {sid}")
                self._forgive(lambda _, with_: with_ == sid)  # a copy never sent brings it back
            if actor and id in have and not another:
                self.violated(f"(c) {id} pushed twice to {sid}")
            if held.kind == "quiz" and tuple(dict.fromkeys(have)) != self._parents[id]:
                if server.satchel and actor:
                    self.violated(f"(f) {id} pushed into another attempt {sid}")
                self._mixed_by_base.add(id)  # the base contract cannot exclude this race
            have.append(id)

    def _forgive(self, is_meant: Callable[[str, str], bool]) -> None:
        self._dead = {id: with_ for id, with_ in self._dead.items() if not is_meant(id, with_)}

    # --- what holds after every step ---------------------------------------------------------------

    def check(self) -> None:
        for laptop in self.laptops:
            self._check_laptop(laptop)
        for sid, held in self.server.sessions.items():
            if held.kind == "quiz":
                self._check_unmixed(sid, ids(dedupe(held.records)), "server")

    def _check_laptop(self, laptop: SyncingLaptop) -> None:
        name, rows = laptop.name, laptop.rows.values()
        held = {id for s in rows for id in ids(s.history)}
        self._ever[name] |= held
        self._knew[name] |= {s.id for s in rows if s.there.known}
        self._confirmed[name] |= {(s.id, id) for s in rows for id in s.there.numbers}
        if lost := self._ever[name] - held - laptop.lost_ok:
            self.violated(f"(a) {name} lost {lost}")
        shown = [s.id for s in rows if s.place != TRASH]
        if len(shown) != len(set(shown)):
            self.violated(f"two sessions of one id: {shown}")
        for session in rows:
            history = ids(session.history)
            if len(history) != len(set(history)):
                self.violated(f"(c) record twice in {session.id}")
            for id, content in session.history:
                if not same(content, self._content[id]):
                    self.violated(f"(j) content of {id} changed")
            if session.kind == "quiz":
                self._check_unmixed(session.id, history, name)

    def _check_unmixed(self, sid: str, history: list[str], where: str) -> None:
        if self._mixed_by_base & set(history):
            return
        for number, id in enumerate(history):
            if tuple(history[:number]) != self._parents[id]:
                self.violated(f"(f) {where}: {sid} mixes attempts: {history} at {id}")

    # --- after enough syncs without faults ---------------------------------------------------------

    def state(self) -> Any:
        rows = {
            one.name: sorted(
                (
                    s.id,
                    s.place,
                    s.by,
                    s.status,
                    s.kind,
                    tuple(s.history),
                    s.title,
                    s.rev,
                    s.there.detached,
                )
                for s in one.rows.values()
            )
            for one in self.laptops
        }
        there = {
            sid: (held.status, tuple(held.records), held.title, held.rev)
            for sid, held in self.server.sessions.items()
        }
        return copy.deepcopy((rows, there))

    def settle(self, rounds: int = 14) -> None:
        self.fault = OK
        for laptop in self.laptops:
            laptop.run = None
        quiet = 0
        for _ in range(rounds):
            before = self.state()
            for laptop in self.laptops:
                for _ in laptop.sync():
                    pass
                self.check()
            quiet = quiet + 1 if self.state() == before else 0
            if quiet == 2:
                return
        self.violated("(i) sync does not come to rest")

    def check_converged(self) -> None:
        for laptop in self.laptops:
            for session in laptop.rows.values():
                if session.place == LIVE and not session.there.detached:
                    self._check_equal(laptop, session)
            for sid, held in self.server.sessions.items():
                visible = self.server.satchel or held.stage in laptop.stages
                if visible and not any(s.id == sid for s in laptop.rows.values()):
                    self.violated(f"(b) {laptop.name} lacks {sid}")

    def _check_equal(self, laptop: SyncingLaptop, session: Session) -> None:
        name, held = laptop.name, self.server.sessions.get(session.id)
        if held is None:
            self.violated(f"(b) {name} has {session.id}, the server does not")
        there = dedupe(held.records)
        if ids(there) != ids(session.history):
            self.violated(f"(b) {name} {session.id}: {ids(session.history)} / {ids(held.records)}")
        if held.status != session.status:
            self.violated(f"(g) {name} {session.id}: {session.status} / {held.status}")
        if self.server.satchel and there != session.history:
            self.violated(f"(b) {name} {session.id}: content differs")
        if self.server.satchel and (held.title, held.rev) != (session.title, session.rev):
            self.violated(f"(h) {name} {session.id}: {session.title, session.rev} / {held.rev}")
