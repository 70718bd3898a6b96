"""The MCP server, called by the official client: what an assistant gets, and what it does not."""

import asyncio
import json
import os
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from paperformer.errors import InvalidConfig, UnreadableDocument
from paperformer.mcp import folders
from paperformer.mcp.folders import Folders
from paperformer.mcp.server import DocumentServer
from toy_einvoice import ubl

ROOT = Path(__file__).parents[2]


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: a browser that other tests share leaves a loop running in the main one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def call(server: Any, tool: str, **arguments: object) -> tuple[bool, Any]:
    """Whether a call failed, and its text or its content."""

    async def ask() -> tuple[bool, Any]:
        async with Client(server) as client:
            result = await client.call_tool(tool, arguments)
            if result.is_error:
                return True, result.content[0].text
            assert json.loads(result.content[0].text) == result.structured_content
            return False, result.structured_content

    return run(ask())


def answer(server: DocumentServer, tool: str, **arguments: object) -> Any:
    failed, content = call(server, tool, **arguments)
    assert not failed, content
    return content


def refusal(server: DocumentServer, tool: str, **arguments: object) -> str:
    failed, text = call(server, tool, **arguments)
    assert failed
    assert "\n" not in text
    return str(text).removeprefix(f"Error executing tool {tool}: ")


def test_every_tool_says_what_it_does_and_changes_nothing(server: DocumentServer) -> None:
    async def tools() -> list[Any]:
        async with Client(server) as client:
            return list((await client.list_tools()).tools)

    found = run(tools())
    assert [tool.name for tool in found] == [
        "list_documents",
        "read_document",
        "explain_value",
        "validate_einvoice",
        "export_document",
    ]
    assert all(tool.description and tool.annotations.read_only_hint for tool in found)
    for tool in found:
        assert all("description" in argument for argument in tool.input_schema["properties"].values())


def test_visible_files_inside_are_listed_and_links_that_lead_out_are_not(
    server: DocumentServer, papers: Path
) -> None:
    names = ["einvoice.xml", "invoice-en.pdf", "notes.txt"]
    assert answer(server, "list_documents") == {"files": [str(papers / n) for n in names], "more": False}


def test_a_document_is_read(server: DocumentServer) -> None:
    found = answer(server, "read_document", path="invoice-en.pdf")
    (total, *_) = found["fields"]["total_incl_vat"]
    assert (total["value"], total["page"]) == ("13092.00", 1)
    assert total["confidence"] > 0.9
    assert found["rows"]["purchase_lines"][0]["cells"].keys() >= {"description", "total"}
    assert all(one["confidence"] >= 0.5 for some in found["fields"].values() for one in some)


def test_only_the_fields_that_are_asked_for_come_back(server: DocumentServer) -> None:
    found = answer(server, "read_document", path="invoice-en.pdf", fields=["currency"], min_confidence=0)
    assert list(found["fields"]) == ["currency"]
    assert found["rows"] == {}


def test_a_value_is_explained_by_its_evidence(server: DocumentServer) -> None:
    found = answer(server, "explain_value", path="invoice-en.pdf", field="total_incl_vat")
    best = found["candidates"][0]
    assert best["value"] == "13092.00"
    assert best["score"] == pytest.approx(sum(reason["counts"] for reason in best["evidence"]), abs=1e-2)
    assert all(reason["says"] for reason in best["evidence"])


def test_an_einvoice_is_validated_against_the_schema_and_the_rules(server: DocumentServer) -> None:
    pytest.importorskip("saxonche", reason="needs pip install 'paperformer[einvoice]'")
    found = answer(server, "validate_einvoice", path="einvoice.xml")
    assert found["valid"] is False
    assert "BR-01" in {violation["rule"] for violation in found["violations"]}  # it names no specification


def test_a_document_is_exported_as_an_einvoice_and_as_csv(server: DocumentServer, papers: Path) -> None:
    before = sorted(papers.iterdir())
    found = answer(server, "export_document", path="invoice-en.pdf", format="ubl", force=True)
    assert "<cbc:ID>LS-2024-0193</cbc:ID>" in found["content"]
    table = answer(server, "export_document", path="invoice-en.pdf", format="csv")["content"]
    assert table.splitlines()[0].startswith("file,field,value")
    assert "invoice-en.pdf,total_incl_vat,13092.00" in table
    assert sorted(papers.iterdir()) == before


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("read_document", {"path": "../secret.pdf"}, "is outside the folders"),
        ("read_document", {"path": "/etc/passwd"}, "is outside the folders"),
        ("read_document", {"path": "link.pdf"}, "is outside the folders"),
        ("explain_value", {"path": "../secret.pdf", "field": "currency"}, "is outside the folders"),
        ("validate_einvoice", {"path": "../secret.pdf"}, "is outside the folders"),
        ("export_document", {"path": "../secret.pdf", "format": "csv"}, "is outside the folders"),
        ("read_document", {"path": "none.pdf"}, "none.pdf is no file in the folders"),
        ("read_document", {"path": "a\0b"}, "is no path of a file"),
        ("read_document", {"path": "x" * 5000}, "is no path of a file"),
        ("read_document", {"path": "notes.txt"}, "notes.txt"),
        ("read_document", {"path": "invoice-en.pdf", "fields": ["totl"]}, "totl"),
        ("read_document", {"path": "invoice-en.pdf", "min_confidence": 7}, "less than or equal to 1"),
        ("read_document", {}, "Field required"),
        ("explain_value", {"path": "invoice-en.pdf", "field": "colour"}, "colour"),
        ("validate_einvoice", {"path": "invoice-en.pdf"}, "invoice-en.pdf carries no e-invoice"),
        ("export_document", {"path": "einvoice.xml", "format": "docx"}, "no format is called docx"),
        ("export_document", {"path": "einvoice.xml", "format": "ubl", "profile": "x"}, "no profile"),
        ("delete_document", {"path": "invoice-en.pdf"}, "Unknown tool"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_in_one_line(
    server: DocumentServer, tool: str, arguments: dict[str, object], message: str
) -> None:
    assert message in refusal(server, tool, **arguments)


def test_an_invoice_that_lacks_what_an_einvoice_needs_is_refused_in_one_line(
    server: DocumentServer,
) -> None:
    said = refusal(server, "export_document", path="invoice-en.pdf", format="cii", profile="xrechnung")
    assert "BT-10" in said


def test_a_changed_file_is_read_again(server: DocumentServer, papers: Path) -> None:
    path = papers / "changing.xml"
    numbers = []
    for number in (1, 22):
        path.write_text(ubl(number))
        found = answer(server, "read_document", path="changing.xml", fields=["document_number"])
        numbers.append(found["fields"]["document_number"][0]["value"])
    path.unlink()
    assert numbers == ["N-1", "N-22"]


def test_a_long_list_says_that_there_are_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "MOST_LISTED", 2)
    for name in ("a", "b", "c", ".hidden"):
        (tmp_path / name).touch()
    assert Folders([tmp_path]).files() == ([str(tmp_path / "a"), str(tmp_path / "b")], True)


def test_a_pipe_in_a_folder_is_no_document(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    with pytest.raises(UnreadableDocument, match="is no file in the folders"):
        Folders([tmp_path]).find("pipe.pdf")


def test_without_a_folder_nothing_may_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="no folder is named"):
        Folders([])
    with pytest.raises(InvalidConfig, match="is no folder"):
        Folders([tmp_path / "none"])


@pytest.mark.slow
def test_the_command_speaks_over_standard_input_and_output(papers: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = ["-m", "paperformer", "mcp", str(papers)]
    parameters = StdioServerParameters(command=sys.executable, args=command, env=environment)
    failed, text = call(parameters, "read_document", path="../secret.pdf")
    assert failed
    assert "outside the folders" in text
