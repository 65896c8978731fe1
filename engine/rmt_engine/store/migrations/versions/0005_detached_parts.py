"""Detached parts, and the versions at which partition commands took rows away or brought them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_VERSIONS = ("lost_version", "torn_version", "joined_version")


def upgrade() -> None:
    """Adds the columns."""
    for name in _VERSIONS:
        op.add_column(
            "tables",
            sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0")),
        )
    op.add_column(
        "parts",
        sa.Column("detached_as", sa.Text, comment="name among the detached parts; NULL for others"),
    )


def downgrade() -> None:
    """Takes the columns away."""
    op.drop_column("parts", "detached_as")
    for name in _VERSIONS:
        op.drop_column("tables", name)
