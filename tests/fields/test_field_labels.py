"""The label dictionary: what counts as the same label, and what does not."""

import re
import string
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig
from paperformer.fields.page.labels import load_labels, read_meanings, tokens_of
from paperformer.fields.schema import load_schema
from paperformer.fields.values import ValueContext
from paperformer.fields.words.load import packaged_yaml
from typed_page import best, typed

BOOK = load_labels()
LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "sv", "da", "nb", "fi", "pl", "pt", "cs", "et", "lt"]


def fields_of(line: str) -> list[str]:
    hits = BOOK.find(tokens_of(line))
    return [next((m.name for m in hit.meanings if m.kind == "field"), "") for hit in hits]


@pytest.mark.parametrize(
    "line",
    [
        "Rechnungsnummer",
        "RECHNUNGS-NR.:",
        "Rechnungs Nr",
        "Rechnungsnr.:4711",
        "Invoice no:123",
        "Invoice #",
        "INVOICENO:",
        "N° de facture",
        "Número de factura",
        "Číslo faktury",
        "Sąskaitos Nr.",
        "Arve nr",
        "Laskun numero",
        "Nr faktury",
    ],
)
def test_spelling_spacing_case_and_accents_do_not_count(line: str) -> None:
    assert fields_of(line) == ["document_number"]


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("Invoise number", "document_number"),
        ("lnvoice number", "document_number"),
        ("Rechnungsnunmer", "document_number"),
        ("Fälligkeitsdatun", "due_date"),
        ("Faelligkeitsdatum", "due_date"),
        ("Förfallodatm", "due_date"),
    ],
)
def test_long_labels_bear_one_slip(line: str, field: str) -> None:
    assert fields_of(line) == [field]


@pytest.mark.parametrize("line", ["Dote", "Totol", "Netta", "lnvoise numbar", "Kvartal", "Zeitung"])
def test_short_labels_bear_none_and_long_ones_not_two(line: str) -> None:
    assert fields_of(line) == []


def test_the_longest_label_wins() -> None:
    assert fields_of("Total excl. VAT") == ["total_excl_vat"]
    assert fields_of("Total") == ["total_incl_vat"]
    assert fields_of("Delivery date") == ["delivery_date"]
    assert fields_of("Expiry date") == [""]
    assert fields_of("Due date") == ["due_date"]


def test_several_labels_on_a_line_are_found_in_order() -> None:
    assert fields_of("Invoice date Due date Total amount") == ["document_date", "due_date", "total_incl_vat"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_names_the_common_fields(language: str) -> None:
    spoken = {
        meaning.name
        for meanings in BOOK.meanings.values()
        for meaning in meanings
        if meaning.kind == "field" and language in meaning.languages
    }
    common = {"document_number", "document_date", "due_date", "order_number", "customer_number"}
    sums = {"total_excl_vat", "total_vat", "total_incl_vat", "amount_due", "subtotal", "rounding"}
    assert common | sums | {"supplier_phone", "payment_method", "currency"} <= spoken


def test_every_field_of_the_dictionary_is_one_of_the_schema() -> None:
    named = {m.name for meanings in BOOK.meanings.values() for m in meanings if m.kind == "field"}
    assert named - {"period"} <= set(load_schema().names)


def test_a_field_of_ones_own_is_labelled_by_its_name() -> None:
    book = BOOK.with_fields(("project_manager", "due_date"))
    (hit,) = book.find(tokens_of("Project manager:"))
    assert [meaning.name for meaning in hit.meanings] == ["project_manager"]
    assert not [m for hit in BOOK.find(tokens_of("Project manager:")) for m in hit.meanings if m.name]


def test_a_choice_in_brackets_stands_for_each_of_its_words() -> None:
    meanings = read_meanings({"labels": {"iban": {"en": ["iban( no|)", "account (a|b)?"]}}})
    assert set(meanings) == {"iban", "ibanno", "accounta", "accountb"}
    assert meanings["accounta"][0].strength == "thin"


@pytest.mark.parametrize(
    "content", [None, [], {"labels": []}, {"labels": {"iban": ["x"]}}, {"labels": {"iban": {"en": [False]}}}]
)
def test_a_malformed_dictionary_is_refused_by_name(content: object) -> None:
    with pytest.raises(InvalidConfig, match=r"labels\.yaml"):
        read_meanings(content)


@given(st.text(max_size=60))
def test_any_line_is_searched_without_fault(line: str) -> None:
    tokens = tokens_of(line)
    hits = BOOK.find(tokens)
    assert all(0 <= hit.first <= hit.last < len(tokens) for hit in hits)
    assert all(before.last < after.first for before, after in pairwise(hits))


@given(st.sampled_from(["invoicenumber", "rechnungsdatum", "forfallodatum"]), st.data())
def test_one_changed_letter_in_a_long_label_is_forgiven(label: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(label) - 1))
    letter = data.draw(st.sampled_from(string.ascii_lowercase))
    (hit,) = BOOK.find(tokens_of(label[:place] + letter + label[place + 1 :]))
    (exact,) = BOOK.find(tokens_of(label))
    assert {m.name for m in exact.meanings} & {m.name for m in hit.meanings}


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("消费合计：116.00", "total_incl_vat"),
        ("應付總額 39.00", "total_incl_vat"),
        ("总金额", "total_incl_vat"),
        ("お買上げ合計", "total_incl_vat"),
        ("小计 58.00", "subtotal"),
        ("交易时间：2018-10-08", "document_date"),
        ("총 합계", "total_incl_vat"),
        ("Sveukupno 72,00", "total_incl_vat"),
        ("Za platiti: 72,00", "amount_due"),
        ("Zu bezahlen: 114.05", "amount_due"),
        ("GENEL TOPLAM", "total_incl_vat"),
        ("Ödenecek Tutar", "amount_due"),
        ("ИТОГО К ОПЛАТЕ", "total_incl_vat"),
        ("Broj računa: 12/1/1", "document_number"),
    ],
)
def test_labels_of_further_languages(line: str, field: str) -> None:
    assert field in fields_of(line)


def test_a_discount_or_what_is_left_on_a_card_is_no_total() -> None:
    for line in ("折扣金额 2.00", "充后余额：20.00", "餘額 12.0", "现金 200", "找零 67"):
        assert not set(fields_of(line)) & {"total_incl_vat", "amount_due"}, line


@pytest.mark.parametrize("line", ["ΣΥΝΟΛΟ", "Σύνολο", "ΣYNOΛO", "ΣYNOAO", "∑YNOAO", "ΣYNONO"])
def test_greek_is_read_by_the_shape_of_its_letters(line: str) -> None:
    """Also where OCR took them for Latin ones, or one of them for another."""
    assert fields_of(line) == ["total_incl_vat"]


@pytest.mark.parametrize("line", ["ΠΛΗΡΩΤΕΟ", "NAHPΩTEO", "∩ΛHPΩTEO", "NAHPOTEO"])
def test_greek_capitals_without_a_latin_twin_are_read_as_the_nearest(line: str) -> None:
    assert fields_of(line) == ["amount_due"]


def test_latin_words_are_no_greek_ones() -> None:
    assert not BOOK.find(tokens_of("SYNOPSIS NAPOLI"))


def test_a_word_that_is_a_label_only_where_it_opens_stays_part_of_a_name() -> None:
    """Porto is postage in German and a town in Portugal."""
    found = best(typed("Cliente: Central do Porto Unipessoal Lda", "NIF: 509442013", "Data: 2025-01-19"))
    assert found["receiver_name"] == "Central do Porto Unipessoal Lda"


@pytest.mark.parametrize(
    "label", ["Phone & Fax:", "Telefon und Fax:", "Tel. / Fax:", "Tél. et fax :", "Tlf og fax"]
)
def test_a_telephone_that_is_a_fax_too_is_one(label: str) -> None:
    found = best(typed("Acme Tools", f"{label} 030 12345678"), ValueContext(country="DE", language="de"))
    assert found["supplier_phone"] == "+493012345678"


def test_labels_are_of_fields_that_there_are_each_once_with_brackets_that_close() -> None:
    content = packaged_yaml("paperformer.fields.page", "labels.yaml")
    assert set(content["labels"]) - set(load_schema().names) == {"period"}  # stands before two dates
    groups = [*content["labels"].values(), *content["parties"].values(), content["other"], content["columns"]]
    spoken = {code for by_language in content["labels"].values() for code in by_language}
    for by_language in groups:
        assert by_language.keys() <= spoken
        for labels in by_language.values():
            assert len(set(labels)) == len(labels)
            assert all(
                re.fullmatch(r"(?:[^()\[\]]|\([^()\[\]]*(?:\([^()]*\)[^()]*)*\))*", label) for label in labels
            )
    assert all(re.fullmatch("[a-z]{2}", code) for code in spoken)
