"""The minmax index of files. Files of before have none and are never left out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column."""
    op.add_column(
        "files",
        sa.Column("minmax", sa.LargeBinary, nullable=False, server_default=sa.text("''")),
    )


def downgrade() -> None:
    """Takes the column away."""
    op.drop_column("files", "minmax")
