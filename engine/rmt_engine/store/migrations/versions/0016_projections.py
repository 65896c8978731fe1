"""The projection that a file is of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns; files that are there are of none."""
    for name, kind in (("projection", sa.Text()), ("projection_identity", sa.String(32))):
        op.add_column("files", sa.Column(name, kind, nullable=False, server_default=sa.text("''")))


def downgrade() -> None:
    """Takes them away."""
    op.drop_column("files", "projection_identity")
    op.drop_column("files", "projection")
