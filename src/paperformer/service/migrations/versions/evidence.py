"""The reasons for and against each candidate are kept beside the answer."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, LargeBinary

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; documents that are there have no reasons until they are read again."""
    op.add_column("extractions", Column("evidence", LargeBinary))
