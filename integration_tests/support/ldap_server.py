"""An LDAP server for tests: slapd where it is installed, else one that knows binds only."""

from __future__ import annotations

import contextlib
import shutil
import socket
import socketserver
import ssl
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from rmt_engine.spark.serve.ports import free_port
from support.waiting import eventually

BASE = "ou=people,dc=example,dc=org"
_BIND_RESPONSE, _INVALID_CREDENTIALS, _UNWILLING = 0x61, 49, 53
_ENTRY = """
dn: uid={dn},{base}
objectClass: person
objectClass: uidObject
cn: {name}
sn: {name}
uid: {name}
userPassword: {password}
"""


class LdapServer:
    """A server on loopback, with TLS.

    Args:
        folder: for its files.
        users: passwords by name.
        certificate: a PEM file, for localhost.
        key: its key, a PEM file.
    """

    def __init__(self, folder: Path, users: Mapping[str, str], certificate: Path, key: Path):
        self._folder = folder
        self._users = users
        self._files = certificate, key
        self._slapd = shutil.which("slapd") or shutil.which("slapd", path="/usr/sbin")
        self._process: subprocess.Popen[bytes] | None = None
        self._server: socketserver.ThreadingTCPServer | None = None
        self.port = free_port()
        if self._slapd:
            self._prepare()

    @property
    def url(self) -> str:
        return f"ldaps://localhost:{self.port}"

    def start(self) -> None:
        if self._slapd:
            listen = ["-h", f"ldaps://127.0.0.1:{self.port}", "-d", "0"]
            self._process = subprocess.Popen([self._slapd, "-f", str(self._conf), *listen])
            eventually(self._answers)
        else:
            self._server = _binding_server(self.port, self._users, *self._files)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=20)
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

    def __enter__(self) -> LdapServer:
        self.start()
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def _conf(self) -> Path:
        return self._folder / "slapd.conf"

    def _answers(self) -> bool:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            return True
        return False

    def _prepare(self) -> None:
        assert self._slapd is not None
        root = Path(self._slapd).resolve().parents[2]
        (self._folder / "db").mkdir()
        certificate, key = self._files
        self._conf.write_text(
            f"include {root}/etc/ldap/schema/core.schema\n"
            f"modulepath {root}/usr/lib/ldap\nmoduleload back_mdb\n"
            f"TLSCertificateFile {certificate}\nTLSCertificateKeyFile {key}\n"
            f'database mdb\nsuffix "dc=example,dc=org"\ndirectory {self._folder}/db\n'
        )
        entries = (
            "dn: dc=example,dc=org\nobjectClass: dcObject\nobjectClass: organization\n"
            "dc: example\no: example\n\n"
            f"dn: {BASE}\nobjectClass: organizationalUnit\nou: people\n"
        )
        for name, password in self._users.items():
            escaped = name.replace(",", "\\,")
            entries += _ENTRY.format(dn=escaped, base=BASE, name=name, password=password)
        ldif = self._folder / "users.ldif"
        ldif.write_text(entries)
        subprocess.run(
            [self._slapd, "-T", "add", "-f", str(self._conf), "-l", str(ldif)],
            check=True,
            capture_output=True,
        )


def _binding_server(
    port: int, users: Mapping[str, str], certificate: Path, key: Path
) -> socketserver.ThreadingTCPServer:
    """A server that answers simple binds as RFC 4511 has them."""
    import threading

    # Names of entries are compared whatever their case, as slapd does.
    names = {
        f"uid={name},{BASE}".replace(", ", "\\, ").lower(): password
        for name, password in users.items()
    }
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(OSError), context.wrap_socket(
                self.request, server_side=True
            ) as wire:  # fmt: skip
                while message := wire.recv(65536):
                    number, request = _bind_request(message)
                    if request is None:
                        return
                    name, password = request
                    code = _UNWILLING if not password else _INVALID_CREDENTIALS
                    if password and names.get(name.lower()) == password:
                        code = 0
                    result = bytes((0x0A, 1, code, 0x04, 0, 0x04, 0))
                    answer = number + bytes((_BIND_RESPONSE, len(result))) + result
                    wire.sendall(bytes((0x30, len(answer))) + answer)

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    server = Server(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def _bind_request(message: bytes) -> tuple[bytes, tuple[str, str] | None]:
    """The encoded number of a message; name and password if it is a simple bind."""
    content = _value(message, 0)[0]
    end = _value(content, 0)[1]
    number, (operation, _) = content[:end], _value(content, end)
    if content[end] != 0x60:
        return number, None
    after_version = _value(operation, 0)[1]
    name, after_name = _value(operation, after_version)
    password, _ = _value(operation, after_name)
    return number, (name.decode(), password.decode())


def _value(encoded: bytes, start: int) -> tuple[bytes, int]:
    """The content of a value of BER, and where it ends."""
    length, begin = encoded[start + 1], start + 2
    if length & 0x80:
        begin += length & 0x7F
        length = int.from_bytes(encoded[start + 2 : begin], "big")
    return encoded[begin : begin + length], begin + length
