"""What hypothesis draws: JSON of the domain, timestamps, documents with their members in any order."""

from __future__ import annotations

from typing import cast

from hypothesis import strategies as st

from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import RECORD_MEMBERS, SESSION_MEMBERS, JsonObject

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
numbers = (
    st.integers()
    | st.integers(-(2**70), 2**70)
    | st.sampled_from([2**53 + 1, 2**63, 2**64, -(10**30), 10**400])
    | st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: str(x) != "-0.0")
)
scalars: st.SearchStrategy[JsonValue] = st.none() | st.booleans() | numbers | texts


def _grown(inner: st.SearchStrategy[JsonValue]) -> st.SearchStrategy[JsonValue]:
    lists = st.lists(inner, max_size=4)
    objects = st.dictionaries(texts, inner, max_size=4)
    return cast("st.SearchStrategy[JsonValue]", lists | objects)


json_values: st.SearchStrategy[JsonValue] = st.recursive(scalars, _grown, max_leaves=12)

unknown_members = st.dictionaries(
    texts.filter(
        lambda name: name not in {*SESSION_MEMBERS, *RECORD_MEMBERS, "satchel", "dslVersion"}
    ),
    json_values,
    max_size=3,
)

years = st.integers(0, 9999)
offsets = st.none() | st.tuples(st.sampled_from("+-"), st.integers(0, 23), st.integers(0, 59))
Moment = tuple[int, int, int, int, int, int, str, tuple[str, int, int] | None]


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    """Year, month, day, hour, minute, second, digits of the fraction, offset: all of the calendar."""
    year, month = draw(years), draw(st.integers(1, 12))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    longest = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]
    day = draw(st.integers(1, longest))
    clock = (draw(st.integers(0, 23)), draw(st.integers(0, 59)), draw(st.integers(0, 59)))
    fraction = draw(st.text("0123456789", max_size=12))
    return (year, month, day, *clock, fraction, draw(offsets))


def written(moment: Moment) -> str:
    year, month, day, hour, minute, second, fraction, offset = moment
    zone = "Z" if offset is None else f"{offset[0]}{offset[1]:02d}:{offset[2]:02d}"
    dot = f".{fraction}" if fraction else ""
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}{dot}{zone}"


timestamps = moments().map(written)


@st.composite
def shuffled(draw: st.DrawFn, document: JsonObject) -> JsonObject:
    """The same members in another order, with unknown ones among them."""
    members = list({**document, **draw(unknown_members)}.items())
    return dict(draw(st.permutations(members)))
