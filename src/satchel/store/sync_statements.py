"""The SQL of sync's bookkeeping, prepared once per database.

As text, where other statements are Core: all of it runs on the desktop's SQLite alone, and most of it takes JSON
apart or copies rows from table to table.
"""

from __future__ import annotations

from typing import Final

from satchel.domain.syncing import SESSION_MOVED
from satchel.store.database import SqliteDatabase
from satchel.store.plain_sql import PlainSql
from satchel.store.rows import SESSION_COLUMNS

_SESSION: Final = ", ".join(f"s.{name}" for name in SESSION_COLUMNS)

_KEPT: Final = f"""
SELECT {_SESSION}, coalesce(m.former_id, s.id), coalesce(m.revive, 0), coalesce(m.wanted, 0),
       coalesce(r.known, 0), r.tail, r.status, r.incarnation, r.satchel, r.elsewhere, r.parked
FROM runtime_sessions s
LEFT JOIN sync_marks m ON m.session_key = s.key
LEFT JOIN remote_sessions r ON r.remote_key = :remote AND r.session_key = s.key
"""

_MINE: Final = "s.learner_key = :learner AND s.hidden = 0"

_PENDING: Final = """
CASE WHEN s.stub = 1 THEN coalesce(m.wanted, 0) = 1
     ELSE s.detached = 0 AND r.parked IS NULL AND (
        coalesce(r.known, 0) = 0 OR s.status IS NOT r.status OR s.next_seq - 1 <> coalesce(r.tail, -1)
        OR s.satchel IS NOT r.satchel OR coalesce(m.revive, 0) = 1 OR coalesce(m.wanted, 0) = 1)
END
"""

_STILL_OURS: Final = f"instr(coalesce(r.parked, ''), '\"{SESSION_MOVED}\"') = 0"
"""It was not given to somebody else there."""

_UNSENT: Final = """
FROM runtime_records c
LEFT JOIN remote_records n ON n.remote_key = :remote AND n.record_key = c.key
WHERE c.session_key = :of AND n.remote_seq IS NULL
"""


class SyncStatements:
    """`of` is a session's key, `remote` a remote's, `id` a wire id."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        self._prepare_sessions()
        self._prepare_lists()
        self._prepare_records()
        self._prepare_writing()
        self._prepare_marks()
        self._prepare_tombstones()
        self._prepare_remotes()

    def _sql(self, statement: str) -> PlainSql:
        return PlainSql(statement)

    def _prepare_sessions(self) -> None:
        sql = self._sql
        self.here = sql(f"{_KEPT} WHERE s.id = :id AND s.hidden = 0 AND s.trashed_at IS NULL")
        self.by_key = sql(f"{_KEPT} WHERE s.key = :of")
        self.in_trash = sql(
            f"{_KEPT} WHERE s.hidden = 0 AND s.trashed_at IS NOT NULL AND s.key IN"
            " (SELECT key FROM runtime_sessions WHERE id = :id UNION"
            " SELECT session_key FROM sync_marks WHERE former_id = :id) ORDER BY s.key LIMIT 1"
        )

    def _prepare_lists(self) -> None:
        sql = self._sql
        self.everything = sql(
            "SELECT coalesce(m.former_id, s.id), s.key FROM runtime_sessions s"
            f" LEFT JOIN sync_marks m ON m.session_key = s.key WHERE {_MINE} ORDER BY s.key"
        )
        self.once_met = sql(
            "SELECT coalesce(m.former_id, s.id) FROM runtime_sessions s"
            " LEFT JOIN sync_marks m ON m.session_key = s.key"
            " LEFT JOIN remote_sessions r ON r.remote_key = :remote AND r.session_key = s.key"
            f" WHERE {_MINE} AND {_STILL_OURS} AND (r.known = 1 OR s.trashed_at IS NOT NULL) ORDER BY s.key"
        )
        self.pending = sql(
            "SELECT s.id, coalesce(m.wanted, 0) AND s.stub FROM runtime_sessions s"
            " LEFT JOIN sync_marks m ON m.session_key = s.key"
            " LEFT JOIN remote_sessions r ON r.remote_key = :remote AND r.session_key = s.key"
            f" WHERE {_MINE} AND s.trashed_at IS NULL AND {_PENDING} ORDER BY s.key"
        )
        self.known_here = sql(
            "SELECT s.id FROM runtime_sessions s"
            " JOIN remote_sessions r ON r.remote_key = :remote AND r.session_key = s.key AND r.known = 1"
            f" WHERE {_MINE} AND {_STILL_OURS} AND s.trashed_at IS NULL ORDER BY s.key"
        )
        self.lively = sql(
            f"SELECT s.id FROM runtime_sessions s WHERE {_MINE} AND s.trashed_at IS NULL"
            " ORDER BY s.lease_token IS NULL, s.activity_instant DESC LIMIT :most"
        )

    def _prepare_records(self) -> None:
        sql = self._sql
        self.numbers = sql(
            "SELECT c.key, c.id, n.record_key IS NOT NULL, n.remote_seq FROM runtime_records c"
            " LEFT JOIN remote_records n ON n.remote_key = :remote AND n.record_key = c.key"
            " WHERE c.session_key = :of ORDER BY c.seq"
        )
        self.unsent = sql(
            "SELECT c.key, c.id, c.seq, c.scene_id, c.action_index, c.sub_anchor, c.created_at,"
            f" c.payload, c.envelope {_UNSENT} AND c.seq >= :since ORDER BY c.seq LIMIT :most"
        )
        self.is_confirmed = sql(
            "SELECT 1 FROM runtime_records c JOIN remote_records n ON n.remote_key = :remote"
            " AND n.record_key = c.key WHERE c.session_key = :of AND c.seq = :seq AND n.remote_seq IS NOT NULL"
        )
        self.outbox = sql(
            "SELECT s.id, s.stub, max(0, s.next_seq - 1 - coalesce(r.tail, -1)), coalesce(r.known, 0) = 0,"
            " coalesce(s.status IS NOT r.status, 0), s.satchel IS NOT r.satchel FROM runtime_sessions s"
            " LEFT JOIN sync_marks m ON m.session_key = s.key"
            " LEFT JOIN remote_sessions r ON r.remote_key = :remote AND r.session_key = s.key"
            f" WHERE {_MINE} AND s.trashed_at IS NULL AND {_PENDING} ORDER BY s.key"
        )
        self.contents = sql(
            "SELECT c.key, c.id, c.seq, c.scene_id, c.action_index, c.sub_anchor, c.created_at, c.payload,"
            " c.envelope FROM runtime_records c WHERE c.session_key = :of AND c.id = :id"
        )

    def _prepare_writing(self) -> None:
        sql = self._sql
        self.keep = sql(
            "INSERT INTO remote_sessions (remote_key, session_key, known, tail, status, incarnation, satchel,"
            " elsewhere, parked) VALUES (:remote, :of, :known, :tail, :status, :incarnation, :satchel, :elsewhere,"
            " :parked) ON CONFLICT (remote_key, session_key) DO UPDATE SET known = excluded.known,"
            " tail = excluded.tail, status = excluded.status, incarnation = excluded.incarnation,"
            " satchel = excluded.satchel, elsewhere = excluded.elsewhere, parked = excluded.parked"
        )
        self.confirm = sql(
            "INSERT INTO remote_records (remote_key, record_key, remote_seq)"
            " SELECT :remote, key, :seq FROM runtime_records WHERE key = :record"
            " ON CONFLICT (remote_key, record_key) DO UPDATE SET remote_seq = excluded.remote_seq"
        )
        self.confirm_stub = sql(
            "INSERT OR IGNORE INTO remote_records (remote_key, record_key, remote_seq)"
            " SELECT r.remote_key, c.key, e.value FROM remote_sessions r, json_each(r.elsewhere) e"
            " JOIN runtime_records c ON c.session_key = r.session_key AND c.id = e.key WHERE r.session_key = :of"
        )
        self.spell = sql(
            "UPDATE runtime_records SET payload = :payload WHERE key = :record AND EXISTS (SELECT 1 FROM"
            " remote_records n WHERE n.record_key = runtime_records.key AND n.remote_key <> :remote)"
        )
        self.count_anew = sql("DELETE FROM token_counts WHERE record_key = :record")
        self.forget_record = sql("DELETE FROM remote_records WHERE record_key = :record")
        self.forget_records = sql(
            "DELETE FROM remote_records WHERE record_key IN"
            " (SELECT key FROM runtime_records WHERE session_key = :of)"
        )
        self.forget_session = sql("DELETE FROM remote_sessions WHERE session_key = :of")

    def _prepare_marks(self) -> None:
        sql = self._sql
        self.mark = sql(
            "INSERT INTO sync_marks (session_key, revive, wanted, former_id)"
            " VALUES (:of, :revive, :wanted, :former_id) ON CONFLICT (session_key) DO UPDATE SET"
            " revive = excluded.revive, wanted = excluded.wanted, former_id = excluded.former_id"
        )
        self.marks = sql("SELECT revive, wanted, former_id FROM sync_marks WHERE session_key = :of")
        self.unmark = sql("DELETE FROM sync_marks WHERE session_key = :of")
        self.former_ids = sql(
            "SELECT s.id, m.former_id FROM sync_marks m JOIN runtime_sessions s ON s.key = m.session_key"
            " WHERE m.former_id IS NOT NULL ORDER BY s.key"
        )
        self.set_id = sql("UPDATE runtime_sessions SET id = :id WHERE key = :of")
        self.owner_in_trash = sql(
            "SELECT key FROM runtime_sessions WHERE id = :id AND trashed_at IS NOT NULL AND hidden = 0"
        )
        self.mark_read = sql("UPDATE runtime_sessions SET read_count = next_seq WHERE key = :of")
        self.set_satchel = sql(
            "UPDATE runtime_sessions SET satchel = :satchel, title = :title, pinned = :pinned,"
            " expires_at = :expires_at, lineage_root = :lineage_root WHERE key = :of"
        )
        self.set_status = sql(
            "UPDATE runtime_sessions SET status = :status, updated_at = :updated_at WHERE key = :of"
        )
        self.set_detached = sql("UPDATE runtime_sessions SET detached = :detached WHERE key = :of")
        self.unstub = sql(
            "UPDATE runtime_sessions SET stub = 0,"
            " next_seq = (SELECT count(*) FROM runtime_records WHERE session_key = :of) WHERE key = :of"
        )
        self.set_trash = sql(
            "UPDATE runtime_sessions SET trashed_at = :at, trash_reason = :reason, lease_token = NULL,"
            " lease_window = NULL, lease_host = NULL, lease_pid = NULL, lease_claimed_at = NULL WHERE key = :of"
        )
        self.drop = sql("DELETE FROM runtime_sessions WHERE key = :of")
        self.drop_records = sql("DELETE FROM runtime_records WHERE session_key = :of")
        self.evicted = sql(
            "UPDATE runtime_sessions SET stub = 1, history_rev = history_rev + 1 WHERE key = :of"
        )

    def _prepare_tombstones(self) -> None:
        sql = self._sql
        self.tombstone = sql(
            "SELECT t.owed, t.record_ids, n.spent, n.incarnation FROM tombstones t LEFT JOIN remote_tombstones n"
            " ON n.session_id = t.session_id AND n.remote_key = :remote WHERE t.session_id = :id"
        )
        self.bury = sql(
            "INSERT INTO tombstones (session_id, deleted_at, stage_id, learner_key, lineage_root, record_ids, owed)"
            " VALUES (:id, :at, :stage_id, :learner_key, :lineage_root, :record_ids, :owed)"
            " ON CONFLICT (session_id) DO UPDATE SET deleted_at = excluded.deleted_at,"
            " stage_id = excluded.stage_id, learner_key = excluded.learner_key,"
            " lineage_root = excluded.lineage_root, record_ids = excluded.record_ids, owed = excluded.owed"
        )
        self.buried = sql("SELECT record_ids, owed FROM tombstones WHERE session_id = :id")
        self.still_owed = sql(
            "SELECT 1 FROM tombstones t WHERE t.session_id = :id AND t.owed = 1 AND ("
            " NOT EXISTS (SELECT 1 FROM remotes) OR EXISTS (SELECT 1 FROM remotes r WHERE NOT EXISTS"
            " (SELECT 1 FROM remote_tombstones n WHERE n.remote_key = r.key AND n.session_id = t.session_id"
            " AND n.spent = 1)))"
        )
        self.unbury = sql("DELETE FROM tombstones WHERE session_id = :id")
        self.forget_told = sql("DELETE FROM remote_tombstones WHERE session_id = :id")
        self.remember_stamps = sql(
            "INSERT INTO remote_tombstones (remote_key, session_id, spent, incarnation)"
            " SELECT remote_key, :id, 0, incarnation FROM remote_sessions"
            " WHERE session_key = :of AND incarnation IS NOT NULL"
        )
        self.spend = sql(
            "INSERT INTO remote_tombstones (remote_key, session_id, spent, incarnation)"
            " VALUES (:remote, :id, 1, NULL) ON CONFLICT (remote_key, session_id) DO UPDATE SET spent = 1"
        )
        self.owed = sql(
            "SELECT t.session_id FROM tombstones t WHERE t.owed = 1 AND t.learner_key = :learner AND NOT EXISTS"
            " (SELECT 1 FROM remote_tombstones n WHERE n.remote_key = :remote AND n.session_id = t.session_id"
            " AND n.spent = 1) ORDER BY t.rowid"
        )
        self.record_ids = sql(
            "SELECT c.id FROM runtime_records c WHERE c.session_key = :of UNION"
            " SELECT e.key FROM remote_sessions r, json_each(r.elsewhere) e WHERE r.session_key = :of"
        )
        self.once_confirmed = sql(
            "INSERT INTO remote_sessions (remote_key, session_key, known, elsewhere)"
            " SELECT r.key, :of, 0, (SELECT json_group_object(e.value, NULL) FROM tombstones t,"
            " json_each(t.record_ids) e WHERE t.session_id = :id) FROM remotes r"
            " WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.session_id = :id)"
            " ON CONFLICT (remote_key, session_key) DO UPDATE SET elsewhere = excluded.elsewhere"
        )

    def _prepare_remotes(self) -> None:
        sql = self._sql
        self.find_remote = sql(
            "SELECT key FROM remotes WHERE address = :address AND learner_key = :learner"
        )
        self.add_remote = sql(
            "INSERT INTO remotes (address, learner_key, progress) VALUES (:address, :learner, '{}')"
        )
        self.remote = sql(
            "SELECT learner_key, server_id, cursor, question, progress FROM remotes WHERE key = :remote"
        )
        self.set_server = sql(
            "UPDATE remotes SET server_id = :server_id, cursor = :cursor WHERE key = :remote"
        )
        self.rename_remote = sql("UPDATE remotes SET address = :address WHERE key = :remote")
        self.address = sql("SELECT address FROM remotes WHERE key = :remote")
        self.set_question = sql("UPDATE remotes SET question = :question WHERE key = :remote")
        self.set_progress = sql("UPDATE remotes SET progress = :progress WHERE key = :remote")
        self.looks = sql(
            "SELECT session_id, mark FROM remote_looks WHERE remote_key = :remote ORDER BY rowid"
        )
        self.look = sql(
            "INSERT INTO remote_looks (remote_key, session_id, mark) VALUES (:remote, :id, :mark)"
            " ON CONFLICT (remote_key, session_id) DO UPDATE SET mark = excluded.mark"
        )
        self.look_of = sql(
            "SELECT mark FROM remote_looks WHERE remote_key = :remote AND session_id = :id"
        )
        self.looked = sql(
            "DELETE FROM remote_looks WHERE remote_key = :remote AND session_id = :id"
        )
        self.stages = sql(
            "SELECT stage_id FROM runtime_sessions WHERE learner_key = :learner AND hidden = 0"
            " UNION SELECT stage_id FROM tombstones WHERE learner_key = :learner ORDER BY 1"
        )
        self.parked = sql(
            "SELECT s.id, s.title, r.parked FROM remote_sessions r JOIN runtime_sessions s ON s.key = r.session_key"
            " WHERE r.remote_key = :remote AND r.parked IS NOT NULL AND s.trashed_at IS NULL ORDER BY s.key"
        )
        self.unpark = sql(
            "UPDATE remote_sessions SET parked = NULL WHERE remote_key = :remote AND session_key = :of"
        )
        self.strays = sql(
            "SELECT 1 FROM runtime_sessions s WHERE s.learner_key = :learner AND NOT EXISTS"
            " (SELECT 1 FROM remote_sessions r WHERE r.session_key = s.key AND r.known = 1) LIMIT 1"
        )
        self.rekey = sql(
            "UPDATE runtime_sessions SET learner_key = :to WHERE learner_key = :from AND NOT EXISTS"
            " (SELECT 1 FROM remote_sessions r WHERE r.session_key = runtime_sessions.key AND r.known = 1)"
        )
        self.copies = sql(
            "SELECT s.id FROM runtime_sessions s"
            f" WHERE {_MINE} AND s.detached = 1 AND s.trashed_at IS NULL ORDER BY s.key"
        )
        self.left_behind = sql(
            f"SELECT 1 FROM runtime_sessions s WHERE {_MINE} AND s.trashed_at IS NULL AND s.stub = 0"
            " AND s.detached = 0 AND NOT EXISTS (SELECT 1 FROM remote_sessions r WHERE r.session_key = s.key"
            " AND r.known = 1 AND r.tail IS s.next_seq - 1 AND r.status = s.status) LIMIT 1"
        )
