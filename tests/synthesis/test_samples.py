"""The samples that the repository carries are what the code draws, and their answers are true."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from stdnum import iban, luhn
from stdnum.gb import vat as gb_vat
from stdnum.se import vat as se_vat

from paperformer.synthesis.samples import draw_samples, main

_KEPT = Path(__file__).parents[2] / "samples"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    draw_samples(folder)
    return folder


def _fields(name: str) -> dict[str, list[str]]:
    answer: dict[str, dict[str, list[str]]] = json.loads((_KEPT / name).read_text(encoding="utf-8"))
    return answer["fields"]


@pytest.mark.parametrize("name", ["invoice-eu.json", "invoice-en.json", "receipt-photo.json"])
def test_the_kept_answers_are_those_that_are_drawn(drawn: Path, name: str) -> None:
    assert (drawn / name).read_text(encoding="utf-8") == (_KEPT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "pages"), [("invoice-eu.pdf", 2), ("invoice-en.pdf", 1)])
def test_the_kept_pdfs_say_what_is_drawn(drawn: Path, name: str, pages: int) -> None:
    texts = []
    for folder in (drawn, _KEPT):
        pdf = pypdfium2.PdfDocument(folder / name)
        texts.append([page.get_textpage().get_text_range() for page in pdf])
        pdf.close()
    assert texts[0] == texts[1]
    assert len(texts[0]) == pages


def test_the_kept_photo_looks_like_the_one_that_is_drawn(drawn: Path) -> None:
    with Image.open(drawn / "receipt-photo.jpg") as new, Image.open(_KEPT / "receipt-photo.jpg") as kept:
        assert new.size == kept.size
        apart = ImageStat.Stat(ImageChops.difference(new.convert("L"), kept.convert("L"))).mean[0]
    assert apart < 3


def test_the_samples_are_small() -> None:
    for path in _KEPT.iterdir():
        assert path.stat().st_size < 400_000, path


def test_numbers_in_the_samples_hold() -> None:
    swedish, british, receipt = (
        _fields(name) for name in ("invoice-eu.json", "invoice-en.json", "receipt-photo.json")
    )
    assert se_vat.is_valid(swedish["supplier_vat_number"][0])
    assert luhn.is_valid(swedish["payment_reference"][0])
    assert luhn.is_valid(swedish["bank_account_number"][0])
    for fields in (swedish, british):
        assert iban.is_valid(fields["iban"][0])
    for fields in (british, receipt):
        assert gb_vat.is_valid(fields["supplier_vat_number"][0])
    for fields in (swedish, british, receipt):
        net, tax, gross = (
            float(fields[name][0]) for name in ("total_excl_vat", "total_vat", "total_incl_vat")
        )
        assert net + tax == pytest.approx(gross, abs=0.001)


def test_the_command_draws_into_a_folder_and_explains_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 2
    (tmp_path / "file").write_text("in the way")
    assert main([str(tmp_path / "file")]) == 1
    assert "cannot write" in capsys.readouterr().err
