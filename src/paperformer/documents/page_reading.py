"""Which reading of a page is believed: its text layer, a scanner's, our OCR, or text layer and OCR together.

- What a scanner wrote over its picture is another program's guess at the same picture: ours is the better one
  (docs/ocr.md), so the picture is read. The scanner's words stand in where OCR is off or out of time.
- A sound text layer is the page's own word. It is not sound where it does not name the letters that are drawn
  (``soundness``); where outlines cannot tell, the better spelled reading counts.
- Where a picture shows more writing than the layer has, or the layer gave no answer and more is drawn than it
  says, both are put together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from paperformer.documents.legibility import too_small
from paperformer.documents.limits import allow_more
from paperformer.documents.model import Box, Page, PageReading, Word
from paperformer.documents.order import PlacedWord, order_words
from paperformer.documents.pages import StoredPage
from paperformer.documents.turned import TurnedPage
from paperformer.errors import DocumentTooLarge

if TYPE_CHECKING:
    from PIL import Image

    from paperformer.documents.ocr.protocol import OcrEngine
    from paperformer.documents.reading import ReadOptions
    from paperformer.documents.soundness import Judgement
    from paperformer.documents.text_layer import TextLayer

# A page whose shades differ by less than this, of 255, is blank paper, whatever its colour.
BLANK_CONTRAST = 12
# Writing outside the words, of all writing, from which the picture is read too: of a page that is a picture,
# and of one that is not, which has its logo and its drawings.
UNEXPLAINED, MOSTLY_UNEXPLAINED = 0.2, 0.5
# Part of a layer's words that OCR must have read too, or the layer is not of this page.
CONFIRMED = 0.5
# Letters and figures of a word that says enough to be looked for.
LONG_ENOUGH = 3


@dataclass(frozen=True, slots=True)
class PageReader:
    """Reads the pages of one document.

    Args:
        options: How it is to be read.
        engine: Loads the OCR engine, or gives the one that is loaded.
        has_time: Whether OCR may go on where there is something else to be read.
        warnings: Where a warning is added.
    """

    options: ReadOptions
    engine: Callable[[], OcrEngine]
    has_time: Callable[[], bool]
    warnings: list[str]

    def read(self, stored: StoredPage) -> Page:
        """The page, in the reading that is believed, with the codes on it.

        Raises:
            DocumentTooLarge: when it has more words than the limit.
            OcrUnavailable: when it needs OCR and the engine is not there.
            UnreadableDocument: when it is damaged.
        """
        rotation = dict(self.options.rotations).get(stored.number)
        if rotation is not None:
            stored = TurnedPage(stored, rotation)
        if stored.is_empty():
            return self._blank(stored)
        page = self._read(stored)
        return page if page.reading == "ocr" else _with_codes(stored, page)  # OCR's picture was searched

    def _read(self, stored: StoredPage) -> Page:
        if self.options.ocr == "always":
            return self._from_picture(stored)
        layer = stored.text_layer()
        if layer is None:
            return self._from_picture_if_allowed(stored, "it is a picture")
        from paperformer.documents.soundness import OFF_PAGE, judge

        judgement = judge(layer, stored.picture_part)
        if judgement.fault == OFF_PAGE and self.options.ocr != "never":
            self._warn(stored, f"its text layer {OFF_PAGE}; OCR sees only what is on it")
        if judgement.fault:
            return self._from_picture_if_allowed(stored, f"its text layer {judgement.fault}")
        self._check(len(judgement.words), stored)
        if judgement.scanned:
            return self._scanned(stored, layer, judgement)
        self._warn_of_hidden_text(stored, layer)
        page = _page_of_layer(stored, layer, judgement, "text_layer")
        return page if self.options.ocr == "never" else self._compared(stored, page, judgement)

    def _warn_of_hidden_text(self, stored: StoredPage, layer: TextLayer) -> None:
        if not layer.hidden:
            return
        from paperformer.documents.hidden_text import hidden_text_warning

        hidden, visible = ([word.text for word in words] for words in (layer.hidden, layer.words))
        if warning := hidden_text_warning(stored.number, hidden, visible):
            self.warnings.append(warning)

    def _scanned(self, stored: StoredPage, layer: TextLayer, judgement: Judgement) -> Page:
        if self.options.ocr == "auto" and self.has_time():
            return self._from_picture(stored)
        why = "OCR is off" if self.options.ocr == "never" else "OCR of the pages before took its time"
        self._warn(stored, f"read from the scanner's own text, which is often wrong: {why}")
        return _page_of_layer(stored, layer, judgement, "scanner_layer")

    def _compared(self, stored: StoredPage, page: Page, judgement: Judgement) -> Page:
        """A page whose layer has no fault; the picture's words where it is in doubt and they are better."""
        if judgement.in_doubt:
            return self._better_spelled(stored, page)
        if not (judgement.mostly_picture or self.options.doubted):
            return page
        most = UNEXPLAINED if judgement.mostly_picture else MOSTLY_UNEXPLAINED
        if self._unexplained(stored, page) > most:
            return self._together(stored, page, judgement.words)
        return page

    def _better_spelled(self, stored: StoredPage, page: Page) -> Page:
        from paperformer.documents.spelling import STRANGE, spelling

        of_layer = spelling(word.text for word in page.words)
        if of_layer >= STRANGE:
            return page
        read = self._from_picture(stored)
        return read if spelling(word.text for word in read.words) > of_layer else page

    def _unexplained(self, stored: StoredPage, page: Page) -> float:
        from paperformer.documents.drawn_ink import WIDTH, unexplained_part
        from paperformer.documents.render import upright

        turn = (page.rotation - stored.rotation) % 360
        wide = WIDTH if turn in (0, 180) else round(WIDTH * stored.width / stored.height)
        picture = upright(stored.draw(width=max(1, wide)), turn)
        return unexplained_part(picture, [word.box for word in page.words])

    def _together(self, stored: StoredPage, page: Page, placed: tuple[PlacedWord, ...]) -> Page:
        """The layer's words, and those that OCR reads elsewhere; OCR's alone where it reads another page."""
        read = self._from_picture(stored)
        if not read.words:
            return page
        if read.rotation != page.rotation or read.skew or not _confirms(read, page):
            return read
        new = [_placed(word, page) for word in read.words if not _stands_in(word, page)]
        if not new:
            return page
        self._check(len(placed) + len(new), stored)
        words = order_words([*placed, *new], page=page.number, width=page.width, height=page.height)
        return replace(page, words=words, reading="both")

    def _from_picture_if_allowed(self, stored: StoredPage, fault: str) -> Page:
        if self.options.ocr == "never":
            self.warnings.append(f"page {stored.number} was not read: {fault}, and OCR is off")
            return _page_without_words(stored)
        return self._from_picture(stored)

    def _from_picture(self, stored: StoredPage) -> Page:
        picture = stored.draw()
        if _is_blank(picture):
            return self._blank(stored)
        page = self._recognised(stored, picture)
        if small := too_small(page, stored.pixels_per_unit()):
            self.warnings.append(small)
        elif not page.words:
            self.warnings.append(f"page {stored.number} has no text that OCR could find")
        return page

    def _recognised(self, stored: StoredPage, picture: Image.Image) -> Page:
        import numpy as np

        from paperformer.documents.codes import find_codes, standing

        page = self.engine().read(np.asarray(picture), is_upright=isinstance(stored, TurnedPage))
        drawn_finer = max(1.0, picture.width / (stored.pixels_per_unit() * stored.width))
        placed = [
            PlacedWord(
                word.text,
                word.box,
                word.band,
                word.confidence,
                line=word.line,
                letter_height=(word.band[1] - word.band[0]) / drawn_finer,
            )
            for word in page.words
        ]
        self._check(len(placed), stored)
        words = order_words(placed, page=stored.number, width=page.width, height=page.height)
        turned = page.rotation in (90, 270)
        width, height = (stored.height, stored.width) if turned else (stored.width, stored.height)
        rotation = (stored.rotation + page.rotation) % 360
        codes = tuple(standing(find_codes(picture), picture.size, page.rotation, page.skew))
        return Page(stored.number, width, height, words, "ocr", rotation, page.skew, codes)

    def _blank(self, stored: StoredPage) -> Page:
        self.warnings.append(f"page {stored.number} is blank")
        return _page_without_words(stored)

    def _warn(self, stored: StoredPage, what: str) -> None:
        self.warnings.append(f"page {stored.number}: {what}")

    def _check(self, count: int, stored: StoredPage) -> None:
        limit = self.options.limits.words_per_page
        if count > limit:
            raise DocumentTooLarge(
                f"page {stored.number} of {self.options.name} has {count:,} words, the limit is {limit:,}",
                allow_more("words_per_page"),
            )


def _page_of_layer(stored: StoredPage, layer: TextLayer, judgement: Judgement, reading: PageReading) -> Page:
    words = order_words(judgement.words, page=stored.number, width=layer.width, height=layer.height)
    return Page(stored.number, layer.width, layer.height, words, reading, layer.rotation)


def _with_codes(stored: StoredPage, page: Page) -> Page:
    """The page with the codes that are drawn where there is more than text."""
    patches = stored.code_patches()
    if not patches:
        return page
    from paperformer.documents.codes import find_codes, standing

    picture = stored.draw()
    turn = (page.rotation - stored.rotation) % 360
    return replace(page, codes=tuple(standing(find_codes(picture, patches), picture.size, turn, page.skew)))


def _page_without_words(stored: StoredPage) -> Page:
    return Page(stored.number, stored.width, stored.height, (), "none", stored.rotation)


def _is_blank(picture: Image.Image) -> bool:
    low, high = picture.convert("L").getextrema()
    return float(high) - float(low) < BLANK_CONTRAST  # type: ignore[arg-type]


def _confirms(read: Page, page: Page) -> bool:
    """Whether OCR has read most words of the layer too, wherever it parts them."""
    seen = "".join(_letters(word) for word in read.words)
    wanted = [letters for word in page.words if len(letters := _letters(word)) >= LONG_ENOUGH]
    return sum(letters in seen for letters in wanted) >= CONFIRMED * len(wanted)


def _letters(word: Word) -> str:
    return "".join(filter(str.isalnum, word.text.casefold()))


def _stands_in(word: Word, page: Page) -> bool:
    """Whether a word that OCR read is one of the page's."""
    return any(_holds(word.box, own.box) or _holds(own.box, word.box) for own in page.words)


def _holds(outer: Box, inner: Box) -> bool:
    x, y = inner.center
    return outer.x0 <= x <= outer.x1 and outer.y0 <= y <= outer.y1


def _placed(word: Word, page: Page) -> PlacedWord:
    left, right = word.box.x0 * page.width, word.box.x1 * page.width
    top, bottom = word.box.y0 * page.height, word.box.y1 * page.height
    return PlacedWord(
        word.text,
        (left, top, right, bottom),
        (top, bottom),
        word.confidence,
        line=word.line,
        letter_height=word.letter_height,
    )
