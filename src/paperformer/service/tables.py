"""The tables of the service. Times are seconds since 1970; JSON is text, packed where it is long."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0007"
"""The migration after which a database has these tables: the last one in ``migrations/versions``."""

METADATA = MetaData()

DOCUMENTS = Table(
    "documents",
    METADATA,
    Column("number", Integer, primary_key=True),  # in the order of arrival
    Column("id", Text, nullable=False, unique=True),
    Column("file", Text, nullable=False),  # id of the file that is read
    Column("name", Text, nullable=False),
    Column("media", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempt", Text),  # who reads it now; only that attempt may write the answer
    Column("attempts", Integer, nullable=False, default=0),
    Column("options", Text, nullable=False),
    Column("webhook", Text),
    Column("created", Double, nullable=False),
    Column("finished", Double),
    Column("reviewed", Boolean, nullable=False, default=False),
    Column("pages", Integer),
    Column("first_page", Integer, nullable=False, default=1),
    Column("part_of", Text),
    Column("inner_file", Text),  # id of the file inside of the file whose pages answer, where there is one
    Column("inner_name", Text),
    Column("inner_media", Text),
    Column("posted_file", Text),  # id of the file that arrived, where another one made of it is read
    Column("joined_in", Text),  # the document that has the pages of this one
    Column("inside_of", Text),  # the document in whose file this one lay, where it was taken out
    Column("inside_name", Text),  # what it is called there
    Column("duplicate_of", Text),
    Column("doubt", Double),
    Column("level", Text),
    Column("supplier_name", Text),
    Column("document_number", Text),
    Column("total_incl_vat", Text),
    Column("currency", Text),
    Column("document_date", Text),
    Column("same_as", Text),  # supplier, number and total in one text, to find duplicates by
    Column("searched", Text, nullable=False, default=""),
    Column("error_title", Text),
    Column("error_detail", Text),
    Column("model_name", Text),
    Column("model_version", Text),
    Column("external_id", Text),  # what the caller's own program calls it
    Column("assignee", Text),  # who is to look at it: a name
    Column("updated", BigInteger, nullable=False, server_default="0"),  # microseconds; see ``changes.py``
    Index("documents_by_state", "state", "number"),
    Index("documents_by_sha256", "sha256"),
    Index("documents_by_same_as", "same_as"),
    Index("documents_by_file", "file"),
    Index("documents_by_created", "created"),
    Index("documents_by_external_id", "external_id"),
    Index("documents_by_assignee", "assignee"),
    Index("documents_by_updated", "updated", "number"),
    Index("documents_by_joined_in", "joined_in"),
    Index("documents_by_inside_of", "inside_of"),
    sqlite_autoincrement=True,
)

CHANGE_CLOCK = Table(
    "change_clock",
    METADATA,
    Column("id", Integer, primary_key=True),  # there is one row
    Column("last", BigInteger, nullable=False),
)

DOCUMENT_METADATA = Table(
    "document_metadata",
    METADATA,
    Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Index("document_metadata_by_value", "name", "value"),
)

IDEMPOTENCY_KEYS = Table(
    "idempotency_keys",
    METADATA,
    Column("owner", Text, primary_key=True),  # id of the API key
    Column("key", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("documents", Text, nullable=False),  # ids, a space between them
    Column("created", Double, nullable=False, index=True),
)

TAGS = Table(
    "document_tags",
    METADATA,
    Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("tag", Text, primary_key=True, index=True),
)

CONTENTS = Table(
    "contents",
    METADATA,
    Column("file", Text, primary_key=True),  # id of the file that holds others
    Column("number", Integer, primary_key=True),  # in the order in which they lie there
    Column("name", Text, nullable=False),
    Column("media", Text),  # None where it is of no kind that is read
    Column("pages", Integer),
    Column("reason", Text),  # why it was not read
)

EXTRACTIONS = Table(
    "extractions",
    METADATA,
    Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("content", LargeBinary, nullable=False),
    Column("evidence", LargeBinary),
)

PAGES = Table(
    "pages",
    METADATA,
    Column("file", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("first_word", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

FEEDBACK = Table(
    "feedback",
    METADATA,
    Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("content", Text, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("saved", Double, nullable=False),
    Column("saved_by", Text),
)

OUTCOMES = Table(
    "field_outcomes",
    METADATA,
    Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("field", Text, primary_key=True),
    Column("outcome", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index("field_outcomes_by_time", "at"),
)

KEYS = Table(
    "api_keys",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("scope", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double),
    Column("revoked", Double),
    Column("last_used", Double),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("sha256", Text, primary_key=True),
    Column("key", Text, ForeignKey("api_keys.id", ondelete="CASCADE"), nullable=False),
    Column("csrf_token", Text, nullable=False),
    Column("expires", Double, nullable=False),
)

AUDIT = Table(
    "audit_log",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("key", Text),
    Column("key_name", Text),
    Column("address", Text),
    Column("action", Text, nullable=False),
    Column("subject", Text),
    Column("detail", Text),
    sqlite_autoincrement=True,
)

DELIVERIES = Table(
    "webhook_deliveries",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), nullable=False),
    Column("event", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("tries", Integer, nullable=False, default=0),
    Column("next_try", Double, nullable=False),
    UniqueConstraint("document", "event"),
    sqlite_autoincrement=True,
)

MODELS = Table(
    "models",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("folder", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("promoted", Double, nullable=False),
    sqlite_autoincrement=True,
)
