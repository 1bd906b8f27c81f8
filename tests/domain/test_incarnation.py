"""What a session here and one under its id there are to each other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.incarnation import Here, There, is_other, is_recreated, meet
from satchel.domain.runtime import CHAT, QUIZ_ATTEMPT, STATUSES

ABC = st.lists(st.sampled_from("abcdef"), unique=True, max_size=6)


def here(
    ids: Sequence[str],
    confirmed: int = 0,
    *,
    kind: str = CHAT,
    status: str = "active",
    base: str | None = "active",
    stamp: str | None = "school.1",
    detached: bool = False,
) -> Here:
    numbers: dict[str, int | None] = {id: number for number, id in enumerate(ids[:confirmed])}
    return Here(kind, status, ids, numbers, bool(confirmed), detached, base, stamp)


def there(
    ids: Sequence[str],
    *,
    kind: str = CHAT,
    status: str = "active",
    stamp: str | None = "school.1",
) -> There:
    return There(kind, status, ids, dict(enumerate(ids)), stamp)


def test_what_is_alone_here_follows_what_is_there() -> None:
    meeting = meet(here("abx", 2), there("abcd"))
    assert (meeting.unsent, meeting.together, meeting.replaced) == (("x",), True, False)


def test_attempts_are_never_mixed() -> None:
    parted = meet(here("abx", 2, kind=QUIZ_ATTEMPT), there("abc", kind=QUIZ_ATTEMPT))
    assert (parted.unsent, parted.together) == (("x",), False)
    goes_on = meet(here("abx", 2, kind=QUIZ_ATTEMPT), there("ab", kind=QUIZ_ATTEMPT))
    assert (goes_on.unsent, goes_on.together) == (("x",), True)


def test_nothing_follows_into_what_is_closed() -> None:
    assert not meet(here("abx", 2), there("ab", status="completed")).together


def test_a_record_of_the_same_id_with_other_content_parts() -> None:
    meeting = meet(here("abx", 2), there("abx"), frozenset("x"))
    assert (meeting.unsent, meeting.together) == (("x",), False)


@pytest.mark.parametrize(
    ("ids", "stamp", "other"),
    [
        ("ab", "school.1", False),
        ("abc", "school.1", False),
        ("a", "school.1", True),  # a confirmed one is missing
        ("ba", "school.1", True),  # a number carries another
        ("ab", "school.2", True),
        ("ab", "restored.1", False),  # the same creation, by a server that was restored
        ("ab", None, False),
    ],
)
def test_another_session_under_an_old_id(ids: str, stamp: str | None, other: bool) -> None:
    assert is_other(here("ab", 2), there(ids, stamp=stamp)) is other


def test_created_again_is_certain_only_without_a_restore() -> None:
    assert is_recreated("school.1", "school.2")
    assert not is_recreated("school.1", "school.1")
    assert not is_recreated("school.1", "restored.2")
    assert not is_recreated(None, "school.2")


def test_with_nothing_in_common_theirs_takes_the_id() -> None:
    assert meet(here("ab", 2), there("xy", stamp="school.2")).replaced
    assert not meet(here("ab", 2), there("bx", stamp="school.2")).replaced
    assert not meet(here("ab"), there("xy")).replaced  # never met: both go on together
    assert meet(here("ab", detached=True), there("xy")).replaced
    assert meet(here("ab", detached=True), there("")).nothing


def test_an_emptied_one_takes_the_id_where_something_was_confirmed() -> None:
    assert meet(here("ab", 2), there("", stamp="school.2")).replaced
    assert not meet(here("ab", 2), there("", stamp="restored.2")).replaced
    assert not meet(here("ab"), there("", stamp="school.2")).replaced
    assert meet(
        here("ab", kind=QUIZ_ATTEMPT), there("", kind=QUIZ_ATTEMPT, stamp="school.2")
    ).replaced


@pytest.mark.parametrize("mine", STATUSES)
@pytest.mark.parametrize("theirs", STATUSES)
@pytest.mark.parametrize("base", [*STATUSES, None])
def test_status_is_three_way(mine: str, theirs: str, base: str | None) -> None:
    meeting = meet(here("a", 1, status=mine, base=base), there("a", status=theirs))
    if base is None:
        assert meeting.status == max(mine, theirs, key=STATUSES.index)
    else:
        assert meeting.status == (theirs if theirs != base else mine)
    both = base is not None and mine != base and theirs not in (base, mine)
    assert meeting.contested is both


@given(ABC, ABC, st.sampled_from([CHAT, QUIZ_ATTEMPT]), st.integers(0, 6))
def test_nothing_that_is_here_is_forgotten(
    mine: list[str], theirs: list[str], kind: str, confirmed: int
) -> None:
    meeting = meet(here(mine, confirmed, kind=kind), there(theirs, kind=kind))
    if not meeting.replaced:
        assert set(mine) <= set(meeting.unsent) | set(theirs)
        assert [id for id in mine if id not in theirs] == list(meeting.unsent)
