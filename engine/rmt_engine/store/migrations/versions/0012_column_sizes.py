"""What the columns of a file take."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; of files that are there no sizes are known."""
    comment = "bytes of each column, JSON; NULL for old files"
    op.add_column("files", sa.Column("sizes", sa.Text, comment=comment))


def downgrade() -> None:
    """Takes it away."""
    op.drop_column("files", "sizes")
