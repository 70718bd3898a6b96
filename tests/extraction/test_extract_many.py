"""Many documents in a row: answers in order, and one bad file is an error among them."""

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from paperformer.errors import InvalidConfig, UnreadableDocument
from paperformer.extraction.pipeline import Extractor

PAGE = ("Invoice no: INV-17", "Invoice date: 2024-03-12", "Total: 120.00 EUR")


def draw(path: Path) -> None:
    canvas = Canvas(str(path))
    for number, line in enumerate(PAGE):
        canvas.drawString(72, 760 - 24 * number, line)
    canvas.save()


@pytest.fixture
def three(tmp_path: Path) -> list[Path]:
    """A good file, a bad one, a good one."""
    paths = [tmp_path / f"{name}.pdf" for name in "abc"]
    for path in paths:
        draw(path)
    paths[1].write_bytes(b"no PDF")
    return paths


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bad_file_yields_its_error_and_the_others_go_on(
    toy_folder: Path, three: list[Path], workers: int
) -> None:
    with Extractor(toy_folder, min_confidence=0.0) as extractor:
        outcomes = list(extractor.extract_many(three, workers=workers))
    assert [outcome.name for outcome in outcomes] == [str(path) for path in three]
    good, bad, last = outcomes
    assert isinstance(bad.error, UnreadableDocument)
    assert bad.extraction is None
    for outcome in (good, last):
        assert outcome.error is None
        assert outcome.extraction is not None
        assert outcome.extraction.fields["total_incl_vat"][0].value == "120.00"


def test_paths_are_taken_lazily_and_the_extractor_stays_open(toy_folder: Path, three: list[Path]) -> None:
    taken: list[Path] = []

    def paths() -> object:
        for path in three:
            taken.append(path)
            yield path

    with Extractor(toy_folder) as extractor:
        next(extractor.extract_many(paths()))  # type: ignore[arg-type]
        assert taken == three[:1]
        assert extractor.extract(three[0]).file == str(three[0])


def test_fewer_than_one_worker_is_refused(toy_folder: Path) -> None:
    with Extractor(toy_folder) as extractor, pytest.raises(InvalidConfig, match="jobs is 0"):
        extractor.extract_many([], workers=0)
