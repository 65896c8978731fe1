"""Configuration: flags, `RMT_*` environment variables, and their defaults, in one place."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy.exc import ArgumentError

from rmt_engine.memory import usable_memory
from rmt_engine.store.backends import registry_address

__all__ = ["EngineSettings"]

_AUTHENTICATION = "spark.hadoop.hive.server2.authentication"
_ANONYMOUS = {"NONE", "NOSASL", ""}


class EngineSettings(BaseSettings):
    """Everything an engine can be told.

    Each field is also an environment variable: `RMT_PORT`, `RMT_WAREHOUSE`, …. `RMT_CONF` takes
    Spark's settings as `key=value` pairs, separated by commas or line ends.
    """

    model_config = SettingsConfigDict(env_prefix="RMT_", extra="forbid")

    host: str = Field("127.0.0.1", description="address the endpoint listens on")
    port: int = Field(10000, ge=0, le=65535, description="port the endpoint listens on")
    warehouse: str = Field(
        "rmt-warehouse",
        description="directory or URI of the tables' files; shared by all executors",
    )
    registry: str | None = Field(
        None,
        description="SQLAlchemy URL of the registry, SQLite or PostgreSQL; SQLite in the warehouse "
        "by default",
    )
    metastore: str | None = Field(
        None,
        description="thrift://… of a Hive metastore, or `memory`; Derby in the warehouse if unset",
    )
    master: str = Field("local[*]", description="Spark's master")
    driver_memory: str | None = Field(
        None, description="heap of the JVM, e.g. 4g; a quarter of the memory by default"
    )
    log_file: Path | None = Field(
        None, description="file for all logs; in the warehouse by default"
    )
    conf: Annotated[dict[str, str], NoDecode] = Field(
        default_factory=dict, description="Spark settings, key=value"
    )
    mask_literal_bytes: int = Field(
        8 * 2**20,
        ge=0,
        le=48 * 2**20,
        description="largest deletion vector that travels inside a FINAL query's plan; a larger "
        "one is joined",
    )
    mask_join_bytes: int = Field(
        64 * 2**20,
        ge=0,
        description="largest deletion vector the driver sends for the join; a larger one is read "
        "from its files",
    )
    prune_files: bool = Field(
        True, description="leave files out of scans by the least and greatest values of their keys"
    )
    split_clean_parts: bool = Field(
        True,
        description="scan parts without dead rows apart, and those with nothing else not at all",
    )
    background_pool_size: int = Field(
        2, ge=1, le=64, description="how many background merges run at the same time"
    )
    allow_anonymous: bool = Field(
        False, description="listen beyond loopback although nobody has to log in"
    )

    @field_validator("conf", mode="before")
    @classmethod
    def _split_conf(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        pairs = [pair.strip() for pair in value.replace("\n", ",").split(",") if pair.strip()]
        return dict(pair.split("=", 1) for pair in pairs)

    @field_validator("conf")
    @classmethod
    def _check_conf(cls, value: dict[str, str]) -> dict[str, str]:
        wrong = [key for key in value if not key.startswith("spark.")]
        if wrong:
            raise ValueError(f"{wrong[0]} is no Spark setting: it does not begin with spark.")
        return value

    @field_validator("registry")
    @classmethod
    def _check_registry(cls, value: str | None) -> str | None:
        if value is None:
            return None
        try:
            registry_address(value)
        except ArgumentError:
            raise ValueError("it is no SQLAlchemy URL such as sqlite:////data/r.db") from None
        return value

    @model_validator(mode="after")
    def _check_home(self) -> EngineSettings:
        if self.metastore is None and ";" in str(self.home):
            raise ValueError(
                f"the embedded metastore cannot be in {self.home}, a path with a semicolon: choose "
                "another warehouse, or --metastore memory"
            )
        return self

    @property
    def is_local_warehouse(self) -> bool:
        """Whether the warehouse is a directory of this machine."""
        return "://" not in self.warehouse or self.warehouse.startswith("file://")

    @property
    def home(self) -> Path:
        """A local directory for the registry, the metastore and the logs."""
        if self.is_local_warehouse:
            return Path(self.warehouse.removeprefix("file://")).expanduser().absolute()
        return Path("rmt-home").absolute()

    @property
    def warehouse_uri(self) -> str:
        """The warehouse as a URI."""
        return self.warehouse.rstrip("/") if "://" in self.warehouse else self.home.as_uri()

    @property
    def registry_url(self) -> str:
        """The registry's URL."""
        return self.registry or f"sqlite:///{self.home / 'registry.db'}"

    @property
    def log_path(self) -> Path:
        """The file all logs go to."""
        return self.log_file or self.home / "logs" / "rmt.log"

    @property
    def heap(self) -> str:
        """The JVM's heap, as Spark spells it."""
        if self.driver_memory:
            return self.driver_memory
        return f"{min(max(usable_memory() // 4 // 2**20, 1024), 8192)}m"

    @property
    def authenticates(self) -> bool:
        """Whether clients have to log in."""
        return self.conf.get(_AUTHENTICATION, "NONE").upper() not in _ANONYMOUS

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can connect."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def refusal(self) -> str | None:
        """Why the endpoint must not listen as it is told; None when it may."""
        if self.is_loopback or self.authenticates or self.allow_anonymous:
            return None
        return (
            f"{self.host} can be reached from other machines and nobody would have to log in. "
            f"Configure --conf {_AUTHENTICATION}=LDAP (or KERBEROS), or say --allow-anonymous."
        )
