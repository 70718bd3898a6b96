"""Pages with their mistakes: what was answered in red, what would have been right in green."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from paperformer.documents.model import Page
from paperformer.errors import PaperformerError
from paperformer.evaluation.mistakes import Mistake
from paperformer.extraction.batch import OVERLAY_WIDTH
from paperformer.extraction.overlay import draw_marks, label_font

if TYPE_CHECKING:
    from PIL import Image

    from paperformer.documents import DocumentReader

WRONG, RIGHT = "#b3261e", "#1b6e3c"


def draw_mistakes(mistakes: Sequence[Mistake], reader: DocumentReader) -> Iterator[tuple[int, Image.Image]]:
    """The pages of one document on which something was answered wrong, or has a value that was missed.

    Args:
        mistakes: Of one document.
        reader: Draws its file; where there is none, its words are drawn where they stand.

    Yields:
        The page's number, from 1, and an RGB picture.
    """
    document = mistakes[0].answer.document
    for page in document.pages:
        marks = list(_marks(mistakes, page.number))
        if marks:
            yield page.number, draw_marks(_picture(mistakes[0], page, reader), marks)


def _marks(mistakes: Sequence[Mistake], page: int) -> Iterator[tuple[tuple[float, ...], str, str]]:
    """Box, label and colour of each mark."""
    for mistake in mistakes:
        best = mistake.answered
        if best is not None and best.box is not None and best.page == page:
            box = (best.box.x0, best.box.y0, best.box.x1, best.box.y1)
            yield box, f"{mistake.field} {best.confidence:.2f}", WRONG
        label = f"{mistake.field}: right"
        for where, place in mistake.places:
            if where == page:
                yield (place.x0, place.y0, place.x1, place.y1), label, RIGHT
                label = ""  # once, where a value has several lines


def _picture(mistake: Mistake, page: Page, reader: DocumentReader) -> Image.Image:
    labelled = mistake.answer.labelled
    if labelled.file is not None and labelled.file.is_file():
        # Words of a set stand on the page as a viewer shows it, unless it says how the page was turned.
        is_of_set = mistake.answer.document is labelled.document
        view = page.number if is_of_set and not (page.rotation or page.skew) else page
        try:
            return reader.render(labelled.file, view, width=OVERLAY_WIDTH)
        except PaperformerError:  # not a reason to show nothing: the words are there
            return _written(page)
    return _written(page)


def _written(page: Page) -> Image.Image:
    """A white page with its words where they stand."""
    from PIL import Image, ImageDraw

    height = max(1, round(OVERLAY_WIDTH * page.height / page.width))
    image = Image.new("RGB", (OVERLAY_WIDTH, height), "white")
    draw = ImageDraw.Draw(image)
    for word in page.words:
        box = word.box
        size = max(6, round(box.height * height))
        wide = max(1, round(box.width * OVERLAY_WIDTH))
        text = Image.new("L", (max(1, 2 * size * len(word.text)), 2 * size))
        pen = ImageDraw.Draw(text)
        pen.text((0, 0), word.text, fill=255, font=label_font(size))
        ink = text.getbbox()
        if ink is not None:
            shape = text.crop(ink).resize((wide, size))
            draw.bitmap((round(box.x0 * OVERLAY_WIDTH), round(box.y0 * height)), shape, fill="black")
    return image
