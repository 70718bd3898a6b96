"""Names on receipts: without what the shop sells, its sign or its motto, with the owner below the sign."""

from __future__ import annotations

from time import process_time

import pytest

from paperformer.extraction.parties.taglines import is_list_of_goods, without_taglines
from typed_page import candidate, typed


def name(seen: str, *rows: str) -> str:
    """The likeliest name where ``seen`` was seen on a page of ``rows``."""
    page = typed(*rows, "Lindenweg 4")
    found = without_taglines([candidate(page, "supplier_name", seen, 0.6)], page.words)
    return max(found, key=lambda one: one.probability).value


@pytest.mark.parametrize(
    ("seen", "rows", "whole"),
    [
        ("TIMBER COVE Hardware - Lumber - Garden", ("TIMBER COVE", "Hardware - Lumber - Garden"),
         "TIMBER COVE"),
        ("DRY CLEANERS - ALTERATIONS", ("FOAM & FOLD", "DRY CLEANERS - ALTERATIONS"), "FOAM & FOLD"),
        (
            "di Bianchi Marco & C. s.n.c.",
            ("CAFFÈ DELLA PIAZZA", "di Bianchi Marco & C. s.n.c."),
            "CAFFÈ DELLA PIAZZA di Bianchi Marco & C. s.n.c.",
        ),
        ("Brennan Lally Solicitors Partners: Orla Brennan BCL",
         ("Brennan Lally Solicitors", "Partners: Orla Brennan BCL"), "Brennan Lally Solicitors"),
        ("Fahrschule Kleinschmidt Inhaberin Sabine Kleinschmidt",
         ("Fahrschule Kleinschmidt", "Inhaberin Sabine Kleinschmidt"), "Fahrschule Kleinschmidt"),
        ("Carmen Ibáñez Soler Notario de Valencia", ("Carmen Ibáñez Soler", "Notario de Valencia"),
         "Carmen Ibáñez Soler"),
        ("Tradutora e intérprete", ("Inês Carvalho Moura", "Tradutora e intérprete"), "Inês Carvalho Moura"),
        ("voor huis & dier Hofman Dier BV", ("voor huis & dier", "Hofman Dier BV"), "Hofman Dier BV"),
        ("TAMMSAARE TEATER Sihtasutus Tammsaare Teater", ("TAMMSAARE TEATER", "Sihtasutus Tammsaare Teater"),
         "Sihtasutus Tammsaare Teater"),
    ],
)  # fmt: skip
def test_the_name_alone_remains(seen: str, rows: tuple[str, ...], whole: str) -> None:
    assert name(seen, *rows) == whole


@pytest.mark.parametrize(
    ("seen", "rows"),
    [
        ("Weber - Kaiser", ("Weber - Kaiser",)),
        ("Architekturbüro Berg", ("Anna Berg", "Architekturbüro Berg")),
        ("Notarin Anna Berg", ("Notarin Anna Berg",)),
        ("Rossi - Bianchi S.r.l.", ("Ristorante Luna", "Rossi - Bianchi S.r.l.")),
        ("Post & Paket Linz GmbH", ("Post & Paket", "Linz GmbH")),
    ],
)
def test_names_with_dashes_or_in_two_lines_stay(seen: str, rows: tuple[str, ...]) -> None:
    assert name(seen, *rows) == seen


def test_a_long_line_takes_no_time() -> None:
    began = process_time()
    is_list_of_goods("abcd - " * 6000)
    is_list_of_goods("abcd " * 8000)
    assert process_time() - began < 1


@pytest.mark.parametrize(
    ("seen", "rows"),
    [
        ("Bäckerei - Konditorei Huber", ("Kassenbon", "Bäckerei - Konditorei Huber")),
        ("Hotel - Restaurant Krone", ("Herzlich willkommen", "Hotel - Restaurant Krone")),
        ("Becker - Hoffmann - Krüger", ("RECHNUNG", "Becker - Hoffmann - Krüger")),
        ("dm-drogerie markt GmbH + Co. KG", ("dm-drogerie markt", "GmbH + Co. KG")),
        ("adidas Deutschland GmbH", ("adidas", "Deutschland GmbH")),
    ],
)
def test_a_name_that_reads_as_goods_or_motto_stays(seen: str, rows: tuple[str, ...]) -> None:
    assert name(seen, *rows) == seen


@pytest.mark.parametrize(
    "rows",
    [
        ("Hotel Adler Freiburg", "Freiburg Tourismus GmbH"),
        ("FERN BOOKS", "Fern Trust Services Ltd"),
        ("Hotel Adler GmbH & Hotel Adler Betriebs GmbH",),
    ],
)
def test_one_word_shared_makes_no_name_of_another(rows: tuple[str, ...]) -> None:
    assert name(" ".join(rows), *rows) == " ".join(rows)


@pytest.mark.parametrize(
    ("rows", "whole"),
    [
        (("Fern & Fable Books", "Fern & Fable Ltd"), "Fern & Fable Ltd"),
        (("FERN", "Fern Trust Services Ltd"), "Fern Trust Services Ltd"),
        (("Schreinerei Huber", "Huber GmbH & Co. KG"), "Huber GmbH & Co. KG"),
        (("Fern & Co Fern & Co Books Ltd",), "Fern & Co Books Ltd"),
    ],
)
def test_a_name_says_its_sign_again(rows: tuple[str, ...], whole: str) -> None:
    assert name(" ".join(rows), *rows) == whole
