"""Files encrypted with a passphrase in the age format, version 1, as streams: https://age-encryption.org/v1

What is written here opens with the standard `age` tool, and the other way round. Written and read in pieces of
64 KiB, and read from any place: memory does not grow with the file, and no plain copy of it lies on any disk.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import secrets
from collections.abc import Callable
from typing import BinaryIO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from satchel.bundles.faults import BundleFault, LimitPassed, WrongPassphrase

MAGIC: Final = b"age-encryption.org/v1\n"
ARMOR: Final = b"-----BEGIN AGE ENCRYPTED FILE-----"
WORK_FACTOR: Final = 18
"""Like the standard tool: about a second and, for that second, 256 MiB. It makes guessing dear."""
MAX_WORK_FACTOR: Final = 20
CHUNK: Final = 64 * 1024

_TAG: Final = 16
_SEALED: Final = CHUNK + _TAG
_NONCE: Final = 16
_MAX_HEADER: Final = 16 * 1024
_SALT_LABEL: Final = b"age-encryption.org/v1/scrypt"
_NO_NONCE: Final = bytes(12)


class EncryptingWriter(io.RawIOBase):
    """Passes on to `write`, encrypted, what is written to it. `close` ends the file; without it, it is cut off."""

    def __init__(
        self, write: Callable[[bytes], object], passphrase: str, *, work_factor: int = WORK_FACTOR
    ) -> None:
        super().__init__()
        file_key = secrets.token_bytes(16)
        nonce = secrets.token_bytes(_NONCE)
        self._write = write
        self._cipher = ChaCha20Poly1305(_derived(file_key, nonce, b"payload"))
        self._pending = bytearray()
        self._count = 0
        write(_header(file_key, passphrase, work_factor) + nonce)

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = memoryview(data)  # type: ignore[arg-type]  # whatever has bytes
        self._pending += piece
        while len(self._pending) > CHUNK:  # the last piece may be full, and is marked
            self._seal(bytes(self._pending[:CHUNK]), last=False)
            del self._pending[:CHUNK]
        return piece.nbytes

    def close(self) -> None:
        try:
            if not self.closed:
                self._seal(bytes(self._pending), last=True)
        finally:  # whatever it came to: a stream left open is closed once more when it is collected
            self._pending.clear()
            super().close()

    def _seal(self, piece: bytes, *, last: bool) -> None:
        self._write(self._cipher.encrypt(_piece_nonce(self._count, last), piece, None))
        self._count += 1


class DecryptingReader(io.RawIOBase):
    """The plain bytes of an encrypted file, from any place in it. It takes over `file`, and closes it.

    Raises `WrongPassphrase`, `BundleFault`; while reading also `Damaged`, which is an `OSError`, because that
    is what readers of files expect.
    """

    def __init__(self, file: BinaryIO, size: int, passphrase: str) -> None:
        super().__init__()
        self._file = file
        file_key, start = _opened(file, passphrase)
        file.seek(start)
        nonce = file.read(_NONCE)
        sealed = size - start - _NONCE
        if len(nonce) < _NONCE or sealed < _TAG:
            raise BundleFault("The encrypted file ends too early. Copy it again.")
        self._start = start + _NONCE
        self._pieces = -(-sealed // _SEALED)
        self._size = sealed - self._pieces * _TAG
        if self._size < 0 or (sealed % _SEALED and sealed % _SEALED < _TAG):
            raise BundleFault("The encrypted file ends too early. Copy it again.")
        self._cipher = ChaCha20Poly1305(_derived(file_key, nonce, b"payload"))
        self._at = 0
        self._held = -1, b""
        self._plain(self._pieces - 1)  # whether it is all there shows in the last piece

    @property
    def size(self) -> int:
        return self._size

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        origin = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, origin + offset)
        return self._at

    def readinto(self, buffer: object) -> int:
        target = memoryview(buffer)  # type: ignore[arg-type]  # whatever has room
        filled = 0
        while filled < target.nbytes and self._at < self._size:
            number, within = divmod(self._at, CHUNK)
            piece = self._plain(number)[within : within + target.nbytes - filled]
            target[filled : filled + len(piece)] = piece
            filled += len(piece)
            self._at += len(piece)
        return filled

    def close(self) -> None:
        self._file.close()
        super().close()

    def _plain(self, number: int) -> bytes:
        held, plain = self._held
        if held == number:
            return plain
        self._file.seek(self._start + number * _SEALED)
        sealed = self._file.read(_SEALED)
        try:
            last = number == self._pieces - 1
            plain = self._cipher.decrypt(_piece_nonce(number, last), sealed, None)
        except (InvalidTag, ValueError):
            raise Damaged(
                "The encrypted file is damaged or not whole. Copy it again from where it came."
            ) from None
        self._held = number, plain
        return plain


class Damaged(OSError):
    """A piece of the encrypted file is not what was written."""


def _opened(file: BinaryIO, passphrase: str) -> tuple[bytes, int]:
    """The file key, and where the header ends."""
    file.seek(0)
    head = file.read(_MAX_HEADER)
    end = head.find(b"\n---")
    stop = head.find(b"\n", end + 1)
    if not head.startswith(MAGIC) or end < 0 or stop < 0:
        raise BundleFault("The head of the encrypted file is damaged. Copy it again.")
    signed, mac = head[: end + 4], head[end + 4 : stop]
    salt, work_factor, wrapped = _stanza(head[len(MAGIC) : end])
    key = _scrypt(passphrase, salt, work_factor)
    try:
        file_key = ChaCha20Poly1305(key).decrypt(_NO_NONCE, wrapped, None)
    except InvalidTag:
        raise WrongPassphrase(
            "The passphrase does not open this file. Type it again; capitals and spaces count."
        ) from None
    expected = b" " + _base64(hmac.digest(_derived(file_key, b"", b"header"), signed, "sha256"))
    if not hmac.compare_digest(mac, expected):
        raise BundleFault("The head of the encrypted file is damaged. Copy it again.")
    return file_key, stop + 1


def _stanza(lines: bytes) -> tuple[bytes, int, bytes]:
    """Salt, work factor and wrapped file key. There is one stanza: a passphrase stands alone."""
    first, _, body = lines.partition(b"\n")
    words = first.split(b" ")
    if words[:1] != [b"->"] or words[1:2] != [b"scrypt"]:
        raise BundleFault(
            "This file is encrypted for a key, not with a passphrase. Decrypt it with “age”, then import it."
        )
    try:
        _, _, salt, factor = words
        wrapped = _unbase64(body)
        if len(_unbase64(salt)) != 16 or len(wrapped) != 32 or not factor.isdigit():
            raise ValueError
    except ValueError:
        raise BundleFault("The head of the encrypted file is damaged. Copy it again.") from None
    if len(factor) > 2 or not 0 < int(factor) <= MAX_WORK_FACTOR:
        raise LimitPassed(
            f"Opening this file would take too much memory (its work factor is over {MAX_WORK_FACTOR}). "
            "Decrypt it with “age”, then import it."
        )
    return _unbase64(salt), int(factor), wrapped


def _header(file_key: bytes, passphrase: str, work_factor: int) -> bytes:
    salt = secrets.token_bytes(16)
    key = _scrypt(passphrase, salt, work_factor)
    wrapped = ChaCha20Poly1305(key).encrypt(_NO_NONCE, file_key, None)
    stanza = b"-> scrypt %s %d\n%s\n" % (_base64(salt), work_factor, _base64(wrapped))
    signed = MAGIC + stanza + b"---"
    mac = hmac.digest(_derived(file_key, b"", b"header"), signed, "sha256")
    return signed + b" " + _base64(mac) + b"\n"


def _scrypt(passphrase: str, salt: bytes, work_factor: int) -> bytes:
    cost = 1 << work_factor
    try:
        return hashlib.scrypt(
            passphrase.encode("utf-8", "surrogatepass"),
            salt=_SALT_LABEL + salt,
            n=cost,
            r=8,
            p=1,
            dklen=32,
            maxmem=cost * 8 * 128 + 16 * 1024**2,
        )
    except (MemoryError, ValueError):
        raise LimitPassed(
            "There is not enough memory free for the passphrase. Close other programs and try again."
        ) from None


def _derived(key: bytes, salt: bytes, purpose: bytes) -> bytes:
    """HKDF-SHA-256 (RFC 5869), one block."""
    extracted = hmac.digest(salt or bytes(32), key, "sha256")
    return hmac.digest(extracted, purpose + b"\x01", "sha256")


def _piece_nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + (b"\x01" if last else b"\x00")


def _base64(data: bytes) -> bytes:
    return base64.b64encode(data).rstrip(b"=")


def _unbase64(text: bytes) -> bytes:
    """Raises `ValueError`; there is one way to write a value, and it has no padding."""
    data = base64.b64decode(text + b"=" * (-len(text) % 4), validate=True)
    if _base64(data) != text:
        raise ValueError("not canonical")
    return data
