"""Files name what is inside of them; documents that were taken out of a file name the one they lay in."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add them; of files that are there nothing is known until they are read again."""
    op.add_column("documents", Column("inside_of", Text))
    op.add_column("documents", Column("inside_name", Text))
    op.create_index("documents_by_inside_of", "documents", ["inside_of"])
    op.create_table(
        "contents",
        Column("file", Text, primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("name", Text, nullable=False),
        Column("media", Text),
        Column("pages", Integer),
        Column("reason", Text),
    )
