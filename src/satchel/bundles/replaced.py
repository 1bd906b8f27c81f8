"""Which bundle lies where another file is about to be put: what is in it is not safe by it any more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from satchel.bundles.faults import NotABundle
from satchel.bundles.reader import open_bundle
from satchel.domain.errors import SatchelError

Replacing: TypeAlias = Callable[[str | None], None]
"""Told the id of a bundle before it is gone; None where it cannot be told which one it is: it is locked, say."""


def tell_replaced(path: Path, replacing: Replacing) -> None:
    """Says what goes, if a bundle does. Raises what `replacing` raises."""
    if not path.exists():
        return
    try:
        with open_bundle(path) as bundle:
            found = None if bundle.manifest is None else bundle.manifest.bundle_id
    except NotABundle:
        return
    except SatchelError:
        found = None
    replacing(found)
