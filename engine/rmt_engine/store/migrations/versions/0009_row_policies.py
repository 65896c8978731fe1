"""Row policies: which rows of a table a user may read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "row_policies",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sa.Column("uuid", sa.String(36), nullable=False, unique=True),
        sa.Column("database", sa.Text, nullable=False),
        sa.Column("table_key", sa.Text, nullable=False, comment="lower-case name of the table"),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("condition", sa.Text, nullable=False),
        sa.Column("restrictive", sa.Boolean, nullable=False),
        sa.Column("grantees", sa.Text, nullable=False, comment="whom it concerns, JSON"),
        sa.UniqueConstraint("database", "table_key", "name"),
    )


def downgrade() -> None:
    """Takes it away."""
    op.drop_table("row_policies")
