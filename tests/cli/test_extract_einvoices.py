"""`paperformer extract --output ubl|cii|facturx` and `paperformer validate`, with the default model."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from drawn_pdf import INVOICE, draw_pdf

from paperformer.cli import main
from paperformer.documents.einvoice import read_einvoice

SAMPLE = Path(__file__).parents[2] / "samples" / "invoice-eu.pdf"
BUYER = ("--term", "BT-44=Bostadsrättsföreningen Havsörnen 12")  # the model is not sure enough of it


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(one) for one in arguments], catch_exceptions=False)


@pytest.mark.parametrize("output", ["ubl", "cii"])
def test_a_page_becomes_a_valid_e_invoice_that_says_the_same(tmp_path: Path, output: str) -> None:
    made = tmp_path / "made.xml"
    done = run("extract", SAMPLE, "--output", output, "--to", made, *BUYER)
    assert (done.exit_code, done.output) == (0, "")
    read = read_einvoice(made.read_bytes())
    truth = json.loads(SAMPLE.with_suffix(".json").read_text("utf-8"))["fields"]
    names = (
        "document_number",
        "document_date",
        "due_date",
        "total_excl_vat",
        "total_vat",
        "total_incl_vat",
        "iban",
    )
    assert {name: list(read.fields[name]) for name in names} == {name: truth[name] for name in names}
    checked = run("validate", made)
    assert (checked.exit_code, checked.output.splitlines()[0].split(": ")[1].split(" (")[0]) == (0, "valid")


def test_the_side_file_stands_beside_the_e_invoice(tmp_path: Path) -> None:
    run("extract", SAMPLE, "--output", "ubl", "--to", tmp_path / "made.xml", *BUYER)
    report = json.loads((tmp_path / "made.sources.json").read_text("utf-8"))
    by_term = {one["term"]: one for one in report["elements"]}
    assert by_term["BT-44"]["reason"] == "given by the user"
    total = by_term["BT-112"]
    assert total["page"] == 2
    assert len(total["box"]) == 4
    assert total["confidence"] > 0.95
    assert report["problems"] == []


def test_factur_x_is_the_pdf_with_the_xml_inside(tmp_path: Path) -> None:
    made = tmp_path / "made.pdf"
    done = run("extract", SAMPLE, "--output", "facturx", "--to", made, *BUYER)
    assert (done.exit_code, done.output) == (0, "")
    checked = run("validate", made, "--output", "json")
    (report,) = json.loads(checked.output)
    assert (checked.exit_code, report["file"], report["valid"]) == (0, str(made), True)
    again = run("extract", made, "--output", "cii")
    assert again.exit_code == 0
    assert (
        read_einvoice(again.stdout_bytes).fields["document_number"]
        == read_einvoice(run("extract", SAMPLE, "--output", "cii", *BUYER).stdout_bytes).fields[
            "document_number"
        ]
    )


def test_what_is_refused_is_a_line_for_each_reason_and_force_writes_it(tmp_path: Path) -> None:
    bare = draw_pdf(tmp_path / "bare.pdf", INVOICE)
    refused = run("extract", bare, "--output", "ubl")
    assert (refused.exit_code, refused.stdout) == (1, "")
    lines = refused.stderr.splitlines()
    assert all(line.startswith(f"paperformer: {bare}: ") for line in lines)
    assert f"paperformer: {bare}: purchase_lines (BG-25) is missing: no line was read" in lines
    assert lines[-1].endswith("Say what you know with --term, or write it anyway with --force")
    forced = run("extract", bare, "--output", "ubl", "--force")
    assert forced.exit_code == 0
    assert read_einvoice(forced.stdout_bytes).fields["document_number"] == ("INV-2024-0042",)


def test_each_document_of_several_is_a_file_and_one_that_is_refused_stops_no_other(tmp_path: Path) -> None:
    bare = draw_pdf(tmp_path / "bare.pdf", INVOICE)
    done = run("extract", bare, SAMPLE, "--output", "ubl", "--to", tmp_path / "out", *BUYER)
    assert done.exit_code == 1
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "invoice-eu.sources.json",
        "invoice-eu.xml",
    ]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ("--output", "json", "--force"),
            "--force and --term are for e-invoices and bookings. Give --output ubl",
        ),
        (("--output", "ubl", "--term", "BT-10"), "'BT-10' has no value. Write it as BT-10=VALUE"),
        (
            ("--output", "ubl", "--term", "BT-9999=1"),
            "'BT-9999' is no term of an invoice. There are BT-1 to BT-3, BT-5",
        ),
        (
            ("--output", "ubl", "--term", "BT-153=Bolts"),
            "BT-153 is a term of lines or another group",
        ),
        (("--output", "ubl", "--term", "receiver_nam=A"), "Write the field receiver_name as BT-44=VALUE"),
        (("--output", "facturx", "--profile", "peppol"), "Factur-X is written in the profile EN 16931"),
        (("--output", "ubl", SAMPLE), "each document becomes a file of its own. Name a folder for them"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_read(arguments: tuple[str, ...], reason: str) -> None:
    done = run("extract", SAMPLE, *arguments)
    assert done.exit_code == 2
    assert reason in " ".join(done.stderr.split())


def test_a_picture_cannot_hold_the_xml(tmp_path: Path) -> None:
    photo = SAMPLE.with_name("receipt-photo.jpg")
    done = run("extract", photo, "--output", "facturx", "--force", "--to", tmp_path / "made.pdf")
    assert done.exit_code == 1
    assert done.stderr.splitlines()[-1] == (
        f"paperformer: {photo}: is no PDF. Only a PDF can hold the XML: use --output cii"
    )


def test_violations_are_told_with_rule_line_page_and_value(tmp_path: Path) -> None:
    made, wrong = tmp_path / "made.xml", tmp_path / "wrong.xml"
    run("extract", SAMPLE, "--output", "ubl", "--to", made, *BUYER)
    xml = made.read_text("utf-8")
    wrong.write_text(xml.replace("<cbc:DocumentCurrencyCode>SEK<", "<cbc:DocumentCurrencyCode>SEX<"), "utf-8")
    done = run("validate", wrong, made)
    assert done.exit_code == 1
    line = xml[: xml.index("<cbc:DocumentCurrencyCode>")].count("\n") + 1
    assert f"  error BR-CL-04 (line {line}): Invoice currency code MUST be coded using" in done.stdout
    assert "    /Invoice/cbc:DocumentCurrencyCode = 'SEX'\n" in done.stdout
    assert f"{made}: valid" in done.stdout
    report = json.loads(run("validate", wrong, "--output", "json").stdout)
    assert {"rule": "BR-CL-04", "line": line, "value": "SEX", "page": None}.items() <= next(
        one for one in report[0]["violations"] if one["rule"] == "BR-CL-04"
    ).items()


def test_a_violation_in_a_pdf_is_told_with_the_page_that_prints_its_value(tmp_path: Path) -> None:
    from paperformer.einvoicing.facturx import embed_cii

    cii = tmp_path / "made.xml"
    run("extract", SAMPLE, "--output", "cii", "--to", cii, *BUYER)
    due = r'(<ram:DueDateDateTime>\s*<udt:DateTimeString format=)"102"'
    broken = re.sub(due, r'\1"610"', cii.read_text("utf-8"))
    pdf = tmp_path / "broken.pdf"
    pdf.write_bytes(embed_cii(SAMPLE.read_bytes(), broken.encode(), "broken.pdf"))
    done = run("validate", pdf, "--output", "json")
    (report,) = json.loads(done.stdout)
    (found,) = [one for one in report["violations"] if one["severity"] == "error"]
    assert (done.exit_code, report["valid"]) == (1, False)
    assert found["element"].endswith("/ram:DueDateDateTime/udt:DateTimeString")
    assert (found["value"], found["page"]) == ("20240616", 1)


def test_a_file_without_an_e_invoice_is_named() -> None:
    done = run("validate", SAMPLE)
    assert done.exit_code == 1
    assert done.stderr == (
        f"paperformer: {SAMPLE}: carries no e-invoice. Give a UBL or CII file, or a PDF with one inside\n"
    )


def test_validate_names_the_extra_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "saxonche", None)
    done = run("validate", SAMPLE)
    assert done.exit_code == 1
    assert done.stderr == (
        "paperformer: this needs the package saxonche, which is not installed. "
        "Install it with: pip install 'paperformer[einvoice]'\n"
    )
