"""Where in a ZIP file the bundle lies: at its top, or in a folder, as people pack folders."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from satchel.bundles.faults import BundleFault, NotABundle
from satchel.bundles.format import (
    MANIFEST_ENTRY,
    MIMETYPE_ENTRY,
    SESSION_FILE,
    SESSIONS_FOLDER,
)

_LITTER: Final = re.compile(r"(?:^|/)(?:__MACOSX/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)")
_MARK: Final = re.compile(
    rf"(?P<top>(?:.*/)?)(?:{MIMETYPE_ENTRY}|{re.escape(MANIFEST_ENTRY)}|"
    rf"{SESSIONS_FOLDER}/(?P<session>[^/]+)/{re.escape(SESSION_FILE)})",
    re.DOTALL,
)


def top_folder(names: Iterable[str]) -> str:
    """What stands before every name of the bundle: nothing, or a folder with its slash.

    Raises `NotABundle`, and `BundleFault` where there are several bundles in one file.
    """
    tops = {
        match["top"]
        for name in names
        if not _LITTER.search(name) and (match := _MARK.fullmatch(name)) is not None
    }
    if not tops:
        raise NotABundle("This is a ZIP file, and no SessionBundle: there are no sessions in it.")
    top = min(tops, key=len)
    if any(not other.startswith(top) for other in tops):
        raise BundleFault("There are several bundles in this ZIP file. Unpack it and import each.")
    return top


def session_paths(names: Iterable[str], top: str) -> list[str]:
    """The folders that hold a session, in the order of their names, without the top folder."""
    folder = f"{top}{SESSIONS_FOLDER}/"
    found = {
        f"{SESSIONS_FOLDER}/{name[len(folder) :].split('/')[0]}"
        for name in names
        if name.startswith(folder) and "/" in name[len(folder) :] and not _LITTER.search(name)
    }
    return sorted(found)
