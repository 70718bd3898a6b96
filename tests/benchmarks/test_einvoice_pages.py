"""E-invoices as pages: the record names what a page prints, and the comparison tells differences."""

import re
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from einvoice_pages.as_printed import as_printed
from einvoice_pages.page import draw_page
from einvoice_pages.record import compared
from einvoice_pages.stand_ins import with_stand_ins

from paperformer.einvoicing.invoice import Group, Invoice, Term


def terms(**values: str) -> dict[str, tuple[Term, ...]]:
    """``BT_1="x"`` as the terms of a group."""
    return {name.replace("_", "-"): (Term(value),) for name, value in values.items()}


LINES = (
    Group(terms(BT_126="1", BT_129="10", BT_130="MTR", BT_131="96.00", BT_146="100.00", BT_149="10",
                BT_151="S", BT_152="19", BT_153="Balken"),
          {"BG-27": (Group(terms(BT_136="4.00")),)}),
    Group(terms(BT_126="2", BT_129="2", BT_130="HUR", BT_131="100.00", BT_146="50.00", BT_151="S",
                BT_152="19", BT_153="Beratung", BT_155="B-7")),
)  # fmt: skip
INVOICE = Group(
    terms(
        BT_1="R-2026/17", BT_2="2026-02-03", BT_3="380", BT_5="EUR", BT_9="2026-03-05", BT_13="PO-5",
        BT_20="30 Tage netto", BT_27="Säge & Sohn GmbH", BT_31="DE123456789", BT_35="Waldweg 1",
        BT_37="Köln", BT_38="50667", BT_40="DE", BT_42="+49 221 123456", BT_44="Bois SARL", BT_50="Rue 3",
        BT_52="Lyon", BT_53="69001", BT_55="FR", BT_83="R17", BT_106="196.00", BT_109="196.00",
        BT_110="37.24", BT_112="233.24", BT_115="233.24",
    ),
    {
        "BG-16": (Group(terms(BT_81="58", BT_84="DE89370400440532013000", BT_86="COBADEFFXXX")),),
        "BG-23": (Group(terms(BT_116="196.00", BT_117="37.24", BT_118="S", BT_119="19")),),
        "BG-25": LINES,
    },
)  # fmt: skip
SHOWN = {"2026-02-03": "03.02.2026", "2026-03-05": "05.03.2026", "380": "RECHNUNG", "DE": "Deutschland",
         "FR": "France", "MTR": "m", "HUR": "Std."}  # fmt: skip


def text_of(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)


@pytest.mark.parametrize("variant", range(6))
def test_what_is_recorded_stands_on_the_page(variant: int, tmp_path: Path) -> None:
    record = draw_page(INVOICE, tmp_path / "a.pdf", variant)
    text = text_of(tmp_path / "a.pdf")
    assert len(record.items) > 40
    for item in record.items:
        is_number = re.fullmatch(r"-?\d+\.\d+", item.value)
        shown = item.value.replace(".", ",") if is_number else SHOWN.get(item.value, item.value)
        assert shown in text, item


def test_lines_go_on_on_further_pages(tmp_path: Path) -> None:
    many = replace(INVOICE, groups={**INVOICE.groups, "BG-25": LINES * 40})
    record = draw_page(many, tmp_path / "a.pdf", 0)
    with pypdfium2.PdfDocument(tmp_path / "a.pdf") as document:
        assert len(document) > 1
    assert text_of(tmp_path / "a.pdf").count("Beratung") == 40
    assert sum(item.term == "BT-153" for item in record.items) == 80


def changed(**values: str) -> Invoice:
    return replace(INVOICE, terms={**INVOICE.terms, **terms(**values)})


@pytest.mark.parametrize(
    ("other", "differing"),
    [
        (INVOICE, []),
        (changed(BT_112="233.240"), []),
        (changed(BT_42="0221 / 123456"), []),
        (changed(BT_112="233.42"), [("BT-112", "233.42")]),
        (changed(BT_27="Säge"), [("BT-27", "Säge")]),
        (replace(INVOICE, groups={**INVOICE.groups, "BG-25": LINES[::-1]}), []),
        (replace(INVOICE, groups={**INVOICE.groups, "BG-16": ()}), [("BT-84", ""), ("BT-86", "")]),
    ],
)
def test_each_printed_term_is_compared(
    other: Invoice, differing: list[tuple[str, str]], tmp_path: Path
) -> None:
    record = draw_page(INVOICE, tmp_path / "a.pdf", 0)
    found = [(item.term, said) for item, said in compared(record, INVOICE, other) if said is not None]
    assert found == differing


def test_stand_ins_replace_placeholders_alone() -> None:
    shown = with_stand_ins(changed(BT_27="[Seller name]", BT_35="[Seller address line 1]"))
    assert "[" not in f"{shown.first('BT-27')}{shown.first('BT-35')}"
    assert {term for term in INVOICE.terms if shown.first(term) != INVOICE.first(term)} == {"BT-27", "BT-35"}


def test_stand_ins_replace_placeholders_of_parts_too() -> None:
    exempt = Group(terms(BT_116="0", BT_117="0", BT_119="0", BT_120="[VAT exemption reason text]"))
    shown = with_stand_ins(replace(INVOICE, groups={**INVOICE.groups, "BG-23": (exempt,)}))
    assert "[" not in (shown.groups["BG-23"][0].first("BT-120") or "")
    assert shown.groups["BG-25"] == INVOICE.groups["BG-25"]


def test_a_page_does_not_tell_which_line_of_an_address_is_empty() -> None:
    bare = replace(INVOICE, terms={term: one for term, one in INVOICE.terms.items() if term != "BT-35"})
    shown = as_printed(replace(bare, terms={**bare.terms, **terms(BT_36="Box 7", BT_162="Tor 2")}))
    assert [shown.first(term) for term in ("BT-35", "BT-36", "BT-162")] == ["Box 7", "Tor 2", None]


def test_a_page_prints_the_discounts_of_a_line_as_one_and_an_account_once() -> None:
    two = replace(LINES[0], groups={"BG-27": (Group(terms(BT_136="3.00")), Group(terms(BT_136="1.00")))})
    means = INVOICE.groups["BG-16"] * 2
    shown = as_printed(replace(INVOICE, groups={**INVOICE.groups, "BG-25": (two,), "BG-16": means}))
    assert [one.first("BT-136") for one in shown.groups["BG-25"][0].groups["BG-27"]] == ["4.00"]
    assert len(shown.groups["BG-16"]) == 1
    assert as_printed(INVOICE) == INVOICE


def test_a_giro_is_named_by_its_label(tmp_path: Path) -> None:
    giro = Group(terms(BT_81="30", BT_84="5050-1055", BT_86="SE:BANKGIRO"))
    record = draw_page(replace(INVOICE, groups={**INVOICE.groups, "BG-16": (giro,)}), tmp_path / "a.pdf", 0)
    assert "Bankgiro: 5050-1055" in text_of(tmp_path / "a.pdf")
    assert ("BT-86", "SE:BANKGIRO") in {(item.term, item.value) for item in record.items}
