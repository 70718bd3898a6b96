"""What kind of document a page says it is."""

import pytest
from typed_page import best, typed


@pytest.mark.parametrize(
    ("title", "mention", "kind"),
    [
        ("Rechnungskorrektur 17867", "Storno der Rechnung 929668.", "credit_note"),
        ("Mahnung", "Die folgende Rechnung ist noch offen.", "reminder"),
        ("Rykkerskrivelse", "Fakturanummer Fakturadato", "reminder"),
        ("Credit Memo 2020-5436", "Returned goods, ref. invoice 58885407", "credit_note"),
    ],
)
def test_a_document_about_an_invoice_is_none(title: str, mention: str, kind: str) -> None:
    assert best(typed("Berg GmbH", title, "", mention, "Invoice 2020-1"))["document_type"] == kind


def test_an_invoice_may_mention_reminders() -> None:
    page = typed("Berg GmbH", "Rechnung 17867", *[""] * 30, "Jede Mahnung, die wir senden, kostet 5 EUR")
    assert best(page)["document_type"] == "invoice"
