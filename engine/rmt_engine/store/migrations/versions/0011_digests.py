"""What a file has besides its rows: a digest, and columns of its structure that it lacks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns; of files that are there no digest is known, and they lack nothing."""
    comment = "of all but the pages; NULL for old files"
    op.add_column("files", sa.Column("digest", sa.String(64), comment=comment))
    none = sa.text("'[]'")
    op.add_column("files", sa.Column("absent", sa.Text, nullable=False, server_default=none))


def downgrade() -> None:
    """Takes them away."""
    for name in ("absent", "digest"):
        op.drop_column("files", name)
