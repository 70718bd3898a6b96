"""The engine ``tesseract``: the command-line program, where it is installed."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from paperformer.documents.ocr.orientation import Orientation, clockwise
from paperformer.documents.ocr.protocol import OcrPage, OcrWord
from paperformer.documents.ocr.session import MOST_THREADS
from paperformer.documents.ocr.upright import set_upright
from paperformer.documents.threads import usable_threads
from paperformer.errors import DocumentTooLarge, OcrUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

_REMEDY = "Install it (apt-get install tesseract-ocr), or choose another with --ocr-engine"
_NOT_TEXT = frozenset({"osd", "equ", "snum"})  # data that tell scripts apart, find formulas, read serials
_MOST_LANGUAGES = 6  # each one read slows the page down
_WORD_LEVEL = "5"


class Tesseract:
    """Reads words with the installed ``tesseract`` program, in the languages installed beside it."""

    name = "tesseract"

    def __init__(self, program: str = "tesseract", *, timeout: float = 120.0) -> None:
        """Find the program.

        Args:
            program: Its name or path.
            timeout: Longest time for one page, in seconds.

        Raises:
            OcrUnavailable: when the program is not installed, or the page orientation classifier is not.
        """
        path = shutil.which(program)
        if path is None:
            raise OcrUnavailable(f"the program {program} is not installed", _REMEDY)
        self._program = path
        self._timeout = timeout
        self._orientation = Orientation(threads=usable_threads(MOST_THREADS))

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages installed, English first, six at most.

        Raises:
            OcrUnavailable: when there is none, or the program fails.
        """
        lines = self._run(["--list-langs"], b"").splitlines()[1:]
        found = [line.strip() for line in lines if line.strip() and "/" not in line]
        languages = sorted(set(found) - _NOT_TEXT, key=lambda language: (language != "eng", language))
        if not languages:
            raise OcrUnavailable(
                "tesseract has no language data", "Install some: apt-get install tesseract-ocr-eng"
            )
        return tuple(languages[:_MOST_LANGUAGES])

    def read(self, image: NDArray[np.uint8], *, is_upright: bool = False) -> OcrPage:
        """Read a picture of shape (height, width, 3), RGB, upright or not.

        Raises:
            DocumentTooLarge: when the page takes longer than the timeout.
            OcrUnavailable: when the program fails.
        """
        rotation = 0 if is_upright else clockwise(self._orientation.probabilities(image))
        upright = set_upright(image, rotation)
        grey = cv2.cvtColor(upright.picture, cv2.COLOR_RGB2GRAY)
        height, width = grey.shape
        # Portable grey map: the one picture format that costs nothing to write.
        pgm = f"P5 {width} {height} 255\n".encode("ascii") + np.ascontiguousarray(grey).tobytes()
        options = ["stdin", "stdout", "-l", "+".join(self.languages), "--psm", "6", "tsv"]
        words = tuple(read_tsv(self._run(options, pgm)))
        return OcrPage(words, width, height, upright.rotation, upright.skew)

    def _run(self, options: list[str], data: bytes) -> str:
        try:
            done = subprocess.run(
                [self._program, *options],
                input=data,
                capture_output=True,
                timeout=self._timeout,
                # Its own threads spend more time waiting for each other than they save.
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise DocumentTooLarge(
                f"tesseract took longer than {self._timeout:g} seconds on a page",
                "choose another engine with --ocr-engine, or a smaller scan",
            ) from error
        except OSError as error:
            raise OcrUnavailable(f"the program {self._program} does not run ({error})", _REMEDY) from error
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
            raise OcrUnavailable(f"tesseract failed: {said[-1]}", _REMEDY)
        return done.stdout.decode("utf-8", "replace")


def read_tsv(text: str) -> Iterable[OcrWord]:
    """The words of tesseract's TSV output, one row each; other rows give the layout and are passed over."""
    lines: dict[tuple[str, ...], int] = {}
    rows = csv.DictReader(text.replace("\r", "").split("\n"), delimiter="\t", quoting=csv.QUOTE_NONE)
    for row in rows:
        if row["level"] == _WORD_LEVEL and (row["text"] or "").strip():
            key = tuple(row[name] for name in ("page_num", "block_num", "par_num", "line_num"))
            yield _word(row, lines.setdefault(key, len(lines)))


def _word(row: Mapping[str, str], line: int) -> OcrWord:
    x, y = float(row["left"]), float(row["top"])
    box = (x, y, x + float(row["width"]), y + float(row["height"]))
    return OcrWord(row["text"].strip(), box, min(1.0, max(0.0, float(row["conf"]) / 100)), line)
