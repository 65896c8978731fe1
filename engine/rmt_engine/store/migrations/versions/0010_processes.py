"""What tells a process from another of the same number: its machine's boot, and when it started."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns; of processes that are noted already they are not known."""
    for name in ("machine", "started"):
        unknown = sa.text("''")
        op.add_column("owners", sa.Column(name, sa.Text, nullable=False, server_default=unknown))


def downgrade() -> None:
    """Takes them away."""
    for name in ("started", "machine"):
        op.drop_column("owners", name)
