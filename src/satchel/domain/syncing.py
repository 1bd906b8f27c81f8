"""What windows and the command line see of sync: its state in plain values, and the calls a person can make.

Nothing here knows the wire. Times are ISO-8601 strings; counts are whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias

from satchel.domain.errors import SatchelError


class SyncPhase(Enum):
    """What sync is doing, or why it is doing nothing. The value is the word of `satchel sync status --json`."""

    NO_SERVER = "no-server"
    OFF = "off"
    """Switched off by the user, or the connection is metered."""
    IDLE = "idle"
    """Everything that can be sent is there, and everything there is here."""
    WAITING = "waiting"
    """There is something to send; the next run will."""
    RUNNING = "running"
    OFFLINE = "offline"
    """The server could not be reached; it is tried again by itself."""
    SIGN_IN = "sign-in"
    """The credential is missing, was refused or has expired: everything pauses until somebody signs in."""
    ASKING = "asking"
    """A question must be answered first, see `SyncQuestion`."""
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Parked:
    """Something the server refused: it stays here, whole, and the rest goes on."""

    session_id: str
    title: str
    record_id: str | None
    """None where the session itself was refused."""
    code: str
    message: str
    mend: str
    """What the user can do: one of the `MEND_…` words."""


MEND_RETRY = "retry"
MEND_FRESH_ID = "fresh-id"
"""The id is taken there by somebody else's session: send it under another one."""
MEND_SEND_AGAIN = "send-again"
"""A local copy of what was deleted there: send it as a session of its own, or keep it here."""
MEND_NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class SyncQuestion:
    """What only a person can decide. `kind` is one of the `ASK_…` words; `choices` what may be answered."""

    kind: str
    message: str
    choices: tuple[str, ...]
    count: int = 0
    """How many sessions it is about."""
    learner: str = ""
    """The learner key it is about, where it is about one."""


ASK_SERVER_CHANGED = "server-changed"
"""Another `serverId` under a known address: the same server, restored, or another server."""
ASK_MANY_GONE = "many-gone"
"""More than five sessions and a tenth of all, or all of them, are gone there."""
ASK_WHOSE_WORK = "whose-work"
"""The token is for a learner who is new to this profile, and somebody worked in it already."""

SAME_SERVER_RESTORED = "same-server"
ANOTHER_SERVER = "another-server"
BELIEVE_GONE = "believe"
"""Move them to the trash here, too."""
SEND_AGAIN = "send-again"
"""Keep them here, and send them to the server again."""
MINE = "mine"
"""That is the same person: what nobody signed in for goes along."""
KEEP_APART = "apart"
"""It is somebody else: everything is as if that token had not been typed."""

SESSION_MOVED = "SESSION_MOVED"
"""The code of what was given to another learner key there: it stays here, and waits for that one to sign in."""


@dataclass(frozen=True, slots=True)
class SyncStatus:
    """Everything the status bar, its page and `satchel sync status` say."""

    phase: SyncPhase
    pushed: int = 0
    """Records sent by the last run."""
    pulled: int = 0
    """Records that came with the last run."""
    waiting: int = 0
    """Changes (records, new sessions, status, titles) the server does not have yet."""
    total: int = 0
    """While running: how many changes this run has to bring; 0 where that is not known."""
    done: int = 0
    parked: tuple[Parked, ...] = ()
    copies: tuple[str, ...] = ()
    """Ids of sessions kept as local copies because they were deleted there."""
    moved: int = 0
    """Sessions that were given to another learner key there: they wait here for that one to sign in."""
    last_success: str | None = None
    error: SatchelError | None = None
    question: SyncQuestion | None = None
    clock_off: int = 0
    """Seconds this laptop's clock is ahead of the server's; told where it is more than five minutes."""
    notes: tuple[str, ...] = ()
    """Sentences about what this server cannot promise, and what the last run found."""
    unsent: tuple[str, ...] = ()
    """Ids of sessions with something the server does not have yet, for marks in lists."""


@dataclass(frozen=True, slots=True)
class RemoteSettings:
    """The server a profile talks to, as a person sets it up. The token is not among them."""

    address: str
    learner_key: str | None = None
    """The key the credential speaks for; None: the server says, or the profile's own first key."""
    dialect: str = "auto"
    """`auto`, `satchel`, `openmaic` (the learner key is the token), `openmaic-shared` (one token for all)."""
    allow_plain: bool = False
    """The user allowed this host although the connection is not encrypted."""
    ca_file: str | None = None
    """A certificate authority of the school's own."""
    proxy: str | None = None
    """The address of one; empty: none at all; None: as the environment and the system say."""
    enabled: bool = True
    on_metered: bool = False
    """Whether to sync on a connection that is paid by volume."""
    every_minutes: int = 15


@dataclass(frozen=True, slots=True)
class RemoteFindings:
    """What a test of a server found out."""

    address: str
    reachable: bool
    kind: str = ""
    """`satchel`, `openmaic`, `openmaic-shared`, or empty where it is no runtime API."""
    version: str = ""
    server_id: str = ""
    learner_key: str | None = None
    """Whose token it is, as far as the server says."""
    token_expires: str | None = None
    clock_off: int = 0
    """Seconds this laptop's clock is ahead."""
    fault: SatchelError | None = None
    """What stands in the way, with a next step; None where everything is well."""


class TokenPlace(Enum):
    """Where a token is kept."""

    KEYRING = "keyring"
    FILE = "file"
    """Readable by whoever uses this account: only where the user agreed."""
    THIS_RUN = "this-run"


@dataclass(frozen=True, slots=True)
class SyncProgress:
    """How far a run has come. `total` is 0 while it is not known."""

    stage: str
    """`plan`, `pull`, `merge`, `push`, `confirm`."""
    done: int
    total: int
    pushed: int = 0
    pulled: int = 0


Progress: TypeAlias = Callable[[SyncProgress], None]


class SyncService(Protocol):
    """Sync of one profile. Calls may touch disk and network: windows make them away from their thread.

    They raise `SatchelError`s that speak to the user.
    """

    def status(self) -> SyncStatus:
        """From the database alone, quickly."""
        ...

    def unsent_from(self, session_id: str) -> int | None:
        """The number of the first record of a session that is still to be sent, all after it are, too; None: none is.

        From the database alone, at the same cost for every history. Raises `CorruptRow`.
        """
        ...

    def settings(self) -> RemoteSettings | None: ...

    def token_place(self) -> TokenPlace | None:
        """Where the token is kept; None: there is none. From the database alone."""
        ...

    def configure(
        self, settings: RemoteSettings, *, token: str | None, keep: TokenPlace
    ) -> TokenPlace:
        """Sets the server up, and keeps the token; None: the one there is. Answers where the token went.

        Raises `AddressRefused`, `ValidationFailed` for a learner key that cannot be one, and `KeyringUnavailable`
        where `KEYRING` was asked for and there is none that works.
        """
        ...

    def clear(self) -> None:
        """Forgets the server and its token. Sessions stay; what it confirmed is remembered."""
        ...

    def test(self, settings: RemoteSettings, *, token: str | None) -> RemoteFindings:
        """Asks a server what it is, without changing anything."""
        ...

    def run(self, progress: Progress, *, stop: Callable[[], bool]) -> SyncStatus:
        """One run; a second one at the same time waits for the first. `stop` is asked between steps.

        What goes wrong is in the status, not raised.
        """
        ...

    def retry(self, session_id: str) -> None:
        """Lets the next run try again what was refused in one session."""
        ...

    def fresh_id(self, session_id: str) -> str:
        """Sends a session whose id is taken there under a new one; answers it."""
        ...

    def send_again(self, session_id: str) -> None:
        """Sends a local copy of what was deleted there again."""
        ...

    def answer(self, choice: str) -> None:
        """Answers the question of the status with one of its choices."""
        ...

    def want(self, session_id: str) -> None:
        """A session that is not on this laptop was opened: the next run brings it first."""
        ...

    def close(self) -> None:
        """Lets go of what is kept open between calls; a run under way is waited for. It may be called again."""
        ...


# --- what the notes of a status say; windows translate them ------------------------------------------

NOTE_BASE_STAGES = "This server lists sessions by course only: what lies in courses this laptop never saw is not found."
NOTE_BASE_LIMITS = (
    "This server cannot tell for certain when a session is deleted and made again between two looks, when the "
    "network delivers something late a second time, or when a backup is restored there."
)
NOTE_TITLES_STAY = (
    "This server takes titles, pins and expiry once, with a new session. "
    "Later changes stay on this laptop."
)
NOTE_CONTESTED = "The status of a session was changed here and on the server; the server's stands."
NOTE_FORKED = (
    "A session went on here and elsewhere and could not be joined: "
    "what was done here is a session of its own now."
)
NOTE_DROPPED = (
    "A session that was only kept on the server is gone there, and was taken from the list here."
)
NOTE_UNREADABLE = "The server holds records that cannot be kept here; they were left there."
NOTE_FAULTS = "Some sessions could not be looked at; the next run tries them again."
NOTE_OTHER_ACCOUNT = (
    "Sessions of this profile that are under another account, or were sent before signing in, have changes "
    "that stay on this laptop. They are sent when that account is signed in."
)
NOTE_SENT_BEFORE = (
    "What was sent before signing in stays on the server under the key it was sent with, and stays here. "
    "Whoever runs the server can give it to the account."
)
NOTE_MOVED = (
    "Sessions of this laptop were given to an account on the server. They stay here as they are; sign in with "
    "that account to go on with them."
)
