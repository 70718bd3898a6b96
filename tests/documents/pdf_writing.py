"""A small PDF writer, so that tests decide every byte."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass, field


@dataclass
class PageSpec:
    """One page: its content operators and the entries that matter."""

    content: bytes = b""
    media: tuple[float, float, float, float] = (0, 0, 595, 842)
    crop: tuple[float, float, float, float] | None = None
    rotate: int = 0
    resources: bytes = b""


@dataclass
class PdfSpec:
    """What goes into a file."""

    pages: list[PageSpec]
    attachments: dict[str, bytes] = field(default_factory=dict)
    objects: list[bytes] = field(default_factory=list)  # further ones, numbered from 10
    catalogue: bytes = b""  # further entries


def text_at(text: str, x: float, y: float, size: float = 12, angle: float = 0, mode: int = 0) -> bytes:
    """Operators that print ``text`` from (x, y), turned counter-clockwise by so many degrees."""
    cos, sin = (round(turned(math.radians(angle)), 6) for turned in (math.cos, math.sin))
    escaped = text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    head = f"BT {mode} Tr /F1 {size} Tf {cos} {sin} {-sin} {cos} {x} {y} Tm ".encode()
    return head + b"(" + escaped + b") Tj ET\n"


def stream(data: bytes, entries: bytes = b"") -> bytes:
    """A stream object, compressed."""
    packed = zlib.compress(data, 9)
    head = b"<< /Length %d /Filter /FlateDecode %s >>\nstream\n" % (len(packed), entries)
    return head + packed + b"\nendstream"


def grey_picture(width: int, height: int, rows: bytes | None = None) -> bytes:
    """A grey image object, white where no rows are given."""
    data = b"\xff" * (width * height) if rows is None else rows
    entries = f"/Type /XObject /Subtype /Image /Width {width} /Height {height} "
    return stream(data, (entries + "/ColorSpace /DeviceGray /BitsPerComponent 8").encode())


def one_page(*texts: bytes) -> bytes:
    """A PDF of one A4 page."""
    return write_pdf(PdfSpec([PageSpec(b"".join(texts))]))


def write_pdf(spec: PdfSpec) -> bytes:
    """The file: object 1 the catalogue, 2 the page tree, 3 the font, 10 and up yours."""
    objects: dict[int, bytes] = {
        3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    }
    objects |= {10 + index: body for index, body in enumerate(spec.objects)}
    first_page = 10 + len(spec.objects)
    kids = []
    for index, page in enumerate(spec.pages):
        number = first_page + 2 * index
        kids.append(f"{number} 0 R")
        objects[number] = _page_object(page, number + 1)
        objects[number + 1] = stream(page.content)
    objects[2] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>".encode()
    objects[1] = (
        b"<< /Type /Catalog /Pages 2 0 R " + _attach(spec.attachments, objects) + spec.catalogue + b">>"
    )
    return _assemble(objects)


def _page_object(page: PageSpec, content: int) -> bytes:
    entries = f"/MediaBox [{' '.join(map(str, page.media))}] /Rotate {page.rotate} /Contents {content} 0 R"
    if page.crop is not None:
        entries += f" /CropBox [{' '.join(map(str, page.crop))}]"
    font = b"" if b"/Font" in page.resources else b"/Font << /F1 3 0 R >> "
    resources = b"/Resources << " + font + page.resources + b">>"
    return b"<< /Type /Page /Parent 2 0 R " + entries.encode() + b" " + resources + b" >>"


def _attach(attachments: dict[str, bytes], objects: dict[int, bytes]) -> bytes:
    names = []
    for name, data in attachments.items():
        number = max(objects) + 1
        objects[number] = stream(data, b"/Type /EmbeddedFile")
        objects[number + 1] = b"<< /Type /Filespec /F (%s) /UF (%s) /EF << /F %d 0 R >> >>" % (
            name.encode(),
            name.encode(),
            number,
        )
        names.append(f"({name}) {number + 1} 0 R")
    if not names:
        return b""
    return b"/Names << /EmbeddedFiles << /Names [" + " ".join(names).encode() + b"] >> >> "


def _assemble(objects: dict[int, bytes]) -> bytes:
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    offsets = {}
    for number in sorted(objects):
        offsets[number] = len(out)
        out += b"%d 0 obj\n" % number + objects[number] + b"\nendobj\n"
    size = max(objects) + 1
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        out += b"%010d 00000 n \n" % offsets[number] if number in offsets else b"0000000000 00000 f \n"
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start)
    return bytes(out)
