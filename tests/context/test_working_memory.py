"""Facts of stored sessions: what records bind, and that changes stay, wherever the session goes."""

from __future__ import annotations

import pytest

from satchel.domain.errors import NotFound, ReadOnlySession, SessionNotFound
from satchel.domain.facts import COURSE, FOREIGN, LEARNER, NOTE, QUESTION, SCENE, Forget, Keep, Pin
from satchel.domain.satchel_object import value_of
from tests.context.histories import Packs, talk
from tests.fakes import session
from tests.store.opened import MINE


def told(packs: Packs, name: str) -> list[tuple[str, str]]:
    return [(fact.kind, fact.text) for fact in packs.packing.memory.facts(name)]


def test_what_records_bind(packs: Packs) -> None:
    name = packs.chat("s")
    assert told(packs, name) == [(COURSE, "course:x"), (LEARNER, MINE)]
    packs.fill(name, talk(1), scene="slide-1", sub="question-1")
    packs.fill(name, talk(1), scene="slide-2")
    packs.fill(name, talk(1))
    assert told(packs, name)[2:] == [(SCENE, "slide-2"), (QUESTION, "question-1")]
    assert packs.packing.memory.facts(name)[2].record_id == "s-3"
    assert told(packs, packs.chat("w", stage="satchel:workspace")) == [(LEARNER, MINE)]


def test_facts_stay_with_the_session(packs: Packs) -> None:
    name = packs.chat("s")
    memory = packs.packing.memory
    before = value_of(packs.bench.sessions.summary(name).satchel, "facts")
    rev = packs.bench.database.revision()
    memory.change(name, Pin("Likes pizza"))
    assert packs.bench.database.revision() != rev
    summary = packs.bench.sessions.summary(name)
    assert before == []
    stored = value_of(summary.satchel, "facts")
    assert isinstance(stored, list)
    assert [one["kind"] for one in stored if isinstance(one, dict)] == [COURSE, LEARNER, NOTE]
    packs.fill(name, talk(1), scene="slide-1")
    memory.change(name, Keep(SCENE))
    packs.fill(name, talk(1), scene="slide-2")
    assert told(packs, name)[2:] == [
        (NOTE, "Likes pizza"),
        (SCENE, "slide-1"),
        (SCENE, "slide-2"),
    ]
    with pytest.raises(NotFound):
        memory.change(name, Forget("nothing"))


def test_entries_of_other_programs_are_kept(packs: Packs) -> None:
    name = packs.chat("s")
    packs.bench.sessions.change_facts(name, lambda _state: ["plain words", {"x": [1]}, 7])
    assert told(packs, name)[:3] == [(FOREIGN, "plain words"), (FOREIGN, ""), (FOREIGN, "")]
    packs.packing.memory.change(name, Pin("mine"))
    stored = value_of(packs.bench.sessions.summary(name).satchel, "facts")
    assert isinstance(stored, list)
    assert stored[:3] == ["plain words", {"x": [1]}, 7]
    pack = packs.packing.packer.pack(name, 500)
    assert "- note: plain words\n- note: mine" in str(pack.messages[0]["content"])


def test_a_learner_key_is_not_told_to_an_assistant(packs: Packs) -> None:
    name = packs.chat("s")
    assert MINE not in str(packs.packing.packer.pack(name, 500).messages)
    packs.packing.memory.change(name, Keep(LEARNER))
    assert MINE in str(packs.packing.packer.pack(name, 500).messages)


def test_others_work_is_only_read(packs: Packs) -> None:
    packs.bench.store.create_session(session("theirs", learnerKey="anon:somebody"))
    assert (LEARNER, "anon:somebody") in told(packs, "theirs")
    with pytest.raises(ReadOnlySession):
        packs.packing.memory.change("theirs", Pin("x"))
    with pytest.raises(SessionNotFound):
        packs.packing.memory.change("nowhere", Pin("x"))
