"""What a page prints a second time bears out an answer that is likely, and no other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from answers import answer
from drawn_invoice import page

from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.repeated import borne_out

NAME = "Säge & Sohn GmbH"


@pytest.mark.parametrize(
    ("lines", "confidence", "expected"),
    [
        ([NAME, "Rechnung", NAME], 0.85, {"supplier_name"}),
        ([NAME, "Rechnung", NAME], 0.75, set()),
        ([NAME, "Rechnung", f"Es liefert {NAME} aus Köln"], 0.85, set()),
        ([NAME, "info@sage-sohn.example"], 0.85, {"supplier_name"}),
        ([NAME, "info@hobel-tochter.example"], 0.85, set()),
        (["Rechnung 2026-17", "Verwendungszweck: 2026-17."], 0.85, {"document_number"}),
        (["Rechnung 2026-17", "Auftrag 2026-171"], 0.85, set()),
    ],
)
def test_a_second_print_bears_out_a_likely_answer(
    lines: Sequence[str], confidence: float, expected: set[str], tmp_path: Path
) -> None:
    read = answer(unsure={"supplier_name": confidence, "document_number": confidence})
    assert set(borne_out(read, page(tmp_path / "a.pdf", lines))) == expected


@pytest.mark.parametrize(
    ("lines", "buyers", "expected"),
    [
        (["USt-IdNr. DE123456789", "Steuer: DE 123 456 789"], None, {"supplier_vat_number"}),
        (["USt-IdNr. DE123456789"], None, set()),
        (["USt-IdNr. DE123456789", "Steuer: DE 123 456 789"], "DE123456789", set()),
    ],
)
def test_a_tax_number_that_is_printed_twice_is_the_sellers_unless_it_is_the_buyers(
    lines: Sequence[str], buyers: str | None, expected: set[str], tmp_path: Path
) -> None:
    read = answer(unsure={"supplier_vat_number": 0.85}, receiver_vat_number=buyers)
    assert set(borne_out(read, page(tmp_path / "a.pdf", lines))) == expected


def test_a_seller_without_a_vat_number_has_that_of_the_register(tmp_path: Path) -> None:
    name = "supplier_organisation_number"
    sheet = page(tmp_path / "a.pdf", ["FEIN 12-3456789", "EIN: 123456789"])
    read = answer(unsure={name: 0.85}, supplier_vat_number=None, supplier_organisation_number="123456789")
    assert set(borne_out(read, sheet)) == {name}


@pytest.mark.parametrize(("number", "expected"), [("2026-17", {"document_number"}), ("17", set())])
def test_a_payment_reference_that_holds_the_number_bears_it_out(
    number: str, expected: set[str], tmp_path: Path
) -> None:
    sheet = page(tmp_path / "a.pdf", [f"Rechnung {number}"])
    read = answer(unsure={"document_number": 0.85}, document_number=number, payment_reference="RF18202617")
    read.fields["payment_reference"][0].words.append(9)  # it stands elsewhere
    assert set(borne_out(read, sheet)) == expected


@pytest.mark.parametrize(
    ("kind", "corrected", "lines", "expected"),
    [
        ("credit_note", "2026-3", ["zu 2026-3"], {"document_type"}),
        ("credit_note", None, ["credit_note"], {"document_type"}),
        ("credit_note", None, ["eine credit_note zu 2026-3"], set()),
        ("invoice", "2026-3", ["invoice"], set()),
    ],
)
def test_a_credit_note_that_names_its_invoice_or_is_titled_so_is_one(
    kind: str, corrected: str | None, lines: Sequence[str], expected: set[str], tmp_path: Path
) -> None:
    read = answer(unsure={"document_type": 0.85}, document_type=kind, preceding_invoice_number=corrected)
    assert set(borne_out(read, page(tmp_path / "a.pdf", lines))) == expected


def test_what_is_borne_out_is_written_with_the_reason() -> None:
    read = answer(unsure={"supplier_name": 0.85}).with_sources(None, (), {"supplier_name": "said twice"})
    draft = draft_invoice(read)
    assert draft.problems == ()
    origin = draft.invoice.terms["BT-27"][0].origin
    assert origin is not None
    assert (origin.reason, origin.confidence, origin.doubtful) == ("said twice", 0.85, False)
