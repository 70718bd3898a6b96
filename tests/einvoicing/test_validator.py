"""E-invoices are checked against their schema and the rules of EN 16931."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from full_invoice import FULL, terms

from paperformer.einvoicing.invoice import Group
from paperformer.einvoicing.syntax import Syntax
from paperformer.einvoicing.validation.validator import Validator
from paperformer.einvoicing.validation.violation import Violation
from paperformer.einvoicing.writing import write_invoice
from paperformer.errors import ExtraMissing, InvalidConfig, UnreadableDocument

SYNTAXES: tuple[Syntax, ...] = ("ubl", "cii")

# A rule of our own, as Schematron compiles to: invoices of this buyer need a project.
OWN_RULE = """<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:svrl="http://purl.oclc.org/dsdl/svrl"
    xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2">
  <xsl:template match="/">
    <svrl:schematron-output><xsl:if test="not(//cac:ProjectReference)">
      <svrl:failed-assert id="BAU-01" flag="fatal" location="/*:Invoice[1]/*:LegalMonetaryTotal[1]">
        <svrl:text>[BAU-01]-A project is needed.</svrl:text></svrl:failed-assert>
    </xsl:if></svrl:schematron-output>
  </xsl:template>
</xsl:stylesheet>"""


@pytest.fixture(scope="module")
def validator() -> Iterator[Validator]:
    with Validator() as opened:
        yield opened


def errors(found: tuple[Violation, ...]) -> list[Violation]:
    return [violation for violation in found if violation.severity == "error"]


def changed(**values: str) -> Group:
    return replace(FULL, terms=FULL.terms | terms(**values))


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_the_full_invoice_keeps_every_rule(validator: Validator, syntax: Syntax) -> None:
    assert errors(validator.validate(write_invoice(FULL, syntax).xml)) == []


def test_a_wrong_sum_is_named_with_its_rule_element_line_and_value(validator: Validator) -> None:
    written = write_invoice(changed(BT_112="235.00"), "ubl").xml
    line = written[: written.index(b"<cbc:TaxInclusiveAmount")].count(b"\n") + 1
    found = {violation.rule: violation for violation in errors(validator.validate(written))}
    assert found.keys() == {"BR-CO-15", "BR-CO-16"}
    assert found["BR-CO-15"].message.startswith("[BR-CO-15]-Invoice total amount with VAT (BT-112) =")
    assert line == written.decode().splitlines().index(
        '    <cbc:TaxInclusiveAmount currencyID="EUR">235.00</cbc:TaxInclusiveAmount>'
    ) + 1  # fmt: skip


def test_a_violation_is_at_the_element_it_is_about(validator: Validator) -> None:
    written = write_invoice(changed(BT_5="EUX"), "ubl").xml
    found = next(one for one in errors(validator.validate(written)) if one.rule == "BR-CL-04")
    lines = written.decode().splitlines()
    assert found.line is not None
    assert lines[found.line - 1].strip() == "<cbc:DocumentCurrencyCode>EUX</cbc:DocumentCurrencyCode>"
    assert (found.element, found.value) == ("/Invoice/cbc:DocumentCurrencyCode", "EUX")


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_a_missing_seller_breaks_a_rule(validator: Validator, syntax: Syntax) -> None:
    kept = {name: held for name, held in FULL.terms.items() if name != "BT-27"}
    found = errors(validator.validate(write_invoice(replace(FULL, terms=kept), syntax).xml))
    assert "BR-06" in {violation.rule for violation in found}


def test_an_element_that_the_schema_does_not_know_is_named(validator: Validator) -> None:
    written = write_invoice(FULL, "ubl").xml.replace(b"<cbc:IssueDate>", b"<cbc:Colour>red</cbc:Colour><cbc:IssueDate>", 1)  # fmt: skip # noqa: E501
    found = [one for one in validator.validate(written) if one.rule == "XSD"]
    assert [(one.element, one.value) for one in found] == [("/Invoice/cbc:Colour", "red")]
    assert "Colour': This element is not expected" in found[0].message


def test_rules_are_not_checked_on_values_that_are_no_numbers(
    validator: Validator, capfd: pytest.CaptureFixture[str]
) -> None:
    found = errors(validator.validate(write_invoice(changed(BT_112="a lot"), "ubl").xml))
    assert [violation.rule for violation in found] == ["XSD", "rules"]
    assert found[1].message.startswith("the rules were not checked")
    assert capfd.readouterr() == ("", "")


def test_another_specification_than_factur_x_is_no_error_of_its_own(validator: Validator) -> None:
    xrechnung = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"
    assert errors(validator.validate(write_invoice(changed(BT_24=xrechnung), "cii").xml)) == []


def test_an_unknown_profile_of_factur_x_is_an_error(validator: Validator) -> None:
    unknown = "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:comfort"
    found = errors(validator.validate(write_invoice(changed(BT_24=unknown), "cii").xml))
    assert [violation.value for violation in found] == [unknown]


def test_rules_of_a_folder_are_checked_too(tmp_path: Path) -> None:
    (tmp_path / "own.xslt").write_text(OWN_RULE)
    kept = {name: held for name, held in FULL.terms.items() if name != "BT-11"}
    with Validator([tmp_path]) as validator:
        assert errors(validator.validate(write_invoice(FULL, "ubl").xml)) == []
        (found,) = errors(validator.validate(write_invoice(replace(FULL, terms=kept), "ubl").xml))
    assert (found.rule, found.element) == ("BAU-01", "/Invoice/cac:LegalMonetaryTotal")


def test_a_folder_without_rules_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"holds no rules\. Put Schematron rules that are compiled"):
        Validator([tmp_path])


def test_a_rule_file_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.xslt").write_text("<a>")
    with Validator([tmp_path]) as validator, pytest.raises(InvalidConfig, match=r"broken\.xslt is no XSLT"):
        validator.validate(write_invoice(FULL, "ubl").xml)


@pytest.mark.parametrize(
    "xml",
    [
        b"<!DOCTYPE a [<!ENTITY b 'c'>]><Invoice>&b;</Invoice>",
        b"<Order/>",
        b"no XML at all",
    ],
)
def test_what_is_no_e_invoice_or_hostile_is_turned_away(validator: Validator, xml: bytes) -> None:
    with pytest.raises(UnreadableDocument):
        validator.validate(xml)


@pytest.mark.parametrize(
    ("xml", "said"),
    [
        (
            b"<Finvoice/>",
            r"the e-invoice is Finvoice 3, neither UBL nor CII\. Read it with",
        ),
        (
            b"<e:DocumentEnvelope xmlns:e='urn:eFaktura:MinFinrs:envelop:schema'>"
            b"<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'/></e:DocumentEnvelope>",
            r"the e-invoice is in an envelope\. Take it out",
        ),
    ],
)
def test_an_e_invoice_that_has_no_rules_here_is_named(validator: Validator, xml: bytes, said: str) -> None:
    with pytest.raises(UnreadableDocument, match=said):
        validator.validate(xml)


@pytest.mark.parametrize("package", ["saxonche", "lxml"])
def test_the_extra_is_named_where_a_package_is_missing(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ExtraMissing) as caught:
        Validator()
    assert str(caught.value) == (
        f"this needs the package {package}, which is not installed. "
        "Install it with: pip install 'paperformer[einvoice]'"
    )
