"""Addresses begin with their street and end with their town, whatever a candidate leaves out or adds."""

from __future__ import annotations

from time import process_time

import pytest

from paperformer.documents.model import Document
from paperformer.extraction.parties.address_edges import mend_edges
from paperformer.fields.party_words import party_words
from paperformer.fields.postcodes import has_postcode
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from paperformer.fields.values import parse_value
from typed_page import Cells, candidate, typed

FOOT = "Jansen Papier B.V. | Havenkade 12-14 | 3511 LN Utrecht | T 030-5550142"


def mended(page: Document, seen: str, name: str = "", at: int = 0) -> str:
    """The likeliest address where one is seen as ``seen``."""
    one = candidate(page, "supplier_address", seen, 0.8, at)
    proposed = {"supplier_address": [one]}
    if name:
        proposed["supplier_name"] = [candidate(page, "supplier_name", name, 0.3)]
    mend_edges(proposed, page.words, party_words(label_lines(page, load_schema())).captions)
    return max(proposed["supplier_address"], key=lambda found: found.probability).value


@pytest.mark.parametrize(
    ("row", "seen", "whole"),
    [
        (FOOT, "3511 LN Utrecht", "Havenkade 12-14, 3511 LN Utrecht"),
        (
            "Skyline DAC, Airside Business Park, Swords K67 D8P2. Registered in Ireland",
            "Park, Swords K67 D8P2.",
            "Airside Business Park, Swords K67 D8P2",
        ),
        ("Nordlys AS · Kaigata 6 · 5003 Bergen · Norge", "5003 Bergen", "Kaigata 6, 5003 Bergen"),
        (
            "Fluvia SA – Siège social : 8 place des Tonneliers, 69009 LYON",
            "place des Tonneliers, 69009 LYON",
            "8 place des Tonneliers, 69009 LYON",
        ),
    ],
)
def test_on_one_line_an_address_begins_behind_a_mark(row: str, seen: str, whole: str) -> None:
    assert mended(typed(row), seen).rstrip(".") == whole


@pytest.mark.parametrize(
    ("row", "seen"),
    [
        ("Jansen Papier B.V. | 3511 LN Utrecht", "3511 LN Utrecht"),
        ("Invoice 4711 | 3511 LN Utrecht", "3511 LN Utrecht"),
        ("We deliver to all customers near 3511 LN Utrecht", "3511 LN Utrecht"),
        ("T 030-5550142 | 3511 LN Utrecht", "3511 LN Utrecht"),
        ("Hotel Adler, Bad Urach, Gasse 20, 72574 Bad Urach", "Urach, Gasse 20, 72574 Bad Urach"),
    ],
)
def test_what_else_stands_before_a_town_is_no_street(row: str, seen: str) -> None:
    assert mended(typed(row), seen) == seen


def test_the_town_below_a_street_and_the_street_above_a_town_are_added() -> None:
    column: list[Cells | str] = [
        [(5, "Jansen Papier B.V."), (70, "Havenkade 12")],
        [(70, "3511 LN Utrecht")],
        [(70, "T 030-5550142")],
    ]
    assert mended(typed(*column), "3511 LN Utrecht") == "Havenkade 12, 3511 LN Utrecht"
    assert mended(typed(*column), "Havenkade 12") == "Havenkade 12, 3511 LN Utrecht"


def test_a_column_that_ends_at_one_edge_is_one_too() -> None:
    page = typed([(73, "Havenkade 12")], [(70, "3511 LN Utrecht")])
    assert mended(page, "3511 LN Utrecht") == "Havenkade 12, 3511 LN Utrecht"


@pytest.mark.parametrize(
    ("rows", "seen", "whole"),
    [
        (
            ["Seebahn AG, Hafenweg 3, 8280 Kreuzlingen CHE-114.207.553 MWST"],
            "Hafenweg 3, 8280 Kreuzlingen CHE-114.207.553 MWST",
            "Hafenweg 3, 8280 Kreuzlingen",
        ),
        (["12 Mill Lane, Leeds LS1 4AB", "MID:***22817"], "", "12 Mill Lane, Leeds LS1 4AB"),
        (["Pizza - Pasta", "Via Roma 8", "20121 Milano"], "", "Via Roma 8, 20121 Milano"),
        (["4400 Linz, Hauptplatz 3", "4020 Wels, Bahnhofstrasse 12"], "", "4400 Linz, Hauptplatz 3"),
    ],
)
def test_tax_numbers_lists_of_goods_and_second_places_are_no_part_of_it(
    rows: list[str], seen: str, whole: str
) -> None:
    assert mended(typed(*rows), seen or " ".join(rows)) == whole


def test_the_kind_of_unit_before_a_number_belongs_to_it() -> None:
    page = typed("Shop 7, Marina Walk", "Beach Road, Sydney NSW 2000")
    whole = "Shop 7, Marina Walk, Beach Road, Sydney NSW 2000"
    assert mended(page, "7, Marina Walk Beach Road, Sydney NSW 2000") == whole


@pytest.mark.parametrize("above", ["Invoice 4711", "Jansen Papier B.V.", "T 030 5550142", ""])
def test_other_lines_above_a_town_are_not(above: str) -> None:
    rows = [above, "", "3511 LN Utrecht"] if not above else [above, "3511 LN Utrecht"]
    assert mended(typed("Havenkade 12", *rows), "3511 LN Utrecht") == "3511 LN Utrecht"


def test_a_heading_of_the_table_below_is_no_part_of_the_address() -> None:
    page = typed("Kerkstraat 4 bus 2", "9000 Gent", [(5, "Omschrijving"), (50, "Aantal"), (70, "Prijs")])
    assert mended(page, "Kerkstraat 4 bus 2 9000 Gent Omschrijving") == "Kerkstraat 4 bus 2, 9000 Gent"


def test_the_partys_name_behind_its_address_is_not_either() -> None:
    page = typed("Kaigata 6", "5003 Bergen", "Mona Lund Foto")
    assert mended(page, "Kaigata 6 5003 Bergen Mona Lund Foto", "Mona Lund Foto") == "Kaigata 6, 5003 Bergen"


def test_a_town_that_rules_take_for_a_name_stays() -> None:
    page = typed("9 Jalan Kenari 2", "47301 Petaling Jaya", "Selangor")
    one = candidate(page, "supplier_address", "9 Jalan Kenari 2 47301 Petaling Jaya Selangor")
    proposed = {
        "supplier_address": [one],
        "supplier_name": [candidate(page, "supplier_name", "Selangor", 0.4)._replace(source="rule")],
    }
    mend_edges(proposed, page.words, ())
    assert proposed["supplier_address"] == [one]


def test_what_ocr_read_in_another_order_stays() -> None:
    page = typed([(25, "Calle Real"), (5, "12 El")], "Las Cruces, NM 88001")
    seen = "Calle Real 12 El Las Cruces, NM 88001"
    assert mended(page, seen, "Calle Real") == candidate(page, "supplier_address", seen).value


@pytest.mark.parametrize("street", ["R.R. #2, 4471 Concession 8", "1200 Hwy 10"])
def test_a_road_may_have_a_number_itself(street: str) -> None:
    page = typed("Ottaway Septic", street, "Mount Forest, ON N0G 2L0")
    assert mended(page, "Mount Forest, ON N0G 2L0") == f"{street}, Mount Forest, ON N0G 2L0"


def test_a_firms_capital_is_no_part_of_its_address() -> None:
    page = typed("SAS TIFANNIE au capital de 3 000 €", "19 cours Jean-Jaurès", "38000 GRENOBLE")
    seen = "SAS TIFANNIE au capital de 3 000 € 19 cours Jean-Jaurès 38000 GRENOBLE"
    assert mended(page, seen) == "19 cours Jean-Jaurès, 38000 GRENOBLE"


def test_a_country_below_the_town_stays() -> None:
    page = typed("Kaigata 6", "5003 Bergen", "Norway")
    assert "Norway" in mended(page, "Kaigata 6 5003 Bergen Norway").split()[-1]


@pytest.mark.parametrize("street", ["1820 Walnut Street", "45200 Old Mill Road,", "1200 Main St. N"])
def test_the_number_of_an_english_street_is_no_postcode(street: str) -> None:
    assert not has_postcode(street)
    assert has_postcode(f"{street.rstrip(',')}, Boulder, Colorado 80302")


@pytest.mark.parametrize("town", ["9000 St. Gallen", "1820 Montreux", "4600 Olten", "Boulder, CO 80302"])
def test_towns_behind_their_postcode_stay_ones(town: str) -> None:
    assert has_postcode(town)


def test_long_lines_take_no_longer_than_they_are() -> None:
    begin = process_time()
    for hostile in ("1820 a " * 5000, "1820 Walnut Street " * 3000, "a " * 20_000 + "1", "A-" * 20_000):
        has_postcode(hostile)
        mended(typed(f"{hostile[:4000]} 3511 LN Utrecht"), "3511 LN Utrecht")
    assert process_time() - begin < 10


@pytest.mark.parametrize(
    ("rows", "seen", "whole"),
    [
        (["Menuiserie Roux", "ZA de Kerleo, 7 rue des Artisans", "22300 LANNION"], "22300 LANNION",
         "ZA de Kerleo, 7 rue des Artisans, 22300 LANNION"),
        (["Thill s.a.", "Service achats", "9, Zare Ilôt Ouest", "4384 Ehlerange"], "4384 Ehlerange",
         "9, Zare Ilôt Ouest, 4384 Ehlerange"),
        (["Lokanta A.Ş.", "Moda Mah. Bahariye Caddesi No: 17 Kat: 2", "34710 Kadıköy"], "34710 Kadıköy",
         "Moda Mah. Bahariye Caddesi No: 17 Kat: 2, 34710 Kadıköy"),
        (["Anna Ek", "Kvarnvägen 7 B lgh 1204", "724 66 Västerås"], "724 66 Västerås",
         "Kvarnvägen 7 B lgh 1204, 724 66 Västerås"),
        (["Berg GmbH", "Hafenweg 17 Fax 040 547 21-199", "22525 Hamburg"], "22525 Hamburg",
         "Hafenweg 17, 22525 Hamburg"),
    ],
)  # fmt: skip
def test_a_street_with_an_estate_a_door_or_a_fax_is_one_too(rows: list[str], seen: str, whole: str) -> None:
    assert mended(typed(*rows), seen) == whole


@pytest.mark.parametrize(
    ("row", "whole"),
    [
        ("Kassenwart: Uwe Roth · Im Brühl 7 · 75417 Mühlacker", "Im Brühl 7, 75417 Mühlacker"),
        ("Im Brühl 7 · 75417 Mühlacker · Tel. 07041 864417", "Im Brühl 7, 75417 Mühlacker"),
        ("Faxeweg 7 · 75417 Mühlacker", "Faxeweg 7 · 75417 Mühlacker"),
    ],
)
def test_who_holds_an_office_and_telephones_are_cut(row: str, whole: str) -> None:
    assert mended(typed(row), row) == whole


@pytest.mark.parametrize(
    "rows",
    [
        ["Lot 1234 Jalan Pahat H15/H,", "Seksyen 15, 40200 Shah Alam, Selangor"],
        ["10250 Constellation Place Suite 1900", "Building 4, Los Angeles, CA 90067"],
        ["Hafenweg 7 · Tel. 040 1234567 · 20457 Hamburg"],
        ["34394 Esentepe Mah.", "Büyükdere Cad. NO:175 Kat 3", "Şişli/İstanbul"],
        ["Zone Industrielle - Bâtiment Nord", "12 rue Haute", "67000 Strasbourg"],
    ],
    ids=str,
)
def test_what_belongs_to_an_address_is_not_cut_off(rows: list[str]) -> None:
    page = typed("Acme", *rows)
    text = " ".join(rows)
    assert mended(page, text) == text


def test_many_commas_take_no_time() -> None:
    page = typed("Name", "Weg" + "," * 20_000 + "5", "20457 Hamburg", "Rechnung")
    start = process_time()
    mended(page, "20457 Hamburg")
    assert process_time() - start < 3


@pytest.mark.parametrize("above", ["The Old Dairy, Mill Lane", "Ballyglass Industrial Estate"])
def test_a_house_or_an_estate_stands_right_above_its_town(above: str) -> None:
    page = typed("HARCOTT RIGGING", "", above, "Wellington TA21 8PR")
    assert mended(page, "Wellington TA21 8PR") == f"{above}, Wellington TA21 8PR"


def test_a_party_of_that_kind_of_name_does_not() -> None:
    page = typed("Holly Park", "Wellington TA21 8PR")
    assert mended(page, "Wellington TA21 8PR", "Holly Park") == "Wellington TA21 8PR"


@pytest.mark.parametrize("box", ["Postboks 1204 Sentrum", "PMB 72296", "Postbus 1204 Centrum"])
def test_a_box_is_no_postcode_with_its_town(box: str) -> None:
    assert not has_postcode(box)
    assert has_postcode(f"{box}, 5811 Bergen")


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("Blvd. Mateos 1820, 37210 León, Guanajuato, México", "Blvd. Mateos 1820, 37210 León, Guanajuato"),
        ("Av. Juárez 12, 50000 Toluca, México", "Av. Juárez 12, 50000 Toluca, México"),  # its state
        (
            "12 rue Y, 33000 Bordeaux, Nouvelle-Aquitaine, France",
            "12 rue Y, 33000 Bordeaux, Nouvelle-Aquitaine",
        ),
        ("Calle 8, 28013 Madrid, España", "Calle 8, 28013 Madrid"),
    ],
)
def test_a_country_behind_a_region_is_left_out_too(printed: str, value: str) -> None:
    assert parse_value("address", printed).value == value
