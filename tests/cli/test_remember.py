"""``remember`` and ``forget``, and what ``extract`` makes of the memory."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from paperformer.cli import main
from paperformer.extraction.supplier_memory.identity import keys_on_page
from paperformer.extraction.supplier_memory.look import sketch_of
from paperformer.extraction.supplier_memory.store import MemoryFile
from paperformer.fields.page.layout import Layout
from toy_documents import document_of, record_of, write_jsonl

LINES = ("Blumen Hartwig", "Gartenweg 4", "Vorgang|X-1", "Alles zusammen|12,00 EUR")
FIELDS = {"supplier_name": ["Blumen Hartwig"], "document_number": ["X-1"], "due_date": []}


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(one) for one in arguments])
    return result.exit_code, result.output


def test_confirmed_documents_are_remembered_once_and_forgotten_by_tag(tmp_path: Path) -> None:
    data = write_jsonl(tmp_path / "corrections.jsonl", [record_of("a", LINES, FIELDS)])
    memory = tmp_path / "memory.db"
    for _ in range(2):
        code, output = run("remember", data, "--to", memory, "--tag", "north")
        assert (code, output.startswith("paperformer: 1 documents remembered")) == (0, True)
    assert len(MemoryFile(memory).documents()) == 1
    assert run("forget", memory, "--tag", "south")[1].startswith("paperformer: 0 documents forgotten")
    assert run("forget", memory, "--tag", "north")[1].startswith("paperformer: 1 documents forgotten")
    assert MemoryFile(memory).documents() == {}


def test_forget_needs_to_be_told_what(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.touch()
    code, output = run("forget", path)
    assert code == 2
    assert "Give --document, --tag or --before" in output


def test_answers_that_nobody_has_checked_are_not_remembered(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(
        json.dumps({"schema_version": "2", "model": {}, "timing_ms": {}}) + "\n", encoding="utf-8"
    )
    code, output = run("remember", path, "--to", tmp_path / "memory.db")
    assert code == 2
    assert "nobody has checked" in output


def test_extract_refuses_a_file_that_is_no_memory_before_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(b"no memory " * 100)
    code, output = run("extract", tmp_path / "none.pdf", "--memory", path)
    assert code == 2
    assert "cannot be read as a memory of suppliers" in output
    assert "Traceback" not in output


def test_the_columns_of_confirmed_lines_are_remembered(tmp_path: Path) -> None:
    lines = (*LINES[:2], "Blumm|Trosk|Vreel", "Roses|4711|3,00", "Ferns|4712|9,00", LINES[3])
    rows = [
        {"description": {"value": "Roses"}, "code": {"value": "4711"}, "total": {"value": "3.00"}},
        {"description": {"value": "Ferns"}, "code": {"value": "4712"}, "total": {"value": "9.00"}},
    ]
    record = {**record_of("a", lines, FIELDS), "rows": {"purchase_lines": rows}}
    memory = tmp_path / "memory.db"
    assert run("remember", write_jsonl(tmp_path / "corrections.jsonl", [record]), "--to", memory)[0] == 0
    layout = Layout(document_of(*lines))
    sketch = sketch_of(layout)
    (page,) = MemoryFile(memory).recognise(keys_on_page(layout, sketch), sketch)
    assert page.table is not None
    assert [(one.role, one.caption) for one in page.table.columns] == [
        ("description", "blumm"), ("code", "trosk"), ("total", "vreel"),
    ]  # fmt: skip
