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


def test_what_is_borne_out_is_written_with_the_reason() -> None:
    read = answer(unsure={"supplier_name": 0.85}).with_sources(None, (), {"supplier_name": "said twice"})
    draft = draft_invoice(read)
    assert draft.problems == ()
    origin = draft.invoice.terms["BT-27"][0].origin
    assert origin is not None
    assert (origin.reason, origin.confidence, origin.doubtful) == ("said twice", 0.85, False)
