"""A database as it was, and the ways it is damaged in the tests."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from satchel.domain.json_value import JsonValue
from satchel.store.health import back_up
from satchel.store.opening import Location
from tests.fakes import record, session
from tests.store.opened import MINE, opened

PAGE = 4096
FRAME = PAGE + 24

Key = tuple[str, str]


@dataclass
class Files:
    """The bytes of a database and of the log beside it."""

    main: bytearray
    log: bytearray = field(default_factory=bytearray)

    @property
    def pages(self) -> int:
        return len(self.main) // PAGE

    def kinds(self, *first_bytes: int) -> list[int]:
        """The numbers of pages that begin with one of these bytes."""
        return [n for n in range(2, self.pages + 1) if self.main[(n - 1) * PAGE] in first_bytes]

    def overwrite(self, page: int, content: bytes) -> None:
        self.main[(page - 1) * PAGE : (page - 1) * PAGE + len(content)] = content

    def write(self, location: Location) -> None:
        location.folder.mkdir(parents=True, exist_ok=True)
        location.database.write_bytes(self.main)
        if self.log:
            Path(f"{location.database}-wal").write_bytes(self.log)


@dataclass
class Original:
    """What was in the database: every session, and every record in its order."""

    closed: Files
    with_log: Files
    sessions: set[str]
    records: dict[str, list[tuple[str, str]]]
    drafts: set[str]


def fill(folder: Path, prefix: str = "s") -> Original:
    """Sessions of all sizes, some deleted again, records long and short, the last of them only in the log."""
    with opened(folder) as bench:
        bench.database.script("PRAGMA wal_autocheckpoint = 0")
        for n in range(16):
            bench.sessions.create(session(f"{prefix}-{n}", learnerKey=MINE), title=f"Title {n} é分")
            documents = [
                record(
                    f"r-{i}", f"{prefix}-{n}", payload={"n": f"{prefix}{n}.{i}", "text": text(n, i)}
                )
                for i in range(4 + 7 * n)
            ]
            bench.store.append_records(f"{prefix}-{n}", documents)
            bench.claims.claim(f"{prefix}-{n}", "window")
            bench.marks.save_draft(f"{prefix}-{n}", "window", f"draft {n}")
        for n in (3, 9):
            bench.sessions.trash(f"{prefix}-{n}")
            bench.sessions.purge(f"{prefix}-{n}")
        bench.sessions.trash(f"{prefix}-5")
        bench.database.script("PRAGMA wal_checkpoint(TRUNCATE)")
        for n in range(2):
            bench.sessions.create(session(f"{prefix}-new-{n}", learnerKey=MINE), title=f"New {n}")
            for i in range(12):
                words: JsonValue = {"n": f"{prefix}new{n}.{i}", "text": text(n, i)}
                bench.store.append_record(
                    f"{prefix}-new-{n}", record(f"r-{i}", f"{prefix}-new-{n}", payload=words)
                )
        database = bench.location.database
        with_log = Files(
            bytearray(database.read_bytes()), bytearray(Path(f"{database}-wal").read_bytes())
        )
        back_up(bench.database, folder / "closed.db")
    return Original(
        Files(bytearray((folder / "closed.db").read_bytes())),
        with_log,
        *contents(folder / "closed.db"),
    )


def text(n: int, i: int) -> str:
    return f"{n} {i} " * (1500 if i % 9 == 4 else 3 + i % 5)


def contents(
    database: Path,
) -> tuple[set[str], dict[str, list[tuple[str, str]]], set[str]]:
    """Sessions, records in order, drafts."""
    with closing(sqlite3.connect(database)) as raw:
        sessions = {id for (id,) in raw.execute("SELECT id FROM runtime_sessions")}
        records: dict[str, list[tuple[str, str]]] = {id: [] for id in sessions}
        for id, *one in raw.execute(
            "SELECT s.id, r.id, r.payload FROM runtime_records r JOIN runtime_sessions s "
            "ON s.key = r.session_key ORDER BY s.key, r.seq"
        ):
            records[id].append((one[0], one[1]))
        drafts = {text for (text,) in raw.execute("SELECT text FROM drafts")}
    return sessions, records, drafts


Way = Callable[[Files, Random, Files], None]
"""Damages the first, of which the last argument is an unrelated database."""


def _flip(data: bytearray, low: int, high: int, random: Random, count: int = 3) -> None:
    for _ in range(count):
        data[random.randrange(low, high)] ^= 1 << random.randrange(8)


def flipped_page(*first_bytes: int) -> Way:
    def way(files: Files, random: Random, other: Files) -> None:
        page = random.choice(files.kinds(*first_bytes))
        _flip(files.main, (page - 1) * PAGE, page * PAGE, random, 8)

    return way


def lost_page(content: Callable[[Random], bytes], *first_bytes: int) -> Way:
    def way(files: Files, random: Random, other: Files) -> None:
        for page in random.sample(files.kinds(*first_bytes), 2):
            files.overwrite(page, content(random))

    return way


def noise(random: Random) -> bytes:
    return random.randbytes(PAGE)


def zeros(random: Random) -> bytes:
    return bytes(PAGE)


def truncated(share: float) -> Way:
    def way(files: Files, random: Random, other: Files) -> None:
        del files.main[int(len(files.main) * share) + random.randrange(PAGE) :]

    return way


def replaced(content: Callable[[Random, Files], bytes]) -> Way:
    def way(files: Files, random: Random, other: Files) -> None:
        files.main[:] = content(random, other)

    return way


def _header(files: Files, random: Random, other: Files) -> None:
    _flip(files.main, 0, 100, random)


def _magic(files: Files, random: Random, other: Files) -> None:
    files.main[:16] = random.randbytes(16)


def _page_size(files: Files, random: Random, other: Files) -> None:
    files.main[16:18] = struct.pack(">H", random.choice([512, 1024, 2048, 8192, 16384]))


def _schema(files: Files, random: Random, other: Files) -> None:
    """The first page below the header: the root of the schema."""
    files.main[100:PAGE] = random.randbytes(PAGE - 100)


def _map(files: Files, random: Random, other: Files) -> None:
    files.overwrite(2, random.randbytes(PAGE))


def _free_list(files: Files, random: Random, other: Files) -> None:
    trunk = int.from_bytes(files.main[32:36], "big")
    assert trunk
    files.overwrite(trunk, random.randbytes(PAGE))


def _many(files: Files, random: Random, other: Files) -> None:
    for page in random.sample(range(1, files.pages + 1), files.pages // 3):
        files.overwrite(page, random.randbytes(PAGE))


def _moved(files: Files, random: Random, other: Files) -> None:
    """A page written to the wrong place."""
    a, b = random.sample(files.kinds(0x0D), 2)
    files.overwrite(a, bytes(files.main[(b - 1) * PAGE : b * PAGE]))


def _foreign_pages(files: Files, random: Random, other: Files) -> None:
    for page in random.sample(range(2, min(files.pages, other.pages)), 3):
        files.overwrite(page, bytes(other.main[(page - 1) * PAGE : page * PAGE]))


def _sqlite_of_another(random: Random, other: Files) -> bytes:
    with closing(sqlite3.connect(":memory:")) as raw:
        raw.execute("CREATE TABLE bookmarks (name TEXT, url TEXT)")
        raw.executemany("INSERT INTO bookmarks VALUES (?, ?)", [("a", "1"), ("b", "[2]")] * 50)
        raw.execute("CREATE TABLE four (a INTEGER, b TEXT, c TEXT, d TEXT)")
        raw.execute("INSERT INTO four VALUES (1, 'b', 'c', 'd')")
        raw.commit()
        return raw.serialize()


ON_FILE: dict[str, Way] = {
    "header": _header,
    "magic": _magic,
    "page size": _page_size,
    "schema": _schema,
    "pointer map": _map,
    "free list": _free_list,
    "leaf of a table": flipped_page(0x0D),
    "inner page of a table": flipped_page(0x05),
    "leaf of an index": flipped_page(0x0A),
    "inner page of an index": flipped_page(0x02, 0x0A),
    "overflow": flipped_page(0x00),
    "leaves lost": lost_page(noise, 0x0D),
    "leaves of zeros": lost_page(zeros, 0x0D),
    "inner pages lost": lost_page(noise, 0x05, 0x02),
    "indexes lost": lost_page(zeros, 0x0A),
    "overflow lost": lost_page(noise, 0x00),
    "overflow of zeros": lost_page(zeros, 0x00),
    "a third lost": _many,
    "a page in the wrong place": _moved,
    "pages of another": _foreign_pages,
    "cut to nearly all": truncated(0.97),
    "cut to half": truncated(0.5),
    "cut to a page": truncated(0.0),
    "empty": replaced(lambda random, other: b""),
    "text": replaced(lambda random, other: b"Dear diary,\n" * random.randrange(1, 900)),
    "picture": replaced(lambda random, other: b"\x89PNG\r\n\x1a\n" + random.randbytes(20_000)),
    "noise": replaced(lambda random, other: random.randbytes(40_000)),
    "another program's database": replaced(_sqlite_of_another),
}
"""A database that was closed well."""

NOTHING_LEFT = ("cut to a page", "empty", "text", "picture", "noise", "another program's database")


def _log_header(files: Files, random: Random, other: Files) -> None:
    _flip(files.log, 0, 32, random)


def _log_frame(files: Files, random: Random, other: Files) -> None:
    frames = (len(files.log) - 32) // FRAME
    frame = random.randrange(frames // 2)
    _flip(files.log, 32 + frame * FRAME + 24, 32 + (frame + 1) * FRAME, random)


def _log_frame_head(files: Files, random: Random, other: Files) -> None:
    frames = (len(files.log) - 32) // FRAME
    frame = random.randrange(frames // 2)
    _flip(files.log, 32 + frame * FRAME, 32 + frame * FRAME + 24, random, 1)


def _log_lost_frames(files: Files, random: Random, other: Files) -> None:
    frames = (len(files.log) - 32) // FRAME
    for frame in random.sample(range(frames // 2), 2):
        start = 32 + frame * FRAME
        files.log[start : start + FRAME] = random.randbytes(FRAME)


def _log_of_another(files: Files, random: Random, other: Files) -> None:
    files.log[:] = other.log


def _log_noise(files: Files, random: Random, other: Files) -> None:
    files.log[:] = random.randbytes(len(files.log))


WITH_LOG: dict[str, Way] = {
    "log: header": _log_header,
    "log: frame": _log_frame,
    "log: head of a frame": _log_frame_head,
    "log: frames lost": _log_lost_frames,
    "log: of another database": _log_of_another,
    "log: noise": _log_noise,
    "log kept, schema": _schema,
    "log kept, leaves lost": ON_FILE["leaves lost"],
    "log kept, cut to half": ON_FILE["cut to half"],
    "log kept, empty": ON_FILE["empty"],
}
