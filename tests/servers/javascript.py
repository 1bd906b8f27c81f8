"""How numbers and members come out of a server that is written in JavaScript and keeps JSON in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable

from satchel.domain.json_value import JsonValue

_EXACT = 2**53
_AS_DIGITS = 1e21


def as_read(value: JsonValue) -> JsonValue:
    """With every number a double, and members whose names are numbers first, as its objects have them."""
    return _rebuilt(value, _javascript_order)


def as_kept(value: JsonValue) -> JsonValue:
    """As a read shows it: members by the length of their names and then by their bytes, as the database has them."""
    return as_read(_rebuilt(value, _database_order))


def _rebuilt(value: JsonValue, order: Callable[[str], tuple[object, ...]]) -> JsonValue:
    if isinstance(value, list):
        return [_rebuilt(part, order) for part in value]
    if isinstance(value, dict):
        return {name: _rebuilt(value[name], order) for name in sorted(value, key=order)}
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return _number(value)


def _number(value: float) -> int | float:
    if isinstance(value, int) and abs(value) <= _EXACT:
        return value
    double = float(value)
    return int(double) if double.is_integer() and abs(double) < _AS_DIGITS else double


def _javascript_order(name: str) -> tuple[object, ...]:
    numeric = name.isascii() and name.isdigit() and str(int(name)) == name and int(name) < 2**32 - 1
    return (0, int(name)) if numeric else (1,)


def _database_order(name: str) -> tuple[object, ...]:
    return (len(name.encode()), name.encode())
