"""Whose work it is: the profiles of this data folder, and which one is in use.

A profile is `profiles/<uuid>/` with a database and `profile.json`. Both are made under a hidden name that
becomes the real one in a single rename: where there is a `profile.json`, there must be a database.
"""

from __future__ import annotations

import contextlib
import shutil
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import filelock
import msgspec

from satchel.config import Paths
from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import ProfileError, StoreReadOnly, StoreUnavailable, shorten
from satchel.domain.runtime import JsonObject
from satchel.domain.timestamps import from_datetime, is_timestamp, sort_key
from satchel.files import replace_file, storage_error, sync_folder
from satchel.machine import Machine
from satchel.profile_names import check_name, fits, fold

FIRST_NAME = "Learner"
LOCK_SECONDS = 5.0

_FILE = "profile.json"
_STAGING = ".new-"
GONE = ".gone-"
"""What a wiped profile's folder is called until it is deleted."""

_MAX_FILE_BYTES = 64 * 1024
_EPOCH = "1970-01-01T00:00:00.000Z"


@dataclass(frozen=True, slots=True)
class Profile:
    """One learner or teacher on this laptop. `created_at` is ISO-8601."""

    id: str
    name: str
    guest: bool
    created_at: str
    directory: Path
    used: bool = False
    """Whether a guest had a window: from then on it is wiped when it has none."""
    offered: bool = False
    """Whether a start has asked already what becomes of the guest."""

    @property
    def database(self) -> Path:
        return self.directory / "satchel.db"

    @property
    def backups_dir(self) -> Path:
        return self.directory / "backups"


class Profiles:
    """The profiles of one data folder.

    `prepare` is called with a new profile's folder before the profile counts as made, and makes its
    database there. What had to be rebuilt on the way is told, a sentence each, in `notices`.
    """

    def __init__(
        self,
        paths: Paths,
        clock: Clock,
        new_id: NewId,
        prepare: Callable[[Path], None] | None = None,
    ) -> None:
        self.notices: list[str] = []
        self._paths = paths
        self._clock = clock
        self._new_id = new_id
        self._prepare = prepare
        self._judged = False
        self._refusal: StoreReadOnly | None = None

    @property
    def machine(self) -> Machine:
        return Machine(self._paths)

    @property
    def refusal(self) -> StoreReadOnly | None:
        """Why nothing in this data folder may be written now; None where it may. Looked up once."""
        if not self._judged:
            self._refusal = self._paths.ground.shared(
                self._paths.profiles_dir, self._paths.data_dir
            )
            if self._refusal is None and next(self._folders(), None) is not None:
                self._refusal = self.machine.question()
            self._judged = True
        return self._refusal

    def list(self) -> list[Profile]:
        """All profiles, oldest first. Raises `StoreUnavailable` if the folder cannot be read."""
        found = [p for folder in self._folders() if (p := self._read(folder)) is not None]
        return sorted(found, key=lambda profile: (sort_key(profile.created_at), profile.id))

    def current(self) -> Profile | None:
        """The profile in use; None only where there is none at all."""
        profiles = self.list()
        if not profiles:
            return None
        wanted, reason = self._read_current()
        for profile in profiles:
            if profile.id == wanted:
                return profile
        chosen = max(profiles, key=_last_used)
        if self.refusal is not None:
            return chosen
        self._tell(f"The note of which profile is in use {reason}; it is “{chosen.name}” now.")
        with contextlib.suppress(StoreUnavailable):  # on a read-only disk one can still read
            replace_file(self._paths.current_file, f"{chosen.id}\n".encode())
        return chosen

    def ensure_current(self) -> Profile:
        """The profile in use, made if there is none yet: the first start."""
        found = self.current()
        if found is not None:
            return found
        with self.locked():
            return self.current() or self._make(FIRST_NAME, guest=False, use=True)

    def create(self, name: str, *, guest: bool = False) -> Profile:
        """Raises `ProfileError` for a name that cannot be or is taken, `StoreUnavailable`."""
        name = check_name(name)
        with self.locked():
            profiles = self.list()
            self._refuse_taken(name, profiles)
            return self._make(name, guest=guest, use=not profiles)

    def use(self, name_or_id: str) -> Profile:
        """Makes a profile the one in use. Raises `ProfileError`, `StoreUnavailable`."""
        with self.locked():
            profile = self.find(name_or_id)
            replace_file(self._paths.current_file, f"{profile.id}\n".encode())
        return profile

    def rename(self, name_or_id: str, name: str) -> Profile:
        """Raises `ProfileError` for a name that cannot be or is taken, `StoreUnavailable`."""
        name = check_name(name)
        with self.locked():
            profile = self.find(name_or_id)
            others = [other for other in self.list() if other.id != profile.id]
            self._refuse_taken(name, others)
            document = _load(profile.directory / _FILE) or {}  # members of newer versions stay
            renamed = replace(profile, name=name)
            _write(renamed, document)
        return renamed

    def find(self, name_or_id: str) -> Profile:
        """The profile of that id, else of that name, whatever its case. Raises `ProfileError`."""
        profiles = self.list()
        for profile in profiles:
            if profile.id == name_or_id.strip().lower():
                return profile
        wanted = fold(name_or_id.strip())
        found = [profile for profile in profiles if fold(profile.name) == wanted]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(profile.id for profile in found)
            raise ProfileError(
                f"Several profiles are called “{shorten(name_or_id)}”. Name one by its id: {ids}."
            )
        raise ProfileError(
            f"There is no profile “{shorten(name_or_id)}”. “satchel profile list” shows those there are."
        )

    def note(self, guest: Profile, *, used: bool = True, offered: bool) -> Profile:
        """Keeps what became of a guest. Raises `ProfileError` if it is gone, `StoreUnavailable`."""
        with self.locked():
            return self.note_locked(guest, used=used, offered=offered)

    def note_locked(self, guest: Profile, *, used: bool = True, offered: bool) -> Profile:
        """As `note`, for whoever holds the lock."""
        document = _load(guest.directory / _FILE)
        if document is None:
            raise ProfileError(
                f"The guest “{guest.name}” has left, and its work was wiped. Open another profile."
            )
        noted = replace(guest, used=used, offered=offered)
        _write(noted, document)
        return noted

    def leave(self, profile: Profile) -> None:
        """Another profile is in use from now on, or none, if it was this one. For whoever holds the lock."""
        if self._read_current()[0] != profile.id:
            return
        others = [one for one in self.list() if one.id != profile.id]
        kept = [one for one in others if not one.guest] or others
        if kept:
            replace_file(self._paths.current_file, f"{max(kept, key=_last_used).id}\n".encode())
        else:
            self._paths.current_file.unlink(missing_ok=True)

    @contextlib.contextmanager
    def locked(self, *, even_if_refused: bool = False) -> Iterator[None]:
        """Whoever changes profiles holds this. Raises `refusal`, and `StoreUnavailable`."""
        if self.refusal is not None and not even_if_refused:
            raise self.refusal.with_traceback(None)
        self._paths.make()
        lock = filelock.FileLock(
            self._paths.profiles_lock,
            thread_local=False,
            fallback_to_soft=False,
            timeout=LOCK_SECONDS,
        )
        try:
            lock.acquire(poll_interval=0.001)
        except filelock.Timeout:
            raise StoreUnavailable(
                "Another program is changing the profiles at this moment. Try again shortly."
            ) from None
        except OSError as problem:
            raise storage_error(problem, self._paths.profiles_lock) from None
        try:
            yield
        finally:
            lock.release()

    # --- within ---------------------------------------------------------------------------------------

    def _folders(self) -> Iterator[Path]:
        try:
            yield from (f for f in self._paths.profiles_dir.iterdir() if _is_profile_folder(f))
        except FileNotFoundError:
            return
        except OSError as problem:
            raise storage_error(problem, self._paths.profiles_dir) from None

    def _make(self, name: str, *, guest: bool, use: bool) -> Profile:
        folder = self._paths.profiles_dir
        self._sweep(folder)
        profile_id = self._new_id()
        staging, final = folder / f"{_STAGING}{profile_id}", folder / profile_id
        profile = Profile(profile_id, name, guest, from_datetime(self._clock()), final)
        try:
            staging.mkdir(mode=0o700)
            try:
                if self._prepare is not None:
                    self._prepare(staging)
                _write(replace(profile, directory=staging), {})
                if use and next(self._folders(), None) is None:
                    self.machine.begin()
                if use:  # before anybody can see the profile, or a second first start would miss the note
                    replace_file(self._paths.current_file, f"{profile_id}\n".encode())
                staging.rename(final)
            except BaseException:
                shutil.rmtree(staging, ignore_errors=True)
                raise
            sync_folder(folder)
        except OSError as problem:
            raise storage_error(problem, folder) from None
        return profile

    def _sweep(self, folder: Path) -> None:
        """Removes what a kill left half made. The lock is held, so nobody is making one now."""
        for leftover in folder.glob(f"{_STAGING}*"):
            shutil.rmtree(leftover, ignore_errors=True)

    def _read(self, folder: Path) -> Profile | None:
        """The profile in `folder`, rebuilt if its small file is damaged; None if there is nothing to keep."""
        file = folder / _FILE
        document = _load(file)
        fallback = Profile(folder.name, f"Profile {folder.name[-6:]}", False, _made(folder), folder)
        if document is None and not file.exists() and not fallback.database.exists():
            return None
        document = document or {}
        name, created = document.get("name"), document.get("createdAt")
        intact = isinstance(name, str) and fits(name) and is_timestamp(created)
        profile = replace(
            fallback,
            name=name if isinstance(name, str) and fits(name) else fallback.name,
            guest=document.get("guest") is True,
            used=document.get("used") is True,
            offered=document.get("offered") is True,
            created_at=created if isinstance(created, str) and intact else fallback.created_at,
        )
        if not intact and self.refusal is None:
            self._tell(
                f"The description of a profile was damaged and has been rebuilt; it is called "
                f"“{profile.name}” now. Its sessions are not affected."
            )
            with contextlib.suppress(OSError):
                file.replace(file.with_name(f"{_FILE}.damaged"))
            with contextlib.suppress(StoreUnavailable):
                _write(profile, document)
        return profile

    def _read_current(self) -> tuple[str | None, str]:
        """The id noted as in use, and what to say if no profile has it."""
        try:
            with self._paths.current_file.open("rb") as file:
                text = file.read(200).decode("ascii").strip()
        except FileNotFoundError:
            return None, "was missing"
        except (OSError, UnicodeDecodeError):
            return None, "was damaged"
        return text, "named one that is not here" if _is_uuid(text) else "was damaged"

    def _refuse_taken(self, name: str, profiles: Sequence[Profile]) -> None:
        folded = fold(name)
        if any(folded in (fold(profile.name), profile.id) for profile in profiles):
            raise ProfileError(f"There is already a profile called “{name}”. Choose another name.")

    def _tell(self, sentence: str) -> None:
        if sentence not in self.notices:
            self.notices.append(sentence)


def _is_uuid(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


def _is_profile_folder(folder: Path) -> bool:
    return _is_uuid(folder.name) and folder.is_dir()


def _load(file: Path) -> JsonObject | None:
    """The object in a small file; None if it is missing or damaged."""
    try:
        with file.open("rb") as stream:
            document = msgspec.json.decode(stream.read(_MAX_FILE_BYTES))
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _write(profile: Profile, document: JsonObject) -> None:
    known: JsonObject = {
        "version": 1,
        "id": profile.id,
        "name": profile.name,
        "guest": profile.guest,
        "createdAt": profile.created_at,
    }
    if profile.guest:
        known |= {"used": profile.used, "offered": profile.offered}
    merged = (
        document | known
        if "version" not in document
        else {**document, **known, "version": document["version"]}
    )
    content = msgspec.json.format(msgspec.json.encode(merged), indent=2) + b"\n"
    replace_file(profile.directory / _FILE, content)


def _made(folder: Path) -> str:
    """When the folder's id was made, if it says so (UUIDv7); a file system's times change with every copy."""
    number = uuid.UUID(folder.name)
    try:
        moment = datetime.fromtimestamp((number.int >> 80) / 1000, UTC)
    except (ValueError, OverflowError):  # beyond the year 9999
        return _EPOCH
    return from_datetime(moment) if number.version == 7 else _EPOCH


def _last_used(profile: Profile) -> tuple[float, str]:
    """Orders profiles by the last change of their database, the write-ahead log included."""
    times = [0.0]
    for file in (profile.database, profile.database.with_name(profile.database.name + "-wal")):
        with contextlib.suppress(OSError):
            times.append(file.stat().st_mtime)
    return max(times), profile.id
