"""An ordinary user who may not write the announcement: `python -m tests.leases.ordinary FOLDER file|folder`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.store.child import become_ordinary
from tests.store.opened import opened


def main(folder: Path, place: str) -> None:
    become_ordinary()
    with opened(folder) as bench:
        closed = bench.announcement.path if place == "file" else bench.announcement.directory
        closed.chmod(0o444 if place == "file" else 0o555)
        bench.living.update({"left", "right"})
        before = bench.claims.claim("lesson", "left")
        lease = bench.claims.claim("lesson", "right")
        assert bench.claims.holds(lease)
        assert bench.claims.is_valid(lease)
        assert not bench.claims.holds(before)
        sys.stdout.write("claimed\n")
        closed.chmod(0o644 if place == "file" else 0o755)
        bench.claims.recover()
        found = bench.announcement.read()
        assert found is not None
        assert found["lesson"].holder.window == "right"
        assert not bench.claims.is_valid(before)
        sys.stdout.write("repaired\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
