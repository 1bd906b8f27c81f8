"""What must hold on a journey: always, whenever everybody has met, and when nothing is kept away any more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import unquote

from satchel.domain.json_value import JsonValue, decode, same
from satchel.domain.runtime import JsonObject, content_of
from satchel.domain.satchel_object import FIELDS, lineage_root
from satchel.store.kept import Kept
from tests.journeys.laptop import LIVE, Laptop
from tests.journeys.ledger import Ledger
from tests.journeys.places import Place, There
from tests.servers.serving import Request


class Checks:
    def __init__(
        self,
        place: Place,
        laptops: Sequence[Laptop],
        ledger: Ledger,
        learner: str,
        other: str,
    ) -> None:
        self._place, self._laptops, self._ledger = place, laptops, ledger
        self._learner, self._other = learner, other
        self._others: dict[str, There] = {}

    def begin(self) -> None:
        self._others = self._place.sessions(self._other)
        assert self._others

    def sessions(self) -> dict[str, There]:
        """The learner's, on the server."""
        return self._place.sessions(self._learner)

    def took_late(self, request: Request, before: Mapping[str, There]) -> None:
        """A server without stamps took a write from the network that was long over: nobody could prevent it."""
        parts = [unquote(part) for part in request.target.split("/")]
        if request.method == "DELETE" and parts[-1] in before:
            self._ledger.deleted |= set(before[parts[-1]].ids)
        if request.method == "POST" and parts[-1] == "records":
            body = decode(request.body.decode())
            assert isinstance(body, dict)
            self._ledger.late.add(str(body["id"]))

    # --- always ------------------------------------------------------------------------------------

    def nothing_lost(self, one: Laptop) -> None:
        """What was here is here, unless someone gave it up here."""
        here = one.record_ids()
        one.ever |= here
        gone = one.ever - here - one.lost
        assert not gone, f"{one.name} lost {sorted(gone)}"

    # --- when everybody has met --------------------------------------------------------------------

    def equal(self) -> None:
        there = self.sessions()
        for id, session in there.items():
            self._check_server(id, session)
        for one in self._laptops:
            self._check_laptop(one, there)
        self._check_privacy(there)

    def _check_server(self, id: str, session: There) -> None:
        ids = session.ids
        twice = {one for one in ids if ids.count(one) > 1} - self._ledger.late
        assert not twice, f"the server holds {twice} of {id} more than once"
        self._check_records(f"the server's {id}", str(session.document["kind"]), session.records)

    def _check_laptop(self, one: Laptop, there: Mapping[str, There]) -> None:
        rows = one.own_rows(self._learner)
        shown = [kept.id for kept in rows if kept.state.trashed_at is None]
        assert len(shown) == len(set(shown)), f"{one.name} shows two of one id: {shown}"
        lacks = there.keys() - {kept.id for kept in rows}
        assert not lacks, f"{one.name} lacks {sorted(lacks)}"
        parked = one.book.parked()
        assert not parked, f"{one.name}: refused {parked}"
        for kept in one.own_rows(self._learner, LIVE):
            records = one.contents(kept)
            where = f"{one.name}'s {kept.id}"
            self._check_records(where, kept.state.session.kind, records)
            if not kept.state.detached:
                assert kept.id in there, f"{where} is not on the server"
                self._check_same(where, kept, records, there[kept.id])

    def _check_records(self, where: str, kind: str, records: Sequence[JsonObject]) -> None:
        first = {str(record["id"]): record for record in reversed(records)}
        for id, record in first.items():
            written = self._ledger.records[id].content
            assert same(content_of(record), written), f"{where}: {id} is not what was written"
        order = list(dict.fromkeys(str(record["id"]) for record in records))
        parting = self._ledger.parting(kind, order)
        assert parting is None, f"{where} mixes attempts at {parting}: {order}"

    def _check_same(
        self, where: str, kept: Kept, records: Sequence[JsonObject], there: There
    ) -> None:
        ids, theirs = [str(one["id"]) for one in records], list(dict.fromkeys(there.ids))
        assert ids == theirs, f"{where}: {ids}, the server has {theirs}"
        assert [one["seq"] for one in records] == list(range(len(records)))
        status = kept.state.session.status
        assert status == there.document["status"], f"{where} is {status}: {there.document}"
        if self._place.ours:
            satchel = there.document["satchel"]
            assert isinstance(satchel, dict)
            mine = _fields(kept.state.satchel)
            assert same(mine, _fields(satchel)), f"{where}: {mine}, the server has {satchel}"
            assert records == [_of(one) for one in there.records], f"{where} is spelt otherwise"

    def _check_privacy(self, there: Mapping[str, There]) -> None:
        """Nothing was shown to the wrong learner, nor taken from one."""
        assert self._place.sessions(self._other) == self._others
        for one in self._laptops:
            assert not one.own_rows(self._other), f"{one.name} holds another learner's work"
            private = one.core.learner.keys[0]
            (kept,) = one.own_rows(private)
            assert kept.id not in there
            assert not self._place.sessions(private), "a key's sessions were sent under another"

    # --- when nothing is kept away -----------------------------------------------------------------

    def everywhere(self) -> None:
        """Whatever nobody deleted is on the server and on every laptop, in sessions of one lineage."""
        lasting = self._ledger.lasting()
        sessions = self.sessions()
        there = {id for one in sessions.values() for id in one.ids}
        lost = lasting - there
        assert not lost, f"the server lost {sorted(lost)}"
        for one in self._laptops:
            roots: dict[str, str] = {}
            for kept in one.own_rows(self._learner, LIVE):
                root = lineage_root(kept.state.satchel, kept.id)
                for row in kept.records:
                    known = roots.setdefault(row.id, root)
                    assert known == root, f"{one.name}: {row.id} is in {known} and in {root}"
            assert lasting <= roots.keys(), f"{one.name} lacks {sorted(lasting - roots.keys())}"
        self._ledger.deleted -= there  # brought back, and nobody is about to delete it


def _fields(satchel: JsonObject) -> JsonObject:
    return {name: satchel.get(name) for name in FIELDS}


def _of(record: JsonObject) -> dict[str, JsonValue]:
    return dict(record)
