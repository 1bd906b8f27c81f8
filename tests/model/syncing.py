"""A run of sync in the model, as a generator: at every `yield` anything may happen, or the process be killed.

What lies between two of them is one local transaction or one request.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TypeAlias

from tests.model.histories import (
    ORDER,
    Conflict,
    Deleted,
    Exists,
    History,
    NotActive,
    NotFound,
    Rev,
    Stamp,
    Unclear,
    dedupe,
    ids,
    is_prefix,
)
from tests.model.laptop import LIVE, STUB, TRASH, Copy, Laptop, Remote, Session, Tombstone, copy_of
from tests.model.servers import Held

Steps: TypeAlias = Generator[str, None, None]
TRIES = 5
WAIT, DELETE, GO_ON = "wait", "delete", ""


class SyncingLaptop(Laptop):
    def sync(self) -> Steps:
        """plan -> (pull -> merge -> push -> confirm) for each session."""
        try:
            todo = self._plan()
        except Unclear:
            return
        yield "plan"
        wanted = [s.id for s in self.rows.values() if s.place == STUB and s.wanted]
        todo = list(dict.fromkeys([*wanted, *todo]))  # what somebody waits for comes first
        for session in self.rows.values():
            if session.id not in todo and (not self.server.satchel or self._pending(session)):
                todo.append(session.id)
        todo += [id for id, tomb in self.tombs.items() if not tomb.spent and id not in todo]
        for sid in todo:
            done = yield from self._sync_one(sid)
            if done:
                self.look.pop(sid, None)

    def _plan(self) -> list[str]:
        if not self.server.satchel:
            return list(self.world.call(self, self.server.listing, set(self.stages)))
        feed = self.world.call(self, self.server.changes, self.cursor, self.epoch)
        if feed.everything:
            for session in self.rows.values():
                if session.there.known or session.place == TRASH:
                    self.look[session.id] = "absent"
            told_before = [id for id, mark in self.look.items() if mark == "changed"]
            self.look.update(dict.fromkeys(told_before, "absent"))
        changed = [id for id, told in feed.changed.items() if not self._is_known(id, told)]
        self.look.update(dict.fromkeys(changed, "changed"))
        concerned = {s.id for s in self.rows.values()} | set(self.tombs) | set(self.look)
        self.look.update({id: "deleted" for id in feed.deleted if id in concerned})
        self.cursor, self.epoch = feed.cursor, feed.epoch  # in the same transaction as `look`
        return list(self.look)

    def _is_known(self, sid: str, told: tuple[Stamp, int | None, str, Rev]) -> bool:
        """Whether the feed only tells what was confirmed already: most often what was sent from here."""
        session = self.find(sid, LIVE, STUB)
        if session is None or not session.there.known or session.there.detached:
            return False
        there = session.there
        return (there.stamp, there.tail, there.base) == told[:3] and told[3] <= there.rev

    def _pending(self, session: Session) -> bool:
        """Whether there is something to send, or to fetch: the outbox is a query."""
        if session.place == STUB:
            return session.wanted
        if session.place == TRASH or session.there.detached:
            return False
        return (
            bool(session.unsent())
            or not session.there.known
            or session.status != session.there.base
            or session.wanted
            or session.revive
            or session.rev > session.there.rev
        )

    def _sync_one(self, sid: str) -> Generator[str, None, bool]:
        for _ in range(TRIES):  # after five conflicts: leave it to the next run
            try:
                mark = self.look.get(sid)
                held = self.world.call(self, self.server.get, sid)
                yield "pull"
                verdict = self.merge(sid, held, mark)
                if verdict == WAIT:
                    return False  # the feed of the next run will tell
                yield "merge"
                if verdict == DELETE:
                    tomb = self.tombs.get(sid)
                    if tomb is None or tomb.spent:
                        continue
                    stamp = self.expect(held.stamp)
                    self.world.call(self, self.server.delete, sid, stamp, len(held.records))
                    if sid in self.tombs:
                        self.tombs[sid].spent = True
                    return True
                yield from self._push(sid)
                return True
            except Unclear:
                return False  # the next run reads back first
            except Deleted:
                session = self.find(sid, LIVE)
                if session:
                    session.there = self.unknown(session, True)
                return True
            except (Exists, Conflict, NotActive, NotFound):
                yield "conflict"
        return False

    # --- merge: one transaction --------------------------------------------------------------------

    def merge(self, sid: str, held: Held | None, mark: str | None) -> str:
        """Brings what was read together with what is here."""
        if held is None:
            return self._absent(sid, mark)
        session, trashed = self.find(sid, LIVE, STUB), self.find(sid, TRASH)
        tomb = self.tombs.get(sid)
        if tomb and not tomb.spent and not (session and self.rules.import_cancels_delete):
            if not (self.rules.incarnation and tomb.there.recreated(held)) and (
                not self.rules.guarded_delete or set(ids(held.records)) <= tomb.known
            ):
                return DELETE
            tomb.spent = True  # it went on elsewhere, or is another one: not ours to delete
        if trashed and not session:
            if trashed.by == "user":
                return GO_ON
            if not trashed.history or set(ids(trashed.history)) & set(ids(held.records)):
                if not self.rules.back_there_leaves_trash:
                    return GO_ON
                trashed.place, trashed.by, trashed.there = (
                    LIVE,
                    "",
                    Remote(),
                )  # someone brought it back
                trashed.evicted = False
                session = trashed
        if session is None:
            self._pull_new(sid, held)
            return GO_ON
        if session.place == STUB:
            session.there.known = True
            if not session.wanted:
                return GO_ON
            session.place, session.evicted = LIVE, False
        self._reconcile(session, held)
        return GO_ON

    def _absent(self, sid: str, mark: str | None) -> str:
        session, trashed = self.find(sid, LIVE, STUB), self.find(sid, TRASH)
        if sid in self.tombs:
            self.tombs[sid].spent = True
        if trashed and trashed.there.known and self.rules.gone_sends_no_delete:
            trashed.there, trashed.by = self.unknown(trashed), "gone"
        if session is None:
            return WAIT if mark == "changed" and self.server.satchel else GO_ON
        if session.revive and session.place == STUB:
            session.place, session.evicted = LIVE, False
        if not session.there.known:
            return GO_ON
        if session.revive:
            session.there = self.unknown(session)  # someone chose: create it again
            return GO_ON
        gone = mark == "deleted" or not self.server.satchel or not self.rules.absence_is_no_deletion
        if not gone and mark != "absent":
            return WAIT
        if session.place == STUB:
            self.tombs[sid] = Tombstone(True, frozenset())
            del self.rows[session.key]
        elif not gone:
            session.there = self.unknown(session)  # the server lost it: send it again
        elif session.unsent():
            session.there = self.unknown(session, self.rules.detach)
        else:
            self.world.on_gone(self, sid)
            kept = self.unknown(session) if self.rules.gone_sends_no_delete else session.there
            session.place, session.by, session.there = TRASH, "gone", kept
        return GO_ON

    def expect(self, stamp: Stamp) -> Stamp:
        return stamp if self.rules.incarnation else None

    def _pull_new(self, sid: str, held: Held) -> None:
        history = dedupe(held.records)
        session = Session(
            0, sid, held.root, held.kind, held.stage, held.status, history, held.title, held.rev
        )
        self._confirm_from(self.add(session), held)

    def _confirm_from(self, session: Session, held: Held) -> None:
        where: dict[str, int | None] = {}
        for number, (id, _) in enumerate(held.records):
            where.setdefault(id, number)
        here = ids(session.history)
        once: dict[str, int | None] = (
            {id: None for id in here if id in session.there.numbers}
            if self.rules.confirmed_once
            else {}
        )
        session.there = Remote(
            known=True,
            tail=len(held.records) - 1 if held.records else None,
            base=held.status,
            numbers=once | {id: where[id] for id in here if id in where},
            rev=held.rev,
            stamp=held.stamp,
        )
        session.revive = session.wanted = False

    def _reconcile(self, session: Session, held: Held) -> None:
        rules, confirmed = self.rules, session.there.numbers
        there = dedupe(held.records)
        there_ids = set(ids(there))
        other = self._is_other(session, held)
        if session.there.detached and not there:
            return  # nothing to meet yet
        # Empty, and re-created for certain: what was confirmed was deleted, and an attempt belongs to its own
        # incarnation.
        recreated = rules.incarnation and session.there.recreated(held)
        mine_counts = bool(confirmed) or (session.kind == "quiz" and bool(session.unsent()))
        empty = not there and recreated and mine_counts
        apart = not there_ids & (set(ids(session.history)) | set(confirmed))
        unmet = (other or session.there.detached) and (there or empty) and apart
        if unmet and rules.recreated_is_new:
            self._replace(session, held)
            return
        base = (
            None
            if other or not session.there.known or session.there.detached
            else session.there.base
        )
        mine, old, old_status = dict(session.history), list(session.history), session.status
        chosen = session.revive and rules.choice_follows_fork
        unsent = [one for one in old if one[0] not in there_ids]
        if not rules.strict_incarnation and not other:
            unsent = [one for one in unsent if one[0] not in confirmed]
        there = [(id, mine.get(id, content)) for id, content in there]  # the local spelling wins
        keep = held.status == "active" and (session.kind != "quiz" or is_prefix(there, old))
        if keep or not unsent:
            session.history = there + unsent
            if not rules.strict_incarnation:
                have = set(ids(session.history))
                session.history += [one for one in old if one[0] not in have]
        else:
            session.history = there
        if base is None:  # three-way against the one last agreed
            furthest = max(session.status, held.status, key=ORDER.index)
            session.status = furthest if rules.unknown_base_furthest else held.status
        elif held.status != base:
            session.status = held.status
        self.top = max(self.top, held.rev[0])
        if self.server.satchel and held.rev > session.rev:
            session.title, session.rev = held.title, held.rev
        self._confirm_from(session, held)
        if not rules.strict_incarnation and not other:
            session.there.numbers = {**confirmed, **session.there.numbers}
        if unsent and not keep:
            piece = copy_of(session)
            history = old if rules.fork_whole else unsent
            if self.adopt(_with(piece, old_status, history), False, from_sync=True) == "forked":
                assert self.newest is not None
                self.newest.revive = chosen

    def _is_other(self, session: Session, held: Held) -> bool:
        """Another session under an old id, or another incarnation of this one."""
        rules, there, confirmed = self.rules, held.records, session.there.numbers
        if rules.strict_incarnation:
            other = any(
                number is None or number >= len(there) or there[number][0] != id
                for id, number in confirmed.items()
            )
        else:  # the first reading
            have, tail = ids(there), session.there.tail
            other = (tail is not None and len(there) - 1 < tail) or any(
                id in have and have.index(id) != number for id, number in confirmed.items()
            )
        stamps = session.there.stamp, held.stamp
        if rules.incarnation and stamps[0] is not None and stamps[1] is not None:
            other = other or stamps[0][1] != stamps[1][1]
        return other

    def _replace(self, session: Session, held: Held) -> None:
        """Nothing in common: theirs takes the id; ours steps aside with what is unsent, or goes to the trash."""
        if session.unsent() or (session.revive and session.history):
            del self.rows[session.key]
            self._pull_new(session.id, held)
            aside = copy_of(session)
            if self.adopt(aside, chosen=False, from_sync=True, row=session.key) == "forked":
                new = self.newest
                assert new is not None
                new.revive, new.there.detached = session.revive, not session.revive
            return
        if session.history:
            session.place, session.by, session.there = TRASH, "gone", Remote()
            session.wanted = False
        else:
            del self.rows[session.key]
        self._pull_new(session.id, held)

    # --- push --------------------------------------------------------------------------------------

    def _sendable(self, sid: str) -> Session | None:
        session = self.find(sid, LIVE)
        if session is None or session.there.detached:
            return None
        first_pull = session.wanted and session.there.known and self.rules.filled_pulls_first
        return None if first_pull else session

    def _met(self, sid: str) -> Session | None:
        """One that came in meanwhile under that id has to be read first."""
        session = self._sendable(sid)
        return session if session and session.there.known else None

    def _push(self, sid: str) -> Steps:
        session, call, server = self._sendable(sid), self.world.call, self.server
        if session is None:
            return
        if not session.there.known:
            s = session
            stamp = call(
                self, server.create, sid, s.kind, s.stage, s.root, s.title, s.rev, s.revive
            )
            session.there.known, session.there.base, session.there.rev = True, "active", s.rev
            session.there.stamp, session.revive = stamp, False
            yield "created"
        while (session := self._met(sid)) and (todo := session.unsent()):
            batch = todo if server.satchel else todo[:1]
            expected = self.expect(session.there.stamp)
            tail = session.there.tail
            numbers = call(self, server.append, sid, list(batch), tail, expected)
            first = 0 if tail is None else tail + 1
            if list(numbers) != list(range(first, first + len(batch))):
                raise Conflict  # they were there before: reading back tells where
            session.there.numbers.update(zip(ids(batch), numbers, strict=True))  # confirm
            session.there.tail = numbers[-1]
            yield "pushed"
        if (session := self._met(sid)) and session.status != session.there.base:
            status = session.status
            call(self, server.patch, sid, status, self.expect(session.there.stamp))
            session.there.base = status
            yield "status"
        if (session := self._met(sid)) and server.satchel and session.rev > session.there.rev:
            rev = session.rev
            stamp = self.expect(session.there.stamp)
            call(self, server.put_satchel, sid, session.title, rev, stamp)
            session.there.rev = rev
            yield "satchel"


def _with(copy: Copy, status: str, history: History) -> Copy:
    return replace(copy, status=status, history=list(history))
