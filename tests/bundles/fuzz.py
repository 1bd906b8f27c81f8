"""Bundles changed at random: `python -m tests.bundles.fuzz [--seconds N] [--seed N]`.

Reading must answer or refuse, in bounded time, and must not write. What it finds is printed with the seed that
makes it again; exit status 1 then.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path

from satchel.bundles.age import EncryptingWriter
from satchel.domain.errors import SatchelError
from satchel.domain.json_value import encode
from tests.bundles.packed import Entries, lesson, parts, read_all, sha, wire, write, zipped

SLOW = 20.0
PASSPHRASE = "words"
SCRAPS = [
    b"", b"\0", b"\n", b"\r\n", b"\xef\xbb\xbf", b"[" * 600, b"{", b"}", b'"', b"-0", b"NaN", b"1e999",
    b"PK\3\4", b"PK\1\2", b"PK\5\6", b"PK\6\6", b"PK\6\7", b"\xff" * 8, b"\xfe\xff\xff\xff", b"../",
    b"9" * 5000, b"sessions/0001/session.json", b'"seq":1', b"null", b"\\ud800", b"\\u0000",
]  # fmt: skip


def damaged(data: bytes, random_: random.Random) -> bytes:
    """`data` with a few changes: bits, bytes, scraps, pieces lost, doubled or moved, numbers raised."""
    found = bytearray(data)
    for _ in range(random_.choice((1, 1, 1, 2, 3, 8))):
        at = random_.randrange(len(found) + 1)
        length = random_.choice((1, 2, 4, 30, 500))
        what = random_.randrange(7)
        if what == 0 and found:
            found[at % len(found)] ^= 1 << random_.randrange(8)
        elif what == 1:
            found[at : at + length] = random_.randbytes(length)
        elif what == 2:
            found[at:at] = random_.choice(SCRAPS)
        elif what == 3:
            del found[at : at + length]
        elif what == 4:
            found[at:at] = found[at : at + length]
        elif what == 5:
            scrap = random_.choice(SCRAPS)
            found[at : at + len(scrap)] = scrap
        else:
            del found[random_.randrange(len(found) + 1) :]
    return bytes(found)


def _around_the_end(data: bytes, random_: random.Random) -> bytes:
    """The directory and its end, where sizes and places are told."""
    start = max(0, data.rfind(b"PK\1\2") - random_.randrange(200))
    return data[:start] + damaged(data[start:], random_)


def _in_an_entry(path: Path, entries: Entries, random_: random.Random) -> None:
    """One entry's content, packed as it should be; half the time with hashes that agree."""
    name = random_.choice(list(entries))
    changed = entries | {name: damaged(entries[name], random_)}
    if random_.random() < 0.5:
        manifest = changed["manifest.json"]
        changed["manifest.json"] = manifest.replace(
            sha(entries[name]).encode(), sha(changed[name]).encode()
        )
    zipped(path, changed, random_.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))


def _names(path: Path, entries: Entries, random_: random.Random) -> None:
    changed = {}
    for name, data in entries.items():
        text = name if random_.random() < 0.7 else damaged(name.encode(), random_).decode("latin-1")
        changed[text[:30000].lstrip("\0") or "x"] = data
    zipped(path, changed)


class Fuzz:
    """Makes a file, reads it, and looks whether anything went wrong."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "x.sessionbundle"
        large = [record | {"payload": {"text": "四分之三 " * 300}} for record in wire(300, "b")]
        self._whole = write(
            self._path, [lesson("a"), (*lesson("b")[:2], large), lesson("c", 0)]
        ).read_bytes()
        self._small = write(self._path, [lesson("a")], replace=True).read_bytes()
        out = bytearray()
        with EncryptingWriter(out.extend, PASSPHRASE, work_factor=2) as writer:
            writer.write(self._small)
        self._sealed = bytes(out)
        lines = b"".join(encode(one).encode() + b"\n" for one in wire(40))
        self._entries = parts(["a", "lesson", "b"], records={"lesson": lines})
        self.outcomes: Counter[str] = Counter()

    def once(self, seed: int) -> str | None:
        """What is wrong, or None."""
        random_ = random.Random(seed)
        self._make(random_)
        before = self._path.read_bytes()
        started = time.monotonic()
        try:
            found = read_all(self._path, PASSPHRASE)
        except SatchelError as refusal:
            refusal.message.encode()
            self.outcomes["refused"] += 1
        except Exception:  # noqa: BLE001  that is what is looked for
            return traceback.format_exc()
        else:
            self.outcomes[
                "whole" if not found.faults else "in part" if found.ids else "damaged"
            ] += 1
            "".join(fault.message + str(fault.place) for fault in found.faults).encode()
        if time.monotonic() - started > SLOW:
            return f"it took {time.monotonic() - started:.0f} s"
        if self._path.read_bytes() != before or len(list(self._path.parent.iterdir())) != 1:
            return "something was written"
        return None

    def _make(self, random_: random.Random) -> None:
        make: Callable[[], object] = random_.choice(
            (
                lambda: self._path.write_bytes(damaged(self._whole, random_)),
                lambda: self._path.write_bytes(damaged(self._small, random_)),
                lambda: self._path.write_bytes(_around_the_end(self._whole, random_)),
                lambda: self._path.write_bytes(damaged(self._sealed, random_)),
                lambda: _in_an_entry(self._path, self._entries, random_),
                lambda: _in_an_entry(self._path, self._entries, random_),
                lambda: _names(self._path, self._entries, random_),
            )
        )
        make()


def run(seconds: float, seed: int) -> tuple[Counter[str], list[str]]:
    """The outcomes, and what went wrong."""
    wrong: list[str] = []
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        fuzz = Fuzz(Path(folder))
        for number in count(seed):
            if time.monotonic() >= until or len(wrong) >= 5:
                break
            if problem := fuzz.once(number):
                wrong.append(f"seed {number}: {problem}")
        return fuzz.outcomes, wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bundles.fuzz")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    chosen = parser.parse_args()
    outcomes, wrong = run(chosen.seconds, chosen.seed)
    sys.stdout.write(
        f"{sum(outcomes.values()):,} files from seed {chosen.seed}: {dict(outcomes)}\n"
    )
    sys.stdout.writelines(f"{one}\n" for one in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
