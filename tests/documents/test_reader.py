"""The reading process: documents cross it whole, and it is killed and replaced when it must be."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from pdf_writing import PageSpec, PdfSpec, grey_picture, one_page, text_at, write_pdf

from paperformer.documents import DocumentReader, Limits, open_document, process
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.errors import DocumentTooLarge, InvalidConfig, OcrUnavailable, UnreadableDocument

INVOICE = one_page(text_at("Invoice 4711", 70, 700), text_at("Total 12,50 €", 70, 680))
ENDLESS = write_pdf(PdfSpec([PageSpec(b"BT /F1 1 Tf 70 700 Td " + b"(a) Tj " * 2_000_000 + b"ET")]))


def inflating_to(size: int) -> bytes:
    """A small PDF whose page content is ``size`` blanks."""
    packer, block = zlib.compressobj(9), b" " * 10_000_000
    packed = b"".join(packer.compress(block) for _ in range(size // len(block))) + packer.flush()
    content = b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed)
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 10 0 R >>"
    spec = PdfSpec([], objects=[content, page])
    return write_pdf(spec).replace(b"/Count 0 /Kids []", b"/Count 1 /Kids [11 0 R]")


@pytest.fixture(scope="module")
def reader() -> Iterator[DocumentReader]:
    with DocumentReader() as reader:
        yield reader


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


def started_since(before: set[int]) -> psutil.Process:
    """The one process started since: numbers of processes begin anew, so it need not have the highest."""
    [number] = children() - before
    return psutil.Process(number)


def test_a_document_crosses_whole(reader: DocumentReader) -> None:
    xml = b'<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'
    pages = [
        PageSpec(text_at("Größe 10 µm", 50, 700)),
        PageSpec(),
        PageSpec(text_at("Seite 3", 9, 9, angle=90)),
    ]
    data = write_pdf(PdfSpec(pages, {"factur-x.xml": xml}))
    there = reader.read(data, name="a \udcff.pdf", ocr="never")
    here = InProcessReader().read(data, ReadOptions(name="a \udcff.pdf", ocr="never"))
    assert there == here
    assert there.einvoice == xml


def test_one_process_reads_document_after_document(reader: DocumentReader) -> None:
    reader.read(INVOICE)
    before = children()
    for _ in range(20):
        assert len(reader.read(INVOICE).words) == 5
    assert children() == before


def test_open_document_needs_no_reader_and_leaves_no_process(tmp_path: Path) -> None:
    before = children()
    path = tmp_path / "invoice.png"  # the name lies
    path.write_bytes(INVOICE)
    document = open_document(path)
    assert document.name == str(path)
    assert [word.text for word in document.words] == ["Invoice", "4711", "Total", "12,50", "€"]
    assert children() == before


def test_open_document_uses_the_reader_it_is_given(reader: DocumentReader) -> None:
    reader.read(INVOICE)
    before = children()
    assert open_document(INVOICE, name="mail.pdf", reader=reader).name == "mail.pdf"
    with pytest.raises(DocumentTooLarge, match="more than 10 bytes"):
        open_document(INVOICE, limits=Limits(file_bytes=10), reader=reader)
    assert children() == before


def test_a_page_is_drawn_as_wide_as_asked(reader: DocumentReader) -> None:
    page = reader.read(INVOICE).pages[0]
    for picture in (reader.render(INVOICE, page, width=300), reader.render(INVOICE, 1, width=300)):
        assert picture.size == (300, 424)
        assert picture.mode == "RGB"
        assert picture.convert("L").getextrema() != (255, 255)


def test_wishes_that_make_no_sense_are_refused(reader: DocumentReader) -> None:
    with pytest.raises(InvalidConfig, match="no OCR mode 'sometimes'"):
        reader.read(INVOICE, ocr="sometimes")  # type: ignore[arg-type]
    with pytest.raises(InvalidConfig, match="0 pixels wide"):
        reader.render(INVOICE, 1, width=0)


def test_errors_cross_as_themselves(reader: DocumentReader) -> None:
    with pytest.raises(OcrUnavailable, match="no-such-engine"):
        reader.read(INVOICE, ocr="always", ocr_engine="no-such-engine")
    with pytest.raises(UnreadableDocument) as caught:
        reader.read(b"rubbish", name="letter.pdf")
    assert caught.value.message == "letter.pdf is a text file"
    assert caught.value.remedy


@pytest.mark.slow
def test_a_document_that_takes_too_long_costs_only_itself() -> None:
    with DocumentReader() as reader:
        assert reader.read(INVOICE).words
        with pytest.raises(DocumentTooLarge, match=r"endless\.pdf takes more than 0\.5 seconds a page"):
            reader.read(ENDLESS, name="endless.pdf", limits=Limits(seconds_per_page=0.5))
        assert reader.read(INVOICE).words
        with pytest.raises(DocumentTooLarge, match=r"takes more than 0\.5 seconds to read"):
            reader.read(ENDLESS, limits=Limits(seconds_per_document=0.5))
        assert reader.read(INVOICE).words


def test_a_process_that_waits_for_ever_is_killed_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "CLOCK_FACTOR", 1.0)
    before = children()
    with DocumentReader() as reader:
        reader.read(INVOICE)
        victim = started_since(before)
        victim.suspend()
        with pytest.raises(DocumentTooLarge, match=r"asleep\.pdf takes more than 1 seconds a page"):
            reader.read(INVOICE, name="asleep.pdf", limits=Limits(seconds_per_page=1.0))
        assert reader.read(INVOICE).words


@pytest.mark.slow
def test_a_document_that_takes_too_much_memory_costs_only_itself() -> None:
    bomb = inflating_to(200_000_000)
    assert len(bomb) < 1_000_000
    with DocumentReader(Limits(worker_megabytes=150)) as reader:
        with pytest.raises(DocumentTooLarge, match=r"bomb\.pdf takes more than 150 MB of memory"):
            reader.render(bomb, 1, width=500, name="bomb.pdf")
        assert reader.read(INVOICE).words


def test_a_crash_of_the_parser_costs_only_the_document() -> None:
    before = children()
    with DocumentReader() as reader:
        reader.read(INVOICE)
        victim = started_since(before)
        threading.Timer(0.5, victim.send_signal, [signal.SIGSEGV]).start()
        with pytest.raises(
            UnreadableDocument, match=r"endless\.pdf is damaged: reading it crashed \(Segmentation fault\)"
        ):
            reader.read(ENDLESS, name="endless.pdf")
        assert reader.read(INVOICE).words


def test_a_process_killed_while_idle_is_replaced_unnoticed() -> None:
    before = children()
    with DocumentReader() as reader:
        reader.read(INVOICE)
        victim = started_since(before)
        victim.kill()
        psutil.wait_procs([victim], timeout=5)
        assert reader.read(INVOICE).words
        assert started_since(before) != victim


def test_a_closed_reader_leaves_no_process_and_may_be_used_again() -> None:
    before = children()
    reader = DocumentReader()
    reader.read(INVOICE)
    reader.close()
    reader.close()
    assert children() == before
    assert reader.read(INVOICE).words
    del reader
    assert children() == before


def test_threads_may_share_a_reader(reader: DocumentReader) -> None:
    files = {f"{number}.pdf": one_page(text_at(f"Invoice {number}", 70, 700)) for number in range(30)}
    with ThreadPoolExecutor(8) as pool:
        documents = list(pool.map(lambda item: reader.read(item[1], name=item[0]), files.items()))
    assert [document.words[1].text for document in documents] == [str(number) for number in range(30)]


def test_ctrl_c_leaves_the_reader_usable() -> None:
    with DocumentReader() as reader:
        reader.read(INVOICE)
        threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            reader.read(ENDLESS)
        assert reader.read(INVOICE).words


def test_the_process_ends_with_its_owner() -> None:
    program = (
        "import os, sys\n"
        "from paperformer.documents import DocumentReader\n"
        "reader = DocumentReader(); reader.read(sys.stdin.buffer.read())\n"
        "import psutil; print(psutil.Process().children()[0].pid, flush=True); os._exit(0)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], input=INVOICE, capture_output=True, check=True)
    worker = int(run.stdout)
    deadline = time.monotonic() + 5
    while psutil.pid_exists(worker) and psutil.Process(worker).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline, "the reading process outlives its owner"
        time.sleep(0.05)


def test_a_program_without_a_main_guard_may_read() -> None:
    program = (
        "from paperformer.documents import open_document\nimport sys\nprint(len(open_document('-').words))"
    )
    run = subprocess.run([sys.executable, "-c", program], input=INVOICE, capture_output=True, check=True)
    assert run.stdout == b"5\n"
    assert run.stderr == b""


def test_importing_the_room_loads_nothing_heavy() -> None:
    program = (
        "import sys, paperformer.documents as d; d.DocumentReader, d.open_document, d.Limits\n"
        "print({'pypdfium2', 'PIL', 'numpy', 'onnxruntime', 'rapidocr'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert run.stdout == b"set()\n"


def test_the_room_exports_what_it_promises() -> None:
    import paperformer.documents as room

    assert {name: getattr(room, name).__name__ for name in room.__all__} == {
        name: name for name in room.__all__
    }
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        room.nothing  # noqa: B018


@pytest.mark.slow
def test_memory_stays_flat_over_100_documents() -> None:
    scan = PageSpec(b"q 595 0 0 842 0 0 cm /Im1 Do Q", resources=b"/XObject << /Im1 10 0 R >> ")
    data = [
        write_pdf(
            PdfSpec(
                [PageSpec(text_at(f"Invoice {number} with some words", 70, 700))] * 3 + [scan],
                objects=[grey_picture(600, 840)],
            )
        )
        for number in range(20)
    ]
    before = children()
    with DocumentReader() as reader:
        for file in data:
            reader.read(file, ocr="never")
        worker = started_since(before)
        early = worker.memory_info().rss
        for file in data * 4:
            reader.read(file, ocr="never")
        assert worker.memory_info().rss - early < 5_000_000
