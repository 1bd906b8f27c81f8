"""Certificates made for a test: an authority of its own, and servers that it vouches for, or not any more."""

from __future__ import annotations

import ipaddress
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Authority:
    """Vouches for servers on this machine. Its own certificate lies in `file`, PEM."""

    def __init__(self, folder: Path, name: str = "A school") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        now = datetime.now(UTC)
        constraints = x509.BasicConstraints(ca=True, path_length=None)
        usage = x509.KeyUsage(
            digital_signature=True,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            key_cert_sign=True,
            crl_sign=True,
            encipher_only=False,
            decipher_only=False,
        )
        builder = self._builder(self._name, self._key, now - timedelta(days=400), now)
        builder = builder.add_extension(constraints, critical=True)
        builder = builder.add_extension(usage, critical=True)
        self.file = folder / "authority.pem"
        self.file.write_bytes(
            builder.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
        )

    def server(
        self, *, host: str = "127.0.0.1", days: tuple[int, int] = (-1, 30)
    ) -> ssl.SSLContext:
        """What a server named `host` needs, valid between these days from now."""
        key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.now(UTC)
        begin = now + timedelta(days=days[0])
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        builder = self._builder(name, key, begin, now + timedelta(days=days[1]))
        builder = builder.add_extension(x509.SubjectAlternativeName([_named(host)]), critical=False)
        certificate = builder.sign(self._key, hashes.SHA256())
        file = self._folder / f"{host}.{days[0]}.{days[1]}.pem"
        file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context

    def _builder(
        self, name: x509.Name, key: ec.EllipticCurvePrivateKey, begin: datetime, end: datetime
    ) -> x509.CertificateBuilder:
        end = max(end, begin + timedelta(days=800)) if name == self._name else end
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(begin)
            .not_valid_after(end)
        )


def _named(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
