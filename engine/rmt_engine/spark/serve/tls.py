"""TLS: a keystore for HiveServer2, made of the PEM files that everything else uses."""

from __future__ import annotations

import base64
import binascii
import contextlib
import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JJavaError

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.gateway import Gateway

__all__ = ["Keystore", "keystore_of", "rsa_key_to_pkcs8"]

_KEY = re.compile(r"-----BEGIN ((?:[A-Z]+ )*)PRIVATE KEY-----\n(.*?)-----END", re.DOTALL)
_ALGORITHMS = {"RSA": "SHA256withRSA", "EC": "SHA256withECDSA", "EdDSA": "EdDSA"}
_RSA = bytes.fromhex("020100300d06092a864886f70d0101010500")
"""Version 0, and the algorithm: rsaEncryption without parameters."""


class Keystore:
    """A file of a certificate and its key.

    Attributes:
        path: where it is.
        password: what opens it.
    """

    def __init__(self, path: Path, password: str) -> None:
        self.path = path
        self.password = password


@contextmanager
def keystore_of(gateway: Gateway, certificate: Path, key: Path) -> Iterator[Keystore]:
    """A keystore in a directory that only this user can read, while it is needed.

    Args:
        gateway: the bridge to the JVM.
        certificate: a PEM file of the certificate and those that vouch for it.
        key: a PEM file of its private key.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, a file cannot be read or does not fit the other.
    """
    chain = _certificates(gateway, certificate)
    private, signing = _private_key(gateway, key)
    _check_pair(gateway, chain[0], private, signing, key)
    password = secrets.token_hex(16)
    with tempfile.TemporaryDirectory(prefix="rmt-tls-") as folder:
        path = Path(folder, "keystore.p12")
        path.touch(0o600)
        store = gateway.java_class("java.security.KeyStore").getInstance("PKCS12")
        store.load(None, None)
        array = gateway.new_array(gateway.java_class("java.security.cert.Certificate"), len(chain))
        for position, each in enumerate(chain):
            array[position] = each
        characters = _characters(gateway, password)
        store.setKeyEntry("rmt", private, characters, array)
        stream = gateway.java_class("java.io.FileOutputStream")(str(path))
        try:
            store.store(stream, characters)
        finally:
            stream.close()
        yield Keystore(path, password)


def rsa_key_to_pkcs8(key: bytes) -> bytes:
    """An RSA key of PKCS #1 as one of PKCS #8, which Java reads."""
    return _tagged(0x30, _RSA + _tagged(0x04, key))


def _tagged(tag: int, content: bytes) -> bytes:
    """A value of ASN.1, in DER."""
    length = len(content)
    if length < 0x80:
        return bytes((tag, length)) + content
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(octets))) + octets + content


def _certificates(gateway: Gateway, path: Path) -> list[Any]:
    factory = gateway.java_class("java.security.cert.CertificateFactory").getInstance("X.509")
    stream = gateway.java_class("java.io.ByteArrayInputStream")(_read(path))
    try:
        found = list(factory.generateCertificates(stream).toArray())
    except Py4JJavaError:
        found = []
    if not found:
        raise _refused(f"{path} has no certificate in PEM.")
    return found


def _private_key(gateway: Gateway, path: Path) -> tuple[Any, str]:
    """A key, and the name of the algorithm it signs with."""
    match = _KEY.search(_read(path).decode("ascii", "replace").replace("\r\n", "\n"))
    kind = match[1].strip() if match else None
    if match is None or kind not in ("", "RSA") or "Proc-Type" in match[2]:
        raise _refused(
            f"{path} has no private key that can be read here.",
            f"openssl pkcs8 -topk8 -nodes -in {path.name} -out key.pem makes one.",
        )
    try:
        content = base64.b64decode(match[2])
    except binascii.Error:
        raise _refused(f"{path} is damaged.") from None
    encoded = rsa_key_to_pkcs8(content) if kind == "RSA" else content
    spec = gateway.java_class("java.security.spec.PKCS8EncodedKeySpec")(encoded)
    factories = gateway.java_class("java.security.KeyFactory")
    for algorithm, signing in _ALGORITHMS.items():
        with contextlib.suppress(Py4JJavaError):
            return factories.getInstance(algorithm).generatePrivate(spec), signing
    raise _refused(f"{path} is no private key of the kinds {', '.join(_ALGORITHMS)}.")


def _check_pair(gateway: Gateway, certificate: Any, private: Any, signing: str, path: Path) -> None:
    """Signs something with the key, which the certificate has to confirm."""
    signature = gateway.java_class("java.security.Signature").getInstance(signing)
    signature.initSign(private)
    signature.update(b"rmt")
    signed = signature.sign()
    try:
        signature.initVerify(certificate)
        signature.update(b"rmt")
        fits = signature.verify(signed)
    except Py4JJavaError:
        fits = False
    if not fits:
        raise _refused(f"The private key in {path} is not that of the certificate.")


def _characters(gateway: Gateway, text: str) -> Any:
    """A Java array of characters."""
    charset = gateway.java_class("java.nio.charset.StandardCharsets").US_ASCII
    encoded = gateway.java_class("java.nio.ByteBuffer").wrap(text.encode())
    return charset.decode(encoded).array()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _refused(f"Cannot read {path}: {error.strerror}.") from None


def _refused(message: str, hint: str = "") -> RmtError:
    return RmtError("INVALID_CONFIG_PARAMETER", message, hint)
