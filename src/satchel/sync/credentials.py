"""Where the token of a server is kept: in the keyring, else for this run only, else in a file its owner agreed to.

Never silently in plain text: backends of the keyring that store it so are not used. A keyring that is locked is
asked on a thread of its own and not waited for longer than was agreed. Nothing here shows or logs a token.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from satchel.domain.errors import SatchelError, ValidationFailed
from satchel.domain.json_value import decode, encode
from satchel.domain.remote_errors import KeyringUnavailable
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import TokenPlace
from satchel.files import replace_file, storage_error

SERVICE: Final = "Satchel"
FILE_NAME: Final = "tokens.json"

_PLAIN_BACKENDS: Final = ("keyrings.alt", "keyring.backends.null", "keyring.backends.fail")
_AT_START: Final = 3.0
_WITH_A_PERSON: Final = 60.0
_LONGEST_TOKEN: Final = 8192

Answer = TypeVar("Answer")


class Ring(Protocol):
    """What of a backend of the keyring is used."""

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Token:
    secret: str = field(repr=False)
    place: TokenPlace


class Credentials:
    """The tokens of one profile, by the name of each remote. For any thread.

    `ring` finds the keyring; it may take its time, and raises `KeyringUnavailable`. `patience` is how many
    seconds a reading, `person_patience` how many a writing may take: then somebody looks at the screen.
    """

    def __init__(
        self,
        folder: Path,
        profile_id: str,
        *,
        ring: Callable[[], Ring] | None = None,
        patience: float = _AT_START,
        person_patience: float = _WITH_A_PERSON,
    ) -> None:
        self._file = folder / FILE_NAME
        self._profile_id = profile_id
        self._ring = ring or system_ring
        self._patience = patience
        self._person_patience = person_patience
        self._typed: dict[str, str] = {}
        self._reading: dict[str, _Errand[str | None]] = {}
        self._lock = threading.Lock()

    def keep(self, remote: str, secret: str, place: TokenPlace) -> TokenPlace:
        """Keeps a token where it was agreed; answers where. In a file it is then only if that was agreed.

        Raises `KeyringUnavailable`, kinds of `StoreUnavailable` for a file, `ValidationFailed` for what can
        be no token. Then everything is as before.
        """
        secret = checked_token(secret)
        if place is TokenPlace.KEYRING:
            name = self._name(remote)
            self._with_ring(
                lambda ring: ring.set_password(SERVICE, name, secret), self._person_patience
            )
        elif place is TokenPlace.FILE:
            self._write({**self._read(), remote: secret})
        if place is not TokenPlace.FILE:
            self._drop_from_file(remote)
        with self._lock:
            self._reading.pop(remote, None)
            self._typed.pop(remote, None)
            if place is TokenPlace.THIS_RUN:
                self._typed[remote] = secret
        return place

    def find(self, remote: str, kept: TokenPlace | None = None) -> Token | None:
        """The token: what was typed for this run, else of the file, else of the keyring; None if there is none.

        Where it is known where it was `kept`, a keyring that cannot have it is not asked. Raises
        `KeyringUnavailable` where only the keyring could have it and does not answer in time.
        """
        with self._lock:
            typed = self._typed.get(remote)
        if typed is not None:
            return Token(typed, TokenPlace.THIS_RUN)
        if kept is TokenPlace.THIS_RUN:
            return None
        filed = self._read().get(remote)
        if isinstance(filed, str):
            return Token(filed, TokenPlace.FILE)
        if kept is TokenPlace.FILE:
            return None
        secret = self._from_ring(remote)
        return None if secret is None else Token(secret, TokenPlace.KEYRING)

    def forget(self, remote: str, kept: TokenPlace | None = None, *, person: bool = True) -> None:
        """Forgets it everywhere, or where it was `kept`. Raises `KeyringUnavailable` if the keyring does not answer.

        `person`: somebody is there who may unlock it.
        """
        with self._lock:
            self._typed.pop(remote, None)
            self._reading.pop(remote, None)
        self._drop_from_file(remote)
        if kept in (None, TokenPlace.KEYRING):
            patience = self._person_patience if person else self._patience
            self._with_ring(lambda ring: _delete(ring, self._name(remote)), patience)

    def keyring_works(self) -> bool:
        """Whether there is a keyring to offer, without asking it for anything that may be locked."""
        try:
            self._with_ring(lambda _ring: None, self._patience)
        except KeyringUnavailable:
            return False
        return True

    # --- the keyring -------------------------------------------------------------------------------

    def _name(self, remote: str) -> str:
        return f"{self._profile_id} {remote}"

    def _from_ring(self, remote: str) -> str | None:
        """A reading still under way is waited for again: a second question would be a second prompt."""
        name = self._name(remote)
        with self._lock:
            errand = self._reading.get(remote)
            if errand is None:
                errand = _Errand(lambda: self._ring().get_password(SERVICE, name))
                self._reading[remote] = errand
        try:
            return errand.outcome(self._patience)
        finally:
            with self._lock:
                if errand.is_done and self._reading.get(remote) is errand:
                    del self._reading[remote]

    def _with_ring(self, work: Callable[[Ring], Answer], patience: float) -> Answer:
        return _Errand(lambda: work(self._ring())).outcome(patience)

    # --- the file ----------------------------------------------------------------------------------

    def _read(self) -> JsonObject:
        try:
            found = decode(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        except OSError as problem:
            raise storage_error(problem, self._file) from None
        except SatchelError:
            return {}  # damaged: the token is typed once more
        return found if isinstance(found, dict) else {}

    def _write(self, tokens: JsonObject) -> None:
        replace_file(self._file, encode(tokens).encode(), private=True)

    def _drop_from_file(self, remote: str) -> None:
        tokens = self._read()
        if tokens.pop(remote, None) is None:
            return
        if tokens:
            self._write(tokens)
            return
        try:
            self._file.unlink(missing_ok=True)
        except OSError as problem:
            raise storage_error(problem, self._file) from None


def checked_token(secret: str) -> str:
    """A token as somebody pasted it, without what is around it. Raises `ValidationFailed`."""
    token = secret.strip()
    if not token or not token.isprintable() or " " in token or len(token) > _LONGEST_TOKEN:
        raise ValidationFailed(
            "That is not a token: it is one word without blanks. Copy it again, whole, from whoever gave it to you."
        )
    return token


def system_ring() -> Ring:
    """The keyring of this system. Raises `KeyringUnavailable` where there is none that keeps a secret.

    Imports all backends, and may ask the desktop: for a thread.
    """
    import keyring

    ring = next((one for one in _rings(keyring.get_keyring()) if _is_safe(one)), None)
    if ring is None:
        from keyring.backend import get_all_keyring

        others = sorted(get_all_keyring(), key=lambda one: -float(one.priority))
        ring = next((one for one in others if _is_safe(one) and one.priority > 0), None)
    if ring is None:
        raise KeyringUnavailable(
            "This system has no keyring that keeps a secret. Type the token for this run, or keep it in a file."
        )
    found: Ring = ring
    return found


def _rings(ring: Any) -> Iterator[Any]:
    """A backend, or those that a chain of them asks one after the other."""
    chained = getattr(ring, "backends", None)
    if chained is None:
        yield ring
    else:
        yield from chained


def _is_safe(ring: Any) -> bool:
    """Whether a backend keeps what it is given, and not in plain text."""
    module = type(ring).__module__
    return not any(module == name or module.startswith(f"{name}.") for name in _PLAIN_BACKENDS)


def _delete(ring: Ring, name: str) -> None:
    if ring.get_password(SERVICE, name) is not None:
        ring.delete_password(SERVICE, name)


class _Errand(Generic[Answer]):
    """A question to the keyring, on a thread that may be left behind: a person may never answer its prompt."""

    def __init__(self, work: Callable[[], Answer]) -> None:
        self._work = work
        self._done = threading.Event()
        self._answer: list[Answer] = []
        self._fault: Exception | None = None
        threading.Thread(target=self._run, name="satchel-keyring", daemon=True).start()

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    def outcome(self, patience: float) -> Answer:
        if not self._done.wait(patience):
            raise KeyringUnavailable(
                "The keyring is locked, or does not answer. Unlock it and try again, or type the token for this run."
            )
        if isinstance(self._fault, SatchelError):
            raise self._fault
        if self._fault is not None:
            raise KeyringUnavailable(
                f"The keyring refuses ({type(self._fault).__name__}). Unlock it and try again, or type the token "
                "for this run."
            ) from None
        return self._answer[0]

    def _run(self) -> None:
        try:
            self._answer.append(self._work())
        except Exception as fault:  # noqa: BLE001  # each backend has errors of its own
            self._fault = fault
        self._done.set()
