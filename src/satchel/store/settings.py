"""Settings of one profile: a name and a JSON value each."""

from __future__ import annotations

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.sqlite import insert

from satchel.domain.errors import SatchelError
from satchel.domain.json_value import JsonValue, decode, encode_checked
from satchel.store.database import SqliteDatabase
from satchel.store.tables import SettingRow, table


class Settings:
    """Read and written one by one. A value that cannot be read counts as not set."""

    def __init__(self, database: SqliteDatabase) -> None:
        rows = table(SettingRow)
        self._database = database
        self._read = database.prepare(select(rows.c.value).where(rows.c.name == bindparam("of")))
        put = insert(rows).values(name=bindparam("name"), value=bindparam("value"))
        self._write = database.prepare(
            put.on_conflict_do_update(index_elements=["name"], set_={"value": put.excluded.value})
        )

    def get(self, name: str, default: JsonValue = None) -> JsonValue:
        with self._database.lenient_text():
            rows = self._database.run(self._read, of=name)
        if not rows:
            return default
        try:
            return decode(rows[0][0])
        except SatchelError:
            return default

    def is_set(self, name: str) -> bool:
        """Whether there is a value, readable or not."""
        with self._database.lenient_text():
            return bool(self._database.run(self._read, of=name))

    def set(self, name: str, value: JsonValue) -> None:
        text = encode_checked(value, f"The setting {name}")
        with self._database.transaction():
            self._database.run(self._write, name=name, value=text)
