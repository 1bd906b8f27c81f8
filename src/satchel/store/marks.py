"""What windows leave behind at a session: opened last, read up to here, and what was typed and not sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import bindparam, case, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from satchel.domain.contracts import Clock
from satchel.domain.json_value import JsonValue
from satchel.domain.timestamps import from_datetime
from satchel.store.database import SqliteDatabase
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.settings import Settings
from satchel.store.tables import DraftRow, RecordRow, SessionRow, table

_LAST: Final = "lastOpenedSession"
_PANES: Final = "windows"
_MOST_WINDOWS: Final = 20

S = table(SessionRow).c
R = table(RecordRow).c
D = table(DraftRow).c


class Marks:
    """`alive` tells whether a window still lives; the drafts of dead ones are offered to the next."""

    def __init__(
        self,
        database: SqliteDatabase,
        store: SqlRuntimeStore,
        settings: Settings,
        *,
        clock: Clock,
        alive: Callable[[str], bool],
    ) -> None:
        self._database = database
        self._store = store
        self._settings = settings
        self._clock = clock
        self._alive = alive
        self._sql = _Statements(database)

    def note_opened(self, session_id: str) -> None:
        with self._database.transaction():
            self._database.run(self._sql.note_opened, id=session_id, at=self._now())
            self._settings.set(_LAST, session_id)

    def last_opened(self) -> str | None:
        """The session that was open last, if it is still here and not in the trash."""
        last = self._settings.get(_LAST)
        if isinstance(last, str) and self._database.run(self._sql.present, id=last):
            return last
        return None

    def note_panes(self, window: str, link: str | None) -> None:
        """Remembers what `window` shows, as a link; None forgets the window."""
        with self._database.transaction():
            others = [one for one in self._windows() if one[0] != window]
            self._keep_windows(others if link is None else [(window, link), *others])

    def take_panes(self) -> list[str]:
        """What windows showed that do not live any more, newest first. They are forgotten."""
        with self._database.transaction():
            windows = self._windows()
            gone = [one for one in windows if not self._alive(one[0])]
            if gone:
                self._keep_windows([one for one in windows if one not in gone])
        return [link for _, link in gone]

    def _windows(self) -> list[tuple[str, str]]:
        """What is stored, read with suspicion: what is no window counts as none."""
        stored = self._settings.get(_PANES)
        found: list[tuple[str, str]] = []
        for one in stored if isinstance(stored, list) else ():
            match one:
                case {"window": str(window), "link": str(link)}:
                    if window.replace("-", "").isalnum():
                        found.append((window, link))
        return found

    def _keep_windows(self, windows: list[tuple[str, str]]) -> None:
        kept = windows[:_MOST_WINDOWS]
        value: JsonValue = [{"window": window, "link": link} for window, link in kept]
        self._settings.set(_PANES, value)

    def mark_read(self, session_id: str, record_key: int) -> None:
        """Everything up to this record has been seen. It never goes back."""
        with self._database.transaction():
            self._database.run(self._sql.mark_read, id=session_id, record_key=record_key)

    def save_draft(self, session_id: str, window: str, text: str) -> None:
        """Keeps what was typed; an empty text drops it. Raises `SessionNotFound`, `ValidationFailed`."""
        with self._database.transaction():
            key = self._store.state(session_id).key
            if text:
                values = {
                    "session_key": key,
                    "window": window,
                    "text": text,
                    "updated_at": self._now(),
                }
                self._database.run(self._sql.put_draft, **values)
            else:
                self._database.run(self._sql.drop_draft, of=key, window=window)

    def take_draft(self, session_id: str, window: str) -> str:
        """The window's own draft; else the newest one left by a window that is gone, which becomes its own."""
        with self._database.transaction():
            key = self._store.state(session_id).key
            for text, owner in self._drafts(session_id, window):
                if owner == window:
                    return text
                if not self._alive(owner):
                    self._database.run(self._sql.move_draft, of=key, owner=owner, window=window)
                    return text
        return ""

    def draft(self, session_id: str, window: str) -> str:
        """What the window itself has typed, to be read only."""
        return next(
            (text for text, owner in self._drafts(session_id, window) if owner == window), ""
        )

    def left_draft(self, session_id: str, window: str) -> str:
        """The newest draft of any other window."""
        found = self._drafts(session_id, window)
        return next((text for text, owner in found if owner != window), "")

    def settle_left(self, session_id: str, window: str, text: str) -> None:
        """Forgets `text` where it was left by a window that is gone; one that lives keeps what it shows."""
        with self._database.transaction():
            key = self._store.state(session_id).key
            for kept, owner in self._drafts(session_id, window):
                if kept == text and owner != window and not self._alive(owner):
                    self._database.run(self._sql.drop_draft, of=key, window=owner)

    def _drafts(self, session_id: str, window: str) -> list[tuple[str, str]]:
        """Text and window; this window's first, then the newest."""
        key = self._store.state(session_id).key
        rows = self._database.run(self._sql.drafts, of=key, window=window)
        return [(str(text), str(owner)) for text, owner in rows]

    def _now(self) -> str:
        return from_datetime(self._clock())


class _Statements:
    def __init__(self, database: SqliteDatabase) -> None:
        prepare = database.prepare
        by_id = update(table(SessionRow)).where(S.id == bindparam("id"))
        self.note_opened = prepare(by_id.values(last_opened_at=bindparam("at")))
        self.present = prepare(
            select(S.key).where(S.id == bindparam("id"), S.hidden == 0, S.trashed_at.is_(None))
        )
        upto = (
            select(R.seq + 1)
            .where(R.key == bindparam("record_key"), R.session_key == S.key)
            .scalar_subquery()
        )
        newer = case(
            (bindparam("record_key") > S.read_key, bindparam("record_key")), else_=S.read_key
        )
        self.mark_read = prepare(
            by_id.where(upto > S.read_count).values(read_count=upto, read_key=newer)
        )
        drafts = table(DraftRow)
        ours_first = case((D.window == bindparam("window"), 0), else_=1)
        self.drafts = prepare(
            select(D.text, D.window)
            .where(D.session_key == bindparam("of"))
            .order_by(ours_first, D.updated_at.desc())
        )
        self.drop_draft = prepare(
            delete(drafts).where(D.session_key == bindparam("of"), D.window == bindparam("window"))
        )
        self.move_draft = prepare(
            update(drafts)
            .where(D.session_key == bindparam("of"), D.window == bindparam("owner"))
            .values(window=bindparam("window"))
        )
        put = insert(drafts).values({column.name: bindparam(column.name) for column in drafts.c})
        self.put_draft = prepare(
            put.on_conflict_do_update(
                index_elements=["session_key", "window"],
                set_={"text": put.excluded.text, "updated_at": put.excluded.updated_at},
            )
        )
