"""What can be a supplier's name, and what only looks like one to the model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Box, Word
from paperformer.extraction.parties.names import mended_name, plausible_names
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import NO_CONTEXT
from paperformer.fields.values.spans import PrintedWords

ROW, CHARACTER = 0.02, 0.01
Rows = list[list[tuple[int, str]]]


def page(rows: Rows) -> list[Word]:
    words: list[Word] = []
    line = 0
    for index, row in enumerate(rows):
        for column, text in row:
            x = column * CHARACTER
            for word in text.split():
                box = Box(x, index * ROW, x + len(word) * CHARACTER, index * ROW + 0.6 * ROW)
                words.append(Word(word, box, 1, line))
                x += (len(word) + 1) * CHARACTER
            line += 1
    return words


def trust_in(name: str, rows: Rows) -> float:
    """What is left of a certain candidate that the page prints as ``name``."""
    words = page(rows)
    texts, wanted = [word.text for word in words], name.split()
    first = next(i for i in range(len(texts)) if texts[i : i + len(wanted)] == wanted)
    at = tuple(range(first, first + len(wanted)))
    candidate = Scored("supplier_name", name, name, at, 1.0, "model")
    (weighed,) = plausible_names([candidate], words, PrintedWords(texts), NO_CONTEXT)
    return weighed.probability


RECEIPT: Rows = [
    [(5, "Blue Harbour")],
    [(5, "12 Pier Road")],
    [(5, "Blueberry muffin"), (40, "3.00")],
    [(5, "Coffee"), (40, "2.50")],
    [(5, "Total"), (40, "5.50")],
]


def test_the_line_above_the_items_stays_as_it_was() -> None:
    assert trust_in("Blue Harbour", RECEIPT) == 1.0


def test_an_item_with_a_price_on_its_row_is_seldom_a_name() -> None:
    assert trust_in("Blueberry muffin", RECEIPT) < 0.2


def test_an_item_whose_line_was_cut_is_an_item() -> None:
    rows: Rows = [[(5, "CAFE")], [(5, "Cheese Sausage Stic")], [(5, "k")], [(40, "26.00")], [(40, "3.00")]]
    assert trust_in("Cheese Sausage Stic", rows) < 0.2


def test_a_letter_head_beside_one_sum_is_still_a_name() -> None:
    assert trust_in("Acme Ltd", [[(5, "Acme Ltd"), (40, "125.00")], [(5, "1 High Street")]]) == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "d.o.o.", "Sdn Bhd", "Ltd", "GmbH", "Kvitto", "RECEIPT", "Rechnung", "銷售收據",
        "Save money. Live better.",
        "Pas d’escompte pour paiement anticipé. Pénalités de retard : trois fois le taux légal. SAS",
        "'the finest in town'", "Calle de Alcalá", "Rue du Bac 5", "Ben &", "& Sons", "000097492992",
        "Schoolstraat 157", "Hauptstraße 4", "Storgatan 12",
    ],
)  # fmt: skip
def test_what_is_seldom_a_name_alone(text: str) -> None:
    assert trust_in(text, [[(5, text)]]) < 0.3


@pytest.mark.parametrize(
    "text",
    [
        "Acme d.o.o.", "Ltd Editions Shop", "Marks & Spencer", "Café Rechnung", "Via Lattea", "Strada",
        "Marks Bros. Hardware Co.", "7-Eleven", "O'Grady's", "OÜ Kohvik", "M&M", "3M", "der dachboden",
        "Gasthof Schillerplatz", "Espresso House Drottninggatan 12",
    ],
)  # fmt: skip
def test_what_is_a_name_stays_one(text: str) -> None:
    assert trust_in(text, [[(5, text)]]) == 1.0


def test_a_name_that_goes_on_behind_an_ampersand_is_half_of_one() -> None:
    rows: Rows = [[(5, "Ben"), (10, "&"), (13, "Florentine")]]
    assert trust_in("Ben", rows) < 0.2
    assert trust_in("Ben & Florentine", rows) == 1.0


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("F1orentine", "Florentine"), ("C0ffee House", "Coffee House"), ("HoteI Bristol", "Hotel Bristol"),
        ("Mare d.0.0.", "Mare d.o.o."), ("Nero s.r.0.", "Nero s.r.o."), ("ACME D.0.O.", "ACME D.o.o."),
    ],
)  # fmt: skip
def test_slips_of_ocr_inside_words_are_mended(read: str, meant: str) -> None:
    assert mended_name(read) == meant


@pytest.mark.parametrize(
    "name", ["Route 101", "B2B", "H10 Hotel", "III", "Studio 1a", "WiFi", "Pi", "100 Grad"]
)
def test_numbers_and_capitals_where_they_belong_stay(name: str) -> None:
    assert mended_name(name) == name


@given(st.text())
def test_mending_ends_after_once(name: str) -> None:
    once = mended_name(name)
    assert mended_name(once) == once


def letter_head(firm: str, owner: str, *, between: int = 0) -> list[float]:
    """What is left of 0.3 for ``firm`` and 0.9 for ``owner``, that many rows below it."""
    rows: Rows = [[(5, firm)], *[[(5, "-")]] * between, [(5, owner)]]
    words = page(rows)
    first = len(words) - len(owner.split())
    found = [
        Scored("supplier_name", firm, firm, tuple(range(len(firm.split()))), 0.3, "rule"),
        Scored("supplier_name", owner, owner, tuple(range(first, len(words))), 0.9, "model"),
    ]
    weighed = plausible_names(found, words, PrintedWords([word.text for word in words]), NO_CONTEXT)
    return [round(one.probability, 2) for one in weighed]


@pytest.mark.parametrize("owner", [
    "Dale Hutchins, owner", "Inh. Jens Krämer", "Petra Vogt, Inhaberin", "Luc Morel, gérant",
    "J. Smit (eigenaar)",
])  # fmt: skip
def test_a_firm_has_the_trust_that_its_owner_below_it_had(owner: str) -> None:
    assert letter_head("Green Thumb", owner) == [0.72, 0.09]


@pytest.mark.parametrize(("name", "between"), [
    ("W. Uden Funeral Director", 0), ("Hotel President", 0), ("The Property Manager", 0),
    ("Dale Hutchins, owner", 4),
])  # fmt: skip
def test_names_of_other_firms_and_owners_elsewhere_keep_theirs(name: str, between: int) -> None:
    assert letter_head("Green Thumb", name, between=between) == [0.3, 0.9]


def test_no_candidates_are_none() -> None:
    assert plausible_names([], [], PrintedWords([]), NO_CONTEXT) == []


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("Toitures Vidal SAS – SAS", "Toitures Vidal SAS"),
        ("Luc Morel - Entrepreneur individuel", "Luc Morel"),
        ("Transportes Lima - S.A.", "Transportes Lima - S.A."),
    ],
)
def test_a_form_behind_a_dash_stays_where_it_is_the_only_one(read: str, meant: str) -> None:
    assert mended_name(read) == meant


def test_a_company_in_the_next_column_is_parted_from_the_motto_beside_it() -> None:
    words = page([[(2, "TIMBER MERCHANTS")], [(40, "Gossage Timber Limited")], [(40, "Dock Street")]])
    torn = Scored(
        "supplier_name", "TIMBER MERCHANTS Gossage Timber Limited", "", tuple(range(5)), 0.7, "model"
    )
    printed = PrintedWords([word.text for word in words])
    (found,) = plausible_names([torn], words, printed, NO_CONTEXT)
    assert (found.value, found.words, found.probability) == ("Gossage Timber Limited", (2, 3, 4), 0.7)


def test_digits_alone_are_no_name() -> None:
    assert trust_in("24", [[(2, "Bakery")], [(2, "24")]]) < 0.05
