"""`paperformer extract --output datev|beancount|hledger` and `paperformer templates`."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paperformer.cli import main
from paperformer.einvoicing.invoice import Group, Term
from paperformer.einvoicing.writing import write_invoice

SAMPLE = Path(__file__).parents[2] / "samples" / "invoice-eu.pdf"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(one) for one in arguments], catch_exceptions=False)


def terms(**texts: str) -> dict[str, tuple[Term, ...]]:
    return {name.replace("_", "-"): (Term(text),) for name, text in texts.items()}


def einvoice(path: Path, number: str, day: str) -> Path:
    """An e-invoice over 119.00 EUR, with what books need and no more."""
    share = Group(terms(BT_116="100.00", BT_117="19.00", BT_118="S", BT_119="19"))
    head = terms(BT_1=number, BT_2=day, BT_3="380", BT_5="EUR", BT_27="Säge & Sohn GmbH", BT_40="DE",
                 BT_109="100.00", BT_110="19.00", BT_112="119.00", BT_115="119.00")  # fmt: skip
    path.write_bytes(write_invoice(Group(head, {"BG-23": (share,)}), "ubl").xml)
    return path


@pytest.mark.slow
def test_a_page_becomes_an_entry_whose_amounts_are_those_of_the_page(tmp_path: Path) -> None:
    made = tmp_path / "made.beancount"
    done = run("extract", SAMPLE, "--output", "beancount", "--to", made)  # the buyer is not sure, nor needed
    assert (done.exit_code, done.output) == (0, "")
    lines = made.read_text(encoding="utf-8").splitlines()
    assert '2024-05-17 * "Björkhaga Trädgård & Anläggning AB" "Invoice 20240817"' in lines
    assert "  Liabilities:Payable  -426345.05 SEK" in lines


def test_documents_go_into_one_batch_of_one_fiscal_year(tmp_path: Path, small_model: Path) -> None:
    files = [
        einvoice(tmp_path / "a.xml", "A-1", "2026-03-01"),
        einvoice(tmp_path / "b.xml", "B-2", "2025-12-31"),
        einvoice(tmp_path / "c.xml", "C-3", "2026-02-28"),
    ]
    made = tmp_path / "EXTF_made.csv"
    done = run("extract", *files, "--output", "datev", "--to", made, "--model", small_model)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.splitlines()[0] == (
        f"paperformer: {files[1]}: document_date (BT-2) is 2025-12-31: not in the fiscal year of 2026-03-01, "
        "and a file holds one. Write it into another file"
    )
    with made.open(encoding="cp1252", newline="") as stream:
        head, _, *rows = csv.reader(stream, delimiter=";")
    assert head[12:16] == ["20260101", "4", "20260228", "20260301"]
    assert [(row[0], row[9], row[10]) for row in rows] == [
        ("119,00", "0103", "A-1"),
        ("119,00", "2802", "C-3"),
    ]


def test_a_template_of_ones_own_is_copied_changed_and_used(tmp_path: Path, small_model: Path) -> None:
    done = run("templates", "hledger", tmp_path / "mine")
    assert done.stdout.splitlines()[0] == str(tmp_path / "mine" / "accounts.yaml")
    (tmp_path / "mine" / "entry.txt").write_text("${number} of ${supplier}: ${total}\n")
    file = einvoice(tmp_path / "a.xml", "A-1", "2026-03-01")
    done = run(
        "extract", file, "--output", "hledger", "--template", tmp_path / "mine", "--model", small_model
    )
    assert done.stdout.splitlines()[1:] == ["A-1 of Säge & Sohn GmbH: -119.00"]
    again = run("templates", "hledger", tmp_path / "mine")
    assert (again.exit_code, again.stderr) == (
        1, f"paperformer: {tmp_path}/mine has all files of a template already. Give another folder\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--output", "csv", "--template", "."), "--template is for bookings. Give --output datev"),
        (("--resume", "batch", "--template", "."), "--template is for bookings. Give --output datev"),
        (("--output", "datev", "--template", "."), "accounts.yaml cannot be read"),
        (("--output", "datev", "--profile", "peppol"), "--profile is for e-invoices"),
        (("--output", "csv", "--force"), "--force and --term are for e-invoices and bookings"),
    ],
)
def test_what_cannot_be_is_one_line(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("extract", SAMPLE, *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert said in line
