"""The desktop: builds everything once and passes it down. The one place that asks for an application."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QApplication

from satchel import made_later
from satchel.config import Paths
from satchel.cores import Cores
from satchel.loading import Loading, sync_service
from satchel.log_file import LogFile
from satchel.running import Place, Seat
from satchel.ui.departures import Departures
from satchel.ui.dress import Dress
from satchel.ui.front_door import FrontDoor
from satchel.ui.jobs import Jobs
from satchel.ui.main_window import Building, MainWindow
from satchel.ui.open_windows import OpenWindow, OpenWindows
from satchel.ui.panes.state_page import StatePage
from satchel.ui.preferences import Preferences
from satchel.ui.process_hooks import ProcessHooks
from satchel.ui.window_loading import WindowLoading
from satchel.ui.window_place import bring_in

if TYPE_CHECKING:
    from satchel.domain.laptops import ProfileInfo
    from satchel.domain.panes import WorkspacePanes
    from satchel.laptop import LocalLaptop
    from satchel.loading import Outcome
    from satchel.machine import Answer
    from satchel.profiles import Profile
    from satchel.ui.profile_care import ProfileCare
    from satchel.ui.retention_keeping import Desks
    from satchel.ui.sync_keeping import SyncKeeping

_OFFSET = 32
_PAINT_MS = 250


class Desktop(QObject):
    """Windows over one data folder. They share one core and one worker.

    Where there is an application already (in tests), it is adopted and only dressed; the process-wide
    hooks for errors and messages are installed only where the application is our own.
    """

    _name_changed = Signal(object)

    def __init__(
        self,
        paths: Paths,
        profile: str | None = None,
        *,
        keeping: Callable[[QObject], SyncKeeping] | None = None,
        desks: Desks | None = None,
    ) -> None:
        adopted = QApplication.instance()
        self._hooks = ProcessHooks(owned=adopted is None)
        if isinstance(adopted, QApplication):
            self._app = adopted
            self._app.setStyle("Fusion")
        else:  # told at once, it makes no other style first
            self._app = QApplication(["satchel", "-style", "Fusion"])
        super().__init__()
        self._paths = paths
        self._profile = profile
        self._cores = Cores(paths)  # touched on the worker only
        self._loading = Loading(paths, self._cores)
        self._open = OpenWindows()
        self._ending = self._restoring = False
        self._door = FrontDoor(self._at_the_door, self.new_window, self)
        self._closed = False
        self._log_file = LogFile(paths)
        self._preferences = Preferences(paths.data_dir / "windows.ini", held=True)
        self._dress = Dress(self._app, self._preferences, owned=adopted is None, parent=self)
        self.look = self._dress.look
        self.jobs = Jobs(self)
        self._errands = Jobs(self, "errands")
        self._transfers = Jobs(self, "transfers")
        self._make_keeping = keeping or partial(_keeping, paths)
        self._desks = desks or partial(made_later.retention_desk, paths)
        self._made_care: ProfileCare | None = None
        self._loads = WindowLoading(self.jobs, self._loading, self._open, self)
        self._loads.came.connect(self._came)
        self._loads.attached.connect(self._attach)
        self._loads.guests_found.connect(self._offer)
        self._departures = Departures(
            self.jobs, self._cores, lambda: self._care, self.look, self._open, self
        )
        self._departures.stayed.connect(self._go_on)
        self._departures.failed.connect(self._tell)
        self._laptop: LocalLaptop | None = None
        self._hooks.install(self._tell)

    def new_window(
        self,
        profile: str | None = None,
        panes: WorkspacePanes | None = None,
        *,
        as_started: bool = True,
    ) -> MainWindow:
        """A shown window in its opening state; its `ready` fires when the sessions are there.

        It is of a profile by name or id, else of the one named at the start (unless not `as_started`), else
        of the one in use. Without `panes` the first one of its profile goes on where it was left.
        """
        window = MainWindow(self.look.current, self._fill)
        named = profile or (self._profile if as_started else None)
        number = self._open.add(window, named, panes).number
        window.closing.connect(lambda: self._window_closed(number))
        window.retry_wanted.connect(lambda: self._loads.retry(number))
        window.mending_wanted.connect(lambda how: self._loads.mend(number, how))
        window.another_wanted.connect(lambda: self._another(number))
        window.profile_wanted.connect(self.new_window)
        window.quit_wanted.connect(self.quit)
        window.machine_answered.connect(self._answer_machine)
        window.skip_wanted.connect(lambda: self._care.sync.let_go(window))
        window.may_close = lambda: self._may_close(number)
        window.painted.connect(lambda: self._begin(number))
        QTimer.singleShot(_PAINT_MS, window, lambda: self._begin(number))
        self._place(window)
        window.show()
        return window

    def _fill(self, window: MainWindow, state: StatePage) -> Building:
        """Builds what fills a window. What this needs is only loaded now, behind the first paint."""
        from satchel.laptop import LocalLaptop
        from satchel.transfer.desk import ProfileDesk
        from satchel.ui.laptop_flow import LaptopFlow
        from satchel.ui.retention_keeping import RetentionFlow
        from satchel.ui.sync_flow import SyncFlow
        from satchel.ui.transfer_flow import TransferFlow
        from satchel.ui.window_parts import WindowParts

        if self._laptop is None:
            self._laptop = LocalLaptop(self._paths, partial(made_later.looked_over, self._paths))
        laptop = LaptopFlow(self._errands, self._laptop, window)
        laptop.profile_renamed.connect(self._profile_renamed)
        self._name_changed.connect(laptop.name_heard)
        parts = WindowParts(window, state, self.jobs, self.look)
        files = TransferFlow(self._transfers, partial(ProfileDesk, self._paths), window)
        sync = SyncFlow(self._care.sync.of, window)
        keeping = RetentionFlow(self._care.retention, window)
        yield
        return (yield from parts.build(laptop, files, sync, keeping, self._preferences))

    def start(self, links: tuple[str, ...] = (), files: tuple[str, ...] = ()) -> MainWindow:
        """The first window, and in a moment those that were open beside it when the program ended.

        Links are shown in windows of their own, so that what was open before is there as well.
        """
        self._restoring = True
        shown = [self.open_link(link) for link in links]
        window = shown[-1] if shown else self.new_window()
        if files:
            window.bring_in(files)
        return window

    def open_link(self, link: str) -> MainWindow:
        """Shows a link where it disturbs least; see `FrontDoor.open_link`."""
        return self._door.open_link(link)

    def serve(self, place: Place, seat: Seat) -> None:
        """Later starts get their windows from this process, as soon as there is one to be seen."""
        self._door.open(place, seat)

    def quit(self) -> None:
        """Closes every window; at the next start they are all there again."""
        self._ending = True
        self._app.closeAllWindows()
        self._ending = len(self._open) > 0

    def _at_the_door(self) -> list[tuple[str | None, MainWindow]] | None:
        """The windows there are, with their profiles; None where no more are taken in."""
        if self._ending:
            return None
        return [(one.profile, one.window) for one in self._open]

    @property
    def windows(self) -> tuple[MainWindow, ...]:
        return tuple(one.window for one in self._open)

    @property
    def profiles(self) -> set[str]:
        """The ids of the profiles that are open here."""
        return self._open.profiles()

    def run(self) -> int:
        """Serves until the last window is closed; answers the exit status."""
        try:
            return self._app.exec()
        finally:
            self.close()

    def close(self) -> None:
        """Closes the windows, waits for what is being saved, closes the core. Idempotent."""
        if self._closed:
            return
        self._closed = self._ending = True
        self._door.close()
        if self._made_care is not None:
            self._made_care.stop_watching()
        for window in self.windows:
            window.close()
        if self._made_care is not None:
            self._made_care.shutdown()
        self._transfers.shutdown()
        self._errands.shutdown()
        self.jobs.run(self._cores.close)
        self.jobs.shutdown()
        self._dress.take_off()
        self._hooks.take_off()
        self._begin_to_keep()
        self._preferences.write()
        self._log_file.close()

    def _another(self, number: int) -> None:
        if (one := self._open.get(number)) is not None:
            self.new_window(one.profile)

    def _place(self, window: MainWindow) -> None:
        """Where the last one was; Qt moves it onto a screen there is. A second one lies a little off."""
        place = self._preferences.place
        if place is not None:
            window.restoreGeometry(place)
        if len(self._open) > 1:
            window.move(window.pos() + QPoint(_OFFSET, _OFFSET))
        bring_in(window)

    # --- loading the core, behind the first paint -------------------------------------------------

    def _begin(self, number: int) -> None:
        """After the first paint, or when none comes because the window is out of sight."""
        one = self._open.get(number)
        if one is None or one.begun:
            return
        one.begun = True
        if self._app.windowIcon().isNull():
            from satchel.ui.icons import window_icon

            self._app.setWindowIcon(window_icon())
        if number == 1:
            self._hooks.painted()
        if one.window.built:
            self._loads.load(number)
        else:  # one after the other: beside a worker that imports, every step takes twice as long
            one.window.filled.connect(lambda: self._loads.load(number))
            self.jobs.run(made_later.import_parts, one.window.build)
        self._door.listen()

    def _came(self, outcome: Outcome) -> None:
        self._begin_to_keep()
        self._hooks.loaded()
        if outcome.workspace is not None and outcome.changes is not None:
            self._care.watch(outcome.workspace.learner.profile_id, outcome.changes)

    def _attach(self, one: OpenWindow, outcome: Outcome) -> None:
        """The sessions are there: the window shows what it is to show, and others what was left open."""
        from satchel.domain.panes import WorkspacePanes

        assert outcome.workspace is not None
        learner, left = outcome.workspace.learner, list(outcome.left)
        panes, one.panes = one.panes, None
        if panes is None:
            panes = left.pop(0) if left else WorkspacePanes()
        if outcome.refusal is None and not learner.guest:
            self._care.begin(learner.profile_id)
        one.window.show_refusal(outcome.refusal)
        one.window.attach(outcome.workspace, panes)
        if outcome.changes is not None:
            self.jobs.run(lambda: self._cores.forget_dead_holders(learner.profile_id))
            self.jobs.run(lambda: self._cores.forget_broken_imports(learner.profile_id))
            self._errands.run(lambda: self._loading.back_up(learner.profile_id))
        for other in left if self._restoring else ():
            self.new_window(learner.profile_id, other)

    def _follow(self, profile: str) -> None:
        for one in self._open.of(profile):
            one.window.flow.refresh()

    @property
    def _care(self) -> ProfileCare:
        """Made with the first window's parts, behind the first paint."""
        if self._made_care is None:
            from satchel.ui.profile_care import ProfileCare
            from satchel.ui.retention_keeping import RetentionKeeping

            sync = self._make_keeping(self)
            sync.leaving.connect(lambda window: window.show_leaving())
            sync.left.connect(lambda window: window.close())
            retention = RetentionKeeping(self._desks, self._errands, self)
            self._made_care = ProfileCare(self.jobs, sync, retention, self)
            self._made_care.changed.connect(self._follow)
        return self._made_care

    # --- guests, and a data folder from another laptop ---------------------------------------------

    def _offer(self, one: OpenWindow, guests: tuple[Profile, ...]) -> None:
        """Asks about guests whose program was killed, and only then opens the window's profile."""

        def go_on(kept: Sequence[str]) -> None:
            self._loads.load(one.number)
            for guest in kept:
                self.new_window(guest)

        self._departures.offer(one, [(guest.id, guest.name) for guest in guests], go_on)

    def _may_close(self, number: int) -> bool:
        one = self._open.get(number)
        if self._closed or one is None:
            return True
        return self._departures.may_close(one, logging_out=self._app.isSavingSession())

    def _go_on(self) -> None:
        self._ending = False

    def _answer_machine(self, answer: str) -> None:
        said: Answer = "new" if answer == "new" else "moved"
        self.jobs.run(lambda: self._cores.answer_machine(said), self._reopen, self._not_answered)

    def _not_answered(self, error: Exception) -> None:
        self._tell(error)
        for window in self.windows:
            window.ask_again()

    def _tell(self, error: Exception) -> None:
        for window in self.windows:
            window.tell(error)

    def _reopen(self, _nothing: None) -> None:
        """Opens every profile anew, each window where it was."""
        self._care.stop_watching()
        self._care.end(*self.profiles)
        for one in self._open:
            if one.workspace is not None:
                one.panes = one.window.flow.panes
                one.window.detach()
                self.jobs.run(one.workspace.shut)
                one.workspace = None
        self.jobs.run(self._cores.close)
        for one in self._open:
            if one.begun:
                self._loads.retry(one.number)

    def _begin_to_keep(self) -> None:
        """From now on the log and how windows look are kept, where the data folder is one to write in."""
        if not self._loading.shared:
            self._log_file.begin()
            self._preferences.let_go()

    def _profile_renamed(self, profile: ProfileInfo) -> None:
        self.jobs.run(lambda: self._cores.rename(profile.id, profile.name))
        self._name_changed.emit(profile)

    def _window_closed(self, number: int) -> None:
        one = self._open.drop(number)
        if one is None:
            return
        self._departures.left(one, for_good=len(self._open) > 0 and not self._ending)
        self._preferences.place = one.window.saveGeometry()
        if one.window.built:
            self._preferences.panes = one.window.panes
        one.window.deleteLater()


def _keeping(paths: Paths, parent: QObject) -> SyncKeeping:
    from satchel.ui.sync_keeping import usual_keeping

    return usual_keeping(partial(sync_service, paths), parent)
