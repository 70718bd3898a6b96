"""Pictures as telephones take them: HEIC, with the extra, and AVIF.

What reads HEIC here does not write it. The files in ``telephone`` are of our own making: 640 x 360 pixels,
"Invoice 4711" above "Total 12,50 EUR"; one stored on its side, one with three white pictures after it.
"""

from __future__ import annotations

import io
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, features

from paperformer.documents import DocumentReader
from paperformer.documents.image import open_picture
from paperformer.documents.limits import Limits
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.errors import DocumentTooLarge, PaperformerError, UnreadableDocument

FOLDER = Path(__file__).parent / "telephone"
HEIC = ("upright", "turned", "burst")


@pytest.fixture(scope="module")
def reader() -> Iterator[DocumentReader]:
    """Decodes in a process of its own: some damage makes libheif end the process that it runs in."""
    with DocumentReader() as reader:
        yield reader


def heic(name: str) -> bytes:
    pytest.importorskip("pi_heif", reason="needs the extra [heic]")
    return (FOLDER / f"{name}.heic").read_bytes()


def drawn() -> Image.Image:
    picture = Image.new("RGB", (640, 360), "white")
    draw = ImageDraw.Draw(picture)
    draw.text((30, 30), "Invoice 4711", fill="black", font_size=48)
    draw.text((30, 120), "Total 12,50 EUR", fill="black", font_size=48)
    return picture


def avif(orientation: int = 1) -> bytes:
    if not features.check("avif"):
        pytest.skip("this build of Pillow reads no AVIF")
    undo = {
        1: None,
        3: Image.Transpose.ROTATE_180,
        6: Image.Transpose.ROTATE_90,
        8: Image.Transpose.ROTATE_270,
    }
    how = undo[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    file = io.BytesIO()
    (drawn().transpose(how) if how is not None else drawn()).save(file, "AVIF", exif=exif)
    return file.getvalue()


def shown(data: bytes) -> Image.Image:
    with open_picture(data, "photo", Limits()) as file:
        assert len(file) == 1
        with file.page(1) as page:
            picture = page.draw()
            assert picture.size == (page.width, page.height)
            return picture


@pytest.mark.parametrize("name", HEIC)
def test_a_heic_photo_is_shown_as_it_was_taken(name: str) -> None:
    difference = [abs(a - b) for a, b in zip(shown(heic(name)).tobytes(), drawn().tobytes(), strict=True)]
    assert sum(difference) / len(difference) < 6


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_an_avif_photo_is_shown_as_it_was_taken(orientation: int) -> None:
    difference = [
        abs(a - b) for a, b in zip(shown(avif(orientation)).tobytes(), drawn().tobytes(), strict=True)
    ]
    assert sum(difference) / len(difference) < 6


def test_they_are_read(reader: DocumentReader) -> None:
    for data in (*map(heic, HEIC), avif(6)):
        words = [word.text for word in reader.read(data, name="photo.jpg").words]
        assert words[:2] == ["Invoice", "4711"]


def test_the_size_is_looked_up_before_decoding(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (heic("upright"), heic("burst"), avif()):
        monkeypatch.setattr(Image.Image, "load", pytest.fail)
        with pytest.raises(DocumentTooLarge, match="has 640 x 360 pixels, the limit is 1,000") as caught:
            InProcessReader().read(data, ReadOptions(name="photo.heic", limits=Limits(pixels_per_page=1000)))
        assert "--max-pixels" in caught.value.remedy
        monkeypatch.undo()


def test_the_service_brings_what_reads_them() -> None:
    project = Path(__file__).parents[2] / "pyproject.toml"
    extras = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert "paperformer[heic]" in extras["serve"]


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (FOLDER / "upright.heic").read_bytes()
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(UnreadableDocument, match=r"photo is a HEIC picture, .*'paperformer\[heic\]'"):
        shown(data)
    picture = avif()
    monkeypatch.setattr(features, "check", lambda _: False)
    with pytest.raises(UnreadableDocument, match=r"photo is a AVIF picture, .*'paperformer\[heic\]'"):
        shown(picture)


@given(
    name=st.sampled_from([*HEIC, "avif"]),
    changes=st.lists(
        st.tuples(st.integers(8, 4000), st.binary(min_size=1, max_size=4)), min_size=1, max_size=5
    ),
)
@settings(max_examples=60, deadline=None)
def test_a_damaged_photo_is_shown_or_one_clear_line(
    reader: DocumentReader, name: str, changes: list[tuple[int, bytes]]
) -> None:
    data = bytearray(avif() if name == "avif" else heic(name))
    for at, changed in changes:
        data[at % len(data) : at % len(data) + len(changed)] = changed
    assert "\n" not in width_or_complaint(reader, bytes(data))


def width_or_complaint(reader: DocumentReader, data: bytes) -> str:
    try:
        return str(reader.render(data, 1, width=64).width)
    except PaperformerError as error:
        return str(error)
