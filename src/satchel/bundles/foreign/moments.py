"""Times as other programs write them, turned into ISO-8601 in UTC."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime

from satchel.domain.json_value import JsonValue
from satchel.domain.timestamps import from_datetime, is_timestamp, sort_key

_LONGEST = 64
_DIGITS = re.compile(r"\d{9,19}(?:\.\d{1,9})?", re.ASCII)
_YEAR_10000 = 253_402_300_800  # seconds
# From 1973 on, milliseconds are larger than the seconds of any year anybody writes about, and so on.
_UNITS = ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3))


def moment(value: JsonValue) -> str | None:
    """An ISO text, seconds to nanoseconds since 1970 (told apart by size), or MongoDB's `{"$date": …}`.

    None where it is no time; so is 1970 itself, which programs write for "unknown".
    """
    for _ in range(3):
        if isinstance(value, dict):
            value = value.get("$date", value.get("$numberLong"))
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _since_1970(value)
    if not isinstance(value, str) or len(value) > _LONGEST:
        return None
    text = value.strip()
    if text.endswith("Z") and is_timestamp(text):
        return text
    if _DIGITS.fullmatch(text):
        return _since_1970(float(text))
    return _calendar(text)


def latest_of(*texts: str | None) -> str | None:
    found = [text for text in texts if text is not None]
    return max(found, key=sort_key) if found else None


def _since_1970(number: float) -> str | None:
    if not 0 < number < 1e19 or not math.isfinite(number):
        return None
    unit = next((unit for least, unit in _UNITS if number >= least), 1.0)
    milliseconds = round(number * 1000) if unit == 1 else int(number / (unit / 1000))
    if milliseconds >= _YEAR_10000 * 1000:
        return None
    whole, rest = divmod(milliseconds, 1000)
    return from_datetime(datetime.fromtimestamp(whole, UTC).replace(microsecond=rest * 1000))


def _calendar(text: str) -> str | None:
    """A time without a zone counts as UTC: exports are made by servers."""
    try:
        found = datetime.fromisoformat(text)
        if "T" not in text and ":" not in text:
            return None  # a date alone, or a number that looks like one
        return from_datetime(found if found.tzinfo else found.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None
