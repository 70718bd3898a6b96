"""What goes on behind a name, or says it before in short, is no part of it."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.names import weigh_buyers
from paperformer.extraction.parties.rests_of_names import without_rest
from paperformer.extraction.parties.trading_names import without_trade_name
from paperformer.fields.context import printed_of
from typed_page import candidate, mended, typed


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Kestrel Childcare Ltd trading as Little Kestrels", "Kestrel Childcare Ltd"),
        ("Régie des Eaux Drôme – ICS FR61ZZZ382619", "Régie des Eaux Drôme"),
        ("Bäckerei Huber – Konditorei", "Bäckerei Huber – Konditorei"),
        ("Little Kestrels trading as before", "Little Kestrels trading as before"),
        ("Studio – Raum 12", "Studio – Raum 12"),
        ("Friends of the Lake 06/23/20 - 06/29/20", "Friends of the Lake"),
        ("Club 24/7 Fitness", "Club 24/7 Fitness"),
    ],
)
def test_a_sign_and_a_number_of_a_register_and_a_day_are_cut(printed: str, name: str) -> None:
    page = typed(printed)
    assert without_rest(candidate(page, "supplier_name", printed), printed_of(page.words)).value == name


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Quarry Bank is the trading name of Quarry Personnel Ltd", "Quarry Personnel Ltd"),
        ("Wavelet is a registered trading name of Wavelet Networks Limited.", "Wavelet Networks Limited"),
        ("HELLKRAFT ist eine Marke der Stadtwerke Lindau GmbH", "Stadtwerke Lindau GmbH"),
        ("Fluvia est une marque de Eaux du Val SAS", "Eaux du Val SAS"),
        ("The Sign of the Swan", "The Sign of the Swan"),
        ("Museum of the Name of the Rose", "Museum of the Name of the Rose"),
        ("Lakeside is a member of the family", "Lakeside is a member of the family"),
    ],
)
def test_a_trade_name_that_is_told_to_be_one_gives_way_to_its_company(printed: str, name: str) -> None:
    page = typed(printed)
    assert without_trade_name(candidate(page, "supplier_name", printed), printed_of(page.words)).value == name


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (
            ("NETRAPID COMUNICAȚII S.R.L.", "Furnizor: NETRAPID COMUNICAȚII S.R.L."),
            "NETRAPID COMUNICAȚII S.R.L.",
        ),
        (("B. Huber", "Bernhard Huber Spenglerei e.K."), "Bernhard Huber Spenglerei e.K."),
        (("Val d’Orge Eau", "Société des Eaux du Val d’Orge SAS"), "Société des Eaux du Val d’Orge SAS"),
        (("Etnea Luce&Gas", "Etnea Luce e Gas Cooperativa"), "Etnea Luce e Gas Cooperativa"),
    ],
)
def test_what_says_the_name_in_short_before_it_is_no_part_of_it(rows: tuple[str, str], name: str) -> None:
    page = typed(*rows)
    whole = candidate(page, "supplier_name", " ".join(rows))
    core = candidate(page, "supplier_name", name, 0.2, at=-1)
    found = mended(page, whole, core)["supplier_name"]
    assert max(found, key=lambda one: one.probability).value == name


@pytest.mark.parametrize(
    ("text", "is_doubted"),
    [
        ("Minuta:", True),
        ("info@acme.example", True),
        ("Rechnung", True),
        ("– vi bygger för nästa generation", True),
        ("– Acme", False),
        ("Anna Berg", False),
        ("booking.com", False),
    ],
)
def test_captions_titles_and_mail_addresses_seldom_buy(text: str, *, is_doubted: bool) -> None:
    one = candidate(typed(text), "receiver_name", text)
    assert (weigh_buyers([one])[0].probability < one.probability) is is_doubted
