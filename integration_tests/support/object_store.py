"""A store that speaks S3's protocol over the files of a directory, without looking at signatures.

Objects are files, so that what one side writes over S3 the other finds in the directory. It has
what pyarrow asks for; see https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations.html.
"""

from __future__ import annotations

import os
import re
import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree
from xml.sax.saxutils import escape

__all__ = ["ObjectStore", "object_store"]

_RANGE = re.compile(r"bytes=(\d+)-(\d*)")
_ETAG = '"etag"'


class ObjectStore:
    """A server and what it was asked.

    Args:
        directory: whose subdirectories are the buckets.

    Attributes:
        directory: the same.
        requests: how many there were of each method.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.requests: Counter[str] = Counter()
        self.uploads = directory / ".uploads"
        self.uploads.mkdir(parents=True)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead AWS's clients here."""
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self._server.server_address[1]}",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
        }

    def close(self) -> None:
        """Closes the port."""
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def object_store(directory: Path) -> Iterator[ObjectStore]:
    """A server for as long as a block runs."""
    store = ObjectStore(directory)
    try:
        yield store
    finally:
        store.close()


def _handler(store: ObjectStore) -> type[BaseHTTPRequestHandler]:
    return type("Handler", (_Handler,), {"store": store})


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    store: ObjectStore

    def log_message(self, *_: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self._read(with_body=False)

    def do_GET(self) -> None:
        if "list-type" in self._query():
            self._list()
        else:
            self._read(with_body=True)

    def do_PUT(self) -> None:
        content, query = self._content(), self._query()
        if "partNumber" in query:
            part = f"{query['uploadId']}.{int(query['partNumber']):05}"
            (self.store.uploads / part).write_bytes(content)
        elif self._key().endswith("/"):
            self._path().mkdir(parents=True, exist_ok=True)
        elif "x-amz-copy-source" in self.headers:
            source = unquote(self.headers["x-amz-copy-source"]).lstrip("/")
            self._put((self.store.directory / source).read_bytes())
            self._xml("CopyObjectResult", f"<ETag>{escape(_ETAG)}</ETag>")
            return
        else:
            self._put(content)
        self._answer(200, b"", ETag=_ETAG)

    def do_POST(self) -> None:
        content, query = self._content(), self._query()
        if "uploads" in query:
            self._xml("InitiateMultipartUploadResult", f"<UploadId>{uuid.uuid4().hex}</UploadId>")
        elif "uploadId" in query:
            parts = sorted(self.store.uploads.glob(f"{query['uploadId']}.*"))
            self._put(b"".join(part.read_bytes() for part in parts))
            for part in parts:
                part.unlink()
            self._xml("CompleteMultipartUploadResult", f"<ETag>{escape(_ETAG)}</ETag>")
        else:
            for key in ElementTree.fromstring(content).iter():
                if key.tag.endswith("Key"):
                    _delete(self._path() / (key.text or ""))
            self._xml("DeleteResult", "")

    def do_DELETE(self) -> None:
        query = self._query()
        if "uploadId" in query:
            for part in self.store.uploads.glob(f"{query['uploadId']}.*"):
                part.unlink()
        else:
            _delete(self._path())
        self._answer(204, b"")

    def _key(self) -> str:
        return unquote(urlsplit(self.path).path).lstrip("/")

    def _path(self) -> Path:
        return self.store.directory / self._key()

    def _query(self) -> dict[str, str]:
        parsed = parse_qs(urlsplit(self.path).query, keep_blank_values=True)
        return {name: values[0] for name, values in parsed.items()}

    def _content(self) -> bytes:
        if "content-length" in self.headers:
            content = self.rfile.read(int(self.headers["content-length"]))
        else:
            content = self._chunks()
        if "aws-chunked" not in self.headers.get("content-encoding", ""):
            return content
        decoded, position = b"", 0
        while True:
            end = content.index(b"\r\n", position)
            size = int(content[position:end].split(b";")[0], 16)
            if not size:
                return decoded
            decoded += content[end + 2 : end + 2 + size]
            position = end + 2 + size + 2

    def _chunks(self) -> bytes:
        content = b""
        while size := int(self.rfile.readline(), 16):
            content += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return content

    def _put(self, content: bytes) -> None:
        path = self._path()
        path.parent.mkdir(parents=True, exist_ok=True)
        written = self.store.uploads / uuid.uuid4().hex
        written.write_bytes(content)
        os.replace(written, path)

    def _read(self, with_body: bool) -> None:
        path = self._path()
        if path.is_dir():
            is_there = "/" not in self._key().rstrip("/") or self._key().endswith("/")
            self._answer(200 if is_there else 404, b"")
            return
        if not path.is_file():
            self._answer(404, b"<Error><Code>NoSuchKey</Code></Error>" if with_body else b"")
            return
        content, status = path.read_bytes(), 200
        headers = {"ETag": _ETAG, "Last-Modified": self.date_time_string(path.stat().st_mtime)}
        asked = _RANGE.fullmatch(self.headers.get("range", ""))
        if asked is not None:
            first, last = int(asked[1]), int(asked[2] or len(content) - 1)
            headers["Content-Range"] = f"bytes {first}-{last}/{len(content)}"
            content, status = content[first : last + 1], 206
        self._answer(status, content, with_body, **headers)

    def _list(self) -> None:
        query = self._query()
        prefix, delimiter = query.get("prefix", ""), query.get("delimiter", "")
        bucket = self._path()
        keys = []
        for directory, _, names in os.walk(bucket):
            inside = os.path.relpath(directory, bucket)
            above = "" if inside == "." else f"{inside}/"
            keys += [above, *(f"{above}{name}" for name in names)]
        found, groups = [], set()
        for key in sorted(filter(None, keys)):
            if not key.startswith(prefix):
                continue
            rest = key[len(prefix) :]
            if delimiter and delimiter in rest:
                groups.add(prefix + rest[: rest.index(delimiter) + 1])
                continue
            size = (bucket / key).stat().st_size if not key.endswith("/") else 0
            found.append(
                f"<Contents><Key>{escape(key)}</Key><Size>{size}</Size>"
                "<LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>"
            )
        found += [
            f"<CommonPrefixes><Prefix>{escape(group)}</Prefix></CommonPrefixes>"
            for group in sorted(groups)
        ]
        count = f"<KeyCount>{len(found)}</KeyCount><IsTruncated>false</IsTruncated>"
        self._xml("ListBucketResult", count + "".join(found))

    def _xml(self, name: str, content: str) -> None:
        self._answer(200, f"<{name}>{content}</{name}>".encode())

    def _answer(self, status: int, content: bytes, with_body: bool = True, **headers: str) -> None:
        self.store.requests[self.command] += 1
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if with_body and self.command != "HEAD":
            self.wfile.write(content)


def _delete(path: Path) -> None:
    if path.is_dir():
        if not any(path.iterdir()):
            path.rmdir()
    else:
        path.unlink(missing_ok=True)
