"""Where Satchel keeps its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from satchel.domain.errors import StoreUnavailable, UnreadableInput, shorten
from satchel.files import storage_error
from satchel.ground import NOTHING_KNOWN, Ground, ground_of

DATA_DIR_VARIABLE = "SATCHEL_DATA_DIR"


@dataclass(frozen=True, slots=True)
class Paths:
    """The data folder (absolute) and what lies in it. Nothing is created by asking for a path."""

    data_dir: Path
    ground: Ground = field(default=NOTHING_KNOWN, compare=False, repr=False)
    """The computer it lies on. Where nothing is known of that, every folder is taken for a good one."""

    @classmethod
    def find(cls, data_dir: str | None, environ: Mapping[str, str]) -> Paths:
        """The folder named by the caller, else by `SATCHEL_DATA_DIR`, else where the platform keeps user data.

        Raises `UnreadableInput` if the name cannot be one, `StoreUnavailable` if there is no place to choose.
        """
        named = data_dir if data_dir is not None else environ.get(DATA_DIR_VARIABLE) or None
        if named is not None:
            return cls(_as_folder(named), ground_of(environ))
        import platformdirs  # only where nothing was named: costs a moment at every start

        # Without a home folder the platform's answer is relative, and would litter the working directory.
        found = Path(platformdirs.user_data_dir("satchel", appauthor=False))
        if not found.is_absolute():
            raise StoreUnavailable(
                f"There is no home folder to keep data in. Name a folder with --data-dir or {DATA_DIR_VARIABLE}."
            )
        return cls(found, ground_of(environ))

    @property
    def profiles_dir(self) -> Path:
        return self.data_dir / "profiles"

    @property
    def logs_dir(self) -> Path:
        return self.data_dir / "logs"

    @property
    def current_file(self) -> Path:
        """Holds the id of the profile in use."""
        return self.data_dir / "current"

    @property
    def profiles_lock(self) -> Path:
        """Held, for a moment, by whoever changes the list of profiles."""
        return self.data_dir / "profiles.lock"

    @property
    def machine_file(self) -> Path:
        """Says, in a hash, which machine the data folder is used on."""
        return self.data_dir / "machine.json"

    def make(self) -> None:
        """Makes the data folder, for its owner only. Raises `StoreUnavailable` or a kind of it."""
        try:
            self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.profiles_dir.mkdir(mode=0o700, exist_ok=True)
        except OSError as problem:
            raise storage_error(problem, self.data_dir) from None


def _as_folder(named: str) -> Path:
    try:
        named.encode()
    except UnicodeEncodeError:
        raise UnreadableInput(
            "The name of the data folder is not valid UTF-8. Rename the folder, or choose another."
        ) from None
    if not named.strip() or "\0" in named:
        raise UnreadableInput(
            f"“{shorten(named)}” cannot be the name of a data folder. Choose another."
        )
    try:
        return Path(named).expanduser().absolute()
    except (RuntimeError, OSError):  # no such user for "~name"; the working directory is gone
        raise UnreadableInput(
            f"“{shorten(named)}” leads nowhere from here. Name the data folder by its full path."
        ) from None
