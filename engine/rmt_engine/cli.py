"""The `rmt` command."""

from __future__ import annotations

import logging
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.markup import escape

from rmt_engine.config import EngineSettings
from rmt_engine.errors import RmtError
from rmt_engine.version import __version__
from sqlalchemy_rmt import dbapi

if TYPE_CHECKING:
    from rmt_engine.store.registry import Registry
    from rmt_engine.store.storage import Storage

__all__ = ["main"]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="ClickHouse's ReplacingMergeTree on Apache Spark.",
    pretty_exceptions_enable=False,
)
_out = Console(highlight=False)
_err = Console(stderr=True, highlight=False)
Host = Annotated[str | None, typer.Option(help="Address to listen on.", show_default="127.0.0.1")]
Port = Annotated[int | None, typer.Option(help="Port to listen on.", show_default="10000")]
ConnectPort = Annotated[
    int | None,
    typer.Option(help="Port of loopback for Spark Connect.", show_default="closed"),
]
Warehouse = Annotated[
    str | None,
    typer.Option(help="Directory or URI of the tables' files.", show_default="./rmt-warehouse"),
]
RegistryUrl = Annotated[
    str | None,
    typer.Option("--registry", help="SQLAlchemy URL of the registry.", show_default="SQLite"),
]
Metastore = Annotated[
    str | None,
    typer.Option(help="thrift://… of a Hive metastore, or `memory`.", show_default="Derby"),
]
Master = Annotated[str | None, typer.Option(help="Spark's master.", show_default="local[*]")]
Memory = Annotated[
    str | None, typer.Option("--driver-memory", help="Heap of the JVM.", show_default="a quarter")
]
LogFile = Annotated[
    Path | None, typer.Option(help="File for all logs.", show_default="in the warehouse")
]
Conf = Annotated[
    list[str] | None, typer.Option("--conf", metavar="KEY=VALUE", help="A Spark setting; repeat.")
]


def main() -> None:
    """Runs the command; an error is one line and exit code 1."""
    logging.getLogger("thrift").setLevel(logging.CRITICAL)
    try:
        app(standalone_mode=True)
    except (RmtError, dbapi.Error) as error:
        _err.print(f"[red]rmt:[/red] {escape(str(error))}", soft_wrap=True)
        sys.exit(1)


def _settings(**flags: Any) -> EngineSettings:
    """Settings of flags over `RMT_*` variables over defaults."""
    conf = flags.pop("conf", None)
    given = {name: value for name, value in flags.items() if value is not None}
    if conf:
        wrong = [pair for pair in conf if "=" not in pair]
        if wrong:
            raise typer.BadParameter(f"{wrong[0]} is not KEY=VALUE", param_hint="--conf")
        given["conf"] = {
            **EngineSettings().conf,
            **dict(pair.split("=", 1) for pair in conf),
        }
    try:
        return EngineSettings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        # What our own validators raised; pydantic's message begins with "Value error".
        said = str(first.get("ctx", {}).get("error", first["msg"]))
        where = ".".join(str(part) for part in first["loc"])
        told = f"{where}: {said}" if where else said[:1].upper() + said[1:]
        raise RmtError("INVALID_CONFIG_PARAMETER", f"{told}.") from None


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        _out.print(__version__)
        raise typer.Exit


@app.command()
def serve(
    host: Host = None,
    port: Port = None,
    connect_port: ConnectPort = None,
    warehouse: Warehouse = None,
    registry: RegistryUrl = None,
    metastore: Metastore = None,
    master: Master = None,
    driver_memory: Memory = None,
    log_file: LogFile = None,
    conf: Conf = None,
    mask_literal_bytes: Annotated[
        int | None,
        typer.Option(help="Largest deletion vector inside a plan.", show_default="8 MB"),
    ] = None,
    mask_join_bytes: Annotated[
        int | None,
        typer.Option(help="Largest deletion vector the driver sends.", show_default="64 MB"),
    ] = None,
    allow_anonymous: Annotated[
        bool | None,
        typer.Option("--allow-anonymous", help="Listen beyond loopback without any login."),
    ] = None,
    ldap_url: Annotated[
        str | None, typer.Option(help="LDAP server that clients log in with.")
    ] = None,
    ldap_base_dn: Annotated[
        str | None, typer.Option(help="Where users are: they log in as uid=<name>,<base DN>.")
    ] = None,
    ldap_user_pattern: Annotated[
        str | None, typer.Option(help="What a user logs in as, %s for the name.")
    ] = None,
    tls_certificate: Annotated[
        Path | None, typer.Option(help="PEM file of the endpoint's certificate.")
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option(help="PEM file of the certificate's private key.")
    ] = None,
    allow_code: Annotated[
        bool | None,
        typer.Option("--allow-code", help="Let clients run code: TRANSFORM, ADD JAR, reflect, …"),
    ] = None,
    file_paths: Annotated[
        list[str] | None,
        typer.Option(
            help="Directory whose files clients may read and write; repeat.",
            show_default="on loopback they read all, else none",
        ),
    ] = None,
) -> None:
    """Run the Thrift endpoint until Ctrl-C or SIGTERM.

    Every option is also an environment variable: `RMT_PORT`, `RMT_WAREHOUSE`, `RMT_CONF`, ….
    """
    settings = _settings(
        host=host,
        port=port,
        connect_port=connect_port,
        warehouse=warehouse,
        registry=registry,
        metastore=metastore,
        master=master,
        driver_memory=driver_memory,
        log_file=log_file,
        conf=conf,
        mask_literal_bytes=mask_literal_bytes,
        mask_join_bytes=mask_join_bytes,
        allow_anonymous=allow_anonymous,
        ldap_url=ldap_url,
        ldap_base_dn=ldap_base_dn,
        ldap_user_pattern=ldap_user_pattern,
        tls_certificate=tls_certificate,
        tls_key=tls_key,
        allow_code=allow_code,
        file_paths=file_paths or None,
    )
    refusal = settings.refusal()
    if refusal:
        raise RmtError("INVALID_CONFIG_PARAMETER", refusal)
    from rmt_engine.spark.serve.connect_token import token_of
    from rmt_engine.spark.serve.endpoint import serve as serve_endpoint

    token = None if settings.connect_port is None else token_of(settings)
    stopping = threading.Event()
    _stop_on_signals(stopping)
    started = time.monotonic()

    def announce() -> None:
        _stop_on_signals(stopping)
        seconds = time.monotonic() - started
        _out.print(
            f"rmt {__version__} listening on jdbc:hive2://{settings.host}:{settings.port}"
            f"  (warehouse {settings.warehouse_uri}, logs {settings.log_path}, {seconds:.1f} s)",
            soft_wrap=True,
        )
        if token is not None:
            known = "as you gave it" if token.path is None else f"in {token.path}"
            _out.print(
                f"Spark Connect on sc://localhost:{settings.connect_port}"
                f"  (SPARK_CONNECT_AUTHENTICATE_TOKEN {known})",
                soft_wrap=True,
            )

    try:
        serve_endpoint(settings, stopping, announce, token)
    finally:
        if token is not None:
            token.forget()
    _out.print("rmt stopped")


def _stop_on_signals(stopping: threading.Event) -> None:
    """Sets the event on SIGTERM and Ctrl-C; a starting SparkContext takes Ctrl-C for itself."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())


@app.command()
def sql(
    command: Annotated[
        list[str] | None, typer.Option("--command", "-c", help="Run this; repeat.")
    ] = None,
    file: Annotated[
        list[Path] | None, typer.Option("--file", "-f", help="Run this file; repeat.")
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(help="Endpoint, e.g. 127.0.0.1:10000/default.", envvar="RMT_URL"),
    ] = None,
    user: Annotated[str | None, typer.Option(help="User name.", envvar="RMT_USER")] = None,
    password: Annotated[
        str | None, typer.Option(help="Password.", envvar="RMT_PASSWORD", show_envvar=True)
    ] = None,
    embedded: Annotated[
        bool, typer.Option("--embedded", help="Use an engine of this process, no endpoint.")
    ] = False,
    warehouse: Warehouse = None,
    registry: RegistryUrl = None,
    metastore: Metastore = None,
    master: Master = None,
    conf: Conf = None,
) -> None:
    """Run SQL: from a prompt, from `-c`, or from `-f`.

    Against the endpoint at `--url` (127.0.0.1:10000 by default), or `--embedded`.
    """
    from rmt_engine.shell import Shell, embedded_runner, remote_runner

    settings = _settings(
        warehouse=warehouse, registry=registry, metastore=metastore, master=master, conf=conf
    )
    texts = [*(command or []), *(_script(path) for path in file or [])]
    runner = (
        embedded_runner(**settings.model_dump())
        if embedded
        else remote_runner(url or f"127.0.0.1:{settings.port}", user, password)
    )
    with runner as statements:
        shell = Shell(statements, _out, _err)
        if texts:
            if not all(shell.script(text) for text in texts):
                raise typer.Exit(1)
            return
        _enable_history()
        is_piped = not sys.stdin.isatty()
        # Whoever reads a prompt has seen the errors; a script that is piped in has to hear of them.
        if not shell.prompt(input, is_piped) and is_piped:
            raise typer.Exit(1)


def _script(path: Path) -> str:
    """The text of a file of statements.

    Raises:
        RmtError: `FILE_DOESNT_EXIST` or `CANNOT_OPEN_FILE`.
    """
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RmtError("FILE_DOESNT_EXIST", f"There is no file {path}.") from None
    except UnicodeDecodeError as error:
        raise RmtError("CANNOT_OPEN_FILE", f"The file {path} is not UTF-8: {error}.") from None
    except OSError as error:
        raise RmtError("CANNOT_OPEN_FILE", f"Cannot read {path}: {error.strerror}.") from None


def _enable_history() -> None:
    try:
        import readline
    except ImportError:
        return
    readline.parse_and_bind("tab: complete")


@app.command()
def demo() -> None:
    """Insert the life of 336,776 real flights and ask about them: about a minute."""
    from rmt_engine.demo import run_demo

    if not run_demo(_out):
        raise typer.Exit(1)


@app.command()
def bench(
    suites: Annotated[
        list[str] | None, typer.Argument(help="Data sets, `a` to `p`.", show_default="all")
    ] = None,
    directory: Annotated[
        Path, typer.Option(help="Where the data goes; sources are kept for the next time.")
    ] = Path("rmt-bench"),
    scale: Annotated[
        float, typer.Option(min=0.001, help="Fraction of the rows; the bars are for 1.")
    ] = 1.0,
    report: Annotated[Path | None, typer.Option(help="Markdown file to write.")] = None,
    chart: Annotated[Path | None, typer.Option(help="SVG file to draw.")] = None,
    conf: Conf = None,
) -> None:
    """Measure FINAL, inserts and merges beside ClickHouse, DuckDB, delta-rs and plain Spark."""
    try:
        from rmt_benchmarks.run import SUITES, run
    except ImportError as error:
        raise RmtError(
            "INVALID_CONFIG_PARAMETER",
            f"{error.name} is not installed.",
            "pip install chdb deltalake matplotlib psutil brings what the benchmarks need.",
        ) from error
    chosen = [suite.lower() for suite in suites or SUITES]
    unknown = [suite for suite in chosen if suite not in SUITES]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]} is none of {', '.join(SUITES)}")
    settings = _settings(conf=conf)
    if not run(_out, chosen, directory, scale, settings.conf, report, chart):
        raise typer.Exit(1)


@app.command()
def fsck(
    warehouse: Warehouse = None,
    registry: RegistryUrl = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Look at sizes and footers, do not read the rows.")
    ] = False,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Make anew what follows from the rows: deletion vectors."),
    ] = False,
) -> None:
    """Check that a warehouse nobody writes to is sound: files, rows and deletion vectors."""
    from rmt_engine.merges.fsck import check_store
    from rmt_engine.store.store import Store
    from rmt_engine.store.tasks import InlineRunner

    if quick and repair:
        raise typer.BadParameter(
            "it has to read the rows, so not with --quick", param_hint="--repair"
        )
    settings = _settings(warehouse=warehouse, registry=registry)
    store = Store(_existing_registry(settings), _tables_of(settings), InlineRunner())
    faults = mended = 0
    try:
        with _err.status("looking") as status:
            for fault in check_store(store, not quick, status.update, repair):
                faults += 1
                mended += bool(fault.mended)
                mark = "[green]mended[/green]" if fault.mended else "[red]fault[/red]"
                done = f" → {fault.mended}" if fault.mended else ""
                text = escape(f"{fault.where}: {fault.what}{done}")
                _out.print(f"{mark} {text}", soft_wrap=True)
        tables = len(store.registry.tables.all())
    finally:
        store.close()
    counted = f"{tables:,} tables, {faults:,} faults"
    _out.print(f"{counted}, {mended:,} mended" if repair else counted)
    if faults > mended:
        raise typer.Exit(1)


def _existing_registry(settings: EngineSettings) -> Registry:
    """The registry of a warehouse that is there.

    Raises:
        RmtError: `INVALID_CONFIG_PARAMETER`, there is none; or it cannot be opened.
    """
    from rmt_engine.store.registry import Registry

    if settings.registry is None and not (settings.home / "registry.db").exists():
        raise RmtError(
            "INVALID_CONFIG_PARAMETER",
            f"There is no warehouse in {settings.home}.",
            "--warehouse and --registry say where it is.",
        )
    return Registry(settings.registry_url)


def _tables_of(settings: EngineSettings) -> Storage:
    """Where the files of a warehouse's tables are."""
    from rmt_engine.store.storage import Storage

    return Storage(f"{settings.warehouse_uri}/tables")


@app.command()
def backup(
    target: Annotated[str, typer.Argument(help="Directory or URI: new, or an older backup.")],
    warehouse: Warehouse = None,
    registry: RegistryUrl = None,
) -> None:
    """Copy a warehouse, which may be in use, as it is at one moment: tables and row policies.

    A second backup into the same directory copies only what is new.
    """
    from rmt_engine.store.backup import back_up

    settings = _settings(warehouse=warehouse, registry=registry)
    source = _existing_registry(settings)
    try:
        with _err.status("copying") as status:
            copied = back_up(source, _tables_of(settings), target, status.update)
    finally:
        source.close()
    _out.print(f"{copied} in {escape(target)}", soft_wrap=True)


@app.command()
def restore(
    source: Annotated[str, typer.Argument(help="Directory or URI of the backup.")],
    warehouse: Warehouse = None,
    registry: RegistryUrl = None,
    table: Annotated[
        str | None,
        typer.Option(help="Bring this table only, db.t, into a warehouse, which may be in use."),
    ] = None,
    new_name: Annotated[
        str | None, typer.Option("--as", help="The table's name there.", show_default="the same")
    ] = None,
) -> None:
    """Make a new warehouse, which no endpoint serves yet, what a backup says.

    With `--table`, a table of a backup or of a frozen copy comes into a warehouse as a detached
    one, and `ATTACH TABLE` shows it.
    """
    from rmt_engine.store.backup import restore as restore_backup
    from rmt_engine.store.registry import Registry

    settings = _settings(warehouse=warehouse, registry=registry)
    if table is not None:
        _restore_table(source, settings, table, new_name or table)
        return
    if new_name is not None:
        raise typer.BadParameter("it needs --table", param_hint="--as")
    target = Registry(settings.registry_url)
    try:
        with _err.status("copying") as status:
            restored = restore_backup(source, target, _tables_of(settings), status.update)
    finally:
        target.close()
    _out.print(f"{restored} in {escape(settings.warehouse_uri)}", soft_wrap=True)


def _restore_table(source: str, settings: EngineSettings, table: str, new_name: str) -> None:
    from rmt_engine.store.restored_tables import restore_table
    from rmt_engine.store.store import Store
    from rmt_engine.store.tasks import InlineRunner

    name, target = _qualified(table, "--table"), _qualified(new_name, "--as")
    store = Store(_existing_registry(settings), _tables_of(settings), InlineRunner())
    try:
        with _err.status("copying") as status:
            restored = restore_table(source, name, store, target, status.update)
    finally:
        store.close()
    where = escape(settings.warehouse_uri)
    _out.print(f"{restored} in {where}; ATTACH TABLE {new_name} shows it", soft_wrap=True)


def _qualified(name: str, option: str) -> tuple[str, str]:
    database, dot, table = name.partition(".")
    if not (database and dot and table):
        raise typer.BadParameter(f"{name} is not DATABASE.TABLE", param_hint=option)
    return database, table


@app.command()
def doctor(
    host: Host = None,
    port: Port = None,
    connect_port: ConnectPort = None,
    warehouse: Warehouse = None,
    registry: RegistryUrl = None,
    metastore: Metastore = None,
    conf: Conf = None,
) -> None:
    """Check Java, PySpark, memory, ports, warehouse, registry and metastore."""
    from rmt_engine.doctor import examine

    settings = _settings(
        host=host,
        port=port,
        connect_port=connect_port,
        warehouse=warehouse,
        registry=registry,
        metastore=metastore,
        conf=conf,
    )
    healthy = True
    for finding in examine(settings):
        healthy &= finding.ok
        mark = "[green]ok  [/green]" if finding.ok else "[red]fail[/red]"
        mend = "" if finding.ok or not finding.mend else f" → {finding.mend}"
        _out.print(f"{mark} {finding.subject}: {finding.detail}{mend}", soft_wrap=True)
    if not healthy:
        raise typer.Exit(1)
