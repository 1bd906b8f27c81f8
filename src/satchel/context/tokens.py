"""Counting tokens: what a counter is, and which one is there."""

from __future__ import annotations

import importlib
import importlib.util
import warnings
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Protocol

from satchel.context.estimate import EstimateCounter
from satchel.domain.packs import PackRefused

_LIBRARY: Final = "bpe_openai"


class Counter(Protocol):
    """Counts the tokens of a text. The same text always has the same number."""

    @property
    def name(self) -> str:
        """What people are told."""
        ...

    @property
    def cache_name(self) -> str:
        """Under which counts are kept: another one whenever a record may count differently."""
        ...

    @property
    def exact(self) -> bool: ...

    def count(self, text: str) -> int: ...


class ExactCounter:
    """`o200k_base`, by the optional library. It is loaded at the first count, which takes half a second."""

    name: Final = "o200k_base"
    cache_name: Final = "o200k_base-2"
    exact: Final = True

    def count(self, text: str) -> int:
        """Raises `PackRefused` where the library is damaged."""
        return len(self._encode(text)) if text else 0

    @cached_property
    def _encode(self) -> Callable[[str], list[int]]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # the library's own
                library: Any = importlib.import_module(_LIBRARY)
                encode: Callable[[str], list[int]] = library.get_encoding(self.name).encode_ordinary
        except (ImportError, AttributeError, OSError, ValueError) as problem:
            raise PackRefused(
                f"The library that counts tokens, {_LIBRARY}, is there but cannot be used ({problem}). Install it "
                "anew, or remove it: tokens are then estimated."
            ) from problem
        return encode


def best_counter() -> Counter:
    """The exact one where its library is installed (the extra `tokens`), else the estimate. Loads nothing."""
    if importlib.util.find_spec(_LIBRARY) is None:
        return EstimateCounter()
    return ExactCounter()
