"""Tables to compile statements of, and the comparison of texts."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, MetaData, Table
from sqlalchemy.orm import declarative_base
from sqlalchemy.testing import AssertsCompiledSQL

from sqlalchemy_rmt import engines, types
from sqlalchemy_rmt.dialect import RmtDialect

__all__ = ["Compiling", "User", "logs", "users"]

metadata = MetaData()
Base: Any = declarative_base(metadata=metadata)


class User(Base):
    __tablename__ = "users"
    __table_args__ = (engines.ReplacingMergeTree("ver", "deleted", order_by="id", sample_by="id"),)

    id = Column(types.UInt64, primary_key=True)
    name = Column(types.String)
    ver = Column(types.UInt32)
    deleted = Column(types.UInt8)


users: Table = User.__table__
logs = Table("logs", metadata, Column("id", types.UInt64), engines.MergeTree(order_by="id"))


class Compiling(AssertsCompiledSQL):
    """SQLAlchemy's own comparison, with this dialect."""

    __dialect__ = RmtDialect()
