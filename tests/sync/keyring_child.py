"""Run under a session bus of its own: does with the real keyring what its first argument says, and prints what came."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from satchel.domain.errors import SatchelError
from satchel.domain.syncing import TokenPlace
from satchel.sync.credentials import Credentials

REMOTE = "https://school.example anon:mei"


def main() -> None:
    word, folder, patience = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    mine = Credentials(folder, "profile-1", patience=patience, person_patience=patience)
    said: list[object] = []
    try:
        if word == "round":
            said = _round(mine, folder)
        else:
            said.append(mine.keep(REMOTE, "a-secret-token", TokenPlace.KEYRING).value)
    except SatchelError as error:
        said.append(error.code)
    print(json.dumps(said))  # noqa: T201


def _round(mine: Credentials, folder: Path) -> list[object]:
    said: list[object] = [mine.keyring_works(), mine.find(REMOTE)]
    said.append(mine.keep(REMOTE, "a-secret-token", TokenPlace.KEYRING).value)
    again = Credentials(folder, "profile-1").find(REMOTE)
    said += [again.secret if again else None, again.place.value if again else None]
    said.append(Credentials(folder, "profile-2").find(REMOTE))
    said.append(mine.keep(REMOTE, "a-newer-token", TokenPlace.KEYRING).value)
    newer = mine.find(REMOTE)
    said.append(newer.secret if newer else None)
    mine.forget(REMOTE)
    said.append(mine.find(REMOTE))
    mine.forget(REMOTE)
    return said


if __name__ == "__main__":
    main()
