"""The parser plugin of paperless-ngx 3, against a running service and the contract of its interface."""

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import paperless_api
import paperless_plugins
import pytest
from fake_reader import DOUBTFUL, pdf
from paperless_api import TOKEN, Paperless
from paperless_plugins import ParseError
from PIL import Image
from running_service import Running

ROOT = Path(__file__).parents[2]
INTEGRATIONS = ROOT / "integrations"
PDF = "application/pdf"
INVOICE = {"document_number": ["R-17"], "document_date": ["2026-03-01"], "total_incl_vat": ["1250.5"]}


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch, fake: Running) -> Iterator[Any]:
    """The class that the registry finds, in the environment of paperless-ngx."""
    documents, parsers = ModuleType("documents"), ModuleType("documents.parsers")
    parsers.ParseError = ParseError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "documents", documents)
    monkeypatch.setitem(sys.modules, "documents.parsers", parsers)
    monkeypatch.syspath_prepend(str(INTEGRATIONS))
    monkeypatch.setenv("PAPERFORMER_URL", fake.url)
    monkeypatch.setenv("PAPERFORMER_KEY", fake.key)
    yield paperless_plugins.advertised(INTEGRATIONS / "pyproject.toml")["paperformer"]
    for name in ("paperless_parser", "paperless_post_consume"):
        sys.modules.pop(name, None)


def written(folder: Path, *lines: str) -> Path:
    file = folder / "0000007.pdf"
    file.write_bytes(pdf(*lines))
    return file


def test_it_has_every_method_of_the_protocol_with_parameters_that_fit(parser: Any) -> None:
    with parser() as made:
        assert isinstance(made, paperless_plugins.Parser)
    for name, asked in vars(paperless_plugins.Parser).items():
        if inspect.isfunction(asked) and not name.startswith("_"):
            ours = inspect.signature(getattr(parser, name))
            for one in inspect.signature(asked).parameters.values():
                assert ours.parameters[one.name].kind == one.kind, (name, one.name)


def test_text_date_and_pages_are_those_of_the_service(parser: Any, tmp_path: Path) -> None:
    file = written(tmp_path, "Invoice R-17", "Total 1250.50", json.dumps(INVOICE))
    with parser(logging_group="a") as made:
        made.configure(object())
        made.parse(file, PDF, produce_archive=True)
        assert made.get_text().splitlines()[:2] == ["Invoice R-17", "Total 1250.50"]
        assert (made.get_date().date(), made.get_date().utcoffset() is None) == (date(2026, 3, 1), False)
        assert made.get_page_count(file, PDF) == 1
        assert made.get_archive_path() is None
        assert made.extract_metadata(file, PDF) == []


def test_a_date_that_is_too_unsure_is_left_to_paperless(
    parser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, json.dumps({"document_date": [f"{DOUBTFUL}2026-03-01"]}))
    monkeypatch.setenv("PAPERFORMER_LEAST", "0.7")
    with parser() as made:
        made.parse(file, PDF)
        assert made.get_date() is None


def test_the_thumbnail_is_a_webp_in_a_folder_that_goes(parser: Any, tmp_path: Path) -> None:
    file = tmp_path / "scan.png"
    Image.new("RGB", (300, 400), "white").save(file)
    with parser() as made:
        thumbnail = made.get_thumbnail(file, "image/png")
        with Image.open(thumbnail) as drawn:
            assert (drawn.format, drawn.width <= 500) == ("WEBP", True)
    assert not thumbnail.exists()


def test_custom_fields_come_from_the_same_reading(parser: Any, tmp_path: Path, fake: Running) -> None:
    import paperless_post_consume

    file = written(tmp_path, "once", json.dumps({"document_number": ["R-18"]}))
    with parser() as made:
        made.parse(file, PDF)
    before = fake.client.get("/v1/documents").json()["total"]
    with paperless_api.running(Paperless()) as paperless:
        paperless_post_consume.main(
            {
                "DOCUMENT_ID": "7",
                "DOCUMENT_SOURCE_PATH": str(file),
                "PAPERFORMER_PAPERLESS_URL": paperless.url,
                "PAPERFORMER_PAPERLESS_TOKEN": TOKEN,
                "PAPERFORMER_URL": fake.url,
                "PAPERFORMER_KEY": fake.key,
            }
        )
        assert paperless.values() == {"document_number": "R-18"}
    assert fake.client.get("/v1/documents").json()["total"] == before


def test_it_is_chosen_before_the_parser_of_paperless_only_where_a_service_is_set(
    parser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, "x")
    assert paperless_plugins.chosen([parser], PDF, file.name, file) is parser
    assert paperless_plugins.chosen([parser], "application/zip", "a.zip", file) is None
    monkeypatch.delenv("PAPERFORMER_URL")
    assert paperless_plugins.chosen([parser], PDF, file.name, file) is None


@pytest.mark.parametrize(
    ("line", "url", "said"),
    [
        ("fail", None, "was answered with 422: 0000007.pdf is damaged. Save it anew"),
        ("x", "http://127.0.0.1:9", "Paperformer does not answer at http://127.0.0.1:9"),
    ],
)
def test_what_fails_is_an_error_of_paperless_in_one_line(
    parser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, url: str | None, said: str
) -> None:
    if url is not None:
        monkeypatch.setenv("PAPERFORMER_URL", url)
    with parser() as made, pytest.raises(ParseError) as raised:
        made.parse(written(tmp_path, line), PDF)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_the_plugin_needs_only_what_paperless_has() -> None:
    tree = ast.parse((INTEGRATIONS / "paperless_parser.py").read_text(encoding="utf-8"))
    modules = {
        (node.module or "").split(".")[0] if isinstance(node, ast.ImportFrom) else alias.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert modules - sys.stdlib_module_names == {"PIL", "documents", "paperless_post_consume"}
