"""Documents have an assignee."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column; documents that are there are nobody's."""
    op.add_column("documents", Column("assignee", Text))
    op.create_index("documents_by_assignee", "documents", ["assignee"])
