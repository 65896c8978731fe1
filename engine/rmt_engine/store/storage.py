"""Where the store's files lie, and the few things done to them outside Spark.

A store's directory can be local, on HDFS or in an object store: every path is relative to it, and
pyarrow's file systems open it from the driver and from tasks alike. Files are written once, under a
new name, and never changed.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import fs

__all__ = ["FileInfo", "Storage"]

_log = logging.getLogger(__name__)
_S3A = re.compile("^s3a:")
"""Hadoop's scheme of S3's buckets; pyarrow calls them `s3:`."""


@dataclass(frozen=True)
class FileInfo:
    """A file: its path relative to the storage, and its size in bytes."""

    path: str
    bytes: int


class Storage:
    """Files below one directory. It can be pickled and used in tasks.

    Args:
        root: a local path or a URI (`file:`, `hdfs:`, `s3a:`, …), as Hadoop has it.
    """

    def __init__(self, root: str) -> None:
        if "://" not in root:
            root = Path(root).expanduser().absolute().as_uri()
        self.root = root.rstrip("/")
        self._filesystem, self._base = fs.FileSystem.from_uri(_S3A.sub("s3:", self.root))
        self._base = self._base.rstrip("/")

    @property
    def is_local(self) -> bool:
        """Whether the files are on this machine's disk."""
        return isinstance(self._filesystem, fs.LocalFileSystem)

    def hadoop_path(self, path: str) -> str:
        """The name Spark reads or writes a path under; nothing in it is escaped."""
        root = unquote(self.root)
        return f"{root}/{path}" if path else root

    def create_directory(self, path: str) -> None:
        """Creates a directory and those above it."""
        self._filesystem.create_dir(self._full(path), recursive=True)

    def list_files(self, directory: str, suffix: str) -> list[FileInfo]:
        """All files below a directory with names that end in the suffix; none if it is gone."""
        selector = fs.FileSelector(self._full(directory), allow_not_found=True, recursive=True)
        found = self._filesystem.get_file_info(selector)
        return sorted(
            (
                FileInfo(info.path[len(self._base) + 1 :], info.size)
                for info in found
                if info.type is fs.FileType.File and info.base_name.endswith(suffix)
            ),
            key=lambda file: file.path,
        )

    def open_parquet(
        self, path: str, verify: bool = False, metadata: pq.FileMetaData | None = None
    ) -> pq.ParquetFile:
        """Opens a Parquet file for reading.

        Args:
            path: the file.
            verify: whether pages are held against their checksums.
            metadata: its footer, where it is known already.
        """
        return pq.ParquetFile(
            self._full(path),
            filesystem=self._filesystem,
            metadata=metadata,
            pre_buffer=False,
            page_checksum_verification=verify,
        )

    def read(self, path: str) -> bytes:
        """The content of a small file.

        Raises:
            FileNotFoundError: there is no such file.
        """
        return self.read_from(path, 0)[1]

    def read_from(self, path: str, start: int) -> tuple[int, bytes]:
        """A file's size in bytes, and its content from a place on.

        Raises:
            FileNotFoundError: there is no such file.
        """
        with self._filesystem.open_input_file(self._full(path)) as file:
            size = int(file.size())
            return size, file.read_at(size - start, start) if 0 <= start < size else b""

    def write(self, path: str, content: bytes) -> None:
        """Writes a new file; `sync` makes it durable."""
        with self._filesystem.open_output_stream(self._full(path)) as file:
            file.write(content)

    def parquet_writer(self, path: str, schema: pa.Schema, **options: Any) -> pq.ParquetWriter:
        """Opens a Parquet file for writing; `sync` makes it durable once it is closed."""
        return pq.ParquetWriter(self._full(path), schema, filesystem=self._filesystem, **options)

    def copy(self, path: str, target: Storage, new: str | None = None) -> None:
        """Copies a file to another storage, under its path or a new one.

        Raises:
            FileNotFoundError: there is no such file.
        """
        new = path if new is None else new
        target.create_directory(os.path.dirname(new))
        fs.copy_files(
            self._full(path),
            target._full(new),
            source_filesystem=self._filesystem,
            destination_filesystem=target._filesystem,
            use_threads=False,
        )

    def link(self, path: str, target: Storage, new: str | None = None) -> None:
        """Gives a file a name in another storage as well, in the place of whatever has that.

        Where that is impossible, the file is copied.
        Files are never changed, so neither name can tell what becomes of the other.

        Raises:
            FileNotFoundError: there is no such file.
        """
        new = path if new is None else new
        if self.is_local and target.is_local:
            target.create_directory(os.path.dirname(new))
            try:
                _link(self._full(path), target._full(new))
            except FileNotFoundError:
                raise
            except OSError as error:
                # Another file system, or one without such links.
                _log.debug("copied %s, as it cannot be linked: %s", path, error)
            else:
                return
        self.copy(path, target, new)

    def move(self, path: str, new: str) -> None:
        """Gives a file another name, in the place of whatever has that."""
        self._filesystem.move(self._full(path), self._full(new))

    def exists(self, path: str) -> bool:
        """Whether there is such a file."""
        return self._filesystem.get_file_info(self._full(path)).type is fs.FileType.File

    def size(self, path: str) -> int:
        """A file's size in bytes.

        Raises:
            FileNotFoundError: there is no such file.
        """
        info = self._filesystem.get_file_info(self._full(path))
        if info.type is not fs.FileType.File:
            raise FileNotFoundError(f"there is no file {path}")
        return int(info.size)

    def sync(self, paths: Iterable[str]) -> None:
        """Makes local files, and the directories that name them, survive a power cut.

        Other file systems promise that on their own once a file is closed.
        """
        if not self.is_local:
            return
        directories: set[str] = set()
        for path in paths:
            full = self._full(path)
            _fsync(full)
            directory = os.path.dirname(full)
            while directory not in directories and len(directory) >= len(self._base):
                directories.add(directory)
                directory = os.path.dirname(directory)
        for directory in directories:
            _fsync(directory)

    def delete_files(self, paths: Iterable[str], *, prune: bool = True) -> None:
        """Deletes files; missing ones are no error.

        Args:
            paths: the files.
            prune: whether local directories that became empty go, too: others are still written to.
        """
        for path in paths:
            try:
                self._filesystem.delete_file(self._full(path))
            except FileNotFoundError:
                continue
            if prune and self.is_local:
                self._prune(os.path.dirname(self._full(path)))

    def delete_directory(self, path: str) -> None:
        """Deletes a directory with all it holds; a missing one is no error."""
        try:
            self._filesystem.delete_dir(self._full(path))
        except FileNotFoundError:
            return

    def _full(self, path: str) -> str:
        return f"{self._base}/{path}" if path else self._base

    def _prune(self, directory: str) -> None:
        while len(directory) > len(self._base):
            try:
                leftovers = os.listdir(directory)
            except FileNotFoundError:
                leftovers = []
            if any(not _is_spark_litter(name) for name in leftovers):
                return
            for name in leftovers:
                Path(directory, name).unlink(missing_ok=True)
            try:
                os.rmdir(directory)
            except OSError:
                return
            directory = os.path.dirname(directory)


def _is_spark_litter(name: str) -> bool:
    """Spark's checksums and success markers, which mean nothing without their files."""
    return name == "_SUCCESS" or name.endswith(".crc")


def _link(path: str, new: str) -> None:
    try:
        os.link(path, new)
    except FileExistsError:
        # Never written over: it may be the same file.
        os.unlink(new)
        os.link(path, new)


def _fsync(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
