"""Whether a table is detached, and until when."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns; no table that is there is detached."""
    op.add_column("tables", sa.Column("detached_at", sa.Double))
    comment = "the process whose end ends it; NULL when it lasts until ATTACH"
    op.add_column("tables", sa.Column("detached_by", sa.String(36), comment=comment))


def downgrade() -> None:
    """Takes them away, once detached tables have their names again."""
    op.execute("UPDATE tables SET name_key = lower(name) WHERE detached_at IS NOT NULL")
    for name in ("detached_by", "detached_at"):
        op.drop_column("tables", name)
