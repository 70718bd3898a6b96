"""Who sees to it, on either side, is named at a label of its own and does not buy."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.named_contacts import weigh_contacts
from typed_page import candidate, typed


@pytest.mark.parametrize(
    "rows",
    [
        ["Vår referens", "Bokningen", "", "Fröjereds IBK"],
        [[(5, "Sachbearbeiterin:"), (30, "Bokningen")], "", "Fröjereds IBK"],
        [[(5, "Your ref."), (30, "Bokningen")], "", "Fröjereds IBK"],
    ],
)
def test_a_name_at_a_contacts_label_gives_way_to_another(rows: list) -> None:
    page = typed(*rows)
    seen = [
        candidate(page, "receiver_name", "Bokningen", 0.8),
        candidate(page, "receiver_name", "Fröjereds IBK", 0.2),
    ]
    found = weigh_contacts(seen, page.words)
    assert max(found, key=lambda one: one.probability).value == "Fröjereds IBK"


def test_where_no_other_is_named_the_contact_stays() -> None:
    page = typed("Kontakt", "Anna Berg")
    seen = [candidate(page, "receiver_name", "Anna Berg", 0.8)]
    assert weigh_contacts(seen, page.words) == seen


def test_a_name_at_no_such_label_stays() -> None:
    page = typed("Invoice to", "Berg Ltd", "", "Hill Ltd")
    seen = [
        candidate(page, "receiver_name", "Berg Ltd", 0.8),
        candidate(page, "receiver_name", "Hill Ltd", 0.2),
    ]
    assert weigh_contacts(seen, page.words) == seen
