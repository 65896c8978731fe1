"""Changes of columns: the structure of a file, and the version at which a table's last changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds both; no column of a table has changed so far."""
    zero = sa.text("0")
    op.add_column(
        "files", sa.Column("structure", sa.BigInteger, nullable=False, server_default=zero)
    )
    op.add_column(
        "tables", sa.Column("altered_version", sa.BigInteger, nullable=False, server_default=zero)
    )


def downgrade() -> None:
    """Takes both away."""
    op.drop_column("tables", "altered_version")
    op.drop_column("files", "structure")
