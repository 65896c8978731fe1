"""`rmt+async://`: SQLAlchemy's asyncio extension on an endpoint."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import registry
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

from sqlalchemy_rmt import engines, select, types

registry.register("rmt.async", "sqlalchemy_rmt.asyncio", "RmtAsyncDialect")

Work = Callable[[AsyncEngine], Awaitable[Any]]
_SLOW = "SELECT count(*) FROM range(0, 100000000000, 1, 1) WHERE sqrt(id) < 0"


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "async_users"
    __table_args__ = (engines.ReplacingMergeTree("ver", order_by="id"), {"rmt_final": True})

    id: Mapped[int] = mapped_column(types.UInt64, primary_key=True)
    name: Mapped[str]
    ver: Mapped[int] = mapped_column(types.UInt32)


@pytest.fixture
def run(endpoint: EmbeddedEndpoint, endpoint_client: Client) -> Callable[[Work], Any]:
    """Runs a task with an engine of its own."""

    async def with_engine(work: Work) -> Any:
        url = f"rmt+async://127.0.0.1:{endpoint.port}/{endpoint_client.database}"
        engine = create_async_engine(url, pool_size=8)
        try:
            return await work(engine)
        finally:
            await engine.dispose()

    return lambda work: asyncio.run(with_engine(work))


def test_a_session_of_the_orm(run: Callable[[Work], Any]) -> None:
    async def work(engine: AsyncEngine) -> list[tuple[str, int]]:
        async with engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        try:
            async with AsyncSession(engine) as session:
                session.add_all([User(id=n, name=f"u{n}", ver=1) for n in (1, 2)])
                await session.commit()
                session.add(User(id=1, name="newer", ver=2))
                await session.commit()
            async with AsyncSession(engine) as session:
                found = await session.execute(sa.select(User).order_by(User.id))
                return [(user.name, user.ver) for user in found.scalars()]
        finally:
            async with engine.begin() as connection:
                await connection.run_sync(Base.metadata.drop_all)

    assert run(work) == [("newer", 2), ("u2", 1)]


def test_rows_are_streamed(run: Callable[[Work], Any]) -> None:
    async def work(engine: AsyncEngine) -> int:
        total = 0
        async with engine.connect() as connection:
            statement = select(sa.column("id")).select_from(sa.text("range(5000)"))
            options = {"max_row_buffer": 700}
            async with connection.stream(statement, execution_options=options) as rows:
                async for row in rows:
                    total += row.id
        return total

    assert run(work) == sum(range(5000))


def test_connections_do_not_hold_each_other_up(run: Callable[[Work], Any]) -> None:
    async def one(engine: AsyncEngine, number: int) -> int:
        async with engine.connect() as connection:
            return int((await connection.execute(sa.text(f"SELECT {number}"))).scalar_one())

    async def work(engine: AsyncEngine) -> list[int]:
        async with engine.connect() as busy:
            slow = asyncio.ensure_future(busy.execute(sa.text(_SLOW)))
            await asyncio.sleep(0.5)
            answers = await asyncio.gather(*(one(engine, number) for number in range(12)))
            assert not slow.done()
            slow.cancel()
            with pytest.raises(asyncio.CancelledError):
                await slow
        return list(answers)

    assert run(work) == list(range(12))


def test_a_cancelled_task_cancels_its_statement(
    run: Callable[[Work], Any], endpoint_client: Client
) -> None:
    async def work(engine: AsyncEngine) -> int:
        async with engine.connect() as connection:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(connection.execute(sa.text(_SLOW)), 1)
        async with engine.connect() as connection:
            return int((await connection.execute(sa.text("SELECT 7"))).scalar_one())

    assert run(work) == 7
    running = "SELECT count() FROM system.processes WHERE query LIKE '%100000000000%'"
    until = time.monotonic() + 20
    while endpoint_client.run(f"{running} AND query NOT LIKE '%processes%'")[0][0]:
        assert time.monotonic() < until, "the statement runs on"
        time.sleep(0.2)


def test_errors_have_their_classes(run: Callable[[Work], Any]) -> None:
    async def work(engine: AsyncEngine) -> int:
        async with engine.connect() as connection:
            with pytest.raises(exc.ProgrammingError, match="no_such_table"):
                await connection.execute(sa.text("SELECT * FROM no_such_table"))
            return int((await connection.execute(sa.text("SELECT 1"))).scalar_one())

    assert run(work) == 1


def test_nobody_answers() -> None:
    async def work() -> None:
        engine = create_async_engine("rmt+async://127.0.0.1:1/default?connect_timeout=2")
        async with engine.connect():
            pass

    with pytest.raises(exc.OperationalError):
        asyncio.run(work())
