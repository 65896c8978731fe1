"""Masks: the rows of a file that lightweight deletes took away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns."""
    op.add_column(
        "files", sa.Column("masks", sa.Text, nullable=False, server_default=sa.text("'[]'"))
    )
    op.add_column(
        "files",
        sa.Column("masked_rows", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    )


def downgrade() -> None:
    """Takes them away."""
    op.drop_column("files", "masked_rows")
    op.drop_column("files", "masks")
