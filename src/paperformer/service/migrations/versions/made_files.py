"""Documents name the file that arrived, and the document that they were joined in."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns; documents that are there are read as they arrived, and are in no other."""
    op.add_column("documents", Column("posted_file", Text))
    op.add_column("documents", Column("joined_in", Text))
    op.create_index("documents_by_joined_in", "documents", ["joined_in"])
