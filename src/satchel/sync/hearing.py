"""What a server says of sessions that pass from one learner key to another: to this profile's, or away from it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from satchel.store.database import SqliteDatabase
from satchel.store.following import Following
from satchel.store.identity import Identity
from satchel.store.sync_book import SyncBook
from satchel.sync.remote_protocol import Changes


class Hearing:
    """Listens before anything else does: what is here follows, and what is left reads like any other news."""

    def __init__(self, database: SqliteDatabase, book: SyncBook, identity: Identity) -> None:
        self._database = database
        self._book = book
        self._identity = identity

    def page(self, page: Changes) -> Changes:
        """A page of the feed, without what was only given away: that is not gone, and nothing here is to go."""
        if not page.changes:
            return page
        shown = [one.session_id for one in page.changes if not one.deleted]
        deleted = {
            one.session_id: one.stamp for one in page.changes if one.deleted and not one.moved
        }
        moved = [one.session_id for one in page.changes if one.moved]
        with self._database.transaction():
            following = self._following()
            following.follow(shown, deleted)
            following.note_moved(moved, back=shown)
        return replace(page, changes=tuple(one for one in page.changes if not one.moved))

    def listed(self, ids: Collection[str]) -> None:
        """What a server without a feed lists as this learner's."""
        with self._database.transaction():
            self._following().follow(ids, {})

    def _following(self) -> Following:
        return Following(self._database, self._book, self._identity.own_keys())
