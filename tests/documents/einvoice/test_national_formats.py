"""What is written in a national format is read back, and hostile files of each format do no harm."""

from __future__ import annotations

import re
from dataclasses import fields
from xml.etree import ElementTree

import pytest
from national_facts import lines
from national_formats import FORMATS, National

from paperformer.documents.einvoice import EInvoice, is_einvoice, read_einvoice
from paperformer.errors import UnreadableDocument

NATIONAL = pytest.mark.parametrize("national", FORMATS.values(), ids=FORMATS)
ENCODINGS = ("utf-8", "utf-16", "iso-8859-1", "utf-8-sig")
BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)
# sums of what is left, a kind, a number without its country or series
COMPUTED = re.compile(r"-?[0-9.]+|credit_note|invoice")
NUMBER = re.compile(r">-?[0-9]+[.,][0-9]+<")


def encoded(xml: str, encoding: str = "utf-8") -> bytes:
    declared = encoding.removesuffix("-sig")
    text = f"<?xml version='1.0' encoding='{declared}'?>\n{xml}"
    return text.encode(encoding, "xmlcharrefreplace")


def rows(invoice: EInvoice) -> list[str]:
    parts = [*invoice.purchase_lines, *invoice.vat_distribution, *invoice.adjustments]
    return [value for part in parts for one in fields(part) if (value := getattr(part, one.name)) is not None]


@NATIONAL
@pytest.mark.parametrize("seed", range(20))
def test_every_field_line_and_vat_share_is_read_back(national: National, seed: int) -> None:
    facts = national.draw(seed)
    xml = encoded(national.write(facts), ENCODINGS[seed % len(ENCODINGS)])
    assert is_einvoice(xml)
    invoice = read_einvoice(xml)
    assert invoice.warnings == ()
    read = {name: list(values) for name, values in invoice.fields.items()}
    assert read == national.fields(facts)
    assert invoice.purchase_lines == lines(facts, national.unit)
    assert invoice.vat_distribution == national.shares(facts)
    assert invoice.adjustments == ()


@NATIONAL
def test_an_entity_bomb_is_turned_away(national: National) -> None:
    xml = national.write(national.draw(0))
    with pytest.raises(UnreadableDocument, match="declares a document type or entities"):
        read_einvoice(encoded(BOMB + re.sub(">[^<]*</", ">&c;</", xml, count=1)))


@NATIONAL
def test_bytes_in_another_encoding_than_the_declared_one_are_not_well_formed(national: National) -> None:
    xml = re.sub(">F-[^<]*<|>[0-9]+[.,][0-9]+<", ">\u00e9<", national.write(national.draw(0)), count=1)
    assert "\u00e9" in xml
    wrong = xml.encode("iso-8859-1", "xmlcharrefreplace")
    with pytest.raises(UnreadableDocument, match="is not well formed"):
        read_einvoice(b"<?xml version='1.0' encoding='utf-8'?>" + wrong)


@NATIONAL
def test_negative_sums_keep_their_sign(national: National) -> None:
    facts = national.draw(0).negative()
    assert facts.gross < 0
    invoice = read_einvoice(encoded(national.write(facts)))
    expected = national.fields(facts)
    assert [*invoice.fields["total_incl_vat"]] == expected["total_incl_vat"]
    assert expected["total_incl_vat"][0].startswith("-")
    assert [line.total for line in invoice.purchase_lines] == [x.total for x in lines(facts)]
    assert [share.base for share in invoice.vat_distribution] == [x.base for x in national.shares(facts)]


@NATIONAL
def test_amounts_in_a_second_currency_are_not_taken_for_those_of_the_invoice(national: National) -> None:
    facts = national.draw(1)
    once = read_einvoice(encoded(national.write(facts)))
    twice = read_einvoice(encoded(national.write(facts, books=True)))
    assert twice.fields == once.fields
    assert twice.vat_distribution == once.vat_distribution
    assert [line.total for line in twice.purchase_lines] == [line.total for line in once.purchase_lines]


@NATIONAL
def test_whatever_group_is_missing_the_others_are_read(national: National) -> None:
    xml = national.write(national.draw(2))
    whole = read_einvoice(encoded(xml))
    values = {value for found in whole.fields.values() for value in found}
    every = list(ElementTree.fromstring(xml).iter())
    places = [place for place, one in enumerate(every) if len(one) or place % 5 == 0]
    for place in places[1:]:
        root = ElementTree.fromstring(xml)
        parents = {child: parent for parent in root.iter() for child in parent}
        missing = list(root.iter())[place]
        parents[missing].remove(missing)
        part = read_einvoice(ElementTree.tostring(root))
        assert part.syntax == whole.syntax
        assert all(value for value in rows(part))
        new = {value for found in part.fields.values() for value in found} - values
        words = [word for value in new if not COMPUTED.fullmatch(value) for word in re.split(",? ", value)]
        assert all(word in xml for word in words)


@NATIONAL
def test_words_in_place_of_numbers_are_left_out_and_named(national: National) -> None:
    xml = NUMBER.sub(">much<", re.sub('"-?[0-9]+[.][0-9]{2,}"', '"much"', national.write(national.draw(3))))
    invoice = read_einvoice(encoded(xml))
    assert any("'much' is not a decimal number; left out" in warning for warning in invoice.warnings)
    assert "total_incl_vat" not in invoice.fields
    assert "much" not in rows(invoice)


@NATIONAL
def test_an_empty_root_says_that_it_says_nothing(national: National) -> None:
    whole = ElementTree.fromstring(national.write(national.draw(0)))
    invoice = read_einvoice(ElementTree.tostring(ElementTree.Element(whole.tag)))
    assert len(invoice.warnings) == 1
    assert "neither number, date, seller, buyer nor total" in invoice.warnings[0]
