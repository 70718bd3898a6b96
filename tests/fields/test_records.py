"""Purchase lines printed as records: a caption and its value on each row."""

from __future__ import annotations

from typed_table import lines


def test_a_record_is_a_line_and_the_next_name_begins_the_next_one() -> None:
    found = lines(
        [(5, "Produit : Chaise")], [(5, "Quantité : 4")], [(5, "Montant : 80.00 TND")],
        [(5, "Produit : Table")], [(5, "Quantité : 1")], [(5, "Montant : 45.50 TND")],
    )  # fmt: skip
    assert found == [
        {"description": "Chaise", "quantity": "4", "total": "80.00"},
        {"description": "Table", "quantity": "1", "total": "45.50"},
    ]


def test_a_name_goes_on_below_and_what_is_indented_says_more_of_a_cell() -> None:
    (found,) = lines(
        [(5, "Descrizione bene/servizio: Tubi di ritorno")],
        [(5, "per gasolio")],
        [(5, "Quantità: 2.00")],
        [(5, "Valore unitario: 5.00")],
        [(7, "Importo: 1.71")],
        [(5, "Valore totale: 8.29")],
    )
    assert found == {
        "description": "Tubi di ritorno per gasolio",
        "quantity": "2",
        "unit_price": "5.00",
        "total": "8.29",
    }


def test_a_total_without_quantity_or_price_makes_no_record() -> None:
    assert lines([(5, "Produit : Chaise")], [(5, "Montant : 80.00 TND")]) == []
