"""`paperformer extract` from files to answers, in this process."""

import csv
import io
import json
import shutil
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from drawn_pdf import INVOICE, draw_pdf
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from paperformer.cli import main


@pytest.fixture
def extract(small_model: Path) -> Any:
    def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
        command = ["extract", *map(str, arguments), "--model", str(small_model)]
        return CliRunner().invoke(main, command, input=stdin, catch_exceptions=False)

    return run


def best(answer: dict[str, Any]) -> dict[str, str]:
    return {name: candidates[0]["value"] for name, candidates in answer["fields"].items()}


def without_time(text: str) -> list[dict[str, Any]]:
    answers = [json.loads(line) for line in text.splitlines()]
    for answer in answers:
        del answer["timing_ms"]
    return answers


def test_a_single_file_gives_one_json_object_of_the_documented_form(extract: Any, invoice: Path) -> None:
    result = extract(invoice, "--output", "json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert set(answer) == {
        "schema_version", "file", "pages", "first_page", "region", "fields", "rows", "codes", "warnings",
        "timing_ms", "model",
    }  # fmt: skip
    assert answer["file"] == str(invoice)
    assert [page["reading"] for page in answer["pages"]] == ["text_layer"]
    assert answer["model"] == {"name": "small", "version": "1"}
    assert best(answer)["total_incl_vat"] == "1200.00"
    assert best(answer)["document_date"] == "2024-03-12"
    box = answer["fields"]["total_incl_vat"][0]["box"]
    assert 0 < box["x0"] < box["x1"] < 1


def test_a_model_without_calibration_is_said_to_have_none(small_model: Path, invoice: Path) -> None:
    bare = invoice.parent / "bare"
    shutil.copytree(small_model, bare)
    (bare / "calibration.json").unlink()
    result = CliRunner().invoke(main, ["extract", str(invoice), "--model", str(bare)])
    assert result.exit_code == 0
    (line,) = result.stderr.splitlines()
    assert line == f"paperformer: {bare} has no calibration.json: confidences are not calibrated"


@pytest.mark.parametrize("part", ["model.onnx", "tokenizer.json"])
def test_an_incomplete_model_is_told_once_before_anything_is_read(
    small_model: Path, invoice: Path, part: str
) -> None:
    broken = invoice.parent / "broken"
    shutil.copytree(small_model, broken)
    (broken / part).unlink()
    result = CliRunner().invoke(main, ["extract", str(invoice), str(invoice), "--model", str(broken)])
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert f"{part} is missing" in line


def test_files_in_a_folder_that_no_engine_reads_are_named(extract: Any, invoice: Path) -> None:
    (invoice.parent / "old.svg").write_bytes(b"<svg/>")
    result = extract(invoice.parent, "--output", "csv")
    assert result.exit_code == 0
    (line,) = result.stderr.splitlines()
    assert line.endswith("old.svg: passed over, no SVG files are read")


def test_a_pile_in_one_file_is_warned_of_and_split_gives_an_answer_each(extract: Any, tmp_path: Path) -> None:
    other = ("Contoso Ltd", "Invoice number: 77-10318", "Invoice date: 2 April 2024", "Total: 80.00 GBP")
    pile = draw_pdf(tmp_path / "pile.pdf", INVOICE, other)
    assert "page 2 seems to begin another document" in extract(pile).stdout
    answers = json.loads(extract(pile, "--split", "--output", "json").stdout)
    assert [best(answer)["total_incl_vat"] for answer in answers] == ["1200.00", "80.00"]
    assert [(answer["first_page"], len(answer["pages"])) for answer in answers] == [(1, 1), (2, 1)]
    table = extract(pile, "--split", "--overlay", tmp_path / "drawn").stdout
    assert "pile.pdf  (page 2)" in table
    assert "seems to begin" not in table
    assert {path.name for path in (tmp_path / "drawn").iterdir()} == {"pile.page-1.png", "pile.page-2.png"}
    rows = list(csv.DictReader(io.StringIO(extract(pile, "--split", "--output", "csv").stdout)))
    numbers = {row["first_page"]: row["value"] for row in rows if row["field"] == "document_number"}
    assert numbers == {"1": "INV-2024-0042", "2": "77-10318"}


def test_a_single_document_with_split_is_still_an_array(extract: Any, invoice: Path) -> None:
    (answer,) = json.loads(extract(invoice, "--split", "--output", "json").stdout)
    assert best(answer)["total_incl_vat"] == "1200.00"


def test_several_files_or_a_folder_give_an_array(extract: Any, invoice: Path) -> None:
    for arguments in ([invoice, invoice], [invoice.parent]):
        answers = json.loads(extract(*arguments, "--output", "json").stdout)
        assert isinstance(answers, list)
        assert {answer["file"] for answer in answers} == {str(invoice)}


def test_answers_come_in_the_order_of_the_files_and_one_bad_file_stops_nothing(
    extract: Any, invoice: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnot really")
    missing = tmp_path / "missing.pdf"
    second = draw_pdf(tmp_path / "second.pdf", INVOICE)
    result = extract(invoice, broken, missing, second, "--output", "jsonl")
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [str(invoice), str(second)]
    assert result.exit_code == 1
    first_line, second_line = result.stderr.splitlines()
    assert first_line.startswith(f"paperformer: {broken}: ")
    assert second_line == f"paperformer: {missing}: does not exist. Check the path"


def test_a_path_that_the_system_refuses_is_one_line_and_stops_nothing(extract: Any, invoice: Path) -> None:
    refused = "x" * 300
    result = extract(refused, invoice, "--output", "jsonl")
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [str(invoice)]
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        f"paperformer: {refused}: cannot be read: File name too long. Check the path and disk"
    ]


def test_standard_input_is_read_and_called_by_its_sign(extract: Any, invoice: Path) -> None:
    result = extract("-", "--output", "json", stdin=invoice.read_bytes())
    assert json.loads(result.stdout)["file"] == "-"
    assert best(json.loads(result.stdout))["document_number"] == "INV-2024-0042"


def test_empty_standard_input_is_an_error(extract: Any) -> None:
    result = extract("-", stdin=b"")
    assert result.exit_code == 1
    assert result.stderr.startswith("paperformer: -: is empty. ")


def test_a_folder_without_documents_is_one_line_and_exit_code_1(extract: Any, tmp_path: Path) -> None:
    result = extract(tmp_path, "--output", "jsonl")
    assert result.exit_code == 1
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"paperformer: {tmp_path}: holds no document. ")


def test_an_empty_folder_gives_an_empty_array_in_json(extract: Any, tmp_path: Path) -> None:
    assert json.loads(extract(tmp_path, "--output", "json").stdout) == []


def test_only_the_fields_asked_for_are_given(extract: Any, invoice: Path) -> None:
    result = extract(invoice, "--output", "json", "--fields", "currency, total_incl_vat")
    assert best(json.loads(result.stdout)) == {"currency": "GBP", "total_incl_vat": "1200.00"}


def test_confidence_and_number_of_candidates_are_bounded(extract: Any, invoice: Path) -> None:
    sure = json.loads(extract(invoice, "--output", "json", "--min-confidence", "0.85").stdout)
    everything = json.loads(extract(invoice, "--output", "json").stdout)
    assert 0 < len(sure["fields"]) < len(everything["fields"])
    assert all(c["confidence"] >= 0.85 for found in sure["fields"].values() for c in found)
    single = json.loads(extract(invoice, "--output", "json", "--max-results", "1").stdout)
    assert {len(found) for found in single["fields"].values()} == {1}


def test_csv_has_the_columns_that_are_documented(extract: Any, invoice: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(extract(invoice, "--output", "csv").stdout)))
    totals = [row for row in rows if row["field"] == "total_incl_vat"]
    assert totals[0]["value"] == "1200.00"
    assert totals[0]["text"] == "1,200.00"
    assert len(totals[0]["box"].split()) == 4


def test_a_table_is_plain_text_where_no_terminal_reads_it(extract: Any, invoice: Path) -> None:
    lines = extract(invoice).stdout.splitlines()
    assert lines[0] == f"{invoice}  (1 page)"
    assert lines[1].split() == ["field", "value", "confidence", "page", "source"]
    assert any(line.split()[:2] == ["total_incl_vat", "1200.00"] for line in lines)


def test_a_blank_page_gives_no_fields(extract: Any, tmp_path: Path) -> None:
    blank = draw_pdf(tmp_path / "blank.pdf", [])
    result = extract(blank, "--output", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["fields"] == {}


def test_overlays_are_drawn_per_page_and_do_not_collide(extract: Any, tmp_path: Path) -> None:
    one, other = tmp_path / "a" / "x.pdf", tmp_path / "b" / "x.pdf"
    for path in (one, other):
        path.parent.mkdir()
        draw_pdf(path, INVOICE, INVOICE)
    out = tmp_path / "out"
    result = extract(one, other, "--overlay", out)
    pictures = sorted(path.name for path in out.iterdir())
    assert {"x.page-1.png", "x-2.page-1.png"} <= set(pictures)
    assert [line.split(": ")[1] for line in result.stdout.splitlines() if "overlay:" in line] == [
        str(out / name) for name in sorted(pictures, key=lambda name: name.startswith("x-2"))
    ]
    with Image.open(out / "x.page-1.png") as picture:
        assert picture.width == 1240


def test_an_overlay_that_cannot_be_written_does_not_cost_the_answer(
    extract: Any, invoice: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    (out / "invoice.page-1.png").mkdir(parents=True)
    result = extract(invoice, "--overlay", out, "--output", "json")
    assert result.exit_code == 1
    assert best(json.loads(result.stdout))["total_incl_vat"] == "1200.00"
    (line,) = result.stderr.splitlines()
    assert "invoice.page-1.png cannot be written" in line


@pytest.mark.slow
def test_several_processes_give_what_one_gives(extract: Any, tmp_path: Path) -> None:
    files = [draw_pdf(tmp_path / f"{n}.pdf", [*INVOICE, f"Total: {n},000.00 GBP"]) for n in range(1, 6)]
    files.insert(2, tmp_path / "missing.pdf")
    alone = extract(*files, "--output", "jsonl")
    together = extract(*files, "--output", "jsonl", "--jobs", "2", "--overlay", tmp_path / "out")
    assert without_time(together.stdout) == without_time(alone.stdout)
    assert len(without_time(alone.stdout)) == 5
    assert together.exit_code == alone.exit_code == 1
    assert together.stderr == alone.stderr
    assert len(list((tmp_path / "out").glob("*.page-1.png"))) == 5


@pytest.mark.slow
def test_a_bad_model_is_one_line_with_several_processes_too(tmp_path: Path) -> None:
    command = ["extract", "a.pdf", "b.pdf", "--jobs", "2", "--model", str(tmp_path)]
    result = CliRunner().invoke(main, command, catch_exceptions=False)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1


def mail(path: Path, *files: Path) -> Path:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.com", "b@example.org", "Invoice"
    message.set_content("Please find attached.")
    for file in files:
        message.add_attachment(
            file.read_bytes(), maintype="application", subtype="octet-stream", filename=file.name
        )
    path.write_bytes(message.as_bytes())
    return path


def locked(path: Path) -> Path:
    canvas = Canvas(str(path), encrypt=StandardEncryption("open", "sesame"))
    canvas.drawString(72, 700, INVOICE[1])
    canvas.save()
    return path


def test_mails_in_a_folder_are_read_and_each_file_in_them_is_named(
    extract: Any, invoice: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    outer = mail(folder / "m.eml", invoice, locked(tmp_path / "locked.pdf"))
    result = extract(folder, "--split", "--output", "json", "--overlay", tmp_path / "out")
    (answer,) = json.loads(result.stdout)
    assert answer["file"] == f"{outer}/invoice.pdf"
    assert best(answer)["total_incl_vat"] == "1200.00"
    assert result.exit_code == 1
    assert result.stderr == f"paperformer: {outer}: locked.pdf asks for a password. Give it with --password\n"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["m.file-1.page-1.png"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_password_opens_encrypted_files(extract: Any, tmp_path: Path, jobs: str) -> None:
    paths = locked(tmp_path / "a.pdf"), locked(tmp_path / "b.pdf")
    result = extract(*paths, "--password", "open", "--output", "jsonl", "--jobs", jobs)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [best(answer)["document_number"] for answer in without_time(result.stdout)] == [
        "INV-2024-0042"
    ] * 2
    result = extract(paths[0], "--password", "shut", "--output", "json")
    assert result.exit_code == 1
    assert result.stderr == f"paperformer: {paths[0]}: asks for another password. Check --password\n"


def test_a_password_may_come_from_the_environment(
    extract: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAPERFORMER_PASSWORD", "open")
    assert extract(locked(tmp_path / "a.pdf")).exit_code == 0


def test_an_option_raises_the_bound_of_pixels_and_the_error_names_it(extract: Any, tmp_path: Path) -> None:
    path = tmp_path / "wide.png"
    Image.new("L", (2000, 1000), 255).save(path)
    result = extract(path, "--max-pixels", "1000000")
    assert result.exit_code == 1
    assert "has 2,000 x 1,000 pixels, the limit is 1,000,000. Shrink it (--max-pixels" in result.stderr
    assert extract(path, "--max-pixels", "2000000").exit_code == 0


def test_a_mail_that_is_the_bill_itself_is_read_and_one_that_says_nothing_is_one_clear_line(
    extract: Any, tmp_path: Path
) -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "Quince Ltd <bills@quince.example>", "Your invoice"
    message.set_content("Invoice number: Q-17\nInvoice date: 12 March 2024\nTotal EUR 1,200.00\n")
    bill = tmp_path / "bill.eml"
    bill.write_bytes(message.as_bytes())
    result = extract(bill, "--output", "json")
    answer = json.loads(result.stdout)
    assert (result.exit_code, result.stderr, answer["file"]) == (0, "", str(bill))
    assert [page["reading"] for page in answer["pages"]] == ["text_layer"]
    assert best(answer)["total_incl_vat"] == "1200.00"
    message.set_content(" \n")
    bill.write_bytes(message.as_bytes())
    result = extract(bill, "--output", "json")
    assert (result.exit_code, result.stdout) == (1, "null\n")
    (line,) = result.stderr.splitlines()
    assert "bill.eml: is a mail without attached files and without text" in line
