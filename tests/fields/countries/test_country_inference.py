"""Where a document comes from, and so what money it is in, told by all that it prints."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig
from paperformer.fields.countries.country import countries, money_shares, read_countries, town_index
from paperformer.fields.countries.inference import infer_origins, sure_country
from paperformer.fields.values.currency import CODES
from paperformer.fields.values.language import detect_language
from paperformer.fields.values.scripts import scripts_in
from paperformer.fields.values.spans import PrintedWords


def origins(text: str) -> dict[str, float]:
    words = PrintedWords(text.split())
    return dict(infer_origins(words, detect_language(words)))


def country(text: str) -> str | None:
    words = PrintedWords(text.split())
    return sure_country(infer_origins(words, detect_language(words)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Corner Diner 12 King Street Toronto, ON Total $12.00 HST 13%", "CA"),
        ("Boulangerie Martin MONTREAL QC H2Z 1B9 TPS $0.50 TVQ $1.00 TOTAL $12.65", "CA"),
        ("Noodle House Wan Chai, Hong Kong Tel: 2123-4567 Total $88.0 www.noodle.com.hk", "HK"),
        (
            "The Old Bell Leith Walk Edinburgh, EH6 5AA VAT No: 123 4567 89 www.oldbell.co.uk Total 48.90",
            "GB",
        ),
        ("Burger Bar Storgatan 5 111 22 Stockholm Org. 556012-3456 VAT 12% Total 247.00", "SE"),
        ("Gostionica More OIB: 12345678901 Ukupno: 72,00 kn PDV 25% Hvala", "HR"),
        ("Bäckerei Huber Hauptstraße 5 1010 Wien UID-Nr ATU12345678 inkl. MwSt 10% Summe 5,40", "AT"),
        ("Sushi 東京 お買上げありがとうございます 合計 1,200 消費税 ¥1,200", "JP"),
        ("Lokanta TARİH: 12.03.2024 KDV %8 TOPLAM *120,00 Ankara", "TR"),
        ("ΑΦΜ 012345678 ΔΟΥ ΑΘΗΝΩΝ ΣΥΝΟΛΟ 6,70 ΦΠΑ 13%", "GR"),
        ("Blue Diner 500 Pine St Las Vegas, NV 89109 (702) 555-4417 Tax 2.94 Gratuity 8.38", "US"),
        ("Redes Mixteca, S.A. de C.V. RFC RTM140912K48 Factura Total $ 798.00 CFDI", "MX"),
        ("面馆 单价 数量 总价 实收金额 58 欢迎光临 开发票请扫码 电话", "CN"),
    ],
)
def test_receipts_tell_their_country(text: str, expected: str) -> None:
    assert country(text) == expected


@pytest.mark.parametrize(
    ("rate", "first"),
    [
        ("5%", "CA"),
        ("10%", "AU"),
        ("15.00 %", "NZ"),
        ("(18%)", "IN"),
        ("9%", "SG"),
        ("@6%", "MY"),
        ("5%", "IN"),
    ],
)
def test_the_rate_of_a_tax_that_many_countries_have_tells_which_it_is(rate: str, first: str) -> None:
    told, untold = origins(f"Tea 40.00 GST {rate} Total 48.00"), origins("Tea 40.00 GST Total 48.00")
    assert told[first] > 1.5 * untold[first]


@pytest.mark.parametrize(
    ("town", "code"), [("B-4710 Lontzen", "BE"), ("BE-4710 Lontzen", "BE"), ("L-9085 Ettelbruck", "LU")]
)
def test_a_postcode_with_its_countrys_letter_tells_it(town: str, code: str) -> None:
    bare = town.partition("-")[2]
    told = origins(f"Aachener Straße 90 {town} MwSt. Total 12,00 €")
    untold = origins(f"Aachener Straße 90 {bare} MwSt. Total 12,00 €")
    assert told[code] > 3 * untold.get(code, 0.0)


@pytest.mark.parametrize("text", ["", "Total 12.00", "Coffee 3.50 Cake 4.00 Total 7.50 Thank you", "1 2 3"])
def test_what_says_nothing_has_no_country(text: str) -> None:
    assert country(text) is None


def test_a_town_alone_is_a_hint_and_no_proof() -> None:
    assert 0.3 < origins("Lunch in Dublin 12.00")["IE"] < 0.8


def test_a_check_with_tax_and_tip_comes_from_america_and_rather_from_the_states() -> None:
    told = origins("CORNER GRILL Check #: 507 Guests: 2 Subtotal $24.00 Tax $2.01 Tip 3.60 Total $29.61")
    assert told["US"] > 2 * told["CA"] > 0.2
    assert told["US"] + told["CA"] > 0.8


def test_of_what_fits_america_and_its_neighbour_alike_the_larger_country_is_likelier() -> None:
    told = origins("Check #: 507 Guests: 2 Subtotal 24.00 Total 26.01")
    assert told["US"] > told["CA"] > 0.3 * told["US"]


@pytest.mark.parametrize(("town", "code"), [("Örebro", "SE"), ("Vila Nova de Gaia", "PT"), ("Ρόδος", "GR")])
def test_towns_are_known_as_their_people_write_them(town: str, code: str) -> None:
    assert max(origins(f"{town} 12.00").items(), key=lambda entry: entry[1])[0] == code


def test_evidence_of_two_countries_leaves_it_open() -> None:
    told = origins("Stockholm Oslo")
    assert told["SE"] == pytest.approx(told["NO"])
    assert sure_country(tuple(told.items())) is None


def test_a_language_speaks_against_countries_that_do_not_speak_it() -> None:
    text = "Facture du client : merci de régler le montant total TTC avant la date. Dallas, TX 78701"
    assert origins(text).get("US", 0.0) < 0.5


@pytest.mark.parametrize("iban", ["VA59001123000012345678", "VG96VPVG0000012345678901"])
def test_an_account_may_be_of_a_country_of_which_nothing_else_is_known(iban: str) -> None:
    told = dict(infer_origins(PrintedWords(["Rechnung", "vom", "3.", "März", "IBAN", iban]), "de"))
    assert iban[:2] not in countries()
    assert told[iban[:2]] > told["DE"]


def test_ten_foreign_telephone_numbers_are_one_kind_of_evidence() -> None:
    numbers = " ".join(f"Tel. +46 8 123 45 {i:02}" for i in range(10))
    assert origins(numbers)["SE"] < 0.97


@given(st.text())
def test_probabilities_never_sum_to_more_than_one(text: str) -> None:
    told = infer_origins(PrintedWords(text.split()), "de")
    assert all(0.0 <= share <= 1.0 for _, share in told)
    assert sum(share for _, share in told) <= 1.0 + 1e-9


def test_countries_of_one_currency_add_up() -> None:
    shares = money_shares((("GR", 0.5), ("CY", 0.3), ("TR", 0.1)))
    assert shares == {"EUR": pytest.approx(0.8), "TRY": pytest.approx(0.1)}


@pytest.mark.parametrize(
    ("code", "day", "money"),
    [
        ("HR", "2022-12-31", "HRK"), ("HR", "2023-01-01", "EUR"), ("HR", None, "EUR"),
        ("LT", "2014-06-01", "LTL"), ("LV", "2013-12-31", "LVL"), ("EE", "2010-05-05", "EEK"),
        ("BG", "2025-12-31", "BGN"), ("BG", "2026-01-01", "EUR"), ("SE", "1999-01-01", "SEK"),
    ],
)  # fmt: skip
def test_money_changes_with_the_day(code: str, day: str | None, money: str) -> None:
    assert countries()[code].money_on(day) == money


def test_every_country_has_money_that_can_be_read_and_a_language() -> None:
    for known in countries().values():
        assert known.money in CODES
        assert known.speaks or known.also
        assert not set(known.speaks) & set(known.also)
        assert known.before is None or known.before[0] in CODES


def test_no_town_is_in_two_countries() -> None:
    places = [(phrase, value) for found in town_index().values() for phrase, value in found]
    assert len({phrase for phrase, _ in places}) == len(set(places))


@pytest.mark.parametrize("content", [[], {"SE": {}}, {"SE": {"money": "SEK", "before": ["x"]}}, {"SE": 3}])
def test_a_file_of_countries_of_another_form_is_refused(content: object) -> None:
    with pytest.raises(InvalidConfig, match=r"countries\.yaml"):
        read_countries(content)


def test_scripts_are_told_by_their_letters() -> None:
    assert set(scripts_in("单价 数量 总价 实际 金额")) == {"simplified"}
    assert set(scripts_in("單價 數量 總價 實際 金額")) == {"traditional"}
    assert set(scripts_in("合計 いただきます 小計")) == {"kana"}
    assert set(scripts_in("Σύνολο πληρωμής")) == {"greek"}
    assert set(scripts_in("УКУПАН ИЗНОС, Ђорђевић, МАХІ, љубав и њива")) == {"serbian"}
    assert set(scripts_in("Вкупен износ, ќе се плати, ѓубре, љубов")) == {"macedonian"}
    assert set(scripts_in("Төлеуге жиыны, қызмет көрсету, барлығы")) == {"kazakh"}
    assert set(scripts_in("Усяго да аплаты, рахунак выстаўлены і аплачаны")) == {"belarusian"}
    assert set(scripts_in("Сума за плащане в брой, благодарим ви, касова бележка. " * 5)) == {"bulgarian"}
    assert set(scripts_in("Сумма к оплате, благодарим за покупку, вы были у нас. " * 5)) == {"cyrillic"}
    assert set(scripts_in("Разом до сплати ПДВ і знижка")) == {"ukrainian"}


@pytest.mark.parametrize("text", ["", "Total 12.00", "5 µg", "R = 5 Ω", "火火火火火火火火", "天 D#"])
def test_signs_and_scratches_are_no_script(text: str) -> None:
    assert scripts_in(text) == {}


def test_what_an_ocr_program_of_many_scripts_sees_here_and_there_is_none() -> None:
    receipt = "CVS pharmacy 3300 S LAS VEGAS BLVD LAS VEGAS, NV 89109 Refund amount is based on price "
    assert scripts_in(receipt + "ϋΰθέκλ ذاةجلم テエロシノ") == {}
    assert country(receipt + "ϋΰθέκλ ذاةجلم テエロシノ") == country(receipt) == "US"
    assert set(scripts_in("GRAND HOTEL Room 12 Total 24.00 " + "Σύνολο πληρωμής")) == {"greek"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PEKARA SARAJEVO JIB: 4200123450008 Kifla 2 x 1,20 2,40 PDV 17% UKUPNO 2,40 KM", "BA"),
        ("KONOBA Kotor PIB: 02345678 IKOF 8C1F JIKR 9a2b Riba 14,00 PDV 21% UKUPNO 14,00 €", "ME"),
        ("Lavandería Tamarindo Cédula Jurídica 3-101-482215 Lavado 5 kg IVA 13% TOTAL ₡ 8 500", "CR"),
        ("Blue Lagoon Hurghada, Egypt Sea Bass 920.00 V.A.T. 14% 128.80 GRAND TOTAL 1,048.80 L.E.", "EG"),
        ("Wine Corner Tbilisi +995 32 299 18 40 Pkhali 16.00 VAT 18% TOTAL GEL 16.00", "GE"),
        ("CARMEL CAR PARK LTD Haifa Co. No. 51-438207-6 Before VAT 35.59 VAT 18% 6.41 TO PAY 42.00", "IL"),
        ("Riad Dar Fès ICE 001524873000062 Nuitée 850,00 TVA 10% TOTAL 935,00 DH Marrakech", "MA"),
        ("Café Moonrise 17 Yeonmujang-gil Seoul Business Reg. No. 206-86-44712 VAT 3,473 TOTAL 38,200", "KR"),
        ("Seafood Co., Ltd. 88/4 Moo 2 Krabi TAX ID 0105558417039 VAT 7% 118.97 TOTAL 1,818.47", "TH"),
        ("Curio Shop Naivasha Cell: 0722 555 813 PIN: P051827364Q CASH SALE TOTAL 4,050", "KE"),
        ("Motors (Pty) Ltd Beaufort West 6970 VAT Reg No 4418273068 TOTAL 1000.62 Baie dankie", "ZA"),
        ("Hospitality Pte Ltd Singapore 089151 GST Reg No. 201928417K GST 9% TOTAL 171.46", "SG"),
        ("PASAR MINI JALAN BESAR 31900 KAMPAR, PERAK TARIKH: 30/12/2025 JUMLAH TUNAI 50.00", "MY"),
        ("MARIPOSA GRILL VAT REG TIN 004-418-220-000 VATable Sales 892.86 VAT 12% 107.14", "PH"),
        ("Botica RUC 20548127733 BOLETA DE VENTA Op. Gravada 10.00 IGV 18% 1.80 TOTAL S/ 11.80", "PE"),
    ],
)
def test_receipts_of_far_countries_tell_them(text: str, expected: str) -> None:
    assert country(text) == expected


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Boutique Camara Conakry +224 620 11 22 33 Facture N° 88 Prix unitaire Montant Total 45 000", "GN"),
        ("DISTRIBUIDORA LUNA NIT: 5498104 FACTURA CANT. CÓDIGO IVA Q.394.43 TOTAL Q.3286.93", "GT"),
        ("Recibo CANTIDAD PRECIO son quince mil guaraníes 15.000 IVA 1.364", "PY"),
        ("Счёт № 743 УНП: 101223344 р/с BY24ALFA30120000112700000933 Всего к оплате 1190.40", "BY"),
    ],
)
def test_countries_of_one_language_are_told_apart_by_what_else_is_printed(text: str, first: str) -> None:
    assert next(iter(origins(text))) == first


def test_a_small_country_of_a_large_language_counts_only_where_something_else_speaks_for_it() -> None:
    known = origins("Facture Date Quantité Prix unitaire Montant Total TTC à payer Merci de votre visite")
    assert not {"GN", "TG", "NE", "GA"} & known.keys()


@pytest.mark.parametrize(
    "text", ["Hotel Berlin Zimmer 7% 19%", "Rabat 10% Kebab Total 45,00", "NIS Petrol Beograd"]
)
def test_words_of_one_language_are_no_towns_or_money_of_another(text: str) -> None:
    assert not {"TH", "MA", "IL"} & set(list(origins(text))[:1])
