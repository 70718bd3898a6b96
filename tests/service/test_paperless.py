"""The post-consume script of paperless-ngx, against a running service and the contract of its API."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

import paperless_api
import pytest
from fake_reader import DOUBTFUL, pdf
from paperless_api import TOKEN, Paperless
from running_service import Running

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "integrations/paperless_post_consume.py"
PAGE = (ROOT / "docs/paperless-ngx.md").read_text(encoding="utf-8")
INVOICE = {
    "document_number": ["R-17"],
    "document_date": ["2026-03-01"],
    "supplier_name": [f"{DOUBTFUL}Kvarn AB"],
    "total_incl_vat": ["1250.5"],
    "currency": ["SEK"],
}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = util.spec_from_file_location("paperless_post_consume", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def paperless() -> Iterator[Paperless]:
    with paperless_api.running(Paperless()) as running:
        yield running


@pytest.fixture
def environment(fake: Running, paperless: Paperless, tmp_path: Path) -> dict[str, str]:
    file = tmp_path / "0000007.pdf"
    file.write_bytes(pdf(json.dumps(INVOICE)))
    return {
        "DOCUMENT_ID": "7",
        "DOCUMENT_SOURCE_PATH": str(file),
        "PAPERFORMER_PAPERLESS_URL": paperless.url,
        "PAPERFORMER_PAPERLESS_TOKEN": TOKEN,
        "PAPERFORMER_URL": f"{fake.url}/",
        "PAPERFORMER_KEY": fake.key,
    }


def test_custom_fields_are_made_and_filled_and_doubtful_ones_marked(
    script: ModuleType, environment: dict[str, str], paperless: Paperless
) -> None:
    said = script.main(environment)
    assert said == "5 custom fields filled; doubtful: supplier_name (60%)"
    assert paperless.values() == {
        "document_number": "R-17",
        "document_date": "2026-03-01",
        "supplier_name": "Kvarn AB",
        "total_incl_vat": "SEK1250.50",
        "currency": "SEK",
        "paperformer_doubts": "supplier_name (60%)",
    }
    kinds = {entry["name"]: entry["data_type"] for entry in paperless.custom_fields}
    assert (kinds["total_incl_vat"], kinds["due_date"], kinds["iban"]) == ("monetary", "date", "string")
    assert paperless.document["tags"] == [paperless.tags[0]["id"]]
    assert paperless.tags[0]["name"] == "check values"


def test_values_that_are_there_stay_and_others_are_appended(
    script: ModuleType, environment: dict[str, str], paperless: Paperless
) -> None:
    paperless.custom_fields += [
        {"id": 1, "name": "Project", "data_type": "string"},
        {"id": 2, "name": "document_number", "data_type": "string"},
        {"id": 3, "name": "document_date", "data_type": "date"},
    ]
    paperless.document["custom_fields"] = [
        {"field": 1, "value": "Roof"}, {"field": 2, "value": "by hand"}, {"field": 3, "value": None}
    ]  # fmt: skip
    script.main(environment)
    values = paperless.values()
    assert (values["Project"], values["document_number"]) == ("Roof", "by hand")
    assert values["document_date"] == "2026-03-01"
    script.main(environment)
    assert paperless.values() == values


def test_in_the_mode_replace_values_are_replaced_and_an_old_mark_goes(
    script: ModuleType, environment: dict[str, str], paperless: Paperless, tmp_path: Path
) -> None:
    script.main(environment)
    paperless.tags.append({"id": 9, "name": "mine"})
    paperless.document["tags"].append(9)
    sure = {**INVOICE, "supplier_name": ["Kvarn Aktiebolag"]}
    (tmp_path / "0000007.pdf").write_bytes(pdf(json.dumps(sure)))
    script.main({**environment, "PAPERFORMER_MODE": "replace"})
    assert paperless.values()["supplier_name"] == "Kvarn Aktiebolag"
    assert paperless.values()["paperformer_doubts"] == ""
    assert paperless.document["tags"] == [9]


def test_fields_have_the_names_and_types_that_paperless_gives_them(
    script: ModuleType, environment: dict[str, str], paperless: Paperless
) -> None:
    paperless.custom_fields += [
        {"id": 1, "name": "Total", "data_type": "float"},
        {"id": 2, "name": "Firm", "data_type": "select"},
    ]
    fields = "total_incl_vat=Total,supplier_name=Firm,document_number = Number"
    said = script.main({**environment, "PAPERFORMER_FIELDS": fields})
    assert said == "2 custom fields filled; of another type or too long: Firm"
    assert paperless.values() == {"Total": 1250.5, "Number": "R-17"}


def test_what_is_too_long_or_too_unsure_is_left_out(
    script: ModuleType, environment: dict[str, str], paperless: Paperless, tmp_path: Path
) -> None:
    (tmp_path / "0000007.pdf").write_bytes(
        pdf(json.dumps({"document_number": ["9" * 129], "iban": ["~DE1"], "currency": ["EUR"]}))
    )
    said = script.main({**environment, "PAPERFORMER_LEAST": "0.7"})
    assert said == "1 custom fields filled; of another type or too long: document_number"
    assert paperless.values() == {"currency": "EUR"}
    assert paperless.tags == []


def failure(script: ModuleType, environment: dict[str, str]) -> str:
    with pytest.raises(script.Failed) as caught:
        script.main(environment)
    return str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"PAPERFORMER_PAPERLESS_TOKEN": "wrong"}, "paperless-ngx: GET /api/custom_fields/"),
        ({"PAPERFORMER_KEY": "wrong"}, "Paperformer: GET /v1/documents was answered with 401"),
        ({"DOCUMENT_ID": "8"}, "was answered with 404"),
        ({"DOCUMENT_SOURCE_PATH": "/nowhere.pdf"}, "/nowhere.pdf cannot be read"),
        ({"PAPERFORMER_URL": "http://127.0.0.1:9"}, "Paperformer does not answer at http://127.0.0.1:9"),
        ({"PAPERFORMER_URL": "file:///etc"}, "PAPERFORMER_URL is no http:// or https:// address"),
        ({"PAPERFORMER_MODE": "merge"}, "PAPERFORMER_MODE is merge"),
        ({"PAPERFORMER_DOUBT": "much"}, "is no number"),
        ({"PAPERFORMER_PAPERLESS_TOKEN_FILE": "/nowhere"}, "PAPERFORMER_PAPERLESS_TOKEN_FILE cannot be read"),
    ],
)
def test_what_fails_is_named(
    script: ModuleType, environment: dict[str, str], changes: dict[str, str], message: str
) -> None:
    assert message in failure(script, {**environment, **changes})


def test_a_document_that_cannot_be_read_changes_nothing(
    script: ModuleType, environment: dict[str, str], paperless: Paperless, tmp_path: Path
) -> None:
    (tmp_path / "0000007.pdf").write_bytes(pdf("fail"))
    assert "0000007.pdf is damaged" in failure(script, environment)
    assert paperless.asked == []


def test_a_redirect_is_not_followed_with_the_token(
    script: ModuleType, environment: dict[str, str], paperless: Paperless
) -> None:
    paperless.redirects = True
    assert "was answered with 302" in failure(script, environment)
    assert not any("elsewhere" in path for path in paperless.asked)


def test_secrets_may_stand_in_files(script: ModuleType, environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "token").write_text(environment.pop("PAPERFORMER_PAPERLESS_TOKEN") + "\n")
    assert "filled" in script.main(
        {**environment, "PAPERFORMER_PAPERLESS_TOKEN_FILE": str(tmp_path / "token")}
    )


def test_the_script_needs_the_standard_library_alone_and_ends_with_one_line() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    modules = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert modules <= sys.stdlib_module_names
    done = subprocess.run([sys.executable, "-I", SCRIPT], capture_output=True, text=True, env={}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "paperformer: DOCUMENT_ID is not set\n")


def test_the_page_names_every_setting(script: ModuleType) -> None:
    source = SCRIPT.read_text(encoding="utf-8")
    names = {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isupper()
    }
    settings: set[Any] = {name for name in names if name.startswith("PAPERFORMER_")}
    assert len(settings) == 9
    assert [name for name in sorted(settings) if f"`{name}`" not in PAGE] == []
    assert all(f"`{name}`" in PAGE for name in script.FIELDS.split(","))
