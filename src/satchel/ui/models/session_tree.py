"""The rail's rows: sessions under their course, then the folded folders. Rows and roles only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from satchel.domain.contracts import Listing, SessionSummary
from satchel.ui.models.session_groups import MOST, Group, grouped, outline
from satchel.ui.models.session_roles import Kind, Mark, Role
from satchel.ui.models.session_words import (
    heading_of,
    learner_of,
    mark_of,
    name_of,
    new_messages,
    state_of,
)

Index = QModelIndex | QPersistentModelIndex


@dataclass(eq=False, slots=True)
class _Row:
    kind: Kind
    key: str
    text: str
    parent: _Row | None = None
    at: int = 0
    number: int = 0
    summary: SessionSummary | None = None
    group: Group | None = None
    """Of a heading or a folder: the sessions below it."""
    children: list[_Row] = field(default_factory=list)

    @property
    def filled(self) -> bool:
        """Whether every session below it has a row."""
        return bool(self.children) or self.group is None or not self.group.sessions

    @property
    def total(self) -> int:
        """Of a heading or a folder: how many sessions there are in it, shown or not."""
        return 0 if self.group is None else self.group.total


_GROUP = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_READABLE = _GROUP | Qt.ItemFlag.ItemNeverHasChildren
_EDITABLE = _READABLE | Qt.ItemFlag.ItemIsEditable


class SessionTree(QAbstractItemModel):
    """Groups of sessions. It keeps the whole listing and shows what the search lets through.

    A folder has its rows from when somebody looks into it: every row costs, each time the list is another one, and
    folders are folded nearly always.
    """

    rename_wanted = Signal(str, str)
    """A session's id and the title typed for it. The row keeps its old title until the new one is saved."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listing = Listing((), ())
        self._needle = ""
        self._open_id: str | None = None
        self._unsent: frozenset[str] = frozenset()
        self._groups: tuple[Group, ...] = ()
        self._most: dict[str, int] = {}
        self._root = _Row(Kind.HEADING, "", "")
        self._rows: dict[str, _Row] = {}
        # Indexes carry a number, not a pointer: one kept too long finds another row, never freed memory.
        self._numbered: list[_Row] = [self._root]

    # --- what it shows ---------------------------------------------------------------------------

    def set_listing(self, listing: Listing, groups: tuple[Group, ...] | None = None) -> None:
        """Takes a new listing. Where every row stays in its place, only what changed is told.

        `groups` are its groups where somebody worked them out already, as of `grouped`.
        """
        self._listing = listing
        before = self._outline()
        self._groups = self._regroup(groups)
        if before != self._outline():
            self._rebuild()
            return
        for group, above in zip(self._groups, self._root.children, strict=True):
            self._count(group, above)
            for new in group.sessions if above.filled else ():
                row = self._rows[new.id]
                if row.summary != new:
                    row.summary = new
                    index = self.index_of(new.id)
                    self.dataChanged.emit(index, index)

    def show_more(self, key: str) -> None:
        """Shows more of a group; with very many, not all at once."""
        shown = self._most.get(key, MOST)
        self._most[key] = shown * 5
        self._groups = self._regroup(None)
        self._rebuild()

    def set_search(self, text: str) -> None:
        """Shows only sessions whose title, or whose learner, holds every word of `text`, however it is capitalised."""
        self._needle = text.strip()
        self._groups = self._regroup(None)
        self._rebuild()

    def set_open(self, session_id: str | None) -> None:
        """Marks the session this window has open."""
        before, self._open_id = self._open_id, session_id
        if session_id is not None and self._listing.sessions and not self._has(session_id):
            self._groups = self._regroup(None)
            self._rebuild()
        for changed in {before, session_id} - {None}:
            index = self.index_of(changed or "")
            if index.isValid():
                self.dataChanged.emit(index, index, [Role.OPEN])

    def set_unsent(self, sessions: frozenset[str]) -> None:
        """Marks the sessions that have something the server does not have yet."""
        before, self._unsent = self._unsent, sessions
        for changed in before ^ sessions:
            index = self.index_of(changed)
            if index.isValid():
                self.dataChanged.emit(index, index, [Role.MARK])

    @property
    def open_id(self) -> str | None:
        return self._open_id

    @property
    def searching(self) -> bool:
        return bool(self._needle)

    @property
    def shown(self) -> int:
        """How many sessions there are rows for, in folders nobody looked into, too."""
        return sum(len(group.sessions) for group in self._groups)

    def index_of(self, session_id: str) -> QModelIndex:
        """Of a session that has a row by now: in a folder, when somebody looked into it."""
        row = self._rows.get(session_id)
        return QModelIndex() if row is None else self._index(row)

    def reached(self, session_id: str) -> QModelIndex:
        """Of a session in whichever group; looks into its folder."""
        for above in self._root.children:
            if not above.filled and _holds(above.group, session_id):
                self._fill(above)
        return self.index_of(session_id)

    def kind_of(self, index: Index) -> Kind:
        """As its role, but quickly: it is asked of every row whenever they are laid out."""
        return self._row(index).kind

    def group_indexes(self) -> list[QModelIndex]:
        return [self.index(at, 0) for at in range(len(self._root.children))]

    # --- QAbstractItemModel ----------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        children = self._row(parent).children
        if column != 0 or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, children[row].number)

    def parent(self, index: Index = QModelIndex()) -> Any:  # noqa: B008
        above = self._row(index).parent if index.isValid() else None
        if above is None or above is self._root:
            return QModelIndex()
        return self._index(above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.column() > 0 else len(self._row(parent).children)

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        row = self._row(parent)
        return not row.filled or bool(row.children)

    def canFetchMore(self, parent: Index) -> bool:
        return not self._row(parent).filled

    def fetchMore(self, parent: Index) -> None:
        """Somebody looks into a folder."""
        if not (row := self._row(parent)).filled:
            self._fill(row)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        row = self._row(index)
        if row.group is not None:
            return _GROUP
        if row.summary is None or row.summary.trashed_at is not None:
            return _READABLE
        return (_EDITABLE if row.summary.own else _READABLE) | Qt.ItemFlag.ItemIsDragEnabled

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._row(index)
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return row.text
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row)
            case Role.KIND:
                return row.kind
            case Role.KEY:
                return row.key
            case Role.SUMMARY:
                return row.summary
            case Role.MARK:
                return self._mark(row)
            case Role.UNREAD:
                return row.summary.unread if row.summary is not None else 0
            case Role.OPEN:
                return row.summary is not None and row.key == self._open_id
            case Role.LEARNER:
                return "" if row.summary is None else learner_of(row.summary)
            case Role.COUNT:
                return row.total
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Asks for a new title; answers False, because nothing changes before it is saved."""
        row = self._row(index)
        title = str(value).strip()
        if (
            role == Qt.ItemDataRole.EditRole
            and row.summary is not None
            and title not in ("", row.text)
        ):
            self.rename_wanted.emit(row.key, title)
        return False

    # --- building --------------------------------------------------------------------------------

    def _row(self, index: Index) -> _Row:
        if not index.isValid():
            return self._root
        number = index.internalId()
        return self._numbered[number] if number < len(self._numbered) else self._root

    def _regroup(self, groups: tuple[Group, ...] | None) -> tuple[Group, ...]:
        """`groups`, unless more is to be shown of one, or less of all, than they were made for."""
        if groups is not None and not self._needle and not self._most:
            return groups
        sessions: Iterable[SessionSummary] = self._listing.sessions
        if words := self._needle.casefold().split():
            sessions = [one for one in sessions if all(word in _searched(one) for word in words)]
        return grouped(sessions, self._most, self._open_id)

    def _outline(self) -> list[object]:
        """What decides which rows there are now: of a folder nobody looked into, only whether it is empty."""
        unseen = {row.key for row in self._root.children if not row.filled}
        return outline(self._groups, unseen)

    def _has(self, session_id: str) -> bool:
        """Whether a session has a row, or gets one where somebody looks into its folder."""
        return any(_holds(group, session_id) for group in self._groups)

    def _rebuild(self) -> None:
        self.beginResetModel()
        self._root = _Row(Kind.HEADING, "", "")
        self._rows = {}
        self._numbered = [self._root]
        for group in self._groups:
            self._add_group(group)
        self.endResetModel()

    def _add_group(self, group: Group) -> None:
        kind = Kind.FOLDER if group.folder else Kind.HEADING
        text = self._folder(group.key) if group.folder else heading_of(group.key)
        above = self._add(self._root, _Row(kind, group.key, text, group=group))
        if not group.folder:
            self._add_rows(above, group)

    def _fill(self, above: _Row) -> None:
        group = above.group
        if group is not None:
            last = len(group.sessions) - (0 if group.left else 1)
            self.beginInsertRows(self._index(above), 0, last)
            self._add_rows(above, group)
            self.endInsertRows()

    def _add_rows(self, above: _Row, group: Group) -> None:
        for one in group.sessions:
            title = name_of(one.title, one.session.kind)
            self._rows[one.id] = self._add(above, _Row(Kind.SESSION, one.id, title, summary=one))
        if group.left:
            self._add(above, _Row(Kind.MORE, group.key, self._older(group)))

    def _count(self, group: Group, above: _Row) -> None:
        """Takes a group of which no row is another one, and tells how many there are in it where that changed."""
        before, above.group = above.group, group
        if before is not None and before.total != group.total:
            changed = [above]
            if group.left and above.filled:
                above.children[-1].text = self._older(group)
                changed.append(above.children[-1])
            for row in changed:
                index = self._index(row)
                self.dataChanged.emit(index, index)

    def _older(self, group: Group) -> str:
        number = QLocale().toString(group.left)
        return self.tr("Show older ({number})").format(number=number)

    def _add(self, parent: _Row, row: _Row) -> _Row:
        row.parent = parent
        row.at = len(parent.children)
        row.number = len(self._numbered)
        parent.children.append(row)
        self._numbered.append(row)
        return row

    def _index(self, row: _Row) -> QModelIndex:
        return self.createIndex(row.at, 0, row.number)

    # --- words -----------------------------------------------------------------------------------

    def _folder(self, name: str) -> str:
        return {
            "archived": self.tr("Archived"),
            "others": self.tr("Others' work"),
            "trash": self.tr("Trash"),
        }[name]

    def _mark(self, row: _Row) -> Mark:
        return Mark.NONE if row.summary is None else mark_of(row.summary, self._unsent)

    def _tip(self, row: _Row) -> str | None:
        if row.kind is not Kind.SESSION:
            return None
        if row.summary is None:
            return row.text
        if state := state_of(row.summary):
            return f"{row.text}\n{state}"
        if row.summary.own:
            return row.text
        whose = self.tr("Work of {learner}").format(learner=row.summary.session.learner_key)
        return f"{row.text}\n{whose}"

    def _spoken(self, row: _Row) -> str:
        if row.kind is Kind.HEADING:
            return row.text
        if row.kind is Kind.FOLDER:
            return f"{row.text}, {row.total}"
        parts = [row.text]
        if row.summary is not None:
            mark = self._mark(row)
            if mark is Mark.UNREAD:
                parts.append(new_messages(row.summary.unread))
            elif mark is Mark.UNSENT:
                parts.append(self.tr("not sent yet"))
            elif mark is Mark.DONE:
                parts.append(self.tr("done"))
            if state := state_of(row.summary):
                parts.append(state)
            if not row.summary.own:
                parts.append(self.tr("work of {learner}").format(learner=learner_of(row.summary)))
                parts.append(self.tr("read only"))
        if row.key == self._open_id:
            parts.append(self.tr("open in this window"))
        return ", ".join(parts)


def _holds(group: Group | None, session_id: str) -> bool:
    return group is not None and any(one.id == session_id for one in group.sessions)


def _searched(summary: SessionSummary) -> str:
    """What a search looks in: a teacher also looks for a learner."""
    key = "" if summary.own else summary.session.learner_key
    return f"{summary.title} {key}".casefold()
