"""Why a document could not be read has a code, so that a program can say it in another language."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pypdfium2
import pytest
from fake_reader import pdf
from running_service import Running

from paperformer.documents.limits import Limits
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.documents.watch import over_limit
from paperformer.errors import PaperformerError
from paperformer.service.failure_reasons import reason_of
from paperformer.service.queue import LOST

ROOT = Path(__file__).parents[2]
INVOICE = next(ROOT.joinpath("samples").glob("*.pdf")).read_bytes()
RECEIPT = next(ROOT.joinpath("samples").glob("*.jpg")).read_bytes()
MAIL = b"From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\nMIME-Version: 1.0\r\n\r\n"
MAILBOX = b"From a@example.com Mon Jan  1 00:00:00 2024\n" + MAIL.replace(b"\r", b"") + b"hello\n\n"
MAILBOX *= 2


def blank_pages(count: int) -> bytes:
    made = pypdfium2.PdfDocument.new()
    for _ in range(count):
        made.new_page(600, 800)
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def archive(**files: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as made:
        for name, data in files.items():
            made.writestr(name, data)
    return written.getvalue()


def refusal(data: bytes, **limits: float) -> str:
    """What reading the file says."""
    with pytest.raises(PaperformerError) as caught:
        InProcessReader().read(data, ReadOptions(name="a file.pdf", ocr="never", limits=Limits(**limits)))  # type: ignore[arg-type]
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "limits", "code", "values"),
    [
        (b"", {}, "file_empty", {}),
        (b"{\\rtf1 hello}", {}, "office_document", {}),
        (gzip.compress(INVOICE), {}, "other_archive", {"kind": "gzip"}),
        (b"<!DOCTYPE html><html><body>x</body></html>", {}, "web_page", {}),
        (b"<?xml version='1.0'?><note/>", {}, "no_einvoice", {}),
        (b"Dear Sir or Madam", {}, "unknown_kind", {}),
        (b"\x00\x01\x02\x03 nothing", {}, "unknown_kind", {}),
        (b"%PDF-1.7\nnothing follows", {}, "file_damaged", {}),
        (RECEIPT[:200], {}, "file_damaged", {}),
        (RECEIPT, {"pixels_per_page": 1200}, "too_many_pixels", {"page": "1", "limit": "1200"}),
        (blank_pages(2), {"pages": 1}, "too_many_pages", {"limit": "1"}),
        (MAIL, {}, "mail_empty", {}),
        (archive(), {}, "archive_empty", {}),
        (archive(readme=b"hello"), {}, "holds_nothing_readable", {}),
        (MAILBOX, {}, "several_mails", {}),
        (archive(a=INVOICE, b=INVOICE), {"contained_files": 1}, "too_many_files", {"limit": "1"}),
    ],
)
def test_what_reading_refuses_has_a_code(
    data: bytes, limits: dict[str, float], code: str, values: dict[str, str]
) -> None:
    told = refusal(data, **limits)
    reason = reason_of(told)
    assert reason is not None, told
    assert (reason.code, reason.values) == (code, values)


@pytest.mark.parametrize(
    ("detail", "code"),
    [
        (str(over_limit("a.pdf", Limits(), "seconds_per_page")), "takes_too_long"),
        (str(over_limit("a.pdf", Limits(), "seconds_per_document")), "takes_too_long"),
        (str(over_limit("a.pdf", Limits(), "worker_megabytes")), "takes_too_much_memory"),
        (LOST.detail, "reading_died"),
    ],
)
def test_what_ends_a_reading_has_a_code(detail: str, code: str) -> None:
    reason = reason_of(detail)
    assert reason is not None
    assert reason.code == code


def test_a_failed_document_has_the_code_of_its_reason(fake: Running) -> None:
    answer = fake.post(pdf("bug")).json()
    assert (answer["code"], answer["values"]) == ("UnreadableDocument", {"cause": "reading_met_error"})
    error = fake.document(answer["document"])["error"]
    assert (error["title"], error["code"], error["values"]) == ("UnreadableDocument", "reading_met_error", {})


def test_a_reason_without_a_sentence_has_no_code(fake: Running) -> None:
    error = fake.document(fake.post(pdf("fail")).json()["document"])["error"]
    assert (error["code"], error["values"]) == (None, {})


def test_a_file_that_is_refused_at_once_says_why_beside_what(fake: Running) -> None:
    refused = fake.post(gzip.compress(b"x"))
    assert refused.status_code in (415, 422)
    values = {"cause": "other_archive", "kind": "gzip"}
    assert (refused.json()["code"], refused.json()["values"]) == ("UnreadableDocument", values)
