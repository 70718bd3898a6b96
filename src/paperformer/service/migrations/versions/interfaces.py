"""Documents have an external id, metadata and the time of their last change; uploads have idempotency keys.

Webhooks have an event, so that a document may have more than one call that is due.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

revision = "0003"
down_revision = "0002"

_TABLES = MetaData()
Table("documents", _TABLES, Column("id", Text, primary_key=True))  # for the references below only
_CLOCK = Table(
    "change_clock",
    _TABLES,
    Column("id", Integer, primary_key=True),
    Column("last", BigInteger, nullable=False),
)
_METADATA = Table(
    "document_metadata",
    _TABLES,
    Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Index("document_metadata_by_value", "name", "value"),
)
_KEYS = Table(
    "idempotency_keys",
    _TABLES,
    Column("owner", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("documents", Text, nullable=False),
    Column("created", Double, nullable=False, index=True),
)
_DELIVERIES = Table(
    "webhook_deliveries",
    _TABLES,
    Column("number", Integer, primary_key=True),
    Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), nullable=False),
    Column("event", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("tries", Integer, nullable=False, default=0),
    Column("next_try", Double, nullable=False),
    UniqueConstraint("document", "event"),
    sqlite_autoincrement=True,
)
_CHANGED = """
UPDATE documents SET updated = CAST(1000000 * (
    SELECT MAX(at) FROM (
        SELECT documents.created AS at
        UNION ALL SELECT COALESCE(documents.finished, 0)
        UNION ALL SELECT saved FROM feedback WHERE feedback.document = documents.id
    ) AS times
) AS BIGINT)
"""


def upgrade() -> None:
    """Add them; a document that is there has last changed when it came, was read, or was corrected."""
    op.add_column("documents", Column("external_id", Text))
    op.add_column("documents", Column("updated", BigInteger, nullable=False, server_default="0"))
    op.create_index("documents_by_external_id", "documents", ["external_id"])
    op.create_index("documents_by_updated", "documents", ["updated", "number"])
    op.execute(_CHANGED)
    connection = op.get_bind()
    for table in (_CLOCK, _METADATA, _KEYS):
        table.create(connection)
    op.execute("INSERT INTO change_clock (id, last) SELECT 1, COALESCE(MAX(updated), 0) FROM documents")
    _renew_deliveries()


def _renew_deliveries() -> None:
    """Make the table anew: SQLite cannot take the constraint of one call a document away."""
    connection = op.get_bind()
    due = connection.exec_driver_sql(
        "SELECT d.document, d.url, d.tries, d.next_try, documents.state FROM webhook_deliveries AS d "
        "JOIN documents ON documents.id = d.document ORDER BY d.number"
    ).all()
    op.drop_table("webhook_deliveries")
    _DELIVERIES.create(connection)
    names = ("document", "url", "tries", "next_try")
    rows = [{**dict(zip(names, row, strict=False)), "event": f"document.{row.state}"} for row in due]
    if rows:
        connection.execute(_DELIVERIES.insert(), rows)
