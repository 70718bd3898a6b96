"""An amount that is debited is the total where net and tax make it, and nothing else is called a total."""

from __future__ import annotations

import pytest

from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.proposers.due_totals import due_totals
from paperformer.fields.scored import Scored
from typed_page import typed

DUE = Scored("amount_due", "121.00", "121,00", (9,), 0.9, "rule", rule="label")
NET = Scored("total_excl_vat", "100.00", "100,00", (3,), 0.8, "model")
TAX = Scored("total_vat", "21.00", "21,00", (6,), 0.5, "rule", rule="label")


def test_the_amount_due_is_proposed_as_the_total_that_net_and_tax_make() -> None:
    (found,) = due_totals({"amount_due": [DUE], "total_excl_vat": [NET], "total_vat": [TAX]})
    assert (found.field, found.value, found.words) == ("total_incl_vat", "121.00", (9,))
    assert (found.source, found.rule) == ("rule", "implied")
    assert found.probability == pytest.approx(0.9 * 0.8 * 0.5)


@pytest.mark.parametrize(
    "others",
    [
        {"total_excl_vat": [NET]},
        {"total_excl_vat": [NET], "total_vat": [TAX._replace(value="20.00")]},  # something was paid
        {"total_excl_vat": [NET], "total_vat": [TAX._replace(probability=0.1)]},
        {
            "total_excl_vat": [NET],
            "total_vat": [TAX],
            "total_incl_vat": [DUE._replace(field="total_incl_vat")],
        },
        {"total_excl_vat": [NET._replace(value="121.00")], "total_vat": [TAX._replace(value="0.00")]},
    ],
    ids=["no tax", "another sum", "an unlikely tax", "known already", "no tax on it"],
)
def test_nothing_is_proposed_without_a_sum_or_where_the_total_is_known(
    others: dict[str, list[Scored]],
) -> None:
    assert list(due_totals({"amount_due": [DUE], **others})) == []


def test_a_page_that_calls_its_total_only_what_is_debited_has_a_total() -> None:
    page = typed(
        "Vrelka Internet B.V.",
        "Kanaalweg 8",
        "3521 AB Utrecht",
        "",
        "Factuur 2025-0417",
        "Factuurdatum 14-03-2025",
        "",
        [(5, "Omschrijving"), (50, "Aantal"), (64, "Prijs"), (80, "Bedrag")],
        [(5, "Glasvezel maart"), (50, "1"), (64, "40,00"), (80, "40,00")],
        "",
        [(50, "Bedrag excl. btw"), (80, "40,00")],
        [(50, "Btw 21%"), (80, "8,40")],
        [(50, "Incassobedrag"), (80, "48,40")],
    )
    with Extractor(min_confidence=0.0) as extractor:
        fields = extractor.extract_document(page).fields
    assert fields["total_incl_vat"][0].value == "48.40"
    assert fields["total_incl_vat"][0].confidence > 0.5
