"""Pictures of every mode and orientation come out upright, in RGB, on white."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from PIL import Image

from paperformer.documents.image import open_picture
from paperformer.documents.limits import Limits
from paperformer.documents.sniff import sniff
from paperformer.errors import DocumentTooLarge, UnreadableDocument

LIMITS = Limits()


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def opened(data: bytes, page: int = 1, limits: Limits = LIMITS, width: int | None = None) -> Image.Image:
    with open_picture(data, "test", limits) as file, file.page(page) as stored:
        picture = stored.draw(width=width)
        assert picture.mode == "RGB"
        return picture


def ramp(dtype: str, peak: int) -> np.ndarray:
    return np.tile(np.linspace(0, peak, 256).astype(dtype), (20, 1))


def darkest_corner(picture: Image.Image) -> str:
    grey = np.asarray(picture.convert("L"), dtype=float)
    half_y, half_x = grey.shape[0] // 2, grey.shape[1] // 2
    corners = {
        "top left": grey[:half_y, :half_x],
        "top right": grey[:half_y, half_x:],
        "bottom left": grey[half_y:, :half_x],
        "bottom right": grey[half_y:, half_x:],
    }
    return min(corners, key=lambda corner: float(corners[corner].mean()))


def marked() -> Image.Image:
    """60 wide, 40 high, its top left dark."""
    image = Image.new("RGB", (60, 40), "white")
    image.paste("black", (0, 0, 25, 15))
    return image


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_sixteen_bit_grey_keeps_its_shades(kind: str) -> None:
    data = saved(Image.fromarray(ramp("uint16", 65_535)), kind)
    shades = np.asarray(opened(data))[0, :, 0]
    assert np.abs(shades.astype(int) - np.arange(256)).max() <= 1


def test_sixteen_bit_grey_of_a_twelve_bit_scanner_is_not_blown_up_or_lost() -> None:
    shades = np.asarray(opened(saved(Image.fromarray(ramp("uint16", 65_535) // 2), "TIFF")))[0, :, 0]
    assert shades.max() in (127, 128)


def test_white_is_zero_in_sixteen_bit_grey() -> None:
    data = saved(Image.fromarray(ramp("uint16", 65_535)), "TIFF", tiffinfo={262: 0})
    shades = np.asarray(opened(data))[0, :, 0]
    assert shades[0] == 255
    assert shades[-1] == 0


@pytest.mark.parametrize("dtype", ["int32", "float32"])
def test_wide_grey_of_a_tiff_keeps_its_shades(dtype: str) -> None:
    shades = np.asarray(opened(saved(Image.fromarray(ramp(dtype, 255)), "TIFF")))[0, :, 0]
    assert np.abs(shades.astype(int) - np.arange(256)).max() <= 1


@pytest.mark.parametrize("mode", ["RGBA", "LA", "PA"])
def test_what_is_transparent_is_white(mode: str) -> None:
    image = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    image.paste((200, 0, 0, 255), (0, 0, 10, 20))
    kind = "TIFF" if mode == "PA" else "PNG"
    data = saved(image if mode == "PA" else image.convert(mode), kind)
    pixels = np.asarray(opened(data))
    assert (pixels[0, 15] == 255).all()
    assert pixels[0, 5].min() < 128


def test_a_transparent_colour_of_a_palette_or_of_rgb_is_white() -> None:
    image = Image.new("RGB", (20, 20), (0, 0, 0))
    rgb = saved(image, "PNG", transparency=(0, 0, 0))
    palette = saved(image.convert("P", palette=Image.Palette.ADAPTIVE, colors=2), "PNG", transparency=0)
    for data in (rgb, palette):
        assert (np.asarray(opened(data)) == 255).all()


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "YCbCr"])
def test_other_modes_keep_dark_dark_and_light_light(mode: str) -> None:
    kind = "JPEG" if mode in ("CMYK", "YCbCr") else "PNG"
    picture = opened(saved(marked().convert(mode), kind))
    pixels = np.asarray(picture)
    assert pixels[5, 5].max() < 40
    assert pixels[30, 50].min() > 215


@pytest.mark.parametrize("compression", ["group4", "tiff_lzw", "packbits", "tiff_adobe_deflate"])
def test_fax_and_other_tiff_compressions_are_read(compression: str) -> None:
    data = saved(marked().convert("1"), "TIFF", compression=compression)
    assert darkest_corner(opened(data)) == "top left"


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "TIFF", "PNG", "WEBP"])
def test_orientation_is_applied(orientation: int, kind: str) -> None:
    # Store the picture so that the tag's turn brings it upright again (EXIF 2.32, 0x0112).
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = marked().transpose(undo[orientation]) if orientation in undo else marked()
    exif = Image.Exif()
    exif[0x0112] = orientation
    options = {"tiffinfo": {0x0112: orientation}} if kind == "TIFF" else {"exif": exif}
    data = saved(stored, kind, **options)
    with open_picture(data, "test", LIMITS) as file, file.page(1) as page:
        assert (page.width, page.height) == (60, 40)
        assert page.rotation == {3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270}.get(orientation, 0)
        picture = page.draw()
    assert picture.size == (60, 40)
    assert darkest_corner(picture) == "top left"


def test_damaged_orientation_data_do_not_damage_the_picture() -> None:
    data = saved(marked(), "JPEG", exif=b"Exif\x00\x00II*\x00\xff\xff\xff\xff garbage")
    assert opened(data).size == (60, 40)


def test_all_frames_of_a_tiff_are_pages() -> None:
    frames = [Image.new("L", (30 + index, 40), 50 * index) for index in range(4)]
    data = saved(frames[0], "TIFF", save_all=True, append_images=frames[1:])
    with open_picture(data, "test", LIMITS) as file:
        assert len(file) == 4
    for index in range(4):
        page = opened(data, page=index + 1)
        assert page.size == (30 + index, 40)
        assert page.getpixel((0, 0)) == (50 * index,) * 3


def test_thumbnails_in_a_tiff_are_no_pages() -> None:
    page, small = Image.new("L", (300, 400), 0), Image.new("L", (30, 40), 255)
    small.encoderinfo = {"tiffinfo": {254: 1}}
    data = saved(page, "TIFF", save_all=True, append_images=[small])
    with open_picture(data, "test", LIMITS) as file:
        assert len(file) == 1


def test_only_the_first_frame_of_an_animation_is_a_page() -> None:
    frames = [Image.new("RGB", (30, 40), colour) for colour in ("black", "white")]
    for kind in ("WEBP", "PNG"):
        data = saved(frames[0], kind, save_all=True, append_images=frames[1:])
        with open_picture(data, "test", LIMITS) as file:
            assert len(file) == 1
        assert np.asarray(opened(data)).max() < 10


def test_photos_are_shrunk_to_the_budget_and_keep_their_shape() -> None:
    data = saved(Image.effect_noise((2000, 1000), 50), "JPEG")
    picture = opened(data, limits=Limits(render_pixels=200_000))
    assert picture.width * picture.height <= 201_000
    assert picture.width / picture.height == pytest.approx(2.0, abs=0.01)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP"])
def test_a_page_with_too_many_pixels_is_refused_before_it_is_decoded(kind: str) -> None:
    data = saved(Image.new("L", (400, 300)), kind)
    with (
        pytest.raises(DocumentTooLarge, match="400 x 300 pixels, the limit is 100,000"),
        open_picture(data, "photo", Limits(pixels_per_page=100_000)),
    ):
        pass


def test_the_limit_may_be_above_that_of_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1_000)
    data = saved(Image.new("L", (400, 300)), "PNG")
    assert opened(data).size == (400, 300)
    assert Image.MAX_IMAGE_PIXELS == 1_000


def test_more_frames_than_pages_are_allowed_are_refused() -> None:
    frame = Image.new("L", (5, 5))
    data = saved(frame, "TIFF", save_all=True, append_images=[frame] * 5)
    with open_picture(data, "scan", Limits(pages=6)) as file:
        assert len(file) == 6
    with (
        pytest.raises(DocumentTooLarge, match="scan has more than 5 pages"),
        open_picture(data, "scan", Limits(pages=5)),
    ):
        pass


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP"])
@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.95])
def test_a_truncated_picture_is_one_clear_error(kind: str, part: float) -> None:
    data = saved(Image.effect_noise((200, 200), 80), kind)
    with pytest.raises(UnreadableDocument, match="damaged or truncated"):
        opened(data[: int(len(data) * part)])


@pytest.mark.parametrize(
    ("kind", "mode"), [("GIF", "P"), ("GIF", "L"), ("BMP", "RGB"), ("BMP", "P"), ("BMP", "1")]
)
def test_gif_and_bmp_are_read_like_png(kind: str, mode: str) -> None:
    image = marked().convert(mode)
    data = saved(image, kind)
    assert sniff(data, "x") == kind.lower()
    assert opened(data).tobytes() == opened(saved(image, "PNG")).tobytes()
    assert darkest_corner(opened(data)) == "top left"


def test_of_an_animation_the_first_picture_is_read_and_its_ground_is_white() -> None:
    first = Image.new("P", (60, 40), 1)
    first.putpalette([0, 0, 0, 200, 200, 200])
    first.paste(0, (0, 0, 25, 15))
    data = saved(first, "GIF", save_all=True, append_images=[first.rotate(180)], transparency=1)
    with open_picture(data, "test", LIMITS) as file:
        assert len(file) == 1
    picture = opened(data)
    assert darkest_corner(picture) == "top left"
    assert picture.getpixel((59, 39)) == (255, 255, 255)


def test_a_bitmap_whose_fourth_channel_is_left_at_zero_shows_its_picture() -> None:
    rows = np.asarray(marked())[::-1, :, ::-1]  # from the last row to the first, blue before green and red
    pixels = np.concatenate([rows, np.zeros((40, 60, 1), np.uint8)], axis=2).tobytes()
    masks = (0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    header = struct.pack("<IiiHHIIiiII4I52x", 108, 60, 40, 1, 32, 3, len(pixels), 0, 0, 0, 0, *masks)
    data = struct.pack("<2sI4xI", b"BM", 122 + len(pixels), 122) + header + pixels
    assert Image.open(io.BytesIO(data)).mode == "RGBA"
    assert darkest_corner(opened(data)) == "top left"
    assert opened(data).getextrema() == ((0, 255),) * 3


@pytest.mark.parametrize("kind", ["GIF", "BMP"])
def test_gif_and_bmp_have_the_limits_of_other_pictures(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved(marked(), kind)
    monkeypatch.setattr(Image.Image, "load", pytest.fail)
    with pytest.raises(DocumentTooLarge, match="has 60 x 40 pixels, the limit is 2,000"):
        opened(data, limits=Limits(pixels_per_page=2_000))


def test_a_gif_that_unfolds_to_a_huge_picture_is_refused_before_it_does() -> None:
    data = bytearray(saved(marked(), "GIF"))
    data[6:10] = b"\xff\xff\xff\xff"  # the screen: 65,535 pixels each way
    with pytest.raises(DocumentTooLarge, match="has 65,535 x 65,535 pixels"):
        opened(bytes(data))
