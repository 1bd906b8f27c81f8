"""The server's settings: values from the environment and the command line, checked before anything starts.

| variable | what |
| --- | --- |
| `SATCHEL_DATABASE_URL` | `postgresql://…`, `sqlite:///…` or a file's path; else SQLite in the user's data folder |
| `PERSISTENCE_POSTGRES_URL` | the same, under the name OpenMAIC's set-ups use |
| `SATCHEL_DATABASE_PASSWORD` | goes into that address, for where it comes as a secret of its own |
| `SATCHEL_HOST`, `SATCHEL_PORT` | where to listen; 127.0.0.1 and 4747 |
| `SATCHEL_OPERATOR_TOKEN` | opens operators' calls, beside tokens that were issued |
| `SATCHEL_CERTIFICATE`, `SATCHEL_KEY` | PEM files for TLS |
| `SATCHEL_BEHIND_PROXY` | `1`: a proxy in front ends TLS |
| `SATCHEL_MAX_BODY_BYTES`, `SATCHEL_MAX_BUNDLE_BYTES` | 32 MiB, 512 MiB |
| `SATCHEL_RATE`, `SATCHEL_BURST` | requests a second of one token (0: no limit), and how many at once; 200 and 2000 |
| `SATCHEL_THREADS` | requests worked on at the same time; 16 |
| `SATCHEL_STATE_DIR` | where the server notes how far it saw its database; else the user's state folder |
| `SATCHEL_STOP_SECONDS` | how long requests in flight may take when the server stops; 30 |

A variable with `_FILE` behind its name names a file to read the value from, as secrets of containers come.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import quote, urlsplit

from satchel.domain.errors import SatchelError, StoreUnavailable, ValidationFailed, shorten
from satchel.store.postgres import parts_of

DEFAULT_HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 4747
MEBIBYTE: Final = 1024 * 1024

_ADDRESSES: Final = ("SATCHEL_DATABASE_URL", "PERSISTENCE_POSTGRES_URL")
_POSTGRES: Final = ("postgresql://", "postgres://")
_MOST_SECRET_BYTES: Final = 64 * 1024
_LEAST_OPERATOR_TOKEN: Final = 8
_BLOTTED: Final = 4
"""Shorter texts than that are everywhere."""


class BadSetting(SatchelError):
    """A setting that cannot be one. The message names it, and never its value if that is secret."""

    code = "BAD_SETTING"


@dataclass(frozen=True, slots=True)
class Limits:
    body_bytes: int = 32 * MEBIBYTE
    bundle_bytes: int = 512 * MEBIBYTE
    address_bytes: int = 28 * 1024
    """Two ids of 4,096 bytes, each byte an escape, and the words between them."""
    header_bytes: int = 16 * 1024
    body_seconds: float = 30.0
    """So long no byte of a body may come, or it may be late altogether, before the request is given up."""
    rate: float = 200.0
    burst: int = 2000
    threads: int = 16
    requests: int = 512
    held_bytes: int = 512 * MEBIBYTE
    """Of bodies that are in memory at once."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    database_url: str = field(repr=False)
    state_dir: Path
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    operator_token: str | None = field(default=None, repr=False)
    insecure_learner_tokens: bool = False
    certificate: Path | None = None
    key: Path | None = None
    behind_proxy: bool = False
    stop_seconds: int = 30
    limits: Limits = field(default_factory=Limits)

    @property
    def tls(self) -> bool:
        return self.certificate is not None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line says; None leaves it to the environment."""

    database: str | None = None
    host: str | None = None
    port: int | None = None
    certificate: str | None = None
    key: str | None = None
    behind_proxy: bool = False
    insecure_learner_tokens: bool = False


def config_from(environ: Mapping[str, str], wishes: Wishes) -> ServerConfig:
    """The settings of one run. Raises `BadSetting`, `StoreUnavailable` where there is no place for a database."""
    settings = _Settings(environ)
    certificate = wishes.certificate or settings.text("SATCHEL_CERTIFICATE")
    key = wishes.key or settings.text("SATCHEL_KEY")
    if (certificate is None) != (key is None):
        raise BadSetting("TLS needs both a certificate and its key. Name both, or neither.")
    return ServerConfig(
        database_url=database_url(environ, wishes.database),
        state_dir=state_dir(environ),
        host=wishes.host or settings.text("SATCHEL_HOST") or DEFAULT_HOST,
        port=_port(wishes.port, settings),
        operator_token=_operator_token(settings),
        insecure_learner_tokens=wishes.insecure_learner_tokens,
        certificate=None if certificate is None else Path(certificate),
        key=None if key is None else Path(key),
        behind_proxy=wishes.behind_proxy or settings.flag("SATCHEL_BEHIND_PROXY"),
        stop_seconds=settings.number("SATCHEL_STOP_SECONDS", 30, least=0),
        limits=_limits(settings),
    )


def database_url(environ: Mapping[str, str], named: str | None = None) -> str:
    """The database of this run. Raises `BadSetting`, `StoreUnavailable`."""
    settings = _Settings(environ)
    given = [("--database", named), *((name, settings.text(name)) for name in _ADDRESSES)]
    source, text = next(((source, text) for source, text in given if text), ("", None))
    url = _address(text, source) if text else file_url(_own_folder() / "server.db")
    password = settings.text("SATCHEL_DATABASE_PASSWORD")
    url = url if password is None else _with_password(url, password)
    if url.startswith(_POSTGRES):
        try:
            parts_of(url)
        except ValidationFailed as problem:
            raise BadSetting(f"{problem.message} Mend {source}.") from None
    return url


def file_url(path: PurePath) -> str:
    """The address of an SQLite file, whose path is absolute."""
    return f"sqlite{path.as_uri().removeprefix('file')}"


def state_dir(environ: Mapping[str, str]) -> Path:
    """Where what the server knows beside its database is kept. Raises `BadSetting`, `StoreUnavailable`."""
    named = _Settings(environ).text("SATCHEL_STATE_DIR")
    if named is not None:
        return Path(named).absolute()
    import platformdirs

    return _absolute(platformdirs.user_state_dir("satchel-server", appauthor=False))


def _address(text: str, source: str) -> str:
    """An address as it is, a file's path as an address. `source` is where it was said."""
    if text.startswith((*_POSTGRES, "sqlite:///")):
        return text
    if "://" in text or "=" in text or Path(text).is_dir():
        raise BadSetting(
            "The database is named by postgresql://user@host/name, by sqlite:///absolute/path or by the path of a "
            f"file. Mend {source}."
        )
    return file_url(Path(text).absolute())


def _with_password(url: str, password: str) -> str:
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    if not at or ":" in user:
        raise BadSetting(
            "SATCHEL_DATABASE_PASSWORD is for an address with a user and without a password: postgresql://user@host/name."
        )
    return parts._replace(netloc=f"{user}:{quote(password, safe='')}@{host}").geturl()


class _Settings:
    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def text(self, name: str) -> str | None:
        """The variable, or what the file holds that `<name>_FILE` names, without the line's end."""
        if value := self._environ.get(name):
            return value
        file = self._environ.get(f"{name}_FILE")
        if not file:
            return None
        try:
            with Path(file).open("rb") as stream:
                return stream.read(_MOST_SECRET_BYTES).decode().strip() or None
        except (OSError, ValueError):
            raise BadSetting(
                f"The file that {name}_FILE names, “{shorten(file)}”, cannot be read. Check its path and rights."
            ) from None

    def flag(self, name: str) -> bool:
        value = (self.text(name) or "0").lower()
        if value not in ("0", "1", "false", "true", "no", "yes"):
            raise BadSetting(f"{name} must be 1 or 0.")
        return value in ("1", "true", "yes")

    def number(self, name: str, default: int, *, least: int = 1) -> int:
        value = self.text(name)
        if value is None:
            return default
        if not value.isascii() or not value.isdigit() or len(value) > 15 or int(value) < least:
            raise BadSetting(f"{name} must be a whole number from {least}.")
        return int(value)


def _port(wished: int | None, settings: _Settings) -> int:
    port = settings.number("SATCHEL_PORT", DEFAULT_PORT, least=0) if wished is None else wished
    if not 0 <= port <= 65_535:
        raise BadSetting("The port must be a number up to 65535; 0 takes any that is free.")
    return port


def _operator_token(settings: _Settings) -> str | None:
    token = settings.text("SATCHEL_OPERATOR_TOKEN")
    if token is not None and (
        not (token.isascii() and token.isprintable() and " " not in token)
        or len(token) < _LEAST_OPERATOR_TOKEN
    ):
        raise BadSetting(
            f"SATCHEL_OPERATOR_TOKEN must be at least {_LEAST_OPERATOR_TOKEN} printable ASCII characters without "
            "spaces. "
            "“openssl rand -hex 32” makes a good one."
        )
    return token


def _limits(settings: _Settings) -> Limits:
    usual = Limits()
    body = settings.number("SATCHEL_MAX_BODY_BYTES", usual.body_bytes)
    return Limits(
        body_bytes=body,
        bundle_bytes=settings.number("SATCHEL_MAX_BUNDLE_BYTES", usual.bundle_bytes),
        rate=settings.number("SATCHEL_RATE", int(usual.rate), least=0),
        burst=settings.number("SATCHEL_BURST", usual.burst),
        threads=settings.number("SATCHEL_THREADS", usual.threads),
        held_bytes=max(usual.held_bytes, 2 * body),
    )


def _own_folder() -> Path:
    import platformdirs

    # Not the desktop's folder: that one belongs to its profiles and is watched by its windows.
    return _absolute(platformdirs.user_data_dir("satchel-server", appauthor=False))


def _absolute(folder: str) -> Path:
    found = Path(folder)
    if not found.is_absolute():
        raise StoreUnavailable(
            "There is no home folder to keep anything in. Name places with SATCHEL_DATABASE_URL and SATCHEL_STATE_DIR."
        )
    return found


def secrets_of(config: ServerConfig, environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Texts that must stand in no log: the operator's token, and the password of the database."""
    found = {config.operator_token or "", environ.get("PGPASSWORD", "")}
    if config.database_url.startswith(_POSTGRES):
        password = parts_of(config.database_url).get("password", "")
        spelled = config.database_url.rpartition("@")[0].rpartition(":")[2]
        found |= (
            {config.database_url, spelled, password, quote(password, "")} if password else set()
        )
    return tuple(sorted((one for one in found if len(one) >= _BLOTTED), key=len, reverse=True))
