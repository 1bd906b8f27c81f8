"""The rows of an import: what each session of the files would do, and then what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from satchel.domain.arrivals import ArrivalReport, Fault, FileReport
from satchel.domain.transfers import Inspected
from satchel.ui.models.session_words import name_of, short_key
from satchel.ui.transfer_words import ADDS, what_happens, why_not

LOCKED = ("PASSPHRASE_NEEDED", "WRONG_PASSPHRASE")
Index = QModelIndex | QPersistentModelIndex


class Now(IntEnum):
    """What is being done about a row."""

    PREVIEW = 0
    WAITING = 1
    UNDER_WAY = 2
    ADDED = 3
    NOTHING = 4
    LEFT_OUT = 5


class ArrivalRole(IntEnum):
    """What a cell answers beside its text."""

    STATE = Qt.ItemDataRole.UserRole + 1
    NOW = Qt.ItemDataRole.UserRole + 2
    SECOND = Qt.ItemDataRole.UserRole + 3


class Column(IntEnum):
    STATE = 0
    SESSION = 1
    LEARNER = 2
    WHAT = 3


@dataclass(slots=True)
class Row:
    """A session of a file, or a file of which nothing can be used."""

    file: int
    name: str
    report: ArrivalReport
    own: bool | None
    locked: bool = False
    whole_file: bool = False
    now: Now = Now.PREVIEW


class ArrivalRows(QAbstractTableModel):
    """Shows what was inspected; `mine` and `include_deleted` change what it says would happen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self._mine = self._deleted = False
        self._several = False

    def set_files(self, files: tuple[Inspected, ...]) -> None:
        self.beginResetModel()
        self.rows = [row for at, file in enumerate(files) for row in _rows(at, file)]
        self._several = len(files) > 1
        self.endResetModel()

    def set_wish(self, *, mine: bool, include_deleted: bool) -> None:
        self._mine, self._deleted = mine, include_deleted
        self._told()

    @property
    def sessions(self) -> int:
        """How many sessions there are, damaged ones among them."""
        return sum(not row.whole_file for row in self.rows)

    @property
    def adds(self) -> int:
        """How many sessions would change something here."""
        return sum(self._adds(row) for row in self.rows)

    @property
    def deleted(self) -> int:
        return sum(row.report.outcome == "deleted" for row in self.rows)

    @property
    def others(self) -> int:
        """How many of them are of other learners."""
        return sum(row.own is False for row in self.rows)

    @property
    def locked(self) -> bool:
        return any(row.locked for row in self.rows)

    @property
    def wrong_passphrase(self) -> bool:
        return any(_code(row.report.fault) == "WRONG_PASSPHRASE" for row in self.rows)

    @property
    def details(self) -> str:
        """Of everything that is damaged, the exact words, for whoever helps."""
        faults = [(row.name, row.report.fault) for row in self.rows if row.report.fault is not None]
        return "\n".join(
            f"{name}: {fault.place}: {fault.code}: {fault.message}" for name, fault in faults
        )

    # --- while it is being done --------------------------------------------------------------------

    def begin(self) -> None:
        """Everything waits; what will not come says so already."""
        for row in self.rows:
            if self._adds(row):
                row.now = Now.WAITING
            else:
                same = row.report.outcome == "unchanged"
                row.now = Now.NOTHING if same else Now.LEFT_OUT
        self._next(0)

    def arrived(self, file: int, report: ArrivalReport) -> None:
        """The next session of a file is here, or was left out: they come in the order of the preview."""
        row = self._row_of(file, report)
        if row is not None:
            if row.report.fault is None:
                row.report = report
            row.now = _now_of(row.report)
        self._next(file)

    def file_done(self, file: int, report: FileReport) -> None:
        """Nothing more comes of a file; what waits in it was refused with the file."""
        for row in self.rows:
            if row.file == file and row.now in (Now.WAITING, Now.UNDER_WAY):
                row.now = Now.LEFT_OUT
                if report.fault is not None:
                    row.report = _refused(row.report, report.fault)
        self._told()

    def end(self) -> None:
        """It is over: what still waits does not come."""
        for row in self.rows:
            if row.now in (Now.WAITING, Now.UNDER_WAY):
                row.now = Now.LEFT_OUT
        self._told()

    def under_way(self) -> Row | None:
        return next((row for row in self.rows if row.now is Now.UNDER_WAY), None)

    def count(self, now: Now) -> int:
        return sum(row.now is now for row in self.rows)

    def first_new(self) -> str | None:
        """The first session that was added, by its id here."""
        for row in self.rows:
            if row.now is Now.ADDED:
                return row.report.new_id or row.report.id
        return None

    # --- QAbstractTableModel -----------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        began = any(row.now is not Now.PREVIEW for row in self.rows)
        what = self.tr("Now") if began else self.tr("What would happen")
        return (self.tr("State"), self.tr("Session"), self.tr("Learner"), what)[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ArrivalRole.STATE:
            return self._state(row)
        if role == ArrivalRole.NOW:
            return row.now
        if role == ArrivalRole.SECOND:
            return row.name if self._several and not row.whole_file else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return "" if row.report.fault is None else row.report.fault.message
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._text(row, Column(index.column()))
        return None

    # --- words -------------------------------------------------------------------------------------

    def _text(self, row: Row, column: Column) -> str:
        if column is Column.STATE:
            return self._word(self._state(row))
        if column is Column.SESSION:
            return row.name if row.whole_file else name_of(row.report.title)
        if column is Column.LEARNER:
            return self._learner(row)
        return self._what(row)

    def _learner(self, row: Row) -> str:
        if row.own is None:
            return ""
        if row.own:
            return self.tr("Yours")
        if self._mine and row.report.outcome != "damaged":
            return self.tr("Becomes yours")
        short = short_key(row.report.learner_key or "").replace("…", "…\u2060")  # not parted there
        key = f"\u2068{short}\u2069"
        return self.tr("Others' work: {key}").format(key=key)

    def _what(self, row: Row) -> str:
        if row.now is Now.WAITING:
            return self.tr("Waiting")
        if row.now is Now.UNDER_WAY:
            return self.tr("Is being added")
        if row.now is Now.ADDED:
            return self.tr("Added")
        if row.now is Now.NOTHING:
            return self.tr("Nothing to do")
        if row.report.fault is not None:
            return why_not(row.report.fault)
        if row.now is Now.LEFT_OUT:
            return self.tr("Left out")
        if row.report.outcome == "deleted" and self._deleted:
            return self.tr("Was deleted here, and comes back.")
        return what_happens(row.report)

    def _word(self, state: str) -> str:
        return {
            "created": self.tr("New"),
            "extended": self.tr("Longer"),
            "unchanged": self.tr("Same"),
            "forked": self.tr("Parted"),
            "restored": self.tr("Comes back"),
            "deleted": self.tr("Deleted here"),
            "locked": self.tr("Locked"),
        }.get(state, self.tr("Damaged"))

    def _state(self, row: Row) -> str:
        if row.locked:
            return "locked"
        if row.report.outcome == "deleted" and self._deleted:
            return "restored"
        return row.report.outcome

    # --- parts -------------------------------------------------------------------------------------

    def _adds(self, row: Row) -> bool:
        return row.report.outcome in ADDS or (self._deleted and row.report.outcome == "deleted")

    def _row_of(self, file: int, report: ArrivalReport) -> Row | None:
        """By id among those of the file that are not settled; a file may hold one twice."""
        same = [row for row in self.rows if row.file == file and row.report.id == report.id]
        waiting = [row for row in same if row.now in (Now.WAITING, Now.UNDER_WAY)]
        return next(iter(waiting or same), None)

    def _next(self, file: int) -> None:
        """The row that comes next is the one under way."""
        if self.under_way() is None:
            waits = (row for row in self.rows if row.now is Now.WAITING and row.file >= file)
            row = next(waits, None)
            if row is not None:
                row.now = Now.UNDER_WAY
        self._told()

    def _told(self) -> None:
        if self.rows:
            last = self.index(len(self.rows) - 1, len(Column) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)


def _rows(at: int, file: Inspected) -> list[Row]:
    name = PurePath(file.file).name or file.file
    fault = file.report.fault
    if fault is None and not file.report.sessions:
        fault = Fault("NO_SESSIONS", "There are no sessions in this file.", "")
    if fault is not None:
        broken = ArrivalReport(None, "", "damaged", 0, fault=fault)
        return [Row(at, name, broken, None, fault.code in LOCKED, whole_file=True)]
    return [
        Row(at, name, one, None if one.learner_key is None else one.learner_key in file.own)
        for one in file.report.sessions
    ]


def _refused(report: ArrivalReport, fault: Fault) -> ArrivalReport:
    return ArrivalReport(
        report.id,
        report.title,
        "damaged",
        report.records,
        learner_key=report.learner_key,
        fault=fault,
    )


def _now_of(report: ArrivalReport) -> Now:
    if report.outcome in ADDS:
        return Now.ADDED
    return Now.NOTHING if report.outcome == "unchanged" else Now.LEFT_OUT


def _code(fault: Fault | None) -> str:
    return "" if fault is None else fault.code
