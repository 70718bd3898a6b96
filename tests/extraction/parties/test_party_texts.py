"""Names and addresses of the parties: what stands around them tells where they begin, end and belong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from paperformer.extraction.scored import Scored
from typed_page import candidate, mended, typed

if TYPE_CHECKING:
    from typed_page import Cells


@pytest.mark.parametrize(
    ("rows", "seen", "name"),
    [
        (["Buyer Anna Berg", "Main St 1"], "Buyer Anna Berg", "Anna Berg"),
        (["Retsina Ltd", "The goods of Retsina Ltd until paid."], "Retsina Ltd until paid.", "Retsina Ltd"),
        (["Retsina Ltd", "all goods belonging Retsina Ltd"], "goods belonging Retsina Ltd", "Retsina Ltd"),
        (["Wavre Services Wavre Services SA"], "Wavre Services Wavre Services SA", "Wavre Services SA"),
        (["Berg AB Your reference Anna Lund"], "Berg AB Your reference Anna Lund", "Berg AB"),
    ],
    ids=["a heading", "the rest of a sentence", "the beginning of one", "said twice", "a caption behind"],
)
def test_what_is_no_part_of_a_name_is_cut_off(rows: list[str], seen: str, name: str) -> None:
    page = typed(*rows)
    own = candidate(page, "receiver_name", name, 0.2, at=-1 if name == "Wavre Services SA" else 0)
    first = mended(page, candidate(page, "receiver_name", seen), own)["receiver_name"][0]
    assert (first.value, first.text, first.probability) == (name, name, 0.8)
    assert [page.words[i].text for i in first.words] == name.split()


@pytest.mark.parametrize(
    ("seen", "name"),
    [
        ("Smit Eetcafé tot volledige betaling", "Smit Eetcafé"),
        ("Muso Bouw 24 tot de volledige betaling", "Muso Bouw 24"),
        ("Acme, until paid", "Acme"),
        ("Café Le 7 bis", "Café Le 7 bis"),
        ("Från jord tills bord", "Från jord tills bord"),
        ("Café fino", "Café fino"),
        ("Von Kopf bis Fuß", "Von Kopf bis Fuß"),
    ],
)
def test_what_goods_stay_somebodys_up_to_is_no_part_of_the_name(seen: str, name: str) -> None:
    page = typed(seen)
    found = mended(page, candidate(page, "supplier_name", seen))["supplier_name"][0]
    assert found.value == name


@pytest.mark.parametrize(
    ("seen", "other"),
    [
        ("T. Emerson", "Emerson"),
        ("Nirbar Scaffolding Company", "Nirbar Scaffolding"),
        ("Carver Centre Textiles Ltd", "Textiles Ltd"),
        ("Berg & Co AB", "Berg & Co"),
        ("Bank of Modern Art", "Modern Art"),
        ("Museum für Gestaltung", "Gestaltung"),
        ("Gasthaus zum Löwen", "Löwen"),
        ("Duran Duran Ltd", "Duran Ltd"),
    ],
)
def test_a_whole_name_stays_whole(seen: str, other: str) -> None:
    page = typed(seen, "Invoice 12")
    names = mended(
        page, candidate(page, "supplier_name", seen), candidate(page, "supplier_name", other, 0.3)
    )["supplier_name"]
    assert names[0].value == seen


@pytest.mark.parametrize(
    ("seen", "other"),
    [
        ("Delivery Hero SE", "Hero SE"),
        ("Total Energies SE", "Energies SE"),
        ("Customer First Ltd", "First Ltd"),
        ("Page Group plc", "Group plc"),
        ("Bill Smith", "Smith"),
        ("Hong Kong Freight Services", "Hong Kong"),
    ],
)
def test_a_word_that_may_be_a_caption_stays_where_little_speaks_for_the_rest(seen: str, other: str) -> None:
    page = typed(seen, "Invoice 12")
    names = (candidate(page, "supplier_name", seen), candidate(page, "supplier_name", other, 0.05))
    assert mended(page, *names)["supplier_name"][0].value == seen


def test_words_of_the_address_and_of_the_other_party_are_no_part_of_a_name() -> None:
    page = typed(
        [(5, "Ruta AG Haus 2"), (60, "Berg AB")], [(5, "Bahnhofstrasse 14")], [(5, "4504 Winterthur")]
    )
    address = candidate(page, "receiver_address", "Haus 2")
    whole = Scored(
        "receiver_name", "Ruta AG Haus 2 Berg AB", "Ruta AG Haus 2 Berg AB", tuple(range(6)), 0.7, "model"
    )
    names = mended(
        page, whole, candidate(page, "receiver_name", "Ruta AG", 0.2), address,
        candidate(page, "supplier_name", "Berg AB"),
    )["receiver_name"]  # fmt: skip
    assert names[0].value == "Ruta AG"


@pytest.mark.parametrize(
    ("printed", "seen", "value"),
    [
        ("place of jurisdiction is that of Berg GmbH.", "Berg GmbH.", "Berg GmbH"),
        ("place of jurisdiction is that of Vugan Inc..", "Vugan Inc..", "Vugan Inc."),
    ],
)
def test_the_full_stop_of_a_sentence_is_no_part_of_a_name(printed: str, seen: str, value: str) -> None:
    page = typed(value, "Invoice 12", printed)
    assert mended(page, candidate(page, "supplier_name", seen))["supplier_name"][0].value == value


def test_the_stop_of_an_abbreviation_before_a_comma_stays() -> None:
    page = typed("Duinstroom Energie B.V., Postbus 900")
    name = candidate(page, "supplier_name", "Duinstroom Energie B.V.,")._replace(
        value="Duinstroom Energie B.V."
    )
    assert mended(page, name)["supplier_name"][0].value == "Duinstroom Energie B.V."


def test_a_full_stop_that_is_always_there_stays() -> None:
    page = typed("Vugan Inc.", "Invoice 12", "Pay to Vugan Inc.")
    assert (
        mended(page, candidate(page, "supplier_name", "Vugan Inc."))["supplier_name"][0].value == "Vugan Inc."
    )


DELIVERY: list[Cells | str] = [
    "Carver Ltd", "Ship to:", "Quill Plumbing", "50 Parramatta Road", "", "", "", "Bill to:", "Ibbotson Ltd",
]  # fmt: skip


def test_who_gets_the_goods_is_not_who_gets_the_invoice() -> None:
    page = typed(*DELIVERY)
    wrong = candidate(page, "receiver_name", "Quill Plumbing")
    right = candidate(page, "receiver_name", "Ibbotson Ltd", 0.3)
    names = {one.value: one.probability for one in mended(page, wrong, right)["receiver_name"]}
    assert names["Quill Plumbing"] < names["Ibbotson Ltd"] == 0.3


def test_a_parcels_address_is_the_buyers_where_no_other_is_printed() -> None:
    page = typed(*DELIVERY[:4])
    wrong = candidate(page, "receiver_name", "Quill Plumbing")
    assert mended(page, wrong)["receiver_name"] == [wrong]


@pytest.mark.parametrize("first", ["T.a.v. mevrouw Jansen", "M. Antoine Roussel", "Attn: Ann Roe"])
def test_who_opens_the_letter_is_no_part_of_an_address(first: str) -> None:
    page = typed("Stichting De Brug", first, "Coolsingel 40", "3011 AD Rotterdam")
    seen = candidate(page, "receiver_address", f"{first} Coolsingel 40 3011 AD Rotterdam")
    seen = seen._replace(value=f"{first}, Coolsingel 40, 3011 AD Rotterdam")
    (found,) = mended(page, seen)["receiver_address"]
    assert found.value == "Coolsingel 40, 3011 AD Rotterdam"
    assert found.text == "Coolsingel 40 3011 AD Rotterdam"


def test_a_heading_is_no_name() -> None:
    page = typed("Cedente/prestatore (fornitore)", "Denominazione: Officine Brera Srl")
    heading = candidate(page, "supplier_name", "Cedente/prestatore (fornitore)", 0.8)
    name = candidate(page, "supplier_name", "Officine Brera Srl", 0.4)
    found = mended(page, heading, name)["supplier_name"]
    assert max(found, key=lambda one: one.probability).value == "Officine Brera Srl"
    (alone,) = mended(page, heading)["supplier_name"]
    assert alone.probability < 0.1  # nothing is better than a heading


def test_a_name_that_also_stands_outside_of_the_others_section_keeps_its_trust() -> None:
    page = typed("Quill Plumbing", *DELIVERY[1:])
    seen = candidate(page, "receiver_name", "Quill Plumbing", at=1)
    other = candidate(page, "receiver_name", "Ibbotson Ltd", 0.3)
    assert mended(page, seen, other)["receiver_name"][0] == seen


def test_an_address_begins_below_the_name() -> None:
    page = typed("Bill to:", "Anna Berg", "Storgatan 1", "111 22 Lund")
    words = tuple(range(2, 9))
    text = "Anna Berg Storgatan 1 111 22 Lund"
    address = Scored("receiver_address", "Anna Berg, Storgatan 1, 111 22 Lund", text, words, 0.8, "model")
    (found,) = mended(page, address, candidate(page, "receiver_name", "Anna Berg"))["receiver_address"]
    assert (found.value, found.text) == ("Storgatan 1, 111 22 Lund", "Storgatan 1 111 22 Lund")
    assert found.words == words[2:]


def test_a_street_that_rules_took_for_a_name_stays_in_the_address() -> None:
    page = typed("Storgatan 1", "111 22 Lund")
    text = "Storgatan 1 111 22 Lund"
    address = Scored("receiver_address", "Storgatan 1, 111 22 Lund", text, tuple(range(5)), 0.8, "model")
    street = candidate(page, "receiver_name", "Storgatan 1")
    assert mended(page, address, street)["receiver_address"] == [address]


@pytest.mark.parametrize(("head", "goes"), [("Anna Berg", True), ("Abbey House", False)])
def test_a_person_above_the_street_is_no_part_of_the_address(head: str, goes: bool) -> None:
    page = typed(head, "12 Station Road", "Norwich NR3 1QX")
    street = "12 Station Road, Norwich NR3 1QX"
    text = f"{head} {street}".replace(",", "")
    address = Scored("receiver_address", f"{head}, {street}", text, tuple(range(8)), 0.8, "model")
    rest = Scored("receiver_address", street, street.replace(",", ""), tuple(range(2, 8)), 0.2, "model")
    found = mended(page, address, rest)["receiver_address"][0]
    assert found.value == (street if goes else address.value)


def test_a_name_goes_on_as_it_does_wherever_it_is_printed() -> None:
    page = typed("Énergie Rive Sud", "Contact", "Énergie Rive Sud - TSA 20012", "Énergie Rive Sud au capital")
    short = candidate(page, "supplier_name", "Énergie Rive", 0.7)
    whole = candidate(page, "supplier_name", "Énergie Rive Sud", 0.2)
    assert [one.value for one in mended(page, short, whole)["supplier_name"]] == ["Énergie Rive Sud"] * 2


def test_the_same_head_on_every_page_says_no_more_than_one() -> None:
    page = typed("Lakeside Plumbing Leeds")
    words = (*page.words, *(replace(word, page=2) for word in page.words))
    twice = replace(page, pages=(replace(page.pages[0], words=words),))
    short = candidate(twice, "supplier_name", "Lakeside Plumbing", 0.7)
    found = mended(twice, short, candidate(twice, "supplier_name", "Lakeside Plumbing Leeds", 0.2))
    assert found["supplier_name"][0].value == "Lakeside Plumbing"


@pytest.mark.parametrize(
    ("rows", "short", "long"),
    [
        (["Berg Bau", "Berg Bau Nord", "Berg Bau Nord"], "Berg Bau", "Berg Bau Nord"),
        (["Berg Bau Nord"], "Berg Bau", "Berg Bau Nord"),
        (["Berg AB Nord", "Berg AB Nord"], "Berg AB", "Berg AB Nord"),
        (["Berg 12", "Berg 12"], "Berg", "Berg 12"),
    ],
    ids=["it also stands alone", "printed once", "a company's name ends", "a number"],
)
def test_a_name_that_may_end_there_does_not_go_on(rows: list[str], short: str, long: str) -> None:
    page = typed(*rows)
    at = 1 if rows[0] == short else 0
    first = candidate(page, "supplier_name", short, 0.7, at=at)
    found = mended(page, first, candidate(page, "supplier_name", long, 0.2))["supplier_name"]
    assert found[0].value == short


def test_a_logo_above_the_name_is_no_part_of_it() -> None:
    page = typed("Goldfinch", "Goldfinch Cloud EMEA Limited", "8 Hanover Dock")
    seen = candidate(page, "supplier_name", "Goldfinch Goldfinch Cloud EMEA Limited")
    read = candidate(page, "supplier_name", "Goldfinch Cloud EMEA Limited", 0.4)
    assert mended(page, seen, read)["supplier_name"][0].value == "Goldfinch Cloud EMEA Limited"


def test_the_name_that_was_read_behind_an_address_is_no_part_of_it() -> None:
    page = typed("Prinsengrachtkade 590", "1017 KJ Amsterdam", "The Netherlands", "Slaapwel.com B.V.")
    text = "Prinsengrachtkade 590 1017 KJ Amsterdam The Netherlands Slaapwel.com B.V."
    address = candidate(page, "supplier_address", text)._replace(
        value="Prinsengrachtkade 590, 1017 KJ Amsterdam, The Netherlands, Slaapwel.com B.V."
    )
    name = candidate(page, "supplier_name", "Slaapwel.com B.V.")
    (found,) = mended(page, address, name)["supplier_address"]
    assert found.value == "Prinsengrachtkade 590, 1017 KJ Amsterdam"


def test_of_one_name_for_both_parties_the_likeliest_two_that_differ_tell_whose_number_it_is() -> None:
    page = typed(
        [(5, "Ines Carmona Rueda"), (50, "Bodegas Alcaravan, S.L.")],
        [(5, "NIF 28471936Y"), (50, "CIF B41729062")],
    )
    found = mended(
        page,
        candidate(page, "supplier_name", "Bodegas Alcaravan, S.L.", 0.95),
        candidate(page, "supplier_name", "Ines Carmona Rueda", 0.5),
        candidate(page, "receiver_name", "Bodegas Alcaravan, S.L.", 0.55),
        candidate(page, "receiver_name", "Ines Carmona Rueda", 0.05),
        candidate(page, "supplier_vat_number", "B41729062", 0.6),
        candidate(page, "supplier_vat_number", "28471936Y", 0.6),
    )
    best = max(found["supplier_vat_number"], key=lambda one: one.probability)
    assert best.text == "28471936Y"
