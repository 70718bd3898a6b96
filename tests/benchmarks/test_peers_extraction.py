"""The comparison of readers: its rules, its deadline, its table and its choice of documents."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from peers_extraction.documents import LIST, DocumentMissing, Truth, choose, held_out, listed
from peers_extraction.label_rules import TextLine, as_amount, as_date, read_fields
from peers_extraction.report import row
from peers_extraction.running import Reading, read_all


def lines(*rows: str) -> list[TextLine]:
    """Rows of text; four spaces part columns."""
    return [
        TextLine(1, 40.0 * place, 2.0 * at, 40.0 * place + len(text), 2.0 * at + 1.0, text)
        for at, row in enumerate(rows)
        for place, text in enumerate(row.split("    "))
    ]


def test_the_rules_read_a_plain_invoice() -> None:
    page = lines(
        "Nordlicht Werkzeuge GmbH", "USt-IdNr. DE129274202",
        "Rechnungsnummer: RE-2024-0815    Datum 12.03.2024",
        "Kunde", "Blaumeer Technik AG", "Nettobetrag    1.000,00 €", "MwSt. 19 %    190,00 €",
        "Gesamtbetrag    1.190,00 €", "IBAN DE89 3704 0044 0532 0130 00",
    )  # fmt: skip
    assert read_fields(page) == {
        "document_number": "RE-2024-0815",
        "document_date": "2024-03-12",
        "total_excl_vat": "1000.00",
        "total_vat": "190.00",
        "total_incl_vat": "1190.00",
        "currency": "EUR",
        "iban": "DE89370400440532013000",
        "supplier_vat_number": "DE129274202",
        "supplier_name": "Nordlicht Werkzeuge GmbH",
        "receiver_name": "Blaumeer Technik AG",
    }


@pytest.mark.parametrize(
    ("printed", "date"),
    [
        ("12.03.2024", "2024-03-12"),
        ("2024-03-12", "2024-03-12"),
        ("03/25/24", "2024-03-25"),
        ("12 mars 2024", "2024-03-12"),
        ("March 12, 2024", "2024-03-12"),
        ("45.13.2024", None),
    ],
)
def test_dates_are_read_day_first_where_both_are_possible(printed: str, date: str | None) -> None:
    assert as_date(printed) == date


def test_amounts_of_two_conventions_are_one_value() -> None:
    assert as_amount("1.234,50") == as_amount("1,234.50") == "1234.50"


def test_the_table_counts_right_and_wrong_values_and_what_is_missing() -> None:
    truths = [
        Truth(Path("a"), "real", {"total_incl_vat": ["10.00"], "currency": ["EUR"]}, [{"total": ("10.00",)}]),
        Truth(Path("b"), "drawn", {"total_incl_vat": ["20.00"]}, None),
    ]
    readings = [
        Reading({"total_incl_vat": "10.00", "currency": "USD"}, [{"total": "10.00"}], 1.0, 100.0),
        Reading({}, None, 3.0, 200.0),
    ]
    assert row("Ours", "1.0", truths, readings, 50.0) == (
        "| Ours | 1.0 | 1 of 3 | 1 of 2 | 0 of 1 | 1 | 1.00 | 2.00 | 200 | 50 |"
    )


def test_a_document_that_hangs_or_kills_its_reader_costs_that_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "with_odd.py").write_text(
        "import os, time\n"
        "def open_reader():\n"
        "    def read(path):\n"
        "        if path.name == 'hangs': time.sleep(60)\n"
        "        if path.name == 'kills': os._exit(1)\n"
        "        if path.name == 'fails': raise ValueError('no')\n"
        "        return {'fields': {'currency': 'EUR'}}\n"
        "    return read\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    files = [Path(name) for name in ("sound", "hangs", "kills", "fails", "sound")]
    readings = list(read_all(Path(sys.executable), "odd", files, deadline=2.0))
    assert [reading.fields for reading in readings] == [{"currency": "EUR"}, {}, {}, {}, {"currency": "EUR"}]
    assert [bool(reading.error) for reading in readings] == [False, True, True, True, False]


def test_sixty_documents_are_chosen_by_licence_and_by_the_hash_of_their_names(tmp_path: Path) -> None:
    def labelled(folder: str, split: str, names: list[str]) -> None:
        (tmp_path / folder).mkdir()
        records = [
            {"id": n, "file": f"files/{n}", "kind": "invoice", "fields": {"currency": ["EUR"]}} for n in names
        ]
        (tmp_path / folder / split).write_text("\n".join(map(json.dumps, records)))

    labelled("invoices-world", "labels-dev.jsonl", ["free.pdf", "unclear.pdf"])
    unseen = sorted(held_out())
    labelled("receipts-sroie", "lines-train.jsonl", ["learned", *unseen[:45]])
    (tmp_path / "invoices-world" / "sources.tsv").write_text(
        "file\tsplit\tlicence_class\tmade\nfree.pdf\tdev\tpermissive\tfound\nunclear.pdf\tdev\tnone\tfound\n"
    )
    cases = [{"file": f"files/{number}.pdf", "fields": {"currency": ["EUR"]}} for number in range(40)]
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, [*cases, {"file": "x", "fields": None}])))
    truths = choose(tmp_path, tmp_path)
    assert [truth.file.name for truth in truths[:1]] == ["free.pdf"]
    assert [truth.made for truth in truths] == ["real"] * 40 + ["drawn"] * 20
    assert "learned" not in {truth.file.name for truth in truths}
    assert choose(tmp_path, tmp_path) == truths
    with pytest.raises(DocumentMissing, match="documents of documents.tsv are missing, the first: "):
        listed(tmp_path, tmp_path, LIST)


def test_the_list_names_sixty_documents_of_which_no_receipt_was_learned_from() -> None:
    named = [line.split("\t") for line in LIST.read_text("utf-8").splitlines()]
    assert len({tuple(one) for one in named}) == len(named) == 60
    receipts = {Path(file).stem for name, file in named if name == "receipts-sroie"}
    assert len(receipts) == 18
    assert receipts <= held_out()
    assert {name for name, _ in named} == {"invoices-world", "receipts-sroie", "cases"}
