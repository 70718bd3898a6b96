"""Documents name the file inside of theirs whose pages answer."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0002"
down_revision = "0001"

_COLUMNS = ("inner_file", "inner_name", "inner_media")


def upgrade() -> None:
    """Add the columns; documents that are there have no such file."""
    for name in _COLUMNS:
        op.add_column("documents", Column(name, Text))
