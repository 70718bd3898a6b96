"""Invoices in the terms of EN 16931 are written as UBL and CII, and read back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from full_invoice import FULL, terms
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.einvoice import read_einvoice
from paperformer.einvoicing.invoice import Group, Origin, Term
from paperformer.einvoicing.reading import read_invoice
from paperformer.einvoicing.syntax import Node, Syntax, load_syntax
from paperformer.einvoicing.writing import write_invoice

SYNTAXES: tuple[Syntax, ...] = ("ubl", "cii")
BARE = Group(terms(BT_1="N-1", BT_3="380", BT_5="EUR"))


def without(invoice: Group, *names: str) -> Group:
    return replace(invoice, terms={name: held for name, held in invoice.terms.items() if name not in names})


def terms_of(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        if node.text is not None and node.text.term is not None and not node.read_only:
            yield node.text.term
            yield from (one.term for one in node.text.attributes if one.term is not None)
        yield from terms_of(node.children)


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_the_full_invoice_gives_every_term_of_the_syntax(syntax: Syntax) -> None:
    def given_in(group: Group) -> Iterator[str]:
        yield from group.terms
        for parts in group.groups.values():
            for part in parts:
                yield from given_in(part)

    cards_and_codes = {"BT-8", "BT-87", "BT-88"}  # each excludes a term that the full invoice gives
    assert set(terms_of(load_syntax(syntax).elements)) - set(given_in(FULL)) == cards_and_codes


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_every_term_is_read_back(syntax: Syntax) -> None:
    assert read_invoice(write_invoice(FULL, syntax).xml) == FULL


def test_an_invoice_goes_from_ubl_to_cii_and_back() -> None:
    there = read_invoice(write_invoice(FULL, "cii").xml)
    assert read_invoice(write_invoice(there, "ubl").xml) == FULL


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_a_credit_note_is_read_back(syntax: Syntax) -> None:
    credited = replace(FULL, terms=FULL.terms | terms(BT_3="381"))
    written = write_invoice(credited, syntax).xml
    assert (b"<CreditNote " in written) == (syntax == "ubl")
    assert read_invoice(written) == credited


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_the_code_of_the_tax_point_is_that_of_the_syntax(syntax: Syntax) -> None:
    invoice = replace(without(FULL, "BT-7"), terms=without(FULL, "BT-7").terms | terms(BT_8="35"))
    written = write_invoice(invoice, syntax)
    code = {"ubl": b"<cbc:DescriptionCode>35<", "cii": b"<ram:DueDateTypeCode>29<"}[syntax]
    assert code in written.xml
    assert read_invoice(written.xml) == invoice


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_a_card_is_read_back(syntax: Syntax) -> None:
    card = Group(terms(BT_81="48", BT_87="1234", BT_88="A. Säge"))
    invoice = replace(BARE, groups={"BG-16": (card,)})
    assert read_invoice(write_invoice(invoice, syntax).xml) == invoice


def test_an_account_that_is_no_iban_has_another_element_in_cii() -> None:
    account = Group(terms(BT_81="30", BT_84="22098692367"))
    invoice = replace(BARE, groups={"BG-16": (account,)})
    written = write_invoice(invoice, "cii").xml
    assert b"<ram:ProprietaryID>22098692367</ram:ProprietaryID>" in written
    assert b"IBANID" not in written
    assert read_invoice(written) == invoice


def test_a_sellers_order_number_alone_needs_a_stand_in_for_the_buyers() -> None:
    written = write_invoice(replace(BARE, terms=BARE.terms | terms(BT_14="SO-6")), "ubl").xml
    assert b"<cbc:ID>NA</cbc:ID>" in written
    assert read_invoice(written).first("BT-13") is None


def test_nothing_is_written_that_the_invoice_does_not_say() -> None:
    assert [(one.path, one.term.text) for one in write_invoice(BARE, "ubl").elements] == [
        ("/Invoice/cbc:ID", "N-1"),
        ("/Invoice/cbc:InvoiceTypeCode", "380"),
        ("/Invoice/cbc:DocumentCurrencyCode", "EUR"),
    ]


def test_each_element_is_found_under_its_path() -> None:
    lxml = pytest.importorskip("lxml.etree")
    written = write_invoice(FULL, "ubl")
    root = lxml.fromstring(written.xml)
    names = {"i": "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2", **load_syntax("ubl").namespaces}
    for element in written.elements:
        (found,) = root.xpath(element.path.replace("/Invoice", "/i:Invoice", 1), namespaces=names)
        assert found.text == element.term.text or element.name == "BT-22"  # with its subject code before it


def test_a_doubtful_value_has_a_comment() -> None:
    doubtful = Term("N-1", origin=Origin(field="document_number", confidence=0.6, doubtful=True))
    written = write_invoice(replace(BARE, terms={**BARE.terms, "BT-1": (doubtful,)}), "ubl").xml
    assert b"<!-- paperformer: doubtful, compare with the page -->\n  <cbc:ID>N-1</cbc:ID>" in written


def test_the_other_reader_reads_what_is_written() -> None:
    """``documents.einvoice`` was written before, from the syntax bindings alone."""
    for syntax in SYNTAXES:
        read = read_einvoice(write_invoice(FULL, syntax).xml)
        assert read.warnings == ()
        said = {name: read.fields[name] for name in ("document_number", "due_date", "total_incl_vat", "iban")}
        assert said == {
            "document_number": ("R-2026/17",),
            "due_date": ("2026-03-05",),
            "total_incl_vat": ("236.00",),
            "iban": ("DE89370400440532013000",),
        }
        assert [line.total for line in read.purchase_lines] == ["96.00", "100.00", "10.00"]
        assert read.fields["supplier_address"] == ("Waldweg 1, Hof 2, Tor 3, 50667 Köln",)


# XML has no other characters; ends are stripped when it is read.
TEXT = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=20)


@given(name=TEXT, notes=st.lists(TEXT, max_size=3), lines=st.lists(TEXT, max_size=4))
@pytest.mark.parametrize("syntax", SYNTAXES)
def test_any_text_is_read_back(syntax: Syntax, name: str, notes: list[str], lines: list[str]) -> None:
    invoice = Group(
        BARE.terms | terms(BT_27=name),
        {
            group: parts
            for group, parts in {
                "BG-1": tuple(Group(terms(BT_22=note)) for note in notes),
                "BG-25": tuple(Group(terms(BT_126=str(i), BT_153=line)) for i, line in enumerate(lines)),
            }.items()
            if parts
        },
    )
    assert read_invoice(write_invoice(invoice, syntax).xml) == invoice


def test_characters_that_xml_cannot_hold_are_left_out() -> None:
    invoice = replace(BARE, terms=BARE.terms | terms(BT_27="A\x00B\x0bC\ud800D"))
    assert read_invoice(write_invoice(invoice, "ubl").xml).first("BT-27") == "ABCD"
