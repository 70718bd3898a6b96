"""ZIP archives: their entries, inflated within bounds."""

from __future__ import annotations

import io
import zipfile

from paperformer.documents.containers.gathering import Gathering
from paperformer.documents.damage import refusing_damage
from paperformer.errors import UnreadableDocument

_ENCRYPTED = 0x1  # APPNOTE.TXT 4.4.4, bit 0
_OFFICE = "[content_types].xml"  # ECMA-376 part 2, 10.1.2.2; OpenDocument begins with "mimetype" (see sniff)
_CHUNK = 1_000_000


def open_archive(data: bytes, gathering: Gathering) -> None:
    """Take the files of a ZIP archive.

    Raises:
        UnreadableDocument: when it is damaged, empty or an office document.
        DocumentTooLarge: when it holds more than its bounds allow.
    """
    name = gathering.name
    damaged = UnreadableDocument(
        f"{name} is a damaged or truncated ZIP archive", "fetch it again, or unpack it"
    )
    with refusing_damage(damaged), zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        if any(entry.filename.lower() == _OFFICE for entry in entries):
            raise UnreadableDocument(f"{name} is an office document", "save it as PDF first")
        if not entries:
            raise UnreadableDocument(f"{name} is an empty ZIP archive", "check how it was made")
        wanted = [entry for entry in entries if not _is_by_product(entry.filename)]
        if sum(entry.file_size for entry in wanted) > gathering.bytes_left:
            raise gathering.too_large()
        for entry in wanted:
            _take(archive, entry, gathering)


def _take(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, gathering: Gathering) -> None:
    if entry.flag_bits & _ENCRYPTED:
        gathering.pass_over(entry.filename, "is encrypted: unpack the archive first")
        return
    reason = "cannot be unpacked"
    try:
        with refusing_damage(UnreadableDocument(f"{entry.filename} {reason}")):
            data = _inflated(archive, entry, gathering)
    except UnreadableDocument:
        gathering.pass_over(entry.filename, reason)
        return
    gathering.add(entry.filename, data)


def _inflated(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, gathering: Gathering) -> bytes:
    """The bytes of an entry, counted while they are inflated: the directory may lie about its size."""
    parts, size = [], 0
    with archive.open(entry) as stream:
        while chunk := stream.read(_CHUNK):
            size += len(chunk)
            if size > gathering.bytes_left:
                raise gathering.too_large()
            parts.append(chunk)
    return b"".join(parts)


def _is_by_product(name: str) -> bool:
    """Whether a system wrote it beside the files that somebody packed."""
    *folders, file = name.replace("\\", "/").split("/")
    return "__MACOSX" in folders or file.startswith(".") or file.lower() in ("thumbs.db", "desktop.ini")
