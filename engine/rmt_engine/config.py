"""Configuration: flags, `RMT_*` environment variables, and their defaults, in one place."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy.exc import ArgumentError

from rmt_engine.memory import usable_memory
from rmt_engine.rights import Rights
from rmt_engine.store.backends import registry_address

__all__ = ["CONNECT_HOST", "EngineSettings"]

CONNECT_HOST = "127.0.0.1"
"""Where Spark Connect listens: it has no TLS."""
_CONNECT_ADDRESS = "spark.connect.grpc.binding."
_CONNECT_PLUGIN = "SparkConnectPlugin"
_CONNECT_TOKEN = "spark.connect.authenticate.token"  # noqa: S105 - a name
_PLUGINS = "spark.plugins"
_HIVESERVER2 = "spark.hadoop.hive.server2."
_AUTHENTICATION = f"{_HIVESERVER2}authentication"
_CUSTOM_CLASS = f"{_HIVESERVER2}custom.authentication.class"
_TRANSPORT = f"{_HIVESERVER2}transport.mode"
_ANONYMOUS = {"NONE", "NOSASL"}
_AUTHENTICATIONS = ("NONE", "NOSASL", "LDAP", "KERBEROS", "CUSTOM")
_LDAP_URL = re.compile(r"ldaps?://[^\s,]+")
_S3 = re.compile("^s3:")
_SECRET = re.compile(r"secret|password|token|credential|access[.]?key", re.IGNORECASE)


class EngineSettings(BaseSettings):
    """Everything an engine can be told.

    Each field is also an environment variable: `RMT_PORT`, `RMT_WAREHOUSE`, …. `RMT_CONF` takes
    Spark's settings as `key=value` pairs, separated by commas or line ends.
    """

    model_config = SettingsConfigDict(env_prefix="RMT_", extra="forbid")

    host: str = Field("127.0.0.1", description="address the endpoint listens on")
    port: int = Field(10000, ge=0, le=65535, description="port the endpoint listens on")
    connect_port: int | None = Field(
        None,
        ge=1,
        le=65535,
        description="port of loopback that Spark Connect listens on; by default it does not",
    )
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
    class_archives: str | None = Field(
        None,
        description="directory of this user's for archives of the JVM's classes, with which it "
        "starts sooner, or `none`; `rmt` in the user's cache directory by default",
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

    ldap_url: str | None = Field(
        None,
        description="LDAP servers that clients log in with, ldap:// or ldaps://, the first that "
        "answers; separated by commas",
    )
    ldap_base_dn: str | None = Field(
        None, description="where users are, to log in as uid=<name>,<base DN>"
    )
    ldap_user_pattern: str | None = Field(
        None,
        description="what a user logs in as, with %s for the name, such as cn=%s,ou=people,dc=org "
        "or %s@example.com; several separated by colons",
    )
    tls_certificate: Path | None = Field(
        None, description="PEM file of the endpoint's certificate and those that vouch for it"
    )
    tls_key: Path | None = Field(None, description="PEM file of the certificate's private key")
    allow_code: bool = Field(
        False,
        description="let clients run code: TRANSFORM, ADD JAR, reflect, functions and data sources "
        "of classes",
    )
    file_paths: Annotated[tuple[str, ...] | None, NoDecode] = Field(
        None,
        description="directories outside the warehouse where clients' statements may read and "
        "write files, separated by commas; by default they read all on loopback and none else, "
        "and write none",
    )

    @field_validator("file_paths", mode="before")
    @classmethod
    def _split_paths(cls, value: object) -> object:
        given = [value] if isinstance(value, str) else value
        if not isinstance(given, list | tuple):
            return given
        return tuple(path.strip() for each in given for path in each.split(",") if path.strip())

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

    @field_validator("warehouse")
    @classmethod
    def _check_warehouse(cls, value: str) -> str:
        scheme, _, rest = value.partition("://")
        if scheme != "file" and "?" in rest:
            raise ValueError("options of pyarrow's in the URI are not for Hadoop: leave out ?…")
        if scheme in ("s3", "s3a") and "@" in rest.partition("/")[0]:
            raise ValueError(
                "the URI of a bucket has no keys, as logs show it: set AWS_ACCESS_KEY_ID and "
                "AWS_SECRET_ACCESS_KEY"
            )
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
        """The warehouse as a URI, as Hadoop has it: S3's buckets are `s3a:`."""
        if "://" not in self.warehouse:
            return self.home.as_uri()
        return _S3.sub("s3a:", self.warehouse.rstrip("/"))

    @property
    def spark_warehouse(self) -> str:
        """Where the files of Spark's own tables are, as Spark spells it."""
        return f"{unquote(self.warehouse_uri)}/spark"

    @property
    def registry_url(self) -> str:
        """The registry's URL."""
        return self.registry or f"sqlite:///{self.home / 'registry.db'}"

    @property
    def log_path(self) -> Path:
        """The file all logs go to."""
        return self.log_file or self.home / "logs" / "rmt.log"

    @property
    def archives(self) -> Path | None:
        """Where archives of the JVM's classes are; None where there are to be none."""
        if self.class_archives == "none":
            return None
        if self.class_archives is not None:
            return Path(self.class_archives).expanduser().absolute()
        cache = os.environ.get("XDG_CACHE_HOME")
        return (Path(cache) if cache else Path("~", ".cache").expanduser()).absolute() / "rmt"

    @property
    def heap(self) -> str:
        """The JVM's heap, as Spark spells it."""
        if self.driver_memory:
            return self.driver_memory
        return f"{min(max(usable_memory() // 4 // 2**20, 1024), 8192)}m"

    @property
    def authentication(self) -> str:
        """How clients log in, HiveServer2's name in upper case."""
        return self.conf.get(_AUTHENTICATION, "LDAP" if self.ldap_url else "NONE").upper() or "NONE"

    @property
    def authenticates(self) -> bool:
        """Whether clients have to log in."""
        return self.authentication not in _ANONYMOUS

    @property
    def ldap_servers(self) -> list[str]:
        """The URLs of the LDAP servers."""
        url = self.ldap_url or self.conf.get(f"{_AUTHENTICATION}.ldap.url", "")
        return url.replace(",", " ").split()

    @property
    def ldap_names(self) -> list[str]:
        """What users log in as, each with %s for the name."""
        ldap = f"{_AUTHENTICATION}.ldap."
        patterns = self.ldap_user_pattern or self.conf.get(f"{ldap}userDNPattern", "")
        if patterns:
            return [pattern.strip() for pattern in patterns.split(":")]
        base = self.ldap_base_dn or self.conf.get(f"{ldap}baseDN", "")
        domain = self.conf.get(f"{ldap}Domain", "")
        return [f"uid=%s,{base}"] if base else [f"%s@{domain}"] if domain else []

    @property
    def custom_authentication(self) -> str | None:
        """The class that checks logins of the kind CUSTOM."""
        return self.conf.get(_CUSTOM_CLASS)

    @property
    def secrets(self) -> dict[str, str]:
        """Spark's settings that nobody is to read."""
        return {key: value for key, value in self.conf.items() if _SECRET.search(key)}

    @property
    def connect_token(self) -> str | None:
        """The token that clients of Spark Connect have to know, if one was given as a setting."""
        return self.conf.get(_CONNECT_TOKEN)

    @property
    def runs_on_one_machine(self) -> bool:
        """Whether all of Spark's processes are on this machine."""
        return self.master.startswith("local")

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can connect."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def rights_of_clients(self) -> Rights:
        """What statements of the endpoint's clients may do."""
        directories = self.file_paths
        if directories is None and not self.is_loopback:
            directories = ()
        return Rights.of_clients(self.allow_code, directories, self.spark_warehouse)

    def refusal(self) -> str | None:
        """Why the endpoint must not start as it is told; None when it may."""
        return next(self._refusals(), None)

    def _refusals(self) -> Iterator[str]:
        if self.authentication not in _AUTHENTICATIONS:
            yield (
                f"There is no authentication {self.conf[_AUTHENTICATION]}. "
                f"{_AUTHENTICATION} is one of {', '.join(_AUTHENTICATIONS)}."
            )
        if self.ldap_url and self.authentication != "LDAP":
            yield f"--ldap-url is given, but {_AUTHENTICATION} is {self.authentication}."
        if self.authentication == "LDAP":
            yield from self._refusals_of_ldap()
        if self.authentication == "CUSTOM" and not self.custom_authentication:
            yield f"The authentication CUSTOM needs --conf {_CUSTOM_CLASS}=<a class>."
        is_http = self.conf.get(_TRANSPORT, "binary").lower() == "http"
        if is_http and self.authentication in ("LDAP", "CUSTOM"):
            yield (
                f"Over HTTP there is no authentication {self.authentication}: "
                f"leave {_TRANSPORT} out."
            )
        if (self.tls_certificate is None) != (self.tls_key is None):
            yield "--tls-certificate and --tls-key are given together."
        yield from self._refusals_of_connect()
        if not self.runs_on_one_machine and self.conf.get("spark.authenticate") != "true":
            yield (
                f"Executors of {self.master} are on other machines, and nobody would have to know "
                "a secret to command them. Configure --conf spark.authenticate=true, with "
                "spark.authenticate.secret where the cluster hands out none."
            )
        if not (self.is_loopback or self.authenticates or self.allow_anonymous):
            yield (
                f"{self.host} can be reached from other machines and nobody would have to log in. "
                f"Give --ldap-url, or --conf {_AUTHENTICATION}=KERBEROS, or --allow-anonymous."
            )

    def _refusals_of_connect(self) -> Iterator[str]:
        if _CONNECT_PLUGIN in self.conf.get(_PLUGINS, ""):
            yield (
                f"{_PLUGINS} starts Spark Connect before the engine, for everyone: leave it out "
                "and give --connect-port."
            )
        for key in self.conf:
            if key.startswith(_CONNECT_ADDRESS):
                yield (
                    f"{key} is not for you to set: Spark Connect has no TLS and its clients run "
                    f"code, so it listens on {CONNECT_HOST}, and --connect-port says where there."
                )

    def _refusals_of_ldap(self) -> Iterator[str]:
        if not self.ldap_servers:
            yield "The authentication LDAP needs --ldap-url."
        for url in self.ldap_servers:
            if not _LDAP_URL.fullmatch(url):
                yield f"--ldap-url: {url} does not begin with ldap:// or ldaps://."
        if not self.ldap_names:
            yield "The authentication LDAP needs --ldap-base-dn or --ldap-user-pattern."
        for name in self.ldap_names:
            if name.count("%s") != 1:
                yield f"--ldap-user-pattern: {name} does not have %s once, for the name."
