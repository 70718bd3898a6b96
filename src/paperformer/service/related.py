"""What the other documents of the service say about one: copies, other totals, accounts."""

from __future__ import annotations

import json

from sqlalchemy import Connection, func, select

from paperformer.extraction.compare import content
from paperformer.service.database import Database, Row
from paperformer.service.review_schema import Alert
from paperformer.service.sentences import sentence
from paperformer.service.tables import DOCUMENTS, FEEDBACK
from paperformer.service.wording import alert

_MOST_EARLIER = 100  # confirmed documents of a supplier that are looked through, the latest first


class Related:
    """Compares a document with the others.

    Args:
        database: Where they are.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def alerts(self, row: Row, iban: str | None) -> list[Alert]:
        """What about a document smells of fraud or loss, as the others show.

        Args:
            row: The document's.
            iban: The account that it asks to be paid on.
        """
        with self._database.read() as connection:
            differing = _other_totals(connection, row)
            named = {alert.document for alert in differing}
            alerts = [*differing, *(alert for alert in _copies(row) if alert.document not in named)]
            return alerts + (_new_account(connection, row, iban) if iban else [])


def _copies(row: Row) -> list[Alert]:
    if row["duplicate_of"] is None:
        return []
    return [alert("duplicate", sentence("arrived_before"), document=row["duplicate_of"])]


def _other_totals(connection: Connection, row: Row) -> list[Alert]:
    """An earlier or later document of the supplier with the same number and another total."""
    supplier, number, total = (row[name] for name in ("supplier_name", "document_number", "total_incl_vat"))
    if not (supplier and number and total):
        return []
    same = (
        select(*DOCUMENTS.c)
        .where(
            DOCUMENTS.c.document_number == number,
            DOCUMENTS.c.id != row["id"],
            DOCUMENTS.c.joined_in.is_(None),
        )
        .order_by(DOCUMENTS.c.number)
    )
    for other in connection.execute(same):
        its_supplier = content(other.supplier_name or "")
        if its_supplier == content(supplier) and other.total_incl_vat not in (None, total):
            values = {"number": number, "supplier": supplier, "total": other.total_incl_vat}
            says = sentence("other_total", **values, currency=other.currency or "")
            return [alert("same_number", says, document=other.id, field="document_number")]
    return []


def _new_account(connection: Connection, row: Row, iban: str) -> list[Alert]:
    """An account that no confirmed document of the supplier names, where some name others."""
    supplier = row["supplier_name"]
    if not supplier:
        return []
    earlier = (
        select(FEEDBACK.c.content, DOCUMENTS.c.id)
        .join(DOCUMENTS, DOCUMENTS.c.id == FEEDBACK.c.document)
        .where(
            FEEDBACK.c.confirmed,
            DOCUMENTS.c.id != row["id"],
            func.lower(DOCUMENTS.c.supplier_name) == func.lower(supplier),
        )
        .order_by(DOCUMENTS.c.number.desc())
        .limit(_MOST_EARLIER)
    )
    known: dict[str, str] = {}
    for confirmed in connection.execute(earlier):
        for value in json.loads(confirmed.content)["fields"].get("iban", ()):
            known.setdefault(content(value["value"]), confirmed.id)
    if not known or content(iban) in known:
        return []
    says = sentence("new_account", account=iban, supplier=supplier)
    return [alert("new_account", says, document=next(iter(known.values())), field="iban")]
