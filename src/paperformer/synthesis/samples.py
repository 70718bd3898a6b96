"""Draws the sample documents with their true answers: ``python -m paperformer.synthesis.samples OUT``."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from paperformer.errors import InvalidConfig, PaperformerError
from paperformer.synthesis.capture import words_on
from paperformer.synthesis.chance import generator
from paperformer.synthesis.draw import draw_pdf
from paperformer.synthesis.facts import Facts
from paperformer.synthesis.ink import Sheet
from paperformer.synthesis.sample_en import draw_sample_en
from paperformer.synthesis.sample_eu import draw_sample_eu
from paperformer.synthesis.sample_receipt import draw_sample_receipt
from paperformer.synthesis.wear import Wear, as_jpeg, photograph

_IMPLIED = ("document_type", "currency", "supplier_country", "language")
_PHOTO = Wear(
    skew=-3.2, tilt=0.07, bend=0.012, shadow=0.3, fade=0.2, blur=0.7, noise=4.0, creases=2, quality=74
)


def draw_samples(out: Path) -> list[Path]:
    """Write the samples to the folder ``out``: two PDFs and a photo, each with its answer in JSON beside it.

    The same fonts and libraries give the same bytes.

    Returns:
        The documents' paths, without the answers.

    Raises:
        InvalidConfig: when the folder cannot be written.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        eu, en, receipt = draw_sample_eu(), draw_sample_en(), draw_sample_receipt()
        paths = [
            _written(out / "invoice-eu.pdf", draw_pdf(eu[0], title="Faktura 20240817"), *eu),
            _written(out / "invoice-en.pdf", draw_pdf(en[0], title="Invoice LS-2024-0193"), *en),
            _written(out / "receipt-photo.jpg", _photo(receipt[0]), *receipt),
        ]
    except OSError as error:
        raise InvalidConfig(
            f"{out}: cannot write the samples ({error})", "Name a folder that can be written"
        ) from error
    return paths


def answer(sheets: list[Sheet], facts: Facts) -> dict[str, dict[str, list[str]]]:
    """What a reader should find: the values of all fields that the sheets print or imply."""
    printed = {name for word in words_on(sheets) for name in word.fields}
    values = facts.values({*printed, *_IMPLIED})
    return {"fields": dict(sorted(values.items()))}


def _written(path: Path, content: bytes, sheets: list[Sheet], facts: Facts) -> Path:
    path.write_bytes(content)
    text = json.dumps(answer(sheets, facts), ensure_ascii=False, indent=2)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
    return path


def _photo(sheets: list[Sheet]) -> bytes:
    import pypdfium2

    with pypdfium2.PdfDocument(io.BytesIO(draw_pdf(sheets))) as pdf:
        page = pdf[0].render(scale=4.2).to_pil()
    rng = generator("paperformer", "sample", "receipt")
    picture, _ = photograph(page, rng, _PHOTO, width=1080, height=1440)
    return as_jpeg(picture, _PHOTO.quality)


def main(arguments: list[str]) -> int:
    """The command line: one argument, the folder."""
    if len(arguments) != 1:
        print("usage: python -m paperformer.synthesis.samples OUT", file=sys.stderr)
        return 2
    try:
        for path in draw_samples(Path(arguments[0])):
            print(path)
    except PaperformerError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
