"""What a new user sees first: the samples, read with the default model."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from drawn_pdf import INVOICE, draw_pdf
from PIL import Image

from paperformer.extraction.compare import same_value
from paperformer.extraction.result import Extraction
from paperformer.fields.schema import load_schema

ROOT = Path(__file__).parents[2]
SAMPLES = ("invoice-eu.pdf", "invoice-en.pdf", "receipt-photo.jpg")
MUST = ("document_date", "total_incl_vat", "currency")
WITH_ACCOUNT = (*INVOICE, "Please pay to IBAN: DE89 3704 0044 0532 0130 00")
SHARE = 0.85  # of a sample's true values that must come first


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Extraction], Path]:
    """All samples read as `make demo` does, as JSON lines."""
    out = tmp_path_factory.mktemp("demo")
    files = [f"samples/{name}" for name in SAMPLES]
    done = subprocess.run(
        [sys.executable, "-m", "paperformer.cli", "extract", *files, "--output", "jsonl", "--overlay", out],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.returncode == 0
    answers = [Extraction.model_validate_json(line) for line in done.stdout.splitlines()]
    assert [answer.file for answer in answers] == files
    return dict(zip(SAMPLES, answers, strict=True)), out


def truth(name: str) -> dict[str, list[str]]:
    values: dict[str, Any] = json.loads((ROOT / "samples" / name).with_suffix(".json").read_text("utf-8"))
    fields: dict[str, list[str]] = values["fields"]
    return fields


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_most_values_of_a_sample_are_read_and_its_total_date_and_currency_always(
    demo: tuple[dict[str, Extraction], Path], name: str
) -> None:
    schema, found, wanted = load_schema(), demo[0][name].fields, truth(name)
    right = {
        field
        for field, values in wanted.items()
        if field in found and same_value(schema[field].type, found[field][0].value, values)
    }
    assert set(MUST) <= right, sorted(set(MUST) - right)
    assert len(right) >= SHARE * len(wanted), sorted(set(wanted) - right)


@pytest.mark.slow
def test_numbers_of_the_samples_have_check_digits_that_hold(demo: tuple[dict[str, Extraction], Path]) -> None:
    best = [candidates[0] for answer in demo[0].values() for candidates in answer.fields.values()]
    checked = [candidate.checked for candidate in best if candidate.checked is not None]
    assert len(checked) >= 3
    assert all(checked)


def test_an_account_whose_check_digits_fail_comes_with_a_warning(tmp_path: Path) -> None:
    lines = [line.replace("0130 00", "0130 01") for line in WITH_ACCOUNT]
    file = draw_pdf(tmp_path / "a.pdf", lines)
    done = subprocess.run(
        [sys.executable, "-m", "paperformer.cli", "extract", file, "--output", "json"],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    answer = Extraction.model_validate_json(done.stdout)
    assert answer.fields["iban"][0].checked is False
    assert answer.warnings == [
        "iban DE89370400440532013001: its check digits do not hold; compare it with the page"
    ]


@pytest.mark.slow
def test_every_sample_page_with_fields_is_drawn(demo: tuple[dict[str, Extraction], Path]) -> None:
    pictures = sorted(path.name for path in demo[1].iterdir())
    assert {"invoice-eu.page-1.png", "invoice-en.page-1.png", "receipt-photo.page-1.png"} <= set(pictures)
    with Image.open(demo[1] / "receipt-photo.page-1.png") as picture:
        assert picture.height > picture.width  # a receipt, upright
