"""Functions that CREATE FUNCTION made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "sql_functions",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("definition", sa.Text, nullable=False, comment="the lambda"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Takes it away."""
    op.drop_table("sql_functions")
