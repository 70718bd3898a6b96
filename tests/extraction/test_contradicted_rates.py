"""A printed rate of VAT that its tax contradicts: neither of the two is sure."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Extraction
from typed_page import typed

KINDS = {
    "a German tax too low": ("Nettobetrag", "zzgl. {rate} MwSt.", "Gesamtbetrag", "19 %", "190,00", "180,00"),
    "a Spanish tax too high": ("Base imponible", "IVA {rate}", "Total", "21 %", "210,00", "270,00"),
    "an English rate of another year": ("Net amount", "VAT {rate}", "Total", "20%", "200.00", "175.00"),
}


@pytest.fixture(scope="module")
def extractor() -> Iterator[Extractor]:
    with Extractor(min_confidence=0.0) as default:
        yield default


def bill(kind: tuple[str, ...], tax: str) -> tuple[str, ...]:
    """The lines of a bill over 1,000 and its tax."""
    net, vat, total, rate, _, _ = kind
    decimal = "." if "." in tax else ","
    gross = f"{1000 + int(tax[:3])}{decimal}00"
    return f"{net} 1000{decimal}00 EUR", f"{vat.format(rate=rate)} {tax} EUR", f"{total} {gross} EUR"


def answer(extractor: Extractor, *sums: str) -> Extraction:
    head = (
        "Nordkai Werkzeuge GmbH",
        "Hafenstrasse 12, 20457 Hamburg",
        "",
        "Invoice RE-2025-0419",
        "17.06.2025",
    )
    return extractor.extract_document(typed(*head, "", "Drilling machine 1000", "", *sums))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_contradicted_rate_and_its_tax_are_less_sure_than_where_they_agree(
    extractor: Extractor, kind: tuple[str, ...]
) -> None:
    right, wrong = (answer(extractor, *bill(kind, tax)) for tax in kind[-2:])
    for one, tax in ((right, kind[-2]), (wrong, kind[-1])):
        assert one.fields["total_vat"][0].value == tax.replace(",", ".")
    assert wrong.fields["total_vat"][0].confidence < 0.7 < 0.9 < right.fields["total_vat"][0].confidence
    assert all(row.holds for row in right.rows.get("vat_distribution", []))
    assert not any(row.holds or row.confidence > 0.5 for row in wrong.rows.get("vat_distribution", []))
